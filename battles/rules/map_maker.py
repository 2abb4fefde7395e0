"""`map.maker`: generated maps, fair to both sides: what one half has, the other has turned by 180 degrees.

Drawn from a seed, the same on every machine. Maps of other sizes get woods, hills and villages by their area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .dice import Lots
from .hexes import Hex, distance, hex_id, neighbours, place
from .lattice import may_enter
from .terrain import Map

STANDARD = 15 * 17
CLEAR_ROWS = 2  # home rows keep clear, so that every army finds room to deploy
TRIES = 400
KINDS = ("walker", "vehicle", "squad")


@dataclass(frozen=True, slots=True)
class Sort:
    """How many areas of a ground a standard map has, and how large each is; `some` of 10 maps have it at all."""

    ground: str
    areas: tuple[int, int]
    hexes: tuple[int, int]
    some: int = 10


SORTS = (
    Sort("hill", (3, 4), (1, 3)),
    Sort("village", (2, 4), (1, 2)),
    Sort("water", (2, 2), (2, 4), some=4),
    Sort("swamp", (2, 2), (2, 4), some=5),
    Sort("forest", (9, 12), (3, 7)),
)


def make_map(seed: str, *, columns: int = 15, rows: int = 17) -> Map:
    """A map of that size; ValueError where the size has an even number of columns, which cannot be turned."""
    if columns % 2 == 0 or columns < 9 or rows < 9:
        raise ValueError("maps have an odd number of columns, and at least 9 by 9 hexes")
    for attempt in range(TRIES):
        found = _Draft(Lots(f"{seed}:{attempt}"), columns, rows).drawn()
        if found is not None:
            return found
    raise ValueError(f"no map of {columns} by {rows} from {seed!r}")


def turned(hex_: Hex, columns: int, rows: int) -> Hex | None:
    """`map.maker`: the hex after half a turn; None for the last row of even columns, which has no partner."""
    column, row = place(hex_)
    other = rows + (1 if column % 2 else 0) - row
    return hex_id(columns + 1 - column, other) if other >= 1 else None


def with_shrines(map_: Map) -> Map:
    """`battle.scenarios`: the map with three shrines, as far from either edge, on the ground nearest their places."""
    if sum(kind == "shrine" for kind in map_.terrain.values()) == 3:
        return map_
    middle = (map_.rows + 1) // 2
    wishes = (hex_id((map_.columns + 1) // 2, middle), hex_id(3, middle), hex_id(map_.columns - 2, middle))
    terrain = {hex_: kind for hex_, kind in map_.terrain.items() if kind != "shrine"}
    for wish in wishes:
        terrain[_nearest_open(map_, terrain, wish)] = "shrine"
    return Map(map_.columns, map_.rows, terrain, map_.name)


def _nearest_open(map_: Map, terrain: Mapping[Hex, str], wish: Hex) -> Hex:
    """In the row of the wish, so that neither side is nearer; every kind of unit can hold it."""
    row = place(wish)[1]
    level = [hex_id(column, row) for column in range(1, map_.columns + 1)]
    free = [hex_ for hex_ in level if terrain.get(hex_, "open") in ("open", "road", "hill")]
    return min(free or level, key=lambda hex_: (distance(hex_, wish), hex_))


@dataclass
class _Draft:
    """A map in the making."""

    lots: Lots
    columns: int
    rows: int
    terrain: dict[Hex, str] = field(default_factory=dict)

    def drawn(self) -> Map | None:
        """The map; None where an area found no room or a kind of unit no way."""
        self._road()
        if not all(self._sort(sort) for sort in SORTS):
            return None
        made = Map(self.columns, self.rows, dict(sorted(self.terrain.items())))
        return made if all(has_way(made, kind) for kind in KINDS) else None

    # --- areas -----------------------------------------------------------------------------------------------

    def _sort(self, sort: Sort) -> bool:
        """All areas of one sort, in pairs that are each other's turn: the middle belongs to the road."""
        if sort.some < 10 and self.lots.below(10) >= sort.some:
            return True
        least, most = (max(2, round(n * self.columns * self.rows / STANDARD)) for n in sort.areas)
        pairs = self.lots.between((least + 1) // 2, most // 2)
        return all(self._pair(sort) for _ in range(pairs))

    def _pair(self, sort: Sort) -> bool:
        """One area and its turn, apart from each other and from all others of their sort."""
        size = self.lots.between(*sort.hexes)
        for _ in range(TRIES):
            area = self._grown(size, sort.ground)
            if area is None:
                continue
            other = {hex_ for each in area if (hex_ := self._turn(each))}
            if not other & (area | set(self._around(area))):
                self._put(area | other, sort.ground)
                return True
        return False

    def _grown(self, size: int, ground: str) -> set[Hex] | None:
        start = hex_id(self.lots.between(1, self.columns), self.lots.between(1 + CLEAR_ROWS, self.rows - CLEAR_ROWS))
        area = {start}
        if not self._free(area, ground):
            return None
        while len(area) < size:
            rim = [hex_ for hex_ in self._rim(area) if self._free({hex_}, ground)]
            if not rim:
                return None
            area.add(self.lots.pick(rim))
        return area

    def _free(self, area: Iterable[Hex], ground: str) -> bool:
        """Open, with a partner, off the home rows, and not next to another area of the same ground."""
        area = set(area)
        return all(
            hex_ not in self.terrain
            and self._off_home(hex_)
            and (turn := self._turn(hex_)) is not None
            and self._off_home(turn)
            and turn not in self.terrain
            and not any(self.terrain.get(near) == ground for _, near in neighbours(hex_))
            for hex_ in area
        )

    def _put(self, area: Iterable[Hex], ground: str) -> None:
        self.terrain.update(dict.fromkeys(area, ground))

    # --- the road --------------------------------------------------------------------------------------------

    def _road(self) -> None:
        """From one edge to the middle at a slant, and turned on to the other edge."""
        middle = hex_id((self.columns + 1) // 2, (self.rows + 1) // 2)
        here = self._gate()
        way = {here}
        while here != middle:
            nearer = [near for _, near in neighbours(here) if distance(near, middle) < distance(here, middle)]
            here = self.lots.pick(sorted(near for near in nearer if self._holds(near)))
            way.add(here)
        self._put(way | {hex_ for each in way if (hex_ := self._turn(each))}, "road")

    def _gate(self) -> Hex:
        """Where the road comes in: over red's edge in an odd column, or from the west."""
        if self.lots.below(2):
            return hex_id(2 * self.lots.between(1, self.columns // 2) - 1, 1)
        return hex_id(1, self.lots.between(4, self.rows - 3))

    # --- places ----------------------------------------------------------------------------------------------

    def _turn(self, hex_: Hex) -> Hex | None:
        return turned(hex_, self.columns, self.rows)

    def _off_home(self, hex_: Hex) -> bool:
        return CLEAR_ROWS < place(hex_)[1] <= self.rows - CLEAR_ROWS

    def _holds(self, hex_: Hex) -> bool:
        column, row = place(hex_)
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def _around(self, area: Iterable[Hex]) -> Iterator[Hex]:
        return (near for hex_ in area for _, near in neighbours(hex_) if self._holds(near))

    def _rim(self, area: set[Hex]) -> list[Hex]:
        return sorted(set(self._around(area)) - area)


def has_way(map_: Map, kind: str) -> bool:
    """`map.maker`: whether that kind can get from the one home edge to the other."""
    fresh = [hex_ for hex_ in map_.hexes() if place(hex_)[1] == 1 and may_enter(map_, kind, hex_)]
    seen = set(fresh)
    while fresh:
        near = [other for _, other in neighbours(fresh.pop()) if other not in seen and may_enter(map_, kind, other)]
        seen.update(near)
        fresh += near
    return any(place(hex_)[1] == map_.rows for hex_ in seen)


def areas(map_: Map, ground: str) -> list[set[Hex]]:
    """The connected areas of one ground."""
    left = {hex_ for hex_, kind in map_.terrain.items() if kind == ground}
    found = []
    while left:
        area, fresh = set(), [left.pop()]
        while fresh:
            area.add(hex_ := fresh.pop())
            near = {other for _, other in neighbours(hex_)} & left
            left -= near
            fresh += near
        found.append(area)
    return found
