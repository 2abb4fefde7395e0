"""Links: reviews, and who leaves or comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .event import Event


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
