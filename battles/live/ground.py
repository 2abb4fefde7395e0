"""`map.terrain` drawn: one wash with an inked, uneven edge for each connected area, and the signs upon it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from battles.rules.hexes import OPPOSITE, Hex, neighbours, step

if TYPE_CHECKING:
    from .board import Board, Point

Loop = list["Point"]
WASHED = ("water", "swamp", "hill", "forest", "village")

SPRUCE = "M0-10L3.4-4.4H1.7L4.8.6H2.4L5.6 4.6H-5.6L-2.4.6H-4.8L-1.7-4.4H-3.4Z"
CROWN = "M-4.6 1.6A4.4 4.4 0 0 1-3-5.6A4 4 0 0 1 4-4.6A3.8 3.8 0 0 1 4.2 2.2Q0 4.4-4.6 1.6M0 2V6.4"
HOUSE = '<path class="hs" d="M-6 5V-1L0-6.6L6-1V5Z"/><path class="hr2" d="M-7.4 .2L0-7L7.4 .2M-1.4 5V1.4H1.4V5"/>'
IDOL = "M-3.4 9V-6Q-3.4-10.4 0-11.6Q3.4-10.4 3.4-6V9ZM-5 9H5M-1.6-5.4H-1.5M1.6-5.4H1.7M-1.6-1.6H1.6"
HOUSES = ((-13, -12, 1.0), (11, -14, 0.9), (-17, 9, 0.9), (2, 16, 1.05), (16, 6, 0.95))


@dataclass(frozen=True, slots=True)
class Drawn:
    """The washes, what lies under the signs, and the signs."""

    washes: str
    roads: str
    signs: str


def beyond(hex_: Hex, facing: str, flipped: bool) -> Hex | None:
    """The neighbour behind a hex side as it is drawn."""
    return step(hex_, OPPOSITE[facing] if flipped else facing)


def chance(*seed: object) -> float:
    """A number from 0 to 1 that is always the same for the same seed: the ink strays alike on every machine."""
    digest = hashlib.md5("|".join(map(str, seed)).encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:4], "big") / 0xFFFFFFFF


def washes(terrain: Mapping[Hex, str], board: Board, *, bare: bool = False) -> Drawn:
    """All that the ground needs; `terrain` names every hex that is not open; a bare one has no small signs."""
    parts, under, signs = [], [], []
    for kind in WASHED:
        hexes = {hex_ for hex_, what in terrain.items() if what == kind}
        if hexes:
            loops = list(_loops(hexes, board))
            parts.append(_wash(kind, loops, bare))
            under.append("" if bare else _marks(kind, hexes, board))
    roads = _roads(terrain, board)
    for kind, draw in SIGNED:
        if bare and kind != "shrine":
            continue
        hexes = {hex_ for hex_, what in terrain.items() if what == kind}
        signs.append(draw(hexes, board))
    return Drawn("".join(parts + under), roads, "".join(signs))


# --- edges -------------------------------------------------------------------------------------------------------


def _loops(hexes: set[Hex], board: Board) -> Iterator[Loop]:
    """The edges of an area as closed, slightly uneven lines, the area to their right."""
    sides = _sides(hexes, board)
    while sides:
        start, (end, _) = next(iter(sides.items()))
        loop: Loop = []
        here = start
        while here in sides:
            end, points = sides.pop(here)
            loop.extend(points)
            here = end
        yield loop


def _sides(hexes: set[Hex], board: Board) -> dict[Point, tuple[Point, list[Point]]]:
    from .board import CORNERS, EDGES

    sides: dict[Point, tuple[Point, list[Point]]] = {}
    for hex_ in sorted(hexes):
        x, y = board.centre(hex_)
        for i, facing in enumerate(EDGES):
            if beyond(hex_, facing, board.flipped) in hexes:
                continue
            a = (round(x + CORNERS[i][0]), round(y + CORNERS[i][1]))
            b = (round(x + CORNERS[(i + 1) % 6][0]), round(y + CORNERS[(i + 1) % 6][1]))
            sides[a] = (b, list(_uneven(a, b)))
    return sides


def _uneven(a: Point, b: Point) -> Iterator[Point]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1
    for part in (0.22, 0.5, 0.78):
        off = (chance("edge", a, b, part) - 0.5) * (5.0 if part == 0.5 else 3.0)
        yield a[0] + dx * part - dy / length * off, a[1] + dy * part + dx / length * off


def _curve(points: Loop, closed: bool = True) -> str:
    """A smooth line through the points (Catmull-Rom as cubic curves)."""
    n = len(points)
    path = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    for i in range(n if closed else n - 1):
        before = points[i - 1] if closed or i else points[0]
        a, b = points[i], points[(i + 1) % n]
        after = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
        path.append(
            f"C{a[0] + (b[0] - before[0]) / 6:.1f},{a[1] + (b[1] - before[1]) / 6:.1f} "
            f"{b[0] - (after[0] - a[0]) / 6:.1f},{b[1] - (after[1] - a[1]) / 6:.1f} {b[0]:.1f},{b[1]:.1f}"
        )
    return "".join(path) + ("Z" if closed else "")


def _inward(loop: Loop, depth: float) -> Loop:
    return [(x + nx * depth, y + ny * depth) for x, y, nx, ny in _normals(loop)]


def _normals(loop: Loop) -> Iterator[tuple[float, float, float, float]]:
    for i, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % len(loop)]
        length = hypot(bx - ax, by - ay) or 1
        yield x, y, -(by - ay) / length, (bx - ax) / length


def _wash(kind: str, loops: list[Loop], bare: bool) -> str:
    drawn = f'<path class="t t-{kind}" d="{"".join(map(_curve, loops))}"/>'
    if bare:
        return drawn
    if kind == "water":
        for name, depth in (("shore", 3.4), ("shore2", 6.8)):
            drawn += f'<path class="{name}" d="{"".join(_curve(_inward(loop, depth)) for loop in loops)}"/>'
    if kind == "hill":
        drawn += f'<path class="hch" d="{"".join(map(_hachures, loops))}"/>'
    return drawn


def _hachures(loop: Loop) -> str:
    """Short strokes running inward from the edge of a hill."""
    lines = []
    ends = list(_normals(loop))
    for (x, y, nx, ny), (x2, y2, nx2, ny2) in zip(ends, ends[1:] + ends[:1], strict=True):
        for part in (0.0, 0.33, 0.66):
            px, py = x + (x2 - x) * part, y + (y2 - y) * part
            mx, my = nx + (nx2 - nx) * part, ny + (ny2 - ny) * part
            long = 6 + 5.5 * chance("hill", round(px), round(py))
            lines.append(f"M{px + mx:.1f},{py + my:.1f}L{px + mx * long:.1f},{py + my * long:.1f}")
    return "".join(lines)


# --- signs -------------------------------------------------------------------------------------------------------


def _marks(kind: str, hexes: set[Hex], board: Board) -> str:
    centres = [board.centre(hex_) for hex_ in sorted(hexes)]
    if kind == "water":
        waves = "".join(
            f"M{x + dx:.1f},{y + dy:.1f}q4,-4 8,0t8,0" for x, y in centres for dx, dy in ((-10, -8), (0, 1), (-14, 9))
        )
        return f'<path class="wv" d="{waves}"/>'
    if kind == "swamp":
        strokes = ((-16.7, -12, 12), (4.6, -16, 10), (-3.9, -3, 14), (-21.8, 6, 12), (4.1, 9, 13), (-9.7, 17, 12))
        level = "".join(f"M{x + dx:.1f},{y + dy:.1f}h{w}" for x, y in centres for dx, dy, w in strokes)
        reeds = "".join(
            f"M{x + dx + 6:.1f},{y + dy:.1f}v-6m-3,6l-2,-4.4m8,4.4l2,-4.4"
            for x, y in centres
            for dx, dy, _ in strokes[::2]
        )
        return f'<path class="sw" d="{level}"/><path class="rd" d="{reeds}"/>'
    return ""


def _trees(hexes: set[Hex], board: Board) -> str:
    trees = []
    for hex_ in hexes:
        x, y = board.centre(hex_)
        for i in range(8):
            turn = (i + 0.7 * chance(hex_, "turn", i)) * pi / 3.5
            reach = 0 if i == 7 else 13 + 6 * chance(hex_, "reach", i)
            scale = 0.86 + 0.26 * chance(hex_, "scale", i)
            round_ = chance(hex_, "kind", i) < 0.28
            trees.append((y + sin(turn) * reach, x + cos(turn) * reach, scale, round_))
    return "".join(
        f'<path class="{"tr2" if round_ else "tr"}" transform="translate({x:.1f} {y + 3:.1f}) scale({scale:.2f})" '
        f'd="{CROWN if round_ else SPRUCE}"/>'
        for y, x, scale, round_ in sorted(trees)
    )


def _houses(hexes: set[Hex], board: Board) -> str:
    return "".join(
        f'<g transform="translate({x + dx:.1f} {y + dy:.1f}) scale({scale})">{HOUSE}</g>'
        for x, y in map(board.centre, sorted(hexes))
        for dx, dy, scale in HOUSES
    )


def _stones(hexes: set[Hex], board: Board) -> str:
    rings = []
    for x, y in map(board.centre, sorted(hexes)):
        turns = [i * pi / 5 + 0.3 for i in range(10)]
        stones = "".join(
            f'<ellipse class="stn" cx="{22 * cos(turn):.1f}" cy="{22 * sin(turn):.1f}" rx="3" ry="2.3"/>'
            for turn in turns
        )
        rings.append(
            f'<g transform="translate({x:.1f} {y:.1f})"><circle class="shr" r="22"/>{stones}'
            f'<path class="idl" d="{IDOL}"/></g>'
        )
    return "".join(rings)


SIGNED = (("forest", _trees), ("village", _houses), ("shrine", _stones))


# --- roads -------------------------------------------------------------------------------------------------------


def _roads(terrain: Mapping[Hex, str], board: Board) -> str:
    chains = list(_chains({hex_ for hex_, kind in terrain.items() if kind == "road"}, terrain))
    if not chains:
        return ""
    lines = "".join(_curve(_laid(chain, board), closed=False) for chain in chains if len(chain) > 1)
    return "".join(f'<path class="{name}" d="{lines}"/>' for name in ("ro1", "ro2", "ro3"))


def _chains(road: set[Hex], terrain: Mapping[Hex, str]) -> Iterator[list[Hex]]:
    """The road cut into runs of hexes; one ends where the road ends or forks, and enters a village that it reaches."""
    joined = _joined(road)
    used: set[frozenset[Hex]] = set()
    for start in sorted(road, key=lambda hex_: (len(joined[hex_]) == 2, hex_)):
        for first in joined[start]:
            if frozenset((start, first)) in used:
                continue
            chain = [start, first]
            used.add(frozenset(chain))
            while len(joined[chain[-1]]) == 2:
                ahead = next((hex_ for hex_ in joined[chain[-1]] if frozenset((chain[-1], hex_)) not in used), None)
                if ahead is None:
                    break
                used.add(frozenset((chain[-1], ahead)))
                chain.append(ahead)
            yield _into_village(chain, joined, terrain)


def _joined(road: set[Hex]) -> dict[Hex, list[Hex]]:
    """Which hexes a road goes on to; of three that touch each other one side is left out, so that it bends."""
    beside = {hex_: [other for _, other in neighbours(hex_) if other in road] for hex_ in sorted(road)}
    joined: dict[Hex, list[Hex]] = {hex_: [] for hex_ in beside}
    sides = sorted((a, b) for a, others in beside.items() for b in others if a < b)
    shared = {side: [hex_ for hex_ in beside[side[0]] if hex_ in beside[side[1]]] for side in sides}
    for a, b in sorted(sides, key=lambda side: (len(shared[side]), side)):
        if not any(a in joined[hex_] and b in joined[hex_] for hex_ in shared[a, b]):
            joined[a].append(b)
            joined[b].append(a)
    return joined


def _into_village(chain: list[Hex], joined: Mapping[Hex, list[Hex]], terrain: Mapping[Hex, str]) -> list[Hex]:
    def village(hex_: Hex) -> list[Hex]:
        if len(joined[hex_]) != 1:
            return []
        return [other for _, other in neighbours(hex_) if terrain.get(other) == "village"][:1]

    return village(chain[0]) + chain + village(chain[-1])


def _laid(chain: list[Hex], board: Board) -> Loop:
    """The middle line of a road: through its hexes, a little off their centres, and over the edge of the map."""
    points = []
    for hex_ in chain:
        x, y = board.centre(hex_)
        points.append((x + 10 * (chance("road", hex_) - 0.5), y + 6 * (chance("road", hex_, 2) - 0.5)))
    for end, inner in ((0, 1), (-1, -2)):
        (x, y), iy = board.centre(chain[end]), points[inner][1]
        if y < 27 and iy > y:
            points.insert(0 if end == 0 else len(points), (x, y - 26.8))
        elif y > board.height - 27 and iy < y:
            points.insert(0 if end == 0 else len(points), (x, y + 26.8))
    return points


def legend(kind: str) -> str:
    """A small piece of that ground."""
    tile = f'<path class="t t-{kind}" d="M13,0L6.5,11.3L-6.5,11.3L-13,0L-6.5,-11.3L6.5,-11.3Z"/>'
    grid = '<path class="grid" d="M16,0L8,13.9L-8,13.9L-16,0L-8,-13.9L8,-13.9Z"/>'
    match kind:
        case "forest":
            return f'{tile}{grid}<path class="tr" transform="scale(.9)" d="{SPRUCE}"/>'
        case "village":
            return tile + grid + HOUSE
        case "hill":
            rays = "".join(f"M{11 * cos(i * pi / 8):.1f},{11 * sin(i * pi / 8):.1f}L{6 * cos(i * pi / 8):.1f},"
                           f"{6 * sin(i * pi / 8):.1f}" for i in range(16))  # fmt: skip
            return f'{tile}{grid}<path class="hch" d="{rays}"/>'
        case "swamp":
            reeds = '<path class="rd" d="M-4-3v-6m-3 6l-2-4m8 4l2-4"/>'
            return f'{tile}{grid}<path class="sw" d="M-9-3H1M-3 3H9M-7 8H2"/>{reeds}'
        case "water":
            return f'{tile}{grid}<path class="wv" d="M-9-4q4-4 8 0t8 0M-7 4q4-4 8 0t8 0"/>'
        case "road":
            return '<path class="ro1" d="M-16,4q8,-8 16,0t16,0"/><path class="ro2" d="M-16,4q8,-8 16,0t16,0"/>'
        case _:
            return f'<circle class="shr" r="14"/><path class="idl" d="{IDOL}"/>'
