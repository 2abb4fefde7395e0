"""The map as SVG: where a hex is drawn, and the sheet with its washes, grid and signs; drawn once for each map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, override

from battles.rules import atlas
from battles.rules.hexes import FACINGS, Hex, hex_id, place
from battles.rules.terrain import Map

from . import ground

Point = tuple[float, float]

SIDE = 31.0
COLUMN = 46.5
ROW = 53.69
CORNERS: tuple[Point, ...] = (
    (31.0, 0.0), (15.5, 26.845), (-15.5, 26.845), (-31.0, 0.0), (-15.5, -26.845), (15.5, -26.845),
)  # fmt: skip
# The hex side between corners i and i + 1 faces this way, seen with row 1 at the top.
EDGES = ("SE", "S", "SW", "NW", "N", "NE")


@dataclass(frozen=True, slots=True)
class Board:
    """The size of a map, and which edge is at the bottom: red's own when it is flipped."""

    columns: int
    rows: int
    flipped: bool = False

    @property
    def width(self) -> float:
        return (self.columns - 1) * COLUMN

    @property
    def height(self) -> float:
        return (self.rows - 1) * ROW + (ROW / 2 if self.columns > 1 else 0)

    def centre(self, hex_: Hex) -> Point:
        column, row = place(hex_)
        x = (column - 1) * COLUMN
        y = (row - 1) * ROW + (0 if column % 2 else ROW / 2)
        return (self.width - x, self.height - y) if self.flipped else (x, y)

    def angle(self, facing: str) -> int:
        """How far a beak is turned from the top of the sheet, in degrees."""
        return (FACINGS.index(facing) * 60 + (180 if self.flipped else 0)) % 360

    def box(self) -> str:
        return f"-129 -70.8 {self.width + 194:.1f} {self.height + 131.8:.1f}"

    def frame(self) -> str:
        """The sheet alone, without the bench and its legend."""
        return f"-62 -70.8 {self.width + 124:.1f} {self.height + 131.8:.1f}"

    def hexagon(self) -> str:
        """The shape of a hex about the origin."""
        return "M" + "L".join(f"{x:g},{y:.1f}" for x, y in CORNERS) + "Z"

    def outline(self, hex_: Hex, scale: float = 1.0) -> str:
        """The path of one hex."""
        x, y = self.centre(hex_)
        corners = "L".join(f"{x + cx * scale:.1f},{y + cy * scale:.1f}" for cx, cy in CORNERS)
        return f"M{corners}Z"

    def area(self, hexes: set[Hex]) -> str:
        """One closed outline round each part of an area, and round each hole in it."""
        sides = self._sides(hexes)
        path = []
        while sides:
            here = next(iter(sides))
            points = []
            while here in sides:
                here, point = sides.pop(here)
                points.append(point)
            path.append(f"M{'L'.join(points)}Z")
        return "".join(path)

    def _sides(self, hexes: set[Hex]) -> dict[tuple[int, int], tuple[tuple[int, int], str]]:
        """The edge of an area: from each corner to the next one; corners are known by their rounded places."""
        sides = {}
        for hex_ in sorted(hexes):
            x, y = self.centre(hex_)
            corners = [(x + dx, y + dy) for dx, dy in CORNERS]
            for i, facing in enumerate(EDGES):
                if ground.beyond(hex_, facing, self.flipped) not in hexes:
                    (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 6]
                    sides[round(ax), round(ay)] = (round(bx), round(by)), f"{ax:g},{ay:.1f}"
        return sides

    def at(self, hex_: Hex) -> str:
        """The transform that moves a drawing about the origin into a hex."""
        x, y = self.centre(hex_)
        return f"translate({x:.1f} {y:.1f})"


def board_of(map_: Map, side: str, *, turned: bool = False) -> Board:
    """Each player's own edge is at the bottom unless the map is turned; those who watch see it as blue does."""
    return Board(map_.columns, map_.rows, flipped=(side == "red") != turned)


def sheet(map_: Map, board: Board, language: str) -> SafeString:
    """Everything of the map that never changes during a battle."""
    terrain = tuple(sorted(map_.terrain.items()))
    return _sheet(terrain, board, language)


@lru_cache(maxsize=64)
def _sheet(terrain: tuple[tuple[Hex, str], ...], board: Board, language: str) -> SafeString:
    drawn = ground.washes(dict(terrain), board)
    with override(language):
        parts = [_frame(board), drawn.washes, _grid(board), drawn.roads, drawn.signs, _numbers(board)]
        parts.append(_legend(board, {kind for _, kind in terrain}))
    return mark_safe("".join(parts))


def preview(map_: Map, board: Board) -> SafeString:
    """The ground alone, for a small picture: no trees, no numbers, no legend."""
    return _preview(tuple(sorted(map_.terrain.items())), board)


@lru_cache(maxsize=64)
def _preview(terrain: tuple[tuple[Hex, str], ...], board: Board) -> SafeString:
    plain = ground.washes(dict(terrain), board, bare=True)
    sheet_ = f'<rect class="sh-in" x="-45" y="-41" width="{board.width + 90:.1f}" height="{board.height + 82:.1f}"/>'
    return mark_safe(sheet_ + plain.washes + _grid(board) + plain.roads + plain.signs)


def _frame(board: Board) -> str:
    right, bottom = board.width + 53, board.height + 48.9
    knot = (
        "M0 22C9 22 11 15 11 11S15 2 19 2S25 8 20 11S11 14 11 19M22 0C22 9 15 11 11 11S2 15 2 19S8 25 11 20S14 11 19 11"
    )
    knots = "".join(
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})"><path class="knot" d="{knot}"/></g>'
        for x, y, turn in ((-53, -58.8, 0), (right, -58.8, 90), (right, bottom, 180), (-53, bottom, 270))
    )
    return (
        f'<rect class="sh-in" x="-57" y="-62.8" width="{board.width + 114:.1f}" height="{board.height + 115.8:.1f}"/>'
        f'<rect class="frame" x="-53" y="-58.8" width="{board.width + 106:.1f}" height="{board.height + 107.7:.1f}"/>'
        f"{knots}"
    )


def all_hexes(board: Board) -> list[Hex]:
    return [hex_id(column, row) for column in range(1, board.columns + 1) for row in range(1, board.rows + 1)]


def _grid(board: Board) -> str:
    return f'<path class="grid" d="{"".join(board.outline(hex_) for hex_ in all_hexes(board))}"/>'


def _numbers(board: Board) -> str:
    first, last = (1, board.rows) if not board.flipped else (board.rows, 1)
    columns = []
    for column in range(1, board.columns + 1):
        x, y = board.centre(hex_id(column, first))
        columns.append(f'<text class="co" x="{x:.1f}" y="{y - 32:.1f}">{column:02d}</text>')
    left = 1 if not board.flipped else board.columns
    rows = []
    for row in range(min(first, last), max(first, last) + 1):
        _, y = board.centre(hex_id(left, row))
        rows.append(f'<text class="co" x="-40" y="{y + 4:.1f}">{row:02d}</text>')
    return f'<g class="cols">{"".join(columns)}</g><g class="rows">{"".join(rows)}</g>'


def home_labels(board: Board, names: dict[str, str]) -> list[dict[str, object]]:
    """Where the frame is broken by the name of each edge; the names are escaped by the template."""
    middle = board.width / 2
    top, bottom = ("blue", "red") if board.flipped else ("red", "blue")
    return [
        {"x": round(middle, 1), "box": round(middle - 92, 1), "y": round(y, 1), "side": side, "name": names[side]}
        for side, y in ((top, -55.8), (bottom, board.height + 53.3))
    ]


LETTER = 6.2  # a letter of a place name is about so wide
AROUND = ((0, 36), (0, 63), (0, -30), (0, 90), (0, -57), (46, 63), (-46, 63), (46, -30), (-46, -30), (0, -84), (0, 117))


def places(map_id: str, board: Board, language: str, taken: Iterable[Hex]) -> list[dict[str, object]]:
    """The names that a map gives to its hexes, written below them, or as near as the counters leave room."""
    sheet_, counters = atlas.sheet(map_id), [board.centre(hex_) for hex_ in taken]
    found = []
    for hex_, name in sorted(sheet_.places.items()) if sheet_ else ():
        text = name.of(language)
        x, y = _room(board.centre(hex_), counters, half=LETTER * len(text) / 2)
        found.append({"x": round(x, 1), "y": round(y, 1), "name": text, "hex": hex_})
    return found


def _room(centre: tuple[float, float], counters: Iterable[tuple[float, float]], *, half: float) -> tuple[float, float]:
    """Where the name of a hex hides under no counter: the nearest of some places about it, else where it belongs."""
    spots = [(centre[0] + x, centre[1] + y) for x, y in AROUND]

    def free(spot: tuple[float, float]) -> bool:
        return not any(abs(x - spot[0]) < half + 24 and -44 < y - spot[1] + 4 < 34 for x, y in counters)

    return next(filter(free, spots), spots[0])


def ground_names() -> dict[str, str]:
    """The kinds of ground in the order of the legend."""
    return {
        "forest": gettext("forest"), "hill": gettext("hill"), "village": gettext("village"),
        "swamp": gettext("swamp"), "water": gettext("water"), "road": gettext("road"), "shrine": gettext("shrine"),
    }  # fmt: skip


def legend_of(map_: Map) -> list[dict[str, str]]:
    """The kinds of ground that a map has, each with a small piece of it."""
    kinds = set(map_.terrain.values())
    return [
        {"name": name, "drawn": mark_safe(ground.legend(kind))}
        for kind, name in ground_names().items()
        if kind in kinds
    ]


def _legend(board: Board, kinds: set[str]) -> str:
    names = ground_names()
    shown = [kind for kind in names if kind in kinds]
    rows = [f'<g transform="translate(-93 {120 + 52 * i})">{ground.legend(kind)}'
            f'<text class="lg lgm" y="27">{names[kind]}</text></g>' for i, kind in enumerate(shown)]  # fmt: skip
    turn = 180 if board.flipped else 0
    needle = '<path class="base" d="M-24 0H24M0-24V24"/><path class="idl" d="M0-24L6 0L0 24L-6 0Z"/>'
    north = gettext("N")
    compass = (
        f'<g transform="translate(-93 46)"><g transform="rotate({turn})">{needle}</g>'
        f'<text class="lg lgm" y="{-30 if not turn else 38}">{north}</text></g>'
    )
    return compass + "".join(rows)
