"""The forecast against the engine: every throw of a small volley, and many thrown ones of larger ones."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from battles.rules import forecast, turn
from battles.rules.apply import replay
from battles.rules.battle import Answers, Battle, Options, Side, Standing
from battles.rules.catalogue import make_unit
from battles.rules.choices import Aim, Ram
from battles.rules.commands import Attack, Special
from battles.rules.dice import ScriptedDice
from battles.rules.legal import legal
from battles.rules.odds import PAIRS
from battles.rules.pending import Activation, Run
from battles.rules.terrain import Map


class ThrownDice:
    """Dice of a test's own chance, so that it is the same each time."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def d6(self) -> int:
        return self._chance.randint(1, 6)

    def check(self) -> tuple[int, int]:
        return self.d6(), self.d6()


def facing_off(firer: str, target: str, *, hits: int | None = None, terrain: str = "open") -> Battle:
    """Red's unit about to attack blue's, two hexes away; a third unit far off keeps the battle going."""
    units = [
        make_unit(id="r1", side="red", type=firer),
        make_unit(id="b1", side="blue", type=target, hits=hits),
        make_unit(id="b2", side="blue", type="kmeti"),
    ]
    spots = {"r1": ("0505", "S"), "b1": ("0507", "N"), "b2": ("1515", None)}
    placed = {}
    for unit in units:
        hex_, facing = spots[unit.id]
        act = replace(unit.turn, order="attack", begun=unit.id == "r1", start=hex_)
        placed[unit.id] = replace(unit, hex=hex_, facing=facing if unit.is_machine else None, turn=act)
    answers = Answers("never", "best")
    return Battle(
        options=Options(),
        map=Map(terrain={"0507": terrain} if terrain != "open" else {}),
        sides={side: Side(side, answers=answers) for side in ("red", "blue")},
        units=placed,
        chreda="tactics",
        standings={id_: Standing(id_, None, 0, given=i) for i, id_ in enumerate(placed)},
        active="r1",
        agenda=(Activation("r1", ("r1",)), Run("groups")),
    )


def aim_of(battle: Battle, weapon: str) -> Aim:
    choice = legal(battle, "red").choice
    return next(aim for aim in choice.units["r1"].aims if aim.weapon == weapon and aim.target == "b1")  # type: ignore[union-attr]


def test_two_shots_are_counted_throw_by_throw() -> None:
    """An otrok's two shots at a squad in forest: all 1,296 throws, the greatest loss cancelled."""
    battle = facing_off("otrok", "smerdy", terrain="forest")
    found = forecast.of_aim(battle, aim_of(battle, "avtosmagovnitsa"))
    losses: Counter[int] = Counter()
    for throws in product(PAIRS, repeat=2):
        rolls = [*throws, *[(1, 1)] * 2]  # and fear checks that pass
        dice = ScriptedDice(rolls)
        events = turn.decide(battle, "red", Attack("r1", "avtosmagovnitsa", "b1"), dice)
        losses[5 - replay(battle, events).units["b1"].hits] += 1
    assert found is not None
    assert found.losses == pytest.approx({n: count / 1296 for n, count in losses.items()})


@pytest.mark.parametrize(
    ("firer", "weapon", "target", "hits", "terrain"),
    [
        ("kmeti", "firearm", "smerdy", 3, "open"),
        ("kmeti", "firearm", "streltsy", 3, "village"),
        ("vityaz", "pishchal", "otrok", 2, "open"),
        ("otrok", "avtosmagovnitsa", "gridi", 2, "open"),
    ],
)
def test_the_forecast_is_what_the_engine_does(firer: str, weapon: str, target: str, hits: int, terrain: str) -> None:
    battle = facing_off(firer, target, hits=hits, terrain=terrain)
    aim = aim_of(battle, weapon)
    found = forecast.of_aim(battle, aim)
    assert found is not None
    shots = None if battle.units["r1"].is_machine else aim.shots
    dice, throws = ThrownDice(7), 2500
    seen: Counter[str] = Counter()
    lost = 0
    for _ in range(throws):
        after = replay(battle, turn.decide(battle, "red", Attack("r1", weapon, "b1", shots), dice)).units["b1"]
        lost += hits - after.hits
        seen[after.state] += 1
    error = 4 * 0.5 / throws**0.5  # four standard errors of a share at its widest
    assert seen["destroyed"] / throws == pytest.approx(found.destroyed, abs=error)
    assert (seen["shaken"] + seen["routing"]) / throws == pytest.approx(found.frightened, abs=error)
    assert lost / throws == pytest.approx(found.mean, abs=error * hits)


def ramming(target: str, *, hits: int | None = None, wall: bool = False, state: str = "steady") -> Battle:
    """Red's walker on a special order, two hexes from blue's unit; `wall`: water where a squad would be pushed."""
    battle = facing_off("bogatyr", target, hits=hits)
    rammer, victim = battle.units["r1"], battle.units["b1"]
    rammer = replace(rammer, turn=replace(rammer.turn, order="special"))
    battle = replace(battle, map=Map(terrain={"0508": "water"})) if wall else battle
    return battle.with_units([rammer, replace(victim, state=state)])


def ram_of(battle: Battle) -> Ram:
    choice = legal(battle, "red").choice
    return next(ram for ram in choice.units["r1"].rams if ram.target == "b1")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("target", "hits", "wall", "state"),
    [
        ("smerdy", 5, False, "steady"),
        ("smerdy", 4, True, "steady"),
        ("kmeti", 3, False, "shaken"),
        ("otrok", 4, False, "steady"),
        ("orda", 4, False, "steady"),
    ],
)
def test_the_forecast_of_a_ram_is_what_the_engine_does(target: str, hits: int, wall: bool, state: str) -> None:
    """Losses throw by throw; what fear does by many throws."""
    battle = ramming(target, hits=hits, wall=wall, state=state)
    found = forecast.of_ram(battle, battle.units["r1"], ram_of(battle))
    command, losses = Special("r1", "ram", target="b1"), Counter[int]()
    for throw in PAIRS:
        dice = ScriptedDice([throw, *[(1, 1)] * 8])
        losses[hits - replay(battle, turn.decide(battle, "red", command, dice)).units["b1"].hits] += 1
    assert found.losses == pytest.approx({n: count / 36 for n, count in losses.items()})
    thrown, throws = ThrownDice(11), 1200
    seen: Counter[str] = Counter()
    for _ in range(throws):
        events = turn.decide(battle, "red", command, thrown)
        seen[replay(battle, events).units["b1"].state] += 1
        fates = {event.event for event in events if getattr(event, "unit", None) == "b1"}
        seen["frightened"] += bool(fates & {"shaken", "routed"})
        seen["fled"] += "routed" in fates
        seen["checked"] += "daring_checked" in fates
    error = 4 * 0.5 / throws**0.5
    assert seen["destroyed"] / throws == pytest.approx(found.destroyed, abs=error)
    assert seen["frightened"] / throws == pytest.approx(found.frightened, abs=error)
    assert seen["fled"] / throws == pytest.approx(found.routed, abs=error)
    assert seen["checked"] / throws == pytest.approx(found.checked, abs=error)


def test_the_fearless_are_frightened_by_a_second_fear_only() -> None:
    plain = facing_off("vityaz", "otrok")
    brave = replace(plain.units["b1"], commander="voivode", trait="fearless")
    led = plain.with_unit(replace(brave, trait=None))
    aim = aim_of(led, "pishchal")
    fearful, fearless = forecast.of_aim(led, aim), forecast.of_aim(plain.with_unit(brave), aim)
    assert fearful is not None
    assert fearless is not None
    assert fearful.frightened > fearless.frightened
    assert fearful.losses == fearless.losses
    spent = forecast.of_aim(plain.with_unit(replace(brave, fearless_used=True)), aim)
    assert spent == fearful


def test_points_bring_a_group_before_others() -> None:
    battle = facing_off("kmeti", "smerdy")
    assert forecast.places_gained(battle, "b2", 0) == ()
    assert forecast.places_gained(battle, "b2", 2) == ("b1",)
    assert forecast.places_gained(battle, "b2", 3) == ("r1", "b1")
