"""N12, N40, N41: whether the position of a file is one that a battle can be in; each fault names its rule."""

from __future__ import annotations

from collections import Counter

from ..battle import STANDING_ON_MAP, Battle, Link, Unit
from .battle_file import BadFile

LINK_SIZES = {"squad": (2, 5), "walker": (2, 3), "vehicle": (2, 3)}


def check(battle: Battle) -> None:
    """BadFile for the first fault of the position."""
    _check_ids(battle)
    for unit in battle.in_order():
        _check_state(battle, unit)
        _check_place(battle, unit)
        _check_ties(battle, unit)
    _check_stacking(battle)
    _check_links(battle)
    if all(side.first_strike for side in battle.sides.values()):
        raise BadFile("sides: both have the first strike", "morale.first_strike")


def _check_ids(battle: Battle) -> None:
    """Ids are unique over units, links and companies; a unit alone in its company may lend it its id."""
    for id_ in battle.companies:
        unit = battle.units.get(id_)
        if id_ in battle.links or (unit is not None and unit.company != id_):
            raise BadFile(f"companies.{id_}: the id is taken")


def _check_state(battle: Battle, unit: Unit) -> None:
    where = f"units.{unit.id}"
    if (unit.hits == 0) != (unit.state == "destroyed"):
        raise BadFile(f"{where}: {unit.state} with {unit.hits} left", "combat.destroyed")
    if unit.prone and unit.kind != "walker":
        raise BadFile(f"{where}: only walkers are prone", "move.prone")
    if (unit.immobile or unit.on_fire or unit.stunned) and not unit.is_machine:
        raise BadFile(f"{where}: squads do not burn, nor are they stunned or immobile", "combat.critical_table")
    if unit.reserve and (unit.hex or unit.state != "steady"):
        raise BadFile(f"{where}: in reserve a unit is steady and has no hex", "turn.reserves")
    if unit.hex and unit.state not in STANDING_ON_MAP:
        raise BadFile(f"{where}: {unit.state} units have no hex", "map.stacking")
    if not unit.hex and unit.state in STANDING_ON_MAP and not unit.reserve and battle.chreda != "deployment":
        raise BadFile(f"{where}: has no hex", "battle.deploy")


def _check_place(battle: Battle, unit: Unit) -> None:
    if not unit.hex:
        return
    if not battle.map.holds(unit.hex):
        raise BadFile(f"units.{unit.id}: {unit.hex} is not on the map", "map.hexes")
    if unit.kind in battle.map.ground(unit.hex).closed_to:
        raise BadFile(f"units.{unit.id}: {battle.map.kind(unit.hex)} is closed to a {unit.kind}", "map.terrain")


def _check_ties(battle: Battle, unit: Unit) -> None:
    """Units that a unit names exist; a companion belongs to a commander of his side."""
    for id_ in unit.turn.attacked_by:
        if id_ not in battle.units:
            raise BadFile(f"units.{unit.id}.attacked_by: there is no unit {id_!r}")
    if unit.attached_to is None:
        return
    master = battle.units.get(unit.attached_to)
    if unit.nature != "companion" or master is None or master.side != unit.side or not master.commander:
        raise BadFile(f"units.{unit.id}: companions are attached to a commander of their side", "hireling.companion")


def _check_stacking(battle: Battle) -> None:
    crowded = Counter(unit.hex for unit in battle.units.values() if unit.hex)
    for hex_, count in crowded.items():
        if count > 1:
            raise BadFile(f"units: {count} in {hex_}", "map.stacking")


def _check_links(battle: Battle) -> None:
    linked = Counter(id_ for link in battle.links.values() for id_ in link.members)
    for id_, count in linked.items():
        if count > 1:
            raise BadFile(f"links: {id_} is in {count} links", "link.form")
    for link in battle.links.values():
        _check_link(battle, link)


def _check_link(battle: Battle, link: Link) -> None:
    members = [battle.units[id_] for id_ in link.units]
    kinds = {unit.kind for unit in members}
    if len(kinds) != 1:
        raise BadFile(f"links.{link.id}: one kind only", "link.form")
    least, most = LINK_SIZES[kinds.pop()]
    if not least <= len(members) <= most:
        raise BadFile(f"links.{link.id}: {least} to {most} units", "link.form")
    if any(unit.side != link.side or unit.is_hireling for unit in members):
        raise BadFile(f"links.{link.id}: only druzhina units of its side", "link.form")
    if not set(link.out) <= set(link.units):
        raise BadFile(f"links.{link.id}: members_out names others", "link.form")
