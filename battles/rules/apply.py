"""From a position and what happened to the next position; an event that nobody knows raises.

The effects are in effects/, one short function for each event. Nothing here refuses, decides or rolls.
"""

from __future__ import annotations

from collections.abc import Iterable

from .battle import Battle
from .effects import blows, bookkeeping, course, end, fear, hirelings, links, moves
from .effects.effect import Effects
from .events import CompanionChecked, Event, Strayed


def apply(battle: Battle, event: Event) -> Battle:
    """The position after an event; KeyError for an event that nobody knows."""
    return EFFECTS[type(event)](battle, event)


def replay(battle: Battle, events: Iterable[Event]) -> Battle:
    """The position after many events."""
    for event in events:
        battle = EFFECTS[type(event)](battle, event)
    return battle


def _none(battle: Battle, event: Event) -> Battle:
    """Told for its own sake: its losses and flights are events of their own."""
    return battle


EFFECTS: Effects = {
    Strayed: _none,
    CompanionChecked: _none,
    **blows.EFFECTS,
    **bookkeeping.EFFECTS,
    **course.EFFECTS,
    **end.EFFECTS,
    **fear.EFFECTS,
    **hirelings.EFFECTS,
    **links.EFFECTS,
    **moves.EFFECTS,
}
