"""Objects of a file, read strictly (N4): every field is known, of its type, and taken once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from ..hexes import FACINGS, place
from .battle_file import BadFile

T = TypeVar("T")
_MISSING = object()
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}
_ID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def as_id(value: object, where: str) -> str:
    """N12: an id of a unit, a link or a company."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadFile(f"{where}: no id: {value!r}")
    return value


def as_hex(value: object, where: str) -> str:
    try:
        place(value if isinstance(value, str) else "")
    except ValueError:
        raise BadFile(f"{where}: no hex: {value!r}") from None
    return str(value)


def as_one_of(value: object, allowed: tuple[str, ...], where: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadFile(f"{where}: {value!r} is none of {', '.join(allowed)}")
    return value


def as_facing(value: object, where: str) -> str:
    return as_one_of(value, FACINGS, where)


def as_object(value: object, where: str) -> Mapping[str, object]:
    return checked(value, dict, where)


def checked(value: object, kind: type[T], where: str) -> T:
    if type(value) is not kind:
        raise BadFile(f"{where}: must be {_WORDS[kind]}, is {value!r}")
    return value


class Fields:
    """The fields of one object; `done` refuses what nobody has taken."""

    def __init__(self, data: object, where: str) -> None:
        self.data = as_object(data, where or "the file")
        self.where = where
        self._left = set(self.data)

    def path(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name

    def bad(self, name: str, what: str, rule: str | None = None) -> BadFile:
        return BadFile(f"{self.path(name)}: {what}", rule)

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.data.get(name) is not None

    def take(self, name: str, kind: type[T], default: object = _MISSING) -> T:
        self._left.discard(name)
        if name not in self.data:
            if default is _MISSING:
                raise self.bad(name, "is missing")
            return default  # type: ignore[return-value]
        return checked(self.data[name], kind, self.path(name))

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """A field that may be absent or null."""
        self._left.discard(name)
        return self.take(name, kind) if self.has(name) else None

    def text(self, name: str, default: str = "") -> str:
        return self.take(name, str, default)

    def flag(self, name: str, default: bool = False) -> bool:
        return self.take(name, bool, default)

    def number(self, name: str, default: int | None = None, *, least: int | None = 0) -> int:
        value = self.take(name, int, _MISSING if default is None else default)
        return self._at_least(name, value, least)

    def maybe_number(self, name: str, *, least: int | None = 0) -> int | None:
        value = self.maybe(name, int)
        return None if value is None else self._at_least(name, value, least)

    def _at_least(self, name: str, value: int, least: int | None) -> int:
        if least is not None and value < least:
            raise self.bad(name, f"must be {least} or more, is {value}")
        return value

    def one_of(self, name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        value = self.take(name, str, _MISSING if default is None else default)
        return as_one_of(value, allowed, self.path(name))

    def maybe_one_of(self, name: str, allowed: tuple[str, ...]) -> str | None:
        value = self.maybe(name, str)
        return None if value is None else as_one_of(value, allowed, self.path(name))

    def texts(self, name: str, allowed: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of different texts, empty where it is absent."""
        values = [checked(value, str, self.path(name)) for value in self.take(name, list, [])]
        for value in values:
            if allowed is not None:
                as_one_of(value, allowed, self.path(name))
        if len(set(values)) != len(values):
            raise self.bad(name, "names something twice")
        return tuple(values)

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(checked(value, int, self.path(name)) for value in self.take(name, list, []))

    def objects(self, name: str) -> Iterator[Fields]:
        """A list of objects, empty where it is absent."""
        for number, item in enumerate(self.take(name, list, [])):
            yield Fields(item, f"{self.path(name)}[{number}]")

    def table(self, name: str) -> Mapping[str, object]:
        """An object whose keys are ids or hexes, empty where it is absent."""
        return self.take(name, dict, {})

    def inner(self, name: str) -> Fields:
        """An object with fields of its own, empty where it is absent."""
        return Fields(self.take(name, dict, {}), self.path(name))

    def done(self) -> None:
        if self._left:
            raise self.bad(min(self._left), "is unknown")
