"""`move`: ways over the map and their cost; where a unit can get with its points."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .battle import Battle, Unit
from .hexes import FACINGS, OPPOSITE, STEPS, TURNS, Hex, cube, direction, neighbours
from .terrain import Map

EDGES = ("home", "west", "east", "enemy")
STAND_COST = 2
STAND_NUMBER = 8


Node = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Way:
    """A way: points, the hexes after the start, the facing at its end, and the node before the last one."""

    cost: int
    path: tuple[Hex, ...]
    facing: str | None
    before: Node | None = None


NOWHERE: frozenset[str] = frozenset()


def is_damaged(unit: Unit) -> bool:
    """`initiative.damage`, R11: a machine at half its structure or less."""
    return unit.is_machine and 2 * unit.hits <= unit.stats.hits


def speed(unit: Unit) -> int:
    """`move.points`: movement points now; never below 0, 0 is immobile (R11, R31)."""
    if unit.immobile:
        return 0
    base = 6 if "mounted" in unit.options else unit.stats.speed
    return max(0, base - unit.speed_loss - is_damaged(unit))


def points(unit: Unit) -> int:
    """Points that the unit has left in this activation: twice its speed for a dash (R21), else its speed."""
    if unit.turn.points_left is not None:
        return unit.turn.points_left
    return speed(unit) * (2 if unit.turn.order == "special" and unit.state == "steady" else 1)


def may_enter(map_: Map, kind: str, hex_: Hex) -> bool:
    """R9: whether that kind of unit may ever be in the hex."""
    return map_.holds(hex_) and kind not in map_.ground(hex_).closed_to


def step_cost(map_: Map, start: Hex, hex_: Hex) -> int:
    """`map.terrain`: points to enter a hex, one more going up a hill."""
    ground = map_.ground(hex_)
    return ground.cost + (ground.high and not map_.ground(start).high)


def edges_crossed(map_: Map, side: str, hex_: Hex, facing: str) -> tuple[str, ...]:
    """Which map edges a step leads over, as the side names them; none where the step stays on the map."""
    x, _, z = cube(hex_)
    dx, _, dz = STEPS[facing]
    column, row = x + dx + 1, z + dz + (x + dx) // 2 + 1
    north, south = ("home", "enemy") if side == "red" else ("enemy", "home")
    crossed = ((row < 1, north), (column < 1, "west"), (column > map_.columns, "east"), (row > map_.rows, south))
    return tuple(edge for over, edge in crossed if over)


def off(edge: str) -> str:
    """The name of leaving over an edge among the nodes of a way."""
    return f"off/{edge}"


def ways(battle: Battle, unit: Unit, budget: int | None, *, edges: frozenset[str] = NOWHERE) -> Mapping[Node, Way]:
    """All nodes (hex, facing) that the unit can pass with its budget, each by its cheapest way, ties by hex ids.

    Friends may be passed, enemies not; a node off the map is `(off(edge), None)`. None as budget is without end.
    """
    if unit.hex is None:
        return {}
    blocked = {other.hex for other in battle.units.values() if other.side != unit.side and other.on_map}
    start: Node = (unit.hex, unit.facing)
    found: dict[Node, Way] = {}
    queue: list[tuple[int, tuple[Hex, ...], int, Node, Node | None]] = [(0, (), 0, start, None)]
    best: dict[Node, tuple[int, tuple[Hex, ...]]] = {start: (0, ())}
    while queue:
        cost, path, _, node, before = heapq.heappop(queue)
        if node in found:
            continue
        found[node] = Way(cost, path, node[1], before)
        if node[0].startswith("off/"):
            continue
        for price, hex_, facing in _onward(battle.map, unit, node, blocked, edges):
            total = cost + price
            if budget is not None and total > budget:
                continue
            onward = (hex_, facing)
            key = (total, path if hex_ == node[0] else (*path, hex_))
            if onward not in found and (onward not in best or key < best[onward]):
                best[onward] = key
                heapq.heappush(queue, (*key, FACINGS.index(facing) if facing else 0, onward, node))
    return found


def _onward(
    map_: Map, unit: Unit, node: Node, blocked: set[Hex | None], edges: frozenset[str]
) -> list[tuple[int, Hex, str | None]]:
    """The single steps from a node: price, hex, facing."""
    hex_, facing = node
    steps: list[tuple[int, Hex, str | None]] = []
    if facing is not None:
        i = FACINGS.index(facing)
        steps += [(1, hex_, FACINGS[(i + 1) % 6]), (1, hex_, FACINGS[(i - 1) % 6])]
        ahead = ((facing, 0), (OPPOSITE[facing], 1))
    else:
        ahead = tuple((way, 0) for way in FACINGS)  # type: ignore[assignment]
    around = dict(neighbours(hex_))
    for way, extra in ahead:
        other = around.get(way)
        if other is not None and map_.holds(other):
            if other not in blocked and unit.kind not in map_.ground(other).closed_to:
                steps.append((step_cost(map_, hex_, other) + extra, other, facing))
        elif edges:
            crossed = edges_crossed(map_, unit.side, hex_, way)
            steps += [(1 + extra, off(edge), None) for edge in crossed if edge in edges]
    return steps


def way_along(battle: Battle, unit: Unit, path: Sequence[Hex], facing: str | None) -> Way | None:
    """N23: the cheapest turns along a given path; None where it is barred. Whether the end is free is not asked."""
    hex_, cost, options = unit.hex, 0, {unit.facing: 0}
    blocked = {other.hex for other in battle.units.values() if other.side != unit.side and other.on_map}
    for other in path:
        way = direction(hex_, other) if hex_ else None
        if way is None or not may_enter(battle.map, unit.kind, other) or other in blocked or hex_ is None:
            return None
        price = step_cost(battle.map, hex_, other)
        if unit.is_machine:
            options = {
                faced: min(spent + TURNS[old or way, faced] for old, spent in options.items()) + price + extra
                for faced, extra in ((way, 0), (OPPOSITE[way], 1))
            }
        else:
            cost += price
        hex_ = other
    if not unit.is_machine:
        return Way(cost, tuple(path), None)
    wanted = {faced: spent for faced, spent in options.items() if faced is not None}
    if facing is not None:
        turned = min(spent + TURNS[faced, facing] for faced, spent in wanted.items())
        return Way(turned, tuple(path), facing)
    end = min(wanted, key=lambda faced: (wanted[faced], FACINGS.index(faced)))
    return Way(wanted[end], tuple(path), end)


def best_way(found: Mapping[Node, Way], hex_: Hex, facing: str | None, *, machine: bool) -> Way | None:
    """The cheapest way to a hex; without a facing the one of arrival, ties clockwise from north (N23)."""
    if not machine or hex_.startswith("off/"):
        return found.get((hex_, None))
    if facing is not None:
        return found.get((hex_, facing))
    arrivals = [way for faced in FACINGS if (way := found.get((hex_, faced)))]
    return min(arrivals, key=lambda way: way.cost, default=None)


def least_home(battle: Battle, unit: Unit, budget: int) -> int:
    """R40: the fewest steps to be off the map that the unit can reach: 0 is left, the present hex counts."""
    if unit.hex is None:
        return 0
    found = ways(battle, unit, budget, edges=frozenset({"home"}))
    if (off("home"), None) in found:
        return 0
    taken = {other.hex for other in battle.units.values() if other.id != unit.id and other.on_map}
    return min(battle.map.steps_home(unit.side, hex_) for hex_, _ in found if hex_ not in taken)


def retreat_goal(battle: Battle, unit: Unit) -> int:
    """`morale.retreat`, R40, R103: the steps home at which the unit's retreat is done, computed afresh."""
    if unit.hex is None:
        return 0
    start = unit.turn.start or unit.hex
    budget = 0 if unit.prone or unit.turn.attacks_made else points(unit)  # R18: no step after an attack
    return max(battle.map.steps_home(unit.side, start) - 3, least_home(battle, unit, budget))


def has_retreated(battle: Battle, unit: Unit) -> bool:
    """Whether a shaken unit has done its retreat; a prone walker must have tried to stand first."""
    if unit.hex is None:
        return True
    if unit.prone and not unit.turn.tried_to_stand and speed(unit) >= STAND_COST:
        return False
    return battle.map.steps_home(unit.side, unit.hex) <= retreat_goal(battle, unit)
