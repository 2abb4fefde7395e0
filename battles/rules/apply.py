"""What an event does to a position: one short function for each, no decisions, no dice; an unknown event raises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from . import events as e
from .battle import ENEMY, Battle, Deferred, Link, Result, Standing, ThisTurn, Undo, Unit
from .commands import Placement
from .pending import Secret

HOME_FACING = {"red": "S", "blue": "N"}


def apply(battle: Battle, event: e.Event) -> Battle:
    """The position after an event; KeyError for an event that nobody knows."""
    return _APPLY[type(event)](battle, event)


def replay(battle: Battle, events: Iterable[e.Event]) -> Battle:
    """The position after many events; rolls nothing and decides nothing."""
    for event in events:
        battle = _APPLY[type(event)](battle, event)
    return battle


def _unchanged(battle: Battle, event: e.Event) -> Battle:
    return battle


def _unit(battle: Battle, id_: str, **changes: Any) -> Battle:
    return battle.with_unit(replace(battle.units[id_], **changes))


def _this_turn(battle: Battle, id_: str, **changes: Any) -> Battle:
    unit = battle.units[id_]
    return battle.with_unit(replace(unit, turn=replace(unit.turn, **changes)))


def _no_undo(battle: Battle) -> Battle:
    """`move.undo`: a die, an attack or an offer fixes all that was done before."""
    return replace(battle, undo={}) if battle.undo else battle


# secrets and the sequence of play


def _committed(battle: Battle, event: e.Committed) -> Battle:
    if event.content is None:
        return battle
    return replace(battle, committed={**battle.committed, event.side: event.content})


def _put(battle: Battle, placements: Mapping[str, Placement], **changes: Any) -> Battle:
    placed = []
    for id_, spot in placements.items():
        unit = battle.units[id_]
        facing = (spot.facing or HOME_FACING[unit.side]) if unit.is_machine else None
        placed.append(replace(unit, hex=spot.hex, facing=facing, reserve=False, **changes))
    return battle.with_units(placed)


def _links(battle: Battle, side: str, links: Mapping[str, tuple[str, ...]]) -> Battle:
    if not links:
        return battle
    return replace(battle, links={**battle.links, **{id_: Link(id_, side, units) for id_, units in links.items()}})


def _deployed(battle: Battle, event: e.Deployed) -> Battle:
    battle = _put(battle, event.placements)
    battle = battle.with_units(replace(battle.units[id_], reserve=True) for id_ in event.reserve)
    return replace(_links(battle, event.side, event.links), committed={})


def _entered(battle: Battle, event: e.Entered) -> Battle:
    battle = _put(battle, event.placements, entered_from="reserve")
    return replace(_links(battle, event.side, event.links), committed={})


def _edge_rolled(battle: Battle, event: e.EdgeRolled) -> Battle:
    return replace(battle, options=replace(battle.options, edge=event.side))


def _turn_began(battle: Battle, event: e.TurnBegan) -> Battle:
    fresh = ThisTurn()
    units = {id_: replace(unit, turn=fresh, stunned=0) for id_, unit in battle.units.items()}
    return replace(battle, turn=event.turn, chreda="preparatory", units=units, standings={}, deferred=(), undo={})


def _chreda_began(battle: Battle, event: e.ChredaBegan) -> Battle:
    return replace(battle, chreda=event.chreda, committed={})


def _turn_ended(battle: Battle, event: e.TurnEnded) -> Battle:
    return replace(battle, offer=None)


def _orders_revealed(battle: Battle, event: e.OrdersRevealed) -> Battle:
    for group, order in event.orders.items():
        for id_ in battle.group_units(group):
            battle = _this_turn(battle, id_, order=order)
    return replace(battle, committed={})


def _initiative_rolled(battle: Battle, event: e.InitiativeRolled) -> Battle:
    standing = Standing(event.group, event.dice[0], event.base, event.modifiers)
    return replace(battle, standings={**battle.standings, event.group: standing})


def _initiative_improved(battle: Battle, event: e.InitiativeImproved) -> Battle:
    standing = battle.standings[event.group]
    better = replace(standing, improved=standing.improved + event.points)
    return replace(battle, standings={**battle.standings, event.group: better})


def _activated(battle: Battle, event: e.Activated) -> Battle:
    for id_ in event.units:
        battle = _this_turn(battle, id_, begun=True, start=battle.units[id_].hex)
    return replace(battle, active=event.group, undo={})


def _activation_ended(battle: Battle, event: e.ActivationEnded) -> Battle:
    for id_ in event.units:
        battle = _this_turn(battle, id_, activated=True)
    return replace(battle, active=None, undo={})


# fear and morale


def _checks_offered(battle: Battle, event: e.ChecksOffered) -> Battle:
    return _no_undo(battle)


def _check_cancelled(battle: Battle, event: e.CheckCancelled) -> Battle:
    return _this_turn(battle, event.unit, contagion_checked=True) if event.cause == "morale.contagion" else battle


def _daring_checked(battle: Battle, event: e.DaringChecked) -> Battle:
    if event.cause == "morale.contagion":
        battle = _this_turn(battle, event.unit, contagion_checked=True)
    if not event.dice:
        battle = _unit(battle, event.unit, fearless_used=True)
    return _no_undo(battle)


def _frightened(battle: Battle, id_: str, state: str) -> Battle:
    """The unit's state; one that has already acted in its activation is done with it (R45)."""
    unit = battle.units[id_]
    turn = replace(unit.turn, activated=True) if unit.turn.acted and battle.active else unit.turn
    battle = battle.with_unit(replace(unit, state=state, turn=turn))
    return replace(battle, spreading=(*battle.spreading, id_))


def _shaken(battle: Battle, event: e.Shaken) -> Battle:
    return _frightened(battle, event.unit, "shaken")


def _routed(battle: Battle, event: e.Routed) -> Battle:
    return _frightened(battle, event.unit, "routing")


def _order_lost(battle: Battle, event: e.OrderLost) -> Battle:
    return _this_turn(battle, event.unit, order=None)


def _recovered(battle: Battle, event: e.Recovered) -> Battle:
    return _unit(battle, event.unit, state="steady")


def _gone(battle: Battle, id_: str, state: str, **changes: Any) -> Battle:
    """A unit leaves the map; a commander counts as fallen from now on (R63)."""
    unit = battle.units[id_]
    battle = battle.with_unit(replace(unit, state=state, hex=None, **changes))
    if unit.commander:
        battle = battle.with_side(replace(battle.sides[unit.side], commander_fell=battle.turn))
    return battle


def _abandoned(battle: Battle, event: e.Abandoned) -> Battle:
    battle = _gone(battle, event.unit, "abandoned")
    return battle.with_unit(event.crew) if event.crew else battle


def _withdrawn(battle: Battle, event: e.Withdrawn) -> Battle:
    return _gone(battle, event.unit, "withdrawn", reserve=False)


def _destroyed(battle: Battle, event: e.Destroyed) -> Battle:
    side = battle.units[event.unit].side
    battle = _gone(battle, event.unit, "destroyed", hits=0, fell=battle.units[event.unit].hex)
    if event.by and battle.units[event.by].side == ENEMY[side]:
        battle = _unit(battle, event.by, victor=battle.turn)
    return battle


def _morale_changed(battle: Battle, event: e.MoraleChanged) -> Battle:
    side = battle.sides[event.side]
    emptied = event.by < 0 and side.pool > 0 and event.morale + event.temporary == 0
    due = side.exhaustion_due or (emptied and not side.exhausted)
    return battle.with_side(replace(side, morale=event.morale, temporary=event.temporary, exhaustion_due=due))


def _temporary_gained(battle: Battle, event: e.TemporaryGained) -> Battle:
    return battle.with_side(replace(battle.sides[event.side], temporary=event.temporary, inspired=True))


def _temporary_expired(battle: Battle, event: e.TemporaryExpired) -> Battle:
    return battle.with_side(replace(battle.sides[event.side], temporary=0))


def _exhausted(battle: Battle, event: e.Exhausted) -> Battle:
    return battle.with_side(replace(battle.sides[event.side], exhausted=True, exhaustion_due=False))


def _first_strike(battle: Battle, event: e.FirstStrike) -> Battle:
    return battle.with_side(replace(battle.sides[event.side], first_strike=True))


# movement


def _remember(battle: Battle, unit: Unit) -> Battle:
    """Where the unit stood before its first move, so that it can be taken back."""
    if unit.id in battle.undo or unit.hex is None:
        return battle
    return replace(battle, undo={**battle.undo, unit.id: Undo(unit.hex, unit.facing, unit.turn)})


def _moved(battle: Battle, event: e.Moved) -> Battle:
    unit = battle.units[event.unit]
    if event.points_left is not None:
        battle = _remember(battle, unit)
    turn = replace(unit.turn, moved=True, points_left=event.points_left)
    return battle.with_unit(replace(unit, hex=event.hex, facing=event.facing, turn=turn))


def _turned(battle: Battle, event: e.Turned) -> Battle:
    unit = battle.units[event.unit]
    battle = _remember(battle, unit)
    turn = replace(unit.turn, turned=True) if event.free else replace(unit.turn, moved=True)
    return battle.with_unit(replace(unit, facing=event.facing, turn=replace(turn, points_left=event.points_left)))


def _undone(battle: Battle, event: e.Undone) -> Battle:
    before = battle.undo[event.unit]
    undo = {id_: mark for id_, mark in battle.undo.items() if id_ != event.unit}
    battle = _unit(battle, event.unit, hex=before.hex, facing=before.facing, turn=before.turn)
    return replace(battle, undo=undo)


def _stood(battle: Battle, event: e.Stood) -> Battle:
    unit = battle.units[event.unit]
    turn = replace(unit.turn, tried_to_stand=True, points_left=event.points_left)
    return _no_undo(battle.with_unit(replace(unit, prone=not event.passed, turn=turn)))


def _left_map(battle: Battle, event: e.LeftMap) -> Battle:
    return _this_turn(battle, event.unit, moved=True)


def _special_used(battle: Battle, event: e.SpecialUsed) -> Battle:
    done = event.variant in ("ram", "inspire")
    if event.variant == "dash":
        battle = _remember(battle, battle.units[event.unit])
    battle = _this_turn(battle, event.unit, special=event.variant, activated=done)
    if event.weapon and event.target:
        battle = replace(battle, deferred=(*battle.deferred, Deferred(event.unit, event.weapon, event.target)))
    return battle if event.variant == "dash" else _no_undo(battle)


# combat


def _power_shot_gone(battle: Battle, id_: str) -> Battle:
    return replace(battle, deferred=tuple(shot for shot in battle.deferred if shot.unit != id_))


def _power_shot_lost(battle: Battle, event: e.PowerShotLost) -> Battle:
    return _power_shot_gone(battle, event.unit)


def _attacked(battle: Battle, unit: str, target: str) -> Battle:
    """R79: only an attack by a steady unit helps its link mates."""
    seen = battle.units[target].turn.attacked_by
    if unit in seen or battle.units[unit].state != "steady":
        return battle
    return _this_turn(battle, target, attacked_by=(*seen, unit))


def _attack_rolled(battle: Battle, event: e.AttackRolled) -> Battle:
    turn = battle.units[event.unit].turn
    used = turn.weapons_used if event.weapon in turn.weapons_used else (*turn.weapons_used, event.weapon)
    volley = (event.weapon, event.target)
    volleys = turn.volleys if volley in turn.volleys else (*turn.volleys, volley)
    battle = _this_turn(battle, event.unit, attacks_made=turn.attacks_made + 1, weapons_used=used, volleys=volleys)
    if event.deferred:
        battle = _power_shot_gone(battle, event.unit)
    return _no_undo(_attacked(battle, event.unit, event.target))


def _volley_offered(battle: Battle, event: e.VolleyOffered) -> Battle:
    return _no_undo(battle)


def _casualties_reduced(battle: Battle, event: e.CasualtiesReduced) -> Battle:
    used = battle.units[event.target].turn.reductions_used
    return _this_turn(battle, event.target, reductions_used=(*used, *event.slots))


def _losses(battle: Battle, event: e.Losses) -> Battle:
    return _unit(battle, event.unit, hits=event.left)


def _fire_checked(battle: Battle, event: e.FireChecked) -> Battle:
    return _unit(battle, event.unit, on_fire=not event.passed)


def _critical_rolled(battle: Battle, event: e.CriticalRolled) -> Battle:
    unit = battle.units[event.unit]
    match event.effect:
        case "stunned":
            return _unit(battle, event.unit, stunned=unit.stunned + 1)
        case "slowed":
            return _unit(battle, event.unit, speed_loss=unit.speed_loss + 1)
        case "slowed_initiative":
            return _unit(battle, event.unit, initiative_loss=unit.initiative_loss + 1)
    return battle


def _weapon_lost(battle: Battle, event: e.WeaponLost) -> Battle:
    return _unit(battle, event.unit, lost_weapons=(*battle.units[event.unit].lost_weapons, event.weapon))


def _caught_fire(battle: Battle, event: e.CaughtFire) -> Battle:
    return _unit(battle, event.unit, on_fire=True)


def _fell(battle: Battle, event: e.Fell) -> Battle:
    return _unit(battle, event.unit, **({"immobile": True} if event.immobile else {"prone": True}))


def _rammed(battle: Battle, event: e.Rammed) -> Battle:
    if event.path:
        battle = _unit(battle, event.unit, hex=event.path[-1])
    return _attacked(battle, event.unit, event.target)


def _pushed(battle: Battle, event: e.Pushed) -> Battle:
    return _unit(battle, event.unit, hex=event.hex)


# links


def _link(battle: Battle, id_: str, **changes: Any) -> Battle:
    return replace(battle, links={**battle.links, id_: replace(battle.links[id_], **changes)})


def _link_reviewed(battle: Battle, event: e.LinkReviewed) -> Battle:
    return _link(battle, event.link, gap_accepted=event.values) if event.choice == "accept_worst" else battle


def _link_gone(battle: Battle, event: e.LinkDissolved | e.LinkEnded) -> Battle:
    return replace(battle, links={id_: link for id_, link in battle.links.items() if id_ != event.link})


def _link_excluded(battle: Battle, event: e.LinkExcluded) -> Battle:
    return _link(battle, event.link, out=(*battle.links[event.link].out, *event.units))


def _link_rejoined(battle: Battle, event: e.LinkRejoined) -> Battle:
    return _link(battle, event.link, suspended=False)


def _link_suspended(battle: Battle, event: e.LinkSuspended) -> Battle:
    return _link(battle, event.link, suspended=True)


# hirelings


def _company(battle: Battle, id_: str, **changes: Any) -> Battle:
    return replace(battle, companies={**battle.companies, id_: replace(battle.companies[id_], **changes)})


def _hireling_checked(battle: Battle, event: e.HirelingChecked) -> Battle:
    company = battle.companies[event.company]
    checked = company.checked if event.cause == "referee" else (*company.checked, event.cause)
    passed = company.passed + event.passed
    return _company(battle, event.company, checked=checked, passed=passed, failed=not event.passed)


def _hireling_fled(battle: Battle, event: e.HirelingFled) -> Battle:
    return _frightened(battle, event.unit, "routing")


def _hireling_surrendered(battle: Battle, event: e.HirelingSurrendered) -> Battle:
    return _gone(battle, event.unit, "surrendered")


def _companion_left(battle: Battle, event: e.CompanionLeft) -> Battle:
    return _frightened(battle, event.unit, "routing")


def _terms_changed(battle: Battle, event: e.TermsChanged) -> Battle:
    return _company(battle, event.company, terms=event.terms)


def _modifier_set(battle: Battle, event: e.ModifierSet) -> Battle:
    return _company(battle, event.company, modifier=event.value)


# the end, and book-keeping


def _draw_offered(battle: Battle, event: e.DrawOffered) -> Battle:
    return replace(battle, offer=event.side)


def _draw_declined(battle: Battle, event: e.DrawDeclined) -> Battle:
    return replace(battle, offer=None)


def _points_scored(battle: Battle, event: e.PointsScored) -> Battle:
    return battle.with_side(replace(battle.sides[event.side], points=event.total))


def _battle_ended(battle: Battle, event: e.BattleEnded) -> Battle:
    result = Result(event.winner, event.reason)
    return replace(battle, result=result, active=None, offer=None, agenda=(), committed={}, undo={})


def _agenda_set(battle: Battle, event: e.AgendaSet) -> Battle:
    do = event.agenda[0].do if event.agenda and isinstance(event.agenda[0], Secret) else None
    sealed = {side: content for side, content in battle.committed.items() if content.do == do}
    return replace(battle, agenda=event.agenda, spreading=event.spreading, committed=sealed)


def _answers_set(battle: Battle, event: e.AnswersSet) -> Battle:
    side = battle.sides[event.side]
    answers = replace(side.answers, cancel_checks=event.cancel_checks, reduce_casualties=event.reduce_casualties)
    return battle.with_side(replace(side, answers=answers))


_APPLY: Mapping[type[e.Event], Callable[[Battle, Any], Battle]] = {
    e.Committed: _committed,
    e.Deployed: _deployed,
    e.Entered: _entered,
    e.EdgeRolled: _edge_rolled,
    e.TurnBegan: _turn_began,
    e.ChredaBegan: _chreda_began,
    e.TurnEnded: _turn_ended,
    e.FireChecked: _fire_checked,
    e.ChecksOffered: _checks_offered,
    e.CheckCancelled: _check_cancelled,
    e.DaringChecked: _daring_checked,
    e.Shaken: _shaken,
    e.OrderLost: _order_lost,
    e.Recovered: _recovered,
    e.Routed: _routed,
    e.Abandoned: _abandoned,
    e.LinkReviewed: _link_reviewed,
    e.LinkDissolved: _link_gone,
    e.LinkEnded: _link_gone,
    e.LinkExcluded: _link_excluded,
    e.LinkRejoined: _link_rejoined,
    e.LinkSuspended: _link_suspended,
    e.OrdersRevealed: _orders_revealed,
    e.InitiativeRolled: _initiative_rolled,
    e.InitiativeImproved: _initiative_improved,
    e.MoraleChanged: _morale_changed,
    e.TemporaryGained: _temporary_gained,
    e.TemporaryExpired: _temporary_expired,
    e.Exhausted: _exhausted,
    e.FirstStrike: _first_strike,
    e.Activated: _activated,
    e.ActivationEnded: _activation_ended,
    e.Moved: _moved,
    e.Turned: _turned,
    e.Undone: _undone,
    e.Stood: _stood,
    e.LeftMap: _left_map,
    e.Withdrawn: _withdrawn,
    e.SpecialUsed: _special_used,
    e.PowerShotLost: _power_shot_lost,
    e.AttackRolled: _attack_rolled,
    e.Strayed: _unchanged,
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
    e.HirelingChecked: _hireling_checked,
    e.HirelingFled: _hireling_fled,
    e.HirelingSurrendered: _hireling_surrendered,
    e.CompanionChecked: _unchanged,
    e.CompanionLeft: _companion_left,
    e.TermsChanged: _terms_changed,
    e.DrawOffered: _draw_offered,
    e.PointsScored: _points_scored,
    e.BattleEnded: _battle_ended,
    e.AgendaSet: _agenda_set,
    e.AnswersSet: _answers_set,
    e.DrawDeclined: _draw_declined,
    e.ModifierSet: _modifier_set,
}
