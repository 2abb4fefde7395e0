"""Random maps: those of the catalogue, made ones, and wild ones that no maker of maps would pass."""

from __future__ import annotations

from dataclasses import replace

from .. import atlas
from ..catalogue import Preset, catalogue
from ..hexes import place
from ..map_maker import with_shrines
from ..terrain import Map
from .chance import Chance

KINDS = ("forest", "village", "hill", "swamp", "water", "road")
SHARES = (0.0, 0.05, 0.15, 0.25)
WILD = 0.35
MADE = 60  # made maps of a preset: few, so that each is made but once


def random_map(chance: Chance, preset: Preset, scenario: str) -> Map:
    """A map for a battle of that size; with three shrines where the scenario wants them."""
    if chance.random() < WILD:
        return _wild(chance, scenario)
    known = [sheet for sheet in catalogue().maps.values() if sheet.preset == preset.id]
    made = atlas.sheet(atlas.made_id(preset.id, str(chance.randrange(MADE))))
    sheet = chance.choice(known) if known and chance.random() < 0.4 else made
    assert sheet is not None
    return with_shrines(sheet.map) if scenario == "shrine" else sheet.map


def _wild(chance: Chance, scenario: str) -> Map:
    map_ = Map(columns=chance.randint(9, 15), rows=chance.randint(8, 13), terrain={})
    share = chance.choice(SHARES)
    terrain = {hex_: chance.choice(KINDS) for hex_ in map_.hexes() if chance.random() < share}
    if scenario == "shrine":
        inner = [hex_ for hex_ in map_.hexes() if 4 <= place(hex_)[1] <= map_.rows - 3]
        terrain |= dict.fromkeys(chance.sample(inner, 3), "shrine")
    return replace(map_, terrain=terrain)
