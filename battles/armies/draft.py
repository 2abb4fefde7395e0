"""A list while it is built, as a value: hired units and bodies with lasting ids, in order; never a total or a price.

Bodies are links and companies. A unit names them by id, so that a body can be empty, renamed and told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from ..rules.army import lord_of
from ..rules.army_list import ArmyList, Entry
from ..rules.catalogue import catalogue

FORMAT = "druzhina-draft/1"
FACTION = "rusichi"
SORTS = ("link", "company")
MOST_UNITS = 120
MOST_BODIES = 60
LONGEST_NAME = 200
LONGEST_NOTE = 4000


class BadDraft(ValueError):
    """What is stored or sent is no draft; the message says why."""


@dataclass(frozen=True, slots=True)
class Hired:
    """A unit of the list; `entry.link` and `entry.company` are ids of bodies, `entry.lord` that of a unit."""

    id: str
    entry: Entry
    note: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """A link or a company, with or without units."""

    id: str
    sort: str
    name: str


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that a player has chosen, and the catalogue that it was chosen from."""

    size: int
    name: str = ""
    faction: str = FACTION
    catalogue: str = field(default_factory=lambda: catalogue().version)
    notes: str = ""
    folder: str = ""
    units: tuple[Hired, ...] = ()
    bodies: tuple[Body, ...] = ()

    def unit(self, id_: str) -> Hired | None:
        return next((unit for unit in self.units if unit.id == id_), None)

    def body(self, id_: str) -> Body | None:
        return next((body for body in self.bodies if body.id == id_), None)

    def of_sort(self, sort: str) -> tuple[Body, ...]:
        return tuple(body for body in self.bodies if body.sort == sort)

    def members(self, body: str) -> tuple[Hired, ...]:
        """Who is in a link or a company, in the order of the list."""
        return tuple(unit for unit in self.units if body in (unit.entry.link, unit.entry.company))

    def list(self) -> ArmyList:
        """The list as the rules judge it; bodies go by their ids."""
        return ArmyList(self.size, self.faction, self._led(), self.name)

    def _led(self) -> tuple[Entry, ...]:
        """The entries with the lords of companions by name, as the rules know them."""
        names = {unit.id: unit.entry.name for unit in self.units}
        entries = (unit.entry for unit in self.units)
        return tuple(replace(each, lord=names.get(each.lord, each.lord)) if each.lord else each for each in entries)

    def army(self) -> ArmyList:
        """The list as it takes the field: bodies go by their names."""
        names = _names_of(self.bodies)
        entries = tuple(
            replace(
                entry,
                link=names.get(entry.link or "", entry.link),
                company=names.get(entry.company or "", entry.company),
            )
            for entry in self._led()
        )
        return ArmyList(self.size, self.faction, entries, self.name)

    @classmethod
    def of_army(cls, army: ArmyList) -> tuple[Draft, int]:
        """A draft like an army, whose bodies go by names, and how many ids it has used."""
        names = dict.fromkeys(
            (sort, str(name)) for entry in army.entries for sort in SORTS if (name := getattr(entry, sort)) is not None
        )
        bodies = {key: Body(f"b{n}", *key) for n, key in enumerate(names, 1)}
        units = []
        for n, entry in enumerate(army.entries, len(bodies) + 1):
            homes = {sort: body.id for sort in SORTS if (body := bodies.get((sort, str(getattr(entry, sort)))))}
            lord = lord_of(entry, army)
            led_by = f"u{len(bodies) + 1 + lord}" if lord is not None else entry.lord
            units.append(Hired(f"u{n}", replace(entry, **homes, lord=led_by)))
        draft = cls(
            size=army.size, name=army.name, faction=army.faction, units=tuple(units), bodies=tuple(bodies.values())
        )
        return draft, len(bodies) + len(units)

    def to_json(self) -> dict[str, Any]:
        """Plain data for storage."""
        plain = ArmyList(self.size, self.faction, tuple(unit.entry for unit in self.units)).to_json()["entries"]
        assert isinstance(plain, list)
        units = [
            {"id": unit.id, **entry, **({"note": unit.note} if unit.note else {})}
            for unit, entry in zip(self.units, plain, strict=True)
        ]
        texts = {name: getattr(self, name) for name in ("name", "faction", "catalogue", "notes", "folder")}
        return {
            "format": FORMAT,
            "size": self.size,
            **texts,
            "units": units,
            "bodies": [asdict(body) for body in self.bodies],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Draft:
        """The draft that `to_json` wrote; BadDraft for anything else."""
        if data.get("format") != FORMAT:
            raise BadDraft(f"format must be {FORMAT}")
        known = {each.name for each in fields(cls)} - {"units", "bodies"}
        return cls(
            **{name: data[name] for name in known},
            units=tuple(hired_from_json(unit) for unit in data["units"]),
            bodies=tuple(Body(**body) for body in data["bodies"]),
        )


def hired_from_json(plain: Mapping[str, Any]) -> Hired:
    """A unit of a stored draft."""
    return Hired(id=plain["id"], entry=entry_from_json(plain), note=plain.get("note", ""))


def entry_from_json(plain: Mapping[str, Any]) -> Entry:
    """What was chosen for one unit, without what only a draft knows of it."""
    chosen = {key: value for key, value in plain.items() if key not in ("id", "note")}
    try:
        return Entry(**{**chosen, "options": tuple(chosen.get("options", ()))})
    except TypeError as fault:
        raise BadDraft(str(fault)) from None


def hired_to_json(unit: Hired) -> dict[str, Any]:
    plain: dict[str, Any] = Draft(size=0, units=(unit,)).to_json()["units"][0]
    return plain


def _names_of(bodies: Iterable[Body]) -> dict[str, str]:
    """A name of its own for every body: two of one name are two all the same."""
    names: dict[str, str] = {}
    for body in bodies:
        name, n = body.name, 1
        while name in names.values():
            n += 1
            name = f"{body.name} {n}"
        names[body.id] = name
    return names
