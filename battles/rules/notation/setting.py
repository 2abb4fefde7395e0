"""What a battle is fought under: its options, its map and the two druzhinas, as a file tells them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..battle import SIDES, Answers, Options, Side, Unit
from ..catalogue import catalogue
from ..terrain import GROUNDS, Map
from .battle_file import BadFile
from .commands import STANDING_ANSWERS
from .fields import Fields, as_hex, as_one_of

SCENARIOS = ("pitched", "shrine", "breakthrough")
DEFAULTS = Options()


def read_options(given: Fields) -> Options:
    options = Options(
        scenario=given.one_of("scenario", SCENARIOS, DEFAULTS.scenario),
        turn_limit=given.number("turn_limit", DEFAULTS.turn_limit, least=1),
        dissolved_link_costs_morale=given.flag("dissolved_link_costs_morale", DEFAULTS.dissolved_link_costs_morale),
        unready=given.flag("unready", DEFAULTS.unready),
        focus=given.flag("focus", DEFAULTS.focus),
        daring=given.flag("daring", DEFAULTS.daring),
        edge=given.one_of("edge", SIDES, DEFAULTS.edge),
        deploy_rows=given.number("deploy_rows", DEFAULTS.deploy_rows, least=1),
        size=given.number("size", DEFAULTS.size, least=1),
    )
    given.done()
    return options


def read_map(given: Fields) -> Map:
    """N46: only the kinds of `map.terrain`, on hexes of the map."""
    empty = Map()
    columns, rows = given.number("columns", empty.columns, least=1), given.number("rows", empty.rows, least=1)
    terrain = {
        as_hex(hex_, "map.terrain"): as_one_of(kind, tuple(GROUNDS), f"map.terrain.{hex_}")
        for hex_, kind in given.table("terrain").items()
    }
    given.done()
    found = Map(columns=columns, rows=rows, terrain=terrain)
    if max(columns, rows) > 99:
        raise BadFile("map: at most 99 columns and rows", "map.hexes")
    for hex_ in terrain:
        if not found.holds(hex_):
            raise BadFile(f"map.terrain: {hex_} is not on the map", "map.hexes")
    return found


def read_sides(top: Fields, units: Iterable[Unit]) -> dict[str, Side]:
    given = Fields(top.take("sides", dict), "sides")
    points = top.inner("points")
    units = tuple(units)
    sides = {}
    for id_ in SIDES:
        side = _side(Fields(given.take(id_, dict), f"sides.{id_}"), id_, units)
        sides[id_] = replace(side, points=points.number(id_, 0))
    given.done()
    points.done()
    return sides


def _side(given: Fields, id_: str, units: tuple[Unit, ...]) -> Side:
    faction = given.one_of("faction", tuple(catalogue().factions), "rusichi")
    answers = given.inner("answers")
    side = Side(
        id=id_,
        faction=faction,
        morale=given.number("morale", starting_morale(faction, id_, units)),
        temporary=given.number("temporary_morale", 0),
        first_strike=given.flag("first_strike"),
        exhausted=given.flag("exhausted"),
        inspired=given.flag("inspired"),
        commander_fell=given.maybe_number("commander_fell"),
        answers=Answers(
            cancel_checks=answers.one_of("cancel_checks", STANDING_ANSWERS, "ask"),
            reduce_casualties=answers.one_of("reduce_casualties", STANDING_ANSWERS, "ask"),
        ),
    )
    answers.done()
    given.done()
    return side


def starting_morale(faction: str, side: str, units: Iterable[Unit]) -> int:
    """`morale.pool`, R2, N42: that of the faction, and what a prince and `beloved` bring."""
    known = catalogue()
    own = [unit for unit in units if unit.side == side]
    by_rank = sum(known.commanders[unit.commander].morale for unit in own if unit.commander)
    return known.factions[faction].morale + by_rank + sum(known.traits[unit.trait].morale for unit in own if unit.trait)
