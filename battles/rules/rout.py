"""`morale.rout`: units that flee are moved by the engine; machines that cannot are abandoned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from . import victory
from .battle import Battle, ThisTurn, Unit
from .catalogue import make_unit
from .chronicle import Chronicle
from .events import Abandoned, LeftMap, Moved, Turned, Withdrawn
from .lattice import Node, off
from .movement import EDGES, Way, speed, ways
from .values import changed

CREW = "-gridi"


def is_crew(battle: Battle, unit: Unit) -> bool:
    """R43: whether the unit has run from an abandoned walker."""
    walker = battle.units.get(unit.id.removesuffix(CREW))
    return walker is not None and walker.id != unit.id and walker.state == "abandoned"


def flee(chronicle: Chronicle, unit_id: str) -> tuple[str, ...]:
    """`morale.rout`, R42, R43: a router goes as far as its speed pays; ids of all that fled (crew included)."""
    unit = chronicle.unit(unit_id)
    if unit.is_machine and (unit.prone or speed(unit) == 0):
        crew = _crew(chronicle.battle, unit)
        chronicle.tell(Abandoned(unit=unit_id, crew=crew))
        victory.score_unit(chronicle, unit, "abandoned")
        if crew is None:
            return (unit_id,)
        _run(chronicle, crew)
        return unit_id, crew.id
    _run(chronicle, unit)
    return (unit_id,)


def _crew(battle: Battle, unit: Unit) -> Unit | None:
    """R43: the gridi of a walker, one figure, worth nothing; a vehicle has no crew."""
    if unit.kind != "walker":
        return None
    gridi = make_unit(id=f"{unit.id}{CREW}", side=unit.side, type="gridi", name=unit.name)
    stats = replace(gridi.stats, cost=0)
    return changed(gridi, stats=stats, hits=1, hex=unit.hex, state="routing", turn=ThisTurn(begun=True))


def _run(chronicle: Chronicle, unit: Unit) -> None:
    found = ways(chronicle.battle, unit, None, edges=frozenset(EDGES))
    trail = _trail(found)
    if trail is None:
        return
    edge, nodes = trail
    reached = [node for node in nodes if found[node].cost <= speed(unit) and _may_stop(chronicle.battle, unit, node)]
    node = reached[-1]
    if node[0] == off(edge):
        leave(chronicle, unit.id, edge, found[node].path[:-1], rule="morale.rout")
    else:
        _go(chronicle, unit, node, found[node])


def _trail(found: Mapping[Node, Way]) -> tuple[str, list[Node]] | None:
    """R42, R85: the cheapest way off the map, ties home, west, east, enemy edge, then the whole path as text."""
    ends = [(found[off(edge), None].cost, i, edge) for i, edge in enumerate(EDGES) if (off(edge), None) in found]
    if not ends:
        return None
    edge = min(ends)[2]
    nodes: list[Node] = []
    node: Node | None = (off(edge), None)
    while node is not None:
        nodes.append(node)
        node = found[node].before
    return edge, nodes[::-1]


def _may_stop(battle: Battle, unit: Unit, node: Node) -> bool:
    other = None if node[0].startswith("off/") else battle.at(node[0])
    return other is None or other.id == unit.id


def _go(chronicle: Chronicle, unit: Unit, node: Node, way: Way) -> None:
    if way.path:
        chronicle.tell(
            Moved(
                rule="morale.rout",
                unit=unit.id,
                path=way.path,
                hex=node[0],
                facing=way.facing,
                cost=way.cost,
                points_left=None,
            )
        )
    elif node[1] is not None and node[1] != unit.facing:
        chronicle.tell(Turned(rule="morale.rout", unit=unit.id, facing=node[1], free=False, points_left=None))


def leave(chronicle: Chronicle, unit_id: str, edge: str, path: tuple[str, ...], *, rule: str) -> None:
    """`battle.points`, R20, R72: a unit steps over an edge; half its price to the enemy, unless it breaks through."""
    unit = chronicle.unit(unit_id)
    chronicle.tell(LeftMap(rule=rule, unit=unit_id, edge=edge, path=path))
    chronicle.tell(Withdrawn(rule=rule, unit=unit_id))
    if unit.state == "steady" and edge == "enemy":
        victory.score_breakthrough(chronicle, unit)
    else:
        victory.score_unit(chronicle, unit, "withdrawn")
