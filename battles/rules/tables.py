"""Tables of the catalogue's TOML files, read strictly: every key is known, present and of its type."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TypeVar, cast

T = TypeVar("T")
Plain = Mapping[str, object]
_MISSING = object()
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


class CatalogueFault(ValueError):
    """A data file is wrong; the message names the file, the table and the key."""

    def __init__(self, file: str, table: str, key: str, what: str) -> None:
        self.file, self.table, self.key = file, table, key
        where = f"{file}, [{table}]" if table else file
        super().__init__(f"{where}, {key}: {what}" if key else f"{where}: {what}")


@dataclass(frozen=True, slots=True)
class Text:
    """A name or a sentence in both languages."""

    en: str
    ru: str

    def of(self, language: str) -> str:
        return self.ru if language.lower().startswith("ru") else self.en


class Table:
    """One table of a file: each key is taken once, `done` refuses what is left over."""

    def __init__(self, data: Plain, *, file: str, path: str = "") -> None:
        self._data = dict(data)
        self._file, self._path = file, path
        self._left = set(self._data)

    def fault(self, key: str, what: str) -> CatalogueFault:
        return CatalogueFault(self._file, self._path, key, what)

    def _take(self, key: str, kind: type[T], default: object = _MISSING) -> T:
        self._left.discard(key)
        value = self._data.get(key, default)
        if value is _MISSING:
            raise self.fault(key, "is missing")
        if key in self._data and type(value) is not kind:
            raise self.fault(key, f"must be {_WORDS[kind]}, is {value!r}")
        return cast(T, value)

    def has(self, key: str) -> bool:
        return key in self._data

    def names(self) -> tuple[str, ...]:
        return tuple(self._data)

    def text(self, key: str) -> str:
        return self._take(key, str)

    def number(self, key: str, default: int | None = None) -> int:
        return self._take(key, int, _MISSING if default is None else default)

    def maybe(self, key: str) -> int | None:
        return self._take(key, int) if self.has(key) else None

    def flag(self, key: str) -> bool:
        return self._take(key, bool, False)

    def one_of(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        value = self._take(key, str, _MISSING if default is None else default)
        if value not in allowed:
            raise self.fault(key, f"must be one of {', '.join(allowed)}, is {value!r}")
        return value

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        """A list of exactly so many whole numbers."""
        values = self._take(key, list)
        if len(values) != count or any(type(value) is not int for value in values):
            raise self.fault(key, f"must be {count} whole numbers, is {values!r}")
        return tuple(values)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._take(key, list)
        if any(type(value) is not str for value in values):
            raise self.fault(key, f"must be a list of texts, is {values!r}")
        return tuple(values)

    def both(self, key: str) -> Text:
        """A text in both languages: `{ en = …, ru = … }`."""
        table = self.table(key)
        text = Text(en=table.text("en"), ru=table.text("ru"))
        table.done()
        if not (text.en.strip() and text.ru.strip()):
            raise self.fault(key, "is empty")
        return text

    def table(self, key: str) -> Table:
        return Table(self._take(key, dict), file=self._file, path=f"{self._path}.{key}".lstrip("."))

    def rows(self, key: str) -> tuple[Table, ...]:
        """A list of tables."""
        values = self._take(key, list)
        if any(type(value) is not dict for value in values):
            raise self.fault(key, f"must be a list of tables, is {values!r}")
        path = f"{self._path}.{key}".lstrip(".")
        return tuple(Table(value, file=self._file, path=f"{path} #{n}") for n, value in enumerate(values, 1))

    def each(self, key: str, read: Callable[[str, Table], T]) -> Mapping[str, T]:
        """A table of tables, each read by its name; what `read` leaves over is a fault."""
        outer = self.table(key)
        found = {}
        for name in outer.names():
            inner = outer.table(name)
            found[name] = read(name, inner)
            inner.done()
        return found

    def done(self) -> None:
        if self._left:
            raise self.fault(min(self._left), "is unknown")


def parse(text: str, *, file: str) -> Table:
    """A file's text as a table; CatalogueFault where it is no TOML."""
    try:
        return Table(tomllib.loads(text), file=file)
    except tomllib.TOMLDecodeError as fault:
        raise CatalogueFault(file, "", "", f"is no TOML: {fault}") from None


def data_file(name: str) -> Table:
    """A file of the package's data."""
    return parse((files(__package__) / "data" / name).read_text(encoding="utf-8"), file=name)


def data_folder(name: str) -> Iterator[tuple[str, Table]]:
    """The TOML files of a folder of the package's data in order of their names, without the ending."""
    folder = files(__package__) / "data" / name
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            yield entry.name.removesuffix(".toml"), data_file(f"{name}/{entry.name}")
