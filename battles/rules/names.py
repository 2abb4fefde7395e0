"""Names by tradition: what a unit, a link or a company is called when nobody has named it yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from .army import name_key
from .tables import Table, data_file

SCHEMA = 1
Pool = Mapping[str, tuple[str, ...]]  # by language


@cache
def names() -> Mapping[str, Mapping[str, Pool]]:
    """`names` by type of unit, `bodies` by sort, each in both languages."""
    return read_names(data_file("names.toml"))


def read_names(table: Table) -> Mapping[str, Mapping[str, Pool]]:
    """A file of names; CatalogueFault where it is wrong."""
    if table.number("schema") != SCHEMA:
        raise table.fault("schema", f"must be {SCHEMA}")
    found = {part: table.each(part, lambda _, row: _pool(row)) for part in ("names", "bodies")}
    table.done()
    return found


def _pool(row: Table) -> Pool:
    pool = {language: row.texts(language) for language in ("en", "ru")}
    for language, given in pool.items():
        if not given or len(set(map(name_key, given))) < len(given):
            raise row.fault(language, "must be names, each another one")
    return pool


def fresh(pool: Pool | None, *, taken: Collection[str], language: str, plain: str) -> str:
    """`army.names`: the first name of the pool that nobody has, or one with a number behind it.

    `taken` are names as they are written; `plain` is the name to number where there is no pool.
    """
    known = {name_key(name) for name in taken}
    chosen = (pool or {}).get("ru" if language.startswith("ru") else "en", ()) or (plain,)
    for n in range(1, len(known) + 2):
        for name in chosen:
            numbered = name if n == 1 else f"{name} {n}"
            if name_key(numbered) not in known:
                return numbered
    raise AssertionError("more names than are taken")


def of_unit(type_: str, *, taken: Collection[str], language: str, plain: str = "?") -> str:
    """A name for a unit of that type."""
    return fresh(names()["names"].get(type_), taken=taken, language=language, plain=plain)


def of_body(sort: str, *, taken: Collection[str], language: str) -> str:
    """A name for a link or a company."""
    return fresh(names()["bodies"].get(sort), taken=taken, language=language, plain=sort)
