"""What can be done to a draft: small values that are stored, sent and applied again; each says what it touches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar

from ..rules.army_list import Entry
from .draft import SORTS, Body, Draft, Hired, hired_from_json, hired_to_json

Path = tuple[str, ...]
UNIT_FIELDS = ("name", "commander", "trait", "figures", "options", "terms", "company", "link", "lord", "note")
LIST_FIELDS = ("name", "faction", "size", "notes", "folder", "catalogue")


class Gone(LookupError):
    """What an operation is about is not in the list any more."""


class NoOperation(ValueError):
    """Plain data that is no operation."""


@dataclass(frozen=True, slots=True)
class Add:
    """Hire a unit behind another, at the end if that one is not there; `after` "" is the start."""

    do: ClassVar[str] = "add"
    unit: Hired
    after: str | None = None

    def to(self, draft: Draft) -> Draft:
        return replace(draft, units=_put(draft.units, _at_home(draft, self.unit), self.after))

    def touches(self) -> tuple[Path, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Remove:
    do: ClassVar[str] = "remove"
    unit: str

    def to(self, draft: Draft) -> Draft:
        _present(draft, self.unit)
        return replace(draft, units=tuple(_freed(unit, self.unit) for unit in draft.units if unit.id != self.unit))

    def touches(self) -> tuple[Path, ...]:
        return (("unit", self.unit),)


@dataclass(frozen=True, slots=True)
class Set:
    """Choose something else for one field of a unit."""

    do: ClassVar[str] = "set"
    unit: str
    field: str
    value: Any

    def to(self, draft: Draft) -> Draft:
        _present(draft, self.unit)
        value = tuple(self.value) if self.field == "options" else self.value
        if self.field in SORTS and value and draft.body(value) is None:
            raise Gone(value)
        return replace(
            draft,
            units=tuple(_with(unit, self.field, value) if unit.id == self.unit else unit for unit in draft.units),
        )

    def touches(self) -> tuple[Path, ...]:
        return (("unit", self.unit, self.field),)


@dataclass(frozen=True, slots=True)
class Move:
    """Put a unit behind another; `after` "" is the start of the list, None the end."""

    do: ClassVar[str] = "move"
    unit: str
    after: str | None = None

    def to(self, draft: Draft) -> Draft:
        moved = _present(draft, self.unit)
        rest = tuple(unit for unit in draft.units if unit.id != self.unit)
        return replace(draft, units=_put(rest, moved, self.after))

    def touches(self) -> tuple[Path, ...]:
        return (("unit", self.unit, "place"),)


@dataclass(frozen=True, slots=True)
class AddBody:
    do: ClassVar[str] = "add_body"
    body: Body

    def to(self, draft: Draft) -> Draft:
        return replace(draft, bodies=(*(each for each in draft.bodies if each.id != self.body.id), self.body))

    def touches(self) -> tuple[Path, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class NameBody:
    do: ClassVar[str] = "name_body"
    body: str
    name: str

    def to(self, draft: Draft) -> Draft:
        if draft.body(self.body) is None:
            raise Gone(self.body)
        renamed = (replace(each, name=self.name) if each.id == self.body else each for each in draft.bodies)
        return replace(draft, bodies=tuple(renamed))

    def touches(self) -> tuple[Path, ...]:
        return (("body", self.body, "name"),)


@dataclass(frozen=True, slots=True)
class RemoveBody:
    """Dissolve a link or a company; its units stay, each for itself."""

    do: ClassVar[str] = "remove_body"
    body: str

    def to(self, draft: Draft) -> Draft:
        if draft.body(self.body) is None:
            raise Gone(self.body)
        return replace(
            draft,
            bodies=tuple(each for each in draft.bodies if each.id != self.body),
            units=tuple(_without(unit, self.body) for unit in draft.units),
        )

    def touches(self) -> tuple[Path, ...]:
        return (("body", self.body),)


@dataclass(frozen=True, slots=True)
class SetList:
    """Change something of the whole list: its name, faction, size, notes, folder or catalogue."""

    do: ClassVar[str] = "set_list"
    field: str
    value: Any

    def to(self, draft: Draft) -> Draft:
        return replace(draft, **{self.field: self.value})

    def touches(self) -> tuple[Path, ...]:
        return (("list", self.field),)


Operation = Add | Remove | Set | Move | AddBody | NameBody | RemoveBody | SetList
OPERATIONS: Mapping[str, type[Operation]] = {
    each.do: each for each in (Add, Remove, Set, Move, AddBody, NameBody, RemoveBody, SetList)
}


def apply(draft: Draft, operations: tuple[Operation, ...]) -> Draft:
    """The draft after all of them; Gone where one finds nothing to work on."""
    for operation in operations:
        draft = operation.to(draft)
    return draft


def to_json(operation: Operation) -> dict[str, Any]:
    """Plain data for the log."""
    if isinstance(operation, Add):
        return {"do": Add.do, "unit": hired_to_json(operation.unit), "after": operation.after}
    return {"do": operation.do, **asdict(operation)}


def from_json(plain: Mapping[str, Any]) -> Operation:
    """The operation that `to_json` wrote."""
    kind = OPERATIONS.get(str(plain.get("do")))
    if kind is None:
        raise NoOperation(plain.get("do"))
    given = {each.name: plain[each.name] for each in fields(kind)}
    if kind is Add:
        given["unit"] = hired_from_json(given["unit"])
    if kind is AddBody:
        given["body"] = Body(**given["body"])
    return kind(**given)


def value_at(draft: Draft, path: Path) -> object:
    """What stands at a path that an operation touches; None where there is nothing."""
    match path:
        case ("list", name):
            return getattr(draft, name)
        case ("unit", id_):
            return draft.unit(id_)
        case ("unit", id_, "place"):
            return tuple(unit.id for unit in draft.units).index(id_) if draft.unit(id_) else None
        case ("unit", id_, name):
            unit = draft.unit(id_)
            return None if unit is None else unit.note if name == "note" else getattr(unit.entry, name)
        case ("body", id_):
            return draft.body(id_), tuple(unit.id for unit in draft.members(id_))
        case _:
            body = draft.body(path[1])
            return None if body is None else body.name


def _present(draft: Draft, id_: str) -> Hired:
    found = draft.unit(id_)
    if found is None:
        raise Gone(id_)
    return found


def _put(units: tuple[Hired, ...], unit: Hired, after: str | None) -> tuple[Hired, ...]:
    ids = [each.id for each in units]
    at = 0 if after == "" else ids.index(after) + 1 if after in ids else len(ids)
    return (*units[:at], unit, *units[at:])


def _at_home(draft: Draft, unit: Hired) -> Hired:
    """A unit without the bodies that are not there any more."""
    for body in {unit.entry.link, unit.entry.company} - {None}:
        if draft.body(str(body)) is None:
            unit = _without(unit, str(body))
    lord = unit.entry.lord
    return unit if lord is None or draft.unit(lord) else _freed(unit, lord)


def _freed(unit: Hired, lord: str) -> Hired:
    """A companion whose lord has left follows whoever has none."""
    return replace(unit, entry=replace(unit.entry, lord=None)) if unit.entry.lord == lord else unit


def _with(unit: Hired, name: str, value: Any) -> Hired:
    if name == "note":
        return replace(unit, note=value)
    return replace(unit, entry=replace(unit.entry, **{name: value}))


def _without(unit: Hired, body: str) -> Hired:
    entry: Entry = unit.entry
    return replace(
        unit,
        entry=replace(
            entry,
            link=None if entry.link == body else entry.link,
            company=None if entry.company == body else entry.company,
        ),
    )
