"""Lines of sight, reckoned once for each map: positions are weighed by the hundred."""

from __future__ import annotations

from collections import OrderedDict

from ..hexes import Hex
from ..shooting import BLOCKING, obstructions
from ..terrain import Map

KEPT = 64
BLOCKED = 99

# by identity, as the lattice: a map is never changed
_known: OrderedDict[int, tuple[Map, dict[tuple[Hex, Hex], int]]] = OrderedDict()


class Lines:
    """The lines of one map: how many hexes obstruct each, or BLOCKED (`map.line`)."""

    __slots__ = ("_found", "_map")

    def __init__(self, map_: Map) -> None:
        known = _known.get(id(map_))
        if known is None or known[0] is not map_:
            known = _known[id(map_)] = (map_, {})
            while len(_known) > KEPT:
                _known.popitem(last=False)
        self._map, self._found = known

    def between(self, a: Hex, b: Hex) -> int:
        key = (a, b) if a < b else (b, a)
        found = self._found.get(key)
        if found is None:
            count, hill = obstructions(self._map, *key)
            found = self._found[key] = BLOCKED if hill or count >= BLOCKING else count
        return found
