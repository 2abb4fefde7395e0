"""`map.terrain`: what each kind of ground costs, covers and hides; and the map as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .hexes import Hex, hex_id, place


@dataclass(frozen=True, slots=True)
class Ground:
    """One row of the terrain table: points to enter, who may not, cover, what it does to a line."""

    cost: int = 1
    closed_to: tuple[str, ...] = ()
    cover: bool = False
    hides_machines: bool = False
    obstructs: bool = False
    high: bool = False


GROUNDS: Mapping[str, Ground] = {
    "open": Ground(),
    "road": Ground(),
    "forest": Ground(cost=2, closed_to=("vehicle",), cover=True, hides_machines=True, obstructs=True),
    "village": Ground(cover=True, hides_machines=True, obstructs=True),
    "hill": Ground(high=True),
    "swamp": Ground(cost=2, closed_to=("vehicle",)),
    "water": Ground(cost=3, closed_to=("vehicle", "squad")),
    "shrine": Ground(),
}


@dataclass(frozen=True, slots=True)
class Map:
    """Columns, rows and the ground of each hex that is not open; row 1 is red's home edge."""

    columns: int = 15
    rows: int = 17
    terrain: Mapping[Hex, str] = field(default_factory=dict)
    name: str = ""

    def holds(self, hex_: Hex) -> bool:
        column, row = place(hex_)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def kind(self, hex_: Hex) -> str:
        return self.terrain.get(hex_, "open")

    def ground(self, hex_: Hex) -> Ground:
        return GROUNDS[self.terrain.get(hex_, "open")]

    def hexes(self) -> Iterator[Hex]:
        return (hex_id(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1))

    def home_rows(self, side: str, depth: int) -> range:
        """The rows next to a side's home edge."""
        return range(1, depth + 1) if side == "red" else range(self.rows + 1 - depth, self.rows + 1)

    def steps_home(self, side: str, hex_: Hex) -> int:
        """R40: steps to be off the map over the home edge."""
        row = place(hex_)[1]
        return row if side == "red" else self.rows + 1 - row
