"""The concordance of the rulebook: the rules in which the words of a query occur, the nearest first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from .rulebook import LINK, Rule, rules

WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 8
LONGEST = 40
SHORTEST = 3  # what is left of a word without its ending
ENDINGS = re.compile(r"(?:[аеиоуыэюяйьъ]+|[аяыи]ми|[аеоыия][мх]|[ео]го|[ое]в|(?<=[a-z])(?:es|s|ed|ing))$")
# how much an occurrence is worth, by where it is; the first that a word occurs in counts
TITLE_BEGINS, TITLE, ID, GIST, TEXT, EXAMPLE = 12, 8, 6, 4, 2, 1


@dataclass(frozen=True, slots=True)
class Found:
    """A rule, and the passage to show: the gist, or the sentence in which the words occur."""

    rule: Rule
    passage: str
    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What can be searched of a rule in one language: its words, each after a space."""

    title: str
    other_title: str
    id: str
    gist: str
    text: str
    example: str


def fold(text: str) -> str:
    """Case and ё make no difference; the length stays."""
    return unicodedata.normalize("NFC", text).lower().replace("ё", "е")


def stems(query: str) -> tuple[str, ...]:
    """The words of a query without their endings: звенья finds звено, rams finds ram."""
    words = WORD.findall(fold(query[: MOST_WORDS * LONGEST]))
    long_enough = [word for word in words if len(word) > 1 or word.isdigit()]
    return tuple(dict.fromkeys(_stem(word[:LONGEST]) for word in long_enough[:MOST_WORDS]))


def _stem(word: str) -> str:
    bare = ENDINGS.sub("", word)
    return bare if len(bare) >= SHORTEST else word


def find(query: str, language: str) -> tuple[Found, ...]:
    """Rules in which every word of the query occurs, best first, else in the order of the rulebook."""
    wanted = stems(query)
    if not wanted:
        return ()
    scored = []
    for id_, entry in _entries(language).items():
        worth = [_worth(entry, stem) for stem in wanted]
        if all(worth):
            scored.append((-sum(worth), id_))
    order = {id_: n for n, id_ in enumerate(rules())}
    ranked = sorted(scored, key=lambda found: (found[0], order[found[1]]))
    return tuple(Found(rules()[id_], _passage(rules()[id_], wanted, language), wanted) for _, id_ in ranked)


def _worth(entry: _Entry, stem: str) -> int:
    if entry.title.startswith(f" {stem}"):
        return TITLE_BEGINS
    places = ((entry.title, TITLE), (entry.other_title, TITLE), (entry.id, ID), (entry.gist, GIST),
              (entry.text, TEXT), (entry.example, EXAMPLE))  # fmt: skip
    return next((worth for text, worth in places if f" {stem}" in text), 0)


@cache
def _entries(language: str) -> dict[str, _Entry]:
    other = "en" if language.startswith("ru") else "ru"
    return {
        rule.id: _Entry(
            title=_words(rule.title.of(language)),
            other_title=_words(rule.title.of(other)),
            id=_words(rule.id),
            gist=_words(rule.gist.of(language)),
            text=_words(plain(rule.text.of(language))),
            example=_words(rule.example.of(language)),
        )
        for rule in rules().values()
    }


def _words(text: str) -> str:
    """The words of a text, each after a space: a stem is looked for where words begin."""
    return "".join(f" {word}" for word in WORD.findall(fold(text)))


def _has(text: str, wanted: tuple[str, ...]) -> int:
    """How many of the stems a text has."""
    words = _words(text)
    return sum(f" {stem}" in words for stem in wanted)


def plain(text: str) -> str:
    """A text without the addresses of its links."""
    return LINK.sub(r"\1", text)


def _passage(rule: Rule, wanted: tuple[str, ...], language: str) -> str:
    """The sentence with most words of the query; the gist where no other has more."""
    return max(_sentences(rule, language), key=lambda sentence: _has(sentence, wanted))


def _sentences(rule: Rule, language: str) -> Iterator[str]:
    yield rule.gist.of(language)
    for text in (plain(rule.text.of(language)), rule.example.of(language)):
        for line in text.splitlines():
            row = " · ".join(cell.strip() for cell in line.strip("| ").split("|")) if line.startswith("|") else line
            yield from (part.strip("- ") for part in re.split(r"(?<=[.!?;])\s+", row) if part.strip("- "))


def marked(passage: str, wanted: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """The passage in pieces, and whether each is a word that was looked for."""
    passage = unicodedata.normalize("NFC", passage)
    folded, at = fold(passage), 0
    for word in WORD.finditer(folded):
        if word.group().startswith(wanted):
            yield passage[at : word.start()], False
            yield passage[word.start() : word.end()], True
            at = word.end()
    yield passage[at:], False
