"""Who is at the table decays by itself, is the same for everybody, and outlives the processes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from battles.live import presence, warden
from battles.live.models import LiveBattle, Presence

from .conftest import Clock, Player, forget
from .test_sockets import SOON, browser

pytestmark = pytest.mark.django_db(transaction=True)


def lamp(battle: str, side: str) -> str:
    return str(warden.facts_of(battle)["seats"][side]["is"])


def test_a_seat_is_here_then_lost_then_away_without_anybody_saying_so(blue_player: Player, clock: Clock) -> None:
    battle = blue_player.battle
    presence.hear(battle, "blue")
    for later, state in ((0, "here"), (12, "here"), (1, "lost"), (47, "lost"), (1, "away"), (3600, "away")):
        clock.now += later
        assert lamp(battle, "blue") == state
    assert warden.facts_of(battle)["seats"]["blue"]["ago"] == 3661
    presence.hear(battle, "blue")
    assert lamp(battle, "blue") == "here"


def test_whoever_looks_at_the_battle_is_here(blue_player: Player, clock: Clock) -> None:
    clock.now += 100
    assert lamp(blue_player.battle, "blue") == "away"
    for ask in (f"/b/{blue_player.battle}/sync/", f"/b/{blue_player.battle}/presence/"):
        clock.now += 100
        assert blue_player.client.get(ask).status_code == 200
        assert lamp(blue_player.battle, "blue") == "here"


def test_a_watcher_asking_is_nobody_at_the_table(blue_player: Player, watcher: Client, clock: Clock) -> None:
    clock.now += 100
    told = watcher.get(f"/b/{blue_player.battle}/presence/").json()
    assert [told["seats"][side]["is"] for side in ("red", "blue")] == ["away", "away"]
    assert Client().get(f"/b/{blue_player.battle}/presence/").status_code == 403


def test_a_free_seat_has_nobody_in_it(red_player: Player) -> None:
    assert lamp(red_player.battle, "blue") == "free"


def test_after_a_restart_it_is_known_to_the_minute(blue_player: Player, clock: Clock) -> None:
    presence.hear(blue_player.battle, "blue")
    for _ in range(20):
        clock.now += presence.BEAT
        presence.hear(blue_player.battle, "blue")
    forget()
    ago = warden.facts_of(blue_player.battle)["seats"]["blue"]["ago"]
    assert ago <= presence.WRITTEN_EVERY
    forget()
    came = Presence.objects.get(seat__battle_id=blue_player.battle, seat__side="blue").came
    presence.hear(blue_player.battle, "blue")
    back = presence.signs(blue_player.battle)["blue"]
    assert back is not None
    assert (back.came == came) == (ago <= presence.SILENT)


def test_signs_of_life_do_not_write_each_time(
    blue_player: Player, clock: Clock, django_assert_num_queries: Any
) -> None:
    presence.hear(blue_player.battle, "blue")
    presence.hear(blue_player.battle, "red")
    with django_assert_num_queries(0):
        for _ in range(5):
            clock.now += presence.BEAT
            presence.hear(blue_player.battle, "blue")


class Lamps:
    """A socket whose page has lamps."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket

    async def told(self, side: str, state: str) -> dict[str, Any]:
        """The next news that shows that seat so."""
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=SOON))
            if frame["t"] == "presence" and frame["seats"][side]["is"] == state:
                return frame


@pytest.mark.asyncio
async def test_both_players_and_the_watcher_are_told_the_same(
    red_player: Player, blue_player: Player, watcher: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warden, "LOOK", 0.05)
    monkeypatch.setattr(presence, "BEAT", 1000)
    battle, since = red_player.battle, await number(red_player.battle)
    async with (
        browser(red_player.client, battle, since=since, lamps="1") as red,
        browser(watcher, battle, since=since, lamps="1") as third,
    ):
        pages = [Lamps(red.socket), Lamps(third.socket)]
        async with browser(blue_player.client, battle, since=since, lamps="1"):
            here = [await page.told("blue", "here") for page in pages]
        assert here[0]["seats"] == here[1]["seats"]
        clock.now += 13
        await red.socket.send_to(text_data='{"t":"here"}')
        lost = [await page.told("blue", "lost") for page in pages]
        assert lost[0] == lost[1]
        assert set(lost[0]) == {"t", "seats", "claim"}
        assert lost[0]["seats"] == {"red": {"is": "here", "ago": 0}, "blue": {"is": "lost", "ago": 13}}
        async with browser(blue_player.client, battle, since=since, lamps="1"):
            for page in pages:
                await page.told("blue", "here")


@pytest.mark.asyncio
async def test_players_are_asked_and_their_answers_count(
    red_player: Player, blue_player: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warden, "LOOK", 0.05)
    monkeypatch.setattr(presence, "BEAT", 0.05)
    battle, since = red_player.battle, await number(red_player.battle)
    async with browser(red_player.client, battle, since=since, lamps="1") as red:
        frame: dict[str, Any] = {}
        while frame.get("t") != "beat":
            frame = await red.frame()
        clock.now += 30
        await red.socket.send_to(text_data='{"t":"here"}')
        await Lamps(red.socket).told("red", "here")


@pytest.mark.asyncio
async def test_nothing_runs_when_the_last_page_has_gone(red_player: Player) -> None:
    async with browser(red_player.client, red_player.battle, lamps="1") as page:
        await page.frame()
        assert warden.warden()._round is not None
    assert warden.warden()._round is None
    assert warden.warden()._pages == {}


number = database_sync_to_async(lambda battle: LiveBattle.objects.values_list("number", flat=True).get(pk=battle))
