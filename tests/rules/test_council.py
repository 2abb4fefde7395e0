"""A council: one sheet answers what the preparation of a turn asks, and where it has no answer the player is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.rules import commands as c
from battles.rules import council, turn
from battles.rules.apply import replay
from battles.rules.battle import Answers, Battle
from battles.rules.council import Council
from battles.rules.dice import SeededDice
from battles.rules.pending import Secret, pending
from battles.rules.sight import seen_by
from tests.rules.test_habits import deployed, own


@pytest.fixture
def morning() -> Battle:
    """The second turn begins: red has one unit in reserve and one that is shaken, and is asked whom it brings."""
    battle = deployed(4)
    first, second, *_ = own(battle, "red")
    units = {**battle.units, first: replace(battle.units[first], state="shaken"),
             second: replace(battle.units[second], hex=None, reserve=True)}  # fmt: skip
    rest = turn.opening(replace(battle, chreda="preparatory", active=None))[2:]
    sides = {id_: replace(side, answers=Answers("ask", "ask")) for id_, side in battle.sides.items()}
    return replace(battle, units=units, sides=sides, turn=2, chreda="preparatory", active=None,
                   agenda=(Secret("enter", ("red",)), *rest), committed={})  # fmt: skip


def settled(battle: Battle, **changes: object) -> Council:
    """All that red can settle: nobody is paid for, everybody attacks."""
    offers = council.recoveries(battle, "red")
    full = Council(battle.turn, tuple(offer.unit for offer in offers), (),
                   dict.fromkeys(council.groups(battle, "red"), "attack"))  # fmt: skip
    return replace(full, **changes)  # type: ignore[arg-type]


def entered(battle: Battle) -> Battle:
    return replay(battle, turn.decide(battle, "red", c.Enter(), SeededDice("council")))


def says(battle: Battle, council_: Council) -> c.Command | None:
    return council.answer(seen_by(battle, "red"), "red", council_)


def on_the_way(battle: Battle, settled_: Council) -> list[c.Command]:
    """What red's council says one after the other, until somebody has to be asked."""
    said: list[c.Command] = []
    dice = SeededDice("council")
    while command := says(battle, settled_):
        said.append(command)
        battle = replay(battle, turn.decide(battle, "red", command, dice))
    return said


def test_the_sheet_names_all_that_may_be_asked(morning: Battle) -> None:
    shaken, reserve = (unit.id for unit in morning.units.values() if unit.side == "red"
                       and (unit.state == "shaken" or unit.reserve))  # fmt: skip
    assert [offer.unit for offer in council.recoveries(morning, "red")] == [shaken]
    assert {shaken, reserve} < set(council.groups(morning, "red"))
    assert council.recoveries(morning, "blue") == ()


def test_recovery_and_orders_are_answered_without_a_stop(morning: Battle) -> None:
    recovery, orders = on_the_way(entered(morning), settled(morning))
    assert recovery == c.CancelChecks()
    assert isinstance(orders, c.PlaceOrders)
    assert set(orders.orders) <= set(council.groups(morning, "red"))


def test_a_point_is_paid_for_whom_the_sheet_says(morning: Battle) -> None:
    full = settled(morning)
    recovery, orders = on_the_way(entered(morning), replace(full, paid=full.shaken))
    assert recovery == c.CancelChecks(full.shaken)
    assert isinstance(orders, c.PlaceOrders)
    assert set(full.shaken) <= set(orders.orders), "who recovers gets the order that waits for it"


def test_a_recovery_nobody_has_thought_of_is_asked(morning: Battle) -> None:
    assert says(entered(morning), settled(morning, shaken=())) is None


def test_an_order_that_is_missing_is_asked(morning: Battle) -> None:
    full = settled(morning)
    some = {group: order for group, order in full.orders.items() if group != own(morning, "red")[-1]}
    (recovery,) = on_the_way(entered(morning), replace(full, orders=some))
    assert recovery == c.CancelChecks()


def test_a_council_of_another_turn_says_nothing(morning: Battle) -> None:
    assert says(entered(morning), settled(morning, turn=1)) is None
    assert says(entered(morning), settled(morning)) is not None


def test_only_the_side_that_is_asked_is_answered_for(morning: Battle) -> None:
    battle = replace(morning, agenda=(Secret("enter", ("blue",)), *morning.agenda[1:]))
    assert [awaited.side for awaited in pending(battle)] == ["blue"]
    assert says(battle, settled(morning)) is None


def test_the_entry_itself_is_never_given_by_it(morning: Battle) -> None:
    assert says(morning, settled(morning)) is None


def test_it_is_stored_and_read(morning: Battle) -> None:
    full = settled(morning)
    assert Council.from_json(full.to_json()) == full
    assert Council.from_json({}) == Council()
