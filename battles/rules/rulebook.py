"""The rulebook (data/rulebook): each rule in the players' own words, in both languages, with its source and an example.

A rule is known by its id everywhere: in events, refusals, modifiers, cases and on the pages; a chapter by its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .tables import Table, Text, data_file, data_folder

SCHEMA = 1
HOUSE = "house"
LINK = re.compile(r"\[([^\]]+)\]\(([a-z_.]+)\)")  # [words](rule.id), within a text


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, in one sentence, in full; `see` are related rules, `proof` cases and tests."""

    id: str
    title: Text
    gist: Text
    text: Text
    example: Text
    source: tuple[str, ...]
    see: tuple[str, ...]
    proof: tuple[str, ...]

    @property
    def chapter(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together; `version` rises when one of its texts changes."""

    id: str
    version: int
    title: Text
    gist: Text
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the tabletop game that rules come from, with its sections."""

    name: Text
    sections: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents by id, and what a rule of ours is called."""

    house: Text
    documents: Mapping[str, Document]

    def knows(self, source: str) -> bool:
        document, _, section = source.partition(".")
        return source == HOUSE or (document in self.documents and section in self.documents[document].sections)

    def name(self, source: str, language: str) -> str:
        """`Infantry: Strength`, or that it is a house rule."""
        if source == HOUSE:
            return self.house.of(language)
        document, _, section = source.partition(".")
        found = self.documents[document]
        return f"{found.name.of(language)}: {found.sections[section].of(language)}"


@cache
def chapters() -> Mapping[str, Chapter]:
    """All chapters by id in the order of the rulebook."""
    found = [read_chapter(table) for _, table in data_folder("rulebook")]
    known = {chapter.id: chapter for chapter in found}
    _check(known)
    return known


@cache
def rules() -> Mapping[str, Rule]:
    """All rules by id in the order of the rulebook."""
    return {rule.id: rule for chapter in chapters().values() for rule in chapter.rules}


@cache
def headings() -> Mapping[str, Chapter | Rule]:
    """Whatever an id can name: each chapter followed by its rules."""
    found: dict[str, Chapter | Rule] = {}
    for chapter in chapters().values():
        found[chapter.id] = chapter
        found.update({rule.id: rule for rule in chapter.rules})
    return found


@cache
def sources() -> Sources:
    return read_sources(data_file("sources.toml"))


def title(rule_id: str, language: str) -> str:
    """What players call the rule; KeyError for an unknown id."""
    return headings()[rule_id].title.of(language)


def gist(rule_id: str, language: str) -> str:
    """The rule in one sentence; KeyError for an unknown id."""
    return headings()[rule_id].gist.of(language)


def linked(text: str) -> Iterator[str]:
    """The rules that a text leads to."""
    return (found.group(2) for found in LINK.finditer(text))


# --- reading -----------------------------------------------------------------------------------------------------


def read_chapter(table: Table) -> Chapter:
    """One file of the rulebook; CatalogueFault where it is wrong."""
    _schema(table)
    id_ = table.text("id")
    chapter = Chapter(
        id=id_,
        version=table.number("version"),
        title=table.both("title"),
        gist=table.both("gist"),
        rules=tuple(table.each("rules", lambda name, row: _rule(id_, name, row)).values()),
    )
    table.done()
    return chapter


def read_sources(table: Table) -> Sources:
    """The file of sources; CatalogueFault where it is wrong."""
    _schema(table)
    found = Sources(table.both("house"), table.each("documents", lambda _, row: _document(row)))
    table.done()
    return found


def _schema(table: Table) -> None:
    if table.number("schema") != SCHEMA:
        raise table.fault("schema", f"must be {SCHEMA}")


def _document(row: Table) -> Document:
    names = row.table("sections").names()
    sections = row.table("sections")
    return Document(row.both("name"), {name: sections.both(name) for name in names})


def _rule(chapter: str, id_: str, row: Table) -> Rule:
    if not re.fullmatch(rf"{chapter}\.[a-z_]+", id_):
        raise row.fault("", f"is no rule of the chapter {chapter}")
    rule = Rule(
        id=id_,
        title=row.both("title"),
        gist=row.both("gist"),
        text=_trimmed(row.both("text")),
        example=_trimmed(row.both("example")),
        source=row.texts("source"),
        see=row.texts("see"),
        proof=row.texts("proof"),
    )
    for key in ("source", "see", "proof"):
        if not getattr(rule, key):
            raise row.fault(key, "is empty")
    if unknown := next((source for source in rule.source if not sources().knows(source)), None):
        raise row.fault("source", f"{unknown} is no section of the documents")
    return rule


def _trimmed(text: Text) -> Text:
    return Text(en=text.en.strip(), ru=text.ru.strip())


def _check(known: Mapping[str, Chapter]) -> None:
    """What rules and texts lead to is there."""
    ids = {rule.id for chapter in known.values() for rule in chapter.rules}
    for chapter in known.values():
        for rule in chapter.rules:
            named = (*rule.see, *linked(rule.text.en), *linked(rule.text.ru))
            lost = next((other for other in named if other not in ids or other == rule.id), None)
            if lost is not None:
                raise Table({}, file=f"rulebook/{chapter.id}", path=rule.id).fault("see", f"{lost} is no other rule")
