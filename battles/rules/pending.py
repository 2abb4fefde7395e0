"""`turn.pending`: what the engine has still to do, as data, and whose answer it waits for.

The agenda of a battle is a list of steps, the first one is the present one. A step either runs by itself or waits for
the command that its `awaits` names; it is stored with the position, so that a battle can stop anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .battle import SIDES, Battle
from .commands import ReviewLink
from .needed import Reasons


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the agenda."""


@dataclass(frozen=True, slots=True)
class Run(Step):
    """A step of the sequence of play that needs nobody, by its name in turn.py."""

    name: str


@dataclass(frozen=True, slots=True)
class Secret(Step):
    """Both sides commit in secret (`do` names the command) and are revealed together; `sides` are those asked."""

    do: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check(Step):
    """One daring check of a batch: the unit and what the cause itself adds."""

    unit: str
    modifiers: Reasons = ()


@dataclass(frozen=True, slots=True)
class Batch(Step):
    """Checks of one cause: offered together (R34, R38), rolled in id order; `answers` are sealed until all are in."""

    cause: str
    checks: tuple[Check, ...]
    offered: Mapping[str, tuple[str, ...]] | None = None
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shot:
    """One roll of a volley and the losses that it brings: of the target if not cancelled, of `stray` if it strayed."""

    dice: tuple[int, int]
    hit: bool
    critical: bool
    losses: int
    stray: str | None = None


@dataclass(frozen=True, slots=True)
class Volley(Step):
    """The rolls of one attack, waiting for the casualty reduction of the target's owner, then for their losses."""

    unit: str
    weapon: str
    target: str
    shots: tuple[Shot, ...]
    offered: bool = False
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wave(Step):
    """R35: contagion from the units that have just become shaken or routing."""


@dataclass(frozen=True, slots=True)
class Activation(Step):
    """A group acts: its side commands until `end_activation`; `units` are those that were activated with it."""

    group: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review(Step):
    """`link.review`: questions about links, (link, question); `answers` by link are sealed until all are in (R68).

    `owed` are the sides that have dissolved a link, once for each: they pay after all reviews (R55).
    """

    questions: tuple[tuple[str, str], ...]
    answers: Mapping[str, ReviewLink] = field(default_factory=dict)
    owed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hirelings(Step):
    """R34, R86: companies that a blow has hurt check, then companions in danger or without their commander."""

    companies: tuple[str, ...] = ()
    endangered: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fate(Step):
    """`hireling.fate`: a company has failed, the referee chooses."""

    company: str


@dataclass(frozen=True, slots=True)
class Awaited:
    """One open decision: who is to answer, and with which command."""

    side: str
    kind: str


def pending(battle: Battle) -> tuple[Awaited, ...]:
    """N49: the open decisions in the order red, blue, referee; an active group that awaits commands is none."""
    if battle.result or not battle.agenda:
        return ()
    match battle.agenda[0]:
        case Secret(do=do, sides=sides):
            return tuple(Awaited(side, do) for side in SIDES if side in sides and side not in battle.committed)
        case Batch(offered=offered, answers=answers) if offered:
            return tuple(Awaited(side, "cancel_checks") for side in SIDES if offered.get(side) and side not in answers)
        case Volley(target=target, offered=True):
            return (Awaited(battle.units[target].side, "reduce_casualties"),)
        case Review(questions=questions, answers=answers):
            owners = {battle.links[link].side for link, _ in questions if link not in answers}
            return tuple(Awaited(side, "review_link") for side in SIDES if side in owners)
        case Fate():
            return (Awaited("referee", "hireling_fate"),)
        case _:
            return ()


def waits(battle: Battle) -> bool:
    """Whether the engine stops here: a decision is open, a group acts, or the battle is over."""
    if battle.result or not battle.agenda:
        return True
    return isinstance(battle.agenda[0], Activation) or bool(pending(battle))
