"""`initiative.will`: points spent to act before those whom one can hit, or who can hit."""

from __future__ import annotations

from ..battle import Unit, id_key
from ..commands import SpendInitiative
from ..hexes import distance
from ..initiative import edge_side, improvable, standing_group
from ..movement import speed
from .marks import Gunner, gunner
from .outlook import Danger, Outlook, Strike, offence, strikes
from .worth import point

MOST = 3  # points for one group
FIRST = 0.35  # what of an activation's worth is won by acting before its target
FLOOR = 2  # points that are kept for fear

Key = tuple[int, int, bool, object]


def spend(outlook: Outlook) -> SpendInitiative:
    """The dearest improvements first, as long as they are worth their points."""
    side = outlook.battle.sides[outlook.side]
    if not outlook.temper.spends or not side.pool:
        return SpendInitiative()
    keys = _keys(outlook)
    left, free = side.pool, side.temporary
    points: dict[str, int] = {}
    price = max(2.5, point(outlook.battle, outlook.side)) if not free else 0.3
    for gain, group, cost in sorted(_improvements(outlook, keys), key=lambda found: (-found[0] / found[2], found[1])):
        paid = max(0, cost - free)
        if group in points or cost > left or (paid and left - cost < FLOOR):
            continue
        if gain <= 0.3 * min(cost, free) + max(3.0, price) * paid:
            continue
        points[group] = cost
        left, free = left - cost, max(0, free - cost)
    return SpendInitiative(points)


def _keys(outlook: Outlook) -> dict[str, Key]:
    """`initiative.order`: each group's place as a value that spending lowers."""
    battle, edge = outlook.battle, edge_side(outlook.battle)
    keys: dict[str, Key] = {}
    for group in battle.groups():
        owner = standing_group(battle, group)
        if owner is not None:
            standing = battle.standings[owner]
            trailing = battle.group_side(owner) != edge
            keys[group] = standing.total, standing.value, trailing, id_key(owner)
    return keys


def _improvements(outlook: Outlook, keys: dict[str, Key]) -> list[tuple[float, str, int]]:
    """For each own group and number of points: what is won by passing the enemies that it then passes."""
    battle, found = outlook.battle, list[tuple[float, str, int]]()
    meetings = _Meetings(outlook)
    rivals = {group: key for group, key in keys.items() if battle.group_side(group) != outlook.side}
    for group, key in keys.items():
        if battle.group_side(group) != outlook.side or not improvable(battle, group):
            continue
        ahead = {other: there for other, there in rivals.items() if there < key}
        units = [battle.units[id_] for id_ in battle.group_units(group)]
        if not ahead or not units or units[0].state != "steady":
            continue
        for cost in range(1, MOST + 1):
            mine = (key[0] - cost, *key[1:])
            passed = [other for other, there in ahead.items() if mine < there]
            if passed:
                found.append((sum(_first(outlook, meetings, units, other) for other in passed), group, cost))
    return found


def _first(outlook: Outlook, meetings: _Meetings, units: list[Unit], rival: str) -> float:
    """What acting before a group is worth: a part of what one can do to it, and it to one."""
    total = 0.0
    for enemy in (outlook.battle.units[id_] for id_ in outlook.battle.group_units(rival)):
        for unit in units:
            far = distance(unit.spot, enemy.spot)
            reach = max((weapon.range for weapon in unit.stats.weapons), default=0)
            if far > reach + speed(unit) * (unit.turn.order == "attack"):
                continue
            total += FIRST * meetings.between(unit, enemy)
    return total


class _Meetings:
    """What two units can do to each other where they stand; what is asked of a unit is reckoned once."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._known: dict[str, tuple[Gunner, list[Strike], float]] = {}

    def between(self, unit: Unit, enemy: Unit) -> float:
        shooter, found, danger = self._of(unit)
        mine = offence(shooter, [strike for strike in found if strike[2].unit.id == enemy.id])
        return max(mine, 0.04 * unit.stats.cost) + 0.25 * danger / max(1, len(self._outlook.foes))

    def _of(self, unit: Unit) -> tuple[Gunner, list[Strike], float]:
        if unit.id not in self._known:
            shooter = gunner(self._outlook.battle, unit)
            found = strikes(self._outlook, shooter, unit.spot)
            self._known[unit.id] = shooter, found, Danger(self._outlook, unit).at(unit.spot)
        return self._known[unit.id]
