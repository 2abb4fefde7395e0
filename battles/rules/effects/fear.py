"""What fear and morale do to a position."""

from __future__ import annotations

from .. import events as e
from ..battle import Battle
from ..values import changed
from .changes import changed_unit, frightened, gone, no_undo, this_turn
from .effect import Effects


def _checks_offered(battle: Battle, event: e.ChecksOffered) -> Battle:
    return no_undo(battle)


def _check_cancelled(battle: Battle, event: e.CheckCancelled) -> Battle:
    return this_turn(battle, event.unit, contagion_checked=True) if event.cause == "morale.contagion" else battle


def _daring_checked(battle: Battle, event: e.DaringChecked) -> Battle:
    if event.cause == "morale.contagion":
        battle = this_turn(battle, event.unit, contagion_checked=True)
    if not event.dice:
        battle = changed_unit(battle, event.unit, fearless_used=True)
    return no_undo(battle)


def _shaken(battle: Battle, event: e.Shaken) -> Battle:
    return frightened(battle, event.unit, "shaken")


def _order_lost(battle: Battle, event: e.OrderLost) -> Battle:
    return this_turn(battle, event.unit, order=None)


def _recovered(battle: Battle, event: e.Recovered) -> Battle:
    link = battle.link_of(event.unit)
    if link is not None:
        back = changed(link, returning=(*link.returning, event.unit))
        battle = changed(battle, links={**battle.links, link.id: back})
    return changed_unit(battle, event.unit, state="steady")


def _routed(battle: Battle, event: e.Routed) -> Battle:
    return frightened(battle, event.unit, "routing")


def _abandoned(battle: Battle, event: e.Abandoned) -> Battle:
    battle = gone(battle, event.unit, "abandoned")
    return battle.with_unit(event.crew) if event.crew else battle


def _morale_changed(battle: Battle, event: e.MoraleChanged) -> Battle:
    side = battle.sides[event.side]
    emptied = event.by < 0 and side.pool > 0 and event.morale + event.temporary == 0
    due = side.exhaustion_due or (emptied and not side.exhausted)
    return battle.with_side(changed(side, morale=event.morale, temporary=event.temporary, exhaustion_due=due))


def _temporary_gained(battle: Battle, event: e.TemporaryGained) -> Battle:
    return battle.with_side(changed(battle.sides[event.side], temporary=event.temporary, inspired=True))


def _temporary_expired(battle: Battle, event: e.TemporaryExpired) -> Battle:
    return battle.with_side(changed(battle.sides[event.side], temporary=0))


def _exhausted(battle: Battle, event: e.Exhausted) -> Battle:
    return battle.with_side(changed(battle.sides[event.side], exhausted=True, exhaustion_due=False))


def _first_strike(battle: Battle, event: e.FirstStrike) -> Battle:
    return battle.with_side(changed(battle.sides[event.side], first_strike=True))


EFFECTS: Effects = {
    e.ChecksOffered: _checks_offered,
    e.CheckCancelled: _check_cancelled,
    e.DaringChecked: _daring_checked,
    e.Shaken: _shaken,
    e.OrderLost: _order_lost,
    e.Recovered: _recovered,
    e.Routed: _routed,
    e.Abandoned: _abandoned,
    e.MoraleChanged: _morale_changed,
    e.TemporaryGained: _temporary_gained,
    e.TemporaryExpired: _temporary_expired,
    e.Exhausted: _exhausted,
    e.FirstStrike: _first_strike,
}
