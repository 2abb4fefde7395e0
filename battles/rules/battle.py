"""The battle as frozen values: sides, units, links, companies, and look-ups; nothing here decides anything.

What changes during a battle has no slots, so that `values.changed` can copy it at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from .hexes import Hex, distance
from .needed import Reasons
from .terrain import Map
from .values import changed

if TYPE_CHECKING:
    from .commands import Command
    from .pending import Step

SIDES = ("red", "blue")
ENEMY = {"red": "blue", "blue": "red"}
STANDING_ON_MAP = ("steady", "shaken", "routing")
RULESET = "druzhina-1"


@cache
def id_key(id_: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """N12: ids sort as text with numbers compared as numbers, `r2` before `r10`."""
    runs = re.findall(r"\d+|\D+", id_)
    return tuple((0, int(run), "") if run.isdigit() else (1, 0, run) for run in runs), id_


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon of the catalogue; range in hexes, melee reaches 1; targets out of `squads`, `machines`."""

    id: str
    power: int
    range: int = 1
    melee: bool = False
    shots: int = 1
    arc: str = "front"
    targets: tuple[str, ...] = ("machines",)
    special: bool = False


@dataclass(frozen=True, slots=True)
class Stats:
    """Base numbers of a unit as hired; `hits` is strength (squad) or structure (machine); defence front, side, rear."""

    accuracy: int
    initiative: int
    defence: tuple[int, int, int]
    hits: int
    speed: int
    visibility: int
    cost: int
    daring: int | None = None
    danger: int = 1
    mass: str | None = None
    personal_initiative: int = 0
    score: int | None = None
    loyalty: int | None = None
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True)
class ThisTurn:
    """What a unit has done in the present turn; forgotten when the next one begins."""

    order: str | None = None
    begun: bool = False
    activated: bool = False
    start: Hex | None = None
    moved: bool = False
    turned: bool = False
    tried_to_stand: bool = False
    points_left: int | None = None
    attacks_made: int = 0
    weapons_used: tuple[str, ...] = ()
    volleys: tuple[tuple[str, str], ...] = ()
    special: str | None = None
    reductions_used: tuple[str, ...] = ()
    contagion_checked: bool = False
    attacked_by: tuple[str, ...] = ()

    @property
    def acted(self) -> bool:
        """Whether the unit has done anything in its activation."""
        return bool(
            self.moved or self.turned or self.tried_to_stand or self.attacks_made or self.weapons_used or self.special
        )


@dataclass(frozen=True)
class Unit:
    """A unit (войско): one counter on the map. `hits` is what is left of strength or structure."""

    id: str
    side: str
    type: str
    kind: str  # walker, vehicle, squad
    nature: str  # druzhina, mercenary, monster, camp, companion
    stats: Stats
    hits: int
    name: str = ""
    hex: Hex | None = None
    facing: str | None = None
    state: str = "steady"
    reserve: bool = False
    prone: bool = False
    on_fire: bool = False
    immobile: bool = False
    commander: str | None = None
    trait: str | None = None
    options: tuple[str, ...] = ()
    company: str | None = None
    attached_to: str | None = None
    lost_weapons: tuple[str, ...] = ()
    stunned: int = 0
    speed_loss: int = 0
    initiative_loss: int = 0
    fearless_used: bool = False
    victor: int | None = None
    fell: Hex | None = None
    entered_from: str | None = None
    turn: ThisTurn = ThisTurn()

    @property
    def is_machine(self) -> bool:
        return self.kind != "squad"

    @property
    def is_hireling(self) -> bool:
        return self.nature != "druzhina"

    @property
    def on_map(self) -> bool:
        return self.hex is not None and self.state in STANDING_ON_MAP

    @property
    def spot(self) -> Hex:
        """The hex of a unit that stands on the map."""
        assert self.hex is not None
        return self.hex

    @property
    def is_steady(self) -> bool:
        return self.state == "steady" and self.hex is not None


@dataclass(frozen=True)
class Answers:
    """Standing answers of a side, R50: `ask`, `never`, `always` or `best`."""

    cancel_checks: str = "ask"
    reduce_casualties: str = "ask"


@dataclass(frozen=True)
class Side:
    """A druzhina: its pool of morale, and what happens once a battle."""

    id: str
    faction: str = "rusichi"
    morale: int = 6
    temporary: int = 0
    first_strike: bool = False
    exhausted: bool = False
    exhaustion_due: bool = False
    inspired: bool = False
    commander_fell: int | None = None
    answers: Answers = Answers()
    offered: int | None = None  # the turn of its last offer of a draw
    points: int = 0
    name: str = ""

    @property
    def pool(self) -> int:
        """All points that may be spent now, temporary ones included."""
        return self.morale + self.temporary


@dataclass(frozen=True)
class Link:
    """A link (звено): `units` are its members, in id order, `out` who left it, `returning` who recovered."""

    id: str
    side: str
    units: tuple[str, ...]
    out: tuple[str, ...] = ()
    gap_accepted: tuple[int, ...] = ()
    dissolves_next: bool = False
    suspended: bool = False
    returning: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(id_ for id_ in self.units if id_ not in self.out)


@dataclass(frozen=True)
class Company:
    """All hirelings of one hire: what it began with, its checks, its terms now and those it was hired on."""

    id: str
    side: str
    initial: int
    checked: tuple[str, ...] = ()
    passed: int = 0
    failed: bool = False
    modifier: int = 0
    terms: str = "usual"
    hired_on: str = "usual"


@dataclass(frozen=True)
class Standing:
    """A group's initiative this turn: die, base and reasons, points spent; a set-up position gives only the total."""

    group: str
    die: int | None
    base: int
    reasons: Reasons = ()
    improved: int = 0
    given: int | None = None

    @property
    def value(self) -> int:
        """The initiative value of the group as rolled, R12."""
        return self.base + sum(value for _, value in self.reasons)

    @property
    def total(self) -> int:
        if self.given is not None:
            return self.given
        return (self.die or 0) + self.value - self.improved


@dataclass(frozen=True, slots=True)
class Deferred:
    """A power shot that waits for the end of the tactics chreda."""

    unit: str
    weapon: str
    target: str


@dataclass(frozen=True)
class Options:
    """The options of a battle; the defaults are those of a live battle."""

    scenario: str = "pitched"
    turn_limit: int = 8
    dissolved_link_costs_morale: bool = True
    unready: bool = True
    focus: bool = True
    daring: bool = True
    edge: str = "red"
    deploy_rows: int = 2
    size: int = 300


@dataclass(frozen=True, slots=True)
class Result:
    """How the battle ended; `winner` is None for a draw."""

    winner: str | None
    reason: str  # turn_limit, wiped_out, resigned, draw_agreed


@dataclass(frozen=True, slots=True)
class Undo:
    """`move.undo`: where a unit stood before its moves and turns, while they may be taken back."""

    hex: Hex
    facing: str | None
    turn: ThisTurn


@dataclass(frozen=True)
class Battle:
    """A position: everything that the rules know. Mappings are never changed in place."""

    options: Options
    map: Map
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    links: Mapping[str, Link] = field(default_factory=dict)
    companies: Mapping[str, Company] = field(default_factory=dict)
    turn: int = 1
    chreda: str = "preparatory"  # deployment, preparatory, initiative, tactics
    standings: Mapping[str, Standing] = field(default_factory=dict)
    active: str | None = None
    deferred: tuple[Deferred, ...] = ()
    committed: Mapping[str, Command] = field(default_factory=dict)
    agenda: tuple[Step, ...] = ()
    spreading: tuple[str, ...] = ()
    undo: Mapping[str, Undo] = field(default_factory=dict)
    offer: str | None = None
    result: Result | None = None
    referee: bool = False
    ruleset: str = RULESET
    catalogue: str = ""

    # look-ups

    def on_map(self, side: str | None = None) -> Iterator[Unit]:
        """Units on the map in id order, of one side or of both."""
        return (unit for unit in self.in_order() if unit.on_map and (side is None or unit.side == side))

    def in_order(self) -> Iterator[Unit]:
        """All units in id order, N12."""
        return (self.units[id_] for id_ in sorted(self.units, key=id_key))

    def at(self, hex_: Hex) -> Unit | None:
        """Who stands in that hex."""
        return next((unit for unit in self.units.values() if unit.hex == hex_ and unit.on_map), None)

    def within(self, hex_: Hex, radius: int, side: str | None = None) -> Iterator[Unit]:
        """Units on the map at most that far from a hex, in id order."""
        return (unit for unit in self.on_map(side) if unit.hex and distance(unit.hex, hex_) <= radius)

    def link_of(self, unit_id: str) -> Link | None:
        """The link that a unit is a member of, active or not."""
        return next((link for link in self.links.values() if unit_id in link.members), None)

    def active_members(self, link: Link) -> tuple[str, ...]:
        """R52: members that are steady and on the map."""
        return tuple(id_ for id_ in link.members if self.units[id_].is_steady)

    def group_of(self, unit_id: str) -> str:
        """The group that is ordered and activated with the unit: its link while it is an active member, else itself."""
        link = self.link_of(unit_id)
        if link and not link.suspended and self.units[unit_id].is_steady:
            return link.id
        return unit_id

    def group_units(self, group: str) -> tuple[str, ...]:
        """The units of a group that stand on the map, in id order."""
        link = self.links.get(group)
        if link is not None:
            return self.active_members(link)
        unit = self.units.get(group)
        return (group,) if unit is not None and unit.on_map else ()

    def group_side(self, group: str) -> str:
        link = self.links.get(group)
        return link.side if link is not None else self.units[group].side

    def groups(self) -> tuple[str, ...]:
        """All groups on the map in id order."""
        return tuple(sorted({self.group_of(unit.id) for unit in self.units.values() if unit.on_map}, key=id_key))

    # copies

    def with_unit(self, unit: Unit) -> Battle:
        return changed(self, units={**self.units, unit.id: unit})

    def with_units(self, units: Iterable[Unit]) -> Battle:
        return changed(self, units={**self.units, **{unit.id: unit for unit in units}})

    def with_side(self, side: Side) -> Battle:
        return changed(self, sides={**self.sides, side.id: side})
