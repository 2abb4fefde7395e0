"""Exact chances of what two dice bring: `dice.check`, `dice.extremes`, `combat.damage`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

PAIRS = tuple((first, second) for first in range(1, 7) for second in range(1, 7))


def chance(passes: Callable[[tuple[int, int]], bool]) -> float:
    """The share of the 36 throws of two dice for which something holds."""
    return sum(map(passes, PAIRS)) / len(PAIRS)


def succeeds(dice: tuple[int, int], number: int) -> bool:
    """`dice.extremes`: at most the number; a natural 2 always, a natural 12 never."""
    total = sum(dice)
    return total == 2 or (total != 12 and total <= number)


@lru_cache(maxsize=200)
def check_chance(number: int, *, reroll: bool = False) -> float:
    """`morale.check`: the chance to pass a daring check, with `link.reroll` rolled once more."""
    once = chance(lambda dice: succeeds(dice, number))
    return once + (1 - once) * once if reroll else once


def losses_of_roll(number: int, power: int, defence: int, *, machine: bool) -> Mapping[int, float]:
    """`combat.damage`, `combat.critical`: the distribution of the losses that one attack roll brings."""
    shares: dict[int, float] = {}
    for dice in PAIRS:
        losses = 0
        if succeeds(dice, number):
            losses = (max(dice) + power) // defence
            if sum(dice) == 2:
                losses = max(1, losses) if machine else 1
        shares[losses] = shares.get(losses, 0.0) + 1 / len(PAIRS)
    return dict(sorted(shares.items()))
