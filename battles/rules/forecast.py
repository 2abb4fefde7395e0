"""What a volley, a ram or a point of morale is likely to bring: exact, from all throws of the dice, never simulated.

Other people's choices are taken at their best: a free casualty reduction cancels the greatest losses, and no fear check
is cancelled for a point. Strays are left out: they hit somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

from . import infantry, initiative, morale
from .battle import Battle, Unit
from .choices import Aim
from .odds import PAIRS, check_chance, succeeds

Outcome = tuple[int, bool]
Losses = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of one attack: total losses after reductions, destruction, each fear check, and being frightened."""

    losses: Losses
    destroyed: float
    danger: float
    critical: float
    frightened: float

    @property
    def mean(self) -> float:
        return sum(n * share for n, share in self.losses.items())


@cache
def roll_outcomes(number: int, power: int, defence: int, *, machine: bool) -> tuple[tuple[Outcome, float], ...]:
    """`combat.damage`, `combat.critical`: what one roll brings, (losses, critical), with its chance."""
    shares: dict[Outcome, float] = {}
    for dice in PAIRS:
        critical = sum(dice) == 2
        losses = (max(dice) + power) // defence if succeeds(dice, number) else 0
        if critical:
            losses = max(1, losses) if machine else 1
        shares[losses, critical] = shares.get((losses, critical), 0.0) + 1 / len(PAIRS)
    return tuple(sorted(shares.items()))


def after_reductions(rolls: tuple[Outcome, ...], slots: int) -> int:
    """`combat.reduction`, R30, R50: total losses when the greatest that may be cancelled are."""
    open_ = sorted((losses for losses, critical in rolls if not critical), reverse=True)
    return sum(open_[slots:]) + sum(losses for losses, critical in rolls if critical)


@cache
def volley(
    number: int, power: int, defence: int, *, machine: bool, shots: int, slots: int
) -> tuple[tuple[tuple[int, int], float], ...]:
    """The distribution of (total losses after reductions, criticals) of a volley."""
    outcomes = roll_outcomes(number, power, defence, machine=machine)
    shares: dict[tuple[int, int], float] = {}
    for chosen in combinations_with_replacement(range(len(outcomes)), shots):
        share = float(factorial(shots))
        for i in set(chosen):
            count = chosen.count(i)
            share *= outcomes[i][1] ** count / factorial(count)
        rolls = tuple(outcomes[i][0] for i in chosen)
        key = after_reductions(rolls, slots), sum(critical for _, critical in rolls)
        shares[key] = shares.get(key, 0.0) + share
    return tuple(sorted(shares.items()))


def of_aim(battle: Battle, aim: Aim, *, shots: int | None = None) -> Forecast | None:
    """The forecast of an attack that `legal` offers, with so many of its shots (all of them if not told)."""
    if aim.needed is None:
        return None
    target = battle.units[aim.target]
    slots = len(infantry.free_slots(battle, target))
    if battle.sides[target.side].answers.reduce_casualties == "never":
        slots = 0
    shares = volley(
        aim.needed.value,
        aim.power,
        aim.defence,
        machine=target.is_machine,
        shots=aim.shots if shots is None else shots,
        slots=slots,
    )
    return _forecast(battle, target, dict(shares))


def _forecast(battle: Battle, target: Unit, shares: Mapping[tuple[int, int], float]) -> Forecast:
    held = 1.0 if target.is_hireling else check_chance(
        morale.daring(battle, target).value, reroll=battle.link_of(target.id) is not None
    )  # fmt: skip
    losses: dict[int, float] = {}
    destroyed = danger = critical = frightened = 0.0
    for (total, criticals), share in shares.items():
        taken = min(total, target.hits)
        losses[taken] = losses.get(taken, 0.0) + share
        left = target.hits - taken
        if left == 0:
            destroyed += share
            continue
        endangered = target.hits > target.stats.danger >= left
        danger += share * endangered
        critical += share * bool(criticals)
        frightened += share * (1 - held ** (endangered + bool(criticals)))
    return Forecast(dict(sorted(losses.items())), destroyed, danger, critical, frightened)


def order_with(battle: Battle, points: Mapping[str, int]) -> tuple[str, ...]:
    """`initiative.will`: the order of activation if one side spent these points and the other none."""
    standings = {
        group: replace(standing, given=None if standing.given is None else standing.given - points.get(group, 0),
                       improved=standing.improved + points.get(group, 0))
        for group, standing in battle.standings.items()
    }  # fmt: skip
    return initiative.order(replace(battle, standings=standings))


def places_gained(battle: Battle, group: str, points: int) -> tuple[str, ...]:
    """`initiative.will`: the groups that so many points would put a group in front of."""
    before, after = initiative.order(battle), order_with(battle, {group: points})
    return tuple(other for other in before[: before.index(group)] if after.index(other) > after.index(group))
