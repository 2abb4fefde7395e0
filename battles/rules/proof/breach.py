"""What did not hold."""

from __future__ import annotations


class Breach(AssertionError):
    """An invariant that a battle has broken: its name, and what is there."""

    def __init__(self, invariant: str, found: object) -> None:
        self.invariant, self.found = invariant, found
        super().__init__(f"{invariant}: {found}")


def demand(holds: object, invariant: str, found: object) -> None:
    """Breach unless it holds."""
    if not holds:
        raise Breach(invariant, found)
