"""The engine's own book-keeping: stored with the others, never shown or printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..pending import Step
from .event import Event


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
