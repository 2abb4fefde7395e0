"""Short titles of the rules in the players' own words, in both languages; shown instead of rule ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .tables import Table, Text, data_file

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Heading:
    """What players call a rule, and the rule in one sentence."""

    title: Text
    gist: Text


@cache
def headings() -> Mapping[str, Heading]:
    """All rules by id in the order of the rulebook; fear causes are rules too."""
    return read_headings(data_file("titles.toml"))


def read_headings(table: Table) -> Mapping[str, Heading]:
    """A file of titles; CatalogueFault where it is wrong."""
    if table.number("schema") != SCHEMA:
        raise table.fault("schema", f"must be {SCHEMA}")
    found = table.each("rules", lambda _, row: Heading(row.both("title"), row.both("gist")))
    table.done()
    return found


def title(rule_id: str, language: str) -> str:
    """What players call the rule; KeyError for an unknown id."""
    return headings()[rule_id].title.of(language)


def gist(rule_id: str, language: str) -> str:
    """The rule in one sentence; KeyError for an unknown id."""
    return headings()[rule_id].gist.of(language)
