"""A battle outlives the catalogue that it was begun with: it can be looked at, played on and ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from battles.live.models import LiveBattle
from battles.rules.catalogue import catalogue

from .conftest import Player, deployment, forget, seat_link, starters


@pytest.fixture
def emptied(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The catalogue of a later release, in which the map and the starters of the battle are gone."""

    def empty(*parts: str) -> None:
        later = replace(catalogue(), version="later", **{part: {} for part in parts})
        for name in MODULES:
            monkeypatch.setattr(f"{name}.catalogue", lambda: later)
        forget()

    return empty


MODULES = [
    *(f"battles.live.{name}" for name in ("offers", "seating", "forms", "wording")),
    "battles.live.templatetags.druzhina",
    "battles.rules.atlas",
    "battles.armies.lists",
]


def test_a_battle_whose_map_is_gone_goes_on(red_player: Player, blue_player: Player, emptied: Any) -> None:
    emptied("maps", "starters")
    for player in (red_player, blue_player):
        assert player.client.get(f"/b/{player.battle}/").status_code == 200
        assert player.give("deploy", **deployment(player.battle, player.side)).status_code == 204
    assert red_player.client.get("/battles/").status_code == 200
    assert red_player.give("resign").status_code == 204
    assert red_player.client.get(f"/b/{red_player.battle}/").status_code == 200
    assert red_player.client.get(f"/b/{red_player.battle}/file/").status_code == 200


def test_an_invitation_to_a_map_that_is_gone_is_answered(red_player: Player, emptied: Any) -> None:
    """Nobody can play there any more: it says so, and seats nobody in a battle that cannot begin."""
    emptied("maps")
    guest, link = Client(), seat_link(red_player.battle)
    assert guest.get(link).status_code == 200
    assert guest.post(link, {"name": "Олег", "army": starters()[1]}).status_code == 422
    assert red_player.client.get(f"/b/{red_player.battle}/").status_code == 200
    row = LiveBattle.objects.get(pk=red_player.battle)
    assert (row.phase, row.number) == ("seating", 0)
