"""A battle file from its JSON: defaults filled in, everything checked, BadFile for whatever is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .. import initiative, turn
from ..battle import RULESET, SIDES, Battle, Deferred, Standing, Unit, id_key
from ..catalogue import catalogue
from ..commands import COMMANDS, Command
from ..pending import Run
from .battle_file import FORMAT, BadFile, BattleFile
from .commands import GIVERS, read_command
from .expectation import check_expectation
from .fields import Fields, as_object, as_one_of
from .groups import given_totals, read_companies, read_links, read_orders, standing, suspend_links
from .setting import read_map, read_options, read_sides
from .units import read_units
from .validity import check

CHREDAS = ("deployment", "preparatory", "initiative", "tactics")
ASKED_BY = {
    "enter": "reserves",
    "review_link": "links",
    "place_orders": "orders",
    "spend_initiative": "will",
}


def read(data: object) -> BattleFile:
    """The battle that a file tells of; BadFile where it is wrong."""
    top = Fields(data, "")
    if top.text("format") != FORMAT:
        raise top.bad("format", f"must be {FORMAT}")
    if top.text("ruleset", RULESET) != RULESET:
        raise top.bad("ruleset", f"must be {RULESET}")
    rolls, seed = _dice(top)
    awaited = _awaited(top)
    file = BattleFile(
        start=_opened(_position(top), awaited or frozenset()),
        name=top.text("name"),
        commands=tuple(read_command(one) for one in top.objects("commands")),
        rolls=rolls,
        seed=seed,
        expect=check_expectation(top.maybe("expect", dict)),
        expect_exit=expect_exit(top),
        covers=top.texts("covers"),
        awaited=awaited,
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
        options=read_options(top.inner("options")),
        map=read_map(top.inner("map")),
        sides=read_sides(top, units.values()),
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
    return _mid_turn(top, battle, [shot for _, shot in read if shot])


def _opened(battle: Battle, awaited: frozenset[tuple[str, str]]) -> Battle:
    """N6: with the agenda of its chreda; of a snapshot that waits for a secret decision, from that decision on."""
    agenda = turn.opening(battle)
    asked = {kind for _, kind in awaited}
    if battle.chreda == "initiative" and battle.standings:
        asked = {"spend_initiative"}
    steps = [Run(ASKED_BY[kind]) for kind in asked if kind in ASKED_BY]
    if len(steps) == 1 and steps[0] in agenda:
        agenda = agenda[agenda.index(steps[0]) :]
    return replace(battle, agenda=agenda)


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
        for group in sorted({*battle.groups(), *totals}, key=id_key)
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
