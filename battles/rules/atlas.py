"""Every map by its id: the hand-made ones of the catalogue; `made-<preset>-<seed>` are made when asked for."""

from __future__ import annotations

import re
from functools import lru_cache

from .catalogue import catalogue
from .map_maker import make_map
from .sheets import MapSheet
from .tables import Text
from .terrain import Map

MADE = re.compile(r"made-([a-z_]{1,20})-([a-z0-9]{1,12})")

ABOUT = Text(
    en="Made for this battle: the same ground for either side.",
    ru="Создана для этого боя: земля для обеих сторон одна и та же.",
)


def sheet(map_id: str) -> MapSheet | None:
    """The map of that id with its titles; None where there is none."""
    return catalogue().maps.get(map_id) or _made(map_id)


def made_id(preset: str, seed: str) -> str:
    """The id of the map that is made for a preset from a seed of small letters and digits."""
    return f"made-{preset}-{seed}"


@lru_cache(maxsize=128)
def _made(map_id: str) -> MapSheet | None:
    """`map.maker`: the map of a seed, in the size of its preset."""
    found = MADE.fullmatch(map_id)
    preset = catalogue().presets.get(found[1]) if found else None
    if found is None or preset is None:
        return None
    drawn = make_map(map_id, columns=preset.columns, rows=preset.rows)
    return MapSheet(
        id=map_id,
        preset=preset.id,
        map=Map(drawn.columns, drawn.rows, drawn.terrain, map_id),
        title=Text(en=f"Unknown Land “{found[2]}”", ru=f"Неведомый край «{found[2]}»"),
        about=ABOUT,
        places={},
    )
