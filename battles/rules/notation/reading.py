"""A battle file from its JSON: defaults filled in, everything checked, BadFile for whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .. import initiative, turn
from ..battle import RULESET, SIDES, Answers, Battle, Deferred, Options, Side, Standing, Unit, id_key
from ..catalogue import catalogue
from ..commands import COMMANDS, Command
from ..terrain import GROUNDS, Map
from .battle_file import FORMAT, BadFile, BattleFile
from .commands import GIVERS, STANDING_ANSWERS, read_command
from .expectation import check_expectation
from .fields import Fields, as_hex, as_object, as_one_of
from .groups import given_totals, read_companies, read_links, read_orders, standing, suspend_links
from .units import read_units
from .validity import check

CHREDAS = ("deployment", "preparatory", "initiative", "tactics")
SCENARIOS = ("pitched", "shrine", "breakthrough")
DEFAULTS = Options()


def read(data: object) -> BattleFile:
    """The battle that a file tells of; BadFile where it is wrong."""
    top = Fields(data, "")
    if top.text("format") != FORMAT:
        raise top.bad("format", f"must be {FORMAT}")
    if top.text("ruleset", RULESET) != RULESET:
        raise top.bad("ruleset", f"must be {RULESET}")
    rolls, seed = _dice(top)
    file = BattleFile(
        start=_position(top),
        name=top.text("name"),
        commands=tuple(read_command(one) for one in top.objects("commands")),
        rolls=rolls,
        seed=seed,
        expect=check_expectation(top.maybe("expect", dict)),
        expect_exit=expect_exit(top),
        covers=top.texts("covers"),
        awaited=_awaited(top),
    )
    top.done()
    return file


def expect_exit(top: Fields) -> int:
    """N48: the exit status that the file counts as passed."""
    value = top.number("expect_exit", 0)
    if value > 2:
        raise top.bad("expect_exit", "must be 0, 1 or 2")
    return value


def _dice(top: Fields) -> tuple[tuple[tuple[int, ...], ...], str | None]:
    """N10: scripted dice or a seed, not both."""
    seed = top.maybe("seed", str)
    if seed is not None and "dice" in top.data:
        raise top.bad("seed", "a file has dice or a seed, not both")
    rolls = tuple(_roll(roll, f"dice[{n}]") for n, roll in enumerate(top.take("dice", list, [])))
    return rolls, seed


def _roll(roll: object, where: str) -> tuple[int, ...]:
    if not isinstance(roll, list) or len(roll) not in (1, 2):
        raise BadFile(f"{where}: must be one die or a pair, is {roll!r}")
    if any(type(die) is not int or not 1 <= die <= 6 for die in roll):
        raise BadFile(f"{where}: dice show 1 to 6, not {roll!r}")
    return tuple(roll)


def _awaited(top: Fields) -> frozenset[tuple[str, str]] | None:
    """N49: the open decisions that a snapshot claims."""
    if "pending" not in top.data:
        return None
    found = []
    for one in top.objects("pending"):
        found.append((one.one_of("side", GIVERS), one.one_of("kind", tuple(COMMANDS))))
        one.done()
    return frozenset(found)


# the position


def _position(top: Fields) -> Battle:
    read = list(read_units(top))
    units: dict[str, Unit] = {}
    for unit, _ in read:
        if unit.id in units:
            raise BadFile(f"units: {unit.id} occurs twice")
        units[unit.id] = unit
    battle = Battle(
        options=_options(top.inner("options")),
        map=_map(top.inner("map")),
        sides=_sides(top, units.values()),
        units=units,
        links=read_links(top, units),
        companies=read_companies(top, units),
        turn=top.number("turn", 1, least=1),
        chreda=top.one_of("chreda", CHREDAS, "preparatory"),
        offer=top.maybe_one_of("offer", SIDES),
        referee=top.flag("referee"),
        catalogue=top.text("catalogue", catalogue().version),
    )
    check(battle)
    battle = read_orders(top, suspend_links(top, battle))
    battle = _mid_turn(top, battle, [shot for _, shot in read if shot])
    return replace(battle, agenda=turn.opening(battle))


def _options(given: Fields) -> Options:
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


def _map(given: Fields) -> Map:
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


def _sides(top: Fields, units: Iterable[Unit]) -> dict[str, Side]:
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


# what is under way in the middle of a turn


def _mid_turn(top: Fields, battle: Battle, declared: list[Deferred]) -> Battle:
    """N2, N9, N54: initiative, whose activation has begun, declared power shots, sealed answers."""
    totals = given_totals(top, battle)
    active = top.maybe("active", str)
    if active is not None and active not in battle.groups():
        raise top.bad("active", f"there is no group {active!r} on the map")
    if battle.chreda == "tactics" or totals:
        battle = replace(battle, standings=_standings(battle, totals))
    begun = {*_known(top, "begun", battle.units), *(battle.group_units(active) if active else ())}
    battle = battle.with_units(
        replace(unit, turn=replace(unit.turn, begun=True)) for id_ in begun for unit in (battle.units[id_],)
    )
    battle = _declare(battle, declared, _known(top, "deferred_order", battle.units))
    return replace(battle, active=active, committed=_committed(top))


def _known(top: Fields, name: str, units: Mapping[str, Unit]) -> tuple[str, ...]:
    ids = top.texts(name)
    for id_ in ids:
        if id_ not in units:
            raise top.bad(name, f"there is no unit {id_!r}")
    return ids


def _standings(battle: Battle, totals: Mapping[str, int]) -> dict[str, Standing]:
    return {
        group: standing(group, value=initiative.value_of(battle, group), total=totals.get(group))
        for group in battle.groups()
    }


def _declare(battle: Battle, declared: list[Deferred], order: tuple[str, ...]) -> Battle:
    """Power shots in the order of their declaration; those that `deferred_order` does not name come last."""
    place = {id_: n for n, id_ in enumerate(order)}
    shots = sorted(declared, key=lambda shot: (place.get(shot.unit, len(place)), id_key(shot.unit)))
    for shot in shots:
        unit = battle.units[shot.unit]
        if shot.weapon not in {weapon.id for weapon in unit.stats.weapons} or shot.target not in battle.units:
            raise BadFile(f"units.{unit.id}.deferred: no such weapon or target", "order.power_shot")
        battle = battle.with_unit(replace(unit, turn=replace(unit.turn, special="power_shot", begun=True)))
    return replace(battle, deferred=tuple(shots))


def _committed(top: Fields) -> dict[str, Command]:
    """N2: what one side has decided while the other has not."""
    found = {}
    for side, content in top.table("committed").items():
        as_one_of(side, SIDES, "committed")
        found[side] = read_command(Fields({"side": side, **as_object(content, f"committed.{side}")}, "committed"))[1]
    return found
