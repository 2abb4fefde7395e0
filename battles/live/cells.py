"""The map as a grid for keys and for those who listen: one cell for each hex, spoken by its coordinates and ground.

The browser moves one point of entry from cell to cell; who stands there and what may be done is spoken from the counter
and from the overlay, which name themselves.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, override

from battles.rules.hexes import Hex, hex_id
from battles.rules.terrain import Map

from . import wording
from .board import Board


def grid(map_: Map, board: Board, language: str) -> SafeString:
    """All cells, row by row as they are seen; only the first can be entered until the browser moves that."""
    return _grid(tuple(sorted(map_.terrain.items())), board, language)


@lru_cache(maxsize=64)
def _grid(terrain: tuple[tuple[Hex, str], ...], board: Board, language: str) -> SafeString:
    kinds = dict(terrain)
    rows = range(1, board.rows + 1)
    with override(language):
        drawn = [_row(board, row, kinds) for row in (reversed(rows) if board.flipped else rows)]
        name = escape(gettext("Hexes: arrows move, Enter chooses"))
    shape = f'<defs><path id="hx" d="{board.hexagon()}"/></defs>'
    grid_ = f'{shape}<g role="grid" aria-label="{name}">{"".join(drawn)}</g>'
    return mark_safe(grid_.replace('class="cell"', 'class="cell" tabindex="0"', 1))


def _row(board: Board, row: int, kinds: dict[Hex, str]) -> str:
    columns = range(1, board.columns + 1)
    hexes = [hex_id(column, row) for column in (reversed(columns) if board.flipped else columns)]
    return f'<g role="row">{"".join(_cell(board, hex_, kinds.get(hex_, "open")) for hex_ in hexes)}</g>'


def _cell(board: Board, hex_: Hex, kind: str) -> str:
    x, y = board.centre(hex_)
    spoken = escape(f"{hex_[:2]} {hex_[2:]}, {wording.ground_name(kind)}")
    return (
        f'<use href="#hx" x="{x:g}" y="{y:.1f}" id="c-{hex_}" class="cell" role="gridcell" data-cell="{hex_}" '
        f'aria-label="{spoken}"/>'
    )
