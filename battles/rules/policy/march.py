"""How far it is to march: points to a line of hexes by the ways of a kind of unit, reckoned once for each map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from ..battle import ENEMY
from ..by_map import once_for_each_map
from ..hexes import Hex, hex_id
from ..lattice import steps
from ..terrain import Map


@once_for_each_map
def to_enemy_edge(map_: Map, kind: str, side: str) -> Mapping[Hex, int]:
    """`move.points`, without turns: points from each hex to the enemy's edge row; unreachable hexes are missing."""
    row = map_.home_rows(ENEMY[side], 1)[0]
    return to_any(map_, kind, (hex_id(column, row) for column in range(1, map_.columns + 1)))


def to_any(map_: Map, kind: str, goals: Iterable[Hex]) -> Mapping[Hex, int]:
    """Points from each hex to the nearest of some hexes, found by walking back from them."""
    lattice = steps(map_, kind)
    back: dict[Hex, list[tuple[Hex, int]]] = {}
    for hex_, around in lattice.items():
        for other, price in around.values():
            back.setdefault(other, []).append((hex_, price))
    found: dict[Hex, int] = {}
    queue = [(0, hex_) for hex_ in goals if kind not in map_.ground(hex_).closed_to]
    queue.sort()
    while queue:
        spent, hex_ = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = spent
        for other, price in back.get(hex_, ()):
            if other not in found:
                heappush(queue, (spent + price, other))
    return found
