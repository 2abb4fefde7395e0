"""The pages of an account: join, sign in and out, change and reset the password, delete."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..armies import limits
from . import membership

TRIES = (20, 300)


class JoinForm(BaseUserCreationForm):
    """Name and password; an address only if one wishes to be sent a way back."""

    class Meta(BaseUserCreationForm.Meta):
        model = User
        fields = ("username", "email")


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/account.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Sign up; this browser's lists and battles are the account's from then on."""
    if request.user.is_authenticated:
        return redirect("accounts:account")
    form = JoinForm(request.POST or None)
    if request.method == "POST":
        if not limits.within("join", limits.place(request), TRIES):
            return _too_often(request, "accounts/join.html", form)
        if form.is_valid():
            membership.join(request, form.save())
            return redirect("accounts:account")
    return render(request, "accounts/join.html", {"form": form}, status=422 if form.errors else 200)


def _too_often(request: HttpRequest, template: str, form: Any) -> HttpResponse:
    fault = gettext("Too many tries. Wait some minutes, then go on.")
    return render(request, template, {"form": form, "fault": fault}, status=429)


class SignIn(auth.LoginView):
    """Sign in; what this browser's guest has made goes along."""

    template_name = "accounts/sign_in.html"
    next_page = reverse_lazy("accounts:account")
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not limits.within("sign-in", limits.place(request), TRIES):
            return _too_often(request, self.template_name, self.get_form())
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        membership.enter(self.request, form.get_user())
        return redirect(self.get_success_url())


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    membership.leave(request)
    return redirect("live:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Asks for the password first: nobody else at this screen deletes it."""
    user: Any = request.user
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    if not user.check_password(request.POST.get("password", "")):
        fault = gettext("That is not the password. Nothing is deleted.")
        return render(request, "accounts/delete.html", {"fault": fault}, status=422)
    membership.delete(request)
    return redirect("live:home")


class ChangePassword(auth.PasswordChangeView):
    template_name = "accounts/password.html"
    success_url = reverse_lazy("accounts:account")


class ResetPassword(auth.PasswordResetView):
    """By mail where the site can send some; else the page says that staff make a link."""

    template_name = "accounts/reset.html"
    email_template_name = "accounts/reset_mail.txt"
    subject_template_name = "accounts/reset_subject.txt"
    success_url = reverse_lazy("accounts:reset_sent")
    extra_context = {"mails": bool(settings.EMAIL_URL)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.EMAIL_URL:
            return self.get(request, *args, **kwargs)
        if not limits.within("reset", limits.place(request), TRIES):
            return _too_often(request, self.template_name, self.get_form())
        return super().post(request, *args, **kwargs)


class NewPassword(auth.PasswordResetConfirmView):
    template_name = "accounts/new_password.html"
    success_url = reverse_lazy("accounts:sign_in")


@never_cache
@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/sent.html")
