"""`turn.orders`: attack, hold or special for each group, by what each could bring as things stand."""

from __future__ import annotations

from ..battle import Unit
from ..commands import PlaceOrders
from ..hexes import distance
from ..movement import is_damaged, speed
from ..orders import needing
from .goals import pull
from .marks import gain, gunner, number, shots_of
from .outlook import Danger, Outlook, Strike, offence, strikes
from .specials import deeds
from .worth import worth

SURE = 0.62  # a special order is carried out as planned so often: targets move, firers are frightened
REACHED = 0.8  # what of the best imaginable stand after a move is found in the field
COVERED = 0.5  # of the danger that the reduction of a squad on hold takes away


def place_orders(outlook: Outlook) -> PlaceOrders:
    """R16: an order for every group of the side that needs one."""
    given = {}
    for group in needing(outlook.battle, outlook.side):
        units = [outlook.battle.units[id_] for id_ in outlook.battle.group_units(group)]
        given[group] = _order(outlook, units)
    return PlaceOrders(given)


def _order(outlook: Outlook, units: list[Unit]) -> str:
    """That with the greatest sum over the group's units; attack, the freest, where nothing speaks against it."""
    totals = {"attack": 0.0, "hold": 0.0, "special": 0.0}
    for unit in units:
        for order, value in _values(outlook, unit).items():
            totals[order] += value
    return max(totals, key=lambda order: (totals[order], order == "attack"))


def _values(outlook: Outlook, unit: Unit) -> dict[str, float]:
    danger, goal = Danger(outlook, unit), pull(outlook, unit)
    here = goal(unit.spot)
    threatened = danger.at(unit.spot) * outlook.caution
    held = gunner(outlook.battle, unit, hold=True)
    hold = offence(held, strikes(outlook, held, unit.spot)) * outlook.temper.holding
    if not unit.is_machine:
        hold += threatened * COVERED * _reduced(outlook, unit)
    attack = _moving(outlook, unit) + _nearer(outlook, unit, speed(unit), here)
    special = _special(outlook, unit, here)
    if unit.prone:
        hold -= 0.5 * worth(unit) * 0.1
    return {"attack": attack, "hold": hold, "special": special}


def _reduced(outlook: Outlook, unit: Unit) -> float:
    """The second reduction is worth less than the first."""
    return 0.5 if outlook.battle.map.ground(unit.spot).cover else 1.0


def _nearer(outlook: Outlook, unit: Unit, steps: int, here: float) -> float:
    """What so many steps towards the goal are worth; the goal is a line here, the ground is looked at later."""
    gap, weight = outlook.gap(unit.spot), outlook.press * worth(unit)
    if outlook.battle.options.scenario == "pitched":
        return min(-here, weight * min(steps, gap))
    return min(max(0.0, -here), weight * steps) + 0.1


def _moving(outlook: Outlook, unit: Unit) -> float:
    """The best attack after a move, at the distance to which the move could bring it."""
    shooter, best = gunner(outlook.battle, unit, hold=False), list[Strike]()
    pace = speed(unit)
    for foe in outlook.foes:
        far = distance(unit.spot, foe.hex)
        near = max(1, far - pace)
        obstructed = 0 if pace else outlook.lines.between(unit.spot, foe.hex)
        for weapon in shooter.weapons:
            value = number(shooter, weapon, foe, near, obstructed)
            shots = shots_of(shooter, weapon)
            if value is not None and shots:
                best.append((gain(value, weapon, foe, unit.spot, shots), weapon, foe))
    return offence(shooter, best) * REACHED


def _special(outlook: Outlook, unit: Unit, here: float) -> float:
    found = deeds(outlook, unit)
    best = max((deed.gain * (1.0 if deed.command.variant == "inspire" else SURE) for deed in found), default=-1.0)
    if "dash" in outlook.temper.specials and not unit.prone and not _meets(outlook, unit):
        best = max(best, _nearer(outlook, unit, 2 * speed(unit), here) * (0.9 if is_damaged(unit) else 1.0))
    return best


def _meets(outlook: Outlook, unit: Unit) -> bool:
    """Whether a dash would only run into the enemy's fire without an answer."""
    reach = speed(unit) + max((weapon.range for weapon in unit.stats.weapons), default=1)
    return outlook.battle.options.scenario == "pitched" and outlook.gap(unit.spot) <= reach
