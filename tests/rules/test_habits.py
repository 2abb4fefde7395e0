"""Habits: each answers as told and only that; what they give is what `decide` accepts, and replays without them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from battles.rules import commands as c
from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Answers, Battle, Link, Standing
from battles.rules.choices import DeployChoice
from battles.rules.dice import SeededDice
from battles.rules.events import Event
from battles.rules.habits import NEWCOMER, SWIFT, Habits, answer, moment
from battles.rules.legal import legal
from battles.rules.pending import Activation, Batch, Check, Review, Run, Secret, Shot, Volley, pending
from battles.rules.proof.placing import loosely
from battles.rules.proof.player import choose_boldly
from battles.rules.proof.setups import new_battle
from battles.rules.sight import seen_by

LONGEST = 2000


def deployed(seed: int = 1, **changes: object) -> Battle:
    """A battle of two starters whose units stand where they were put at random."""
    chance, dice = random.Random(seed), SeededDice(f"habits {seed}")
    battle = new_battle(chance, starter="skirmish_rat")
    battle = replay(battle, turn.begin(battle, dice))
    for side in SIDES:
        choice = legal(battle, side).choice
        assert isinstance(choice, DeployChoice)
        battle = replay(battle, turn.decide(battle, side, loosely(chance, battle, choice), dice))
    return replace(battle, **changes)  # type: ignore[arg-type]


def own(battle: Battle, side: str, kind: str = "") -> list[str]:
    return [unit.id for unit in battle.on_map(side) if kind in ("", unit.kind)]


def says(battle: Battle, side: str, **habits: object) -> c.Command | None:
    return answer(seen_by(battle, side), side, Habits(**habits))  # type: ignore[arg-type]


# --- fear ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def afraid() -> Battle:
    """Two units of red and one of blue are offered a check of one cause."""
    battle = deployed()
    red, blue = own(battle, "red"), own(battle, "blue")
    checks = (Check(red[0]), Check(red[1], (("morale.friendly_fire", -1),)), Check(blue[0]))
    fear = Batch("morale.danger", checks, offered={"red": tuple(red[:2]), "blue": tuple(blue[:1])})
    return replace(battle, agenda=(fear, *battle.agenda))


def test_who_has_no_habit_is_asked(afraid: Battle) -> None:
    assert says(afraid, "red") is None
    assert says(afraid, "red", fear="let") == c.CancelChecks()


def test_one_unit_to_be_asked_for_makes_it_a_question(afraid: Battle) -> None:
    first, second = own(afraid, "red")[:2]
    assert says(afraid, "red", fates={first: "let", second: "ask"}, fear="let") is None
    assert says(afraid, "red", fates={first: "hold", second: "let"}) == c.CancelChecks((first,))


def test_points_that_are_kept_are_not_paid(afraid: Battle) -> None:
    """The worse chance is paid first."""
    second = own(afraid, "red")[1]
    pool = afraid.sides["red"].pool
    assert says(afraid, "red", fear="hold", keep=pool - 1) == c.CancelChecks((second,))
    assert says(afraid, "red", fear="hold", keep=pool) == c.CancelChecks()


def test_only_a_chance_below_the_mark_is_paid_for(afraid: Battle) -> None:
    choice = legal(afraid, "red").choice
    first, second = choice.offers  # type: ignore[union-attr]
    assert second.chance < first.chance
    mark = int(100 * first.chance)
    assert says(afraid, "red", fear="hold", below=mark, keep=0) == c.CancelChecks((second.unit,))
    assert says(afraid, "red", fear="hold", below=0, keep=0) == c.CancelChecks()


def test_a_check_with_a_good_chance_is_not_asked_for(afraid: Battle) -> None:
    first, second = legal(afraid, "red").choice.offers  # type: ignore[union-attr]
    assert says(afraid, "red", below=round(100 * first.chance)) is None, "the second is worse"
    fates = {second.unit: "let"}
    assert says(afraid, "red", below=round(100 * first.chance), fates=fates) == c.CancelChecks()


def test_a_chain_of_fear_is_let_go_in_its_own_activation_only(afraid: Battle) -> None:
    first = own(afraid, "red")[0]
    now = moment(afraid)
    assert says(afraid, "red", chain=now) == c.CancelChecks()
    assert says(afraid, "red", chain=now, fates={first: "hold"}, keep=0) == c.CancelChecks((first,))
    assert says(replace(afraid, active="b1"), "red", chain=now) is None


# --- casualties ---------------------------------------------------------------------------------------------------


def volley(*losses: int, attacked_by: tuple[str, ...] = ()) -> tuple[Battle, str]:
    """A volley of red at a squad of blue in a wood, with these penetrating rolls."""
    battle = deployed()
    target, firer = battle.units[own(battle, "blue", "squad")[0]], own(battle, "red")[0]
    target = replace(target, hits=5, stats=replace(target.stats, hits=5, danger=1))
    seen = (*attacked_by, firer)
    target = replace(target, turn=replace(target.turn, attacked_by=seen))
    shots = tuple(Shot((3, 4), hit=True, critical=False, losses=n) for n in losses)
    step = Volley(firer, "firearm", target.id, shots, offered=True)
    grounds = {**battle.map.terrain, target.spot: "forest"}
    battle = replace(battle, map=replace(battle.map, terrain=grounds), agenda=(step, *battle.agenda))
    return battle.with_unit(target), target.id


def test_the_best_reduction_takes_the_greatest_losses() -> None:
    battle, _ = volley(1, 2)
    assert says(battle, "blue") is None
    assert says(battle, "blue", reduce="best") == c.ReduceCasualties((2,))
    assert says(battle, "blue", reduce="never") == c.ReduceCasualties()


def test_a_saved_reduction_meets_the_next_volley() -> None:
    battle, squad = volley(1)
    assert says(battle, "blue", reduce="best", saving=(squad,)) == c.ReduceCasualties()
    again, _ = volley(1, attacked_by=("r9",))
    assert says(again, "blue", reduce="best", saving=(squad,)) == c.ReduceCasualties((1,))


def test_a_reduction_is_not_saved_where_there_may_be_no_next_volley() -> None:
    battle, squad = volley(2, 2)
    assert says(battle, "blue", saving=(squad,)) == c.ReduceCasualties((1,))


# --- the will to win ----------------------------------------------------------------------------------------------


def spending(totals: dict[str, int], *, near: bool = True) -> Battle:
    """One group of each side with these totals, beside each other or at the far ends of the map."""
    battle = deployed()
    red, blue = own(battle, "red")[0], own(battle, "blue")[0]
    spots = {red: "0505", blue: "0506" if near else "0513"}
    units = {id_: replace(battle.units[id_], hex=hex_) for id_, hex_ in spots.items()}
    if not near:
        stats = {id_: replace(unit.stats, speed=1, weapons=()) for id_, unit in units.items()}
        units = {id_: replace(unit, stats=stats[id_]) for id_, unit in units.items()}
    standings = {
        red: Standing(red, 1, 3, given=totals["red"]),
        blue: Standing(blue, 1, 3, given=totals["blue"]),
    }
    agenda = (Secret("spend_initiative", SIDES), *battle.agenda)
    return replace(battle, units=units, standings=standings, chreda="initiative", agenda=agenda)


def test_the_window_is_passed_unless_a_point_may_matter() -> None:
    behind, far_behind = {"red": 5, "blue": 4}, {"red": 9, "blue": 4}
    assert says(spending(behind), "red", will="idle") is None
    assert says(spending(far_behind), "red", will="idle") == c.SpendInitiative()
    assert says(spending(behind), "blue", will="idle") == c.SpendInitiative(), "nobody to pass"


def test_an_order_of_groups_that_cannot_meet_does_not_matter() -> None:
    assert says(spending({"red": 5, "blue": 4}, near=False), "red", will="idle") == c.SpendInitiative()


def test_points_that_are_kept_are_not_asked_for() -> None:
    battle = spending({"red": 5, "blue": 4})
    pool = battle.sides["red"].pool
    assert says(battle, "red", will="idle", keep=pool) == c.SpendInitiative()
    assert says(battle, "red", will="pass") == c.SpendInitiative()
    assert says(battle, "red", will="ask") is None


# --- links and reserves -------------------------------------------------------------------------------------------


def linked(question: str, hexes: tuple[str, ...]) -> Battle:
    battle = deployed()
    squads = own(battle, "red", "squad")[: len(hexes)]
    assert len(squads) == len(hexes)
    units = {id_: replace(battle.units[id_], hex=hex_) for id_, hex_ in zip(squads, hexes, strict=True)}
    link = Link("rL1", "red", tuple(squads))
    battle = replace(battle, units={**battle.units, **units}, links={"rL1": link})
    return replace(battle, agenda=(Review((("rL1", question),)), Run("orders")))


def test_a_gap_is_accepted() -> None:
    battle = linked("gap", ("0505", "0506"))
    assert says(battle, "red") is None
    assert says(battle, "red", gap="accept") == c.ReviewLink("rL1", "gap", "accept_worst")


def test_strays_leave_where_that_costs_nothing() -> None:
    battle = linked("together", ("0505", "0506", "0909"))
    stray = battle.links["rL1"].units[2]
    assert says(battle, "red", stray="exclude") == c.ReviewLink("rL1", "together", "exclude", (stray,))
    pair = linked("together", ("0505", "0909"))
    assert says(pair, "red", stray="exclude") is None, "a dissolution costs a point and is asked"


def test_reserves_come_or_wait() -> None:
    battle = deployed()
    unit = battle.units[own(battle, "red")[0]]
    battle = battle.with_unit(replace(unit, hex=None, reserve=True))
    battle = replace(battle, turn=2, agenda=(Secret("enter", ("red",)), *battle.agenda))
    assert says(battle, "red") is None
    assert says(battle, "red", reserves="wait") == c.Enter()
    come = says(battle, "red", reserves="enter")
    assert isinstance(come, c.Enter)
    assert set(come.placements) == {each.id for each in battle.units.values() if each.reserve and each.side == "red"}
    assert turn.decide(battle, "red", come, SeededDice("e"))


# --- the end of an activation -------------------------------------------------------------------------------------


def acting(order: str, **turn_: object) -> Battle:
    """A squad of red acts, far from every enemy."""
    battle = deployed()
    unit = battle.units[own(battle, "red", "squad")[0]]
    unit = replace(unit, turn=replace(unit.turn, order=order, **turn_))  # type: ignore[arg-type]
    step = Activation(unit.id, (unit.id,))
    return replace(battle.with_unit(unit), active=unit.id, chreda="tactics", agenda=(step, Run("groups")))


def test_an_activation_with_nothing_left_ends() -> None:
    battle = acting("hold")
    group = battle.active
    assert says(battle, "red") is None
    assert says(battle, "red", end="clear") == c.EndActivation(str(group))
    assert says(battle, "blue", end="clear") is None, "it is not theirs"
    assert says(acting("attack"), "red", end="all") is None, "it may still move"
    assert says(acting("special"), "red", end="all") is None, "it may still dash"


def test_what_may_be_taken_back_stays_open() -> None:
    battle = acting("attack")
    group = str(battle.active)
    reach = legal(battle, "red").choice.units[group].moves  # type: ignore[union-attr]
    farthest = min(reach.values(), key=lambda each: (each.points_left, each.hex))
    battle = replay(battle, turn.decide(battle, "red", c.Move(group, farthest.hex), SeededDice("m")))
    assert battle.units[group].turn.points_left == 0
    assert says(battle, "red", end="clear") is None
    assert says(battle, "red", end="all") == c.EndActivation(group)


# --- whole battles ------------------------------------------------------------------------------------------------


def played(seed: int, habits: dict[str, Habits]) -> tuple[Battle, Battle, list[Event], Counter[str]]:
    """A battle between bold players of whom some have habits: start, end, all events, commands by who gave them."""
    chance, dice = random.Random(seed), SeededDice(f"habits {seed}")
    start = battle = new_battle(chance, starter="skirmish_rat")
    sides = {id_: replace(side, answers=Answers("ask", "ask")) for id_, side in battle.sides.items()}
    start = battle = replace(battle, sides=sides)
    events = list(turn.begin(battle, dice))
    battle, given = replay(battle, events), Counter[str]()
    while battle.result is None:
        found = ((side, answer(seen_by(battle, side), side, each)) for side, each in habits.items())
        side, command = next(((side, told) for side, told in found if told), ("", None))
        given["habit" if command else "hand"] += 1
        if command is None:
            side = next((open_.side for open_ in pending(battle)), "") or battle.group_side(str(battle.active))
            choice = legal(battle, side).choice
            assert choice is not None
            command = choose_boldly(chance, choice, battle)
        told = turn.decide(battle, side, command, dice)
        events += told
        battle = replay(battle, told)
        assert sum(given.values()) < LONGEST, "battles end"
    return start, battle, events, given


@pytest.mark.parametrize("seed", range(4))
def test_what_habits_give_is_accepted_to_the_end(seed: int) -> None:
    start, end, events, given = played(seed, {"red": SWIFT, "blue": NEWCOMER})
    assert replay(start, events) == end
    assert given["habit"] > given["hand"] / 10


def test_newcomers_never_pay_for_what_they_were_not_asked() -> None:
    """The habits that are offered give no command that spends a point."""
    for seed in range(4):
        chance = random.Random(seed)
        battle = new_battle(chance, starter="skirmish_rat")
        assert answer(battle, "red", NEWCOMER) is None
    assert NEWCOMER.fear == "ask"
    assert NEWCOMER.fates == {}
    assert SWIFT.fear == "let"


def test_habits_survive_their_storing() -> None:
    habits = Habits(reduce="best", saving=("r1", "r2"), fear="hold", fates={"r1": "let"}, below=40, keep=2, end="clear")
    assert Habits.from_json(habits.to_json()) == habits
    assert Habits.from_json({}) == Habits()
    assert Habits.from_json({"end": "sometimes", "colour": "red", "fear": "let"}) == Habits(fear="let")
