"""Starter armies: lawful lists in different styles, ready to play, with names in both languages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .army_list import ArmyList, Entry
from .tables import Table, Text


@dataclass(frozen=True, slots=True)
class Starter:
    """A ready list; `names` are those of its entries in the same order."""

    id: str
    preset: str
    faction: str
    title: Text
    motto: Text
    about: Text
    size: int
    entries: tuple[Entry, ...]
    names: tuple[Text, ...]

    def army(self, language: str) -> ArmyList:
        """The list with the names of a language."""
        entries = tuple(
            replace(entry, name=name.of(language)) for entry, name in zip(self.entries, self.names, strict=True)
        )
        return ArmyList(size=self.size, faction=self.faction, entries=entries, name=self.title.of(language))


def read_starter(id_: str, table: Table, presets: tuple[str, ...]) -> Starter:
    """One starter file; CatalogueFault where it is wrong. Whether the list is lawful is for army.py to say."""
    rows = table.rows("units")
    hired = [_unit(row) for row in rows]
    starter = Starter(
        id=id_,
        preset=table.one_of("preset", presets),
        faction=table.text("faction"),
        title=table.both("title"),
        motto=table.both("motto"),
        about=table.both("about"),
        size=table.number("size"),
        entries=tuple(entry for entry, _ in hired),
        names=tuple(name for _, name in hired),
    )
    table.done()
    return starter


def _unit(row: Table) -> tuple[Entry, Text]:
    name = row.both("name")
    entry = Entry(
        type=row.text("type"),
        name=name.en,
        commander=row.text("commander") if row.has("commander") else None,
        trait=row.text("trait") if row.has("trait") else None,
        figures=row.maybe("figures"),
        options=row.texts("options") if row.has("options") else (),
        terms=row.text("terms") if row.has("terms") else "usual",
        company=row.text("company") if row.has("company") else None,
        link=row.text("link") if row.has("link") else None,
        lord=row.text("lord") if row.has("lord") else None,
    )
    row.done()
    return entry, name
