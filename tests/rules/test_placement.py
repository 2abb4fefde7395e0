"""Where reserves enter: on free hexes of their own edge, near their own, links together or not at all."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from battles.rules.battle import Battle, Link
from battles.rules.hexes import distance
from battles.rules.placement import entries
from tests.rules.random_player import new_battle


@pytest.fixture
def held_back() -> Battle:
    """All of red waits in reserve."""
    battle = new_battle(random.Random(5))
    own = [unit for unit in battle.units.values() if unit.side == "red"]
    return battle.with_units(replace(unit, reserve=True) for unit in own)


def test_reserves_enter_on_free_hexes_of_their_own_edge(held_back: Battle) -> None:
    found = entries(held_back, "red")
    assert set(found) == {unit.id for unit in held_back.units.values() if unit.side == "red"}
    assert {spot.hex[2:] for spot in found.values()} == {"01"}
    assert len({spot.hex for spot in found.values()}) == len(found)


def test_they_come_near_their_own(held_back: Battle) -> None:
    first, *rest = (unit for unit in held_back.in_order() if unit.side == "red")
    battle = held_back.with_unit(replace(first, reserve=False, hex="0904"))
    found = entries(battle, "red")
    assert set(found) == {unit.id for unit in rest}
    assert min(distance(spot.hex, "0904") for spot in found.values()) <= 4


def test_a_link_that_cannot_come_together_waits(held_back: Battle) -> None:
    squads = tuple(unit.id for unit in held_back.in_order() if unit.side == "red" and unit.kind == "squad")[:2]
    assert len(squads) == 2
    linked = replace(held_back, links={"rL1": Link("rL1", "red", squads)})
    assert set(squads) <= set(entries(linked, "red"))
    edge = {hex_: "water" for hex_ in linked.map.hexes() if hex_.endswith("01") and hex_ not in ("0201", "0901")}
    parted = replace(linked, map=replace(linked.map, terrain=edge))
    assert not set(squads) & set(entries(parted, "red"))
