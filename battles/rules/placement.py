"""Where a side's units may well be put: a lawful suggestion for the deployment and for the entry of reserves.

It looks at the ground, at the room between units and at the commander, and at nothing that the side may not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from .battle import Battle, Unit
from .commands import Deploy, Placement
from .deployment import free_entries, in_reserve, is_together, rows, unplaced
from .hexes import Hex, distance, neighbours, place
from .lattice import may_enter
from .morale import COMMANDER_REACH
from .terrain import Map

FAR = 8  # from this range on a weapon likes to look down from a hill
MIDDLE = 0.75  # the part of the width that units are spread over at most
APART = 2.5  # columns between two units where there is room


def suggested(battle: Battle, side: str) -> Deploy:
    """`battle.deploy`: all units on the map, spread over the middle, squads in cover, the commander among them.

    Units that find no lawful hex stay in reserve.
    """
    units = sorted(unplaced(battle, side), key=lambda unit: _turn_of(battle, unit))
    spots: dict[str, Hex] = {}
    for i, unit in enumerate(units):
        column = _amid(spots) if unit.commander and spots else _spread(battle.map, i, len(units))
        free = [hex_ for hex_ in _hexes(battle, unit) if hex_ not in spots.values()]
        if free:
            spots[unit.id] = min(free, key=lambda hex_: (_cost(battle, unit, hex_, column, spots), hex_))
    reserve = tuple(unit.id for unit in units if unit.id not in spots)
    return Deploy({unit.id: Placement(spots[unit.id]) for unit in units if unit.id in spots}, reserve)


def _turn_of(battle: Battle, unit: Unit) -> tuple[bool, int, float, str]:
    """Who chooses first: who has the fewest hexes; the commander last, when it is known whom he leads."""
    return bool(unit.commander), len(_hexes(battle, unit)), -unit.stats.cost, unit.id


def _hexes(battle: Battle, unit: Unit) -> list[Hex]:
    band = rows(battle, unit.side)
    return [
        hex_
        for hex_ in battle.map.hexes()
        if place(hex_)[1] in band and may_enter(battle.map, unit.kind, hex_) and battle.at(hex_) is None
    ]


def _spread(map_: Map, i: int, count: int) -> float:
    """The column of the i-th of so many units: from the middle outwards, left and right in turn."""
    step = min(APART, MIDDLE * map_.columns / max(1, count))
    aside = (i + 1) // 2 * step
    return (map_.columns + 1) / 2 + (aside if i % 2 else -aside)


def _amid(spots: Mapping[str, Hex]) -> float:
    """The column in the middle of those already placed."""
    return sum(place(hex_)[0] for hex_ in spots.values()) / len(spots)


def _cost(battle: Battle, unit: Unit, hex_: Hex, column: float, spots: Mapping[str, Hex]) -> float:
    """The lower, the better: room, ground, the way ahead, neighbours that fear would spread to, the men to lead."""
    ground = battle.map.ground(hex_)
    behind = abs(battle.map.steps_home(unit.side, hex_) - battle.options.deploy_rows)
    cost = 0.8 * behind + (0.2 if unit.commander else 0.5) * abs(place(hex_)[0] - column)
    cost += 1.2 * _blocked_ahead(battle, unit, hex_)
    cost += 0.8 * sum(distance(hex_, other) == 1 for other in spots.values())
    if unit.is_machine:
        far = any(weapon.range >= FAR for weapon in unit.stats.weapons)
        cost += (-1.0 if ground.high and far else 0) + (-0.4 if ground.hides_machines else 0)
    else:
        cost -= 1.5 * ground.cover
    if unit.commander:
        cost -= 1.2 * sum(distance(hex_, other) <= COMMANDER_REACH for other in spots.values()) - 0.8 * behind
    return cost + 2.0 * (battle.map.kind(hex_) in ("water", "swamp"))


def _blocked_ahead(battle: Battle, unit: Unit, hex_: Hex) -> int:
    """How many of the three ways towards the enemy are closed to the unit, or dear."""
    ahead = ("S", "SE", "SW") if unit.side == "red" else ("N", "NE", "NW")
    onward = [other for facing, other in neighbours(hex_) if facing in ahead]
    open_ = [other for other in onward if may_enter(battle.map, unit.kind, other)]
    return len(ahead) - sum(battle.map.ground(other).cost == 1 for other in open_)


def entries(battle: Battle, side: str) -> Mapping[str, Placement]:
    """`turn.reserves`, R59: all that find a free hex on the home edge, near their own; links whole or not at all."""
    own = [unit.spot for unit in battle.on_map(side)]
    spots: dict[str, Hex] = {}
    for unit in in_reserve(battle, side):
        near = [spots[mate] for mate in _mates(battle, unit) if mate in spots] or own
        free = [hex_ for hex_ in free_entries(battle, unit) if hex_ not in spots.values()]
        if free:
            spots[unit.id] = min(free, key=lambda hex_: (_gap(hex_, near), hex_))
    for link in battle.links.values():
        come = {id_: spots[id_] for id_ in link.members if id_ in spots}
        if come and (len(come) < len(link.members) or not is_together(battle, come)):
            spots = {id_: hex_ for id_, hex_ in spots.items() if id_ not in come}
    return {id_: Placement(hex_) for id_, hex_ in spots.items()}


def _mates(battle: Battle, unit: Unit) -> tuple[str, ...]:
    link = battle.link_of(unit.id)
    return link.members if link else ()


def _gap(hex_: Hex, others: list[Hex]) -> int:
    return min((distance(hex_, other) for other in others), default=0)
