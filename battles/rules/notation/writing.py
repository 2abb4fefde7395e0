"""A position and its events as the JSON of the battle notation; a whole battle as a file that replays to its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from ..battle import Battle, Company, Link, Side, Stats, Unit, Weapon, id_key
from ..commands import Command
from ..events import Committed, Event
from ..pending import pending
from ..stored import command_to_json, event_in_full, event_to_json
from .battle_file import FORMAT
from .commands import write_command

Json = dict[str, object]

# Fields that are printed only where they say something.
UNIT_DEFAULTS: Mapping[str, object] = {
    "name": "", "reserve": False, "commander": None, "trait": None, "options": [], "company": None,
    "attached_to": None, "entered_from": None, "immobile": False, "stunned": 0, "speed_loss": 0, "initiative_loss": 0,
    "fearless_used": False, "victor": None, "activated": False, "moved": False, "points_left": None, "attacks_made": 0,
    "weapons_used": [], "reductions_used": [], "contagion_checked": False, "attacked_by": [], "deferred": None,
}  # fmt: skip
LINK_DEFAULTS: Mapping[str, object] = {"gap_accepted": [], "dissolves_next": False, "members_out": []}


def position(battle: Battle) -> Json:
    """N33, N49: the position with the keys of the input; units are a map by id."""
    whole = position_in_full(battle)
    whole["units"] = {unit.id: _brief(_unit(battle, unit), UNIT_DEFAULTS) for unit in battle.in_order()}
    whole["links"] = [_brief(_link(battle.links[id_]), LINK_DEFAULTS) for id_ in sorted(battle.links, key=id_key)]
    return whole


def position_in_full(battle: Battle) -> Json:
    """The position with every field, for comparison."""
    return {
        "format": FORMAT,
        "ruleset": battle.ruleset,
        "catalogue": battle.catalogue,
        "referee": battle.referee,
        "options": asdict(battle.options),
        "map": {"columns": battle.map.columns, "rows": battle.map.rows, "terrain": dict(battle.map.terrain)},
        "sides": {id_: _side(side) for id_, side in battle.sides.items()},
        "units": {unit.id: _unit(battle, unit) for unit in battle.in_order()},
        "links": [_link(battle.links[id_]) for id_ in sorted(battle.links, key=id_key)],
        "companies": {id_: _company(battle.companies[id_]) for id_ in sorted(battle.companies, key=id_key)},
        "turn": battle.turn,
        "chreda": battle.chreda,
        "orders": _orders(battle),
        "initiative": {group: battle.standings[group].total for group in sorted(battle.standings, key=id_key)},
        "active": None if battle.result else battle.active,
        "begun": [unit.id for unit in battle.in_order() if unit.turn.begun],
        "deferred_order": [shot.unit for shot in battle.deferred],
        "points": {id_: side.points for id_, side in battle.sides.items()},
        "offer": battle.offer,
        "committed": {side: command_to_json(command) for side, command in battle.committed.items()},
        "pending": [{"side": awaited.side, "kind": awaited.kind} for awaited in pending(battle)],
    }


def battle_file(
    start: Battle,
    commands: Iterable[tuple[str, Command]],
    *,
    dice: Sequence[Sequence[int]] | None = None,
    seed: str | None = None,
    name: str = "",
) -> Json:
    """N1: the initial position, all commands, and the dice that fell or the seed that they came from."""
    file = position(start)
    derived = ("pending", "active", "begun", "deferred_order", "committed", "orders", "initiative", "offer")
    for key in derived:
        if not file[key]:
            del file[key]
    chance: Json = {"dice": [list(roll) for roll in dice or ()]} if seed is None else {"seed": seed}
    return {**file, "name": name, **chance, "commands": [write_command(side, command) for side, command in commands]}


def event(happened: Event) -> Json:
    """An event as it is printed: its rule always, other fields where they differ from their defaults."""
    return {**_sealed(event_to_json(happened), happened), "rule": happened.rule}


def whole_event(happened: Event) -> Json:
    """An event with every field, for comparison."""
    return _sealed(event_in_full(happened), happened)


def _sealed(values: Json, happened: Event) -> Json:
    if isinstance(happened, Committed):
        values.pop("content", None)
    return values


def _brief(values: Json, defaults: Mapping[str, object]) -> Json:
    return {key: value for key, value in values.items() if key not in defaults or value != defaults[key]}


def _side(side: Side) -> Json:
    fell: Json = {} if side.commander_fell is None else {"commander_fell": side.commander_fell}
    return {
        "faction": side.faction,
        "morale": side.morale,
        "temporary_morale": side.temporary,
        "first_strike": side.first_strike,
        "exhausted": side.exhausted,
        "inspired": side.inspired,
        "answers": asdict(side.answers),
        **fell,
    }


def _unit(battle: Battle, unit: Unit) -> Json:
    hits = "structure" if unit.is_machine else "strength"
    facing: Json = {"facing": unit.facing} if unit.is_machine else {}
    shot = next((shot for shot in battle.deferred if shot.unit == unit.id), None)
    return {
        "side": unit.side,
        "type": unit.type,
        "name": unit.name,
        "hex": unit.hex,
        **facing,
        hits: unit.hits,
        "state": unit.state,
        "reserve": unit.reserve,
        "prone": unit.prone,
        "on_fire": unit.on_fire,
        "immobile": unit.immobile,
        "commander": unit.commander,
        "trait": unit.trait,
        "options": list(unit.options),
        "company": unit.company,
        "attached_to": unit.attached_to,
        "lost_weapons": list(unit.lost_weapons),
        "stunned": unit.stunned,
        "speed_loss": unit.speed_loss,
        "initiative_loss": unit.initiative_loss,
        "fearless_used": unit.fearless_used,
        "victor": unit.victor,
        "entered_from": unit.entered_from,
        **_this_turn(unit),
        "deferred": {"weapon": shot.weapon, "target": shot.target} if shot else None,
        "stats": _stats(unit),
    }


def _this_turn(unit: Unit) -> Json:
    turn = unit.turn
    return {
        "activated": turn.activated,
        "moved": turn.moved,
        "points_left": turn.points_left,
        "attacks_made": turn.attacks_made,
        "weapons_used": list(turn.weapons_used),
        "reductions_used": list(turn.reductions_used),
        "contagion_checked": turn.contagion_checked,
        "attacked_by": list(turn.attacked_by),
    }


def _stats(unit: Unit) -> Json:
    """All base numbers, so that a file does not depend on the catalogue's tuning."""
    stats: Stats = unit.stats
    nerves = {"daring": stats.daring, "score": stats.score, "loyalty": stats.loyalty, "mass": stats.mass}
    return {
        "structure" if unit.is_machine else "strength": stats.hits,
        "accuracy": stats.accuracy,
        "initiative": stats.initiative,
        "personal_initiative": stats.personal_initiative,
        "defence": list(stats.defence) if unit.is_machine else stats.defence[0],
        "speed": stats.speed,
        "danger": stats.danger,
        "visibility": stats.visibility,
        "cost": stats.cost,
        **{key: value for key, value in nerves.items() if value is not None},
        "weapons": [_weapon(weapon) for weapon in stats.weapons],
    }


def _weapon(weapon: Weapon) -> Json:
    reach: Json = {"melee": True} if weapon.melee else {"range": weapon.range}
    special: Json = {"special": True} if weapon.special else {}
    return {
        "id": weapon.id,
        "power": weapon.power,
        **reach,
        "shots": weapon.shots,
        "arc": weapon.arc,
        "targets": list(weapon.targets),
        **special,
    }


def _link(link: Link) -> Json:
    return {
        "id": link.id,
        "side": link.side,
        "units": list(link.units),
        "gap_accepted": list(link.gap_accepted),
        "dissolves_next": link.dissolves_next,
        "members_out": list(link.out),
    }


def _company(company: Company) -> Json:
    return {
        "side": company.side,
        "initial": company.initial,
        "checked": list(company.checked),
        "passed": company.passed,
        "modifier": company.modifier,
        "terms": company.terms,
    }


def _orders(battle: Battle) -> Json:
    """The orders of the groups on the map, by group."""
    found: Json = {}
    for group in battle.groups():
        orders = [battle.units[id_].turn.order for id_ in battle.group_units(group)]
        if orders and orders[0]:
            found[group] = orders[0]
    return found
