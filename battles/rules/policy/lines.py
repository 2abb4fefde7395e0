"""Lines of sight, reckoned once for each map: positions are weighed by the hundred."""

from __future__ import annotations

from ..by_map import once_for_each_map
from ..hexes import Hex
from ..shooting import BLOCKING, obstructions
from ..terrain import Map

BLOCKED = 99


@once_for_each_map
def _found(map_: Map) -> dict[tuple[Hex, Hex], int]:
    """Filled as it is asked."""
    return {}


class Lines:
    """The lines of one map: how many hexes obstruct each, or BLOCKED (`map.line`)."""

    __slots__ = ("_found", "_map")

    def __init__(self, map_: Map) -> None:
        self._map, self._found = map_, _found(map_)

    def between(self, a: Hex, b: Hex) -> int:
        key = (a, b) if a < b else (b, a)
        found = self._found.get(key)
        if found is None:
            count, hill = obstructions(self._map, *key)
            found = self._found[key] = BLOCKED if hill or count >= BLOCKING else count
        return found
