"""An army list as a value: what a player hires, before any rule has judged it; and its plain form for storage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeVar, cast

FORMAT = "druzhina-army/1"
T = TypeVar("T")


class NoArmyList(ValueError):
    """A plain value that is no army list: the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One hired unit. `figures` None is a full squad; `company` and `link` are names within the list.

    `lord` is the name of the commander whom a companion follows; None: whoever has none yet.
    """

    type: str
    name: str
    commander: str | None = None
    trait: str | None = None
    figures: int | None = None
    options: tuple[str, ...] = ()
    terms: str = "usual"
    company: str | None = None
    link: str | None = None
    lord: str | None = None


@dataclass(frozen=True, slots=True)
class ArmyList:
    """A list for a battle size, in the order of its entries; `army.faults` tells whether it is lawful."""

    size: int
    faction: str
    entries: tuple[Entry, ...]
    name: str = ""

    def to_json(self) -> dict[str, object]:
        """Plain data; keys that hold their default are left out."""
        entries = [_plain(entry) for entry in self.entries]
        return {"format": FORMAT, "name": self.name, "size": self.size, "faction": self.faction, "entries": entries}

    @classmethod
    def from_json(cls, data: object) -> ArmyList:
        """The list that `to_json` wrote; NoArmyList for anything else."""
        table = _table(data, {"format", "name", "size", "faction", "entries"}, "the list")
        if table.get("format") != FORMAT:
            raise NoArmyList(f"format must be {FORMAT}")
        entries = table.get("entries")
        if not isinstance(entries, list):
            raise NoArmyList("entries must be a list")
        return cls(
            size=_value(table, "size", int),
            faction=_value(table, "faction", str),
            entries=tuple(_entry(entry) for entry in entries),
            name=_value(table, "name", str),
        )


_UNSET = Entry(type="", name="")
_KEYS = tuple(field.name for field in fields(Entry))


def _plain(entry: Entry) -> dict[str, object]:
    values = {key: getattr(entry, key) for key in _KEYS}
    chosen = {key: value for key, value in values.items() if key in ("type", "name") or value != getattr(_UNSET, key)}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in chosen.items()}


def _table(data: object, known: set[str], what: str) -> Mapping[str, object]:
    if not isinstance(data, dict) or any(not isinstance(key, str) for key in data):
        raise NoArmyList(f"{what} must be an object")
    if unknown := set(data) - known:
        raise NoArmyList(f"{what} has an unknown field {min(unknown)}")
    return cast(Mapping[str, object], data)


def _value(table: Mapping[str, object], key: str, kind: type[T]) -> T:
    value = table.get(key)
    if type(value) is not kind:
        raise NoArmyList(f"{key} must be of type {kind.__name__}")
    return value


def _entry(data: object) -> Entry:
    table = _table(data, {field.name for field in fields(Entry)}, "an entry")
    optional = {
        key: _value(table, key, str) for key in ("commander", "trait", "company", "link", "lord") if _given(table, key)
    }
    figures = _value(table, "figures", int) if _given(table, "figures") else None
    options = table.get("options", [])
    if not isinstance(options, list) or any(not isinstance(option, str) for option in options):
        raise NoArmyList("options must be a list of texts")
    terms = _value(table, "terms", str) if "terms" in table else "usual"
    return Entry(
        type=_value(table, "type", str),
        name=_value(table, "name", str),
        figures=figures,
        options=tuple(options),
        terms=terms,
        **optional,
    )


def _given(table: Mapping[str, object], key: str) -> bool:
    return table.get(key) is not None
