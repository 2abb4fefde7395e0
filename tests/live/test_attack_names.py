"""Names that turn the text around, look like markup or fill the line: everywhere they stand alone and do nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils.translation import override

from battles.live import panels, tables, wording
from battles.live.models import Seat

from .conftest import Player, deployment, seat_link, starters

TURNED = "\u202eтобоР<b>&\"'{{ 7 }}%(name)s{0}"
LONG = "Ё" * 200
ISOLATING = frozenset({"bdi", "title", "text", "option"})  # a drawing's text and an option are lines of their own
VOID = frozenset("meta link input br hr img path rect circle use".split())


class Reader(HTMLParser):
    """Collects where a name is found in the text: the elements around it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.open, self.found = name, list[str](), list[tuple[str, ...]]()
        self.handlers = set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handlers |= {name for name, _ in attrs if name.startswith("on") or name == "style"}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if self.name[:10] in data:
            self.found.append(tuple(self.open))


def read(html: str, name: str) -> Reader:
    reader = Reader(name)
    reader.feed(html)
    return reader


def pages(red: Player, blue: Player | None = None) -> Iterator[str]:
    """Everything that shows a name."""
    people = [red.client, Client(), *([blue.client] if blue else [])]
    addresses = [seat_link(red.battle), f"/b/{red.battle}/", "/battles/", "/"]
    for person in people:
        for address in addresses:
            answer = person.get(address, headers={"accept-language": "ru"}, follow=True)
            assert answer.status_code in (200, 403)
            yield answer.content.decode()


@pytest.mark.parametrize("name", [TURNED, LONG])
def test_a_name_stands_alone_in_every_page(opened: Callable[..., Player], name: str) -> None:
    red = opened(name=name)
    readers = [read(page, name) for page in pages(red)]
    blue = Client()
    blue.post(seat_link(red.battle), {"name": name, "army": starters()[1]})
    player = Player(blue, red.battle, "blue")
    readers += [read(page, name) for page in pages(red, player)]
    for each in (red, player):
        assert each.give("deploy", **deployment(red.battle, each.side)).status_code == 204
    red.give("offer_draw")
    readers += [read(page, name) for page in pages(red, player)]
    player.give("resign")
    readers += [read(page, name) for page in pages(red, player)]
    for reader in readers:
        assert not reader.handlers
        assert all(ISOLATING & set(around) for around in reader.found), reader.found
    assert sum(len(reader.found) for reader in readers) > 25


def test_a_name_of_markup_is_text(opened: Callable[..., Player]) -> None:
    """In panels as in pages; braces and percent signs of a name are never filled in."""
    red = opened(name=TURNED)
    Client().post(seat_link(red.battle), {"name": TURNED, "army": starters()[1]})
    for name, html in panels.render(tables.load(red.battle), "watcher", "ru").items():
        assert "тобоР<b>" not in html, name
        assert "тобоР&lt;b&gt;&amp;&quot;&#x27;{{ 7 }}%(name)s{0}" in html or "тобоР" not in html, name


ALIKE = [
    ("Anna", "Аnna"), ("Anna", "anna"), ("Иван", "Иван"), ("Cаша", "Саша"), ("Ёлка", "Елка"), ("Il", "lI"),
    ("O0", "ОO"), ("Anna", "An\u200bna"), ("Anna", "A\u0301nna"), ("rn", "m"), ("x" * 60, "x" * 59 + "y"),
    ("ＯＬＥＧ", "OLEG"),
]  # fmt: skip


def spoken(names: dict[str, str], language: str = "en") -> list[str]:
    """Both players as sentences, the header and the counters call them."""
    with override(language):
        lengths = (18, 40)
        return [" / ".join(wording.side_name(names, side, length) for length in lengths) for side in ("red", "blue")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_carry_their_colour(one: str, other: str) -> None:
    red, blue = spoken({"red": one, "blue": other})
    assert "(Cinnabar)" in red
    assert "(Azure)" in blue


@pytest.mark.parametrize(("one", "other"), [("Анна", "Инна"), ("Олег", "Игорь"), ("Ян", "Яна"), ("A", "B")])
def test_other_names_stand_alone(one: str, other: str) -> None:
    assert not any("(" in name for name in spoken({"red": one, "blue": other}))


@pytest.mark.parametrize("name", ["Azure", "Аzurе", "the referee"])
def test_nobody_is_called_as_the_other_side_or_the_referee(name: str) -> None:
    assert "(Cinnabar)" in spoken({"red": name, "blue": "Олег"})[0]


def test_two_of_one_name_are_told_apart_everywhere(opened: Callable[..., Player]) -> None:
    red, blue = opened(name="Anna"), Client()
    assert blue.post(seat_link(red.battle), {"name": "Аnna", "army": starters()[1]}).status_code == 302
    for viewer in ("red", "blue", "watcher"):
        drawn = panels.render(tables.load(red.battle), viewer, "en")
        for name in ("header", "map", "morale", "decision", "end"):
            found = re.findall(r"\b[AА]nna\b(?! \((?:Cinnabar|Azure)\))", drawn[name])
            assert not found, (viewer, name)
        assert drawn["header"].count("(Cinnabar)") == drawn["header"].count("(Azure)") > 0


NASTY = "<img src=x onerror=alert(1)>{{ 7|add:7 }}%(n)s{0}</script>\"'"


def test_units_of_hostile_names_are_text_everywhere(opened: Callable[..., Player]) -> None:
    """Lists are made by players: labels, tooltips, tags, forecasts, log and file take their names as they are."""
    red = opened()
    seat = Seat.objects.get(battle_id=red.battle, side="red")
    names = [f"{NASTY}{n}" for n in range(len(seat.army["entries"]))]
    for entry, name in zip(seat.army["entries"], names, strict=True):
        entry["name"] = name
    seat.save()
    client = Client()
    assert client.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]}).status_code == 302
    blue = Player(client, red.battle, "blue")
    seen = [*pages(red, blue)]
    for player in (red, blue):
        assert player.give("deploy", **deployment(red.battle, player.side)).status_code == 204
    address = f"/b/{red.battle}/"
    parts = ("", "overlay/r1/", "sheet/", "log/", "away/?since=1")
    seen += [player.client.get(address + part).content.decode() for player in (red, blue) for part in parts]
    seen += [player.client.get(f"{address}sync/?since=0").json()["html"] for player in (red, blue)]
    assert red.give("resign").status_code == 204
    units = red.client.get(f"{address}file/").json()["units"]
    assert {unit["name"] for unit in (units.values() if isinstance(units, dict) else units)} >= set(names)
    for html in seen:
        assert "<img src=x" not in html
        assert "{14}" not in html
        assert not read(html, NASTY).handlers
    assert sum("&lt;img src=x" in html for html in seen) > 5
