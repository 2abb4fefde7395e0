"""The battle notation: what a file may say, its defaults, what is refused as a bad file, what is printed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle, Deferred
from battles.rules.catalogue import catalogue
from battles.rules.commands import Attack, PlaceOrders
from battles.rules.dice import DiceFault, RecordingDice
from battles.rules.notation import BadFile, BattleFile, adjudicate, battle_file, position, read
from battles.rules.refusals import Refused

CASES = Path(__file__).parent.parent / "cases"
ROOT = CASES.parent.parent
GOOD = sorted(path.name for path in CASES.glob("*.json") if not path.name.startswith("bad-"))


def case(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((CASES / name).read_text(encoding="utf-8"))
    return data


def small(**more: Any) -> dict[str, Any]:
    """A walker with a voivode and a squad against a squad, the first turn's tactics chreda."""
    return {
        "format": "druzhina-battle/1",
        "sides": {"red": {}, "blue": {}},
        "units": [
            {"id": "r1", "side": "red", "type": "vityaz", "hex": "0505", "commander": "voivode"},
            {"id": "r2", "side": "red", "type": "kmeti", "hex": "0705"},
            {"id": "b1", "side": "blue", "type": "smerdy", "hex": "0510"},
        ],
        "chreda": "tactics",
        **more,
    }


def with_unit(number: int, **fields: Any) -> dict[str, Any]:
    """The small battle with one unit told otherwise; a field of None is taken away."""
    data = small()
    unit = {**data["units"][number], **fields}
    data["units"][number] = {name: value for name, value in unit.items() if value is not None}
    return data


def start(data: dict[str, Any]) -> Battle:
    return read(data).start


def fault(data: object) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read(data)
    return caught.value


# defaults


def test_defaults_are_those_of_a_live_battle() -> None:
    battle = start(small())
    assert (battle.map.columns, battle.map.rows, battle.turn) == (15, 17, 1)
    assert battle.options.unready
    assert battle.options.focus
    assert battle.options.daring
    assert battle.options.dissolved_link_costs_morale
    assert battle.options.edge == "red"
    assert battle.sides["red"].answers.cancel_checks == "ask"
    assert battle.units["r1"].facing == "S"
    assert battle.units["r1"].stats == catalogue().units["vityaz"].stats
    assert battle.units["r2"].hits == 3


def test_a_blue_machine_faces_north_and_a_squad_nowhere() -> None:
    battle = start(with_unit(2, type="vozok"))
    assert battle.units["b1"].facing == "N"
    assert battle.units["r2"].facing is None


def test_a_machine_that_is_not_on_the_map_faces_nowhere() -> None:
    """Neither in a battle begun at the table nor in its file: what was printed reads as the same."""
    placed = start(with_unit(0, reserve=False)).units["r1"]
    waiting = start(with_unit(0, hex=None, reserve=True)).units["r1"]
    assert (placed.facing, waiting.facing) == ("S", None)


@pytest.mark.parametrize(
    ("commander", "trait", "explicit", "morale"),
    [
        (None, None, None, 6),
        ("voivode", None, None, 6),
        ("prince", None, None, 7),
        ("voivode", "beloved", None, 7),
        ("prince", "beloved", None, 8),
        ("prince", "beloved", 2, 2),
    ],
)
def test_starting_morale(commander: str | None, trait: str | None, explicit: int | None, morale: int) -> None:
    """R2, N42: a prince and `beloved` bring a point each; a number in the file overrides all."""
    data = with_unit(0, commander=commander, trait=trait)
    if explicit is not None:
        data["sides"]["red"]["morale"] = explicit
    assert start(data).sides["red"].morale == morale
    assert start(data).sides["blue"].morale == 6


def test_orders_default_to_attack_and_only_for_the_steady() -> None:
    """N8."""
    data = with_unit(1, state="shaken")
    data["orders"] = {"r1": "hold"}
    battle = start(data)
    assert {id_: unit.turn.order for id_, unit in battle.units.items()} == {"r1": "hold", "r2": None, "b1": "attack"}


def test_missing_totals_are_the_value() -> None:
    """N9: the vityaz has 3, less 1 for its commander; given totals stand."""
    battle = start(small(initiative={"b1": 0}))
    assert {group: standing.total for group, standing in battle.standings.items()} == {"r1": 2, "r2": 3, "b1": 0}


def test_stats_override_the_catalogue() -> None:
    stats = {"strength": 5, "defence": 6, "daring": 9, "weapons": [{"id": "bow", "power": 1, "range": 4}]}
    unit = start(with_unit(1, stats=stats)).units["r2"]
    assert (unit.hits, unit.stats.hits, unit.stats.defence, unit.stats.daring) == (5, 5, (6, 6, 6), 9)
    assert unit.stats.accuracy == catalogue().units["kmeti"].stats.accuracy
    assert [weapon.targets for weapon in unit.stats.weapons] == [("squads",)]


def test_a_squad_hired_with_fewer_figures_pays_pro_rata() -> None:
    """N52, R96: 3 of 5 for 14 cost 8.4, rounded up."""
    unit = start(with_unit(2, stats={"hired_strength": 3})).units["b1"]
    assert (unit.hits, unit.stats.hits, unit.stats.cost) == (3, 3, 9)


def test_two_weapons_of_one_id_are_told_apart() -> None:
    """N25."""
    gun = {"id": "gun", "power": 1, "range": 4, "targets": ["machines"]}
    unit = start(with_unit(0, stats={"weapons": [gun, gun]})).units["r1"]
    assert [weapon.id for weapon in unit.stats.weapons] == ["gun", "gun-2"]


def test_what_a_unit_has_done_this_turn() -> None:
    """N2, N54, N55."""
    data = with_unit(
        0, points_left=1, moved=True, weapons_used=["pishchal"], victor=1, attacked_by=["b1"], stunned=2, speed_loss=1
    )
    data["begun"] = ["r1", "b1"]
    unit = start(data).units["r1"]
    assert (unit.turn.points_left, unit.turn.moved, unit.turn.weapons_used) == (1, True, ("pishchal",))
    assert (unit.victor, unit.turn.attacked_by, unit.stunned, unit.speed_loss) == (1, ("b1",), 2, 1)
    assert [unit.id for unit in start(data).in_order() if unit.turn.begun] == ["b1", "r1"]


def test_declared_power_shots_keep_their_order() -> None:
    data = with_unit(0, deferred={"weapon": "pishchal", "target": "b1"}, activated=True)
    data["units"][1] |= {"deferred": {"weapon": "tyufyak", "target": "b1"}, "activated": True}
    data["orders"] = {"r1": "special", "r2": "special"}
    data["deferred_order"] = ["r2", "r1"]
    assert start(data).deferred == (Deferred("r2", "tyufyak", "b1"), Deferred("r1", "pishchal", "b1"))


def test_a_hireling_is_a_company_of_its_own() -> None:
    """N3, R64: companions are in none."""
    data = with_unit(1, type="orda", commander=None)
    data["units"].append({"id": "r3", "side": "red", "type": "sputniki", "hex": "0905", "attached_to": "r1"})
    battle = start(data)
    assert set(battle.companies) == {"r2"}
    assert battle.companies["r2"].initial == 6
    assert battle.units["r3"].company is None


def test_units_may_be_a_map_by_id() -> None:
    """N33."""
    data = small()
    data["units"] = {unit.pop("id"): unit for unit in data["units"]}
    assert start(data) == start(small())


# bad files


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (with_unit(2, hex="0505"), "map.stacking"),
        (with_unit(2, hex="1618"), "map.hexes"),
        (with_unit(1, strength=0), "combat.destroyed"),
        (with_unit(1, state="destroyed", strength=2, hex=None), "combat.destroyed"),
        (with_unit(1, state="withdrawn"), "map.stacking"),
        (with_unit(1, hex=None), "battle.deploy"),
        (with_unit(1, prone=True), "move.prone"),
        (with_unit(1, trait="fearless"), "army.commanders"),
        (with_unit(1, type="orda", commander="voivode"), "army.commanders"),
        (with_unit(1, options=["elite"]), "hireling.score"),
        (with_unit(0, lost_weapons=["bow"]), "combat.weapons"),
        (with_unit(1, reserve=True), "turn.reserves"),
        (with_unit(1, facing="S"), "map.arc"),
        (small(map={"terrain": {"0705": "water"}}), "map.terrain"),
        (small(map={"terrain": {"0505": "water", "1618": "hill"}}), "map.hexes"),
        (small(links=[{"id": "L1", "side": "red", "units": ["r1", "r2"]}]), "link.form"),
        (small(links=[{"id": "L1", "side": "red", "units": ["r2"]}]), "link.form"),
        (small(links=[{"id": "L1", "side": "red", "units": ["r2", "b1"]}]), "link.form"),
        (small(sides={"red": {"first_strike": True}, "blue": {"first_strike": True}}), "morale.first_strike"),
        (small(orders={"r9": "attack"}), "turn.orders"),
        ({**with_unit(1, state="shaken"), "orders": {"r2": "attack"}}, "turn.orders"),
        (small(initiative={"L1": 3}), "initiative.order"),
    ],
)
def test_impossible_positions_name_their_rule(data: dict[str, Any], rule: str) -> None:
    """N40, N41."""
    assert fault(data).rule == rule
    verdict = adjudicate(data)
    assert (verdict.exit, verdict.status) == (2, 2)
    assert verdict.output["error"] == {"rule": rule, "reason": fault(data).reason}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        small(format="druzhina-battle/2"),
        small(ruleset="druzhina-2"),
        small(colour="red"),
        small(units=None),
        small(units=[{"id": "r1", "side": "red", "type": "tank", "hex": "0505"}]),
        small(units=small()["units"] * 2),
        with_unit(0, id="1r"),
        with_unit(0, side="green"),
        with_unit(0, hex="505"),
        with_unit(0, facing="E"),
        with_unit(0, strength=3),
        with_unit(0, structure=True),
        with_unit(0, structure=9),
        with_unit(0, strenght=3),
        with_unit(0, state="angry"),
        with_unit(0, stats={"armour": 3}),
        with_unit(0, stats={"defence": [9, 8]}),
        with_unit(0, stats={"defence": "9"}),
        with_unit(0, stats={"weapons": [{"id": "gun", "power": 1}]}),
        with_unit(0, stats={"weapons": [{"id": "gun", "power": 1, "range": 4, "colour": "red"}]}),
        with_unit(0, stats={"hired_strength": 3}),
        with_unit(0, attached_to="r2"),
        with_unit(0, attacked_by=["r9"]),
        small(options={"weather": "rain"}),
        small(options={"scenario": "siege"}),
        small(options={"unready": 1}),
        small(map={"terrain": {"0101": "lava"}}),
        small(map={"columns": 100}),
        small(sides={"red": {}}),
        small(sides={"red": {}, "blue": {}, "green": {}}),
        small(sides={"red": {"faction": "mongols"}, "blue": {}}),
        small(sides={"red": {"answers": {"cancel_checks": "perhaps"}}, "blue": {}}),
        small(sides={"red": {"morale": -1}, "blue": {}}),
        small(chreda="evening"),
        small(active="r9"),
        small(begun=["r9"]),
        small(companies={"c1": {"side": "red", "initial": 3}}),
        small(dice=[[7]]),
        small(dice=[[1, 2, 3]]),
        small(dice=[3]),
        small(dice=[], seed="x"),
        small(seed=7),
        small(commands=[{"side": "red", "do": "dance"}]),
        small(commands=[{"side": "red", "do": "resign", "loudly": True}]),
        small(commands=[{"do": "resign"}]),
        small(commands=[{"side": "red", "do": "turn", "unit": "r1", "facing": "E"}]),
        small(commands=[{"side": "red", "do": "move", "unit": "r1", "to": "here"}]),
        small(commands=[{"side": "red", "do": "move", "unit": "r1", "to": "0506", "path": ["5"]}]),
        small(commands=[{"side": "red", "do": "special", "unit": "r1", "variant": "dance"}]),
        small(commands=[{"side": "red", "do": "place_orders", "orders": {"r1": "flee"}}]),
        small(commands=[{"side": "red", "do": "deploy", "placements": {"r1": {"hex": "x"}}}]),
        small(expect={"weather": "rain"}),
        small(expect={"events": [{"unit": "r1"}]}),
        small(expect_exit=3),
        small(committed={"green": {"do": "resign"}}),
    ],
)
def test_bad_files(data: object) -> None:
    """N4, N8, N10, N12, N44, N46: whatever is unknown or of a wrong type or value."""
    assert fault(data).reason
    assert adjudicate(data).exit == 2


def test_a_bad_file_may_say_that_it_is_one() -> None:
    """N38, N48."""
    verdict = adjudicate(small(colour="red", expect_exit=2))
    assert (verdict.exit, verdict.status) == (2, 0)
    assert adjudicate(small(dice=[], expect_exit=2)).status == 1


# out and in again


@pytest.mark.parametrize("name", GOOD)
def test_a_printed_position_reads_as_the_same(name: str) -> None:
    battle = start(case(name))
    printed = json.loads(json.dumps(position(battle)))
    del printed["pending"]
    assert start(printed) == battle


def test_a_position_shows_strength_or_structure_and_no_hex_of_the_undeployed() -> None:
    """N51."""
    shown = position(start(case("x-26-deploy-both.json")))["units"]
    assert isinstance(shown, dict)
    assert shown["r1"]["structure"] == 6
    assert "strength" not in shown["r1"]
    assert shown["b1"]["strength"] == 5
    assert shown["b1"]["hex"] is None


def test_a_battle_file_holds_start_commands_and_dice() -> None:
    battle = start(small())
    commands = [("red", PlaceOrders({"r1": "hold"})), ("red", Attack("r1", "mace", "b1"))]
    file = battle_file(battle, commands, dice=[(1, 6), (3,)], name="Брод")
    again = read(json.loads(json.dumps(file)))
    assert again.start == battle
    assert again.commands == tuple(commands)
    assert (again.rolls, again.name) == (((1, 6), (3,)), "Брод")
    assert read(battle_file(battle, [], seed="дружина")).seed == "дружина"


def played(name: str) -> tuple[BattleFile, Battle, tuple[tuple[int, ...], ...]]:
    """A case, the position after its last allowed command, and the dice that fell."""
    file = read(case(name))
    dice = RecordingDice(file.dice())
    battle = replay(file.start, turn.begin(file.start, dice))
    for side, command in file.commands:
        try:
            battle = replay(battle, turn.decide(battle, side, command, dice))
        except (Refused, DiceFault):
            break
    return file, battle, dice.rolls


@pytest.mark.parametrize("name", GOOD)
def test_a_written_battle_file_plays_to_the_same_end(name: str) -> None:
    """N1: start, commands and the dice that fell."""
    file, battle, rolls = played(name)
    written = json.loads(json.dumps(battle_file(file.start, file.commands, dice=rolls, name=file.name)))
    output = adjudicate({**written, "expect": {"refused": (file.expect or {}).get("refused", "")}}).output
    if "error" not in output:
        shown = json.loads(json.dumps(position(battle)))
        assert {key: output[key] for key in shown} == shown
    else:  # a case that is still to come may stop before its dice are used up
        assert name in (CASES / "later.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOOD)
def test_a_snapshot_goes_on_from_where_it_was(name: str) -> None:
    """N1, N2: with nothing open, or a secret decision; other open decisions make a snapshot a bad file."""
    _, battle, _ = played(name)
    shown = json.loads(json.dumps(position(battle)))
    if battle.result is not None:
        assert (shown["pending"], shown["active"]) == ([], None)
        return
    output = adjudicate({**shown, "dice": []}).output
    if {one["kind"] for one in shown["pending"]} & {"cancel_checks", "reduce_casualties"}:
        assert output["error"]
    else:
        output["initiative"] = {group: total for group, total in output["initiative"].items() if "gridi" not in group}
        assert {key: output[key] for key in shown} == shown


# play and judgement


def volley(**more: Any) -> dict[str, Any]:
    return {**case("01a-s2-forest.json"), **more}


def test_the_output_is_the_position_and_the_events() -> None:
    verdict = adjudicate(volley())
    assert (verdict.exit, verdict.differences) == (0, ())
    assert verdict.output["active"] == "r1"
    assert verdict.output["pending"] == []
    events = verdict.output["events"]
    assert isinstance(events, list)
    assert all(event["rule"] for event in events)
    assert "agenda_set" not in {event["event"] for event in events}
    rolled = next(event for event in events if event["event"] == "attack_rolled")
    assert (rolled["unit"], rolled["dice"], rolled["number"]) == ("r1", [1, 6], 8)


@pytest.mark.parametrize(
    "expect",
    [
        {"units": {"b1": {"strength": 3}}},
        {"units": {"b9": {"strength": 3}}},
        {"units": [{"id": "b1", "strength": 3}]},
        {"sides": {"blue": {"morale": 5}}},
        {"active": "b1"},
        {"active": None},
        {"pending": [{"side": "blue", "kind": "reduce_casualties"}]},
        {"refused": "combat.sight"},
        {"events": ["losses", "attack_rolled"]},
        {"events": [{"event": "attack_rolled", "dice": [6, 1]}]},
        {"events": [{"event": "attack_rolled", "hit": 1}]},
        {"events": ["attack_rolled"] * 4},
    ],
)
def test_a_difference_is_told_and_counts_as_1(expect: dict[str, Any]) -> None:
    verdict = adjudicate(volley(expect=expect))
    assert (verdict.exit, verdict.status) == (1, 1)
    assert verdict.differences[0]["path"]
    assert verdict.output["differences"] == list(verdict.differences)


@pytest.mark.parametrize(
    "expect",
    [
        {"units": [{"id": "b1", "strength": 4, "prone": False, "lost_weapons": []}]},
        {"sides": {"blue": {"exhausted": False, "answers": {"cancel_checks": "never"}}}},
        {"events": [{"event": "attack_rolled", "deferred": False}, {"event": "losses", "losses": 1, "left": 4}]},
        {"pending": [], "offer": None, "turn": 1, "points": {"red": 0}},
    ],
)
def test_any_part_of_the_end_may_be_expected(expect: dict[str, Any]) -> None:
    assert adjudicate(volley(expect=expect)).differences == ()


def test_dice_must_fit() -> None:
    """N10: exhausted, of the wrong shape, left over."""
    dice = volley()["dice"]
    for wrong, code in ((dice[:2], "exhausted"), ([[1], *dice[1:]], "mismatch"), ([*dice, [1, 1]], "left_over")):
        verdict = adjudicate(volley(dice=wrong))
        assert verdict.exit == 2
        assert f"dice_{code}" in str(verdict.output["error"])


def test_an_unexpected_refusal_stops_the_run() -> None:
    """N34, N36."""
    data = volley()
    data["commands"][0]["weapon"] = "tyufyak"
    verdict = adjudicate(data)
    assert verdict.exit == 1
    refused = verdict.output["refused"]
    assert isinstance(refused, dict)
    assert (refused["command"], refused["rule"]) == (1, "combat.targets")


def test_a_snapshot_must_come_to_the_decisions_that_it_claims() -> None:
    """N1."""
    claimed = [{"side": "blue", "kind": "cancel_checks"}]
    assert adjudicate(small(dice=[], pending=[])).exit == 0
    assert adjudicate(small(dice=[], pending=claimed)).exit == 2


def run(*words: str, given: str = "") -> tuple[int, list[dict[str, Any]]]:
    command = [sys.executable, "manage.py", "adjudicate", *words]
    done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_prints_a_line_for_each_file_and_ends_with_the_highest_status(tmp_path: Path) -> None:
    good, wrong, bad = tmp_path / "good.json", tmp_path / "wrong.json", tmp_path / "bad.json"
    good.write_text(json.dumps(volley()), encoding="utf-8")
    wrong.write_text(json.dumps(volley(expect={"turn": 2})), encoding="utf-8")
    bad.write_text('{"format": "druzhina-battle/1", "format": "druzhina-battle/1"}', encoding="utf-8")
    assert run(str(good))[0] == 0
    status, lines = run(str(good), str(wrong))
    assert (status, [line["exit"] for line in lines]) == (1, [0, 1])
    status, lines = run(str(bad), str(good), str(tmp_path / "none.json"))
    assert (status, [line["exit"] for line in lines]) == (2, [2, 0, 2])


def test_the_command_reads_standard_input() -> None:
    status, lines = run(given=json.dumps(volley(), ensure_ascii=False))
    assert (status, lines[0]["name"]) == (0, volley()["name"])
    assert run(given="not JSON")[0] == 2
