"""Units of a file: the catalogue's numbers, what the file overrides, and what has happened to the unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..battle import SIDES, Deferred, Stats, ThisTurn, Unit, Weapon
from ..catalogue import ARCS, MASSES, UnitType, catalogue
from .battle_file import BadFile
from .fields import Fields, as_facing, as_hex, as_id, checked

STATES = ("steady", "shaken", "routing", "destroyed", "withdrawn", "surrendered", "abandoned")
COMMANDERS = ("prince", "voivode")
TRAITS = ("link_leader", "beloved", "fearless")
OPTIONS = ("mounted", "elite", "fanatic")
TARGETS = ("squads", "machines")
SLOTS = ("cover", "hold")
TOWARDS_ENEMY = {"red": "S", "blue": "N"}


def read_units(top: Fields) -> Iterator[tuple[Unit, Deferred | None]]:
    """N33: units as a list, or as a map by id; each with the power shot that it has declared."""
    if isinstance(top.data.get("units"), dict):
        for id_, item in top.table("units").items():
            yield _unit(Fields(item, f"units.{id_}"), as_id(id_, "units"))
        return
    if not top.has("units"):
        raise top.bad("units", "is missing")
    for one in top.objects("units"):
        yield _unit(one, as_id(one.take("id", str), one.path("id")))


def _unit(one: Fields, id_: str) -> tuple[Unit, Deferred | None]:
    if one.text("id", id_) != id_:
        raise one.bad("id", f"is not {id_}")
    kind = _type(one)
    side = one.one_of("side", SIDES)
    stats = _stats(one, kind)
    state = one.one_of("state", STATES, "steady")
    hex_ = as_hex(one.take("hex", str), one.path("hex")) if one.has("hex") else one.maybe("hex", str)
    unit = Unit(
        id=id_,
        side=side,
        type=kind.id,
        kind=kind.kind,
        nature=kind.nature,
        stats=stats,
        hits=_hits(one, kind, stats, state),
        name=one.text("name"),
        hex=hex_,
        facing=_facing(one, kind, side, placed=hex_ is not None),
        state=state,
        reserve=one.flag("reserve"),
        turn=_this_turn(one),
    )
    unit = _hireling_fields(one, _lasting(one, _commander(one, unit)))
    deferred = _deferred(one, id_)
    one.done()
    return unit, deferred


def _type(one: Fields) -> UnitType:
    known = catalogue().units
    name = one.take("type", str)
    if name not in known:
        raise one.bad("type", f"the catalogue has no {name!r}")
    return known[name]


def _facing(one: Fields, kind: UnitType, side: str, *, placed: bool) -> str | None:
    facing = one.maybe("facing", str)
    if kind.kind == "squad":
        if facing is not None:
            raise one.bad("facing", "a squad has none", "map.arc")
        return None
    if facing is not None:
        return as_facing(facing, one.path("facing"))
    return TOWARDS_ENEMY[side] if placed else None


def _hits(one: Fields, kind: UnitType, stats: Stats, state: str) -> int:
    """What is left of strength or structure: all, where the file does not say; nothing, if destroyed."""
    name = "strength" if kind.kind == "squad" else "structure"
    hits = one.number(name, 0 if state == "destroyed" else stats.hits)
    if hits > stats.hits:
        raise one.bad(name, f"is more than the {stats.hits} that it was hired with")
    return hits


def _this_turn(one: Fields) -> ThisTurn:
    """N2, N54: what the unit has done this turn."""
    activated = one.flag("activated")
    return ThisTurn(
        begun=activated,
        activated=activated,
        moved=one.flag("moved"),
        points_left=one.maybe_number("points_left"),
        attacks_made=one.number("attacks_made", 0),
        weapons_used=one.texts("weapons_used"),
        reductions_used=one.texts("reductions_used", SLOTS),
        contagion_checked=one.flag("contagion_checked"),
        attacked_by=one.texts("attacked_by"),
    )


def _commander(one: Fields, unit: Unit) -> Unit:
    commander, trait = one.maybe_one_of("commander", COMMANDERS), one.maybe_one_of("trait", TRAITS)
    if commander and unit.is_hireling:
        raise one.bad("commander", "a hireling commands nobody", "army.commanders")
    if trait and not commander:
        raise one.bad("trait", "only commanders have traits", "army.commanders")
    return replace(unit, commander=commander, trait=trait)


def _lasting(one: Fields, unit: Unit) -> Unit:
    """What stays with a unit from turn to turn."""
    lost = one.texts("lost_weapons")
    known = {weapon.id for weapon in unit.stats.weapons}
    for id_ in (*lost, *unit.turn.weapons_used):
        if id_ not in known:
            raise one.bad("lost_weapons", f"it has no {id_!r}", "combat.weapons")
    return replace(
        unit,
        prone=one.flag("prone"),
        on_fire=one.flag("on_fire"),
        immobile=one.flag("immobile"),
        lost_weapons=lost,
        stunned=one.number("stunned", 0),
        speed_loss=one.number("speed_loss", 0),
        initiative_loss=one.number("initiative_loss", 0),
        fearless_used=one.flag("fearless_used"),
        victor=one.maybe_number("victor"),
        entered_from=one.maybe_one_of("entered_from", ("reserve",)),
    )


def _hireling_fields(one: Fields, unit: Unit) -> Unit:
    """N3: a hireling without a company is a company of its own; companions have none (R64)."""
    options = one.texts("options", OPTIONS)
    if options and unit.nature != "mercenary":
        raise one.bad("options", "only mercenaries have options", "hireling.score")
    company = one.maybe("company", str)
    if company is not None and not unit.is_hireling:
        raise one.bad("company", "is for hirelings", "hireling")
    if company is not None and unit.nature == "companion":
        raise one.bad("company", "companions are no company", "hireling.companion")
    own = unit.id if unit.is_hireling and unit.nature != "companion" else None
    attached = one.maybe("attached_to", str)
    loyalty = one.maybe_number("loyalty")
    stats = unit.stats if loyalty is None else replace(unit.stats, loyalty=loyalty)
    named = own if company is None else as_id(company, one.path("company"))
    return replace(unit, options=options, company=named, attached_to=attached, stats=stats)


def _deferred(one: Fields, id_: str) -> Deferred | None:
    if not one.has("deferred"):
        one.maybe("deferred", dict)
        return None
    shot = one.inner("deferred")
    deferred = Deferred(id_, shot.take("weapon", str), shot.take("target", str))
    shot.done()
    return deferred


# stats


def _stats(one: Fields, kind: UnitType) -> Stats:
    """N4, N52: the catalogue's base numbers, each of which the file may override."""
    given, base = one.inner("stats"), kind.stats
    own = "strength" if kind.kind == "squad" else "structure"
    stats = Stats(
        accuracy=given.number("accuracy", base.accuracy),
        initiative=given.number("initiative", base.initiative, least=None),
        defence=_defence(given, base),
        hits=given.number(own, base.hits, least=1),
        speed=given.number("speed", base.speed),
        visibility=given.number("visibility", base.visibility, least=1),
        cost=given.number("cost", base.cost),
        daring=_or(given.maybe_number("daring"), base.daring),
        danger=given.number("danger", base.danger),
        mass=given.maybe_one_of("mass", MASSES) or base.mass,
        personal_initiative=given.number("personal_initiative", base.personal_initiative, least=None),
        score=_or(given.maybe_number("score"), base.score),
        loyalty=_or(given.maybe_number("loyalty"), base.loyalty),
        weapons=_weapons(given, kind) if given.has("weapons") else base.weapons,
    )
    stats = _hired(given, kind, stats)
    given.done()
    return stats


def _or(value: int | None, base: int | None) -> int | None:
    return base if value is None else value


def _hired(given: Fields, kind: UnitType, stats: Stats) -> Stats:
    """`army.figures`: fewer figures cost pro rata, rounded up."""
    figures = given.maybe_number("hired_strength", least=1)
    if figures is None:
        return stats
    if kind.kind != "squad" or figures > stats.hits:
        raise given.bad("hired_strength", "is for squads, at most their strength", "army.figures")
    return replace(stats, hits=figures, cost=-(-stats.cost * figures // stats.hits))


def _defence(given: Fields, base: Stats) -> tuple[int, int, int]:
    """One number all round, or front, side and rear."""
    value = given.data.get("defence", list(base.defence))
    values = value if isinstance(value, list) else [value] * 3
    given.take("defence", type(value), value)
    if len(values) != 3:
        raise given.bad("defence", "must be a number, or [front, side, rear]")
    front, side, rear = (checked(number, int, given.path("defence")) for number in values)
    if min(front, side, rear) < 1:
        raise given.bad("defence", "must be 1 or more")
    return front, side, rear


def _weapons(given: Fields, kind: UnitType) -> tuple[Weapon, ...]:
    """N25: whole weapons; the second of the same id is `-2`."""
    weapons: list[Weapon] = []
    ids: list[str] = []
    for one in given.objects("weapons"):
        id_ = one.take("id", str)
        ids.append(id_)
        weapons.append(_weapon(one, kind, id_ if ids.count(id_) == 1 else f"{id_}-{ids.count(id_)}"))
        one.done()
    if len({weapon.id for weapon in weapons}) != len(weapons):
        raise BadFile(f"{given.path('weapons')}: two weapons of one id")
    return tuple(weapons)


def _weapon(one: Fields, kind: UnitType, id_: str) -> Weapon:
    melee = one.flag("melee")
    special = one.flag("special")
    return Weapon(
        id=id_,
        power=one.number("power"),
        range=one.number("range", 1 if melee else None, least=1),
        melee=melee,
        shots=one.number("shots", 1, least=1),
        arc=one.one_of("arc", ARCS, "front"),
        targets=one.texts("targets", TARGETS) or _usual_targets(kind, melee=melee, special=special),
        special=special,
    )


def _usual_targets(kind: UnitType, *, melee: bool, special: bool) -> tuple[str, ...]:
    """`combat.targets`, R77: squads' firearms hit squads, their melee all, other weapons only machines."""
    if kind.kind == "squad" and not special:
        return TARGETS if melee else ("squads",)
    return ("machines",)
