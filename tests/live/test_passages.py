"""A seat moves to another device by a private link: once, soon, by a press, and nobody else learns of it."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from battles.live.models import LiveBattle, Passage, Seat
from config.logs import Line

from .conftest import Player, deployment
from .test_sockets import SOON, browser

pytestmark = pytest.mark.django_db(transaction=True)


def make(player: Player, who: Client | None = None) -> str:
    """The path of a fresh link."""
    answer = (who or player.client).post(f"/b/{player.battle}/move", headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content.decode()
    found = re.search(r"http://testserver(/m/[\w-]{32}/)", answer.content.decode())
    assert found
    return found[1]


def test_the_seat_moves_by_a_press(red_player: Player, blue_player: Player, stranger: Client) -> None:
    link = make(blue_player)
    for _ in range(2):
        assert "comes here" in stranger.get(link).content.decode()
    assert blue_player.client.get(f"/b/{blue_player.battle}/").status_code == 200
    assert stranger.post(link)["Location"] == f"/b/{blue_player.battle}/"
    new = Player(stranger, blue_player.battle, "blue")
    assert new.give("deploy", **deployment(new.battle, "blue")).status_code == 204
    assert blue_player.give("resign").status_code == 403


def test_the_old_device_is_told_and_watches_on(blue_player: Player, stranger: Client) -> None:
    stranger.post(make(blue_player))
    told = blue_player.client.get(f"/b/{blue_player.battle}/")
    assert told.status_code == 403
    assert "Your seat has moved" in told.content.decode()
    watching = blue_player.client.get(f"/b/{blue_player.battle}/").content.decode()
    assert 'id="moved"' in watching
    assert "placements." not in watching
    assert "Move my seat" not in watching


def test_it_comes_back_by_a_fresh_link(blue_player: Player, stranger: Client) -> None:
    stranger.post(make(blue_player))
    back = make(Player(stranger, blue_player.battle, "blue"))
    assert blue_player.client.post(back).status_code == 302
    page = blue_player.client.get(f"/b/{blue_player.battle}/")
    assert page.status_code == 200
    assert 'id="moved"' not in page.content.decode()
    assert "Your seat has moved" in stranger.get(f"/b/{blue_player.battle}/").content.decode()


def refused(answer: HttpResponse, words: str, status: int = 410) -> None:
    assert answer.status_code == status
    assert words in answer.content.decode()


def test_a_link_works_once(blue_player: Player, stranger: Client) -> None:
    link, thief = make(blue_player), Client()
    thief.get(link)
    stranger.post(link)
    assert stranger.get(link)["Location"] == f"/b/{blue_player.battle}/"
    for ask in (thief.get, thief.post):
        refused(ask(link), "has moved a seat already")
    assert thief.get(f"/b/{blue_player.battle}/").status_code == 403
    assert "Your seat has moved" not in thief.get(f"/b/{blue_player.battle}/").content.decode()


def test_a_link_runs_out_and_gives_way_to_a_newer_one(blue_player: Player, stranger: Client) -> None:
    first = make(blue_player)
    second = make(blue_player)
    refused(stranger.post(first), "newer link")
    Passage.objects.update(expires=timezone.now() - timedelta(seconds=1))
    refused(stranger.post(second), "run out")
    refused(stranger.get("/m/" + "x" * 32 + "/"), "no such link", 404)
    assert blue_player.client.get(f"/b/{blue_player.battle}/").status_code == 200


def test_a_link_of_a_seat_that_was_recovered_leads_nowhere(blue_player: Player, stranger: Client) -> None:
    link = make(blue_player)
    recovery = Seat.objects.get(battle_id=blue_player.battle, side="blue").recovery_token
    stranger.post(f"/r/{recovery}/")
    refused(Client().post(link), "newer link")


def test_nobody_gets_both_seats(red_player: Player, blue_player: Player) -> None:
    refused(red_player.client.post(make(blue_player)), "has the other seat")
    assert Passage.objects.get().used is None


def test_only_who_holds_a_seat_makes_a_link(blue_player: Player, watcher: Client, stranger: Client) -> None:
    for who in (watcher, stranger):
        assert who.post(f"/b/{blue_player.battle}/move").status_code == 403
    assert not Passage.objects.exists()


def test_the_link_is_in_no_log_title_referrer_or_table(
    blue_player: Player, stranger: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    link = make(blue_player)
    token = link.split("/")[2]
    page = stranger.get(link)
    assert page["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page["Cache-Control"]
    title = re.search(r"<title>(.*?)</title>", page.content.decode(), re.DOTALL)
    assert title
    assert token not in title[1]
    assert token not in page.content.decode().split("<form", 1)[0]
    assert not Passage.objects.filter(digest__contains=token).exists()
    assert token not in blue_player.client.get(f"/b/{blue_player.battle}/").content.decode()
    assert token not in stranger.post(link)["Location"]
    stranger.get(link + "nowhere")
    stranger.get(link)
    assert all(token not in Line().format(record) for record in caplog.records)


def test_the_code_obeys_the_rules_of_the_page(blue_player: Player) -> None:
    html = blue_player.client.post(f"/b/{blue_player.battle}/move").content.decode()
    svg = html[html.index("<svg") : html.index("</svg>")]
    assert 'class="qr"' in svg
    assert not re.search(r"style=|<style|<script|xlink|\son\w+=", svg)


@pytest.mark.asyncio
async def test_the_old_devices_socket_ends_at_once(blue_player: Player, stranger: Client) -> None:
    link = await database_sync_to_async(make)(blue_player)
    number = await database_sync_to_async(
        lambda: LiveBattle.objects.values_list("number", flat=True).get(pk=blue_player.battle)
    )()
    async with browser(blue_player.client, blue_player.battle, since=number) as old:
        await database_sync_to_async(stranger.post)(link)
        assert await old.frame() == {"t": "stop", "reason": "seat_moved"}
        assert (await old.socket.receive_output(timeout=SOON))["code"] == 4403
