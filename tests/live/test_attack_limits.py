"""Limits protect the table; they must not close it."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from battles.armies import limits as counted
from battles.live import limits
from battles.live.models import LiveBattle

from .conftest import Player, opening


class Gone:
    """A cache whose server does not answer."""

    def __getattr__(self, name: str) -> Any:
        raise ConnectionError("nobody answers")


def rows() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def test_whoever_keeps_no_cookies_leaves_nothing_behind(red_player: Player) -> None:
    """A robot that looks at every page again and again fills no table."""
    before = rows()
    row = LiveBattle.objects.get(pk=red_player.battle)
    seats = row.seats.all()
    pages = ["/", "/rules/", "/battles/", f"/b/{row.pk}/", f"/w/{row.watch_token}/"]
    pages += [
        f"/{kind}/{token}/" for seat in seats for kind, token in (("s", seat.invite_token), ("r", seat.recovery_token))
    ]
    for page in pages * 3:
        assert Client().get(page).status_code in (200, 403)
    assert rows() == before


@pytest.mark.django_db
def test_a_new_face_for_each_battle_opens_no_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts where somebody comes from as well: a script that drops its cookies is always a new guest."""
    monkeypatch.setattr(limits, "OPENINGS", (3, 60))
    monkeypatch.setattr(limits, "OPENINGS_FROM_A_PLACE", (5, 60))
    there = [codes_of_new_faces(address) for address in ("192.0.2.7", "198.51.100.1")]
    assert there == [[302] * 5 + [429] * 2] * 2
    assert codes_of_new_faces(*(f"2001:db8:1:2::{n}" for n in range(7))) == there[0]


def codes_of_new_faces(*addresses: str) -> list[int]:
    """Seven guests one after another, from one address or from seven."""
    codes = []
    for n in range(7):
        face = Client(REMOTE_ADDR=addresses[n % len(addresses)])
        face.get("/")
        codes.append(face.post("/battles/new", opening()).status_code)
    return codes


def test_without_the_cache_players_still_command(
    red_player: Player, blue_player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(counted, "cache", Gone())
    assert red_player.give("set_answers", cancel_checks="never").status_code == 204
    assert red_player.client.post("/battles/new", opening()).status_code == 302
    assert "not counted" in caplog.text
