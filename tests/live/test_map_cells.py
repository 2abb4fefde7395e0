"""The grid of cells: every hex once, spoken by coordinates and ground, one of them open to the keys."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from battles.live import cells, field, wording
from battles.live.board import board_of
from battles.live.scene import scene_of
from battles.rules.catalogue import catalogue

from .conftest import Player
from .test_panels import position, start


@pytest.mark.parametrize("map_id", sorted(catalogue().maps))
@pytest.mark.parametrize("side", ["red", "blue"])
def test_every_hex_is_a_cell_once_and_says_its_ground(map_id: str, side: str) -> None:
    map_ = catalogue().maps[map_id].map
    html = cells.grid(map_, board_of(map_, side), "ru")
    found = dict(re.findall(r'data-cell="(\d+)" aria-label="([^"]*)"', html))
    assert list(found) != []
    assert set(found) == set(map_.hexes())
    assert html.count("data-cell") == len(found)
    with override("ru"):
        for hex_, spoken in found.items():
            assert spoken == f"{hex_[:2]} {hex_[2:]}, {wording.ground_name(map_.kind(hex_))}"


def test_only_one_thing_of_the_map_can_be_entered_by_tab(red_player: Player, blue_player: Player) -> None:
    html = red_player.client.get(f"/b/{red_player.battle}/").content.decode()
    drawing = html.split('<svg id="map"')[1].split("</svg></figure>")[0]
    assert drawing.count('tabindex="0"') == 1
    assert 'class="cell" tabindex="0"' in drawing


def test_the_cells_come_in_the_order_in_which_they_are_seen() -> None:
    map_ = position(start()).map
    for side, first in (("blue", "0101"), ("red", f"{map_.columns:02d}{map_.rows:02d}")):
        html = cells.grid(map_, board_of(map_, side), "en")
        assert re.findall(r'data-cell="(\d+)"', html)[0] == first


def test_a_flipped_map_is_the_other_sides() -> None:
    table = start()
    flipped = field.turned(scene_of(table, "red", "en", turned=True))
    assert flipped == field.turned(scene_of(table, "blue", "en"))
    assert flipped != field.turned(scene_of(table, "red", "en"))


def test_the_map_stays_light() -> None:
    """Ground, cells and counters of a skirmish as they are sent at first, before they are packed."""
    page = field.page(scene_of(start(), "red", "ru"))
    sizes = {name: len(str(page[name]).encode()) for name in ("sheet", "cells")}
    assert sizes["sheet"] < 90_000
    assert sizes["cells"] < 25_000
