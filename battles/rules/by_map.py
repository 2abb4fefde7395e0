"""What is reckoned once for each map: ways and lines are looked for all the time, and maps are few."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from .terrain import Map

P = ParamSpec("P")
T = TypeVar("T")
KEPT = 64


def once_for_each_map(reckon: Callable[Concatenate[Map, P], T]) -> Callable[Concatenate[Map, P], T]:
    """Keep what a function of a map finds, for the maps that came last.

    By identity: a map is never changed, and comparing two would cost as much as what is reckoned.
    """
    known: OrderedDict[tuple[object, ...], tuple[Map, T]] = OrderedDict()

    @wraps(reckon)
    def kept(map_: Map, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (id(map_), *args, *kwargs.items())
        found = known.get(key)
        if found is None:  # the map is kept too, so that no other gets its identity
            found = known[key] = (map_, reckon(map_, *args, **kwargs))
            while len(known) > KEPT:
                known.popitem(last=False)
        return found[1]

    return kept
