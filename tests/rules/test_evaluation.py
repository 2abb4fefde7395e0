"""One evaluation of a list: by the catalogue that it is given, and the same as the engine says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.rules import initiative, movement
from battles.rules.army import companies, cost, faults, muster, points, starting_morale
from battles.rules.army_list import ArmyList, Entry
from battles.rules.battle import Battle, Options, Side
from battles.rules.catalogue import catalogue
from battles.rules.evaluation import evaluate, numbers_of
from battles.rules.hirelings import score
from battles.rules.terrain import Map

LEADER = Entry("kmeti", "Leader", commander="voivode")
MIXED = (
    replace(LEADER, link="First"),
    Entry("smerdy", "Near", figures=3, link="First"),
    Entry("vozok", "Marten"),
    Entry("orda", "Riders", options=("mounted", "fanatic"), terms="generous", company="Horde"),
    Entry("naymity", "Picked", options=("elite",), terms="harsh"),
    Entry("upyri", "Dead"),
    Entry("sputniki", "Friends"),
)


def army(*entries: Entry, size: int = 300) -> ArmyList:
    return ArmyList(size=size, faction="rusichi", entries=entries, name="Test")


def test_it_says_what_the_single_rules_say() -> None:
    list_ = army(*MIXED)
    found = evaluate(list_, catalogue())
    assert found.points == points(list_) == sum(numbers.cost for numbers in found.numbers if numbers)
    assert found.faults == faults(list_)
    assert found.morale == starting_morale(list_)
    assert found.links == {"First": 37 + 10 + 9}
    assert (found.hired, found.may_hire) == (22 + 7 + 3 + 3 + 20 + 6 - 2 + 34 + 20, 120)
    assert (found.commanders, found.left) == ((0,), 300 - found.points)


def test_numbers_are_those_that_the_engine_fights_with() -> None:
    list_ = army(*MIXED)
    units, hires = muster(list_, "red"), companies(list_, "red")
    battle = Battle(
        options=Options(),
        map=Map(),
        sides={side: Side(side) for side in ("red", "blue")},
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
    )
    for unit, entry in zip(units, list_.entries, strict=True):
        numbers = numbers_of(entry, catalogue())
        assert numbers is not None
        assert numbers.initiative + numbers.personal_initiative == initiative.unit_value(unit).value
        assert numbers.speed == movement.speed(unit)
        assert (numbers.hits, numbers.defence) == (unit.hits, unit.stats.defence)
        if unit.company and unit.stats.score is not None:
            assert numbers.score == score(battle, battle.companies[unit.company])


def test_another_catalogue_gives_other_numbers() -> None:
    """A released price must not reach a list that is kept by the old one."""
    kmeti = catalogue().units["kmeti"]
    dearer = replace(kmeti, stats=replace(kmeti.stats, cost=kmeti.stats.cost + 5))
    later = replace(catalogue(), version="later", units={**catalogue().units, "kmeti": dearer})
    list_ = army(LEADER, Entry("smerdy", "Far"))
    assert evaluate(list_, later).points == evaluate(list_, catalogue()).points + 5
    gone = replace(catalogue(), units={"kmeti": kmeti})
    found = evaluate(list_, gone)
    assert (found.points, found.numbers[1]) == (47, None)
    assert [fault.reason for fault in found.faults] == ["unknown_unit"]


@pytest.mark.parametrize(("figures", "cost_"), [(1, 3), (2, 6), (3, 9), (4, 12), (5, 14), (None, 14)])
def test_fewer_figures_cost_pro_rata_and_count_each(figures: int | None, cost_: int) -> None:
    """army.figures; the second and third of a kind cost what the first does"""
    one = Entry("smerdy", "One", figures=figures)
    assert cost(one) == cost_
    for n in (1, 2, 3):
        assert evaluate(army(*(replace(one, name=f"S{i}") for i in range(n))), catalogue()).points == n * cost_


def test_hints_are_no_faults() -> None:
    found = evaluate(army(LEADER, Entry("smerdy", "Far")), catalogue())
    assert found.lawful
    assert [(hint.reason, hint.have, hint.need) for hint in found.hints] == [
        ("quarter_left", 239, 300),
        ("no_trait", None, None),
    ]
    full = evaluate(army(replace(LEADER, trait="beloved"), size=60), catalogue())
    assert full.hints == ()


def test_nothing_is_said_of_an_empty_list_but_that_it_needs_a_commander() -> None:
    found = evaluate(army(), catalogue())
    assert (found.points, found.left, found.hints) == (0, 300, ())
    assert [fault.reason for fault in found.faults] == ["no_commander"]


def test_whatever_the_content_it_is_evaluated() -> None:
    """An old or broken list opens: what is unknown is a fault, never an exception."""
    odd = Entry(
        "otrok", "", commander="tsar", trait="bold", figures=-3, options=("wings", "elite", "elite"), terms="?",
        company="c", link="l",
    )  # fmt: skip
    list_ = replace(army(odd, replace(odd, type="griffin"), Entry("smerdy", "x" * 300, figures=99)), faction="elves")
    found = evaluate(list_, catalogue())
    assert found.morale == 0
    assert {fault.reason for fault in found.faults} >= {
        "unknown_faction", "unknown_unit", "unknown_commander", "unknown_trait", "unknown_option", "unknown_terms",
        "option_twice", "figures_of_a_machine", "figures", "unnamed", "name_too_long", "no_commander", "link_size",
    }  # fmt: skip
