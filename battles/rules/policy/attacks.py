"""`combat`: which weapon at whom, and with how many of a squad's attacks."""

from __future__ import annotations

from ..battle import Unit, Weapon
from ..combat import check
from ..commands import Attack
from ..hexes import distance, neighbours
from ..refusals import Refused
from .marks import Gunner, Mark, gain, gunner, number, shots_of
from .outlook import Outlook, Strike, strikes
from .places import in_arc

WORTH_IT = 0.05  # grivnas
STRAY = 1 / 36
STRAY_COST = 0.12  # of the worth of a friend who stands beside the target


def best_attack(outlook: Outlook, unit: Unit) -> Attack | None:
    """The most useful attack that the unit may make from where it stands; None where none is worth a die."""
    shooter = gunner(outlook.battle, unit)
    found = strikes(outlook, shooter, unit.spot)
    if unit.is_machine and unit.facing:
        found = in_arc(found, unit.spot, unit.facing)
    found = [strike for strike in found if strike[0] - _stray(outlook, unit, strike) > WORTH_IT]
    found.sort(key=lambda strike: (-strike[0], strike[1].id, strike[2].unit.id))
    for strike in found:
        command = _attack(outlook, shooter, strike, found)
        try:
            check(outlook.battle, unit, command)
        except Refused:
            continue
        return command
    return None


def _stray(outlook: Outlook, unit: Unit, strike: Strike) -> float:
    """`combat.stray`: what a natural 12 may do to friends beside the target."""
    if strike[1].melee:
        return 0.0
    beside = {hex_ for _, hex_ in neighbours(strike[2].hex)}
    near = sum(friend.stats.cost for friend in outlook.friends if friend.hex in beside and friend.id != unit.id)
    return STRAY * STRAY_COST * near


def _attack(outlook: Outlook, shooter: Gunner, strike: Strike, found: list[Strike]) -> Attack:
    _, weapon, target = strike
    if shooter.unit.is_machine or weapon.special:
        return Attack(shooter.unit.id, weapon.id, target.unit.id)
    others = [foe for _, gun, foe in found if gun.id == weapon.id and foe.unit.id != target.unit.id]
    total = shots_of(shooter, weapon)
    if total > 1 and any(gun.special and value > strike[0] / total for value, gun, _ in found):
        total -= 1  # the special weapon uses one up
    return Attack(shooter.unit.id, weapon.id, target.unit.id, _shared(outlook, shooter, weapon, target, others, total))


def _shared(outlook: Outlook, shooter: Gunner, weapon: Weapon, target: Mark, others: list[Mark], total: int) -> int:
    """`combat.squad_attacks`: how many attacks for this target, if the rest goes to the next best."""
    if not others or total < 2:
        return total

    def of(foe: Mark, shots: int) -> float:
        far = distance(shooter.unit.spot, foe.hex)
        value = number(shooter, weapon, foe, far, outlook.lines.between(shooter.unit.spot, foe.hex))
        return gain(value, weapon, foe, shooter.unit.spot, shots) if value is not None and shots else 0.0

    def both(shots: int) -> float:
        return of(target, shots) + max(of(foe, total - shots) for foe in others[:3])

    return max(range(total, 0, -1), key=both)
