"""`turn.tactics`: what the active group's units may be told: move, turn, stand, special orders, attack, end."""

from __future__ import annotations

from dataclasses import replace

from . import charge, combat, hirelings, initiative, links, movement, rout, shooting
from .apply import apply
from .battle import Battle, Undo, Unit
from .chronicle import Chronicle
from .commands import Attack, EndActivation, Move, Special, Stand, TakeBack, Turn
from .events import ActivationEnded, Moved, SpecialUsed, Stood, TemporaryGained, Turned, Undone
from .hexes import FACINGS, TURNS
from .lattice import off
from .pending import Activation, Run, Wave
from .refusals import Refused
from .values import changed

INSPIRED_FROM = 7


def present(battle: Battle) -> Activation:
    """`turn.tactics`: the activation that is going on, else Refused."""
    step = battle.agenda[0] if battle.agenda else None
    if not isinstance(step, Activation):
        raise Refused("turn.tactics", "nobody_active")
    return step


def commanded(battle: Battle, side: str, unit_id: str) -> Unit:
    """`turn.tactics`: a unit of the active group that belongs to the side and is not done, else Refused."""
    step = present(battle)
    unit = battle.units.get(unit_id)
    if unit is None:
        raise Refused("turn.tactics", "unknown_unit", {"unit": unit_id})
    if unit.side != side or unit_id not in step.units:
        raise Refused("turn.tactics", "not_active", {"unit": unit_id})
    if not unit.on_map or unit.turn.activated:
        raise Refused("turn.tactics", "already_done", {"unit": unit_id})
    return unit


# moving


def _order_rule(unit: Unit) -> str:
    if unit.state == "shaken":
        return "morale.retreat"
    if unit.turn.special:
        return f"order.{unit.turn.special}"
    return f"order.{unit.turn.order}" if unit.turn.order else "turn.orders"


def refuse_moving(unit: Unit) -> None:
    """R18, R80: whether a unit may move by its state and order."""
    if unit.state == "steady" and unit.turn.order != "attack":
        raise Refused(_order_rule(unit), "no_movement", {"unit": unit.id})
    if unit.turn.attacks_made:
        raise Refused(_order_rule(unit), "attacked_already", {"unit": unit.id})
    if unit.prone:
        raise Refused("move.prone", "prone", {"unit": unit.id})


def exits(battle: Battle, unit: Unit) -> frozenset[str]:
    """R20: the edges that a unit may leave by: shaken home, in `breakthrough` steady ones over the enemy edge."""
    if unit.state == "shaken":
        return frozenset({"home"})
    through = battle.options.scenario == "breakthrough" and unit.state == "steady"
    return frozenset({"enemy"}) if through else movement.NOWHERE


def move(chronicle: Chronicle, side: str, command: Move) -> None:
    """`move.points`: go to a hex, or off the map, as far as the points pay."""
    unit = commanded(chronicle.battle, side, command.unit)
    refuse_moving(unit)
    go(chronicle, unit, command, rule="morale.retreat" if unit.state == "shaken" else "move.points")


def go(chronicle: Chronicle, unit: Unit, command: Move | Special, *, rule: str) -> None:
    """N22, N23: the way of a move or a dash; refused before anything has happened."""
    battle = chronicle.battle
    to = command.to or ""
    if to == "off":
        edge = _edge(battle, unit, command.edge)
        way = _way_off(battle, unit, edge, command)
        if way is None:
            raise Refused("move.points", "too_far", {"to": to})
        rout.leave(chronicle, unit.id, edge, way.path[:-1], rule=rule)
        chronicle.first(*hirelings.hurt_by(chronicle.battle, battle.units, []), Wave(), Run("count"))
        return
    way = _way(battle, unit, to, command)
    left = movement.points(unit) - way.cost
    event = Moved(rule=rule, unit=unit.id, path=way.path, hex=to, facing=way.facing, cost=way.cost, points_left=left)
    refuse_losing_retreat(battle, unit, apply(battle, event))
    chronicle.tell(event)


def _way_off(battle: Battle, unit: Unit, edge: str, command: Move | Special) -> movement.Way | None:
    """N22, N23: the way over an edge, along the given path if there is one; None where the points do not pay for it."""
    budget = movement.points(unit)
    if command.path is None:
        return movement.ways(battle, unit, budget, edges=frozenset({edge})).get((off(edge), None))
    try:
        way = movement.way_off(battle, unit, command.path, edge)
    except ValueError:  # a hex that is none
        return None
    return way if way and way.cost <= budget else None


def _edge(battle: Battle, unit: Unit, named: str | None) -> str:
    allowed = exits(battle, unit)
    edge = named or next(iter(allowed), "")
    if edge not in allowed:
        raise Refused("move.points", "may_not_leave", {"unit": unit.id})
    return edge


def _way(battle: Battle, unit: Unit, to: str, command: Move | Special) -> movement.Way:
    """`move.points`, then `map.stacking` (R80): a way that the points pay, past no enemy and onto nobody."""
    try:
        held = battle.map.holds(to)
    except ValueError:
        held = False
    if not held:
        raise Refused("move.points", "off_the_map", {"to": to})
    if command.facing is not None and command.facing not in FACINGS:
        raise Refused("move.points", "unknown_facing", {"facing": command.facing})
    if to == unit.hex:
        raise Refused("move.points", "already_there", {"to": to})
    named = [other for hex_ in (*(command.path or ()), to) if (other := battle.at(hex_))]
    enemies = [other for other in named if other.side != unit.side]
    budget = movement.points(unit)
    way = _within(budget, battle.with_units(changed(other, hex=None) for other in enemies), unit, to, command)
    if way is None:
        raise Refused("move.points", "too_far", {"to": to, "points": budget})
    taken = next((other.hex for other in named if other in enemies or other.hex == to), None)
    if taken is not None:
        raise Refused("map.stacking", "hex_taken", {"hex": taken})
    return way


def _within(budget: int, battle: Battle, unit: Unit, to: str, command: Move | Special) -> movement.Way | None:
    """N23: the way along the given path, else the cheapest one; None where the points do not pay for it."""
    if command.path is None:
        found = movement.ways(battle, unit, budget, to=to)
        return movement.best_way(found, to, command.facing, machine=unit.is_machine)
    if command.path[-1:] != (to,):
        return None
    way = movement.way_along(battle, unit, command.path, command.facing)
    return way if way and way.cost <= budget else None


def refuse_losing_retreat(battle: Battle, unit: Unit, after: Battle) -> None:
    """R82: a shaken unit may not move or turn so that its retreat gets out of reach."""
    if unit.state != "shaken":
        return
    moved = after.units[unit.id]
    if movement.least_home(after, moved, movement.points(moved)) > movement.retreat_goal(battle, unit):
        raise Refused("morale.retreat", "retreat_out_of_reach", {"unit": unit.id})


def turn(chronicle: Chronicle, side: str, command: Turn) -> None:
    """`move.points`, R17: turn for a point each 60 degrees, or free once on hold, for a power shot, after a retreat."""
    battle = chronicle.battle
    unit = commanded(battle, side, command.unit)
    free = refuse_turning(battle, unit)
    if command.facing not in FACINGS:
        raise Refused("move.points", "unknown_facing", {"facing": command.facing})
    if command.facing == unit.facing:
        raise Refused("move.points", "same_facing", {"facing": command.facing})
    left = movement.points(unit)
    if not free:
        left -= TURNS[unit.facing or "N", command.facing]
        if left < 0:
            raise Refused("move.points", "too_far", {"facing": command.facing, "points": movement.points(unit)})
    kept = unit.turn.points_left if free else left
    event = Turned(
        rule=_order_rule(unit) if free else "move.points",
        unit=unit.id,
        facing=command.facing,
        free=free,
        points_left=kept,
    )
    if not free:
        refuse_losing_retreat(battle, unit, apply(battle, event))
    chronicle.tell(event)


def refuse_turning(battle: Battle, unit: Unit) -> bool:
    """R17, R18, R105: whether a unit may turn now, and whether that is its free turn."""
    if unit.state == "steady" and unit.turn.special not in (None, "power_shot"):
        raise Refused(_order_rule(unit), "no_movement", {"unit": unit.id})
    if unit.state == "steady" and unit.turn.order is None:
        raise Refused("turn.orders", "no_order", {"unit": unit.id})
    if unit.turn.attacks_made:
        raise Refused(_order_rule(unit), "attacked_already", {"unit": unit.id})
    if not unit.is_machine:
        raise Refused("move.points", "no_facing", {"unit": unit.id})
    if unit.prone:
        raise Refused("move.prone", "prone", {"unit": unit.id})
    retreated = unit.state == "shaken" and movement.has_retreated(battle, unit)
    free = retreated or (unit.state == "steady" and unit.turn.order in ("hold", "special"))
    if free and unit.turn.turned:
        raise Refused(_order_rule(unit), "free_turn_used", {"unit": unit.id})
    if free and unit.turn.tried_to_stand and unit.turn.order == "special":
        raise Refused("order.dash", "stood_for_a_dash", {"unit": unit.id})
    return free


def stand(chronicle: Chronicle, side: str, command: Stand) -> None:
    """`move.stand`, R19: 2 points and 2d6 of 8 or less, no extremes; one try an activation."""
    unit = commanded(chronicle.battle, side, command.unit)
    refuse_standing(unit)
    dice = chronicle.dice.check()
    left = movement.points(unit) - movement.STAND_COST
    number = movement.STAND_NUMBER
    chronicle.tell(Stood(unit=unit.id, dice=dice, number=number, passed=sum(dice) <= number, points_left=left))


def refuse_standing(unit: Unit) -> None:
    """R17, R19, R80: standing is movement: not on hold or power shot, not after an attack."""
    on_special = unit.turn.order == "special" and unit.turn.special is None
    if unit.state == "steady" and unit.turn.order != "attack" and not on_special:
        raise Refused(_order_rule(unit), "no_movement", {"unit": unit.id})
    if unit.turn.attacks_made:
        raise Refused(_order_rule(unit), "attacked_already", {"unit": unit.id})
    if not unit.prone:
        raise Refused("move.stand", "not_prone", {"unit": unit.id})
    if unit.turn.tried_to_stand:
        raise Refused("move.stand", "tried_already", {"unit": unit.id})
    if movement.speed(unit) < movement.STAND_COST:
        raise Refused("move.stand", "too_slow", {"unit": unit.id, "points": movement.speed(unit)})


def take_back(chronicle: Chronicle, side: str, command: TakeBack) -> None:
    """`move.undo`, R99, R106: moves and turns of this activation, while no die, attack or offer has come since."""
    unit = commanded(chronicle.battle, side, command.unit)
    before = refuse_taking_back(chronicle.battle, unit)
    chronicle.tell(Undone(unit=unit.id, hex=before.hex, facing=before.facing))


def refuse_taking_back(battle: Battle, unit: Unit) -> Undo:
    """`move.undo`: where the unit comes back to; it must be there still, and free."""
    before = battle.undo.get(unit.id)
    if before is None:
        raise Refused("move.undo", "nothing_to_take_back", {"unit": unit.id})
    other = battle.at(before.hex)
    if other is not None and other.id != unit.id:
        raise Refused("move.undo", "hex_taken", {"hex": before.hex})
    return before


# special orders


def special(chronicle: Chronicle, side: str, command: Special) -> None:
    """`order.special`: the variant is chosen at activation, one for each unit."""
    unit = commanded(chronicle.battle, side, command.unit)
    refuse_special(unit)  # before the variant: a wrong order is refused as such (R80)
    match command.variant:
        case "dash":
            _dash(chronicle, unit, command)
        case "power_shot":
            _power_shot(chronicle, unit, command)
        case "ram":
            charge.ram(chronicle, unit, chronicle.battle.units.get(command.target or ""))
        case "inspire":
            _inspire(chronicle, unit)
        case _:
            raise Refused("order.special", "unknown_variant", {"variant": command.variant})


def refuse_special(unit: Unit) -> None:
    """R49, R80: only steady units on special order, one variant each."""
    if unit.state != "steady":
        raise Refused("morale.retreat", "must_retreat", {"unit": unit.id})
    if unit.turn.order != "special":
        raise Refused("order.special", "other_order", {"unit": unit.id})
    if unit.turn.special is not None:
        raise Refused("order.special", "variant_used", {"unit": unit.id})


def refuse_dash(unit: Unit) -> None:
    """`order.dash`: not after the free turn of a power shot, not while prone."""
    refuse_special(unit)
    if unit.turn.turned:
        raise Refused("order.dash", "turned_already", {"unit": unit.id})
    if unit.prone:
        raise Refused("move.prone", "prone", {"unit": unit.id})


def _dash(chronicle: Chronicle, unit: Unit, command: Special) -> None:
    """`order.dash`, R21: double speed in one command, no attack."""
    refuse_dash(unit)
    trial = Chronicle(chronicle.battle, chronicle.dice)
    go(trial, unit, command, rule="order.dash")
    chronicle.tell(SpecialUsed(rule="order.dash", unit=unit.id, variant="dash"))
    go(chronicle, unit, command, rule="order.dash")


def refuse_power_shot(battle: Battle, unit: Unit, weapon_id: str, target_id: str) -> None:
    """`order.power_shot`, R22, R107: a working ranged weapon, an enemy it may hit; sight is asked when it fires."""
    if unit.turn.tried_to_stand:
        raise Refused("order.power_shot", "no_movement", {"unit": unit.id})
    weapon = shooting.weapon_of(unit, weapon_id)
    if weapon.melee:
        raise Refused("order.power_shot", "ranged_only", {"weapon": weapon_id})
    shooting.refuse_target(weapon, unit, battle.units.get(target_id))


def _power_shot(chronicle: Chronicle, unit: Unit, command: Special) -> None:
    weapon, target = command.weapon or "", command.target or ""
    refuse_power_shot(chronicle.battle, unit, weapon, target)
    chronicle.tell(
        SpecialUsed(rule="order.power_shot", unit=unit.id, variant="power_shot", weapon=weapon, target=target)
    )


def refuse_inspire(battle: Battle, unit: Unit) -> None:
    """`order.inspire`, R25: a commander, once in a battle for each side, with his whole turn."""
    refuse_special(unit)
    if not unit.commander:
        raise Refused("order.inspire", "not_a_commander", {"unit": unit.id})
    if battle.sides[unit.side].inspired:
        raise Refused("order.inspire", "inspired_already", {"side": unit.side})
    if unit.turn.acted:
        raise Refused("order.inspire", "whole_turn", {"unit": unit.id})


def _inspire(chronicle: Chronicle, unit: Unit) -> None:
    refuse_inspire(chronicle.battle, unit)
    value = initiative.unit_value(unit).value
    by = max(0, INSPIRED_FROM - value)
    chronicle.tell(SpecialUsed(rule="order.inspire", unit=unit.id, variant="inspire"))
    chronicle.tell(
        TemporaryGained(
            side=unit.side,
            unit=unit.id,
            by=by,
            base=INSPIRED_FROM,
            modifiers=(("initiative.roll", -value),),
            temporary=chronicle.side(unit.side).temporary + by,
        )
    )


# attacking and ending


def attack(chronicle: Chronicle, side: str, command: Attack) -> None:
    """`combat`: one volley of one weapon at one target."""
    unit = commanded(chronicle.battle, side, command.unit)
    refuse_attacking(chronicle.battle, unit)
    combat.attack(chronicle, unit, command)


def refuse_attacking(battle: Battle, unit: Unit) -> None:
    """`morale.retreat`, R41, R80: whether a unit may attack at all by its state and order."""
    hirelings.refuse_attack(battle, unit)
    if unit.state == "shaken":
        if not movement.has_retreated(battle, unit):
            raise Refused("morale.retreat", "must_retreat", {"unit": unit.id})
        if unit.prone and unit.turn.tried_to_stand:
            raise Refused("morale.retreat", "failed_to_stand", {"unit": unit.id})
    elif unit.turn.order not in ("attack", "hold"):
        raise Refused(_order_rule(unit), "no_attack", {"unit": unit.id})


def refuse_end(battle: Battle, side: str, group: str) -> Activation:
    """`turn.tactics`, `morale.retreat`: only the active group ends, its shaken members after their retreat."""
    step = present(battle)
    if group != step.group or battle.units[step.units[0]].side != side:
        raise Refused("turn.tactics", "not_active", {"group": group})
    for id_ in step.units:
        unit = battle.units[id_]
        owes = unit.state == "shaken" and unit.on_map and not unit.turn.activated
        if owes and not movement.has_retreated(battle, unit):
            raise Refused("morale.retreat", "must_retreat", {"unit": id_})
    return step


def end(chronicle: Chronicle, side: str, command: EndActivation) -> None:
    """N7: a steady group stays active until its side ends the activation."""
    step = refuse_end(chronicle.battle, side, command.group)
    chronicle.done()
    _over(chronicle, step)


def _over(chronicle: Chronicle, step: Activation) -> None:
    parted = links.parted(chronicle.battle, step)
    chronicle.tell(ActivationEnded(group=step.group, units=step.units, parted=parted))


def run(chronicle: Chronicle, step: Activation) -> bool:
    """R81: routers flee, a group with nobody left to act is done; False where commands are awaited."""
    before = chronicle.battle.units
    for id_ in step.units:
        unit = chronicle.unit(id_)
        if unit.on_map and unit.state == "routing" and not (unit.turn.activated or unit.turn.moved):
            fled = rout.flee(chronicle, id_)
            step = replace(step, units=tuple(dict.fromkeys((*step.units, *fled))))
    members = [chronicle.unit(id_) for id_ in step.units]
    if any(unit.on_map and not unit.turn.activated and unit.state != "routing" for unit in members):
        chronicle.done(step)
        return False
    chronicle.done()
    _over(chronicle, step)
    chronicle.first(*hirelings.hurt_by(chronicle.battle, before, []), Wave(), Run("count"))
    return True
