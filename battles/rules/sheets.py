"""Map sheets: hand-made maps as data, one sign for each hex.

A file draws its map as `grid`, a list of rows, each a sign for every column from west to east. A hex of an even column
lies half a hex lower than its neighbours in the same row of the drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hexes import Hex, hex_id, place
from .tables import Table, Text
from .terrain import Map

SIGNS: Mapping[str, str] = {
    ".": "open",
    "=": "road",
    "f": "forest",
    "v": "village",
    "^": "hill",
    "s": "swamp",
    "~": "water",
    "*": "shrine",
}


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map with its titles; `preset` is the kind of battle that it is made for, `places` label hexes."""

    id: str
    preset: str
    map: Map
    title: Text
    about: Text
    places: Mapping[Hex, Text]


def read_sheet(id_: str, table: Table, presets: tuple[str, ...]) -> MapSheet:
    """One map file; CatalogueFault where it is wrong."""
    title = table.both("title")
    ground = _grid(id_, table)
    sheet = MapSheet(
        id=id_,
        preset=table.one_of("preset", presets),
        map=ground,
        title=title,
        about=table.both("about"),
        places=_places(table, ground) if table.has("places") else {},
    )
    table.done()
    return sheet


def _grid(id_: str, table: Table) -> Map:
    rows = table.texts("grid")
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise table.fault("grid", "rows must be equally long")
    terrain = {}
    for row, signs in enumerate(rows, 1):
        for column, sign in enumerate(signs, 1):
            if sign not in SIGNS:
                raise table.fault("grid", f"unknown sign {sign!r} in row {row}, column {column}")
            if SIGNS[sign] != "open":
                terrain[hex_id(column, row)] = SIGNS[sign]
    return Map(columns=widths.pop(), rows=len(rows), terrain=terrain, name=id_)


def _places(table: Table, ground: Map) -> Mapping[Hex, Text]:
    places = table.table("places")
    found = {}
    for hex_ in places.names():
        if not _is_hex(hex_) or not ground.holds(hex_):
            raise places.fault(hex_, "is no hex of this map")
        found[hex_] = places.both(hex_)
    return found


def _is_hex(text: str) -> bool:
    try:
        place(text)
    except ValueError:
        return False
    return True
