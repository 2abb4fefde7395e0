"""Limits protect the table; they must not close it."""

from __future__ import annotations

from typing import Any

import pytest

from battles.live import limits

from .conftest import Player, opening


class Gone:
    """A cache whose server does not answer."""

    def __getattr__(self, name: str) -> Any:
        raise ConnectionError("nobody answers")


def test_without_the_cache_players_still_command(
    red_player: Player, blue_player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "cache", Gone())
    assert red_player.give("set_answers", cancel_checks="never").status_code == 204
    assert red_player.client.post("/battles/new", opening()).status_code == 302
    assert "not counted" in caplog.text
