"""`map.maker`: what it promises, on a thousand maps."""

from __future__ import annotations

import pytest

from battles.rules.catalogue import catalogue
from battles.rules.hexes import hex_id
from battles.rules.map_maker import KINDS, SORTS, areas, has_way, make_map, turned, with_shrines
from battles.rules.terrain import Map

SIZES = {sort.ground: sort.hexes for sort in SORTS}


def fair(map_: Map) -> bool:
    """Every hex has the ground of its partner; only the last row of even columns has none, and it is open."""
    for hex_ in map_.hexes():
        other = turned(hex_, map_.columns, map_.rows)
        if map_.kind(hex_) != (map_.kind(other) if other else "open"):
            return False
    return True


@pytest.mark.parametrize("tens", range(10))
def test_a_thousand_standard_maps_keep_the_promises(tens: int) -> None:
    """map.maker"""
    some = {"swamp": 0, "water": 0}
    for number in range(100):
        map_ = make_map(f"{tens}-{number}")
        assert (map_.columns, map_.rows) == (15, 17)
        assert 9 <= len(areas(map_, "forest")) <= 12
        assert 3 <= len(areas(map_, "hill")) <= 4
        assert 2 <= len(areas(map_, "village")) <= 4
        assert len(areas(map_, "road")) == 1
        for ground, (least, most) in SIZES.items():
            assert all(least <= len(area) <= most for area in areas(map_, ground)), (ground, number)
        assert fair(map_)
        assert all(has_way(map_, kind) for kind in KINDS)
        for ground in some:
            some[ground] += bool(areas(map_, ground))
    assert all(0 < count < 100 for count in some.values())


@pytest.mark.parametrize("preset", ["skirmish", "battle", "great_battle"])
def test_maps_of_every_preset_leave_room_to_deploy(preset: str) -> None:
    """map.maker"""
    kind = catalogue().presets[preset]
    for number in range(20):
        map_ = make_map(f"{preset}-{number}", columns=kind.columns, rows=kind.rows)
        assert fair(map_)
        home = {map_.kind(hex_id(column, row)) for column in range(1, kind.columns + 1) for row in (1, 2)}
        assert home <= {"open", "road"}


def test_a_seed_makes_one_map_and_another_seed_another() -> None:
    assert make_map("Купала") == make_map("Купала")
    assert make_map("Купала") != make_map("купала")


@pytest.mark.parametrize(("columns", "rows"), [(14, 17), (7, 9), (9, 8)])
def test_a_size_that_cannot_be_turned_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="odd number of columns"):
        make_map("x", columns=columns, rows=rows)


def test_a_map_without_a_way_is_known() -> None:
    wall = {hex_id(column, 8): "water" for column in range(1, 16)}
    assert has_way(Map(terrain=wall), "walker")
    assert not has_way(Map(terrain=wall), "squad")


@pytest.mark.parametrize("map_id", sorted(catalogue().maps))
def test_three_shrines_are_as_far_from_either_side(map_id: str) -> None:
    map_ = with_shrines(catalogue().maps[map_id].map)
    shrines = [hex_ for hex_, kind in map_.terrain.items() if kind == "shrine"]
    assert len(shrines) == 3
    assert all(map_.steps_home("red", hex_) == map_.steps_home("blue", hex_) for hex_ in shrines)
    assert with_shrines(map_) is map_
