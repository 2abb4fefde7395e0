"""Changed copies of the frozen values that make up a position: every event makes some, so they have to be cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["changed"]

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as changed  # checked against the fields of the value
else:

    def changed(value: T, /, **changes: object) -> T:
        """As `dataclasses.replace`, without its second look at every field; for frozen dataclasses without slots."""
        known = value.__dict__
        fields = {**known, **changes}
        if len(fields) != len(known):
            raise TypeError(f"{type(value).__name__} has no {', '.join(changes.keys() - known.keys())}")
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", fields)
        return copy
