"""Non-interference: what others see does not depend on what a side keeps secret."""

from __future__ import annotations

from .. import turn
from ..apply import replay
from ..battle import ENEMY, SIDES, Battle
from ..choices import Legal
from ..commands import Command, SetAnswers
from ..dice import SeededDice
from ..events import Event
from ..legal import legal
from ..pending import pending
from ..sight import seen_by, seen_events
from .breach import demand
from .chance import Chance
from .placing import NoRoom
from .player import choose

TRIES = 6
SEALED = ("deploy", "enter", "place_orders", "spend_initiative", "cancel_checks", "review_link")

Known = tuple[str, str, str]


def known(battle: Battle, events: tuple[Event, ...], viewer: str) -> Known:
    """All that the rules hand out to a viewer, as text."""
    return repr(seen_by(battle, viewer)), repr(seen_events(events, viewer)), repr(legal(battle, viewer))


def after(battle: Battle, side: str, command: Command) -> tuple[Battle, tuple[Event, ...]]:
    events = turn.decide(battle, side, command, SeededDice("the same"))
    return replay(battle, events), events


def check_alike(battle: Battle, side: str, one: Command, other: Command) -> None:
    """Two secrets look alike to everybody but their owner; Breach where they do not."""
    first, second = after(battle, side, one), after(battle, side, other)
    for viewer in (ENEMY[side], "watcher"):
        alike = known(*first, viewer) == known(*second, viewer)
        demand(alike, "secrets do not interfere", (viewer, side, one, other))


def check_secrets(chance: Chance, battle: Battle) -> int:
    """Standing answers, and what a side may commit while another is still asked; how many pairs were compared."""
    pairs = [(side, SetAnswers("never", "best"), SetAnswers("always", "never")) for side in SIDES]
    awaited = pending(battle)
    for one in awaited if len(awaited) > 1 else ():
        answers = _two(chance, battle, one.side) if one.kind in SEALED else None
        pairs += [(one.side, *answers)] if answers else []  # type: ignore[list-item]
    for side, first, second in pairs:
        check_alike(battle, side, first, second)
    return len(pairs)


def _two(chance: Chance, battle: Battle, side: str) -> tuple[Command, Command] | None:
    """Two different answers to what a side is asked; None where only one was found."""
    choice = legal(battle, side).choice
    assert choice is not None
    try:
        answers = [choose(chance, choice, battle) for _ in range(TRIES)]
    except NoRoom:
        return None
    other = next((answer for answer in answers if answer != answers[0]), None)
    return (answers[0], other) if other else None


def check_own_view(battle: Battle, may: Legal) -> None:
    """What a side may do follows from what it may see."""
    demand(legal(seen_by(battle, may.side), may.side) == may, "a choice needs no secret", may.side)
