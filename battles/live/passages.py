"""Seats on the move: a private link takes a seat to another device, once, soon, and by a press."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from . import play, seating
from .models import Guest, Passage, Seat, new_token

LASTS = timedelta(minutes=10)


class NoPassage(Exception):
    """Why a link leads nowhere: `unknown`, `used`, `expired`, `dropped`, `own_battle`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@transaction.atomic
def make(*, battle_id: str, guest: str | None) -> tuple[str, datetime]:
    """A fresh token for one's own seat, and until when it holds; an earlier one holds no longer."""
    row = play.locked(battle_id)
    seat = play.seat_held(row, guest)
    seat.passages.filter(used=None).update(dropped=True)
    token, expires = new_token(), timezone.now() + LASTS
    Passage.objects.create(seat=seat, digest=_digest(token), left_id=seat.guest_id, expires=expires)
    return token, expires


def find(token: str) -> Passage:
    """The passage of a link that still leads somewhere; NoPassage says why another does not."""
    found = Passage.objects.select_related("seat").defer("seat__army").filter(digest=_digest(token)).first()
    if found is None:
        raise NoPassage("unknown")
    if found.used:
        raise NoPassage("used")
    if found.dropped or found.seat.guest_id != found.left_id:
        raise NoPassage("dropped")
    if found.expires <= timezone.now():
        raise NoPassage("expired")
    return found


def came_by(token: str, guest: str | None) -> str | None:
    """The battle whose seat this guest has got by that link: opening it again leads there."""
    used = Passage.objects.filter(digest=_digest(token), used__isnull=False, seat__guest_id=guest)
    return used.values_list("seat__battle_id", flat=True).first() if guest else None


@transaction.atomic
def take(*, token: str, guest: Guest) -> Seat:
    """The seat goes to this guest; whoever comes second with the same link gets nothing."""
    row = play.locked(find(token).seat.battle_id)
    found = find(token)
    seat = found.seat
    try:
        seating.not_both(row, guest)
    except seating.NotSeated as fault:
        raise NoPassage(fault.reason) from None
    found.used = timezone.now()
    found.save(update_fields=["used"])
    seat.guest = guest
    seat.save(update_fields=["guest"])
    play.note(row, seat=seat, do="move_seat")
    return seat


def left_by(guest: str | None, battle_id: str) -> Passage | None:
    """The passage by which this guest's seat has gone to another device, if it has."""
    if not guest:
        return None
    gone = Passage.objects.filter(left_id=guest, seat__battle_id=battle_id, used__isnull=False)
    return gone.exclude(seat__guest_id=F("left_id")).select_related("seat__battle").order_by("-used").first()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
