"""Links, companies, orders and initiative of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..battle import SIDES, Battle, Company, Link, Standing, Unit, id_key
from ..needed import Needed
from .battle_file import BadFile
from .fields import Fields, as_id, as_one_of, checked

ORDERS = ("attack", "hold", "special")
TRIGGERS = ("first_death", "half")
TERMS = ("harsh", "usual", "generous")
ORDERED_CHREDAS = ("initiative", "tactics")


def read_links(top: Fields, units: Mapping[str, Unit]) -> dict[str, Link]:
    links: dict[str, Link] = {}
    for one in top.objects("links"):
        id_ = as_id(one.take("id", str), one.path("id"))
        if id_ in links or id_ in units:
            raise one.bad("id", f"{id_} is taken")
        links[id_] = Link(
            id=id_,
            side=one.one_of("side", SIDES),
            units=tuple(sorted(_of_units(one, "units", units), key=id_key)),
            out=tuple(sorted(_of_units(one, "members_out", units), key=id_key)),
            gap_accepted=one.numbers("gap_accepted"),
            dissolves_next=one.flag("dissolves_next"),
        )
        one.done()
    return links


def _of_units(one: Fields, name: str, units: Mapping[str, Unit]) -> tuple[str, ...]:
    ids = one.texts(name)
    for id_ in ids:
        if id_ not in units:
            raise one.bad(name, f"there is no unit {id_!r}")
    return ids


def read_companies(top: Fields, units: Mapping[str, Unit]) -> dict[str, Company]:
    """N3: the companies that the file tells of, and all others as they were hired."""
    hired: dict[str, list[Unit]] = {}
    for unit in units.values():
        if unit.company:
            hired.setdefault(unit.company, []).append(unit)
    given = top.table("companies")
    for id_ in given:
        if id_ not in hired:
            raise BadFile(f"companies.{id_}: no unit belongs to it")
    return {id_: _company(Fields(given.get(id_, {}), f"companies.{id_}"), id_, hired[id_]) for id_ in hired}


def _company(one: Fields, id_: str, units: list[Unit]) -> Company:
    side = one.one_of("side", SIDES, units[0].side)
    if any(unit.side != side for unit in units):
        raise one.bad("side", "its units are of the other side")
    company = Company(
        id=id_,
        side=side,
        initial=one.number("initial", sum(unit.stats.hits for unit in units), least=1),
        checked=one.texts("checked", TRIGGERS),
        passed=one.number("passed", 0),
        failed=any(unit.state in ("routing", "surrendered") for unit in units),
        modifier=one.number("modifier", 0, least=-2),
        terms=(terms := one.one_of("terms", TERMS, "usual")),
        hired_on=terms,
    )
    one.done()
    return company


def suspend_links(top: Fields, battle: Battle) -> Battle:
    """R52: a link whose last active member is named as a group of its own has been suspended."""
    named = {*top.table("orders"), *top.table("initiative")}
    links = {id_: replace(link, suspended=_alone(battle, link, named)) for id_, link in battle.links.items()}
    return replace(battle, links=links)


def _alone(battle: Battle, link: Link, named: set[str]) -> bool:
    active = battle.active_members(link)
    return len(active) == 1 and active[0] in named and link.id not in named


def read_orders(top: Fields, battle: Battle) -> Battle:
    """N8: orders by group; without one a steady group has the order to attack, shaken and routing units get none."""
    given = {group: as_one_of(order, ORDERS, f"orders.{group}") for group, order in top.table("orders").items()}
    groups = battle.groups()
    for group in given:
        if group not in groups:
            raise BadFile(f"orders.{group}: there is no such group on the map", "turn.orders")
    usual = "attack" if battle.chreda in ORDERED_CHREDAS else None
    for group in groups:
        for id_ in battle.group_units(group):
            battle = battle.with_unit(_ordered(battle.units[id_], group, given.get(group), usual))
    return battle


def _ordered(unit: Unit, group: str, order: str | None, usual: str | None) -> Unit:
    if not unit.is_steady:
        if order:
            raise BadFile(f"orders.{group}: {unit.id} is {unit.state}", "turn.orders")
        return unit
    return replace(unit, turn=replace(unit.turn, order=order or usual))


def given_totals(top: Fields, battle: Battle) -> dict[str, int]:
    """N9: totals after spending, by group; groups that are gone since have theirs too."""
    totals = {group: checked(total, int, f"initiative.{group}") for group, total in top.table("initiative").items()}
    for group in totals:
        if group not in battle.units and group not in battle.links:
            raise BadFile(f"initiative.{group}: there is no such group", "initiative.order")
    return totals


def standing(group: str, *, value: Needed, total: int | None) -> Standing:
    """A group's place in the order of activation; where no total is given it is the value."""
    return Standing(group, None, value.base, value.reasons, given=value.value if total is None else total)
