"""Points, draws and the end of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..hexes import Hex
from .event import Event


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
class BattleEnded(Event):
    event: ClassVar[str] = "battle_ended"
    rule: str = "battle.end"
    winner: str | None
    reason: str
    points: Mapping[str, int]
