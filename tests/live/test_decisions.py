"""Staleness goes by decision: a number that somebody has seen answers the question that stood then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.live.decisions import decided_since, decision_key, is_stale
from battles.rules.battle import Battle, Link, Options, Result, Side
from battles.rules.catalogue import make_unit
from battles.rules.commands import Command, EndActivation, OfferDraw, PlaceOrders, Resign, SetAnswers
from battles.rules.pending import Activation, Batch, Check, Review, Secret, Step, Volley
from battles.rules.terrain import Map

SIDES = ("red", "blue")


def at(*agenda: Step, **changes: object) -> Battle:
    units = [make_unit(id="r1", side="red", type="kmeti"), make_unit(id="b1", side="blue", type="kmeti")]
    battle = Battle(
        options=Options(),
        map=Map(),
        sides={side: Side(side) for side in SIDES},
        units={unit.id: replace(unit, hex="0505") for unit in units},
        links={"rL1": Link("rL1", "red", ("r1",)), "bL1": Link("bL1", "blue", ("b1",))},
        agenda=agenda,
    )
    return replace(battle, **changes)  # type: ignore[arg-type]


ORDERS = Secret("place_orders", SIDES)
COMMITTED = PlaceOrders({"r1": "hold"})
CHECKS = (Check("b1"), Check("r1"))
OFFERED = Batch("morale.danger", CHECKS, offered={"red": ("r1",), "blue": ("b1",)})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (at(ORDERS), at(ORDERS, committed={"red": COMMITTED})),
        (at(OFFERED), at(replace(OFFERED, answers={"red": ()}))),
        (at(Review((("rL1", "gap"), ("bL1", "gap")))), at(Review((("bL1", "gap"),)))),
    ],
    ids=["orders", "checks", "reviews"],
)
def test_what_one_side_answers_leaves_the_decision_of_the_other(before: Battle, after: Battle) -> None:
    assert decision_key(before, "blue") == decision_key(after, "blue")
    assert decision_key(before, "red") != decision_key(after, "red")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (at(ORDERS), at(Secret("spend_initiative", SIDES))),
        (at(ORDERS), at(ORDERS, turn=2)),
        (at(ORDERS), at(Activation("r1", ("r1",)))),
        (at(Activation("r1", ("r1",))), at(Activation("b1", ("b1",)))),
        (at(Activation("r1", ("r1",))), at(Volley("r1", "firearm", "b1", (), offered=True))),
        (at(OFFERED), at(replace(OFFERED, cause="morale.contagion"))),
        (at(ORDERS), at(ORDERS, result=Result("red", "resigned"))),
    ],
)
def test_another_question_is_another_decision_for_both(before: Battle, after: Battle) -> None:
    for side in SIDES:
        assert decision_key(before, side) != decision_key(after, side)


def since(before: Battle, after: Battle, side: str | None, command: Command | None) -> dict[str, int]:
    known = {"red": 5, "blue": 5}
    return decided_since(since=known, before=before, after=after, side=side, command=command, number=8)


def test_a_side_that_acts_has_decided_even_where_the_question_stays() -> None:
    acting = at(Activation("r1", ("r1",)))
    assert since(acting, acting, "red", EndActivation("r1")) == {"red": 8, "blue": 5}


@pytest.mark.parametrize("command", [SetAnswers("never"), OfferDraw(), Resign()])
def test_what_may_come_at_any_time_decides_nothing(command: Command) -> None:
    acting = at(Activation("r1", ("r1",)))
    assert since(acting, acting, "red", command) == {"red": 5, "blue": 5}
    assert since(acting, acting, "blue", command) == {"red": 5, "blue": 5}


def test_the_beginning_is_a_decision_for_both() -> None:
    assert decided_since(since={}, before=None, after=at(ORDERS), side=None, command=None, number=3) == {
        "red": 3,
        "blue": 3,
    }


@pytest.mark.parametrize(
    ("seen", "stale"), [(4, True), (5, False), (8, False), (9, True)], ids=["older", "the same", "newer", "future"]
)
def test_a_command_is_stale_if_its_decision_is_younger_than_what_was_seen(seen: int, stale: bool) -> None:
    known = {"red": 5, "blue": 7}
    assert is_stale(since=known, side="red", command=COMMITTED, seen=seen, number=8) is stale
    assert not is_stale(since=known, side="red", command=Resign(), seen=seen, number=8)
