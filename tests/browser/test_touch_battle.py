"""A whole battle on a phone by taps alone: units go by a tap on the map, everything else from the sheet."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.fingers import Fingers
from tests.browser.stage import Stage, agree
from tests.conftest import PHONE

Contexts = Callable[..., list[BrowserContext]]


def test_a_whole_battle_by_taps(stage: Stage, contexts: Contexts) -> None:
    pages = {}
    for side, context in zip(("red", "blue"), contexts(2, **PHONE), strict=True):
        pages[side] = stage.open(context, side, Fingers(context.new_page()))
    for side, command in stage.replica.commands():
        pages[side].give(command)
        stage.number += 1
        for hands in pages.values():
            hands.shows(stage.number)
    agree(stage.replica, dict(pages))
    for hands in pages.values():
        expect(hands.page.locator("#end h2")).to_be_visible()
        assert hands.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        assert hands.complaints == []
