"""`map.hexes`: flat-top hexes written CCRR, their distances, arcs and lines; integers and exact fractions only."""

from __future__ import annotations

from functools import cache

Hex = str
Cube = tuple[int, int, int]

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS: dict[str, Cube] = {
    "N": (0, 1, -1), "NE": (1, 0, -1), "SE": (1, -1, 0), "S": (0, -1, 1), "SW": (-1, 0, 1), "NW": (-1, 1, 0),
}  # fmt: skip
OPPOSITE = {facing: FACINGS[(i + 3) % 6] for i, facing in enumerate(FACINGS)}
TURNS = {(a, b): min((i - j) % 6, (j - i) % 6) for i, a in enumerate(FACINGS) for j, b in enumerate(FACINGS)}


def hex_id(column: int, row: int) -> Hex:
    return f"{column:02d}{row:02d}"


@cache
def place(hex_: Hex) -> tuple[int, int]:
    """Column and row, both from 1; ValueError for anything but four digits."""
    if len(hex_) != 4 or not (hex_.isascii() and hex_.isdigit()):
        raise ValueError(f"not a hex: {hex_!r}")
    return int(hex_[:2]), int(hex_[2:])


@cache
def cube(hex_: Hex) -> Cube:
    """R4: cube coordinates of a hex."""
    column, row = place(hex_)
    x = column - 1
    z = (row - 1) - x // 2
    return x, -x - z, z


@cache
def from_cube(x: int, z: int) -> Hex | None:
    """The hex at x, z, or None where its column or row has no name."""
    column, row = x + 1, z + x // 2 + 1
    return hex_id(column, row) if 1 <= column <= 99 and 1 <= row <= 99 else None


@cache
def distance(a: Hex, b: Hex) -> int:
    """R4: steps between two hexes."""
    (ax, ay, az), (bx, by, bz) = cube(a), cube(b)
    return max(abs(ax - bx), abs(ay - by), abs(az - bz))


@cache
def step(hex_: Hex, facing: str) -> Hex | None:
    """The neighbour in that direction, whatever the size of the map."""
    x, _, z = cube(hex_)
    dx, _, dz = STEPS[facing]
    return from_cube(x + dx, z + dz)


@cache
def neighbours(hex_: Hex) -> tuple[tuple[str, Hex], ...]:
    """Up to six (direction, hex), clockwise from north."""
    return tuple((facing, other) for facing in FACINGS if (other := step(hex_, facing)) is not None)


def direction(a: Hex, b: Hex) -> str | None:
    """The facing that leads from a to its neighbour b; None where they are not neighbours."""
    return next((facing for facing, other in neighbours(a) if other == b), None)


def _turned(x: int, z: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):  # 60 degrees anticlockwise: (x, y, z) -> (-y, -z, -x) seen with N up
        y = -x - z
        x, z = -y, -x
    return x, z


@cache
def arc(hex_: Hex, facing: str, other: Hex) -> str:
    """`map.arc`, R5: in which arc of a machine the other hex lies: front, side or rear."""
    (ax, _, az), (bx, _, bz) = cube(hex_), cube(other)
    dx, dz = _turned(bx - ax, bz - az, FACINGS.index(facing))
    k = -2 * dz - dx
    if k >= abs(dx):
        return "front"
    return "rear" if k < -abs(dx) else "side"


@cache
def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """`map.line`, R6: what lies strictly between: at each whole step one hex, or the two that the line runs between."""
    (ax, _, az), (bx, _, bz) = cube(a), cube(b)
    return tuple(
        tuple([hex_ for x, z in nearest if (hex_ := from_cube(ax + x, az + z))])
        for nearest in _between(bx - ax, bz - az)
    )


@cache
def _between(x: int, z: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The line from 0, 0 to x, z, as cube coordinates in the order of their hexes: all lines alike share it."""
    y = -x - z
    n = max(abs(x), abs(y), abs(z))
    return tuple(_nearest((x * i, y * i, z * i), n) for i in range(1, n))


def _nearest(point: Cube, n: int) -> tuple[tuple[int, int], ...]:
    """The x, z of the centres nearest to the point, which is given in n-ths."""
    x, y, z = point
    candidates = []
    for cx in {x // n, -(-x // n)}:
        for cz in {z // n, -(-z // n)}:
            cy = -cx - cz
            off = max(abs(cx * n - x), abs(cy * n - y), abs(cz * n - z))
            candidates.append((off, cx, cz))
    for cx in {x // n, -(-x // n)}:
        for cy in {y // n, -(-y // n)}:
            cz = -cx - cy
            off = max(abs(cx * n - x), abs(cy * n - y), abs(cz * n - z))
            candidates.append((off, cx, cz))
    least = min(off for off, _, _ in candidates)
    return tuple(sorted({(cx, cz) for off, cx, cz in candidates if off == least}))
