"""What holds in every position, whatever has been commanded."""

from __future__ import annotations

from ..battle import STANDING_ON_MAP, Battle, Unit
from ..catalogue import catalogue
from ..hexes import FACINGS
from ..legal import legal
from ..pending import Activation, pending, waits
from .breach import demand

EMPTY = ("destroyed",)
GONE = ("destroyed", "withdrawn", "surrendered", "abandoned")


def check_position(battle: Battle) -> None:
    """Everything that can be seen of one position alone; Breach where something is amiss."""
    _check_places(battle)
    for unit in battle.units.values():
        _check_unit(unit)
    _check_sides(battle)
    _check_links(battle)
    _check_agenda(battle)


def _check_places(battle: Battle) -> None:
    """`map.stacking`, `map.terrain`: one unit in a hex, nobody off the map or on ground that is closed to it."""
    there = [unit for unit in battle.units.values() if unit.on_map]
    hexes = [unit.spot for unit in there]
    demand(len(set(hexes)) == len(hexes), "one unit in a hex", sorted(hexes))
    for unit in there:
        demand(battle.map.holds(unit.spot), "nobody off the map", unit)
        demand(unit.kind not in battle.map.ground(unit.spot).closed_to, "nobody on closed ground", unit)


def _check_unit(unit: Unit) -> None:
    """`combat.destroyed`, N40, N41: what is left of a unit, its state and its place agree."""
    demand(0 <= unit.hits <= unit.stats.hits, "strength from 0 to what was hired", unit)
    demand((unit.hits == 0) == (unit.state in EMPTY), "destroyed with nothing left, and only then", unit)
    demand(unit.state in (*STANDING_ON_MAP, *GONE), "a known state", unit)
    demand(unit.hex is None or unit.state in STANDING_ON_MAP, "who is gone is in no hex", unit)
    demand(not unit.reserve or unit.hex is None, "who is in reserve is in no hex", unit)
    demand(not unit.prone or unit.kind == "walker", "only walkers fall", unit)
    demand(not unit.immobile or unit.kind == "vehicle", "only vehicles are immobile", unit)
    demand(not unit.on_map or (unit.facing in FACINGS) == unit.is_machine, "machines face a way, squads do not", unit)
    demand(unit.state == "steady" or not unit.on_map or unit.turn.order is None, "the frightened have no order", unit)
    demand(not unit.is_hireling or unit.state != "shaken", "hirelings are never shaken", unit)
    _check_turn(unit)


def _check_turn(unit: Unit) -> None:
    """`combat.weapons`, `combat.reduction`: what a unit has used up this turn."""
    turn = unit.turn
    demand(turn.points_left is None or turn.points_left >= 0, "no movement on credit", unit)
    demand(len(set(turn.weapons_used)) == len(turn.weapons_used) or not unit.is_machine, "a weapon once a turn", unit)
    demand(len(set(turn.reductions_used)) == len(turn.reductions_used), "a reduction of each sort once", unit)
    demand(len(set(turn.volleys)) == len(turn.volleys), "one volley for each weapon and target", unit)
    demand(unit.is_machine or turn.attacks_made <= unit.stats.hits, "no more attacks than figures", unit)


def _check_sides(battle: Battle) -> None:
    """`morale.pool`, `morale.first_strike`"""
    for side in battle.sides.values():
        demand(side.morale >= 0 and side.temporary >= 0, "morale never below 0", side)
        demand(side.faction in catalogue().factions, "a known faction", side)
        demand(battle.result or not side.exhaustion_due or pending(battle), "exhaustion is seen to", side)
    demand(sum(side.first_strike for side in battle.sides.values()) <= 1, "one first strike", dict(battle.sides))


def _check_links(battle: Battle) -> None:
    """`link.form`: each in one link at most, of its own side and kind, no hirelings."""
    members = [(link, battle.units[id_]) for link in battle.links.values() for id_ in link.members]
    demand(len({unit.id for _, unit in members}) == len(members), "at most one link each", dict(battle.links))
    for link, unit in members:
        demand(unit.side == link.side and not unit.is_hireling, "own units in a link", (link, unit))
    for link in battle.links.values():
        kinds = {battle.units[id_].kind for id_ in link.units}
        demand(len(kinds) == 1, "a link of one kind", link)
        demand(len(link.units) <= (5 if kinds == {"squad"} else 3), "a link not too large", link)


def _check_agenda(battle: Battle) -> None:
    """`turn.pending`: the battle is over, or somebody is asked."""
    stops = battle.result is not None or (waits(battle) and asked(battle))
    demand(stops, "the engine stops where somebody is asked", battle.agenda[:2])


def asked(battle: Battle) -> tuple[str, ...]:
    """The sides that can bring the battle on: those with an open decision, else that of the active group."""
    awaited = pending(battle)
    if awaited or not battle.agenda:
        return tuple(one.side for one in awaited)
    step = battle.agenda[0]
    return (battle.units[step.units[0]].side,) if isinstance(step, Activation) else ()


def check_end(battle: Battle) -> None:
    """`battle.end`: nothing is open, nobody can do anything."""
    demand(battle.result is not None, "battles end", battle.turn)
    demand(pending(battle) == (), "nothing is pending at the end", pending(battle))
    for side in battle.sides:
        demand(legal(battle, side).choice is None, "nothing to choose at the end", side)
