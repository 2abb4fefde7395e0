"""`battle.points`, `battle.end`: what is scored and when the battle is over."""

from __future__ import annotations

from .battle import ENEMY, SIDES, Battle, Unit
from .catalogue import price
from .chronicle import Chronicle
from .events import BattleEnded, PointsScored, TurnEnded
from .pending import Run

SHRINE_PERCENT = 5
DRAW_PERCENT = 5
HALVED = ("withdrawn", "half", "routing")


def score_unit(chronicle: Chronicle, unit: Unit, why: str) -> None:
    """`battle.points`, R71: the owner's enemy scores the full price, or half of it rounded down."""
    company = chronicle.battle.companies.get(unit.company or "")
    full = price(unit, terms=company.hired_on if company else "usual")
    worth = full // (2 if why in HALVED else 1)
    score(chronicle, ENEMY[unit.side], worth, why=why, unit=unit.id)


def score_breakthrough(chronicle: Chronicle, unit: Unit) -> None:
    """`battle.scenarios`, R72: a steady unit that left by the enemy edge scores its full price for its owner."""
    score(chronicle, unit.side, price(unit), why="broken_through", unit=unit.id)


def score(
    chronicle: Chronicle, side: str, points: int, *, why: str, unit: str | None = None, hex: str | None = None
) -> None:
    """Write points down for a side; none are not written."""
    if points:
        total = chronicle.side(side).points + points
        chronicle.tell(PointsScored(side=side, points=points, total=total, why=why, unit=unit, hex=hex))


def run_count(chronicle: Chronicle) -> None:
    """`battle.end`, R70, R89: a side with no unit on the map or in reserve loses at once; both empty: points."""
    chronicle.done()
    empty = [side for side in SIDES if not _has_units(chronicle.battle, side)]
    if not empty:
        return
    _score_rest(chronicle)
    by_points = len(empty) == 2 or chronicle.battle.options.scenario == "breakthrough"
    winner = leader(chronicle.battle) if by_points else ENEMY[empty[0]]
    end(chronicle, winner, "wiped_out")


def _has_units(battle: Battle, side: str) -> bool:
    return any(
        unit.side == side and (unit.on_map or (unit.reserve and unit.state == "steady"))
        for unit in battle.units.values()
    )


def _score_rest(chronicle: Chronicle) -> None:
    """R71, R97: at the end a unit at half its strength, or routing on the map, counts half."""
    for unit in tuple(chronicle.battle.on_map()):
        if unit.state == "routing":
            score_unit(chronicle, unit, "routing")
        elif 2 * unit.hits <= unit.stats.hits:
            score_unit(chronicle, unit, "half")


def leader(battle: Battle) -> str | None:
    """R74: who has more points; nobody within 5 % of the battle size."""
    red, blue = (battle.sides[side].points for side in SIDES)
    if 100 * abs(red - blue) <= DRAW_PERCENT * battle.options.size:
        return None
    return "red" if red > blue else "blue"


def end(chronicle: Chronicle, winner: str | None, reason: str) -> None:
    """`battle.end`: nothing is pending any more."""
    points = {side: chronicle.side(side).points for side in SIDES}
    chronicle.tell(BattleEnded(winner=winner, reason=reason, points=points))


def run_end_of_turn(chronicle: Chronicle) -> None:
    """R69: shrines, then the end of the battle after the turn limit, else the next turn."""
    battle = chronicle.battle
    chronicle.done(Run("begin_turn"))
    if battle.options.scenario == "shrine" and battle.turn >= 2:
        _score_shrines(chronicle)
    chronicle.tell(TurnEnded(turn=battle.turn))
    if battle.turn >= battle.options.turn_limit:
        _score_rest(chronicle)
        end(chronicle, leader(chronicle.battle), "turn_limit")


def _score_shrines(chronicle: Chronicle) -> None:
    """R73: each shrine hex in which a steady unit stands gives its side 5 % of the size."""
    battle = chronicle.battle
    worth = battle.options.size * SHRINE_PERCENT // 100
    for unit in tuple(battle.on_map()):
        if unit.hex and unit.state == "steady" and battle.map.kind(unit.hex) == "shrine":
            score(chronicle, unit.side, worth, why="shrine", unit=unit.id, hex=unit.hex)
