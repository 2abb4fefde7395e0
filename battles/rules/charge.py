"""`combat.ram`: the ram (таран) of a walker, and what it does to squads and machines."""

from __future__ import annotations

from . import hirelings, shooting
from .battle import Battle, Unit
from .chronicle import Chronicle
from .combat import endangered, hurt
from .events import Moved, Pushed, Rammed, SpecialUsed
from .hexes import Hex, distance, step
from .lattice import may_enter, step_cost
from .morale import batch, frighten
from .movement import speed
from .pending import Batch, Check
from .refusals import Refused

MASS_POWER = {"light": 3, "medium": 4, "heavy": 5}
REACH_OF_DEATH = 2
CRUEL_DEATH = -2


def way(battle: Battle, unit: Unit, target: Unit | None) -> tuple[Hex, ...]:
    """R23: the free hexes straight ahead up to the target, within speed - 1 points, else Refused."""
    if unit.kind != "walker":
        raise Refused("combat.ram", "only_walkers", {"unit": unit.id})
    if target is None or not target.on_map or target.side == unit.side:
        raise Refused("combat.ram", "no_such_target", {"target": target.id if target else None})
    if unit.prone or speed(unit) == 0:
        raise Refused("combat.ram", "cannot_move", {"unit": unit.id})
    if unit.turn.turned or unit.turn.tried_to_stand:
        raise Refused("combat.ram", "no_turn_first", {"unit": unit.id})
    path: list[Hex] = []
    here, spent = unit.spot, 0
    while (ahead := step(here, unit.facing or "N")) != target.hex:
        if ahead is None or not may_enter(battle.map, unit.kind, ahead) or battle.at(ahead):
            raise Refused("combat.ram", "way_not_free", {"target": target.id})
        spent += step_cost(battle.map, here, ahead)
        if spent > speed(unit) - 1:
            raise Refused("combat.ram", "too_far", {"target": target.id, "points": speed(unit) - 1})
        path.append(ahead)
        here = ahead
    return tuple(path)


def ram(chronicle: Chronicle, unit: Unit, target: Unit | None) -> None:
    """`combat.ram`, R23, N18: no check, always hits; damage, losses, push, cost to the rammer, morale, fear."""
    path = way(chronicle.battle, unit, target)
    assert target is not None
    before = dict(chronicle.battle.units)
    chronicle.tell(SpecialUsed(rule="order.ram", unit=unit.id, variant="ram", target=target.id))
    losses = _strike(chronicle, unit, target, path)
    spot = target.spot
    if losses:
        hurt(chronicle, target.id, losses, by=unit.id, source=unit.id, rule="combat.ram")
    _take_hex(chronicle, unit.id, target, spot, losses)
    if target.is_machine:
        hurt(chronicle, unit.id, 1, by=None, source=None, rule="combat.ram")
    elif losses:
        chronicle.pay(unit.side, 1, rule="morale.cruel_death", why="morale.cruel_death", unit=target.id)
    afraid = endangered(chronicle.battle, before)
    frighten(
        chronicle,
        *batch("morale.danger", afraid),
        *_cruel_death(chronicle.battle, target, spot),
        *hirelings.hurt_by(chronicle.battle, before, afraid),
    )


def _strike(chronicle: Chronicle, unit: Unit, target: Unit, path: tuple[Hex, ...]) -> int:
    """Damage: the larger of 2d6 and mass power, against the side that it comes from; the losses."""
    source = path[-1] if path else unit.spot
    dice = chronicle.dice.check()
    power = MASS_POWER[unit.stats.mass or "light"]
    defence, arc = shooting.defence(target, source)
    damage = max(dice) + power
    chronicle.tell(
        Rammed(
            unit=unit.id,
            target=target.id,
            path=path,
            dice=dice,
            larger=max(dice),
            power=power,
            damage=damage,
            defence=defence,
            arc=arc,
            losses=damage // defence,
        )
    )
    return damage // defence


def _take_hex(chronicle: Chronicle, unit_id: str, target: Unit, spot: Hex, losses: int) -> None:
    """R24: the walker takes the hex of a destroyed target, or of a squad that lost strength and could be pushed on."""
    stands = chronicle.unit(target.id).on_map
    if stands and (target.is_machine or not losses or not _push(chronicle, unit_id, target)):
        return
    unit = chronicle.unit(unit_id)
    chronicle.tell(
        Moved(rule="combat.ram", unit=unit_id, path=(spot,), hex=spot, facing=unit.facing, cost=0, points_left=None)
    )


def _push(chronicle: Chronicle, unit_id: str, target: Unit) -> bool:
    behind = pushed_to(chronicle.battle, chronicle.unit(unit_id), target)
    if behind is None:
        return False
    chronicle.tell(Pushed(unit=target.id, hex=behind))
    return True


def pushed_to(battle: Battle, rammer: Unit, target: Unit) -> Hex | None:
    """R24: the hex that a rammed squad is pushed to; None where it is not free."""
    behind = step(target.spot, rammer.facing) if rammer.facing else None
    if behind is None or not may_enter(battle.map, target.kind, behind) or battle.at(behind):
        return None
    return behind


def _cruel_death(battle: Battle, target: Unit, spot: Hex) -> tuple[Batch, ...]:
    """`morale.cruel_death`, R46, R95: a rammed squad checks at -2, squads within 2 of its hex before the push at -1."""
    if target.is_machine:
        return ()
    checks = []
    for unit in battle.on_map(target.side):
        if unit.id == target.id:
            checks.append(Check(unit.id, (("morale.cruel_death", CRUEL_DEATH),)))
        elif not unit.is_machine and distance(unit.spot, spot) <= REACH_OF_DEATH:
            checks.append(Check(unit.id, (("morale.cruel_death", -1),)))
    return (Batch("morale.cruel_death", tuple(checks)),) if checks else ()
