"""Whether a battle is decided: a measure for the offer to give up, never a rule. Nothing ends by it."""

from __future__ import annotations

from .battle import ENEMY, Battle, Unit
from .catalogue import price
from .victory import DRAW_PERCENT

OVERWHELMING = 2  # measured by tests.bench.decided: hardly anybody turns such a battle
SHARE = {"steady": 1.0, "shaken": 0.5}


def strength(battle: Battle, side: str) -> float:
    """What a side can still fight with: the price of its units by what is left of them, the shaken by half."""
    return sum(_worth(battle, unit) for unit in battle.units.values() if unit.side == side)


def _worth(battle: Battle, unit: Unit) -> float:
    if not (unit.on_map or unit.reserve):
        return 0.0
    company = battle.companies.get(unit.company or "")
    full = price(unit, terms=company.hired_on if company else "usual")
    return full * unit.hits / unit.stats.hits * SHARE.get(unit.state, 0.0)


def is_lost(battle: Battle, side: str) -> bool:
    """Behind by more than a draw, with half of the enemy's strength or less."""
    if battle.result is not None or battle.chreda == "deployment":
        return False
    behind = battle.sides[ENEMY[side]].points - battle.sides[side].points
    beaten = 100 * behind > DRAW_PERCENT * battle.options.size
    return beaten and OVERWHELMING * strength(battle, side) <= strength(battle, ENEMY[side])
