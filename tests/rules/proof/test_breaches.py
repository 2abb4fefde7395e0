"""What does not hold is noticed: each invariant, broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle, Link, ThisTurn
from battles.rules.choices import ActivationChoice, Legal, No
from battles.rules.dice import SeededDice
from battles.rules.events import Losses, MoraleChanged, PointsScored
from battles.rules.legal import legal
from battles.rules.proof.breach import Breach
from battles.rules.proof.chance import SeededChance
from battles.rules.proof.fight import Fight
from battles.rules.proof.ledger import Ledger
from battles.rules.proof.scrutiny import Scrutiny
from battles.rules.proof.secrecy import check_secrets
from battles.rules.proof.soundness import check_end, check_position
from battles.rules.proof.tally import Tally
from tests.rules.test_forecast import facing_off

Change = Callable[[Battle], Battle]


def unit(id_: str, **changes: Any) -> Change:
    return lambda battle: battle.with_unit(replace(battle.units[id_], **changes))


def morale(rule: str, by: int) -> MoraleChanged:
    return MoraleChanged(rule=rule, side="red", by=by, why=rule, morale=0, temporary=0)


def this_turn(id_: str, **changes: Any) -> Change:
    return lambda battle: unit(id_, turn=replace(battle.units[id_].turn, **changes))(battle)


def side(id_: str, **changes: Any) -> Change:
    return lambda battle: battle.with_side(replace(battle.sides[id_], **changes))


def link(*units: str) -> Change:
    return lambda battle: replace(battle, links={"rL1": Link("rL1", "red", units)})


def here() -> Battle:
    """An Otrok that is to act and kmeti, with all that a position needs."""
    battle = facing_off("otrok", "kmeti")
    return replay(battle, turn.begin(battle, SeededDice("here")))


@pytest.mark.parametrize(
    ("invariant", "change"),
    [
        ("one unit in a hex", unit("b1", hex="0505")),
        ("nobody off the map", unit("b1", hex="9901")),
        ("nobody on closed ground", lambda b: replace(b, map=replace(b.map, terrain={b.units["b1"].spot: "water"}))),
        ("strength from 0 to what was hired", unit("b1", hits=9)),
        ("destroyed with nothing left", unit("b1", hits=0)),
        ("who is gone is in no hex", unit("b1", state="withdrawn")),
        ("who is in reserve is in no hex", unit("b1", reserve=True)),
        ("a known state", unit("b1", state="asleep", hex=None)),
        ("only walkers fall", unit("b1", prone=True)),
        ("only vehicles are immobile", unit("b1", immobile=True)),
        ("machines face a way", unit("r1", facing=None)),
        ("the frightened have no order", lambda b: this_turn("b1", order="hold")(unit("b1", state="shaken")(b))),
        ("hirelings are never shaken", unit("b1", state="shaken", nature="mercenary", turn=ThisTurn())),
        ("no movement on credit", this_turn("r1", points_left=-1)),
        ("a weapon once a turn", this_turn("r1", weapons_used=("fist", "fist"))),
        ("a reduction of each sort once", this_turn("b1", reductions_used=("hold", "hold"))),
        ("one volley for each", this_turn("r1", volleys=(("fist", "b1"), ("fist", "b1")))),
        ("no more attacks than figures", this_turn("b1", attacks_made=4)),
        ("morale never below 0", side("red", morale=-1)),
        ("a known faction", side("red", faction="vikings")),
        ("one first strike", lambda b: side("red", first_strike=True)(side("blue", first_strike=True)(b))),
        ("own units in a link", link("r1", "b1")),
        ("a link of one kind", lambda b: link("r1", "b1")(unit("b1", side="red")(b))),
        ("the engine stops", lambda b: replace(b, agenda=())),
    ],
)
def test_a_position_that_is_amiss(invariant: str, change: Change) -> None:
    battle = here()
    check_position(battle)
    with pytest.raises(Breach) as breach:
        check_position(change(battle))
    assert breach.value.invariant.startswith(invariant)


def test_a_battle_that_is_over_asks_nobody() -> None:
    with pytest.raises(Breach):
        check_end(here())


@pytest.mark.parametrize(
    ("invariant", "events"),
    [
        ("strength and losses", [Losses(rule="combat.damage", unit="b1", losses=1, left=2)]),
        ("morale is the start", [morale("morale.first_strike", 1)]),
        ("morale rises for a reason", [morale("morale.cancel", 1)]),
        ("morale never below 0", [morale("morale.cancel", -99)]),
        ("points are what", [PointsScored(side="red", points=5, total=5, why="shrine")]),
    ],
)  # fmt: skip
def test_sums_that_do_not_come_out(invariant: str, events: list[Any]) -> None:
    ledger = Ledger(here())
    ledger.check(here())
    with pytest.raises(Breach) as breach:
        _write_down(ledger, events)
    assert breach.value.invariant.startswith(invariant)


def _write_down(ledger: Ledger, events: list[Any]) -> None:
    ledger.enter(events)
    ledger.check(here())


def scrutiny(change: Callable[[ActivationChoice], ActivationChoice]) -> Scrutiny:
    battle = here()
    may = legal(battle, "red")
    assert isinstance(may.choice, ActivationChoice)
    return Scrutiny(SeededChance("look"), battle, Legal("red", change(may.choice), may.anytime), Tally())


def with_first(choice: ActivationChoice, **changes: Any) -> ActivationChoice:
    first, *rest = choice.units.values()
    return replace(choice, units={first.unit: replace(first, **changes), **{each.unit: each for each in rest}})


def test_an_honest_choice_passes() -> None:
    looked = scrutiny(lambda choice: choice)
    looked.look(every=True)
    assert looked.tally.checked["offers accepted"] > 50
    assert looked.tally.checked["denials refused"] > 5


@pytest.mark.parametrize(
    ("invariant", "change"),
    [
        ("what is offered is accepted", lambda choice: with_first(choice, edges=("home",))),
        ("what is offered is accepted", lambda choice: with_first(choice, undo=True)),
        ("every no is the refusal", lambda choice: replace(choice, end=No("morale.rout", "because"))),
    ],
)
def test_a_choice_that_offers_too_much(invariant: str, change: Any) -> None:
    looked = scrutiny(change)
    with pytest.raises(Breach) as breach:
        looked.look(every=True)
    assert breach.value.invariant.startswith((invariant, "what is not offered is refused"))
    assert looked.trial is not None


def test_a_choice_that_hides_something() -> None:
    looked = scrutiny(lambda choice: with_first(choice, moves={}, aims=(), turns=()))
    with pytest.raises(Breach) as breach:
        _look_long(looked)
    assert breach.value.invariant == "what is not offered is refused"


def _look_long(looked: Scrutiny) -> None:
    for _ in range(40):
        looked.look(every=True)


def test_a_secret_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = here()
    assert check_secrets(SeededChance("look"), battle) == 2
    monkeypatch.setattr("battles.rules.proof.secrecy.seen_by", lambda battle, viewer: battle)
    with pytest.raises(Breach) as breach:
        check_secrets(SeededChance("look"), battle)
    assert breach.value.invariant == "secrets do not interfere"


def test_whatever_goes_wrong_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("r99")

    fight = Fight("tests 2")
    monkeypatch.setattr(fight, "_answer", broken)
    failure = fight.run()
    assert failure is not None
    assert (failure.invariant, failure.found) == ("nothing unexpected", "KeyError('r99')")
