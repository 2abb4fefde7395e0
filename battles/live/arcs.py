"""`combat.weapons`, `map.arc` drawn: the area of each weapon from where its unit stands, and what of it can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape

from battles.rules.battle import Unit, Weapon
from battles.rules.hexes import Hex, distance, neighbours
from battles.rules.shooting import ARCS_OF, BLOCKING, arc_of, obstructions
from battles.rules.terrain import Map

from . import board, wording
from .scene import Scene

Box = tuple[float, float, float, float]


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


@dataclass(frozen=True, slots=True)
class Arcs:
    """The drawn areas, and where the name of each weapon lies: the middle, half of its width and height."""

    drawn: str
    names: Mapping[str, Box]


def of(scene: Scene, unit: Unit) -> Arcs:
    """Each weapon's area: outlined whole, filled where the line is open, named at its far edge."""
    map_ = scene.battle.map
    areas = {weapon.id: area(map_, unit, weapon) for weapon in weapons(unit)}
    seen = {hex_ for hex_ in set().union(*areas.values()) if in_sight(map_, unit.spot, hex_)}
    names: dict[str, Box] = {}
    for weapon in weapons(unit):
        if areas[weapon.id]:
            names[weapon.id] = _named(scene, unit, weapon, areas[weapon.id], taken=[*names.values(), *_places(scene)])
    parts = [_drawn(scene, weapon, areas[weapon.id], seen, names[weapon.id])
             for weapon in weapons(unit) if areas[weapon.id]]  # fmt: skip
    return Arcs("".join(parts), names)


def _drawn(scene: Scene, weapon: Weapon, hexes: set[Hex], seen: set[Hex], name: Box) -> str:
    clear = hexes if weapon.melee else hexes & seen
    line = "arct" if weapon.arc == "turret" else "arcl"
    return (
        f'<g class="arc" data-layer="{escape(weapon.id)}"><path class="arcf" d="{scene.board.area(clear)}"/>'
        f'<path class="{line}" d="{scene.board.area(hexes)}"/>'
        f'<text class="arcn" x="{name[0]:.1f}" y="{name[1] + 4:.1f}">{escape(title(weapon))}</text></g>'
    )


def title(weapon: Weapon) -> str:
    """A weapon with its range, if it shoots."""
    name = wording.weapon_name(weapon.id)
    return name if weapon.melee else f"{name}, {weapon.range}"


def standing(scene: Scene) -> list[Hex]:
    """The hexes with a counter."""
    return [unit.spot for unit in scene.battle.on_map()]


def _places(scene: Scene) -> list[Box]:
    """Where the names of the map lie."""
    found = board.places(scene.table.map_id, scene.board, scene.language, standing(scene))
    return [(float(str(each["x"])), float(str(each["y"])) - 4, len(str(each["name"])) * 3.2, 7.0) for each in found]


def _named(scene: Scene, unit: Unit, weapon: Weapon, hexes: set[Hex], *, taken: Sequence[Box]) -> Box:
    """Where a weapon's name hides no counter and no other name: at the far edge, straight ahead, or towards the enemy
    for a squad."""
    facing = unit.facing or ("S" if unit.side == "red" else "N")
    ahead, half = _ahead(unit.spot, facing), len(title(weapon)) * 3.2
    far = max(distance(unit.spot, hex_) for hex_ in hexes)
    edge = sorted(hex_ for hex_ in hexes if distance(unit.spot, hex_) >= far - 1)
    counters = [scene.board.centre(other.spot) for other in scene.battle.on_map()]

    def worth(hex_: Hex) -> tuple[int, int, int]:
        x, y = scene.board.centre(hex_)
        hidden = sum(abs(cx - x) < half + 20 and abs(cy - y + 20) < 28 for cx, cy in counters)
        hidden += sum(abs(box[0] - x) < half + box[2] + 4 and abs(box[1] - y + 20) < 16 for box in taken)
        return hidden, distance(hex_, ahead), -distance(unit.spot, hex_)

    x, y = scene.board.centre(min(edge, key=worth))
    return x, y - 20, half, 7.0


def _ahead(start: Hex, facing: str) -> Hex:
    here = start
    for _ in range(9):
        here = dict(neighbours(here)).get(facing, here)
    return here
