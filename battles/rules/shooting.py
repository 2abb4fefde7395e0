"""`combat`: what one unit may do to another with a weapon, and the number that it needs; nothing is rolled here."""

from __future__ import annotations

from .battle import Battle, Unit, Weapon
from .hexes import Hex, arc, distance, line
from .needed import Needed
from .refusals import Refused
from .terrain import Map

BLOCKING = 3
UNREADY_REACH = 3
ARCS_OF = {"front": ("front",), "turret": ("front", "side"), "all": ("front", "side", "rear")}


def obstacles(map_: Map, a: Hex, b: Hex) -> tuple[tuple[Hex, str], ...]:
    """`map.line`, R6, R7: what stands in the line, from a: `cover` for woods and houses, `hill` for one that blocks.

    Where the line runs between two hexes the one that obstructs more counts.
    """
    low = not map_.ground(a).high and not map_.ground(b).high
    found = []
    for pair in line(a, b):
        held = [hex_ for hex_ in pair if map_.holds(hex_)]
        hills = [hex_ for hex_ in held if low and map_.ground(hex_).high]
        covers = [hex_ for hex_ in held if map_.ground(hex_).obstructs]
        if hills:
            found.append((hills[0], "hill"))
        elif covers:
            found.append((covers[0], "cover"))
    return tuple(found)


def obstructions(map_: Map, a: Hex, b: Hex) -> tuple[int, bool]:
    """`map.line`, R6, R7: intervening forest and village hexes, and whether a hill between two lower ones blocks."""
    found = obstacles(map_, a, b)
    return sum(kind == "cover" for _, kind in found), any(kind == "hill" for _, kind in found)


def arc_of(unit: Unit, other: Hex) -> str:
    """`map.arc`: in which arc of the unit the hex lies; squads are front all round."""
    if not unit.is_machine or unit.hex is None or unit.facing is None:
        return "front"
    return arc(unit.hex, unit.facing, other)


def defence(target: Unit, source: Hex) -> tuple[int, str]:
    """`combat.armour`: the defence of the side that the line comes from, and that side."""
    side = arc_of(target, source)
    return target.stats.defence[("front", "side", "rear").index(side)], side


def weapon_of(unit: Unit, weapon_id: str) -> Weapon:
    """`combat.weapons`: a weapon that the unit has and that works, else Refused."""
    weapon = next((weapon for weapon in unit.stats.weapons if weapon.id == weapon_id), None)
    if weapon is None:
        raise Refused("combat.weapons", "unknown_weapon", {"unit": unit.id, "weapon": weapon_id})
    if weapon_id in unit.lost_weapons:
        raise Refused("combat.weapons", "weapon_lost", {"unit": unit.id, "weapon": weapon_id})
    return weapon


def may_hit(weapon: Weapon, target: Unit) -> bool:
    """`combat.targets`: whether the weapon's target set holds such a unit."""
    return ("machines" if target.is_machine else "squads") in weapon.targets


def refuse_target(weapon: Weapon, unit: Unit, target: Unit | None) -> Unit:
    """`combat.targets`, then R8: a unit of the weapon's target set, and an enemy that stands on the map."""
    if target is None or not target.on_map:
        raise Refused("combat.sight", "no_such_target", {"target": target.id if target else None})
    if not may_hit(weapon, target):
        reason = "weapon_not_at_machines" if target.is_machine else "weapon_not_at_squads"
        raise Refused("combat.targets", reason, {"weapon": weapon.id, "target": target.id})
    if target.side == unit.side:
        raise Refused("combat.sight", "own_unit", {"target": target.id})
    return target


def refuse_sight(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> None:
    """`combat.sight`, R8: within range, in the weapon's arc, the line not blocked; melee reaches the adjacent hex."""
    far, reach = distance(unit.spot, target.spot), 1 if weapon.melee else weapon.range
    if far > reach:
        raise Refused("combat.sight", "out_of_range", {"distance": far, "range": reach})
    if arc_of(unit, target.spot) not in ARCS_OF[weapon.arc]:
        raise Refused("combat.sight", "out_of_arc", {"weapon": weapon.id, "arc": weapon.arc})
    if weapon.melee:
        return
    count, hill = obstructions(battle.map, unit.spot, target.spot)
    if hill:
        raise Refused("combat.sight", "hill_blocks")
    if count >= BLOCKING:
        raise Refused("combat.sight", "cover_blocks", {"hexes": count})


def number(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, *, deferred: bool = False) -> Needed:
    """`combat.number`: accuracy with every modifier: distance, cover, order, state, unready, focus.

    Melee takes no distance and no intervening hexes (R32); a power shot no `combat.unready` (R78).
    """
    far = distance(unit.spot, target.spot)
    ground = battle.map.ground(target.spot)
    ranged = not weapon.melee
    return Needed.of(
        unit.stats.accuracy + ("elite" in unit.options),
        ("combat.number", -(far // target.stats.visibility) if ranged else 0),
        ("map.line", -obstructions(battle.map, unit.spot, target.spot)[0] if ranged else 0),
        ("map.terrain", -int(target.is_machine and ground.hides_machines)),
        ("order.hold", int(unit.turn.order == "hold")),
        ("morale.shaken", -int(unit.state == "shaken")),
        ("move.prone", -int(unit.prone)),
        ("combat.critical_table", -unit.stunned),
        ("combat.unready", int(not deferred and _unready(battle, target, far))),
        ("link.focus", int(_focus(battle, unit, target))),
    )


def _unready(battle: Battle, target: Unit, far: int) -> bool:
    """`combat.unready`, R78: a target near enough whose activation has not begun this turn."""
    return battle.options.unready and far <= UNREADY_REACH and not target.turn.begun


def _focus(battle: Battle, unit: Unit, target: Unit) -> bool:
    """`link.focus`, R79, R96: another member, steady when it did so, has attacked the target this turn."""
    link = battle.link_of(unit.id) if battle.options.focus and unit.state == "steady" else None
    if link is None:
        return False
    return any(mate in target.turn.attacked_by for mate in link.members if mate != unit.id)
