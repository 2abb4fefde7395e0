"""One sheet at the start of a turn, through the door: one press, the plain commands, a stop where it says nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from battles.live import tables
from battles.live.models import LiveBattle, Seat
from battles.rules import stored, turn
from battles.rules.battle import Answers, Battle
from battles.rules.pending import Secret

from .conftest import Player, forget
from .test_habits import keeps, moves, open_to
from .test_secrecy import Three, at_table, deployed


@pytest.fixture
def three(opened: Callable[..., Player], settings: Any) -> Three:
    """The second turn begins: red has r2 in reserve, r1 is shaken."""
    settings.DRUZHINA_DICE_SEED = "council"
    found = at_table(opened)
    deployed(found)
    row = LiveBattle.objects.get(pk=found.battle)
    battle = position(found)
    units = {**battle.units, "r1": replace(battle.units["r1"], state="shaken"),
             "r2": replace(battle.units["r2"], hex=None, reserve=True)}  # fmt: skip
    sides = {id_: replace(side, answers=Answers("ask", "ask")) for id_, side in battle.sides.items()}
    rest = turn.opening(replace(battle, chreda="preparatory"))[2:]
    morning = replace(battle, units=units, sides=sides, turn=2, chreda="preparatory", committed={},
                      agenda=(Secret("enter", ("red",)), *rest))  # fmt: skip
    row.position = stored.position_to_json(morning)
    row.position_number = row.number
    row.decided_since = dict.fromkeys(("red", "blue"), row.number)
    row.save()
    forget()
    return found


def position(three: Three) -> Battle:
    battle = tables.load(three.battle).battle
    assert battle is not None
    return battle


def sheet_of(three: Three, **more: object) -> dict[str, object]:
    orders = {f"orders.{unit.id}": "hold" for unit in position(three).in_order() if unit.side == "red"}
    return {"then": "council", "then.shaken": "r1", **orders, **more}


def test_the_sheet_holds_recovery_and_orders(three: Three) -> None:
    page = three.red.client.get(f"/b/{three.battle}/").content.decode()
    assert 'name="then.paid" value="r1"' in page
    assert 'name="orders.r2"' in page
    assert 'name="then' not in three.blue.client.get(f"/b/{three.battle}/").content.decode()


def test_one_press_answers_the_whole_preparation(three: Three) -> None:
    before, pool = len(moves(three.battle)), position(three).sides["red"].pool
    assert three.red.give("enter", **sheet_of(three, **{"then.paid": "r1"})).status_code == 204
    assert moves(three.battle)[before:] == [("red", "enter"), ("red", "cancel_checks"), ("red", "place_orders")]
    assert open_to(three.battle) == {"blue"}
    assert position(three).units["r1"].state == "steady"
    assert position(three).sides["red"].pool == pool - 1


def test_without_its_tick_the_sheet_answers_what_was_asked(three: Three) -> None:
    alone = {name: value for name, value in sheet_of(three).items() if name != "then"}
    assert three.red.give("enter", **alone).status_code == 204
    assert moves(three.battle)[-1] == ("red", "enter")
    assert open_to(three.battle) == {"red"}
    assert Seat.objects.get(battle_id=three.battle, side="red").council == {}


def test_a_recovery_answered_by_hand_ends_the_council(three: Three) -> None:
    """What the sheet has not answered is asked, and who answers it alone is asked for the orders, too."""
    assert three.red.give("enter", **sheet_of(three, **{"then.shaken": ""})).status_code == 204
    assert moves(three.battle)[-1] == ("red", "enter")
    assert three.red.give("cancel_checks").status_code == 204
    assert moves(three.battle)[-1] == ("red", "cancel_checks")
    assert "red" in open_to(three.battle)


def test_the_council_outdoes_a_habit(three: Three) -> None:
    assert keeps(three.red, fear="hold", keep="0").status_code == 200
    assert three.red.give("enter", **sheet_of(three)).status_code == 204
    recovery = LiveBattle.objects.get(pk=three.battle).moves.filter(command__do="cancel_checks").get()
    assert not recovery.command.get("units"), "the sheet says that it rolls"


def test_a_sheet_with_an_order_that_there_is_not_is_refused(three: Three) -> None:
    before = len(moves(three.battle))
    assert three.red.give("enter", **sheet_of(three, **{"orders.r1": "flee"})).status_code == 422
    assert three.red.give("enter", **sheet_of(three, then="always")).status_code == 422
    assert len(moves(three.battle)) == before
