"""Lists as files and texts: what goes out comes in again, and a report tells what became of every entry."""

from __future__ import annotations

import csv
import io
import json
from random import Random

import pytest
from django.utils import translation

from battles.armies import exports, imports, operations
from battles.armies.draft import Draft
from battles.armies.imports import NothingToRead
from battles.armies.lists import Ids, Moment
from battles.armies.reading import read
from battles.rules.catalogue import catalogue
from battles.rules.evaluation import evaluate
from tests.armies.test_lists import some_wish, wish

LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])


def random_draft(seed: int, *, named: bool = False) -> Draft:
    """A list that somebody might have built, with anything that can be chosen."""
    random, draft, ids = Random(seed), Draft(size=300, name='Полк «Ёж»; "=1+1"'), Ids(0)
    for _ in range(25):
        what, fields = some_wish(draft, random)
        draft = operations.apply(draft, tuple(wish(what, **fields)(Moment(draft, draft, ids))))
    return operations.apply(draft, tuple(wish("names")(Moment(draft, draft, ids)))) if named else draft


def choices(draft: Draft) -> list[object]:
    return sorted(map(repr, draft.army().entries))


@pytest.mark.parametrize("seed", range(40))
def test_a_file_brings_the_same_list_back(seed: int) -> None:
    draft = random_draft(seed)
    report = imports.read(json.dumps(exports.as_plain(draft, {})), language="en")
    assert report.draft.army() == draft.army()
    assert [body.sort for body in report.draft.bodies].count("link") == len(draft.of_sort("link"))
    assert {item.fate for item in report.items} <= {"taken"}
    assert report.count("taken") == len(draft.units)


@LANGUAGES
@pytest.mark.parametrize("kind", ["txt", "md"])
@pytest.mark.parametrize("seed", range(12))
def test_a_text_brings_the_same_units_back(seed: int, kind: str, language: str) -> None:
    """In the order of its links; companies and empty links, too, as far as a text tells of them."""
    draft = random_draft(seed, named=True)
    with translation.override(language):
        text = exports.KINDS[kind][0](read(draft, catalogue(), language), {}, language)
        report = imports.read(text, language=language)
    assert choices(report.draft) == choices(draft), text
    assert report.draft.size == draft.size
    assert report.count("unknown") == 0, [item for item in report.items if item.fate == "unknown"]


@LANGUAGES
def test_a_table_opens_in_a_russian_excel(language: str) -> None:
    draft = random_draft(3)
    hostile = operations.apply(draft, (operations.Set(draft.units[0].id, "name", "=HYPERLINK(1)"),))
    with translation.override(language):
        text = exports.as_csv(read(hostile, catalogue(), language), {}, language)
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert len(rows) == len(draft.units) + 2
    assert {len(row) for row in rows} == {12}
    assert not any(cell.startswith("=") for row in rows for cell in row)
    assert int(rows[-1][-1]) == evaluate(hostile.list(), catalogue()).points == sum(int(row[-1]) for row in rows[1:-1])
    assert text.count("\r\n") == len(rows)


def test_every_format_tells_the_same_units() -> None:
    draft = random_draft(5, named=True)
    reading = read(draft, catalogue(), "en")
    for kind, (write, _) in exports.KINDS.items():
        text = write(reading, {}, "en").replace("\\", "")
        for unit in draft.units:
            assert unit.entry.name in text, kind


def test_numbers_and_strange_things_in_a_file_are_told_and_left_out() -> None:
    plain = {
        "format": exports.FORMAT, "name": "X", "size": 250, "points": 1, "units": [
            {"type": "otrok", "name": "A", "cost": 1, "commander": "tsar"},
            {"type": "griffin", "name": "B"},
            {"type": "smerdy", "name": "C", "figures": 2.5, "options": ["wings"]},
            {"type": "smerdy"},
            "junk",
            {"type": "kmeti", "name": "D", "figures": 3},
        ],
    }  # fmt: skip
    report = imports.read(json.dumps(plain), language="en")
    fates = [item.fate for item in report.items]
    assert fates == ["changed", "unknown", "changed", "changed", "unknown", "taken"]
    assert sum(report.count(fate) for fate in ("taken", "changed", "unknown")) == len(plain["units"])
    assert report.draft.size == 300
    assert evaluate(report.draft.list(), catalogue()).points == 55 + 14 + 14 + 37
    assert [unit.entry.figures for unit in report.draft.units] == [None, None, None, None]


def test_a_text_of_somebody_else_is_read_as_far_as_it_goes() -> None:
    text = """Моя рать
    Стычка 200
    1) Отрок "Сокол", воевода, вожак звена
    2x Смерды
    * кмети — 37
    сто белых слонов
    """
    report = imports.read(text, language="ru")
    assert [(unit.entry.type, unit.entry.commander) for unit in report.draft.units] == [
        ("otrok", "voivode"), ("smerdy", None), ("smerdy", None), ("kmeti", None),
    ]  # fmt: skip
    assert (report.draft.name, report.draft.size) == ("Моя рать", 200)
    assert [item.text for item in report.items if item.fate == "unknown"] == ["сто белых слонов"]


@pytest.mark.parametrize(
    "text", ["", "   ", "{", "[]", '{"format": "other", "units": []}', "привет", "[" * 5000, "x" * 300_000]
)
def test_what_is_no_list_is_told_so(text: str) -> None:
    with pytest.raises(NothingToRead):
        imports.read(text, language="en")


def test_more_units_than_anybody_plays_with_are_told() -> None:
    plain = {"format": exports.FORMAT, "size": 500, "units": [{"type": "oboz"}] * 500}
    report = imports.read(json.dumps(plain), language="en")
    assert (len(report.draft.units), report.count("unknown"), len(report.items)) == (120, 380, 500)
