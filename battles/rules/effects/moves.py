"""What moves do to a position."""

from __future__ import annotations

from .. import events as e
from ..battle import Battle, Deferred, Undo, Unit
from ..values import changed
from .changes import changed_unit, gone, no_undo, this_turn
from .effect import Effects


def _remember(battle: Battle, unit: Unit) -> Battle:
    """Where the unit stood before its first move, so that it can be taken back."""
    if unit.id in battle.undo or unit.hex is None:
        return battle
    return changed(battle, undo={**battle.undo, unit.id: Undo(unit.hex, unit.facing, unit.turn)})


def _moved(battle: Battle, event: e.Moved) -> Battle:
    unit = battle.units[event.unit]
    if event.points_left is not None:
        battle = _remember(battle, unit)
    turn = changed(unit.turn, moved=True, points_left=event.points_left)
    return battle.with_unit(changed(unit, hex=event.hex, facing=event.facing, turn=turn))


def _turned(battle: Battle, event: e.Turned) -> Battle:
    unit = battle.units[event.unit]
    battle = _remember(battle, unit)
    turn = changed(unit.turn, turned=True) if event.free else changed(unit.turn, moved=True)
    return battle.with_unit(changed(unit, facing=event.facing, turn=changed(turn, points_left=event.points_left)))


def _undone(battle: Battle, event: e.Undone) -> Battle:
    before = battle.undo[event.unit]
    undo = {id_: mark for id_, mark in battle.undo.items() if id_ != event.unit}
    battle = changed_unit(battle, event.unit, hex=before.hex, facing=before.facing, turn=before.turn)
    return changed(battle, undo=undo)


def _stood(battle: Battle, event: e.Stood) -> Battle:
    unit = battle.units[event.unit]
    turn = changed(unit.turn, tried_to_stand=True, points_left=event.points_left)
    return no_undo(battle.with_unit(changed(unit, prone=not event.passed, turn=turn)))


def _left_map(battle: Battle, event: e.LeftMap) -> Battle:
    return this_turn(battle, event.unit, moved=True)


def _withdrawn(battle: Battle, event: e.Withdrawn) -> Battle:
    return gone(battle, event.unit, "withdrawn", reserve=False)


def _special_used(battle: Battle, event: e.SpecialUsed) -> Battle:
    done = event.variant in ("ram", "inspire")
    if event.variant == "dash":
        battle = _remember(battle, battle.units[event.unit])
    battle = this_turn(battle, event.unit, special=event.variant, activated=done)
    if event.weapon and event.target:
        battle = changed(battle, deferred=(*battle.deferred, Deferred(event.unit, event.weapon, event.target)))
    return battle if event.variant == "dash" else no_undo(battle)


EFFECTS: Effects = {
    e.Moved: _moved,
    e.Turned: _turned,
    e.Undone: _undone,
    e.Stood: _stood,
    e.LeftMap: _left_map,
    e.Withdrawn: _withdrawn,
    e.SpecialUsed: _special_used,
}
