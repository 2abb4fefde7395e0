"""Sockets that come and go, come late or are slow while the battle goes on: nobody misses what happened."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from battles.live import frames
from battles.live.announce import group
from battles.live.hub import hub
from battles.live.models import LiveBattle

from .conftest import Player
from .test_sockets import Browser, browser, deploy, load, number_of
from .test_whole_battle import _no_limits, play_on, two_players  # noqa: F401  fixtures

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

Seat = Callable[[str, int], dict[str, Player]]
LINE = re.compile(r'<li id="(l\d+-\d+)"')
play = database_sync_to_async(play_on)


@database_sync_to_async
def watching(battle: str) -> Client:
    client = Client()
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=battle)
    assert client.get(f"/w/{token}/").status_code == 200
    return client


async def heard(page: Browser, number: int) -> set[str]:
    """The lines of the log in all frames until the one of that number; numbers only go up."""
    lines: set[str] = set()
    last = -1
    while last < number:
        frame = await page.html()
        assert frame["seq"] > last
        last = frame["seq"]
        lines |= set(LINE.findall(frame["html"]))
    return lines


async def test_two_hundred_visits_of_a_watcher_take_no_event_from_the_players(
    two_players: Seat,  # noqa: F811
) -> None:
    players, chance = await database_sync_to_async(two_players)("skirmish", 6), Random(6)
    battle = players["red"].battle
    watcher, since = await watching(battle), await number_of(battle)
    lines: dict[str, set[str]] = {"red": set(), "blue": set()}
    async with AsyncExitStack() as pages:
        seats = {
            side: await pages.enter_async_context(browser(player.client, battle, since=since))
            for side, player in players.items()
        }
        for visit in range(200):
            async with browser(watcher, battle, since=since):
                if visit % 5 == 0:
                    await play(players, chance, until=1)
                    for side, page in seats.items():
                        lines[side] |= await heard(page, await number_of(battle))
    told = {f"l{e.number}-{e.index}" for e in (await load(battle)).log if e.number > since}
    assert len(told) > 30
    assert told <= lines["red"]
    assert lines["red"] == lines["blue"]


async def test_a_watcher_who_comes_late_sees_what_an_early_one_does(two_players: Seat) -> None:  # noqa: F811
    """The whole state and the newest lines, not the history played again; older lines are there for the asking."""
    players, chance = await database_sync_to_async(two_players)("skirmish", 7), Random(7)
    battle = players["red"].battle
    early, late = await watching(battle), await watching(battle)
    async with browser(early, battle, since=0) as one:
        await one.html()
        for _ in range(30):
            await play(players, chance, until=4)
            async with browser(late, battle, since=0) as other:
                whole = (await other.html(await number_of(battle)))["html"]
            drawn = frames.panels_of(await load(battle), "watcher", "en")
            assert whole == "".join(drawn.values())
    older = await database_sync_to_async(late.get)(f"/b/{battle}/log/?before=20.0")
    assert LINE.findall(older.content.decode())


async def test_more_news_at_once_than_a_channel_usually_holds(
    red_player: Player, blue_player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All battles of a process share its channel: what many of them tell while the loop is busy pushes nothing out."""
    layer: Any = get_channel_layer()
    async with browser(red_player.client, red_player.battle, since=0) as page:
        await page.html()
        with monkeypatch.context() as unheard:
            unheard.setattr("battles.live.play.announce", lambda battle, number: None)
            number = await deploy(blue_player)
        for other in ("one-battle", "another"):
            await hub().subscribe(other)
        pokes = [(other, 0) for _ in range(300) for other in ("one-battle", "another")] + [(red_player.battle, number)]
        await asyncio.gather(
            *(layer.group_send(group(b), {"type": "battle.poke", "battle": b, "number": n}) for b, n in pokes)
        )
        assert (await page.html())["seq"] == number
