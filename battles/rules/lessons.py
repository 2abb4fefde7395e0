"""The guided first battle (data/lessons.toml): its terms and armies, and what is said beside each prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .catalogue import catalogue
from .rulebook import rules
from .starters import Starter, read_starter
from .tables import Table, Text, data_file

SCHEMA = 1
MOMENTS = (
    "deploy", "orders", "spend", "act", "link", "end", "fear", "recovery", "retreat", "reduction", "review", "waiting",
    "frightened", "over",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said at a moment, and the rules that it is about."""

    title: Text
    text: Text
    see: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The terms of the guided battle, the armies of the newcomer and of the server, and the lessons by moment."""

    map: str
    turns: int
    deploy_rows: int
    pupil: Starter
    rival: Starter
    lessons: Mapping[str, Lesson]


@cache
def guide() -> Guide:
    return read_guide(data_file("lessons.toml"))


def read_guide(table: Table) -> Guide:
    """The file of lessons with its two armies; CatalogueFault where it is wrong."""
    if table.number("schema") != SCHEMA:
        raise table.fault("schema", f"must be {SCHEMA}")
    found = Guide(
        map=table.one_of("map", tuple(catalogue().maps)),
        turns=table.number("turns"),
        deploy_rows=table.number("deploy_rows"),
        pupil=_army("pupil"),
        rival=_army("rival"),
        lessons=table.each("lessons", lambda _, row: Lesson(row.both("title"), row.both("text"), row.texts("see"))),
    )
    table.done()
    _check(table, found)
    return found


def _army(id_: str) -> Starter:
    return read_starter(id_, data_file(f"guided/{id_}.toml"), tuple(catalogue().presets))


def _check(table: Table, found: Guide) -> None:
    """Each moment has its lesson, each lesson leads to rules that are there."""
    if set(found.lessons) != set(MOMENTS):
        raise table.fault("lessons", f"must be {', '.join(MOMENTS)}")
    named = (rule for lesson in found.lessons.values() for rule in lesson.see)
    if lost := next((rule for rule in named if rule not in rules()), None):
        raise table.fault("lessons", f"{lost} is no rule")
