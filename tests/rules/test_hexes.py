"""`map.hexes`, `map.arc`, `map.line`: integer hex maths against plain geometry."""

import math
from collections.abc import Iterator
from itertools import product

import pytest

from battles.rules.hexes import (
    FACINGS,
    OPPOSITE,
    TURNS,
    arc,
    cube,
    direction,
    distance,
    hex_id,
    line,
    neighbours,
    place,
    step,
)
from battles.rules.terrain import Map

FIELD = tuple(hex_id(column, row) for column, row in product(range(20, 31), range(20, 33)))
MIDDLES = ("2525", "2626")  # an odd and an even column


def centre(hex_: str) -> tuple[float, float]:
    """The centre of a flat-top hex of unit side, y downward."""
    column, row = place(hex_)
    return 1.5 * column, math.sqrt(3) * (row + (0.5 if column % 2 == 0 else 0))


def apart(a: str, b: str) -> float:
    return math.dist(centre(a), centre(b))


def angle_from(hex_: str, facing: str, other: str) -> float:
    """Degrees between a facing and the line to another hex, 0 to 180."""
    (ax, ay), (bx, by) = centre(hex_), centre(other)
    bearing = math.degrees(math.atan2(bx - ax, ay - by)) % 360
    off = abs(bearing - 60 * FACINGS.index(facing)) % 360
    return min(off, 360 - off)


def test_a_hex_is_named_by_column_and_row() -> None:
    assert hex_id(3, 4) == "0304"
    assert place("0304") == (3, 4)


@pytest.mark.parametrize("text", ["", "304", "03044", "0a04", "-104", "٠٣٠٤"])
def test_anything_else_is_no_hex(text: str) -> None:
    with pytest.raises(ValueError, match="not a hex"):
        place(text)


@pytest.mark.parametrize(
    ("hex_", "expected"),
    [
        ("0505", {"N": "0504", "NE": "0604", "SE": "0605", "S": "0506", "SW": "0405", "NW": "0404"}),
        ("0404", {"N": "0403", "NE": "0504", "SE": "0505", "S": "0405", "SW": "0305", "NW": "0304"}),
        ("0101", {"SE": "0201", "S": "0102"}),
    ],
)
def test_neighbours_of_odd_and_even_columns(hex_: str, expected: dict[str, str]) -> None:
    """map.hexes, R4"""
    assert dict(neighbours(hex_)) == expected
    for facing, other in expected.items():
        assert step(hex_, facing) == other
        assert direction(hex_, other) == facing
        assert direction(other, hex_) == OPPOSITE[facing]


def test_who_is_no_neighbour_has_no_direction() -> None:
    assert direction("0505", "0507") is None
    assert direction("0505", "0505") is None


@pytest.mark.parametrize("hex_", MIDDLES)
def test_neighbours_are_those_one_hex_away(hex_: str) -> None:
    near = {other for other in FIELD if other != hex_ and apart(hex_, other) < 1.8}
    assert {other for _, other in neighbours(hex_)} == near


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("0101", "0101", 0), ("0505", "0507", 2), ("0101", "1501", 14), ("0304", "0801", 5)]
)
def test_distance_of_known_pairs(a: str, b: str, steps: int) -> None:
    assert distance(a, b) == distance(b, a) == steps


def _rings(start: str) -> Iterator[set[str]]:
    ring, seen = {start}, {start}
    while ring:
        yield ring
        ring = {other for hex_ in ring for _, other in neighbours(hex_) if other in FIELD} - seen
        seen |= ring


@pytest.mark.parametrize("start", MIDDLES)
def test_distance_counts_steps(start: str) -> None:
    """R4: on a convex field the distance is the number of steps of the shortest way."""
    for steps, ring in enumerate(_rings(start)):
        assert {distance(start, other) for other in ring} == {steps}


@pytest.mark.parametrize("hex_", MIDDLES)
def test_cube_coordinates_add_up_to_nothing(hex_: str) -> None:
    assert sum(cube(hex_)) == 0


def test_turns_are_counted_the_short_way() -> None:
    assert [TURNS["N", facing] for facing in FACINGS] == [0, 1, 2, 3, 2, 1]


@pytest.mark.parametrize("hex_", MIDDLES)
@pytest.mark.parametrize("facing", FACINGS)
def test_arcs_are_the_angles_of_the_rule(hex_: str, facing: str) -> None:
    """R5: up to 60 degrees front, up to 120 side, else rear; both limits included."""
    for other in FIELD:
        if other == hex_:
            continue
        angle = angle_from(hex_, facing, other)
        expected = "front" if angle < 60.001 else "side" if angle < 120.001 else "rear"
        assert arc(hex_, facing, other) == expected, (other, angle)


@pytest.mark.parametrize("facing", FACINGS)
def test_three_neighbours_are_in_front_two_beside_one_behind(facing: str) -> None:
    """map.arc, R5"""
    arcs = sorted(arc("2525", facing, other) for _, other in neighbours("2525"))
    assert arcs == ["front", "front", "front", "rear", "side", "side"]


@pytest.mark.parametrize("start", MIDDLES)
def test_a_line_runs_through_the_nearest_hexes(start: str) -> None:
    """R6: at every whole step the hex, or the two hexes, whose centres are nearest to the point of the line."""
    for end in FIELD:
        steps = distance(start, end)
        (ax, ay), (bx, by) = centre(start), centre(end)
        for i, found in enumerate(line(start, end), 1):
            point = (ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps)
            off = {hex_: math.dist(point, centre(hex_)) for hex_ in FIELD}
            nearest = min(off.values())
            assert set(found) == {hex_ for hex_ in FIELD if off[hex_] < nearest + 1e-6}, (end, i)


def test_a_line_is_the_same_seen_from_the_other_end() -> None:
    for a, b in product(MIDDLES, FIELD):
        assert line(a, b) == tuple(reversed(line(b, a)))


def test_a_line_has_only_what_lies_strictly_between() -> None:
    assert line("0505", "0505") == line("0505", "0506") == ()
    assert line("0505", "0508") == (("0506",), ("0507",))
    assert line("0505", "0705") == (("0604", "0605"),)


def test_a_line_meets_two_hexes_at_most_at_a_time() -> None:
    assert {len(found) for a, b in product(MIDDLES, FIELD) for found in line(a, b)} == {1, 2}


def test_a_map_knows_its_edges() -> None:
    ground = Map(columns=11, rows=13)
    assert ground.holds("1113")
    assert not ground.holds("1213")
    assert not ground.holds("1114")
    assert len(tuple(ground.hexes())) == 11 * 13
    assert list(ground.home_rows("red", 3)) == [1, 2, 3]
    assert list(ground.home_rows("blue", 3)) == [11, 12, 13]
    assert (ground.steps_home("red", "0502"), ground.steps_home("blue", "0512")) == (2, 2)
