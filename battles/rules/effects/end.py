"""Points, offers and the end."""

from __future__ import annotations

from .. import events as e
from ..battle import Battle, Result
from ..values import changed
from .effect import Effects


def _draw_offered(battle: Battle, event: e.DrawOffered) -> Battle:
    offering = changed(battle.sides[event.side], offered=battle.turn)
    return changed(battle.with_side(offering), offer=event.side)


def _points_scored(battle: Battle, event: e.PointsScored) -> Battle:
    return battle.with_side(changed(battle.sides[event.side], points=event.total))


def _battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    result = Result(event.winner, event.reason)
    return changed(battle, result=result, active=None, offer=None, agenda=(), committed={}, undo={})


EFFECTS: Effects = {
    e.DrawOffered: _draw_offered,
    e.PointsScored: _points_scored,
    e.BattleEnded: _battle_ended,
}
