"""What a volley, a ram or a point of morale is likely to bring: exact, from all throws of the dice, never simulated.

Other people's choices are taken at their best: a free casualty reduction cancels the greatest losses, and no fear check
is cancelled for a point. Strays are left out: they hit somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

from . import infantry, initiative, morale
from .battle import Battle, Unit
from .charge import CRUEL_DEATH, pushed_to
from .choices import Aim, Ram
from .odds import PAIRS, chance, check_chance, succeeds
from .values import changed

Outcome = tuple[int, bool]
Losses = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of one attack: total losses after reductions, destruction, each fear check, and what fear brings.

    `checked` is the chance of any fear check, `frightened` that of failing one, `routed` that of taking to flight.
    """

    losses: Losses
    destroyed: float
    danger: float
    critical: float
    checked: float
    frightened: float
    routed: float

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


def of_ram(battle: Battle, rammer: Unit, ram: Ram) -> Forecast:
    """`combat.ram`: the larger of two dice and mass power always hit; danger, then cruel death, each a new check.

    A squad that is pushed on checks where it has come to stand.
    """
    target = battle.units[ram.target]
    shares: dict[int, float] = {}
    for dice in PAIRS:
        losses = min(target.hits, (max(dice) + ram.power) // ram.defence)
        shares[losses] = shares.get(losses, 0.0) + 1 / len(PAIRS)
    tally = _Tally()
    for losses, share in sorted(shares.items()):
        after = _rammed(battle, rammer, target, losses)
        danger = _endangered(target, losses)
        fears = ([0] if danger else []) + ([] if target.is_machine else [CRUEL_DEATH])
        tally.add(after, losses, share, [_held(battle, after, extra) for extra in fears], danger=danger)
    return tally.forecast()


def _rammed(battle: Battle, rammer: Unit, target: Unit, losses: int) -> Unit:
    """The target after the blow, on the hex behind it if it can be pushed there."""
    behind = pushed_to(battle, rammer, target) if losses and not target.is_machine else None
    return changed(target, hits=target.hits - losses, hex=behind or target.hex)


def _endangered(target: Unit, losses: int) -> bool:
    """`morale.danger`: from above the threshold to it or below, and not to 0."""
    return target.hits > target.stats.danger >= target.hits - losses > 0


def _held(battle: Battle, unit: Unit, extra: int = 0) -> float:
    """`morale.check`: the chance to pass a fear check with what its cause adds; hirelings make none (R60)."""
    if unit.is_hireling:
        return 1.0
    needed = morale.daring(battle.with_unit(unit), unit).value + extra
    return check_chance(needed, reroll=battle.link_of(unit.id) is not None)


class _Tally:
    """Outcomes of an attack, added up to a forecast."""

    def __init__(self) -> None:
        self.losses: dict[int, float] = {}
        self.destroyed = self.danger = self.critical = 0.0
        self.checked = self.frightened = self.routed = 0.0

    def add(
        self, after: Unit, taken: int, share: float, held: list[float], *, danger: bool = False, critical: bool = False
    ) -> None:
        """One outcome: the unit after it, its losses, its chance, and the chances to pass each fear check."""
        self.losses[taken] = self.losses.get(taken, 0.0) + share
        if after.hits == 0:
            self.destroyed += share
            return
        self.danger += share * danger
        self.critical += share * critical
        if after.is_hireling:
            return
        if held and morale.is_fearless(after):
            held = held[1:]
        self.checked += share * bool(held)
        failures = _failures(held)
        self.frightened += share * (1 - failures[0])
        self.routed += share * sum(failures[1 if after.state == "shaken" else 2 :])

    def forecast(self) -> Forecast:
        return Forecast(
            losses=dict(sorted(self.losses.items())),
            destroyed=self.destroyed,
            danger=self.danger,
            critical=self.critical,
            checked=self.checked,
            frightened=self.frightened,
            routed=self.routed,
        )


def _failures(held: list[float]) -> list[float]:
    """The chances that none, one, two … of some checks fail."""
    shares = [1.0]
    for passes in held:
        failed = [0.0, *(share * (1 - passes) for share in shares)]
        shares = [share * passes + more for share, more in zip([*shares, 0.0], failed, strict=True)]
    return shares


def _forecast(battle: Battle, target: Unit, shares: Mapping[tuple[int, int], float]) -> Forecast:
    tally, held = _Tally(), _held(battle, target)
    for (total, criticals), share in shares.items():
        taken = min(total, target.hits)
        after = changed(target, hits=target.hits - taken)
        danger = _endangered(target, taken)
        fears = [held] * (danger + bool(criticals))
        tally.add(after, taken, share, fears, danger=danger, critical=bool(criticals))
    return tally.forecast()


def of_losses(battle: Battle, target: Unit, losses: int, *, critical: bool) -> Forecast:
    """What follows from losses that are settled: destruction, or the fear checks of danger and of a critical hit."""
    return _forecast(battle, target, {(losses, int(critical)): 1.0})


def stands_up(number: int) -> float:
    """`move.stand`: the chance to get up; no extremes here (R3)."""
    return chance(lambda dice: sum(dice) <= number)


def order_with(battle: Battle, points: Mapping[str, int]) -> tuple[str, ...]:
    """`initiative.will`: the order of activation if one side spent these points and the other none."""
    standings = {
        group: changed(standing, given=None if standing.given is None else standing.given - points.get(group, 0),
                       improved=standing.improved + points.get(group, 0))
        for group, standing in battle.standings.items()
    }  # fmt: skip
    return initiative.order(changed(battle, standings=standings))


def places_gained(battle: Battle, group: str, points: int) -> tuple[str, ...]:
    """`initiative.will`: the groups that so many points would put a group in front of."""
    before, after = initiative.order(battle), order_with(battle, {group: points})
    return tuple(other for other in before[: before.index(group)] if after.index(other) > after.index(group))
