"""What a list can do and how it holds, exact from all throws of the dice; no battle is played for it.

Open ground, a steady firer and target, no bonus of the moment (hold, unready, focus, commanders near): the plain case
that players compare units by. Casualty reductions and strays are left out, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .army_list import ArmyList, Entry
from .battle import Stats, Weapon
from .catalogue import Catalogue, UnitType
from .evaluation import Numbers, numbers_of
from .forecast import volley
from .odds import PAIRS, chance, check_chance, succeeds

Counts = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Distances at which a weapon does the same: the number to roll, its chance, and the mean losses of a volley."""

    near: int
    far: int
    number: int
    chance: float
    losses: float


@dataclass(frozen=True, slots=True)
class Fire:
    """A weapon of a unit against one class of target; `shots` are those of an activation."""

    weapon: Weapon
    target: UnitType
    shots: int
    bands: tuple[Band, ...]


def may_hit(weapon: Weapon, target: UnitType) -> bool:
    """`combat.targets`"""
    return ("squads" if target.kind == "squad" else "machines") in weapon.targets


def shots_of(weapon: Weapon, kind: UnitType, hits: int) -> int:
    """`combat.squad_attacks`: a squad attacks as often as it has figures, its special weapon once."""
    return weapon.shots if kind.kind != "squad" else 1 if weapon.special else hits


def fire(weapon: Weapon, *, kind: UnitType, numbers: Numbers, target: UnitType) -> Fire:
    """`combat.number`, `combat.damage`: from the front, by distance."""
    shots = shots_of(weapon, kind, numbers.hits)
    found: list[Band] = []
    for far in range(1, weapon.range + 1):
        number = numbers.accuracy - (0 if weapon.melee else far // target.stats.visibility)
        if found and found[-1].number == number:
            found[-1] = Band(found[-1].near, far, number, found[-1].chance, found[-1].losses)
        else:
            found.append(_band(far, number, weapon, target.stats, shots=shots, machine=target.kind != "squad"))
    return Fire(weapon, target, shots, tuple(found))


def _band(far: int, number: int, weapon: Weapon, stats: Stats, *, shots: int, machine: bool) -> Band:
    shares = volley(number, weapon.power, stats.defence[0], machine=machine, shots=shots, slots=0)
    mean = sum(min(losses, stats.hits) * share for (losses, _), share in shares)
    return Band(far, far, number, chance(lambda dice: succeeds(dice, number)), mean)


def fires(entry: Entry, known: Catalogue, targets: Iterable[UnitType]) -> Iterator[Fire]:
    """Every weapon of a unit against every target that it may be aimed at."""
    kind, numbers = known.units.get(entry.type), numbers_of(entry, known)
    if kind is None or numbers is None:
        return
    for weapon in kind.stats.weapons:
        for target in targets:
            if may_hit(weapon, target):
                yield fire(weapon, kind=kind, numbers=numbers, target=target)


# how it holds


@dataclass(frozen=True, slots=True)
class Holds:
    """Units that check together: how likely each is to hold, and the chances that 0, 1, 2 … of them are shaken."""

    entries: tuple[int, ...]
    chances: tuple[float, ...]
    shaken: Counts

    @property
    def mean(self) -> float:
        """How many are shaken on average."""
        return sum(n * share for n, share in enumerate(self.shaken))

    @property
    def all_hold(self) -> float:
        return self.shaken[0]


def holds(list_: ArmyList, known: Catalogue, entries: Iterable[int], *, extra: int) -> Holds:
    """`morale.check` of these units with what the cause adds; hirelings make none (R60).

    `link.reroll` counts for members of a link; `fearless` passes its first check (R39).
    """
    checking = [(i, number) for i in entries if (number := _daring(list_.entries[i], known)) is not None]
    chances = [
        1.0
        if list_.entries[i].trait == "fearless" and list_.entries[i].commander
        else check_chance(number + extra, reroll=list_.entries[i].link is not None)
        for i, number in checking
    ]
    return Holds(tuple(i for i, _ in checking), tuple(chances), _distribution(chances))


def _daring(entry: Entry, known: Catalogue) -> int | None:
    numbers = numbers_of(entry, known)
    return numbers.daring if numbers else None


def _distribution(chances: Iterable[float]) -> Counts:
    shares = [1.0]
    for passes in chances:
        failed = [0.0, *(share * (1 - passes) for share in shares)]
        shares = [share * passes + more for share, more in zip([*shares, 0.0], failed, strict=True)]
    return tuple(shares)


def exhaustion(list_: ArmyList, known: Catalogue) -> Holds:
    """`morale.exhaustion`: the pool is spent, every unit checks at −1, uncancellable."""
    return holds(list_, known, range(len(list_.entries)), extra=-1)


def commander_falls(list_: ArmyList, known: Catalogue) -> Holds:
    """`morale.daring`: a commander has fallen, each of the others must make a check: at −1 till the next turn ends."""
    others = [i for i, entry in enumerate(list_.entries) if not entry.commander]
    return holds(list_, known, others, extra=-1)


def link_at_half(list_: ArmyList, known: Catalogue, link: str) -> Holds:
    """Half of a link, rounded down, is gone; each of the rest, the least daring ones, is brought into danger."""
    members = [i for i, entry in enumerate(list_.entries) if entry.link == link]
    left = sorted(members, key=lambda i: _daring(list_.entries[i], known) or 0)[: len(members) - len(members) // 2]
    return holds(list_, known, sorted(left), extra=0)


@dataclass(frozen=True, slots=True)
class Stands:
    """A hireling's chances to fight on, by what is added to its score; None: it makes no checks, or never fights."""

    entry: int
    score: int
    chances: tuple[tuple[int, float], ...] | None


def hirelings(list_: ArmyList, known: Catalogue) -> Iterator[Stands]:
    """`hireling.check`, `hireling.modifiers`, `hireling.extremes`: 2d6 no higher than the score, −2 to +2."""
    for i, entry in enumerate(list_.entries):
        numbers = numbers_of(entry, known)
        if numbers is None or numbers.score is None:
            continue
        fixed = numbers.score in (2, 12)
        chances = None if fixed else tuple((by, stands(numbers.score + by)) for by in range(-2, 3))
        yield Stands(i, numbers.score, chances)


def stands(score: int) -> float:
    """`hireling.check`: without extremes."""
    return sum(sum(dice) <= score for dice in PAIRS) / len(PAIRS)
