"""The suggested deployment: lawful everywhere, and sensible where one can say what that means."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle, Link
from battles.rules.catalogue import catalogue
from battles.rules.commands import Deploy
from battles.rules.dice import SeededDice
from battles.rules.hexes import distance, hex_id, place
from battles.rules.initiative import worn
from battles.rules.policy import STEADY, choose
from battles.rules.policy.bodies import formed, tie
from battles.rules.policy.deployment import suggest
from battles.rules.proof.setups import new_battle
from battles.rules.sight import seen_by


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("preset", ["skirmish", "battle"])
def test_every_unit_of_every_starter_army_gets_a_lawful_hex(preset: str, side: str) -> None:
    for seed in range(12):
        battle = new_battle(random.Random(seed), preset=preset)
        command = suggest(seen_by(battle, side), side)
        assert set(command.placements) == {unit.id for unit in battle.units.values() if unit.side == side}
        turn.decide(battle, side, command, SeededDice("1"))


def test_both_sides_place_and_the_battle_begins() -> None:
    battle = new_battle(random.Random(3))
    for side in ("red", "blue"):
        battle = replay(battle, turn.decide(battle, side, suggest(seen_by(battle, side), side), SeededDice("1")))
    assert battle.chreda == "preparatory"


def test_a_heap_is_avoided_where_there_is_room() -> None:
    battle = new_battle(random.Random(1), preset="battle")
    spots = [spot.hex for spot in suggest(battle, "red").placements.values()]
    beside = sum(distance(a, b) == 1 for a in spots for b in spots) // 2
    assert beside <= len(spots) // 3


def test_vehicles_are_not_shut_in() -> None:
    """On a map whose western half is walled off by water, wheels are put where the way is open."""
    battle = new_battle(random.Random(2), preset="battle")
    columns = battle.map.columns
    wall = {hex_id(column, 4): "water" for column in range(1, columns - 2)}
    battle = replace(battle, map=replace(battle.map, terrain=wall))
    wheels = [id_ for id_, unit in battle.units.items() if unit.side == "red" and unit.kind == "vehicle"]
    placed = suggest(battle, "red").placements
    assert wheels
    assert all(place(placed[id_].hex)[0] > columns // 2 for id_ in wheels)


def test_who_finds_no_hex_stays_in_reserve() -> None:
    battle = new_battle(random.Random(1))
    water = {hex_: "water" for hex_ in battle.map.hexes() if hex_ not in ("0101", "0201")}
    drowned: Battle = replace(
        battle,
        map=replace(battle.map, terrain=water),
        units={id_: replace(unit, kind="squad") for id_, unit in battle.units.items()},
    )
    command = suggest(drowned, "red")
    assert {spot.hex for spot in command.placements.values()} == {"0101", "0201"}
    assert len(command.reserve) == sum(unit.side == "red" for unit in battle.units.values()) - 2
    turn.decide(drowned, "red", command, SeededDice("1"))


@pytest.mark.parametrize("preset", ["skirmish", "battle", "great_battle"])
def test_wished_links_are_placed_together(preset: str) -> None:
    """Every starter with planned links, on every map: the deployment that forms them is lawful."""
    known = catalogue()
    planned = [starter for starter in known.starters.values() if any(entry.link for entry in starter.entries)]
    for starter in (starter for starter in planned if starter.preset == preset):
        plans: dict[str, tuple[str, ...]] = {}
        for number, entry in enumerate(starter.entries, 1):
            if entry.link:
                plans[entry.link] = (*plans.get(entry.link, ()), f"r{number}")
        battle = new_battle(random.Random(2), preset=preset, starter=starter.id)
        command = suggest(seen_by(battle, "red"), "red", plans)
        assert command.links == plans
        turn.decide(battle, "red", command, SeededDice("1"))


@pytest.mark.parametrize("starter", ["skirmish_rat", "skirmish_stepnyaki", "skirmish_otroki"])
def test_the_practice_opponent_forms_links_of_equals(starter: str) -> None:
    """`link.form`: of one kind and initiative, lawful, and together; a temper without links forms none."""
    battle = new_battle(random.Random(2), starter=starter)
    command = choose(seen_by(battle, "red"), "red", SeededDice("w"))
    assert isinstance(command, Deploy)
    assert command.links
    for members in command.links.values():
        assert len({(battle.units[id_].kind, worn(battle.units[id_]).value) for id_ in members}) == 1
    turn.decide(battle, "red", command, SeededDice("1"))
    without = choose(seen_by(battle, "red"), "red", SeededDice("w"), replace(STEADY, links=False))
    assert isinstance(without, Deploy)
    assert not without.links


def test_no_hireling_is_put_into_a_link() -> None:
    battle = new_battle(random.Random(2), starter="skirmish_vataga")
    ids = [unit.id for unit in battle.units.values() if unit.side == "red"]
    linked = [id_ for members in formed(battle, "red", ids).values() for id_ in members]
    assert linked
    assert not any(battle.units[id_].is_hireling for id_ in linked)


def test_a_member_is_drawn_to_its_link() -> None:
    """`link.together`: a hex out of reach of all mates costs something, one within reach nothing."""
    battle = new_battle(random.Random(2), starter="skirmish_otroki")
    ids = ("r2", "r3")
    units = {id_: replace(battle.units[id_], hex=hex_) for id_, hex_ in zip(ids, ("0303", "0304"), strict=True)}
    battle = replace(battle, units={**battle.units, **units}, links={"rL1": Link("rL1", "red", ids)})
    cost = tie(battle, battle.units["r2"])
    assert cost("0306") == 0
    assert cost("0309") > 0
    assert tie(battle, battle.units["r1"])("0309") == 0
