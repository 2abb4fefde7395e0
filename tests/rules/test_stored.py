"""Stored JSON: positions, events and commands come back as they were, and nothing else is taken."""

import json
from dataclasses import fields, replace
from timeit import timeit

import pytest

from battles.rules.battle import Battle, Map, Options, Side, Standing, ThisTurn
from battles.rules.catalogue import make_unit
from battles.rules.commands import COMMANDS, Attack, Deploy, Move, Placement, PlaceOrders
from battles.rules.events import EVENTS, Abandoned, AgendaSet, AttackRolled, Committed, Event
from battles.rules.pending import Batch, Check, Run, Secret, Shot, Step, Volley
from battles.rules.stored import (
    Unreadable,
    command_from_json,
    command_to_json,
    event_from_json,
    event_in_full,
    event_to_json,
    position_from_json,
    position_to_json,
    step_from_json,
    step_to_json,
)

AGENDA: tuple[Step, ...] = (
    Batch("morale.danger", (Check("b1", (("morale.daring", 1),)), Check("r1")), offered={"blue": ("b1",)}),
    Volley("r1", "firearm", "b1", (Shot((1, 6), True, False, 2), Shot((6, 6), False, False, 1, "b2"))),
    Secret("place_orders", ("red", "blue")),
    Run("orders"),
)
ATTACK = AttackRolled(
    unit="r1", weapon="firearm", target="b1", shot=1, dice=(1, 6), number=8, base=8, modifiers=(("order.hold", 1),),
    hit=True, critical=False, larger=6, power=0, damage=6, defence=3, arc="front", losses=2,
)  # fmt: skip


def through_text(value: object) -> object:
    """As a database gives it back."""
    return json.loads(json.dumps(value, sort_keys=True))


def a_battle() -> Battle:
    red = replace(
        make_unit(id="r1", side="red", type="vityaz", name="Ёж «Ж»", commander="prince"),
        hex="0505",
        facing="SE",
        turn=ThisTurn(order="hold", begun=True, volleys=(("pishchal", "b1"),), points_left=0),
    )
    blue = replace(make_unit(id="b1", side="blue", type="smerdy", figures=4, hits=1), hex="0507", state="shaken")
    return Battle(
        options=Options(size=200, daring=False),
        map=Map(columns=11, rows=13, terrain={"0507": "forest"}, name="ford"),
        sides={"red": Side("red", morale=0, temporary=3, exhausted=True), "blue": Side("blue", commander_fell=2)},
        units={"r1": red, "b1": blue},
        chreda="tactics",
        standings={"r1": Standing("r1", 4, 3, (("army.commanders", -1),), improved=2)},
        active="r1",
        committed={"red": PlaceOrders({"r1": "hold"}), "blue": Deploy({"b1": Placement("0507")}, links={})},
        agenda=AGENDA,
        spreading=("b1",),
    )


def test_position_comes_back_equal() -> None:
    battle = a_battle()
    assert position_from_json(through_text(position_to_json(battle))) == battle


def test_position_of_another_version_is_refused() -> None:
    data = position_to_json(a_battle())
    assert data["v"] == 1
    with pytest.raises(Unreadable):
        position_from_json({**data, "v": 2})


@pytest.mark.parametrize("step", AGENDA)
def test_steps_are_tagged_and_come_back(step: Step) -> None:
    data = step_to_json(step)
    assert data["step"] == type(step).__name__
    assert step_from_json(through_text(data)) == step


@pytest.mark.parametrize(
    "event",
    [
        ATTACK,
        AgendaSet(agenda=AGENDA),
        Committed(rule="turn.orders", side="red", do="place_orders", content=PlaceOrders({"r1": "attack"})),
        Committed(rule="turn.orders", side="red", do="place_orders"),
        Abandoned(unit="r1", crew=make_unit(id="r1-gridi", side="red", type="gridi", figures=1)),
        Abandoned(unit="r1"),
    ],
)
def test_events_come_back_equal(event: Event) -> None:
    assert event_from_json(through_text(event_to_json(event))) == event


def test_defaults_are_left_out_of_a_stored_event_and_kept_in_a_full_one() -> None:
    assert "deferred" not in event_to_json(ATTACK)
    assert "rule" not in event_to_json(ATTACK)
    full = event_in_full(ATTACK)
    assert full["deferred"] is False
    assert set(full) == {"event", *(field.name for field in fields(ATTACK))}


def test_commands_are_written_as_in_the_notation() -> None:
    deploy = Deploy({"r1": Placement("0502", "SE")}, reserve=("r2",))
    assert command_to_json(deploy) == {
        "do": "deploy",
        "placements": {"r1": {"hex": "0502", "facing": "SE"}},
        "reserve": ["r2"],
    }
    assert command_from_json({"do": "attack", "unit": "r1", "weapon": "fist", "target": "b1"}) == Attack(
        "r1", "fist", "b1"
    )
    assert command_from_json({"do": "move", "unit": "r1", "to": "off", "path": None}) == Move("r1", "off")


@pytest.mark.parametrize(
    "data",
    [
        {"do": "dance", "unit": "r1"},
        {"do": "attack", "unit": "r1", "weapon": "fist"},
        {"do": "attack", "unit": "r1", "weapon": "fist", "target": "b1", "shot": 1},
        {"do": "attack", "unit": "r1", "weapon": "fist", "target": "b1", "shots": True},
        {"do": "attack", "unit": 1, "weapon": "fist", "target": "b1"},
        {"do": ["attack"]},
        {"do": "cancel_checks", "units": "r1"},
        {"do": "place_orders", "orders": ["r1"]},
        {"do": "deploy", "placements": {"r1": "0502"}},
        "resign",
        None,
    ],
)
def test_unknown_or_wrong_values_are_refused(data: object) -> None:
    with pytest.raises(Unreadable):
        command_from_json(data)


def test_every_class_has_a_form() -> None:
    """A codec is made for each command and event; a field of a type without JSON form would fail here."""
    for name in COMMANDS:
        with pytest.raises(Unreadable):
            command_from_json({"do": name, "no such field": 1})
    for name in EVENTS:
        with pytest.raises(Unreadable):
            event_from_json({"event": name, "no such field": 1})


def test_an_event_is_coded_fast() -> None:
    data = event_to_json(ATTACK)
    best = min(timeit(lambda: event_from_json(data), number=200) for _ in range(5)) / 200
    assert best < 100e-6  # five times the aim, so that a busy machine does not fail it
