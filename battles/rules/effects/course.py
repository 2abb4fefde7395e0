"""What the course of a battle does to a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import events as e
from ..battle import Battle, Link, Standing, ThisTurn
from ..commands import Placement
from ..values import changed
from .changes import this_turn
from .effect import Effects

HOME_FACING = {"red": "S", "blue": "N"}


def _put(battle: Battle, placements: Mapping[str, Placement], **changes: Any) -> Battle:
    placed = []
    for id_, spot in placements.items():
        unit = battle.units[id_]
        facing = (spot.facing or HOME_FACING[unit.side]) if unit.is_machine else None
        placed.append(changed(unit, hex=spot.hex, facing=facing, reserve=False, **changes))
    return battle.with_units(placed)


def _links(battle: Battle, side: str, links: Mapping[str, tuple[str, ...]]) -> Battle:
    if not links:
        return battle
    return changed(battle, links={**battle.links, **{id_: Link(id_, side, units) for id_, units in links.items()}})


def _committed(battle: Battle, event: e.Committed) -> Battle:
    if event.content is None:
        return battle
    return changed(battle, committed={**battle.committed, event.side: event.content})


def _deployed(battle: Battle, event: e.Deployed) -> Battle:
    battle = _put(battle, event.placements)
    battle = battle.with_units(changed(battle.units[id_], reserve=True) for id_ in event.reserve)
    return changed(_links(battle, event.side, event.links), committed={})


def _entered(battle: Battle, event: e.Entered) -> Battle:
    battle = _put(battle, event.placements, entered_from="reserve")
    return changed(_links(battle, event.side, event.links), committed={})


def _edge_rolled(battle: Battle, event: e.EdgeRolled) -> Battle:
    return changed(battle, options=changed(battle.options, edge=event.side))


def _turn_began(battle: Battle, event: e.TurnBegan) -> Battle:
    fresh = ThisTurn()
    units = {id_: changed(unit, turn=fresh, stunned=0) for id_, unit in battle.units.items()}
    return changed(battle, turn=event.turn, chreda="preparatory", units=units, standings={}, deferred=(), undo={})


def _chreda_began(battle: Battle, event: e.ChredaBegan) -> Battle:
    return changed(battle, chreda=event.chreda, committed={})


def _turn_ended(battle: Battle, event: e.TurnEnded) -> Battle:
    return changed(battle, offer=None)


def _orders_revealed(battle: Battle, event: e.OrdersRevealed) -> Battle:
    for group, order in event.orders.items():
        for id_ in battle.group_units(group):
            battle = this_turn(battle, id_, order=order)
    return changed(battle, committed={})


def _initiative_rolled(battle: Battle, event: e.InitiativeRolled) -> Battle:
    standing = Standing(event.group, event.dice[0], event.base, event.modifiers)
    return changed(battle, standings={**battle.standings, event.group: standing})


def _initiative_improved(battle: Battle, event: e.InitiativeImproved) -> Battle:
    standing = battle.standings[event.group]
    better = changed(standing, improved=standing.improved + event.points)
    return changed(battle, standings={**battle.standings, event.group: better})


def _activated(battle: Battle, event: e.Activated) -> Battle:
    for id_ in event.units:
        battle = this_turn(battle, id_, begun=True, start=battle.units[id_].hex)
    return changed(battle, active=event.group, undo={})


def _activation_ended(battle: Battle, event: e.ActivationEnded) -> Battle:
    for id_ in event.units:
        battle = this_turn(battle, id_, activated=True)
    if event.parted:
        parted = changed(battle.links[event.group], dissolves_next=True)
        battle = changed(battle, links={**battle.links, event.group: parted})
    return changed(battle, active=None, undo={})


EFFECTS: Effects = {
    e.Committed: _committed,
    e.Deployed: _deployed,
    e.Entered: _entered,
    e.EdgeRolled: _edge_rolled,
    e.TurnBegan: _turn_began,
    e.ChredaBegan: _chreda_began,
    e.TurnEnded: _turn_ended,
    e.OrdersRevealed: _orders_revealed,
    e.InitiativeRolled: _initiative_rolled,
    e.InitiativeImproved: _initiative_improved,
    e.Activated: _activated,
    e.ActivationEnded: _activation_ended,
}
