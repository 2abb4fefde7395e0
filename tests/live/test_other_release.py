"""A battle that this release cannot read, or whose terms it no longer knows: a clear page, and a way to end it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from battles.live.models import LiveBattle, Move
from battles.rules import notation

from .conftest import Player, deployment, forget, seat_link, starters
from .test_attack_addresses import PARTS, of_a_battle
from .test_screens import sit_down


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


def of_another_release(battle_id: str, **changes: Any) -> None:
    """Stored by a release that knows more than this one."""
    row = LiveBattle.objects.get(pk=battle_id)
    row.position = {**row.position, "v": 99, **changes}
    row.start = {**row.start, "v": 99}
    row.save()
    forget()


def end(player: Player) -> int:
    return player.client.post(f"/b/{player.battle}/end").status_code


def test_both_and_watchers_are_told(both: tuple[Player, Player], watcher: Client) -> None:
    of_another_release(both[0].battle)
    for client in (both[0].client, both[1].client, watcher):
        page = client.get(f"/b/{both[0].battle}/", headers={"accept-language": "ru"})
        assert page.status_code == 410
        assert "другой версией" in page.content.decode()
        for address in ("panel/map/", "sync/?since=0", "sheet/", "log/", "overlay/r1/", "file/", "away/?since=1"):
            assert client.get(f"/b/{both[0].battle}/{address}").status_code in (404, 410), address
    assert both[0].client.get("/battles/").status_code == 200
    assert both[0].client.get("/").status_code == 200


@pytest.mark.parametrize("pattern", of_a_battle(), ids=lambda pattern: pattern.name)
def test_no_address_breaks_on_it(both: tuple[Player, Player], pattern: URLPattern) -> None:
    of_another_release(both[0].battle)
    parts = {part: PARTS[part] for part in pattern.pattern.converters if part != "battle_id"}
    address = reverse(f"live:{pattern.name}", kwargs={"battle_id": both[0].battle, **parts})
    form = {"seen": 1, "key": "a-key-of-a-press", "army": starters()[0]}
    for do in ("fire", "lend", "fill", "pace", "deploy"):
        for answer in (both[0].client.get(address), both[0].client.post(address, {**form, "do": do, "target": "b1"})):
            assert answer.status_code < 500, (address, do)


def test_who_opens_the_watchers_link_is_told(both: tuple[Player, Player], stranger: Client) -> None:
    of_another_release(both[0].battle)
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=both[0].battle)
    assert stranger.get(f"/b/{both[0].battle}/").status_code == 403
    assert stranger.get(f"/w/{token}/").status_code == 410


def test_it_cannot_be_played_on_but_ended(both: tuple[Player, Player], watcher: Client) -> None:
    red, blue = both
    form = deployment(red.battle, "red")
    of_another_release(red.battle)
    refused = red.give("deploy", **form)
    assert refused.status_code == 409
    assert "another version" in refused.content.decode()
    address = f'action="/b/{red.battle}/end"'
    assert address in red.client.get(f"/b/{red.battle}/").content.decode()
    assert address not in watcher.get(f"/b/{red.battle}/").content.decode()
    before = LiveBattle.objects.get(pk=red.battle).number
    for somebody, status in ((watcher, 403), (Client(), 403)):
        assert somebody.post(f"/b/{red.battle}/end").status_code == status
    assert [end(red), end(red), end(blue)] == [302, 302, 302]
    row = LiveBattle.objects.get(pk=red.battle)
    assert (row.phase, row.number) == ("over", before + 1)
    assert address not in blue.client.get(f"/b/{red.battle}/").content.decode()


def test_what_was_ended_so_is_over_for_a_release_that_can_read_it(both: tuple[Player, Player]) -> None:
    red, blue = both
    readable = LiveBattle.objects.get(pk=red.battle)
    of_another_release(red.battle)
    assert end(red) == 302
    LiveBattle.objects.filter(pk=red.battle).update(position=readable.position, start=readable.start)
    forget()
    assert "resigned" in blue.client.get(f"/b/{red.battle}/").content.decode()
    assert blue.give("deploy", **deployment(red.battle, "blue")).status_code == 422
    assert notation.adjudicate(json.loads(blue.client.get(f"/b/{red.battle}/file/").content)).exit == 0


def test_a_battle_that_can_be_read_is_ended_by_its_own_rules(both: tuple[Player, Player]) -> None:
    assert end(both[0]) == 302
    assert LiveBattle.objects.get(pk=both[0].battle).phase == "playing"


def test_a_newer_event_is_no_fault_of_the_reader(both: tuple[Player, Player]) -> None:
    red, _ = both
    assert red.give("deploy", **deployment(red.battle, "red")).status_code == 204
    move = Move.objects.filter(battle_id=red.battle).latest("number")
    move.events = [{"event": "of_tomorrow", "side": "red"}]
    move.save()
    forget()
    assert red.client.get(f"/b/{red.battle}/").status_code == 410
    assert end(red) == 302


@pytest.mark.parametrize("changes", [{"preset": "of-yesterday"}, {"options": {"of_yesterday": True}}])
def test_an_invitation_of_terms_that_are_gone_is_answered(red_player: Player, changes: dict[str, Any]) -> None:
    changes = dict(changes)
    options = {**LiveBattle.objects.get(pk=red_player.battle).options, **changes.pop("options", {})}
    LiveBattle.objects.filter(pk=red_player.battle).update(options=options, **changes)
    forget()
    guest, link = Client(), seat_link(red_player.battle)
    assert guest.get(link).status_code == 410
    assert guest.post(link, {"name": "Олег", "army": starters()[1]}).status_code in (410, 422)
    assert red_player.client.get(f"/b/{red_player.battle}/").status_code == 200
    assert red_player.client.get("/battles/").status_code == 200


@pytest.mark.django_db
def test_two_at_one_screen_are_told_and_may_end_it() -> None:
    pair = sit_down()
    of_another_release(pair.battle)
    page = pair.client.get(f"/b/{pair.battle}/")
    assert page.status_code == 410
    assert f'action="/b/{pair.battle}/end"' in page.content.decode()
    assert pair.client.get("/battles/").status_code == 200
    assert pair.client.post(f"/b/{pair.battle}/end").status_code == 302
    assert LiveBattle.objects.get(pk=pair.battle).phase == "over"
