"""Where a side wants to be: at the enemy, on a shrine, over the enemy edge; as a pull for each hex, in grivnas."""

from __future__ import annotations

from collections.abc import Callable

from ..battle import ENEMY, Unit
from ..hexes import Hex, distance
from ..movement import speed
from ..victory import SHRINE_PERCENT
from .march import to_enemy_edge
from .outlook import Outlook
from .worth import worth

ACCURATE = 6  # a number that is worth shooting at
LURE = 0.5  # what a shrine still draws at a distance, for each turn of march
BREAK = 0.06  # of its price, for each point of march that a unit comes nearer to breaking through

Pull = Callable[[Hex], float]


def pull(outlook: Outlook, unit: Unit) -> Pull:
    """What it is worth to the unit to stand in a hex, besides what it can do and suffer there."""
    match outlook.battle.options.scenario:
        case "shrine":
            return _to_shrines(outlook, unit)
        case "breakthrough":
            return _through(outlook, unit)
    return _to_enemy(outlook, unit)


def _to_enemy(outlook: Outlook, unit: Unit) -> Pull:
    """`battle.points`: points are won where the enemy is; nearer than one's best range nothing pulls."""
    weight, wanted = outlook.press * worth(unit), _best_range(unit)

    def toward(hex_: Hex) -> float:
        return -weight * max(0, outlook.gap(hex_) - wanted)

    return toward


def _best_range(unit: Unit) -> int:
    """As near as a fair number against the commonest target needs, at most the reach of the weapons."""
    ranged = [weapon for weapon in unit.stats.weapons if not weapon.melee]
    if not ranged:
        return 1
    longest = max(weapon.range for weapon in ranged)
    squads = any("squads" in weapon.targets for weapon in ranged)
    divisor = 3 if squads else 4
    return max(1, min(longest, (unit.stats.accuracy - ACCURATE + 1) * divisor + 1))


def _to_shrines(outlook: Outlook, unit: Unit) -> Pull:
    """`battle.scenarios`, R73: a held shrine pays every turn; one that a friend holds draws nobody else."""
    battle, enemy = outlook.battle, _to_enemy(outlook, unit)
    shrines = [hex_ for hex_, kind in battle.map.terrain.items() if kind == "shrine"]
    held = {friend.hex for friend in outlook.friends if friend.id != unit.id}
    prize = battle.options.size * SHRINE_PERCENT / 100
    open_ = [hex_ for hex_ in shrines if hex_ not in held]
    pace = max(1, speed(unit))

    def toward(hex_: Hex) -> float:
        near = min((distance(hex_, shrine) for shrine in open_), default=None)
        if near == 0:
            return 2 * prize + 0.3 * enemy(hex_)
        drawn = prize * LURE * max(0.0, 3 - near / pace) if near is not None else 0.0
        return drawn + enemy(hex_)

    return toward


def _through(outlook: Outlook, unit: Unit) -> Pull:
    """R72: a steady unit that leaves over the enemy edge scores its price; else it fights those who would."""
    march = to_enemy_edge(outlook.battle.map, unit.kind, unit.side)
    weight, far = BREAK * worth(unit), 99
    turns = outlook.battle.options.turn_limit - outlook.battle.turn
    home = to_enemy_edge(outlook.battle.map, unit.kind, ENEMY[unit.side])
    reachable = march.get(unit.spot, far) <= (turns + 1) * max(1, speed(unit))

    def toward(hex_: Hex) -> float:
        if reachable:
            return -weight * march.get(hex_, far)
        return -0.2 * weight * outlook.gap(hex_) - 0.05 * weight * home.get(hex_, far)

    return toward
