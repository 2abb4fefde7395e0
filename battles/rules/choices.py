"""What a side may do now, as values: the domains of its commands, with numbers, odds and the reasons for every no.

`legal.legal(battle, side)` fills these in; page, practice opponent and random player share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .hexes import Hex
from .needed import Needed
from .refusals import Facts


@dataclass(frozen=True, slots=True)
class No:
    """Why something is not allowed now: the same three that a refusal names."""

    rule: str
    reason: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeployChoice:
    """Units to be placed, the hexes that each may take; `reserve` says whether units may be held back.

    `links` are the links that the side may form: by a free id, the units of one kind that may be in it.
    """

    hexes: Mapping[str, tuple[Hex, ...]]
    reserve: bool
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EnterChoice:
    """Units in reserve and the free hexes of the home edge that each may enter on; empty is allowed.

    `links` as in DeployChoice; `bound` are links in reserve, whose members enter together or not at all.
    """

    hexes: Mapping[str, tuple[Hex, ...]]
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OrdersChoice:
    """Each group that needs an order, and the orders that it may get."""

    groups: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SpendChoice:
    """Points that may be spent and the groups that may be improved, with their totals."""

    pool: int
    groups: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CheckOffer:
    """One fear or recovery check: its cause, its number with reasons, and the chance that it is passed."""

    unit: str
    cause: str
    needed: Needed
    chance: float


@dataclass(frozen=True, slots=True)
class ChecksChoice:
    """Checks that may be cancelled for a point each, at most `affordable` of them."""

    cause: str
    offers: tuple[CheckOffer, ...]
    affordable: int


@dataclass(frozen=True, slots=True)
class ReductionChoice:
    """A volley of `unit` at `target`: the rolls (from 1) that may be cancelled, each with its losses; free slots."""

    unit: str
    weapon: str
    target: str
    losses: Mapping[int, int]
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewChoice:
    """A question about a link and the choices that its owner has.

    `values` are its active members' values; `keeps` the largest lots of members that may stay so that nothing is asked
    any more, best first: the others are those to exclude. `costs` tells whether dissolving costs a point of morale.
    """

    link: str
    question: str
    choices: tuple[str, ...]
    units: tuple[str, ...]
    values: Mapping[str, int] = field(default_factory=dict)
    keeps: tuple[tuple[str, ...], ...] = ()
    costs: bool = False


@dataclass(frozen=True, slots=True)
class FateChoice:
    """A company that failed; the referee chooses flight or surrender."""

    company: str


@dataclass(frozen=True, slots=True)
class Reach:
    """A hex that a unit can stop in: points left on the cheapest way, and for machines what is left for each facing.

    `facing` is the one that a command has to name; None where that of arrival will do.
    """

    hex: Hex
    points_left: int
    facings: Mapping[str, int] = field(default_factory=dict)
    facing: str | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """A weapon at a target: the number with its reasons and the chances of one roll; or why it may not."""

    weapon: str
    target: str
    no: No | None = None
    needed: Needed | None = None
    distance: int = 0
    arc: str = "front"
    defence: int = 0
    power: int = 0
    shots: int = 1
    hit: float = 0.0
    pierce: float = 0.0
    mean: float = 0.0


@dataclass(frozen=True, slots=True)
class Ram:
    """A target that can be rammed: the way, damage power, the defence of its side."""

    target: str
    path: tuple[Hex, ...]
    power: int
    defence: int
    arc: str


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """All that one unit of the active group may do now. What is not allowed has its reason in `nos`, by control:
    move, turn, stand, undo, attack, dash, power_shot, ram, inspire."""

    unit: str
    moves: Mapping[Hex, Reach] = field(default_factory=dict)
    edges: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    turn_free: bool = False
    stand: Needed | None = None
    undo: bool = False
    aims: tuple[Aim, ...] = ()
    dashes: Mapping[Hex, Reach] = field(default_factory=dict)
    dash_edges: tuple[str, ...] = ()
    power_shots: tuple[Aim, ...] = ()
    rams: tuple[Ram, ...] = ()
    inspire: Needed | None = None
    nos: Mapping[str, No] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActivationChoice:
    """The active group's units in id order; `end` is None where the activation may be ended now."""

    group: str
    units: Mapping[str, UnitChoice]
    end: No | None = None


Choice = (
    DeployChoice
    | EnterChoice
    | OrdersChoice
    | SpendChoice
    | ChecksChoice
    | ReductionChoice
    | ReviewChoice
    | FateChoice
    | ActivationChoice
)


@dataclass(frozen=True, slots=True)
class Legal:
    """What a side may do now: the decision that it owes or the activation that it leads (None: it waits), and the
    commands that it may give at any time: set_answers, resign, offer_draw, answer_draw."""

    side: str
    choice: Choice | None
    anytime: tuple[str, ...] = ()
