"""`move` drawn: the way that the engine would take to each hex, as legs that are shown one after another.

Ways share their beginnings, so each leg is drawn once and names the one before it; the browser only follows the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from battles.rules import movement
from battles.rules.battle import Unit
from battles.rules.choices import Reach
from battles.rules.hexes import Hex
from battles.rules.lattice import Node
from battles.rules.movement import Way

from .scene import Scene


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a way with the turns before it: where it ends and begins, and what both cost."""

    to: Node
    start: Node
    turns: int
    step: int


def legs(found: Mapping[Node, Way], ends: Iterable[Node]) -> dict[Node, Leg]:
    """The legs of the ways to these nodes, each once."""
    drawn: dict[Node, Leg] = {}
    for end in ends:
        node = entry(found, end)
        while node not in drawn and (left := found[node].before) is not None:
            start = entry(found, left)
            turns = found[left].cost - found[start].cost
            drawn[node] = Leg(node, start, turns, found[node].cost - found[left].cost)
            node = start
    return drawn


def entry(found: Mapping[Node, Way], node: Node) -> Node:
    """The node in which the way to a node came into its hex: what follows there are turns."""
    while (before := found[node].before) is not None and before[0] == node[0]:
        node = before
    return node


def ends_of(found: Mapping[Node, Way], unit: Unit, reaches: Mapping[Hex, Reach]) -> dict[Hex, Node]:
    """For each hex the node in which a move there ends."""
    ends = {}
    for hex_, reach in reaches.items():
        way = movement.best_way(found, hex_, reach.facing, machine=unit.is_machine)
        if way is not None:
            ends[hex_] = (hex_, way.facing)
    return ends


def name(node: Node) -> str:
    return f"l-{node[0]}{node[1] or ''}"


@dataclass(frozen=True, slots=True)
class Ways:
    """The drawn legs, and by which of them each hex is reached."""

    drawn: str
    last: Mapping[Hex, str]


def of(scene: Scene, unit: Unit, reaches: Mapping[Hex, Reach]) -> Ways:
    """The ways of a unit to all hexes that it may go to."""
    found = movement.ways(scene.battle, unit, movement.points(unit))
    ends = ends_of(found, unit, reaches)
    beaks = "".join(_beak(scene, hex_, facing) for hex_, (_, facing) in ends.items() if facing)
    lines = "".join(_leg(scene, leg) for leg in legs(found, ends.values()).values())
    return Ways(lines + beaks, {hex_: name(entry(found, node)) for hex_, node in ends.items()})


def _leg(scene: Scene, leg: Leg) -> str:
    (ax, ay), (bx, by) = scene.board.centre(leg.start[0]), scene.board.centre(leg.to[0])
    x, y = (ax + bx) / 2, (ay + by) / 2
    line = f"M{ax:.0f},{ay:.0f}L{bx:.0f},{by:.0f}"
    turn, shift = "", 0
    if leg.turns:
        turn, shift = f'<use href="#i-turn" x="{x - 13:.0f}" y="{y - 5:.0f}" width="10" height="10"/>', 5
    cost = f"{leg.turns}+{leg.step}" if leg.turns else str(leg.step)
    return (
        f'<g class="leg" id="{name(leg.to)}" data-from="{name(leg.start)}"><path d="{line}"/>'
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{8 if not leg.turns else 15}"/>{turn}'
        f'<text x="{x + shift:.0f}" y="{y + 3.6:.0f}">{cost}</text></g>'
    )


def _beak(scene: Scene, hex_: Hex, facing: str) -> str:
    """How a machine would face in the end."""
    x, y = scene.board.centre(hex_)
    turned = f"translate({x:.0f} {y:.0f}) rotate({scene.board.angle(facing)})"
    return f'<path class="leg beak" id="e-{hex_}" transform="{turned}" d="M-9-17L0-27L9-17Q0-21-9-17Z"/>'
