"""What blows do to a position."""

from __future__ import annotations

from .. import events as e
from ..battle import ENEMY, Battle
from ..values import changed
from .changes import changed_unit, gone, no_undo, this_turn
from .effect import Effects


def _power_shot_gone(battle: Battle, id_: str) -> Battle:
    return changed(battle, deferred=tuple(shot for shot in battle.deferred if shot.unit != id_))


def _attacked(battle: Battle, unit: str, target: str) -> Battle:
    """R79: only an attack by a steady unit helps its link mates."""
    seen = battle.units[target].turn.attacked_by
    if unit in seen or battle.units[unit].state != "steady":
        return battle
    return this_turn(battle, target, attacked_by=(*seen, unit))


def _fire_checked(battle: Battle, event: e.FireChecked) -> Battle:
    return changed_unit(battle, event.unit, on_fire=not event.passed)


def _power_shot_lost(battle: Battle, event: e.PowerShotLost) -> Battle:
    return _power_shot_gone(battle, event.unit)


def _attack_rolled(battle: Battle, event: e.AttackRolled) -> Battle:
    turn = battle.units[event.unit].turn
    used = turn.weapons_used if event.weapon in turn.weapons_used else (*turn.weapons_used, event.weapon)
    volley = (event.weapon, event.target)
    volleys = turn.volleys if volley in turn.volleys else (*turn.volleys, volley)
    battle = this_turn(battle, event.unit, attacks_made=turn.attacks_made + 1, weapons_used=used, volleys=volleys)
    if event.deferred:
        battle = _power_shot_gone(battle, event.unit)
    return no_undo(_attacked(battle, event.unit, event.target))


def _volley_offered(battle: Battle, event: e.VolleyOffered) -> Battle:
    return no_undo(battle)


def _casualties_reduced(battle: Battle, event: e.CasualtiesReduced) -> Battle:
    used = battle.units[event.target].turn.reductions_used
    return this_turn(battle, event.target, reductions_used=(*used, *event.slots))


def _losses(battle: Battle, event: e.Losses) -> Battle:
    return changed_unit(battle, event.unit, hits=event.left)


def _critical_rolled(battle: Battle, event: e.CriticalRolled) -> Battle:
    unit = battle.units[event.unit]
    match event.effect:
        case "stunned":
            return changed_unit(battle, event.unit, stunned=unit.stunned + 1)
        case "slowed":
            return changed_unit(battle, event.unit, speed_loss=unit.speed_loss + 1)
        case "slowed_initiative":
            return changed_unit(battle, event.unit, initiative_loss=unit.initiative_loss + 1)
    return battle


def _weapon_lost(battle: Battle, event: e.WeaponLost) -> Battle:
    return changed_unit(battle, event.unit, lost_weapons=(*battle.units[event.unit].lost_weapons, event.weapon))


def _caught_fire(battle: Battle, event: e.CaughtFire) -> Battle:
    return changed_unit(battle, event.unit, on_fire=True)


def _fell(battle: Battle, event: e.Fell) -> Battle:
    return changed_unit(battle, event.unit, **({"immobile": True} if event.immobile else {"prone": True}))


def _rammed(battle: Battle, event: e.Rammed) -> Battle:
    if event.path:
        battle = changed_unit(battle, event.unit, hex=event.path[-1])
    return _attacked(battle, event.unit, event.target)


def _pushed(battle: Battle, event: e.Pushed) -> Battle:
    return changed_unit(battle, event.unit, hex=event.hex)


def _destroyed(battle: Battle, event: e.Destroyed) -> Battle:
    side = battle.units[event.unit].side
    battle = gone(battle, event.unit, "destroyed", hits=0, fell=battle.units[event.unit].hex)
    if event.by and battle.units[event.by].side == ENEMY[side]:
        battle = changed_unit(battle, event.by, victor=battle.turn)
    return battle


EFFECTS: Effects = {
    e.FireChecked: _fire_checked,
    e.PowerShotLost: _power_shot_lost,
    e.AttackRolled: _attack_rolled,
    e.VolleyOffered: _volley_offered,
    e.CasualtiesReduced: _casualties_reduced,
    e.Losses: _losses,
    e.CriticalRolled: _critical_rolled,
    e.WeaponLost: _weapon_lost,
    e.CaughtFire: _caught_fire,
    e.Fell: _fell,
    e.Rammed: _rammed,
    e.Pushed: _pushed,
    e.Destroyed: _destroyed,
}
