"""What happened: one frozen value for each event of the battle notation. Every event names its rule.

Rolls carry `dice`, `number` (after modifiers), `base`, `modifiers` and their outcome. Events hold results, so that a
replay rolls nothing and decides nothing: see apply.py. The last two are the engine's own book-keeping: they are stored
with the others and never shown or printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from .battle import Unit
from .commands import Command, Placement
from .hexes import Hex
from .needed import Reasons
from .pending import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `rule` is the id of the rule that made it happen."""

    event: ClassVar[str] = ""
    private: ClassVar[bool] = False
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed(Event):
    """A side has decided in secret; `content` is sealed until the reveal."""

    event: ClassVar[str] = "committed"
    side: str
    do: str
    content: Command | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed(Event):
    event: ClassVar[str] = "deployed"
    rule: str = "battle.deploy"
    side: str
    placements: Mapping[str, Placement]
    reserve: tuple[str, ...] = ()
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Event):
    event: ClassVar[str] = "entered"
    rule: str = "turn.reserves"
    side: str
    placements: Mapping[str, Placement]
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeRolled(Event):
    event: ClassVar[str] = "edge_rolled"
    rule: str = "initiative.edge"
    dice: tuple[int, ...]
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    event: ClassVar[str] = "turn_began"
    rule: str = "turn"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChredaBegan(Event):
    event: ClassVar[str] = "chreda_began"
    chreda: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FireChecked(Event):
    """`passed` means that the fire is out."""

    event: ClassVar[str] = "fire_checked"
    rule: str = "turn.fires"
    unit: str
    dice: tuple[int, int]
    number: int
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksOffered(Event):
    event: ClassVar[str] = "checks_offered"
    side: str
    cause: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCancelled(Event):
    event: ClassVar[str] = "check_cancelled"
    side: str
    unit: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DaringChecked(Event):
    """A daring or recovery check; without dice it was passed by `fearless`. `reroll` marks the second roll."""

    event: ClassVar[str] = "daring_checked"
    unit: str
    cause: str
    dice: tuple[int, ...]
    number: int
    base: int
    modifiers: Reasons
    passed: bool
    reroll: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shaken(Event):
    event: ClassVar[str] = "shaken"
    rule: str = "morale.shaken"
    unit: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLost(Event):
    event: ClassVar[str] = "order_lost"
    rule: str = "order.lost"
    unit: str
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event):
    event: ClassVar[str] = "recovered"
    rule: str = "morale.recovery"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Routed(Event):
    event: ClassVar[str] = "routed"
    rule: str = "morale.rout"
    unit: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(Event):
    """A routing machine is left behind; `crew` is the squad of gridi that runs from a walker."""

    event: ClassVar[str] = "abandoned"
    rule: str = "morale.rout"
    unit: str
    crew: Unit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReviewed(Event):
    event: ClassVar[str] = "link_reviewed"
    rule: str = "link.review"
    link: str
    question: str
    choice: str
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDissolved(Event):
    event: ClassVar[str] = "link_dissolved"
    rule: str = "link.dissolved"
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEnded(Event):
    event: ClassVar[str] = "link_ended"
    rule: str = "link.dissolved"
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkExcluded(Event):
    event: ClassVar[str] = "link_excluded"
    rule: str = "link.review"
    link: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRejoined(Event):
    event: ClassVar[str] = "link_rejoined"
    rule: str = "link.shaken"
    link: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSuspended(Event):
    event: ClassVar[str] = "link_suspended"
    rule: str = "link.shaken"
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersRevealed(Event):
    event: ClassVar[str] = "orders_revealed"
    rule: str = "turn.orders"
    orders: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Event):
    event: ClassVar[str] = "initiative_rolled"
    rule: str = "initiative.roll"
    group: str
    dice: tuple[int, ...]
    base: int
    modifiers: Reasons
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeImproved(Event):
    event: ClassVar[str] = "initiative_improved"
    rule: str = "initiative.will"
    group: str
    points: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleChanged(Event):
    """`morale` and `temporary` are what the side has after the change; `spent` says that the owner paid."""

    event: ClassVar[str] = "morale_changed"
    side: str
    by: int
    why: str
    morale: int
    temporary: int
    unit: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporaryGained(Event):
    event: ClassVar[str] = "temporary_gained"
    rule: str = "order.inspire"
    side: str
    unit: str
    by: int
    base: int
    modifiers: Reasons
    temporary: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporaryExpired(Event):
    event: ClassVar[str] = "temporary_expired"
    rule: str = "order.inspire"
    side: str
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhausted(Event):
    event: ClassVar[str] = "exhausted"
    rule: str = "morale.exhaustion"
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStrike(Event):
    event: ClassVar[str] = "first_strike"
    rule: str = "morale.first_strike"
    side: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Activated(Event):
    event: ClassVar[str] = "activated"
    rule: str = "turn.tactics"
    group: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationEnded(Event):
    event: ClassVar[str] = "activation_ended"
    rule: str = "turn.tactics"
    group: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """`path` lists the hexes after the start; `points_left` is None for a rout."""

    event: ClassVar[str] = "moved"
    rule: str = "move.points"
    unit: str
    path: tuple[Hex, ...]
    hex: Hex
    facing: str | None
    cost: int
    points_left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    """`free` is the one free turn of R17."""

    event: ClassVar[str] = "turned"
    rule: str = "move.points"
    unit: str
    facing: str
    free: bool
    points_left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    event: ClassVar[str] = "undone"
    rule: str = "move.undo"
    unit: str
    hex: Hex
    facing: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(Event):
    event: ClassVar[str] = "stood"
    rule: str = "move.stand"
    unit: str
    dice: tuple[int, int]
    number: int
    passed: bool
    points_left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftMap(Event):
    """A unit steps over an edge: home, west, east or enemy."""

    event: ClassVar[str] = "left_map"
    rule: str = "move.points"
    unit: str
    edge: str
    path: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Event):
    event: ClassVar[str] = "withdrawn"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialUsed(Event):
    event: ClassVar[str] = "special_used"
    unit: str
    variant: str
    weapon: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerShotLost(Event):
    """`reason` says why: shaken, weapon, target, or sight."""

    event: ClassVar[str] = "power_shot_lost"
    rule: str = "order.power_shot"
    unit: str
    weapon: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(Event):
    """One roll of a volley: `damage` = larger die + power against `defence` of the side `arc`; `losses` if kept."""

    event: ClassVar[str] = "attack_rolled"
    rule: str = "combat.hit"
    unit: str
    weapon: str
    target: str
    shot: int
    dice: tuple[int, int]
    number: int
    base: int
    modifiers: Reasons
    hit: bool
    critical: bool
    larger: int
    power: int
    damage: int
    defence: int
    arc: str
    losses: int
    deferred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Strayed(Event):
    """`target` is the victim; `dice` are the d6 that chose it, where one was needed, and the d6 of the damage."""

    event: ClassVar[str] = "strayed"
    rule: str = "combat.stray"
    unit: str
    weapon: str
    target: str
    candidates: tuple[str, ...]
    dice: tuple[int, ...]
    power: int
    damage: int
    defence: int
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VolleyOffered(Event):
    """The owner of the target may cancel as many of the rolls `shots` as there are slots."""

    event: ClassVar[str] = "volley_offered"
    rule: str = "combat.reduction"
    side: str
    unit: str
    weapon: str
    target: str
    shots: tuple[int, ...]
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtiesReduced(Event):
    event: ClassVar[str] = "casualties_reduced"
    rule: str = "combat.reduction"
    target: str
    cancelled: tuple[int, ...]
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses(Event):
    """Strength or structure that a unit lost, and what is left."""

    event: ClassVar[str] = "losses"
    rule: str = "combat.damage"
    unit: str
    losses: int
    left: int
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalRolled(Event):
    """`effect`: stunned, weapon_lost, slowed, slowed_initiative, caught_fire, fell, or nothing."""

    event: ClassVar[str] = "critical_rolled"
    rule: str = "combat.critical_table"
    unit: str
    dice: tuple[int, ...]
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponLost(Event):
    event: ClassVar[str] = "weapon_lost"
    rule: str = "combat.critical_table"
    unit: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtFire(Event):
    event: ClassVar[str] = "caught_fire"
    rule: str = "combat.critical_table"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell(Event):
    """A walker falls prone, or a vehicle is immobile from now on."""

    event: ClassVar[str] = "fell"
    rule: str = "combat.critical_table"
    unit: str
    immobile: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rammed(Event):
    event: ClassVar[str] = "rammed"
    rule: str = "combat.ram"
    unit: str
    target: str
    path: tuple[Hex, ...]
    dice: tuple[int, int]
    larger: int
    power: int
    damage: int
    defence: int
    arc: str
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed(Event):
    event: ClassVar[str] = "pushed"
    rule: str = "combat.ram"
    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Event):
    """`by` is the unit that did it, None for a fire or a stray shot."""

    event: ClassVar[str] = "destroyed"
    rule: str = "combat.destroyed"
    unit: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HirelingChecked(Event):
    event: ClassVar[str] = "hireling_checked"
    rule: str = "hireling.check"
    company: str
    cause: str  # first_death, half, referee
    dice: tuple[int, int]
    number: int
    base: int
    modifiers: Reasons
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HirelingFled(Event):
    event: ClassVar[str] = "hireling_fled"
    rule: str = "hireling.fate"
    unit: str
    company: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HirelingSurrendered(Event):
    event: ClassVar[str] = "hireling_surrendered"
    rule: str = "hireling.fate"
    unit: str
    company: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionChecked(Event):
    event: ClassVar[str] = "companion_checked"
    rule: str = "hireling.companion"
    unit: str
    cause: str
    dice: tuple[int, int]
    number: int
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionLeft(Event):
    event: ClassVar[str] = "companion_left"
    rule: str = "hireling.companion"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsChanged(Event):
    event: ClassVar[str] = "terms_changed"
    rule: str = "hireling.score"
    company: str
    terms: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Event):
    event: ClassVar[str] = "draw_offered"
    rule: str = "battle.end"
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsScored(Event):
    """`why`: destroyed, surrendered, abandoned, withdrawn, broken_through, half, routing, shrine."""

    event: ClassVar[str] = "points_scored"
    rule: str = "battle.points"
    side: str
    points: int
    total: int
    why: str
    unit: str | None = None
    hex: Hex | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    event: ClassVar[str] = "turn_ended"
    rule: str = "turn"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    event: ClassVar[str] = "battle_ended"
    rule: str = "battle.end"
    winner: str | None
    reason: str
    points: Mapping[str, int]


# book-keeping, never shown


@dataclass(frozen=True, slots=True, kw_only=True)
class AgendaSet(Event):
    """What the engine has to do next; `spreading` are units whose fear has not yet been passed on."""

    event: ClassVar[str] = "agenda_set"
    private: ClassVar[bool] = True
    rule: str = "turn.pending"
    agenda: tuple[Step, ...]
    spreading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersSet(Event):
    event: ClassVar[str] = "answers_set"
    private: ClassVar[bool] = True
    rule: str = "turn.pending"
    side: str
    cancel_checks: str
    reduce_casualties: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(Event):
    event: ClassVar[str] = "draw_declined"
    private: ClassVar[bool] = True
    rule: str = "battle.end"
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierSet(Event):
    event: ClassVar[str] = "modifier_set"
    private: ClassVar[bool] = True
    rule: str = "hireling.modifiers"
    company: str
    value: int


EVENTS: Mapping[str, type[Event]] = {kind.event: kind for kind in Event.__subclasses__()}
