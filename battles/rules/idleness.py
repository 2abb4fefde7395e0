"""Whether anything useful is left to do in an activation: what a player would look at before ending it."""

from __future__ import annotations

from collections.abc import Callable

from . import activation, charge, combat, movement, shooting
from .battle import ENEMY, Battle, Unit
from .commands import Attack
from .hexes import distance
from .lattice import steps
from .pending import Activation
from .refusals import Refused


def is_idle(battle: Battle, step: Activation) -> bool:
    """`turn.tactics`: the activation may be ended, and none of its units has an attack, a way or a turn to make."""
    side = battle.units[step.units[0]].side
    if not _goes(lambda: activation.refuse_end(battle, side, step.group)):
        return False
    waiting = (battle.units[id_] for id_ in step.units)
    return not any(_has_use(battle, unit) for unit in waiting if unit.on_map and not unit.turn.activated)


def _goes(refuse: Callable[[], object]) -> bool:
    try:
        refuse()
    except Refused:
        return False
    return True


def _has_use(battle: Battle, unit: Unit) -> bool:
    """The cheap looks come first: this is asked after every command."""
    if unit.state == "steady" and unit.turn.order == "special" and unit.turn.special is None:
        return _has_variant(battle, unit)
    return _can_stand(unit) or _can_go(battle, unit) or _can_turn(battle, unit) or _can_attack(battle, unit)


def _can_stand(unit: Unit) -> bool:
    return _goes(lambda: activation.refuse_standing(unit))


def _can_go(battle: Battle, unit: Unit) -> bool:
    """`move.points`: a machine with a point left can turn at least; a squad needs a free hex that it can pay for."""
    if not _goes(lambda: activation.refuse_moving(unit)) or unit.state == "shaken":
        return False  # a shaken unit's retreat is owed, and done before this is asked
    left = movement.points(unit)
    if unit.is_machine or left <= 0:
        return left > 0
    around = steps(battle.map, unit.kind)[unit.spot].values()
    return any(price <= left and battle.at(hex_) is None for hex_, price in around)


def _can_turn(battle: Battle, unit: Unit) -> bool:
    """R17: a free turn is of use while an enemy within reach stands outside the front arc."""
    if not _goes(lambda: activation.refuse_turning(battle, unit)):
        return False
    reach = max((weapon.range for weapon in unit.stats.weapons), default=0)
    near = (enemy for enemy in battle.on_map(ENEMY[unit.side]) if distance(unit.spot, enemy.spot) <= reach)
    return any(shooting.arc_of(unit, enemy.spot) != "front" for enemy in near)


def _can_attack(battle: Battle, unit: Unit) -> bool:
    if not _goes(lambda: activation.refuse_attacking(battle, unit)):
        return False
    return any(
        _goes(lambda: combat.check(battle, unit, Attack(unit.id, weapon.id, enemy.id)))  # noqa: B023
        for enemy in battle.on_map(ENEMY[unit.side])
        for weapon in unit.stats.weapons
    )


def _has_variant(battle: Battle, unit: Unit) -> bool:
    """`order.special`: a dash, a power shot, a ram or an inspiration is open; a prone walker may get up."""
    return (
        _can_stand(unit)
        or (_goes(lambda: activation.refuse_dash(unit)) and movement.points(unit) > 0)
        or _goes(lambda: activation.refuse_inspire(battle, unit))
        or _has_power_shot(battle, unit)
        or any(_goes(lambda: charge.way(battle, unit, enemy)) for enemy in battle.on_map(ENEMY[unit.side]))  # noqa: B023
    )


def _has_power_shot(battle: Battle, unit: Unit) -> bool:
    return not unit.turn.tried_to_stand and any(
        _goes(lambda: activation.refuse_power_shot(battle, unit, weapon.id, enemy.id))  # noqa: B023
        for enemy in battle.on_map(ENEMY[unit.side])
        for weapon in unit.stats.weapons
    )
