"""The steps that a kind of unit can make on a map, reckoned once for each map: ways are looked for all the time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from .hexes import Hex, neighbours
from .terrain import Map

Steps = Mapping[Hex, Mapping[str, tuple[Hex, int]]]
KEPT = 64

# by identity: a map is never changed, and comparing two would cost as much as the steps
_known: OrderedDict[tuple[int, str], tuple[Map, Steps]] = OrderedDict()


def may_enter(map_: Map, kind: str, hex_: Hex) -> bool:
    """R9: whether that kind of unit may ever be in the hex."""
    return map_.holds(hex_) and kind not in map_.ground(hex_).closed_to


def step_cost(map_: Map, start: Hex, hex_: Hex) -> int:
    """`map.terrain`: points to enter a hex, one more going up a hill."""
    ground = map_.ground(hex_)
    return ground.cost + (ground.high and not map_.ground(start).high)


def steps(map_: Map, kind: str) -> Steps:
    """For each hex of the map the directions that lead to a hex that the kind may enter, with that hex and its cost."""
    known = _known.get((id(map_), kind))
    if known is not None and known[0] is map_:
        return known[1]
    reckoned = {hex_: _steps_from(map_, kind, hex_) for hex_ in map_.hexes()}
    _known[id(map_), kind] = (map_, reckoned)
    while len(_known) > KEPT:
        _known.popitem(last=False)
    return reckoned


def _steps_from(map_: Map, kind: str, hex_: Hex) -> Mapping[str, tuple[Hex, int]]:
    around = ((facing, other) for facing, other in neighbours(hex_) if may_enter(map_, kind, other))
    return {facing: (other, step_cost(map_, hex_, other)) for facing, other in around}
