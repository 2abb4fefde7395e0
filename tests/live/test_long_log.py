"""A log of three thousand lines: opening, drawing and pushing cost what they cost with a hundred."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.live import frames, tables
from battles.live.models import LiveBattle, Move
from battles.rules import stored
from battles.rules.events import DrawOffered

from .conftest import Player, deployment, forget, seat_link, starters

SHORT, LONG = 100, 3000
LINE = re.compile(r'<li id="(l\d+-\d+)"')


@pytest.fixture
def lengthened(opened: Callable[..., Player]) -> Callable[[int], tuple[Player, Player]]:
    """A battle with so many lines, of which the last position was stored some moves ago."""

    def with_lines(lines: int) -> tuple[Player, Player]:
        red, client = opened(), Client()
        assert client.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]}).status_code == 302
        row = LiveBattle.objects.get(pk=red.battle)
        event = stored.event_to_json(DrawOffered(side="red"))
        first = row.number + 1
        Move.objects.bulk_create(
            Move(battle=row, number=number, command={"do": "offer_draw"}, events=[event])
            for number in range(first, first + lines)
        )
        LiveBattle.objects.filter(pk=row.pk).update(number=first + lines - 1, position_number=first + lines - 31)
        forget()
        return red, Player(client, red.battle, "blue")

    return with_lines


def costs(red: Player, blue: Player) -> dict[str, int]:
    """Queries and bytes of opening the battle anew, of a command, and of what it pushes."""
    with CaptureQueriesContext(
        connection,
    ) as opening:
        page = len(blue.client.get(f"/b/{red.battle}/").content)
    before = frames.panels_of(tables.load(red.battle), "blue", "en")
    with CaptureQueriesContext(connection) as commanding:
        assert red.give("deploy", **deployment(red.battle, "red")).status_code == 204
    after = frames.panels_of(tables.load(red.battle), "blue", "en")
    pushed = len(frames.html_frame(0, frames.changed(before, after)))
    return {"opening": len(opening), "page": page, "commanding": len(commanding), "pushed": pushed}


def test_a_long_log_costs_no_more(lengthened: Callable[[int], tuple[Player, Player]]) -> None:
    short, long = costs(*lengthened(SHORT)), costs(*lengthened(LONG))
    for what, cost in short.items():
        assert cost * 0.95 <= long[what] <= cost * 1.05, (what, short, long)


def test_older_lines_come_page_by_page_each_once(lengthened: Callable[[int], tuple[Player, Player]]) -> None:
    red, _ = lengthened(LONG)
    found = LINE.findall(red.client.get(f"/b/{red.battle}/").content.decode())
    pages = 0
    while True:
        oldest = min(found, key=_place)
        before = ".".join(map(str, _place(oldest)))
        more = LINE.findall(red.client.get(f"/b/{red.battle}/log/?before={before}").content.decode())
        if not more:
            break
        assert len(more) < 200
        found += more
        pages += 1
    assert pages > 20
    assert len(found) == len(set(found)) >= LONG


def _place(line: str) -> tuple[int, int]:
    number, _, index = line.removeprefix("l").partition("-")
    return int(number), int(index)
