"""Changes that several effects share: of a unit, of its turn, of its state."""

from __future__ import annotations

from typing import Any

from ..battle import Battle
from ..values import changed


def changed_unit(battle: Battle, id_: str, **changes: Any) -> Battle:
    return battle.with_unit(changed(battle.units[id_], **changes))


def this_turn(battle: Battle, id_: str, **changes: Any) -> Battle:
    unit = battle.units[id_]
    return battle.with_unit(changed(unit, turn=changed(unit.turn, **changes)))


def no_undo(battle: Battle) -> Battle:
    """`move.undo`: a die, an attack or an offer fixes all that was done before."""
    return changed(battle, undo={}) if battle.undo else battle


def gone(battle: Battle, id_: str, state: str, **changes: Any) -> Battle:
    """A unit leaves the map; a commander counts as fallen from now on (R63)."""
    unit = battle.units[id_]
    battle = battle.with_unit(changed(unit, state=state, hex=None, **changes))
    if unit.commander:
        battle = battle.with_side(changed(battle.sides[unit.side], commander_fell=battle.turn))
    return battle


def frightened(battle: Battle, id_: str, state: str) -> Battle:
    """The unit's state; one that has already acted in its activation is done with it (R45)."""
    unit = battle.units[id_]
    turn = changed(unit.turn, activated=True) if unit.turn.acted and battle.active else unit.turn
    battle = battle.with_unit(changed(unit, state=state, turn=turn))
    return changed(battle, spreading=(*battle.spreading, id_))
