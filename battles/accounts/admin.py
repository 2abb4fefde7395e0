"""Accounts for staff: users as Django shows them, and a link to a new password where the site sends no mail."""

from __future__ import annotations

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class Users(UserAdmin):
    actions = ("reset_links",)

    @admin.action(description=_("Make a link to a new password"))
    def reset_links(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """The link ends with its first use, a sign-in or a change of password."""
        for user in users:
            token = default_token_generator.make_token(user)
            words = {"uidb64": urlsafe_base64_encode(force_bytes(user.pk)), "token": token}
            address = request.build_absolute_uri(reverse("accounts:new_password", kwargs=words))
            self.message_user(request, f"{user}: {address}", messages.WARNING)
