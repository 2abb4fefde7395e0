"""move.points, N22, N23: off the map by a way that the command names, and by no other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle
from battles.rules.commands import Move
from battles.rules.dice import ScriptedDice
from battles.rules.notation import read
from battles.rules.refusals import Refused

CASE = Path(__file__).parent / "own_cases" / "battle.scenarios-enemy-edge.json"


def at(hex_: str, facing: str, speed: int) -> Battle:
    start = read(json.loads(CASE.read_text(encoding="utf-8"))).start
    unit = start.units["r1"]
    start = start.with_unit(replace(unit, hex=hex_, facing=facing, stats=replace(unit.stats, speed=speed)))
    return replay(start, turn.begin(start, ScriptedDice([])))


def leave(battle: Battle, *path: str) -> tuple[str, ...]:
    """What is refused, or the hexes of the way."""
    try:
        events = turn.decide(battle, "red", Move("r1", "off", path=path), ScriptedDice([]))
    except Refused as refused:
        return refused.rule, refused.reason
    left = replay(battle, events).units["r1"]
    assert (left.hex, left.state) == (None, "withdrawn")
    return next(event.path for event in events if event.event == "left_map")


@pytest.mark.parametrize(
    ("hex_", "facing", "speed", "path"),
    [
        ("0117", "S", 1, ("off",)),
        ("0117", "SE", 2, ("off",)),
        ("0117", "N", 2, ("off",)),
        ("0116", "S", 2, ("0117", "off")),
        ("0116", "SE", 5, ("0216", "0217", "off")),
    ],
)
def test_a_named_way_off_the_map_is_taken(hex_: str, facing: str, speed: int, path: tuple[str, ...]) -> None:
    assert leave(at(hex_, facing, speed), *path) == path[:-1]


@pytest.mark.parametrize(
    ("hex_", "facing", "speed", "path"),
    [
        ("0117", "S", 9, ("off", "off")),
        ("0117", "S", 9, ("0217",)),
        ("0117", "S", 9, ()),
        ("0117", "S", 9, ("9999", "off")),
        ("0117", "S", 9, ("x", "off")),
        ("0117", "S", 9, ("0115", "off")),
        ("0115", "S", 9, ("0116", "off")),
        ("0116", "S", 1, ("0117", "off")),
        ("0117", "NE", 2, ("off",)),
    ],
)
def test_a_way_that_does_not_lead_off_is_refused(hex_: str, facing: str, speed: int, path: tuple[str, ...]) -> None:
    assert leave(at(hex_, facing, speed), *path) == ("move.points", "too_far")
