"""`move`: ways over the map and their cost; where a unit can get with its points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .battle import Battle, Unit
from .hexes import FACINGS, OPPOSITE, TURNS, Hex, direction, distance
from .lattice import Node, may_enter, nodes, off, step_cost

EDGES = ("home", "west", "east", "enemy")
STAND_COST = 2
STAND_NUMBER = 8


@dataclass(frozen=True, slots=True)
class Way:
    """A way: points, the hexes after the start, the facing at its end, and the node before the last one."""

    cost: int
    path: tuple[Hex, ...]
    facing: str | None
    before: Node | None = None


NOWHERE: frozenset[str] = frozenset()
ENDLESS = 10_000
RANK: Mapping[str | None, int] = {None: 0, **{facing: i for i, facing in enumerate(FACINGS)}}
Entry = tuple[tuple[Hex, ...], int, Node, Node | None]


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


def ways(
    battle: Battle, unit: Unit, budget: int | None, *, edges: frozenset[str] = NOWHERE, to: Hex | None = None
) -> Mapping[Node, Way]:
    """All nodes (hex, facing) that the unit can pass with its budget, each by its cheapest way, ties by hex ids.

    Friends may be passed, enemies not; a node off the map is `(off(edge), None)`. None as budget is without end; with
    `to` only what may lie on a way to that hex is looked at.
    """
    if unit.hex is None:
        return {}
    most = ENDLESS if budget is None else budget
    blocked = {other.hex for other in battle.units.values() if other.side != unit.side and other.on_map}
    blocked.update(off(edge) for edge in EDGES if edge not in edges)
    onward = nodes(battle.map, unit.kind, unit.side)
    start: Node = (unit.hex, unit.facing)
    found: dict[Node, Way] = {}
    reached = {start: 0}
    waiting: dict[int, list[Entry]] = {0: [((), 0, start, None)]}
    cost = 0
    while waiting:  # cost by cost, since every step has a price
        for path, _, node, before in sorted(waiting.pop(cost, ())):
            if node in found:
                continue
            found[node] = Way(cost, path, node[1], before)
            for price, there, entered in onward[node]:
                spent = cost + price
                if spent > reached.get(there, most) or there[0] in blocked:
                    continue
                if to is not None and spent + distance(there[0], to) > most:
                    continue
                reached[there] = spent
                waiting.setdefault(spent, []).append((path + entered, RANK[there[1]], there, node))
        cost += 1
    return found


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


def way_off(battle: Battle, unit: Unit, path: Sequence[Hex], edge: str) -> Way | None:
    """N22, N23: the cheapest turns along a path that ends with `off`, over that edge; None where it is barred."""
    *hexes, end = path or ("",)
    if end != "off" or unit.hex is None:
        return None
    last = hexes[-1] if hexes else unit.hex
    found = []
    for facing in FACINGS if unit.is_machine else (None,):
        way = way_along(battle, unit, hexes, facing)
        onward = nodes(battle.map, unit.kind, unit.side)[last, facing] if way else ()
        prices = [price for price, there, _ in onward if there == (off(edge), None)]
        found += [Way(way.cost + price, (*way.path, off(edge)), None) for price in prices if way]
    return min(found, key=lambda way: way.cost, default=None)


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
