"""What a side may say: one frozen value for each command of the battle notation; plain fields only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from .hexes import Hex


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a side; `do` is its name in the notation."""

    do: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a unit is put; machines have a facing, None is towards the enemy edge."""

    hex: Hex
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class Deploy(Command):
    do: ClassVar[str] = "deploy"
    placements: Mapping[str, Placement] = field(default_factory=dict)
    reserve: tuple[str, ...] = ()
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Enter(Command):
    do: ClassVar[str] = "enter"
    placements: Mapping[str, Placement] = field(default_factory=dict)
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CancelChecks(Command):
    do: ClassVar[str] = "cancel_checks"
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewLink(Command):
    do: ClassVar[str] = "review_link"
    link: str
    question: str  # together, gap
    choice: str  # dissolve, exclude, accept_worst
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceOrders(Command):
    do: ClassVar[str] = "place_orders"
    orders: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpendInitiative(Command):
    do: ClassVar[str] = "spend_initiative"
    points: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move(Command):
    """`to` is a hex, or `off`; `edge` where two edges are possible: home, west, east, enemy."""

    do: ClassVar[str] = "move"
    unit: str
    to: str
    facing: str | None = None
    path: tuple[Hex, ...] | None = None
    edge: str | None = None


@dataclass(frozen=True, slots=True)
class Turn(Command):
    do: ClassVar[str] = "turn"
    unit: str
    facing: str


@dataclass(frozen=True, slots=True)
class Stand(Command):
    do: ClassVar[str] = "stand"
    unit: str


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    do: ClassVar[str] = "undo"
    unit: str


@dataclass(frozen=True, slots=True)
class Special(Command):
    do: ClassVar[str] = "special"
    unit: str
    variant: str  # dash, power_shot, ram, inspire
    to: str | None = None
    facing: str | None = None
    path: tuple[Hex, ...] | None = None
    edge: str | None = None
    weapon: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Attack(Command):
    do: ClassVar[str] = "attack"
    unit: str
    weapon: str
    target: str
    shots: int | None = None


@dataclass(frozen=True, slots=True)
class ReduceCasualties(Command):
    do: ClassVar[str] = "reduce_casualties"
    cancel: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EndActivation(Command):
    do: ClassVar[str] = "end_activation"
    group: str


@dataclass(frozen=True, slots=True)
class HirelingFate(Command):
    do: ClassVar[str] = "hireling_fate"
    company: str
    fate: str  # flee, surrender


@dataclass(frozen=True, slots=True)
class HirelingModifier(Command):
    do: ClassVar[str] = "hireling_modifier"
    company: str
    value: int


@dataclass(frozen=True, slots=True)
class HirelingCheck(Command):
    do: ClassVar[str] = "hireling_check"
    company: str


@dataclass(frozen=True, slots=True)
class HirelingTerms(Command):
    do: ClassVar[str] = "hireling_terms"
    company: str
    terms: str  # harsh, usual, generous


@dataclass(frozen=True, slots=True)
class SetAnswers(Command):
    do: ClassVar[str] = "set_answers"
    cancel_checks: str | None = None
    reduce_casualties: str | None = None


@dataclass(frozen=True, slots=True)
class Resign(Command):
    do: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class OfferDraw(Command):
    do: ClassVar[str] = "offer_draw"


@dataclass(frozen=True, slots=True)
class AnswerDraw(Command):
    do: ClassVar[str] = "answer_draw"
    accept: bool


COMMANDS: Mapping[str, type[Command]] = {
    kind.do: kind
    for kind in (
        Deploy, Enter, CancelChecks, ReviewLink, PlaceOrders, SpendInitiative, Move, Turn, Stand, TakeBack, Special,
        Attack, ReduceCasualties, EndActivation, HirelingFate, HirelingModifier, HirelingCheck, HirelingTerms,
        SetAnswers, Resign, OfferDraw, AnswerDraw,
    )
}  # fmt: skip
