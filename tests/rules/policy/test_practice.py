"""The practice opponent at play: it beats who plays at random, it answers everything, it knows no secret."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from battles.rules import army, shooting, turn
from battles.rules.apply import replay
from battles.rules.army_list import ArmyList, Entry
from battles.rules.battle import ENEMY, SIDES, Battle, Options, Side, Unit
from battles.rules.catalogue import catalogue
from battles.rules.commands import AnswerDraw, Command, Deploy, Enter, HirelingFate, OfferDraw, PlaceOrders, ReviewLink
from battles.rules.dice import SeededDice
from battles.rules.hexes import distance
from battles.rules.legal import legal
from battles.rules.pending import Activation, Fate
from battles.rules.policy import asked, choose, lawful
from battles.rules.policy.deployment import suggest
from battles.rules.policy.lines import Lines
from battles.rules.policy.marks import gunner, mark, number
from battles.rules.proof.setups import new_battle
from battles.rules.repertoire import no_of
from battles.rules.sight import seen_by
from tests.rules.practice import Player, at_random, fight, practice

BATTLES = 10


@pytest.mark.parametrize("preset", ["skirmish", "battle"])
def test_it_beats_who_plays_at_random(preset: str) -> None:
    won = 0
    for seed in range(BATTLES):
        side = SIDES[seed % 2]
        start = new_battle(random.Random(seed), preset=preset)
        players = {side: practice(str(seed)), ENEMY[side]: at_random(seed)}
        won += fight(start, players, SeededDice(f"seed {seed}")).winner == side
    assert won >= 0.9 * BATTLES


def test_the_same_battle_is_played_the_same_way() -> None:
    start = new_battle(random.Random(5))
    first, second = (fight(start, dict.fromkeys(SIDES, practice("1")), SeededDice("1")) for _ in "12")
    assert first.given == second.given


def test_what_the_other_side_has_committed_changes_nothing() -> None:
    battle = _deployed(new_battle(random.Random(4)))
    other = legal(battle, "blue").choice
    commands = [PlaceOrders(dict.fromkeys(other.groups, order)) for order in ("attack", "hold")]  # type: ignore[union-attr]
    after = [replay(battle, turn.decide(battle, "blue", command, SeededDice("1"))) for command in commands]
    assert after[0].committed != after[1].committed
    chosen = [choose(seen_by(position, "red"), "red", SeededDice("1")) for position in after]
    assert chosen[0] == chosen[1] == choose(seen_by(battle, "red"), "red", SeededDice("1"))


def test_who_is_not_asked_chooses_nothing() -> None:
    battle = new_battle(random.Random(4))
    battle = replay(battle, turn.decide(battle, "red", suggest(battle, "red"), SeededDice("1")))
    assert not asked(battle, "red")
    assert choose(seen_by(battle, "red"), "red", SeededDice("1")) is None
    assert lawful(seen_by(battle, "red"), "red", SeededDice("1")) is None
    assert asked(battle, "blue")


def test_a_referee_is_asked_for_fates_alone() -> None:
    battle = replace(_great_battle(1, "pitched"), referee=True)
    assert not asked(seen_by(battle, "referee"), "referee")
    company = next(id_ for id_ in battle.companies)
    position = replace(battle, agenda=(Fate(company), *battle.agenda))
    assert asked(position, "referee")
    command = choose(seen_by(position, "referee"), "referee", SeededDice("1"))
    assert isinstance(command, HirelingFate)
    assert command.company == company


def _deployed(battle: Battle) -> Battle:
    for side in SIDES:
        battle = replay(battle, turn.decide(battle, side, suggest(battle, side), SeededDice("1")))
    return battle


# the numbers that it weighs with


@pytest.mark.parametrize("preset", ["skirmish", "battle"])
def test_its_numbers_are_those_of_the_rules(preset: str) -> None:
    compared = 0

    def watched(player: Player) -> Player:
        def look(battle: Battle, side: str) -> Command:
            nonlocal compared
            step = battle.agenda[0]
            if isinstance(step, Activation):
                compared += _compare(battle, side)
            return player(battle, side)

        return look

    players = {side: watched(practice(side)) for side in SIDES}
    fight(new_battle(random.Random(8), preset=preset), players, SeededDice("numbers"))
    assert compared > 50


def _compare(battle: Battle, side: str) -> int:
    lines, compared = Lines(battle.map), 0
    for unit in battle.on_map(side):
        shooter = gunner(battle, unit)
        for enemy in battle.on_map(ENEMY[side]):
            for weapon in shooter.weapons:
                far, between = distance(unit.spot, enemy.spot), lines.between(unit.spot, enemy.spot)
                value = number(shooter, weapon, mark(battle, enemy), far, between)
                seen = no_of(lambda: shooting.refuse_sight(battle, unit, weapon, enemy))  # noqa: B023
                turned = (
                    seen is not None and seen.reason == "out_of_arc" and (weapon.melee or _open(battle, unit, enemy))
                )
                allowed = shooting.may_hit(weapon, enemy) and (seen is None or turned)
                assert (value is not None) == allowed, (unit, weapon, enemy)
                if value is not None:
                    assert value == shooting.number(battle, unit, weapon, enemy).value
                    compared += 1
    return compared


def _open(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """The arc is judged before the line: whether that is open, too."""
    count, hill = shooting.obstructions(battle.map, unit.spot, enemy.spot)
    return not hill and count < shooting.BLOCKING


# every question


def _host(side: str) -> ArmyList:
    """A host with a link to be made, mercenaries, a monster, a camp and companions."""
    entries = (
        Entry("vityaz", f"{side} prince", commander="prince"),
        Entry("otrok", f"{side} first"),
        Entry("otrok", f"{side} second"),
        Entry("opolchenie", f"{side} levy", company="levy"),
        Entry("opolchenie", f"{side} more levy", company="levy"),
        Entry("volkolaki", f"{side} wolves"),
        Entry("sputniki", f"{side} companions"),
        Entry("oboz", f"{side} camp"),
        Entry("kmeti", f"{side} kmeti"),
    )
    return ArmyList(size=500, faction="rusichi", entries=entries)


def _great_battle(seed: int, scenario: str) -> Battle:
    """Hosts with everything, on a map with shrines where the scenario wants them."""
    sheets = [sheet for sheet in catalogue().maps.values() if sheet.preset == "battle"]
    ground = sheets[seed % len(sheets)].map
    if scenario == "shrine":
        ground = replace(ground, terrain={**ground.terrain, "0408": "shrine", "0809": "shrine", "1208": "shrine"})
    hosts = {side: _host(side) for side in SIDES}
    units = [unit for side in SIDES for unit in army.muster(hosts[side], side)]
    hires = [company for side in SIDES for company in army.companies(hosts[side], side)]
    battle = Battle(
        options=Options(scenario=scenario, turn_limit=6, size=500),
        map=ground,
        sides={side: Side(side, morale=6) for side in SIDES},
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
        chreda="deployment",
    )
    return replace(battle, agenda=turn.opening(battle))


def _linked(battle: Battle, side: str) -> Deploy:
    """The suggested deployment with the two otroks as a link and the wolves held back."""
    command = suggest(seen_by(battle, side), side)
    otroks = tuple(id_ for id_ in command.placements if battle.units[id_].type == "otrok")
    wolves = tuple(id_ for id_ in command.placements if battle.units[id_].type == "volkolaki")
    near = next(
        hex_
        for hex_ in legal(battle, side).choice.hexes[otroks[1]]  # type: ignore[union-attr]
        if distance(hex_, command.placements[otroks[0]].hex) <= 3
        and hex_ not in {spot.hex for spot in command.placements.values()}
    )
    placements = {id_: spot for id_, spot in command.placements.items() if id_ not in wolves}
    placements[otroks[1]] = replace(placements[otroks[1]], hex=near)
    return Deploy(placements, reserve=wolves, links={f"{side[0]}L1": otroks})


@pytest.mark.parametrize("scenario", ["pitched", "shrine", "breakthrough"])
def test_it_answers_every_question_with_something_lawful(scenario: str) -> None:
    """Links, reserves, hirelings, all scenarios: whatever is asked, `decide` takes the answer."""
    kinds: set[type[Command]] = set()
    for seed in (0, 1, 2, 3, 6):
        start = _great_battle(seed, scenario)
        first: Mapping[str, Player] = {side: practice(f"{seed} {side}") for side in SIDES}
        players = {side: _opening(player) for side, player in first.items()}
        kinds |= {type(command) for _, command in fight(start, players, SeededDice(f"{scenario} {seed}")).given}
    assert {Enter, ReviewLink} <= kinds


def _opening(player: Player) -> Player:
    def play(battle: Battle, side: str) -> Command:
        return _linked(battle, side) if battle.chreda == "deployment" else player(battle, side)

    return play


@pytest.mark.parametrize("scenario", ["pitched", "shrine", "breakthrough"])
def test_the_fallback_alone_plays_a_battle_to_its_end(scenario: str) -> None:
    dice = SeededDice("fallback")

    def player(battle: Battle, side: str) -> Command:
        command = lawful(seen_by(battle, side), side, dice)
        assert command is not None
        return command

    assert fight(_great_battle(1, scenario), dict.fromkeys(SIDES, player), SeededDice("9")).end.result


def test_a_draw_is_taken_by_who_is_behind_and_declined_by_who_is_ahead() -> None:
    battle = _deployed(new_battle(random.Random(4)))
    battle = replay(battle, turn.decide(battle, "red", OfferDraw(), SeededDice("1")))
    for points, accepted in ((0, True), (90, False)):
        sides = {"red": replace(battle.sides["red"], points=45), "blue": replace(battle.sides["blue"], points=points)}
        position = seen_by(replace(battle, sides=sides), "blue")
        assert choose(position, "blue", SeededDice("1")) == AnswerDraw(accepted)
