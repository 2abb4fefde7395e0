"""The course of a battle: deployment, turns, orders, initiative, activations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ..commands import Command, Placement
from ..needed import Reasons
from .event import Event


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
class Activated(Event):
    event: ClassVar[str] = "activated"
    rule: str = "turn.tactics"
    group: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationEnded(Event):
    """`parted` says that a part of a link has dashed or rammed away from the rest (`link.special`)."""

    event: ClassVar[str] = "activation_ended"
    rule: str = "turn.tactics"
    group: str
    units: tuple[str, ...]
    parted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    event: ClassVar[str] = "turn_ended"
    rule: str = "turn"
    turn: int
