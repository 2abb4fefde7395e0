"""Who is at the table: a seat is here while its browser is heard, and that decays by itself.

A page answers the server's beat every few seconds; a browser that is frozen, cut off or closed does not, and nobody has
to notice it going. The seconds are in a cache that all processes share, the minutes in the database, for a restart.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import caches

from .models import Presence, Seat

BEAT = 5  # seconds between two signs of life that are asked for
SILENT = 12  # so long without one, and the line is lost
AWAY = 60  # so long, and it is no slip of the line any more
WRITTEN_EVERY = 60
REMEMBERED = 60 * 60 * 24
SIDES = ("red", "blue")
SEATS = (*SIDES, "referee")


@dataclass(frozen=True, slots=True)
class Sign:
    """The last stretch of time in which a seat was at the table: since when, last heard and last written down when."""

    came: float
    heard: float
    written: float = 0.0

    def here(self, now: float) -> bool:
        return now - self.heard <= SILENT


Signs = Mapping[str, Sign | None]


def hear(battle_id: str, side: str, now: float | None = None) -> bool:
    """A sign of life of a seat; tells whether it had been missing."""
    now = time.time() if now is None else now
    before = signs(battle_id).get(side)
    if before is None or not before.here(now):
        sign = Sign(now, now, written=now)
    else:
        due = now - before.written >= WRITTEN_EVERY
        sign = Sign(before.came, max(now, before.heard), written=now if due else before.written)
    caches["presence"].set(_key(battle_id, side), (sign.came, sign.heard, sign.written), REMEMBERED)
    if sign.written == now:
        _write(battle_id, side, sign)
    return sign.came == now


def signs(battle_id: str) -> Signs:
    """What is known of the seats; None for one that nobody has taken, or that was never heard."""
    keys = {side: _key(battle_id, side) for side in SEATS}
    known = caches["presence"].get_many(keys.values())
    found: dict[str, Sign | None] = {side: Sign(*known[key]) for side, key in keys.items() if key in known}
    if not found.keys() >= set(SIDES):
        found = {**_written(battle_id), **found}
    return found


def together(known: Signs) -> Signs:
    """Two at one screen are there both, or neither."""
    both = [sign for side in SIDES if (sign := known.get(side))]
    return {**known, **dict.fromkeys(SIDES, max(both, key=lambda sign: sign.heard, default=None))}


def lamps(known: Signs, now: float) -> dict[str, dict[str, Any]]:
    """What everybody sees of each seat: here, lost, away or free, and for how many seconds."""
    return {side: _lamp(known.get(side), now) for side in SEATS if side in SIDES or side in known}


def _lamp(sign: Sign | None, now: float) -> dict[str, Any]:
    if sign is None:
        return {"is": "free", "ago": 0}
    ago = int(now - sign.heard)
    return {"is": "here" if sign.here(now) else "lost" if ago <= AWAY else "away", "ago": 0 if sign.here(now) else ago}


def _key(battle_id: str, side: str) -> str:
    return f"{battle_id}:{side}"


def _write(battle_id: str, side: str, sign: Sign) -> None:
    seat = Seat.objects.filter(battle_id=battle_id, side=side).values_list("pk", flat=True).first()
    if seat is not None:
        Presence.objects.update_or_create(seat_id=seat, defaults={"came": sign.came, "heard": sign.heard})


def _written(battle_id: str) -> dict[str, Sign | None]:
    """From the database, and kept: who is long gone is not asked for again and again."""
    seats = Seat.objects.filter(battle_id=battle_id).values_list(
        "side", "guest_id", "taken_at", "presence__came", "presence__heard"
    )
    found: dict[str, Sign | None] = {}
    for side, guest, taken, came, heard in seats:
        if heard is None and guest is not None and taken is not None:
            came = heard = taken.timestamp()
        found[side] = Sign(came, heard, heard) if heard is not None and guest is not None else None
        if found[side]:
            caches["presence"].add(_key(battle_id, side), (came, heard, heard), REMEMBERED)
    return found
