"""Balance: one seed is one table, made-up data give back what they were made of, a thing off plays otherwise."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command

from battles.rules import army
from battles.rules.army_list import ArmyList, Entry
from battles.rules.balance.armies import drawn
from battles.rules.balance.bout import Bout, Meeting, fight, meeting
from battles.rules.balance.page import as_page
from battles.rules.balance.regression import inverted, least_squares
from battles.rules.balance.run import Task, fought, tasks
from battles.rules.balance.table import as_text, sections
from battles.rules.balance.trials import TRIALS, gain, holder, tempers
from battles.rules.balance.worth import worths
from battles.rules.catalogue import catalogue
from battles.rules.dice import Lots

KNOWN = catalogue()


def bout(red: ArmyList, blue: ArmyList, winner: str | None) -> Bout:
    met = Meeting("skirmish", {"red": red, "blue": blue}, "", "red")
    return Bout(met, winner, turn=6, turns=6, first=winner, half=winner, commands=100, stops=6, decided=3)


def of(**counts: int) -> ArmyList:
    entries = [Entry(type_, f"{type_} {n}") for type_, count in counts.items() for n in range(count)]
    return ArmyList(200, "rusichi", tuple(entries))


def test_drawn_lists_are_lawful_of_either_people_and_well_spent() -> None:
    lists = [drawn(Lots(str(n)), KNOWN.presets["battle"], KNOWN) for n in range(40)]
    assert all(army.faults(list_) == () for list_ in lists)
    assert {list_.faction for list_ in lists} == set(KNOWN.factions)
    assert min(army.points(list_) for list_ in lists) > 0.9 * 300


def test_a_pair_of_lists_meets_twice_with_the_sides_changed() -> None:
    first, second = (meeting("s", number, ("skirmish",), KNOWN) for number in (4, 5))
    assert (first.map_id, first.armies["red"]) == (second.map_id, second.armies["blue"])
    assert first.armies["blue"] == second.armies["red"]
    assert meeting("s", 6, ("skirmish",), KNOWN).armies != first.armies


def test_every_other_pair_has_unequal_purses() -> None:
    """Else all lists cost as much, and nothing tells what a grivna is worth."""
    plain = [fought_lists(number) for number in range(40)]
    assert {met.even for met in plain} == {True, False}
    spread = {even: [army.points(list_) for met in plain if met.even is even for list_ in met.armies.values()]
              for even in (True, False)}  # fmt: skip
    assert min(spread[True]) > 0.9 * 200 > min(spread[False])


def fought_lists(number: int) -> Meeting:
    return meeting("u", number, ("skirmish",), KNOWN, uneven=True)


def test_the_inverse_of_a_matrix() -> None:
    square = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 1.0, 0.0]]
    product = [[sum(a * b for a, b in zip(row, col, strict=True)) for col in zip(*inverted(square), strict=True)]
               for row in square]  # fmt: skip
    assert all(product[i][j] == pytest.approx(float(i == j)) for i in range(3) for j in range(3))


def test_known_slopes_come_back_within_their_errors() -> None:
    chance = random.Random(7)
    rows = [[chance.uniform(-3, 3) for _ in range(3)] for _ in range(400)]
    answers = [2 * a - b + 0.5 * c + chance.gauss(0, 1) for a, b, c in rows]
    fit = least_squares(rows, answers)
    for slope, error, true in zip(fit.slopes, fit.errors, (2, -1, 0.5), strict=True):
        assert abs(slope - true) < 4 * error
        assert 0.01 < error < 0.06


def test_the_worth_of_a_unit_comes_back_from_made_battles() -> None:
    """Results made from costs but for smerdy, which are made worth twice theirs."""
    chance, cost = random.Random(3), {"smerdy": 28, "kmeti": 37, "otrok": 55}
    bouts = []
    for _ in range(3000):
        one, other = ({type_: chance.randint(0, 4) for type_ in cost} for _ in range(2))
        lead = sum((one[type_] - other[type_]) * cost[type_] for type_ in cost) / 600
        bouts.append(bout(of(**one), of(**other), "red" if chance.random() < 0.5 + lead else "blue"))
    found = {worth.type: worth for worth in worths(bouts, KNOWN)}
    assert set(found) == set(cost)
    assert found["smerdy"].off > 0.3
    assert found["smerdy"].certain
    ratio = found["otrok"].worth / found["kmeti"].worth
    assert ratio == pytest.approx(55 / 37, rel=0.2)


def test_nothing_is_said_of_what_was_hardly_seen() -> None:
    assert worths([bout(of(smerdy=1), of(kmeti=1), "red")] * 5, KNOWN) == []


def test_the_same_seed_gives_the_same_battle() -> None:
    met = meeting("one", 0, ("skirmish",), KNOWN)
    assert fight(met, "x") == fight(met, "x")
    assert fight(met, "x") != fight(met, "y")


def test_a_thing_off_plays_otherwise() -> None:
    """Without links none is dissolved or formed, without spending nothing goes to initiative."""
    task = Task("one", 0, ("battle",))
    plain = fought(task)[1]
    assert plain.spent.get("initiative.will", 0) > 0
    never = replace(TRIALS["spending"].without)
    none = fight(plain.meeting, "one 0", {"red": never, "blue": never})
    assert none.spent.get("initiative.will", 0) == 0
    assert (
        "link.dissolved"
        not in fight(plain.meeting, "one 0", dict.fromkeys(("red", "blue"), TRIALS["links"].without)).spent
    )


def test_whoever_fears_nothing_checks_better() -> None:
    """`morale.check`: paid fears are fewer for a side that is as brave as can be."""
    plain = sum(_paid(fight(meeting("f", n, ("skirmish",), KNOWN), "f")) for n in range(4))
    brave = sum(_paid(fight(meeting("f", n, ("skirmish",), KNOWN), "f", fearless="red")) for n in range(4))
    assert brave < plain


def _paid(found: Bout) -> int:
    return sum(points for why, points in found.spent.items() if why in ("morale.danger", "morale.critical"))


def test_either_list_and_either_side_has_the_thing() -> None:
    """In a pair each list has it once, so that the better list is no gain; in the next pair the other side has it."""
    met = [meeting("s", number, ("skirmish",), KNOWN) for number in range(4)]
    assert [holder(number) for number in range(4)] == ["red", "red", "blue", "blue"]
    assert met[0].armies[holder(0)] == met[1].armies["blue"] != met[1].armies[holder(1)]
    assert tempers(TRIALS["links"], 0)["red"].links
    assert not tempers(TRIALS["links"], 0)["blue"].links


def test_the_better_list_of_a_pair_is_no_gain_and_no_error() -> None:
    won = {number: bout(of(), of(), "red" if number % 2 else "blue") for number in range(8)}
    assert gain(won) == (0, 0)


def test_a_gain_is_what_the_holder_wins_above_even() -> None:
    won = {number: bout(of(), of(), holder(number)) for number in range(8)}
    assert gain(won)[0] == 50
    lost = {number: bout(of(), of(), None) for number in range(8)}
    assert gain(lost) == (0, 0)


def test_the_table_counts_what_happened() -> None:
    bouts = [bout(of(kmeti=1), of(smerdy=1), winner) for winner in ("red", "red", "blue", None)]
    text = as_text(sections(bouts, {"links": dict(enumerate(bouts))}, KNOWN))
    assert "red wins" in text
    assert "50.0 %" in text.split("red wins")[1].split("\n")[0]
    assert "25.0 %" in text.split("draws")[1].split("\n")[0]
    assert "links" in text


def test_the_page_needs_nothing_else() -> None:
    html = as_page(sections([bout(of(), of(), "red")], {}, KNOWN), "seed <1>")
    assert "seed &lt;1&gt;" in html
    assert "http" not in html
    assert "<script" not in html


def test_each_task_is_a_matter_of_its_number() -> None:
    made = list(tasks("s", 3, ("skirmish",), compared=2))
    assert len(made) == 3 + 2 * len(TRIALS)
    assert len(set(made)) == len(made)


@pytest.mark.slow
def test_the_table_is_the_same_however_many_jobs_there_are(tmp_path: Path) -> None:
    alone, shared = io.StringIO(), io.StringIO()
    page = tmp_path / "report.html"
    call_command("balance", battles=6, seed="j", preset=["skirmish"], stdout=alone)
    call_command("balance", battles=6, seed="j", preset=["skirmish"], jobs=2, html=str(page), stdout=shared)
    assert alone.getvalue() == shared.getvalue()
    assert "Results" in page.read_text("utf-8")
