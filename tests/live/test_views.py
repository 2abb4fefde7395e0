"""Pages and fragments: who gets them, and that nothing of them is kept by browsers or proxies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from battles.live import frames, tables
from battles.live.models import LiveBattle

from .conftest import Player, seat_link


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


@pytest.mark.parametrize("address", ["/", "/rules/", "/battles/"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_pages_that_need_no_battle(stranger: Client, address: str, language: str) -> None:
    page = stranger.get(address, headers={"accept-language": language})
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.content.decode()


def test_nothing_of_a_battle_is_kept(both: tuple[Player, Player]) -> None:
    red, _ = both
    number = tables.load(red.battle).number
    for address in ("", "panel/morale/", f"sync/?since={number}", "overlay/r1/"):
        page = red.client.get(f"/b/{red.battle}/{address}")
        assert page.status_code == 200, address
        assert "no-store" in page["Cache-Control"], address
        assert "HX-Request" in page["Vary"], address


def test_a_stranger_sees_nothing_of_a_battle(both: tuple[Player, Player], stranger: Client) -> None:
    battle = both[0].battle
    for address in ("", "panel/morale/", "sync/?since=0", "overlay/r1/", "file/"):
        page = stranger.get(f"/b/{battle}/{address}")
        assert page.status_code == 403, address
        assert "Олег" not in page.content.decode(), address


def test_every_panel_has_its_own_address(both: tuple[Player, Player], watcher: Client) -> None:
    battle = both[0].battle
    for client, viewer in ((both[0].client, "red"), (both[1].client, "blue"), (watcher, "watcher")):
        for name, html in frames.panels_of(tables.load(battle), viewer, "en").items():
            assert client.get(f"/b/{battle}/panel/{name}/").content.decode() == html


def test_what_does_not_exist_is_not_found(both: tuple[Player, Player]) -> None:
    red, _ = both
    for address in ("panel/treasury/", "overlay/r99/"):
        assert red.client.get(f"/b/{red.battle}/{address}").status_code == 404


def test_sync_brings_what_a_socket_would(both: tuple[Player, Player]) -> None:
    red, _ = both
    table = tables.load(red.battle)
    current = red.client.get(f"/b/{red.battle}/sync/?since={table.number}")
    assert current.json() == {"t": "pong", "seq": table.number}
    behind = red.client.get(f"/b/{red.battle}/sync/?since={table.number - 1}").json()
    assert (behind["t"], behind["seq"]) == ("html", table.number)
    assert red.client.get(f"/b/{red.battle}/sync/?since=0&b=old").json()["t"] == "reload"


def test_my_battles_are_mine(both: tuple[Player, Player], stranger: Client) -> None:
    red, blue = both
    assert red.battle in red.client.get("/battles/").content.decode()
    assert red.battle in blue.client.get("/battles/").content.decode()
    assert red.battle not in stranger.get("/battles/").content.decode()


def test_the_invitation_shows_what_is_played(red_player: Player, stranger: Client) -> None:
    page = stranger.get(seat_link(red_player.battle)).content.decode()
    assert "Ярослав" in page
    assert str(LiveBattle.objects.get(pk=red_player.battle).options["turn_limit"]) in page


def test_a_form_that_does_not_fit_is_answered_in_place(stranger: Client) -> None:
    form = {"name": "", "preset": "skirmish"}
    whole = stranger.post("/battles/new", form)
    line = stranger.post("/battles/new", form, headers={"HX-Request": "true"})
    assert (whole.status_code, line.status_code) == (422, 422)
    assert "<html" in whole.content.decode()
    assert "<html" not in line.content.decode()


def test_too_many_battles_are_slowed_down(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battles.live.limits.OPENINGS", (1, 60))
    assert stranger.post("/battles/new", {}).status_code == 422
    assert stranger.post("/battles/new", {}).status_code == 429


def test_drawing_asks_the_database_nothing(
    both: tuple[Player, Player], django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    """The hub draws in threads that nobody closes connections of."""
    table = tables.load(both[0].battle)
    with django_assert_num_queries(0):
        for viewer in ("red", "blue", "watcher"):
            frames.panels_of(table, viewer, "ru")


def test_a_command_costs_few_queries(
    both: tuple[Player, Player], django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    """The session; the row, the seat, the key, the move, the row again; the transaction around them; the test's own."""
    red, _ = both
    tables.load(red.battle)
    with django_assert_max_num_queries(9):
        assert red.give("set_answers", cancel_checks="never").status_code == 204
