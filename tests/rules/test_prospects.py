"""Whether a battle is decided: both halves of the measure are needed, and it never ends anything."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from battles.rules.battle import Battle
from battles.rules.proof.setups import new_battle
from battles.rules.prospects import is_lost, strength


@pytest.fixture
def beaten() -> Battle:
    """Red has one unit left and is far behind."""
    battle = replace(new_battle(random.Random(2)), chreda="tactics")
    hexes = iter(battle.map.hexes())
    units = [replace(unit, hex=next(hexes)) for unit in battle.in_order()]
    fallen = [unit.id for unit in units if unit.side == "red"][1:]
    units = [replace(unit, hex=None, hits=0, state="destroyed") if unit.id in fallen else unit for unit in units]
    blue = replace(battle.sides["blue"], points=120)
    return battle.with_units(units).with_side(blue)


def test_a_side_that_is_behind_and_weak_is_lost(beaten: Battle) -> None:
    assert is_lost(beaten, "red")
    assert not is_lost(beaten, "blue")
    assert beaten.result is None


def test_who_is_weak_but_not_behind_is_not_lost(beaten: Battle) -> None:
    level = beaten.with_side(replace(beaten.sides["red"], points=115))
    assert not is_lost(level, "red")


def test_who_is_behind_but_strong_is_not_lost(beaten: Battle) -> None:
    blue = [replace(unit, hits=1) for unit in beaten.in_order() if unit.side == "blue" and unit.stats.hits > 4]
    assert not is_lost(beaten.with_units([replace(unit, hex=None, state="withdrawn") for unit in blue]), "red")


def test_the_shaken_count_half_and_routers_nothing(beaten: Battle) -> None:
    unit = next(unit for unit in beaten.in_order() if unit.on_map and unit.side == "red")
    whole = strength(beaten, "red")
    assert whole > 0
    assert strength(beaten.with_unit(replace(unit, state="shaken")), "red") == whole / 2
    assert strength(beaten.with_unit(replace(unit, state="routing")), "red") == 0
