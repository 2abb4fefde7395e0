"""What is pushed: everything that changed, to whom it may concern, and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from battles.live import frames, hub, panels, tables
from battles.live.announce import group
from battles.live.models import LiveBattle, Seat
from config.asgi import application

from .conftest import Player, deployment, forget, seat_link, starters

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

SOON = 5  # seconds that a frame may take on a busy machine


class Browser:
    """A socket as the page has it."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket

    async def frame(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=SOON))
        return found

    async def html(self, number: int | None = None) -> dict[str, Any]:
        """The next html frame, of that number if one is given; others may come in between."""
        while True:
            frame = await self.frame()
            if frame["t"] == "html" and number in (None, frame["seq"]):
                return frame

    async def ping(self, seq: int) -> None:
        await self.socket.send_to(text_data=json.dumps({"t": "ping", "seq": seq}))


@asynccontextmanager
async def browser(client: Client, battle: str, *, since: int | str = "", **asked: str) -> AsyncIterator[Browser]:
    query = "&".join(f"{name}={value}" for name, value in {"since": str(since), **asked}.items())
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
    socket = WebsocketCommunicator(application, f"/ws/b/{battle}/?{query}", headers=headers)
    connected, _ = await socket.connect(timeout=SOON)
    assert connected
    try:
        yield Browser(socket)
    finally:
        await socket.disconnect(timeout=SOON)


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


@database_sync_to_async
def deploy(player: Player, *, skip: int = 0) -> int:
    answer = player.give("deploy", **deployment(player.battle, player.side, skip=skip))
    assert answer.status_code == 204, answer.content.decode()
    return int(answer["X-Number"])


number_of = database_sync_to_async(lambda battle: LiveBattle.objects.values_list("number", flat=True).get(pk=battle))
load = database_sync_to_async(tables.load)


async def test_a_page_that_is_behind_gets_everything_at_once(both: tuple[Player, Player]) -> None:
    red, _ = both
    async with browser(red.client, red.battle, since=0) as page:
        frame = await page.html()
    table = await load(red.battle)
    drawn = frames.panels_of(table, "red", "en")
    assert frame == {"t": "html", "seq": table.number, "html": "".join(drawn.values())}


async def test_a_page_that_is_current_gets_nothing_until_something_happens(both: tuple[Player, Player]) -> None:
    red, blue = both
    async with browser(red.client, red.battle, since=await number_of(red.battle)) as page:
        assert await page.socket.receive_nothing(timeout=0.3)
        number = await deploy(blue)
        assert (await page.html())["seq"] == number


async def test_what_is_pushed_is_what_is_fetched(both: tuple[Player, Player], watcher: Client) -> None:
    red, blue = both
    clients = {"red": red.client, "blue": blue.client, "watcher": watcher}
    for viewer, client in clients.items():
        async with browser(client, red.battle, since=0) as page:
            pushed = (await page.html())["html"]
        for name in frames.panels_of(await load(red.battle), viewer, "en"):
            fetched = await database_sync_to_async(client.get)(f"/b/{red.battle}/panel/{name}/")
            assert fetched.content.decode() in pushed, (viewer, name)
        synced = await database_sync_to_async(client.get)(f"/b/{red.battle}/sync/?since=0")
        assert synced.json()["html"] == pushed


async def test_only_what_changed_is_pushed(both: tuple[Player, Player]) -> None:
    red, blue = both
    before = await load(red.battle)
    async with browser(red.client, red.battle, since=0) as page:
        await page.html()
        number = await deploy(blue)
        pushed = (await page.html(number))["html"]
    old, new = (frames.panels_of(table, "red", "en") for table in (before, await load(red.battle)))
    assert pushed == "".join(html for name, html in new.items() if old[name] != html)
    assert len(pushed) < len("".join(new.values()))


async def test_the_other_side_is_served_before_the_one_that_moved(
    both: tuple[Player, Player], watcher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = both
    served: list[tuple[int, str]] = []
    true_panels_of = frames.panels_of

    def panels_of(table: tables.Table, viewer: str, language: str) -> frames.Panels:
        served.append((table.number, viewer))
        return true_panels_of(table, viewer, language)

    async with (
        browser(watcher, red.battle, since=0) as three,
        browser(red.client, red.battle, since=0) as one,
        browser(blue.client, red.battle, since=0) as two,
    ):
        for page in (one, two, three):
            await page.html()
        monkeypatch.setattr(frames, "panels_of", panels_of)
        for player, order in ((red, ["blue", "red", "watcher"]), (blue, ["red", "blue", "watcher"])):
            number = await deploy(player)
            for page in (one, two, three):
                await page.html(number)
            assert [viewer for at, viewer in dict.fromkeys(served) if at == number] == order


async def test_all_three_are_told_the_same_number(both: tuple[Player, Player], watcher: Client) -> None:
    red, blue = both
    async with (
        browser(red.client, red.battle) as one,
        browser(blue.client, red.battle) as two,
        browser(watcher, red.battle) as three,
    ):
        number = await deploy(red)
        assert [(await page.html(number))["seq"] for page in (one, two, three)] == [number] * 3


async def test_each_is_drawn_in_the_language_asked_for(both: tuple[Player, Player]) -> None:
    red, _ = both
    table = await load(red.battle)
    for language in ("en", "ru"):
        async with browser(red.client, red.battle, lang=language) as page:
            assert (await page.html())["html"] == "".join(frames.panels_of(table, "red", language).values())


async def test_an_unknown_language_is_the_usual_one(both: tuple[Player, Player]) -> None:
    red, _ = both
    async with browser(red.client, red.battle, lang="tlh") as page:
        drawn = frames.panels_of(await load(red.battle), "red", settings.LANGUAGE_CODE)
        assert (await page.html())["html"] == "".join(drawn.values())


async def test_a_stranger_is_told_to_stop(both: tuple[Player, Player]) -> None:
    async with browser(Client(), both[0].battle) as page:
        assert await page.frame() == {"t": "stop", "reason": "not_allowed"}
        closed = await page.socket.receive_output(timeout=SOON)
        assert (closed["type"], closed["code"]) == ("websocket.close", 4403)
        await deploy(both[0])
        assert await page.socket.receive_nothing(timeout=0.2)


async def test_a_battle_that_is_none_is_no_secret(both: tuple[Player, Player]) -> None:
    async with browser(both[0].client, "no-such-one") as page:
        assert (await page.frame())["t"] == "stop"


async def test_another_site_gets_no_socket(both: tuple[Player, Player]) -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://elsewhere.example")]
    socket = WebsocketCommunicator(application, f"/ws/b/{both[0].battle}/", headers=headers)
    assert (await socket.connect(timeout=SOON))[0] is False


async def test_an_older_build_is_told_to_reload(both: tuple[Player, Player]) -> None:
    red, _ = both
    async with browser(red.client, red.battle, b="of-yesterday") as page:
        assert await page.frame() == {"t": "reload", "b": settings.BUILD_ID}
    async with browser(red.client, red.battle, b=settings.BUILD_ID) as page:
        assert (await page.frame())["t"] == "html"


async def test_a_heartbeat_brings_what_was_lost(both: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = both
    async with browser(red.client, red.battle, since=0) as page:
        current = (await page.html())["seq"]
        monkeypatch.setattr("battles.live.play.announce", lambda battle, number: None)
        number = await deploy(blue)
        assert await page.socket.receive_nothing(timeout=0.2)
        await page.ping(current)
        assert await page.frame() == {"t": "pong", "seq": current}
        assert (await page.html())["seq"] == number


async def test_a_heartbeat_renews_the_subscription(both: tuple[Player, Player]) -> None:
    red, blue = both
    current = await number_of(red.battle)
    async with browser(red.client, red.battle, since=current) as page:
        await page.ping(current)
        await page.frame()
        layer: Any = get_channel_layer()
        layer.groups.clear()
        await page.ping(current)
        await page.frame()
        assert len(layer.groups[group(red.battle)]) == 1
        number = await deploy(blue)
        assert (await page.html())["seq"] == number


@pytest.mark.parametrize("said", ["{", "[]", '{"t":"resign"}', '{"t":"ping"}', '{"t":"ping","seq":"1"}', "x" * 9999])
async def test_a_socket_takes_no_commands(both: tuple[Player, Player], said: str) -> None:
    red, _ = both
    async with browser(red.client, red.battle, since=await number_of(red.battle)) as page:
        await page.socket.send_to(text_data=said)
        closed = await page.socket.receive_output(timeout=SOON)
        assert (closed["type"], closed["code"]) == ("websocket.close", 4400)


async def test_a_process_subscribes_once_and_leaves_with_its_last_socket(both: tuple[Player, Player]) -> None:
    red, blue = both
    layer: Any = get_channel_layer()
    async with browser(red.client, red.battle) as one:
        await one.html()
        async with browser(blue.client, red.battle) as two, browser(red.client, red.battle) as three:
            await two.html()
            await three.html()
            assert len(layer.groups[group(red.battle)]) == 1
            assert len(hub.hub()._rooms[red.battle].sockets) == 3
    assert not layer.groups.get(group(red.battle))
    assert red.battle not in hub.hub()._rooms


async def test_two_hundred_comings_and_goings_leak_nothing(both: tuple[Player, Player]) -> None:
    red, blue = both
    current = await number_of(red.battle)
    async with browser(blue.client, red.battle, since=current) as other:
        for _ in range(200):
            async with browser(red.client, red.battle, since=current):
                pass
        assert len(hub.hub()._rooms[red.battle].sockets) == 1
        number = await deploy(red)
        assert (await other.html())["seq"] == number


async def test_a_burst_is_one_frame_of_the_newest_state(both: tuple[Player, Player]) -> None:
    red, _ = both
    layer: Any = get_channel_layer()
    async with browser(red.client, red.battle, since=0) as page:
        await page.html()
        number = await deploy(red)
        for _ in range(150):
            await layer.group_send(group(red.battle), {"type": "battle.poke", "battle": red.battle, "number": number})
        assert (await page.html())["seq"] == number
        assert await page.socket.receive_nothing(timeout=0.3)


async def test_a_panel_that_cannot_be_drawn_stops_nobody(
    both: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = both
    true_render = panels.render

    def render(table: tables.Table, viewer: str, language: str) -> Any:
        if viewer == "red":
            raise ZeroDivisionError
        return true_render(table, viewer, language)

    async with browser(red.client, red.battle) as one, browser(blue.client, red.battle) as two:
        await one.html()
        await two.html()
        with monkeypatch.context() as broken:
            broken.setattr(panels, "render", render)
            number = await deploy(blue)
            assert (await two.html())["seq"] == number
        await one.ping(0)
        assert (await one.html(number))["seq"] == number


async def test_whoever_loses_the_seat_is_cut_off(both: tuple[Player, Player], stranger: Client) -> None:
    red, blue = both
    token = await database_sync_to_async(
        lambda: Seat.objects.values_list("recovery_token", flat=True).get(battle_id=red.battle, side="blue")
    )()
    async with browser(blue.client, red.battle, since=await number_of(red.battle)) as old:
        await database_sync_to_async(stranger.post)(f"/r/{token}/")
        assert await old.frame() == {"t": "stop", "reason": "seat_moved"}
        assert (await old.socket.receive_output(timeout=SOON))["code"] == 4403
    async with browser(stranger, red.battle) as new:
        assert (await new.html())["seq"] == await number_of(red.battle)


async def test_the_opener_sees_the_opponent_come(red_player: Player, stranger: Client) -> None:
    link = await database_sync_to_async(seat_link)(red_player.battle)
    async with browser(red_player.client, red_player.battle, since=0) as page:
        await database_sync_to_async(stranger.post)(link, {"name": "Олег Вещий", "army": starters()[1]})
        number = await number_of(red_player.battle)
        assert "Олег Вещий" in (await page.html(number))["html"]


async def test_another_process_is_followed(both: tuple[Player, Player]) -> None:
    """A move that this process has not made itself: its memory is older than the stored number."""
    red, blue = both
    async with browser(red.client, red.battle) as page:
        await page.html()
        stale = await load(red.battle)
        number = await deploy(blue)
        await page.html(number)
        tables.keep(stale)
        fresh = await load(red.battle)
        forget()
        assert fresh == await load(red.battle)


SECRETS: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "deploy": lambda battle, n: deployment(battle, "red", skip=2 * n),
    "place_orders": lambda battle, n: {f"orders.{unit}": ("attack", "hold")[n] for unit in _groups(battle)},
    "spend_initiative": lambda battle, n: {f"points.{unit}": 2 * n for unit in _groups(battle)[:1]},
}


@pytest.mark.parametrize("do", SECRETS)
async def test_secrets_reach_nobody_else_before_the_reveal(
    opened: Callable[..., Player], settings: Any, do: str
) -> None:
    """The same battle twice, red committing differently: what blue and a spectator get is the same to the byte."""
    settings.DRUZHINA_DICE_SEED = "the same dice"
    told = [await _told_of_red(opened, do, n) for n in (0, 1)]
    assert told[0]["blue"] == told[1]["blue"]
    assert told[0]["watcher"] == told[1]["watcher"]
    assert told[0]["red"] != told[1]["red"]


async def _told_of_red(opened: Callable[..., Player], do: str, n: int) -> dict[str, list[str]]:
    """All that each of the three gets from red's commitment on, with what names the battle masked."""
    red, blue, watcher = await _three(opened)
    await _until(do, red, blue)
    clients = {"red": red.client, "blue": blue.client, "watcher": watcher}
    told: dict[str, list[str]] = {}
    async with AsyncExitStack() as open_pages:
        pages = {who: await open_pages.enter_async_context(browser(client, red.battle, since=0))
                 for who, client in clients.items()}  # fmt: skip
        for page in pages.values():
            await page.html()
        number = await commit(red, do, n)
        for who, page in pages.items():
            told[who] = [(await page.html(number))["html"]]
        number = await commit_answers(red, ("never", "always")[n])
        for who, page in pages.items():
            await page.ping(0)
            told[who] += [(await page.html(number))["html"], *await _fetched(clients[who], red.battle, who)]
    hidden = await database_sync_to_async(_tokens)(red.battle)
    return {who: [_masked(text, hidden) for text in texts] for who, texts in told.items()}


@database_sync_to_async
def _until(do: str, red: Player, blue: Player) -> None:
    """Both commit plainly until that decision is open."""
    for earlier in list(SECRETS)[: list(SECRETS).index(do)]:
        for player in (red, blue):
            form = {"deploy": deployment(red.battle, player.side)}.get(earlier, {})
            if earlier == "place_orders":
                form = {f"orders.{unit}": "hold" for unit in _groups(red.battle, player.side)}
            answer = player.give(earlier, **form)
            assert answer.status_code == 204, answer.content.decode()


@database_sync_to_async
def commit(red: Player, do: str, n: int) -> int:
    answer = red.give(do, **SECRETS[do](red.battle, n))
    assert answer.status_code == 204, answer.content.decode()
    return int(answer["X-Number"])


@database_sync_to_async
def commit_answers(red: Player, wanted: str) -> int:
    return int(red.give("set_answers", cancel_checks=wanted)["X-Number"])


def _groups(battle: str, side: str = "red") -> list[str]:
    position = tables.load(battle).battle
    assert position is not None
    return [group for group in position.groups() if position.group_side(group) == side]


@database_sync_to_async
def _three(opened: Callable[..., Player]) -> tuple[Player, Player, Client]:
    red, blue, watcher = opened(), Client(), Client()
    assert blue.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]}).status_code == 302
    watch = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=red.battle)
    assert watcher.get(f"/w/{watch}/").status_code == 200
    return red, Player(blue, red.battle, "blue"), watcher


async def _fetched(client: Client, battle: str, who: str) -> list[str]:
    panels_by_name = frames.panels_of(await load(battle), who, "en")
    addresses = ["", "sync/?since=0", "file/", "habits/", *(f"panel/{name}/" for name in panels_by_name)]
    addresses += [f"overlay/{unit}/" for unit in ("r1", "b1")]
    get = database_sync_to_async(client.get)
    return [(await get(f"/b/{battle}/{address}")).content.decode() for address in addresses]


def _tokens(battle: str) -> list[str]:
    row = LiveBattle.objects.get(pk=battle)
    seats = row.seats.all()
    return [row.pk, row.watch_token, *(token for seat in seats for token in (seat.invite_token, seat.recovery_token))]


def _masked(text: str, tokens: list[str]) -> str:
    import re

    for token in tokens:
        text = text.replace(token, "token")
    return re.sub(r"[A-Za-z0-9]{64}|data-who=\"[0-9a-f]{16}\"", "csrf", text)


async def test_no_task_outlives_its_socket(both: tuple[Player, Player]) -> None:
    red, _ = both
    async with browser(red.client, red.battle) as page:
        await page.html()
    await asyncio.sleep(0)
    left = [task for task in asyncio.all_tasks() if "_pump" in repr(task.get_coro())]
    assert left == []
