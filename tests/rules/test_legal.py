"""`legal` says what is allowed and why not: `decide` accepts what it offers and refuses what it denies."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from battles.rules import commands as c
from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle
from battles.rules.choices import ActivationChoice, DeployChoice, EnterChoice, OrdersChoice, SpendChoice, UnitChoice
from battles.rules.dice import ScriptedDice, SeededDice
from battles.rules.legal import legal
from battles.rules.notation import read
from battles.rules.proof.deeds import deeds
from battles.rules.refusals import Refused
from tests.rules.test_sight import positions

CASES = Path(__file__).parent / "own_cases"
ELSEWHERE = "9999"


def sampled(seed: int, every: int) -> Iterator[tuple[Battle, str]]:
    """Some positions of a random battle with each side that has a choice in them."""
    for n, battle in enumerate(positions(seed, 150)):
        if n % every == 0:
            yield from ((battle, side) for side in ("red", "blue") if legal(battle, side).choice is not None)


def refusal(battle: Battle, side: str, command: c.Command) -> Refused | None:
    try:
        turn.decide(battle, side, command, SeededDice("try"))
    except Refused as refused:
        return refused
    return None


def activations(seed: int, every: int) -> Iterator[tuple[Battle, str, ActivationChoice]]:
    for battle, side in sampled(seed, every):
        choice = legal(battle, side).choice
        if isinstance(choice, ActivationChoice):
            yield battle, side, choice


@pytest.mark.parametrize("seed", range(20, 26))
def test_every_deed_that_is_offered_is_accepted(seed: int) -> None:
    chance, tried = random.Random(seed), 0
    for battle, side, choice in activations(seed, 4):
        for kind, commands in deeds(battle, choice).items():
            for command in chance.sample(commands, min(12, len(commands))):
                assert refusal(battle, side, command) is None, (kind, command)
                tried += 1
    assert tried > 50


@pytest.mark.parametrize("seed", range(30, 34))
def test_somebody_can_always_do_something(seed: int) -> None:
    for battle, side, choice in activations(seed, 1):
        assert deeds(battle, choice), (battle.turn, side, choice)


@pytest.mark.parametrize("seed", range(40, 44))
def test_moves_that_are_not_offered_are_refused(seed: int) -> None:
    tried = 0
    for battle, side, choice in activations(seed, 6):
        for unit in choice.units.values():
            for hex_ in battle.map.hexes():
                if hex_ not in unit.moves:
                    refused = refusal(battle, side, c.Move(unit.unit, hex_))
                    assert refused is not None, (unit.unit, hex_)
                    if "move" in unit.nos:
                        assert refused.rule == unit.nos["move"].rule
                    tried += 1
    assert tried > 100


def _denied(battle: Battle, unit: UnitChoice) -> dict[str, c.Command]:
    """A command for each control that a no stands on."""
    id_ = unit.unit
    own = battle.units[id_]
    weapon = own.stats.weapons[0].id
    enemies = [foe for foe in battle.units.values() if foe.side != own.side]
    enemy = min(enemies, key=lambda foe: not foe.on_map).id
    asked: dict[str, c.Command] = {
        "move": c.Move(id_, ELSEWHERE),
        "turn": c.Turn(id_, "N"),
        "stand": c.Stand(id_),
        "undo": c.TakeBack(id_),
        "attack": c.Attack(id_, weapon, enemy),
        "dash": c.Special(id_, "dash", to=ELSEWHERE),
        "power_shot": c.Special(id_, "power_shot", weapon=weapon, target=enemy),
        "ram": c.Special(id_, "ram", target=enemy),
        "inspire": c.Special(id_, "inspire"),
    }
    return {control: asked[control] for control in unit.nos}


@pytest.mark.parametrize("seed", range(50, 56))
def test_every_no_is_the_refusal_that_would_come(seed: int) -> None:
    for battle, side, choice in activations(seed, 3):
        if choice.end is not None:
            refused = refusal(battle, side, c.EndActivation(choice.group))
            assert refused is not None
            assert (refused.rule, refused.reason) == (choice.end.rule, choice.end.reason)
        for unit in choice.units.values():
            for control, command in _denied(battle, unit).items():
                refused = refusal(battle, side, command)
                assert refused is not None, (control, command)
                assert (refused.rule, refused.reason) == (unit.nos[control].rule, unit.nos[control].reason)
            for aim in unit.aims:
                refused = refusal(battle, side, c.Attack(unit.unit, aim.weapon, aim.target))
                assert (refused and (refused.rule, refused.reason)) == (aim.no and (aim.no.rule, aim.no.reason))


@pytest.mark.parametrize("seed", range(60, 63))
def test_a_refused_command_changes_nothing(seed: int) -> None:
    for battle, side in sampled(seed, 5):
        before = repr(battle)
        nowhere = c.Enter({"nobody": c.Placement("0101")})
        for command in (c.Move("nobody", "0101"), c.ReduceCasualties((9,)), c.EndActivation("nobody"), nowhere):
            assert refusal(battle, side, command) is not None
        assert repr(battle) == before


@pytest.mark.parametrize("seed", range(70, 73))
def test_answers_outside_the_offer_are_refused(seed: int) -> None:
    tried = set()
    for battle, side in sampled(seed, 1):
        choice = legal(battle, side).choice
        for command, rule in _outside(choice):
            refused = refusal(battle, side, command)
            assert refused is not None, command
            assert refused.rule == rule
            tried.add(type(choice))
    assert {DeployChoice, OrdersChoice, SpendChoice} <= tried


def _outside(choice: object) -> list[tuple[c.Command, str]]:
    match choice:
        case DeployChoice(hexes=hexes):
            first = next(iter(hexes))
            inside = {id_: c.Placement(spots[i]) for i, (id_, spots) in enumerate(hexes.items())}
            return [
                (c.Deploy(placements={**inside, first: c.Placement("0606")}), "battle.deploy"),
                (c.Deploy(placements=dict.fromkeys(hexes, inside[first])), "map.stacking"),
                (c.Deploy(reserve=tuple(hexes)), "battle.deploy"),
            ]
        case EnterChoice(hexes=hexes):
            return [(c.Enter({next(iter(hexes)): c.Placement("0606")}), "turn.reserves")]
        case OrdersChoice(groups=groups):
            given = dict.fromkeys(groups, "attack")
            return [
                (c.PlaceOrders({**given, "nobody": "hold"}), "turn.orders"),
                (c.PlaceOrders(dict.fromkeys(list(groups)[1:], "hold")), "turn.orders"),
                (c.PlaceOrders({**given, next(iter(groups)): "flee"}), "turn.orders"),
            ]
        case SpendChoice(pool=pool, groups=groups) if groups:
            first = next(iter(groups))
            return [
                (c.SpendInitiative({first: pool + 1}), "initiative.will"),
                (c.SpendInitiative({first: -1}), "initiative.will"),
                (c.SpendInitiative({"nobody": 1}), "initiative.will"),
            ]
        case _:
            return []


@pytest.mark.parametrize("seed", range(80, 83))
def test_every_hex_that_is_offered_for_deployment_is_accepted(seed: int) -> None:
    battle = next(positions(seed, 1))
    choice = legal(battle, "red").choice
    assert isinstance(choice, DeployChoice)
    rest = {id_: c.Placement(spots[-1 - n]) for n, (id_, spots) in enumerate(choice.hexes.items())}
    assert refusal(battle, "red", c.Deploy(placements=rest)) is None
    for id_, spots in choice.hexes.items():
        for hex_ in spots:
            if hex_ not in {spot.hex for other, spot in rest.items() if other != id_}:
                assert refusal(battle, "red", c.Deploy(placements={**rest, id_: c.Placement(hex_)})) is None


def test_every_hex_that_is_offered_for_an_entry_is_accepted_and_no_other() -> None:
    data = json.loads((CASES / "turn.reserves-both-asked.json").read_text(encoding="utf-8"))
    data["map"]["terrain"] = {"0201": "forest", "0301": "water", "0401": "hill"}
    data["units"][1] |= {"type": "vozok", "stats": {}}
    data["units"][0] |= {"hex": "0701"}
    start = read(data).start
    battle = replay(start, turn.begin(start, ScriptedDice([])))
    choice = legal(battle, "red").choice
    assert isinstance(choice, EnterChoice)
    assert not {"0201", "0301", "0701"} & set(choice.hexes["r2"])
    for hex_ in battle.map.hexes():
        refused = refusal(battle, "red", c.Enter({"r2": c.Placement(hex_)}))
        assert (refused is None) == (hex_ in choice.hexes["r2"]), hex_


def _active(battle: Battle, side: str) -> ActivationChoice:
    choice = legal(battle, side).choice
    assert isinstance(choice, ActivationChoice)
    return choice


def _begun(name: str) -> Battle:
    start = read(json.loads((CASES / name).read_text(encoding="utf-8"))).start
    return replay(start, turn.begin(start, ScriptedDice([])))


def test_a_dash_over_the_enemy_edge_is_offered_where_it_breaks_through() -> None:
    """order.dash, battle.scenarios: and in no other scenario"""
    battle = _begun("battle.scenarios-dash-through.json")
    assert _active(battle, "red").units["r1"].dash_edges == ("enemy",)
    pitched = replace(battle, options=replace(battle.options, scenario="pitched"))
    assert _active(pitched, "red").units["r1"].dash_edges == ()
    assert refusal(pitched, "red", c.Special("r1", "dash", to="off", edge="enemy")) is not None


def test_a_move_is_not_offered_to_be_taken_back_onto_a_friend() -> None:
    """move.undo: another of the link stands there now"""
    data = json.loads((CASES / "turn.reserves-both-asked.json").read_text(encoding="utf-8"))
    squads = [{"id": f"r{n}", "side": "red", "type": "gridi", "hex": f"050{n + 4}"} for n in (1, 2)]
    foe = {"id": "b1", "side": "blue", "type": "gridi", "hex": "1515"}
    link = {"id": "rL1", "side": "red", "units": ["r1", "r2"]}
    file = {"format": data["format"], "sides": data["sides"], "units": [*squads, foe], "links": [link],
            "chreda": "tactics", "orders": {"rL1": "attack"}, "initiative": {"rL1": 1, "b1": 9}}  # fmt: skip
    start = read(file).start
    battle = replay(start, turn.begin(start, ScriptedDice([])))
    for command in (c.Move("r1", "0503"), c.Move("r2", "0505")):
        battle = replay(battle, turn.decide(battle, "red", command, ScriptedDice([])))
    units = _active(battle, "red").units
    assert (units["r1"].undo, units["r2"].undo) == (False, True)
    assert (units["r1"].nos["undo"].rule, units["r1"].nos["undo"].reason) == ("move.undo", "hex_taken")
    refused = refusal(battle, "red", c.TakeBack("r1"))
    assert refused is not None
    assert refused.reason == "hex_taken"
