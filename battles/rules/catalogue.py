"""The catalogue: units, weapons, factions, commanders, options, presets, maps and starter armies; numbers only.

Read once from the TOML files in data/ and checked strictly: a wrong file is a CatalogueFault that names the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from .battle import Stats, Unit, Weapon
from .sheets import MapSheet, read_sheet
from .starters import Starter, read_starter
from .tables import CatalogueFault, Table, Text, data_file, data_folder

__all__ = ["Catalogue", "CatalogueFault", "UnitType", "catalogue", "edition", "make_unit", "price", "read_catalogue"]

SCHEMA = 1
KINDS = ("walker", "vehicle", "squad")
NERVES = {"druzhina": "daring", "mercenary": "score", "monster": "score", "camp": "score", "companion": "loyalty"}
NATURES = tuple(NERVES)
MASSES = ("light", "medium", "heavy")
ARCS = ("front", "turret")
TARGETS: Mapping[str, tuple[str, ...]] = {
    "firearm": ("squads",),
    "pp": ("squads", "machines"),
    "heavy": ("machines",),
}


@dataclass(frozen=True, slots=True)
class WeaponType:
    """A weapon before a unit carries it; `weapon_class` (firearm, pp, heavy, melee) says what it may be aimed at."""

    id: str
    name: Text
    weapon_class: str
    power: int
    range: int
    shots: int
    arc: str


@dataclass(frozen=True, slots=True)
class UnitType:
    """What can be hired: base numbers and names. `faction` None: hirelings, who serve anybody."""

    id: str
    kind: str
    nature: str
    name: Text
    gloss: Text
    stats: Stats
    faction: str | None

    def serves(self, faction: str) -> bool:
        """`army.faction`: whether a list of that faction may hire it."""
        return self.faction in (None, faction)


@dataclass(frozen=True, slots=True)
class Faction:
    """`morale.pool`: a people, and the morale that it begins with."""

    id: str
    name: Text
    morale: int


@dataclass(frozen=True, slots=True)
class Commander:
    """`army.commanders`: what a rank costs and brings."""

    id: str
    name: Text
    cost: int
    initiative: int
    daring: int
    morale: int


@dataclass(frozen=True, slots=True)
class Trait:
    id: str
    name: Text
    gist: Text
    cost: int
    morale: int
    link_initiative: int


@dataclass(frozen=True, slots=True)
class Option:
    """What makes a mercenary squad better; `speed` replaces the unit's own."""

    id: str
    name: Text
    cost: int
    score: int
    accuracy: int
    speed: int | None


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of service of mercenaries."""

    id: str
    name: Text
    cost: int
    score: int


@dataclass(frozen=True, slots=True)
class Preset:
    """`battle.presets`: a size of battle with its map and length."""

    id: str
    name: Text
    size: int
    columns: int
    rows: int
    turns: int
    deploy_rows: int


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Everything that data says about the game; one is another only if it is the same, so that it can be a key."""

    version: str
    factions: Mapping[str, Faction]
    presets: Mapping[str, Preset]
    commanders: Mapping[str, Commander]
    traits: Mapping[str, Trait]
    options: Mapping[str, Option]
    terms: Mapping[str, Terms]
    weapons: Mapping[str, WeaponType]
    units: Mapping[str, UnitType]
    maps: Mapping[str, MapSheet]
    starters: Mapping[str, Starter]


@cache
def catalogue() -> Catalogue:
    """The catalogue of this version, read once."""
    bare = read_catalogue(data_file("catalogue.toml"))
    presets = tuple(bare.presets)
    maps = {id_: read_sheet(id_, table, presets) for id_, table in data_folder("maps")}
    starters = {id_: read_starter(id_, table, presets) for id_, table in data_folder("starters")}
    return replace(bare, maps=maps, starters=starters)


@cache
def edition(version: str) -> Catalogue | None:
    """The catalogue of a version: the present one, or an earlier one that is kept in data/editions/; else None."""
    if version == catalogue().version:
        return catalogue()
    kept = {table.text("version"): name for name, table in data_folder("editions")}
    return read_catalogue(data_file(f"editions/{kept[version]}.toml")) if version in kept else None


def read_catalogue(table: Table) -> Catalogue:
    """The catalogue file alone, without maps and starters; CatalogueFault where it is wrong."""
    if table.number("schema") != SCHEMA:
        raise table.fault("schema", f"must be {SCHEMA}")
    visibility = table.table("visibility")
    seen = {kind: visibility.number(kind) for kind in KINDS}
    visibility.done()
    weapons = table.each("weapons", _weapon)
    factions = table.each("factions", lambda id_, row: Faction(id_, row.both("name"), row.number("morale")))
    found = Catalogue(
        version=table.text("version"),
        factions=factions,
        presets=table.each("presets", _preset),
        commanders=table.each("commanders", _commander),
        traits=table.each("traits", _trait),
        options=table.each("options", _option),
        terms=table.each(
            "terms", lambda id_, row: Terms(id_, row.both("name"), row.number("cost"), row.number("score"))
        ),
        weapons=weapons,
        units=table.each("units", lambda id_, row: _unit_type(id_, row, weapons, seen, tuple(factions))),
        maps={},
        starters={},
    )
    table.done()
    return found


def _preset(id_: str, row: Table) -> Preset:
    size, columns, rows = row.number("size"), row.number("columns"), row.number("rows")
    return Preset(id_, row.both("name"), size, columns, rows, row.number("turns"), row.number("deploy_rows"))


def _commander(id_: str, row: Table) -> Commander:
    cost, initiative, daring = row.number("cost"), row.number("initiative"), row.number("daring")
    return Commander(id_, row.both("name"), cost, initiative, daring, row.number("morale", 0))


def _trait(id_: str, row: Table) -> Trait:
    cost, morale, link = row.number("cost"), row.number("morale", 0), row.number("link_initiative", 0)
    return Trait(id_, row.both("name"), row.both("gist"), cost, morale, link)


def _option(id_: str, row: Table) -> Option:
    cost, score, accuracy = row.number("cost"), row.number("score"), row.number("accuracy", 0)
    return Option(id_, row.both("name"), cost, score, accuracy, row.maybe("speed"))


def _weapon(id_: str, row: Table) -> WeaponType:
    weapon_class = row.one_of("class", (*TARGETS, "melee"))
    return WeaponType(
        id=id_,
        name=row.both("name"),
        weapon_class=weapon_class,
        power=row.number("power"),
        range=1 if weapon_class == "melee" else row.number("range"),
        shots=row.number("shots", 1),
        arc=row.one_of("arc", ARCS, "front"),
    )


def _unit_type(
    id_: str, row: Table, weapons: Mapping[str, WeaponType], seen: Mapping[str, int], factions: tuple[str, ...]
) -> UnitType:
    """One row of units; a unit of the druzhina that names no faction is of the first."""
    kind = row.one_of("kind", KINDS)
    nature = row.one_of("nature", NATURES, "druzhina")
    if not row.has(NERVES[nature]):
        raise row.fault(NERVES[nature], f"is missing, a {nature} needs it")
    faction = row.one_of("faction", factions, factions[0]) if nature == "druzhina" else None
    return UnitType(
        id=id_,
        kind=kind,
        nature=nature,
        name=row.both("name"),
        gloss=row.both("gloss"),
        stats=_stats(kind, nature, row, weapons, row.number("visibility", seen[kind])),
        faction=faction,
    )


def _stats(kind: str, nature: str, row: Table, weapons: Mapping[str, WeaponType], visibility: int) -> Stats:
    return Stats(
        accuracy=row.number("accuracy"),
        initiative=row.number("initiative"),
        defence=_defence(kind, row),
        hits=row.number("hits"),
        speed=row.number("speed"),
        visibility=visibility,
        cost=row.number("cost"),
        daring=row.maybe("daring") if nature == "druzhina" else None,
        danger=row.number("danger", 1),
        mass=row.one_of("mass", MASSES) if kind == "walker" else None,
        personal_initiative=row.number("personal_initiative", 0),
        score=row.maybe("score") if NERVES[nature] == "score" else None,
        loyalty=row.maybe("loyalty") if nature == "companion" else None,
        weapons=_carried(kind, row, weapons),
    )


def _defence(kind: str, row: Table) -> tuple[int, int, int]:
    if kind == "squad":
        defence = row.number("defence")
        return defence, defence, defence
    front, side, rear = row.numbers("defence", 3)
    return front, side, rear


def _carried(kind: str, row: Table, weapons: Mapping[str, WeaponType]) -> tuple[Weapon, ...]:
    """N25: weapons have the key of the catalogue as id, the second of the same key `-2`."""
    carried: list[Weapon] = []
    keys: list[str] = []
    for mount in row.rows("weapons"):
        key = mount.one_of("id", tuple(weapons))
        keys.append(key)
        id_ = key if keys.count(key) == 1 else f"{key}-{keys.count(key)}"
        carried.append(_mounted(kind, mount, weapons[key], id_))
        mount.done()
    return tuple(carried)


def _mounted(kind: str, mount: Table, weapon: WeaponType, id_: str) -> Weapon:
    melee = weapon.weapon_class == "melee"
    targets = TARGETS["pp" if kind == "squad" else "heavy"] if melee else TARGETS[weapon.weapon_class]
    return Weapon(
        id=id_,
        power=mount.number("power", weapon.power),
        range=1 if melee else mount.number("range", weapon.range),
        melee=melee,
        shots=weapon.shots,
        arc=mount.one_of("arc", ARCS, weapon.arc),
        targets=targets,
        special=mount.flag("special"),
    )


def make_unit(
    *,
    id: str,
    side: str,
    type: str,
    name: str = "",
    figures: int | None = None,
    hits: int | None = None,
    stats: Stats | None = None,
    commander: str | None = None,
    trait: str | None = None,
    options: tuple[str, ...] = (),
    company: str | None = None,
    attached_to: str | None = None,
    known: Catalogue | None = None,
) -> Unit:
    """A fresh unit, not yet on the map. `figures` is the strength as hired, `hits` what is left of it."""
    kind = (known or catalogue()).units[type]
    base = stats or hired(kind, figures)
    return Unit(
        id=id,
        side=side,
        type=type,
        kind=kind.kind,
        nature=kind.nature,
        stats=base,
        hits=base.hits if hits is None else hits,
        name=name,
        commander=commander,
        trait=trait,
        options=options,
        company=company,
        attached_to=attached_to,
    )


def hired(kind: UnitType, figures: int | None) -> Stats:
    """`army.figures`: base numbers of a unit hired with fewer figures; the cost is pro rata, rounded up."""
    stats = kind.stats
    if figures is None or kind.kind != "squad":
        return stats
    return replace(stats, hits=figures, cost=-(-stats.cost * figures // stats.hits))


def price(unit: Unit, *, terms: str = "usual", known: Catalogue | None = None) -> int:
    """N52: the full price of a unit: base cost, commander, trait, options and the terms that it was hired on."""
    known = known or catalogue()
    extra = known.commanders[unit.commander].cost if unit.commander else 0
    extra += known.traits[unit.trait].cost if unit.trait else 0
    extra += sum(known.options[option].cost for option in unit.options)
    return unit.stats.cost + extra + (known.terms[terms].cost if unit.nature == "mercenary" else 0)
