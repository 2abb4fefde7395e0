"""Frames: of a panel that has changed, only the parts that have."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise

import pytest

from battles.live import frames, panels
from battles.live.tables import Table

from .test_panels import played

VIEWERS = ("red", "blue", "watcher")
VOID = frozenset("input br hr img".split())


@pytest.fixture(scope="module")
def battle_through() -> list[Table]:
    return list(played("one"))


def panel(*lines: str) -> dict[str, str]:
    return {"log": "\n".join(("<ol>", *lines, "</ol>"))}


def part(id_: str, text: str) -> str:
    return f'<li id="{id_}" data-part>{text}</li>'


def place(id_: str) -> str:
    return f'<li id="{id_}" data-same></li>'


def test_a_part_that_stays_leaves_its_place() -> None:
    before = panel(part("a", "one"), part("b", "two"))
    after = panel(part("c", "new"), part("b", "two"), part("a", "other"))
    assert frames.changed(before, after) == panel(part("c", "new"), place("b"), part("a", "other"))


def test_whoever_has_nothing_gets_all_parts() -> None:
    drawn = panel(part("a", "one"))
    assert frames.changed(None, drawn) == drawn
    assert frames.changed({"log": ""}, drawn) == drawn


def test_a_panel_that_stays_is_not_sent() -> None:
    drawn = panel(part("a", "one"))
    assert frames.changed(drawn, dict(drawn)) == {}


@pytest.mark.parametrize(
    "line", ['<li id="a" data-part>one', '<li id="a">one</li>', '<b>x</b><li id="a" data-part></li>']
)
def test_what_is_no_whole_part_is_sent_as_it_is(line: str) -> None:
    before, after = panel(line, "<li>old</li>"), panel(line, "<li>new</li>")
    assert frames.changed(before, after) == after


class Elements(HTMLParser):
    """How many elements stand side by side in a text, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.depth, self.whole = 0, 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1
        self.whole += self.depth == 0


def test_every_part_is_one_whole_element(battle_through: list[Table]) -> None:
    found = set()
    for table in battle_through[::7]:
        for viewer in VIEWERS:
            for name, html in panels.render(table, viewer, "ru").items():
                for line in html.split("\n"):
                    if frames.PART.match(line):
                        elements = Elements(line)
                        assert (elements.whole, elements.depth) == (1, 0), line
                        found.add(name)
    assert {"log", "map", "strip", "initiative", "morale"} <= found


def test_a_command_sends_few_of_the_counters_and_lines(battle_through: list[Table]) -> None:
    drawn = [panels.render(table, "watcher", "en") for table in battle_through[20:60]]
    for before, after in pairwise(drawn):
        sent = "".join(frames.changed(before, after).values())
        for line in "".join(before.values()).split("\n"):
            assert not frames.PART.match(line) or line not in sent.split("\n")
