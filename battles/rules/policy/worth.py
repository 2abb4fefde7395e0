"""What units, losses and morale points are worth, in grivnas: the measure of all that the policy weighs."""

from __future__ import annotations

from functools import cache

from ..battle import ENEMY, Battle, Unit
from ..catalogue import price
from ..forecast import volley
from ..odds import check_chance

ALIVE = 0.3  # the share of a price that the last figure holds
FRIGHT = 0.22  # what a fright takes from a unit's price
COMMANDER = 1.25
FEWEST, MOST = 2, 11  # numbers beyond are as good as these (`dice.extremes`)
POINT = {0: 0.0, 1: 45.0, 2: 14.0, 3: 8.0, 4: 6.0, 5: 5.0}
SPARE_POINT = 4.0


def worth(unit: Unit) -> float:
    """What the unit stands for as long as it is whole."""
    return price(unit) * (COMMANDER if unit.commander else 1.0)


def standing(hits: int, full: int) -> float:
    """The share of its price that a unit with so many hits left still is."""
    return ALIVE + (1 - ALIVE) * hits / full if hits > 0 else 0.0


@cache
def toll(
    number: int, power: int, defence: int, machine: bool, shots: int, slots: int, hits: int, full: int, danger: int,
    daring: int,
) -> float:  # fmt: skip
    """The share of its price that a volley is likely to take from a unit; `daring` -1 is one that fears nothing."""
    taken = 0.0
    rolls = volley(max(FEWEST, min(MOST, number)), power, defence, machine=machine, shots=shots, slots=slots)
    for (total, criticals), share in rolls:
        left = hits - min(total, hits)
        loss = standing(hits, full) - standing(left, full)
        if left and daring >= 0 and (criticals or hits > danger >= left):
            loss += FRIGHT * (1 - check_chance(daring))
        taken += share * loss
    return taken


def point(battle: Battle, side: str) -> float:
    """`morale.pool`: what the next morale point is worth to a side; the last one holds off exhaustion."""
    held = battle.sides[side]
    if held.temporary:
        return 1.5
    if held.exhausted:
        return 3.0 if held.morale > 1 else 5.0
    return POINT.get(held.morale, SPARE_POINT)


def lead(battle: Battle, side: str) -> float:
    """By how much a side is ahead, as a share of the battle size: points, and what fear is about to bring."""
    return (_score(battle, side) - _score(battle, ENEMY[side])) / battle.options.size


def _score(battle: Battle, side: str) -> float:
    """`battle.points`: scored points and those that the end would bring as things stand."""
    total = float(battle.sides[side].points)
    for unit in battle.units.values():
        if unit.side != side and unit.on_map and (unit.state == "routing" or 2 * unit.hits <= unit.stats.hits):
            total += price(unit) / 2
    return total
