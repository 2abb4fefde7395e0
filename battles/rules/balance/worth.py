"""What each type of unit is worth against its cost: the lead of a side, explained by what more of each it brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..army_list import ArmyList
from ..catalogue import Catalogue
from .bout import Bout
from .regression import least_squares

RARE = 12  # meetings in which a type must make a difference before anything is said of it


@dataclass(frozen=True, slots=True)
class Worth:
    """A type: its cost, what a fight says that it is worth, and the error of that, in grivnas."""

    type: str
    cost: int
    worth: float
    error: float
    seen: int

    @property
    def off(self) -> float:
        """By which share of its cost it is worth more, or less than it costs."""
        return self.worth / self.cost - 1

    @property
    def certain(self) -> bool:
        """Whether nineteen of twenty such errors would be smaller than what it is off by."""
        return abs(self.worth - self.cost) > 1.96 * self.error


def worths(bouts: Sequence[Bout], known: Catalogue) -> list[Worth]:
    """Regression of the result (1 won, 0 drawn, -1 lost) on the differences of counts, as grivnas.

    A common factor turns results into grivnas: the one that makes all that was hired worth what it cost.
    """
    counts = [(_count(bout.meeting.armies["red"]), _count(bout.meeting.armies["blue"])) for bout in bouts]
    apart = [{type_: red[type_] - blue[type_] for type_ in known.units} for red, blue in counts]
    types = [type_ for type_ in known.units if sum(bool(row[type_]) for row in apart) >= RARE]
    if len(bouts) <= 3 * len(types) or not types:
        return []
    rows = [[float(row[type_]) for type_ in types] for row in apart]
    fit = least_squares(rows, [_result(bout) for bout in bouts])
    hired = {type_: sum(red[type_] + blue[type_] for red, blue in counts) for type_ in types}
    paid = sum(hired[type_] * known.units[type_].stats.cost for type_ in types)
    won = sum(hired[type_] * slope for type_, slope in zip(types, fit.slopes, strict=True))
    if won <= 0:
        return []
    scale = paid / won
    return [
        Worth(
            type_, known.units[type_].stats.cost, slope * scale, error * scale, sum(bool(row[type_]) for row in apart)
        )
        for type_, slope, error in zip(types, fit.slopes, fit.errors, strict=True)
    ]


def _count(army: ArmyList) -> Counter[str]:
    return Counter(entry.type for entry in army.entries)


def _result(bout: Bout) -> float:
    return {"red": 1.0, "blue": -1.0}.get(bout.winner or "", 0.0)
