"""What makes things better never makes them worse: every modifier has the sign that its rule says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import pytest

from battles.rules import forecast, hirelings, initiative, morale, shooting
from battles.rules.battle import Battle, Company, Unit
from battles.rules.catalogue import make_unit
from battles.rules.hexes import distance
from tests.rules.test_forecast import facing_off

Change = Callable[[Battle], Battle]


def mean(number: int, power: int, defence: int, machine: bool) -> float:
    outcomes = forecast.roll_outcomes(number, power, defence, machine=machine)
    return sum(losses * share for (losses, _), share in outcomes)


@pytest.mark.parametrize("machine", [False, True])
def test_losses_grow_with_number_and_power_and_shrink_with_defence(machine: bool) -> None:
    for number, power, defence in product(range(14), range(8), range(2, 11)):
        expected = mean(number, power, defence, machine)
        assert mean(number + 1, power, defence, machine) >= expected
        assert mean(number, power + 1, defence, machine) >= expected
        assert mean(number, power, defence + 1, machine) <= expected


@pytest.mark.parametrize("slots", [0, 1])
def test_more_shots_never_do_less_and_a_reduction_never_more(slots: int) -> None:
    for number, shots in product(range(4, 11), range(1, 5)):

        def total(many: int, cancelled: int, number: int = number) -> float:
            shares = forecast.volley(number, 2, 3, machine=False, shots=many, slots=cancelled)
            return sum(losses * share for (losses, _), share in shares)

        assert total(shots + 1, slots) >= total(shots, slots)
        assert total(shots, slots + 1) <= total(shots, slots)


def with_unit(id_: str, **changes: object) -> Change:
    return lambda battle: battle.with_unit(replace(battle.units[id_], **changes))


def with_turn(id_: str, **changes: object) -> Change:
    def change(battle: Battle) -> Battle:
        unit = battle.units[id_]
        return battle.with_unit(replace(unit, turn=replace(unit.turn, **changes)))

    return change


def on(terrain: dict[str, str]) -> Change:
    return lambda battle: replace(battle, map=replace(battle.map, terrain={**battle.map.terrain, **terrain}))


def aimed(battle: Battle) -> int:
    unit, target = battle.units["r1"], battle.units["b1"]
    return shooting.number(battle, unit, unit.stats.weapons[0], target).value


@pytest.mark.parametrize("target", ["kmeti", "otrok", "vozok"])
@pytest.mark.parametrize(
    ("change", "sign"),
    [
        (with_turn("r1", order="hold"), 1),
        (with_unit("r1", state="shaken"), -1),
        (with_unit("r1", prone=True), -1),
        (with_unit("r1", stunned=1), -1),
        (with_unit("r1", stunned=2), -1),
        (with_unit("r1", options=("elite",)), 1),
        (with_turn("b1", begun=True), -1),
        (on({"0506": "forest"}), -1),
        (on({"0506": "village"}), -1),
        (on({"0506": "swamp"}), 0),
    ],
)
def test_each_modifier_of_an_attack_has_its_sign(target: str, change: Change, sign: int) -> None:
    battle = facing_off("otrok", target)
    before, after = aimed(battle), aimed(change(battle))
    assert (after > before) - (after < before) == sign


@pytest.mark.parametrize("target", ["kmeti", "otrok", "vozok"])
def test_farther_is_never_easier(target: str) -> None:
    battle = facing_off("otrok", target)
    spot = battle.units["r1"].spot
    far = sorted((distance(spot, hex_), hex_) for hex_ in battle.map.hexes() if hex_ != spot)
    numbers = [aimed(with_unit("b1", hex=hex_)(with_turn("b1", begun=True)(battle))) for _, hex_ in far]
    assert all(near >= farther for near, farther in pairwise(numbers))
    assert numbers[0] > numbers[-1]


def braver(change: Change) -> int:
    """How much the daring of blue's unit changes."""
    battle = facing_off("otrok", "kmeti")
    changed = change(battle)
    return morale.daring(changed, changed.units["b1"]).value - morale.daring(battle, battle.units["b1"]).value


def commanded_from(hex_: str, **state: str) -> Change:
    return with_unit("b2", hex=hex_, commander="voivode", **state)


@pytest.mark.parametrize(
    ("change", "by"),
    [
        (commanded_from("0607"), 1),
        (commanded_from("0510"), 1),
        (commanded_from("0511"), 0),
        (commanded_from("0607", state="shaken"), 0),
        (with_unit("r1", commander="voivode", hex="0506"), 0),
        (with_unit("b1", commander="voivode"), 1),
        (with_unit("b1", victor=1), 1),
        (with_unit("b1", victor=0), 0),
        (lambda battle: battle.with_side(replace(battle.sides["blue"], commander_fell=1)), -1),
        (lambda battle: battle.with_side(replace(battle.sides["blue"], commander_fell=-1)), 0),
        (lambda battle: battle.with_side(replace(battle.sides["red"], commander_fell=1)), 0),
        (with_unit("b1", hits=1), 0),
    ],
)
def test_daring_rises_with_leaders_and_victories_and_falls_with_the_fallen(change: Change, by: int) -> None:
    assert braver(change) == by


@pytest.mark.parametrize(("hits", "by"), [(8, 0), (5, 0), (4, 1), (1, 1)])
def test_damage_makes_slower_to_act(hits: int, by: int) -> None:
    whole = make_unit(id="r1", side="red", type="vityaz")
    assert initiative.unit_value(replace(whole, hits=hits)).value == initiative.unit_value(whole).value + by


def hired(**changes: object) -> tuple[Battle, Company]:
    battle = facing_off("otrok", "orda")
    company = Company("bH1", "blue", initial=6, **{"terms": "usual", **changes})  # type: ignore[arg-type]
    battle = with_unit("b1", company="bH1")(battle)
    return replace(battle, companies={"bH1": company}), company


def test_hirelings_hold_the_better_the_better_they_are_kept() -> None:
    scores = [hirelings.needed(*hired(terms=terms)).value for terms in ("harsh", "usual", "generous")]
    assert scores == sorted(set(scores))
    words = [hirelings.needed(*hired(modifier=modifier)).value for modifier in range(-2, 3)]
    assert words == sorted(set(words))


@pytest.mark.parametrize(("id_", "by"), [("b2", -1), ("r1", 1)])
def test_hirelings_look_at_who_has_lost_a_commander(id_: str, by: int) -> None:
    battle, company = hired()
    fallen: Unit = replace(battle.units[id_], commander="voivode", state="destroyed", hex=None)
    after = hirelings.needed(battle.with_unit(fallen), company).value
    assert after - hirelings.needed(battle, company).value == by
