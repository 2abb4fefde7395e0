"""`battle.end`: what is answered to a draw offered."""

from __future__ import annotations

from ..battle import Battle
from ..commands import AnswerDraw
from .worth import lead

BEHIND = -0.05  # R74: within 5 % it would be a draw anyway
HOST = 0.1


def answer_draw(battle: Battle, side: str) -> AnswerDraw:
    """Taken by who is behind, in points and in what is left on the map together."""
    return AnswerDraw(lead(battle, side) + HOST * _hosts(battle, side) < BEHIND)


def _hosts(battle: Battle, side: str) -> float:
    """How much more of a host is left to a side than to the other, -1 to 1."""
    left = {
        id_: sum(unit.stats.cost * unit.hits / unit.stats.hits for unit in battle.on_map(id_)) for id_ in battle.sides
    }
    total = sum(left.values())
    return (2 * left[side] - total) / total if total else 0.0
