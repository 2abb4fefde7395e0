"""The steps that a kind of unit can make on a map, reckoned once for each map: ways are looked for all the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .by_map import once_for_each_map
from .hexes import FACINGS, OPPOSITE, STEPS, Hex, cube, neighbours
from .terrain import Map

Steps = Mapping[Hex, Mapping[str, tuple[Hex, int]]]
Node = tuple[str, str | None]
Onward = tuple[int, Node, tuple[Hex, ...]]

BESIDE = {facing: (FACINGS[(i + 1) % 6], FACINGS[(i - 1) % 6]) for i, facing in enumerate(FACINGS)}


def may_enter(map_: Map, kind: str, hex_: Hex) -> bool:
    """R9: whether that kind of unit may ever be in the hex."""
    return map_.holds(hex_) and kind not in map_.ground(hex_).closed_to


def step_cost(map_: Map, start: Hex, hex_: Hex) -> int:
    """`map.terrain`: points to enter a hex, one more going up a hill."""
    ground = map_.ground(hex_)
    return ground.cost + (ground.high and not map_.ground(start).high)


@once_for_each_map
def steps(map_: Map, kind: str) -> Steps:
    """For each hex of the map the directions that lead to a hex that the kind may enter, with that hex and its cost."""
    return {hex_: _steps_from(map_, kind, hex_) for hex_ in map_.hexes()}


def _steps_from(map_: Map, kind: str, hex_: Hex) -> Mapping[str, tuple[Hex, int]]:
    around = ((facing, other) for facing, other in neighbours(hex_) if may_enter(map_, kind, other))
    return {facing: (other, step_cost(map_, hex_, other)) for facing, other in around}


class Nodes(dict[Node, tuple[Onward, ...]]):
    """For each (hex, facing) the single steps and turns from it: price, where they lead, what is entered.

    Filled as it is asked: a battle sees a small part of its map. Nothing leads back from off the map.
    """

    def __init__(self, map_: Map, kind: str, side: str) -> None:
        self._steps, self._brinks = steps(map_, kind), brinks(map_, side)

    def __missing__(self, node: Node) -> tuple[Onward, ...]:
        hex_ = node[0]
        found = self[node] = (
            (*_onward(self._steps[hex_], node), *_over(self._brinks.get(hex_, ()), node[1]))
            if hex_ in self._steps
            else ()
        )
        return found


@once_for_each_map
def nodes(map_: Map, kind: str, side: str) -> Nodes:
    """The steps and turns of a kind of unit of a side on a map."""
    return Nodes(map_, kind, side)


def _onward(around: Mapping[str, tuple[Hex, int]], node: Node) -> list[Onward]:
    """`move.points`: ahead, backward for a point more, a sixth of a turn for one; who has no facing goes anywhere."""
    hex_, facing = node
    if facing is None:
        return [(price, (other, None), (other,)) for other, price in around.values()]
    onward: list[Onward] = [(1, (hex_, turned), ()) for turned in BESIDE[facing]]
    for way, extra in ((facing, 0), (OPPOSITE[facing], 1)):
        if way in around:
            other, price = around[way]
            onward.append((price + extra, (other, facing), (other,)))
    return onward


def _over(brink: Iterable[tuple[str, str]], facing: str | None) -> list[Onward]:
    """R20: the steps off the map: 1 point, backward 2."""
    prices = {facing: 1, OPPOSITE[facing]: 2} if facing else dict.fromkeys(FACINGS, 1)
    return [(prices[way], (off(edge), None), (off(edge),)) for way, edge in brink if way in prices]


def off(edge: str) -> str:
    """The name of leaving over an edge among the nodes of a way."""
    return f"off/{edge}"


@once_for_each_map
def brinks(map_: Map, side: str) -> Mapping[Hex, tuple[tuple[str, str], ...]]:
    """The steps off the map, (facing, edge as the side names it), of each hex at its rim."""
    found = {hex_: tuple(_crossings(map_, side, hex_)) for hex_ in map_.hexes()}
    return {hex_: over for hex_, over in found.items() if over}


def _crossings(map_: Map, side: str, hex_: Hex) -> list[tuple[str, str]]:
    """A step over a corner leads over both edges."""
    x, _, z = cube(hex_)
    north, south = ("home", "enemy") if side == "red" else ("enemy", "home")
    found = []
    for facing, (dx, _, dz) in STEPS.items():
        column, row = x + dx + 1, z + dz + (x + dx) // 2 + 1
        crossed = ((row < 1, north), (column < 1, "west"), (column > map_.columns, "east"), (row > map_.rows, south))
        found += [(facing, edge) for over, edge in crossed if over]
    return found
