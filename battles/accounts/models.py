"""What ties a user to an identity. Only membership.py writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Account(models.Model):
    """A user's identity: the one that lists and seats belong to, on whatever device."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account")
    guest = models.UUIDField(unique=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user)
