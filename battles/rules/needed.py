"""A number with its reasons: what a check needs, and why."""

from __future__ import annotations

from dataclasses import dataclass

Reasons = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Needed:
    """A base number and the modifiers that a rule gives it, each `(rule id, value)`; zero ones are left out."""

    base: int
    reasons: Reasons = ()

    @property
    def value(self) -> int:
        return self.base + sum(value for _, value in self.reasons)

    @classmethod
    def of(cls, base: int, *reasons: tuple[str, int]) -> Needed:
        return cls(base, tuple(reason for reason in reasons if reason[1]))
