"""Hirelings and companions: their checks and fates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..needed import Reasons
from .event import Event


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
