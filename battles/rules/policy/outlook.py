"""What a side sees when it weighs its choices: both hosts, the lines, and how much it must press on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..battle import ENEMY, Battle, Unit, Weapon
from ..hexes import Hex, distance
from ..movement import speed
from ..shooting import UNREADY_REACH
from ..values import changed
from .lines import Lines
from .marks import Gunner, Mark, gain, gunner, mark, number, shots_of
from .temper import Temper
from .worth import lead


@dataclass(frozen=True)
class Outlook:
    """One decision's view of the battle; everything in it is reckoned when first asked for."""

    battle: Battle
    side: str
    temper: Temper

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.battle.map)

    @cached_property
    def friends(self) -> tuple[Unit, ...]:
        return tuple(self.battle.on_map(self.side))

    @cached_property
    def foes(self) -> tuple[Mark, ...]:
        return tuple(mark(self.battle, unit) for unit in self.battle.on_map(ENEMY[self.side]))

    @cached_property
    def guns(self) -> tuple[Gunner | None, ...]:
        """The enemies as shooters, in the order of `foes`; None for those that will not shoot again."""
        return tuple(
            gunner(self.battle, foe.unit, hold=False) if foe.unit.state != "routing" else None for foe in self.foes
        )

    @cached_property
    def lead(self) -> float:
        return lead(self.battle, self.side)

    @cached_property
    def caution(self) -> float:
        """Who is ahead keeps what he has, who is behind dares, the more the later."""
        late = self.battle.turn / self.battle.options.turn_limit
        return self.temper.caution * max(0.4, min(1.8, 1 + 3 * late * self.lead))

    @cached_property
    def press(self) -> float:
        late = self.battle.turn / self.battle.options.turn_limit
        return self.temper.press * max(0.3, min(3.0, 1 - 4 * late * self.lead))

    @cached_property
    def _fars(self) -> dict[Hex, tuple[int, ...]]:
        return {}

    def fars(self, hex_: Hex) -> tuple[int, ...]:
        """The distance to each enemy, in the order of `foes`."""
        found = self._fars.get(hex_)
        if found is None:
            found = self._fars[hex_] = tuple([distance(hex_, foe.hex) for foe in self.foes])
        return found

    def gap(self, hex_: Hex) -> int:
        """Distance to the nearest enemy."""
        return min(self.fars(hex_), default=0)


Strike = tuple[float, Weapon, Mark]


def strikes(outlook: Outlook, shooter: Gunner, hex_: Hex) -> list[Strike]:
    """What each weapon could do to each enemy from a hex, whatever way the unit faces."""
    found: list[Strike] = []
    reach = shooter.reach
    for foe, far in zip(outlook.foes, outlook.fars(hex_), strict=True):
        if far > reach:
            continue
        obstructed = outlook.lines.between(hex_, foe.hex)
        for weapon in shooter.weapons:
            value = number(shooter, weapon, foe, far, obstructed)
            shots = shots_of(shooter, weapon)
            if value is not None and shots:
                found.append((gain(value, weapon, foe, hex_, shots), weapon, foe))
    return found


def offence(shooter: Gunner, found: list[Strike]) -> float:
    """The best that one activation makes of some strikes: each weapon of a machine, a squad's attacks shared out."""
    best: dict[str, float] = {}
    for value, weapon, _ in found:
        if value > best.get(weapon.id, 0.0):
            best[weapon.id] = value
    if shooter.unit.is_machine or not best:
        return sum(best.values())
    special = sum(best.get(weapon.id, 0.0) for weapon in shooter.weapons if weapon.special)
    usual = max((best.get(weapon.id, 0.0) for weapon in shooter.weapons if not weapon.special), default=0.0)
    if not special:
        return usual
    rest = usual * (shooter.attacks - 1) / max(1, shooter.attacks)
    return max(usual, special + rest)


class Danger:
    """What the enemies may do to one own unit at a distance; the same for all hexes as far and as covered."""

    def __init__(self, outlook: Outlook, unit: Unit) -> None:
        self._outlook = outlook
        self._mark = mark(outlook.battle, changed(unit, facing=None))  # it will turn its front to them
        self._known: dict[tuple[int, int, bool], float] = {}
        self._moves = [self._mobility(foe.unit) for foe in outlook.foes]
        self._near = [shooter.reach + pace if shooter else -1
                      for shooter, pace in zip(outlook.guns, self._moves, strict=True)]  # fmt: skip

    def _mobility(self, foe: Unit) -> int:
        """How much nearer it will come before it shoots: all the way, or half if it has acted already."""
        return 0 if foe.prone else speed(foe) if not foe.turn.activated else (speed(foe) + 1) // 2

    def at(self, hex_: Hex) -> float:
        """The expected loss at a hex, in grivnas, if every enemy shot at the unit."""
        ground = self._outlook.battle.map.ground(hex_)
        covered = ground.hides_machines if self._mark.unit.is_machine else ground.cover
        total = 0.0
        for i, far in enumerate(self._outlook.fars(hex_)):
            if far > self._near[i]:
                continue
            key = i, far, covered
            loss = self._known.get(key)
            if loss is None:
                loss = self._known[key] = self._loss(i, far, covered=covered)
            total += loss
        return total

    def _loss(self, i: int, far: int, *, covered: bool) -> float:
        shooter, target, found = self._outlook.guns[i], self._mark, list[Strike]()
        if shooter is None:
            return 0.0
        far = max(1, far - self._moves[i])
        machine = target.unit.is_machine
        for weapon in shooter.weapons:
            value = number(shooter, weapon, target, far, 0)
            shots = shots_of(shooter, weapon)
            if value is None or not shots:
                continue
            value += target.hidden - int(machine and covered) - (target.unready if far <= UNREADY_REACH else 0)
            loss = gain(value, weapon, target, shooter.unit.spot, shots, slots=int(covered and not machine))
            found.append((loss, weapon, target))
        return offence(shooter, found)


class Promise:
    """What one own unit could do from a distance when it acts next, if it then went half its way first."""

    def __init__(self, outlook: Outlook, unit: Unit) -> None:
        self._outlook = outlook
        self._shooter = gunner(outlook.battle, unit, hold=False)
        self._pace = speed(unit) // 2
        self._near = self._shooter.reach + self._pace
        self._known: dict[tuple[int, int], float] = {}

    def at(self, hex_: Hex) -> float:
        """The best that it could do to one enemy, in grivnas."""
        best = 0.0
        for i, far in enumerate(self._outlook.fars(hex_)):
            if far > self._near:
                continue
            value = self._known.get((i, far))
            if value is None:
                value = self._known[i, far] = self._gain(self._outlook.foes[i], max(1, far - self._pace))
            best = max(best, value)
        return best

    def _gain(self, foe: Mark, far: int) -> float:
        found = list[Strike]()
        for weapon in self._shooter.weapons:
            value = number(self._shooter, weapon, foe, far, 0)
            shots = shots_of(self._shooter, weapon)
            if value is not None and shots:
                value -= foe.unready if far <= UNREADY_REACH else 0
                found.append((gain(value, weapon, foe, self._shooter.unit.spot, shots), weapon, foe))
        return offence(self._shooter, found)
