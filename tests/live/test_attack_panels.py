"""A panel that cannot be drawn: the others are, and the players go on and find back."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async

from battles.live import field, panels, tables

from .conftest import Player, deployment
from .test_sockets import browser, deploy

TRUE_WITHOUT = panels._without


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.fixture
def spared(monkeypatch: pytest.MonkeyPatch) -> None:
    """As players have it, not as tests do."""
    monkeypatch.setattr(panels, "_without", TRUE_WITHOUT)


@pytest.mark.parametrize("name", [name for name in panels.PANELS if name != "phase"])
def test_players_go_on_without_a_panel(
    both: tuple[Player, Player], spared: None, monkeypatch: pytest.MonkeyPatch, name: str,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    red, blue = both
    monkeypatch.setitem(panels.BUILDERS, name, fail)
    drawn = panels.render(tables.load(red.battle), "red", "en")
    assert all((f'id="{panel}"' in html) == (panel != "map") for panel, html in drawn.items())
    for player in both:
        assert player.client.get(f"/b/{red.battle}/").status_code == 200
        assert player.give("deploy", **deployment(red.battle, player.side)).status_code == 204
    assert blue.client.get(f"/b/{red.battle}/sync/?since=0").json()["t"] == "html"
    assert f"panel {name} not drawn" in caplog.text


@pytest.mark.parametrize("part", ["board.legend_of", "cells.grid", "layers", "label", "board.home_labels"])
def test_players_come_back_and_go_on_without_the_map(
    both: tuple[Player, Player], spared: None, monkeypatch: pytest.MonkeyPatch, part: str,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """The page draws more of the map than is pushed: a fault in it must not close the page."""
    for player in both:
        assert player.give("deploy", **deployment(player.battle, player.side)).status_code == 204
    module, _, name = part.rpartition(".")
    monkeypatch.setattr(getattr(field, module) if module else field, name, fail)
    for player in both:
        page = player.client.get(f"/b/{player.battle}/")
        assert page.status_code == 200
        assert "cannot be shown" in page.content.decode()
        assert 'id="f-orders"' in page.content.decode()
    assert "map not drawn" in caplog.text
    assert both[0].give("resign").status_code == 204


@pytest.mark.parametrize("part", ["asking.decision", "instruments.queue", "instruments.morale", "log.groups"])
def test_what_some_panels_share_takes_no_others(
    both: tuple[Player, Player], spared: None, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    module, name = part.split(".")
    monkeypatch.setattr(getattr(panels, module), name, fail)
    drawn = panels.render(tables.load(both[0].battle), "red", "en")
    assert 1 <= sum("cannot be shown" in html for html in drawn.values()) < len(drawn) / 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_broken_panel_is_pushed_once_and_mended_with_the_next_number(
    both: tuple[Player, Player], spared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = both
    async with browser(red.client, red.battle, since=0) as page:
        await page.html()
        with monkeypatch.context() as broken:
            broken.setitem(panels.BUILDERS, "morale", fail)
            number = await deploy(blue)
            assert "cannot be shown" in (await page.html(number))["html"]
            assert await page.socket.receive_nothing(timeout=0.2)
        number = await deploy(red)
        mended = (await page.html(number))["html"]
    assert 'id="morale"' in mended
    assert "cannot be shown" not in mended
    fetched = await database_sync_to_async(red.client.get)(f"/b/{red.battle}/panel/morale/")
    assert fetched.content.decode() in mended
