"""Sockets that others open: from other places of this host, in floods, and with heartbeats that no page sends."""

from __future__ import annotations

import json

import pytest
from channels.testing import WebsocketCommunicator

from battles.live import consumers, hub
from config.asgi import application
from config.origins import is_own

from .conftest import Player
from .test_sockets import SOON, browser, deploy, number_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:3000",
        "http://localhost.example",
        "null",
        "",
        "http://localhost:x",
    ],
)
async def test_another_place_of_this_host_gets_no_socket(red_player: Player, origin: str) -> None:
    """The cookies of a host go to all its ports, so the page of another server there would come with them."""
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in red_player.client.cookies.items())
    headers = [(b"host", b"localhost"), (b"origin", origin.encode()), (b"cookie", cookies.encode())]
    socket = WebsocketCommunicator(application, f"/ws/b/{red_player.battle}/", headers=headers)
    assert (await socket.connect(timeout=SOON))[0] is False


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost", "localhost:80", True),
        ("https://game.example", "game.example", True),
        ("https://game.example", "inner:8000", False),
        ("https://table.example", "inner:8000", True),
        ("https://one.tables.example", "inner:8000", True),
        ("http://one.tables.example", "inner:8000", False),
        ("https://eviltables.example", "inner:8000", False),
        ("http://localhost:8001", "localhost:8000", False),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://[", "localhost", False),
        ("", "", False),
    ],
)
async def test_an_origin_is_ours_by_host_and_port_or_by_the_settings(
    settings: object, origin: str, host: str, own: bool
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://table.example", "https://*.tables.example"]  # type: ignore[attr-defined]
    assert is_own(origin, host) is own


async def test_a_flood_of_heartbeats_is_cut_off(red_player: Player, blue_player: Player) -> None:
    """Each says that it shows nothing, and so asks for a whole page."""
    red, blue = red_player, blue_player
    current = await number_of(red.battle)
    async with browser(red.client, red.battle, since=current) as calm, browser(blue.client, red.battle) as wild:
        for _ in range(5 * consumers.MOST_BEATS[0]):
            await wild.ping(0)
        frames = 0
        while (output := await wild.socket.receive_output(timeout=SOON))["type"] != "websocket.close":
            frames += json.loads(output["text"])["t"] == "html"
        assert output["code"] == 4400
        assert frames <= consumers.MOST_BEATS[0] + 1
        assert len(hub.hub()._rooms[red.battle].sockets) == 1
        number = await deploy(red)
        assert (await calm.html())["seq"] == number


async def test_a_page_that_comes_into_sight_again_and_again_is_served(red_player: Player) -> None:
    current = await number_of(red_player.battle)
    async with browser(red_player.client, red_player.battle, since=current) as page:
        for _ in range(consumers.MOST_BEATS[0]):
            await page.ping(current)
            assert (await page.frame())["t"] == "pong"


@pytest.mark.parametrize("seq", [10**400, -1, 0])
async def test_a_page_may_claim_any_number(red_player: Player, blue_player: Player, seq: int) -> None:
    async with browser(red_player.client, red_player.battle, since=0) as page:
        await page.ping(seq)
        assert (await page.html())["seq"] == await number_of(red_player.battle)


async def test_bytes_are_no_heartbeat(red_player: Player) -> None:
    async with browser(red_player.client, red_player.battle, since=await number_of(red_player.battle)) as page:
        await page.socket.send_to(bytes_data=b"\x00\xff")
        assert (await page.socket.receive_output(timeout=SOON))["code"] == 4400
