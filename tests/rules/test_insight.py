"""What a list can do, against the engine's own numbers and against counting all throws."""

from __future__ import annotations

from itertools import product

import pytest

from battles.rules.army_list import ArmyList, Entry
from battles.rules.catalogue import catalogue
from battles.rules.evaluation import numbers_of
from battles.rules.insight import commander_falls, exhaustion, fire, fires, hirelings, link_at_half, stands
from battles.rules.odds import check_chance

UNITS = catalogue().units
ALL = list(product(range(1, 7), repeat=2))


def of(*entries: Entry) -> ArmyList:
    return ArmyList(500, "rusichi", entries)


def weapon(type_: str, id_: str, target: str, **chosen: object):  # type: ignore[no-untyped-def]  # noqa: ANN201
    kind = UNITS[type_]
    numbers = numbers_of(Entry(type_, "X", **chosen), catalogue())  # type: ignore[arg-type]
    assert numbers is not None
    (found,) = [each for each in kind.stats.weapons if each.id == id_]
    return fire(found, kind=kind, numbers=numbers, target=UNITS[target])


def test_bands_follow_the_visibility_of_the_target() -> None:
    """combat.number: streltsy (8) at squads lose one for each 3 hexes, at walkers one for each 5."""
    squads = weapon("streltsy", "firearm", "smerdy")
    assert [(band.near, band.far, band.number) for band in squads.bands] == [(1, 2, 8), (3, 5, 7), (6, 7, 6)]
    walker = weapon("streltsy", "hand_pishchal", "otrok")
    assert [(band.near, band.far, band.number) for band in walker.bands] == [(1, 4, 8), (5, 6, 7)]
    assert (squads.shots, walker.shots) == (3, 1)


def test_chance_and_losses_are_those_of_all_throws() -> None:
    """combat.damage, combat.critical: the otrok's avtosmagovnitsa at smerdy, one hex away, counted by hand."""
    found = weapon("otrok", "avtosmagovnitsa", "smerdy")
    first = found.bands[0]
    hits = [pair for pair in ALL if sum(pair) == 2 or (sum(pair) != 12 and sum(pair) <= 6)]
    assert first.chance == pytest.approx(len(hits) / 36)
    one = [0 if pair not in hits else 1 if sum(pair) == 2 else (max(pair) + 2) // 3 for pair in ALL]
    both = sum(min(5, a + b) for a, b in product(one, repeat=2)) / 36**2
    assert first.losses == pytest.approx(both)


def test_no_weapon_is_told_against_what_it_may_not_hit() -> None:
    """combat.targets"""
    told = {(each.weapon.id, each.target.kind) for each in fires(Entry("kmeti", "X"), catalogue(), UNITS.values())}
    assert told == {("firearm", "squad"), ("tyufyak", "walker"), ("tyufyak", "vehicle")}


def test_the_pool_is_spent() -> None:
    """morale.exhaustion, link.reroll, R39: hirelings make no checks, the fearless one passes, a link rolls again."""
    list_ = of(
        Entry("smerdy", "A"), Entry("smerdy", "B", link="L"), Entry("gridi", "C", link="L"), Entry("orda", "D"),
        Entry("kmeti", "E", commander="voivode", trait="fearless"),
    )  # fmt: skip
    found = exhaustion(list_, catalogue())
    assert found.entries == (0, 1, 2, 4)
    assert found.chances == (check_chance(4), check_chance(4, reroll=True), check_chance(7, reroll=True), 1.0)
    assert sum(found.shaken) == pytest.approx(1)
    assert found.mean == pytest.approx(sum(1 - chance for chance in found.chances))
    product_ = found.chances[0] * found.chances[1] * found.chances[2]
    assert found.all_hold == pytest.approx(product_)


def test_the_commander_falls_and_a_link_loses_half() -> None:
    list_ = of(
        Entry("otrok", "A", commander="voivode", link="L"),
        Entry("otrok", "B", link="L"),
        Entry("otrok", "C", link="L"),
        Entry("gridi", "D"),
    )  # fmt: skip
    assert commander_falls(list_, catalogue()).entries == (1, 2, 3)
    assert link_at_half(list_, catalogue(), "L").entries == (1, 2)


@pytest.mark.parametrize(("score", "passes"), [(2, 1), (6, 15), (7, 21), (8, 26), (9, 30), (11, 35)])
def test_hirelings_stand_by_their_score(score: int, passes: int) -> None:
    """hireling.check"""
    assert stands(score) == pytest.approx(passes / 36)


def test_scores_of_two_and_twelve_take_nothing() -> None:
    """hireling.extremes"""
    list_ = of(Entry("oboz", "A"), Entry("upyri", "B"), Entry("orda", "C", options=("fanatic",), terms="harsh"))
    camp, dead, horde = hirelings(list_, catalogue())
    assert (camp.chances, dead.chances) == (None, None)
    assert horde.score == 8
    assert dict(horde.chances or ()) == {by: stands(8 + by) for by in range(-2, 3)}
