"""Fear and morale: checks, what they make of units, the pools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..battle import Unit
from ..needed import Reasons
from .event import Event


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
