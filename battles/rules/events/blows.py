"""Blows: attacks, strays, reductions, losses, criticals, rams, fires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..hexes import Hex
from ..needed import Reasons
from .event import Event


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
