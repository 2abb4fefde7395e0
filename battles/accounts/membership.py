"""The only writer of accounts: made, signed in to, deleted. What a guest made goes over to the account."""

from __future__ import annotations

import contextlib
import uuid
from typing import Any

from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest

from ..armies import lists
from ..armies.identity import SESSION_GUEST, guest_id, meet
from ..live import seating
from ..live.models import Guest, Seat
from .models import Account


@transaction.atomic
def join(request: HttpRequest, user: User) -> Account:
    """A new account: it becomes whom this browser has been until now, with all that was made."""
    guest = meet(request.session)
    if Account.objects.filter(guest=guest).exists():  # somebody else's, signed out of without a trace
        guest = uuid.uuid4()
    account = Account.objects.create(user=user, guest=guest)
    enter(request, user, taking_over=False)
    return account


def enter(request: HttpRequest, user: User, *, taking_over: bool = True) -> None:
    """Sign in; what this browser's guest has made is taken over."""
    before = guest_id(request.session)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    account, _ = Account.objects.get_or_create(user=user, defaults={"guest": uuid.uuid4()})
    if taking_over and before is not None:
        take_over(uuid.UUID(before), account)
    request.session[SESSION_GUEST] = str(account.guest)


def leave(request: HttpRequest) -> None:
    """Sign out: this browser is nobody yet again."""
    logout(request)


@transaction.atomic
def take_over(guest: uuid.UUID, account: Account) -> None:
    """Lists and seats of a guest without an account are the account's from now on; a seat against oneself stays."""
    if guest == account.guest or Account.objects.filter(guest=guest).exists():
        return
    lists.hand_over(guest, account.guest)
    seats = list(Seat.objects.filter(guest_id=guest))
    if not seats:
        return
    name = Guest.objects.filter(pk=guest).values_list("name", flat=True).first() or ""
    owner, _ = Guest.objects.get_or_create(pk=account.guest, defaults={"name": name})
    for seat in seats:
        with contextlib.suppress(seating.NotSeated):
            seating.recover_seat(token=seat.recovery_token, guest=owner)


@transaction.atomic
def delete(request: HttpRequest) -> None:
    """Everything that is the account's own: its lists and their links; in battles its name is taken away."""
    user: Any = request.user
    guest = user.account.guest
    lists.forget(guest)
    Seat.objects.filter(guest_id=guest).update(name="")
    Guest.objects.filter(pk=guest).update(name="")
    logout(request)
    user.delete()
