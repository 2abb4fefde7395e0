"""Who somebody is: a guest identity in the session, and the name that they want to be called."""

from __future__ import annotations

import unicodedata

from ..armies.identity import Session as Session
from ..armies.identity import guest_id as guest_id
from ..armies.identity import meet as meet
from . import screens
from .models import NAME_LENGTH, Guest, LiveBattle, Seat

SESSION_WATCHED = "watched"
SESSION_SAT = "sat"
WATCHED_KEPT = 50


class BadName(ValueError):
    """No name at all, or too long a one."""


def clean_name(text: str) -> str:
    """A display name without control characters and lone surrogates; marks of direction stay, pages isolate them."""
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs", "Zl", "Zp"))
    name = unicodedata.normalize("NFC", kept).strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name) or len(name) > NAME_LENGTH:
        raise BadName(name[:NAME_LENGTH])
    return name


def greet(session: Session, name: str) -> Guest:
    """The guest of this session under that name."""
    guest, new = Guest.objects.get_or_create(pk=meet(session), defaults={"name": name})
    if not new and guest.name != name:
        guest.name = name
        guest.save(update_fields=["name"])
    return guest


def last_name(session: Session) -> str:
    """The name that this visitor used last."""
    guest = guest_id(session)
    return Guest.objects.filter(pk=guest).values_list("name", flat=True).first() or "" if guest else ""


def remember_watching(session: Session, battle_id: str) -> None:
    """Whoever has opened the spectators' link may come back without it."""
    watched = [known for known in session.get(SESSION_WATCHED, []) if known != battle_id]
    session[SESSION_WATCHED] = [*watched, battle_id][-WATCHED_KEPT:]


def remember_sitting(session: Session, battle_id: str) -> None:
    """Where this browser has held a seat: should the seat move on, it is told so."""
    sat = session.get(SESSION_SAT, [])
    if battle_id not in sat:
        session[SESSION_SAT] = [*sat, battle_id][-WATCHED_KEPT:]


def has_sat(session: Session, battle_id: str) -> bool:
    return battle_id in session.get(SESSION_SAT, [])


def seat_of(session: Session, battle_id: str) -> Seat | None:
    """The seat of that battle that this session holds."""
    guest = guest_id(session)
    return Seat.objects.filter(battle_id=battle_id, guest_id=guest).first() if guest else None


def viewer_of(session: Session, battle_id: str) -> str | None:
    """What this session may see of a battle: `red`, `blue`, `watcher`, or None for nothing."""
    seat = seat_of(session, battle_id)
    if seat:
        return seat.side
    eyes = screens.eyes_of(guest_id(session), battle_id)
    if eyes:
        return eyes.side
    watched = battle_id in session.get(SESSION_WATCHED, [])
    return "watcher" if watched and LiveBattle.objects.filter(pk=battle_id).exists() else None


def holder_of(session: Session, battle_id: str, viewer: str) -> str | None:
    """The guest in whose name this session plays that side now; None where it does not."""
    eyes = screens.eyes_of(guest_id(session), battle_id)
    if eyes is None:
        return guest_id(session)
    return eyes.holder if viewer == eyes.side else None


def stamp_of(session: Session, battle_id: str) -> str | None:
    """Of a screen for two, what its page is for; None for everybody else."""
    eyes = screens.eyes_of(guest_id(session), battle_id)
    return eyes.stamp if eyes else None
