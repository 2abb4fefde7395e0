"""`combat.weapons`, `map.arc` drawn: the area of each weapon from where its unit stands, and what of it can be seen."""

from __future__ import annotations

from django.utils.html import escape

from battles.rules.battle import Unit, Weapon
from battles.rules.hexes import Hex, distance, neighbours
from battles.rules.shooting import ARCS_OF, BLOCKING, arc_of, obstructions
from battles.rules.terrain import Map

from . import wording
from .scene import Scene


def weapons(unit: Unit) -> tuple[Weapon, ...]:
    """Weapons that work."""
    return tuple(weapon for weapon in unit.stats.weapons if weapon.id not in unit.lost_weapons)


def reach(weapon: Weapon) -> int:
    return 1 if weapon.melee else weapon.range


def area(map_: Map, unit: Unit, weapon: Weapon) -> set[Hex]:
    """The hexes within the range and the arc of a weapon."""
    near = (hex_ for hex_ in map_.hexes() if 0 < distance(unit.spot, hex_) <= reach(weapon))
    return {hex_ for hex_ in near if arc_of(unit, hex_) in ARCS_OF[weapon.arc]}


def in_sight(map_: Map, start: Hex, hex_: Hex) -> bool:
    """Whether the line between two hexes is open."""
    count, hill = obstructions(map_, start, hex_)
    return not hill and count < BLOCKING


def drawn(scene: Scene, unit: Unit) -> str:
    """Each weapon's area: outlined whole, filled where the line is open, named at its far edge."""
    map_ = scene.battle.map
    areas = {weapon.id: area(map_, unit, weapon) for weapon in weapons(unit)}
    seen = {hex_ for hex_ in set().union(*areas.values()) if in_sight(map_, unit.spot, hex_)}
    return "".join(_drawn(scene, unit, weapon, areas[weapon.id], seen) for weapon in weapons(unit))


def _drawn(scene: Scene, unit: Unit, weapon: Weapon, hexes: set[Hex], seen: set[Hex]) -> str:
    if not hexes:
        return ""
    clear = hexes if weapon.melee else hexes & seen
    line = "arct" if weapon.arc == "turret" else "arcl"
    taken = {other.spot for other in scene.battle.on_map()}
    x, y = scene.board.centre(_far(unit, hexes - taken or hexes))
    return (
        f'<g class="arc" data-layer="{escape(weapon.id)}"><path class="arcf" d="{scene.board.area(clear)}"/>'
        f'<path class="{line}" d="{scene.board.area(hexes)}"/>'
        f'<text class="arcn" x="{x:.1f}" y="{y - 16:.1f}">{escape(title(weapon))}</text></g>'
    )


def title(weapon: Weapon) -> str:
    """A weapon with its range, if it shoots."""
    name = wording.weapon_name(weapon.id)
    return name if weapon.melee else f"{name}, {weapon.range}"


def _far(unit: Unit, hexes: set[Hex]) -> Hex:
    """A hex at the far edge, straight ahead of a machine and towards the enemy for a squad."""
    facing = unit.facing or ("S" if unit.side == "red" else "N")
    ahead = _ahead(unit.spot, facing)
    far = max(distance(unit.spot, hex_) for hex_ in hexes)
    edge = [hex_ for hex_ in hexes if distance(unit.spot, hex_) >= far - 1]
    return min(edge, key=lambda hex_: (distance(hex_, ahead), -distance(unit.spot, hex_), hex_))


def _ahead(start: Hex, facing: str) -> Hex:
    here = start
    for _ in range(9):
        here = dict(neighbours(here)).get(facing, here)
    return here
