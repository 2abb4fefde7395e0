"""Addresses that no link of ours has: they end at the door, before they reach a database."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import Resolver404, URLPattern, resolve, reverse

from battles.live import urls
from battles.live.models import LiveBattle, Seat
from config.asgi import application

from .conftest import Player, starters

ODD = ["\x00", "a\x00b", "x" * 41, "ключ", "..", "a b", "%", "<b>", "\ud800"]
ADDRESSES = ["/b/{}/", "/b/{}/sync/", "/b/{}/panel/map/", "/b/{}/command", "/s/{}/", "/r/{}/", "/w/{}/"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_key_is_no_address(address: str, odd: str) -> None:
    """PostgreSQL cannot even look for a NUL; nothing but letters, digits, `-` and `_` is ever a key of ours."""
    with pytest.raises(Resolver404):
        resolve(address.format(odd))


def test_every_key_of_a_battle_is_an_address(red_player: Player) -> None:
    row = LiveBattle.objects.get(pk=red_player.battle)
    seats = Seat.objects.filter(battle=row)
    keys = [f"/b/{row.pk}/", f"/w/{row.watch_token}/"]
    keys += [f"/{kind}/{token}/" for seat in seats for kind, token in _tokens(seat)]
    assert [resolve(address).url_name for address in keys] == ["battle", "watch", *["seat", "recovery"] * 2]


def _tokens(seat: Seat) -> list[tuple[str, str]]:
    return [("s", seat.invite_token), ("r", seat.recovery_token)]


def test_heads_and_prefetches_change_nothing(red_player: Player) -> None:
    row = LiveBattle.objects.get(pk=red_player.battle)
    blue = row.seats.get(side="blue")
    robot = Client()
    for link in (f"/s/{blue.invite_token}/", f"/r/{blue.recovery_token}/", f"/w/{row.watch_token}/"):
        for headers in ({}, {"Sec-Purpose": "prefetch;prerender"}, {"X-Purpose": "preview"}):
            robot.get(link, headers=headers)
            robot.head(link, headers=headers)
            robot.options(link, headers=headers)
    row.refresh_from_db()
    assert (row.number, row.seats.filter(guest=None).count()) == (0, 1)


def test_every_page_answers_a_head(red_player: Player) -> None:
    """Messengers ask so before they show a link; what may only be pressed refuses it."""
    battle = f"/b/{red_player.battle}/"
    pages = ["/", "/rules/", "/battles/", battle, f"{battle}sync/", f"{battle}panel/lobby/"]
    for address in pages:
        answer = red_player.client.head(address)
        assert (answer.status_code, answer.content) == (200, b""), address
    for address in (f"{battle}command", f"{battle}army"):
        assert red_player.client.head(address).status_code == 405


PARTS = {"name": "map", "unit": "r1", "weapon": "firearm", "target": "b1", "start": "0101", "end": "0505"}


def of_a_battle() -> list[URLPattern]:
    """Every address of ours that names a battle."""
    return [pattern for pattern in urls.urlpatterns if "battle_id" in pattern.pattern.converters]


@pytest.mark.parametrize("pattern", of_a_battle(), ids=lambda pattern: pattern.name)
def test_no_address_of_a_battle_serves_a_stranger(
    red_player: Player, blue_player: Player, opened: Callable[..., Player], pattern: URLPattern
) -> None:
    """Neither nobody at all, nor whoever sits in another battle; what is new here is tried by itself."""
    elsewhere = opened(name="Чужой").client
    parts = {part: PARTS[part] for part in pattern.pattern.converters if part != "battle_id"}
    address = reverse(f"live:{pattern.name}", kwargs={"battle_id": red_player.battle, **parts})
    before = LiveBattle.objects.get(pk=red_player.battle).number
    insider = red_player.client.get(address).status_code
    assert insider != 403 or pattern.name == "file"
    for somebody in (Client(), elsewhere):
        form = {"do": "resign", "seen": before, "key": "of-a-stranger", "army": starters()[0]}
        answers = [somebody.get(address, follow=True), somebody.post(address, form, follow=True)]
        assert {answer.status_code for answer in answers} <= {403, 404, 405}, address
        for answer in answers:
            assert not {"Ярослав", "Олег"} & set(re.findall(r"\w+", answer.content.decode()))
    assert LiveBattle.objects.get(pk=red_player.battle).number == before


@pytest.mark.django_db
def test_a_form_that_did_not_fit_can_be_seen_in_another_language(stranger: Client) -> None:
    form = stranger.post("/battles/new", {"name": ""})
    assert form.status_code == 422
    assert 'name="next" value="/battles/new"' in form.content.decode()
    answer = stranger.post("/language/", {"next": "/battles/new", "language": "ru"}, follow=True)
    assert answer.status_code == 200
    assert '<html lang="ru"' in answer.content.decode()


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["/ws/b/%00/", "/ws/b/" + "x" * 41 + "/", "/ws/", "/", "/ws/b/a/b/"])
async def test_a_socket_that_leads_nowhere_is_refused_quietly(path: str, caplog: pytest.LogCaptureFixture) -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, path, headers=headers)
    assert (await socket.connect(timeout=5))[0] is False
    assert not caplog.records
