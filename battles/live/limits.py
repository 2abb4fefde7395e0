"""How much one visitor may ask of the live table in a while; what is counted, and how, is in armies/limits.py."""

from __future__ import annotations

from django.http import HttpRequest

from ..armies.limits import Limit as Limit
from ..armies.limits import place, visitor, within

COMMANDS = (120, 10)
OPENINGS = (60, 60)
OPENINGS_FROM_A_PLACE = (600, 60)  # many people may sit behind one address, all of them behind a proxy

MAPS_FROM_A_PLACE = (120, 60)  # each that nobody asked for before is made and drawn


def may_open(request: HttpRequest) -> bool:
    """One more battle: for this guest, and from where guests without cookies come as ever new ones."""
    within_own = within("open", visitor(request), OPENINGS)
    return within("place", place(request), OPENINGS_FROM_A_PLACE) and within_own


def may_draw(request: HttpRequest) -> bool:
    """One more picture of a made map: their seeds are without number."""
    return within("map-place", place(request), MAPS_FROM_A_PLACE)
