"""After the end: seats still change hands, files are still asked for, late commands still come."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from battles.live.models import LiveBattle, Seat
from battles.rules import notation

from .conftest import Player, forget


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


def test_the_file_is_there_after_a_seat_has_moved(both: tuple[Player, Player], stranger: Client) -> None:
    red, _ = both
    assert red.give("resign").status_code == 204
    before = red.client.get(f"/b/{red.battle}/file/")
    token = Seat.objects.values_list("recovery_token", flat=True).get(battle_id=red.battle, side="blue")
    assert stranger.post(f"/r/{token}/").status_code == 302
    forget()
    for client in (red.client, stranger):
        answer = client.get(f"/b/{red.battle}/file/")
        assert answer.status_code == 200
        assert json.loads(answer.content) == json.loads(before.content)
    assert notation.adjudicate(json.loads(before.content)).exit == 0
    assert stranger.get(f"/b/{red.battle}/").status_code == 200


@pytest.mark.parametrize("do", ["resign", "offer_draw", "answer_draw", "set_answers", "end_activation", "deploy"])
def test_nothing_is_commanded_after_the_end(both: tuple[Player, Player], do: str) -> None:
    red, _ = both
    assert red.give("resign").status_code == 204
    before = LiveBattle.objects.get(pk=red.battle).number
    for player in both:
        answer = player.give(do, accept="yes", cancel_checks="never", group="r1")
        assert (answer.status_code, "X-Number" in answer) == (422, False)
    assert LiveBattle.objects.get(pk=red.battle).number == before
