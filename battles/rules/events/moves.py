"""Moves: ways, turns, standing up, leaving the map, special orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..hexes import Hex
from .event import Event


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
