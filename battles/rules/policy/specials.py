"""`order.special`: what each variant would be worth to a unit: dash, power shot, ram, inspiration."""

from __future__ import annotations

from dataclasses import dataclass

from .. import movement
from ..activation import INSPIRED_FROM, refuse_power_shot
from ..battle import Unit
from ..charge import MASS_POWER, way
from ..combat import POWER_SHOT_POWER
from ..commands import Special
from ..hexes import FACINGS, Hex, arc, distance
from ..initiative import unit_value
from ..odds import PAIRS, check_chance
from ..refusals import Refused
from ..shooting import ARCS_OF
from .marks import Mark, gain, gunner, number
from .outlook import Outlook
from .places import Place, best_place
from .worth import FRIGHT, point, standing

INSPIRED_POINT = 3.0  # what a temporary point is worth where a fight is near
CRUEL = -2  # `morale.cruel_death`


@dataclass(frozen=True, slots=True)
class Deed:
    """A special order that could be carried out now, and what it is worth in grivnas."""

    command: Special
    gain: float


def deeds(outlook: Outlook, unit: Unit) -> list[Deed]:
    """The variants that the unit could use as things stand, but for the dash, the best first."""
    use = outlook.temper.specials
    found = rams(outlook, unit) if "ram" in use else []
    found += power_shots(outlook, unit) if "power_shot" in use else []
    inspired = inspiration(outlook, unit) if "inspire" in use else None
    if inspired:
        found.append(inspired)
    return sorted(found, key=lambda deed: -deed.gain)


# the ram


def rams(outlook: Outlook, unit: Unit) -> list[Deed]:
    """`combat.ram`: what lies straight ahead; it always hits, frightens squads, and costs a crusher a point."""
    if unit.kind != "walker" or unit.prone:
        return []
    found = []
    for foe in outlook.foes:
        if not _ahead(unit, foe.hex):
            continue
        try:
            path = way(outlook.battle, unit, foe.unit)
        except Refused:
            continue
        value = _of_ram(outlook, unit, foe, path[-1] if path else unit.spot)
        found.append(Deed(Special(unit.id, "ram", target=foe.unit.id), value))
    return found


def _ahead(unit: Unit, hex_: Hex) -> bool:
    return unit.facing is not None and distance(unit.spot, hex_) <= movement.speed(unit) and (
        arc(unit.spot, unit.facing, hex_) == "front"
    )  # fmt: skip


def _of_ram(outlook: Outlook, unit: Unit, foe: Mark, source: Hex) -> float:
    power, defence, target = MASS_POWER[unit.stats.mass or "light"], foe.defence(source), foe.unit
    held = check_chance(foe.daring + CRUEL) if foe.daring >= 0 else 1.0
    total = crushed = 0.0
    for dice in PAIRS:
        losses = min(target.hits, (max(dice) + power) // defence)
        left = target.hits - losses
        taken = standing(target.hits, target.stats.hits) - standing(left, target.stats.hits)
        fright = (1 - held) * FRIGHT if left and not target.is_machine else 0.0
        total += (taken + fright) / len(PAIRS)
        crushed += bool(losses) / len(PAIRS)
    value = total * foe.worth
    if target.is_machine:
        own = standing(unit.hits, unit.stats.hits) - standing(unit.hits - 1, unit.stats.hits)
        return value - own * unit.stats.cost
    return value - crushed * point(outlook.battle, unit.side)


# the power shot


def power_shots(outlook: Outlook, unit: Unit, *, turning: bool = True) -> list[Deed]:
    """`order.power_shot`: one weapon with two more power, when all have acted; the unready are ready by then."""
    shooter = gunner(outlook.battle, unit)
    found = []
    for foe in outlook.foes:
        far = distance(unit.spot, foe.hex)
        obstructed = outlook.lines.between(unit.spot, foe.hex)
        for weapon in shooter.weapons:
            value = None if weapon.melee else number(shooter, weapon, foe, far, obstructed)
            if value is None or not _aimed(unit, weapon.arc, foe.hex, turning=turning):
                continue
            value -= foe.unready if far <= 3 else 0
            try:
                refuse_power_shot(outlook.battle, unit, weapon.id, foe.unit.id)
            except Refused:
                continue
            worth = gain(value, weapon, foe, unit.spot, 1, power=POWER_SHOT_POWER)
            found.append(Deed(Special(unit.id, "power_shot", weapon=weapon.id, target=foe.unit.id), worth))
    return found


def _aimed(unit: Unit, arcs: str, hex_: Hex, *, turning: bool) -> bool:
    if unit.facing is None or (turning and not unit.turn.turned):
        return True
    return arc(unit.spot, unit.facing, hex_) in ARCS_OF[arcs]


def turn_for(unit: Unit, hex_: Hex, arcs: str) -> str | None:
    """The free turn that brings a hex into a weapon's arcs; None where none is needed."""
    if unit.facing is None or arc(unit.spot, unit.facing, hex_) in ARCS_OF[arcs]:
        return None
    return next(facing for facing in FACINGS if arc(unit.spot, facing, hex_) == "front")


# inspiration and the dash


def inspiration(outlook: Outlook, unit: Unit) -> Deed | None:
    """`order.inspire`, R25: points for fear now and for the next initiative; once a battle."""
    if not unit.commander or outlook.battle.sides[unit.side].inspired or unit.turn.acted:
        return None
    if outlook.battle.turn >= outlook.battle.options.turn_limit:
        return None
    points = max(0, INSPIRED_FROM - unit_value(unit).value)
    near = min((outlook.gap(friend.spot) for friend in outlook.friends), default=99)
    return Deed(Special(unit.id, "inspire"), points * INSPIRED_POINT * (1.0 if near <= 9 else 0.3))


def dash(outlook: Outlook, unit: Unit) -> Place | None:
    """`order.dash`, R21: the best place within twice the speed, without an attack."""
    if unit.prone or unit.turn.turned or "dash" not in outlook.temper.specials:
        return None
    return best_place(outlook, unit, shooting=False)


def dashing(unit: Unit, place: Place) -> Special:
    return Special(unit.id, "dash", to=place.hex, facing=place.facing)
