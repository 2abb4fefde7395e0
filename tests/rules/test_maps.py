"""Map sheets: readable data, lawful ground, fair to both sides; and what a wrong map is told."""

from collections import Counter, deque

import pytest

from battles.rules.catalogue import catalogue
from battles.rules.hexes import hex_id, neighbours, place
from battles.rules.sheets import SIGNS, read_sheet
from battles.rules.tables import CatalogueFault, parse
from battles.rules.terrain import GROUNDS, Map

KINDS = ("squad", "vehicle", "walker")
SHEETS = sorted(catalogue().maps)
GOOD = """
preset = "skirmish"
title = { en = "Field", ru = "Поле" }
about = { en = "A field.", ru = "Поле." }
grid = [".f=", "v^s", "~*."]
places = { 0201 = { en = "Wood", ru = "Лес" } }
"""


def turned(hex_: str, ground: Map) -> str:
    """The hex that lies there after half a turn; even columns lie half a hex lower, so theirs is a row less."""
    column, row = place(hex_)
    return hex_id(ground.columns + 1 - column, ground.rows + (1 if column % 2 else 0) - row)


def open_to(ground: Map, kind: str) -> set[str]:
    return {hex_ for hex_ in ground.hexes() if kind not in ground.ground(hex_).closed_to}


def reached(start: str, within: set[str]) -> set[str]:
    seen, queue = {start}, deque([start])
    while queue:
        for _, other in neighbours(queue.popleft()):
            if other in within and other not in seen:
                seen.add(other)
                queue.append(other)
    return seen


def test_three_maps_for_a_skirmish_and_three_for_a_battle() -> None:
    assert Counter(sheet.preset for sheet in catalogue().maps.values()) == {"skirmish": 3, "battle": 3}


@pytest.mark.parametrize("id_", SHEETS)
def test_a_map_has_the_size_of_its_preset(id_: str) -> None:
    sheet = catalogue().maps[id_]
    preset = catalogue().presets[sheet.preset]
    assert (sheet.map.columns, sheet.map.rows) == (preset.columns, preset.rows)


@pytest.mark.parametrize("id_", SHEETS)
def test_a_map_is_fair(id_: str) -> None:
    """map.maker: the same after half a turn; the last row of even columns has no partner and is easy ground."""
    ground = catalogue().maps[id_].map
    for hex_ in ground.hexes():
        column, row = place(hex_)
        if column % 2 == 0 and row == ground.rows:
            assert ground.kind(hex_) in ("open", "road"), hex_
        else:
            assert ground.kind(hex_) == ground.kind(turned(hex_, ground)), hex_


def test_half_a_turn_keeps_neighbours_together() -> None:
    ground = Map(columns=11, rows=13)
    for hex_ in ("0505", "0606", "0407", "0309"):
        around = {turned(other, ground) for _, other in neighbours(hex_)}
        assert around == {other for _, other in neighbours(turned(hex_, ground))}


@pytest.mark.parametrize("id_", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_unit_finds_a_way_everywhere(id_: str, kind: str) -> None:
    """map.maker: no hex that a unit may stand in is cut off, so there is a way from edge to edge."""
    ground = catalogue().maps[id_].map
    free = open_to(ground, kind)
    assert reached(min(free), free) == free
    assert {1, ground.rows} <= {place(hex_)[1] for hex_ in free}


@pytest.mark.parametrize("id_", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_can_deploy_twelve_units_of_a_kind(id_: str, kind: str) -> None:
    sheet = catalogue().maps[id_]
    depth = catalogue().presets[sheet.preset].deploy_rows
    for side in ("red", "blue"):
        rows = sheet.map.home_rows(side, depth)
        assert sum(place(hex_)[1] in rows for hex_ in open_to(sheet.map, kind)) >= 12


@pytest.mark.parametrize("id_", SHEETS)
def test_a_map_has_character(id_: str) -> None:
    """At least three kinds of ground besides open, a title, a description and named places in both languages."""
    sheet = catalogue().maps[id_]
    assert len({sheet.map.kind(hex_) for hex_ in sheet.map.hexes()} - {"open"}) >= 3
    assert len(sheet.places) >= 3
    assert all(sheet.map.holds(hex_) for hex_ in sheet.places)
    titles = [other.title for other in catalogue().maps.values()]
    assert titles.count(sheet.title) == 1


def test_every_ground_has_a_sign() -> None:
    assert set(SIGNS.values()) == set(GROUNDS)


def test_a_drawing_is_read_column_by_column() -> None:
    sheet = read_sheet("field", parse(GOOD, file="field.toml"), ("skirmish",))
    assert (sheet.map.columns, sheet.map.rows) == (3, 3)
    assert dict(sheet.map.terrain) == {
        "0201": "forest", "0301": "road", "0102": "village", "0202": "hill",
        "0302": "swamp", "0103": "water", "0203": "shrine",
    }  # fmt: skip
    assert sheet.places["0201"].ru == "Лес"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"v^s"', '"v^"', ("grid", "equally long")),
        ('"v^s"', '"v?s"', ("grid", "unknown sign '?' in row 2, column 2")),
        ('grid = [".f=", "v^s", "~*."]', "grid = []", ("grid",)),
        ("0201 =", "0401 =", ("places", "0401", "no hex of this map")),
        ("0201 =", "wood =", ("places", "wood", "no hex of this map")),
        ('"skirmish"', '"raid"', ("preset", "must be one of skirmish")),
        ("places", "towns", ("towns", "is unknown")),
    ],
)
def test_a_wrong_map_is_told_where(old: str, new: str, words: tuple[str, ...]) -> None:
    assert old in GOOD
    with pytest.raises(CatalogueFault) as fault:
        read_sheet("field", parse(GOOD.replace(old, new, 1), file="field.toml"), ("skirmish",))
    assert all(word in str(fault.value) for word in ("field.toml", *words)), str(fault.value)
