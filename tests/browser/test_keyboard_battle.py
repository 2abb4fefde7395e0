"""A whole battle by keyboard alone: deployment, orders, will, movement, attacks, checks, to the end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.keys import Keys
from tests.browser.stage import Stage, agree

Contexts = Callable[..., list[BrowserContext]]


def test_a_whole_battle_by_keys(stage: Stage, contexts: Contexts) -> None:
    """Both sides by keys; every control is reached by Tab, and where it went is seen by a ring."""
    pages = {}
    for side, context in zip(("red", "blue"), contexts(2), strict=True):
        pages[side] = stage.open(context, side, Keys(context.new_page()))
    for side, command in stage.replica.commands():
        pages[side].give(command)
        stage.number += 1
        for hands in pages.values():
            hands.shows(stage.number)
    agree(stage.replica, dict(pages))
    for hands in pages.values():
        expect(hands.page.locator("#end h2")).to_be_visible()
        assert hands.complaints == []


def test_the_focus_is_seen_and_goes_from_the_question_to_the_log(stage: Stage, contexts: Contexts) -> None:
    """Prompt, card, map, instruments, log; and each stop shows the one focus ring."""
    stage.play_until(lambda side, command: stage.replica.battle.active is not None)
    side, _ = stage.replica.upcoming()
    page = stage.open(contexts(1)[0], side).page
    order = page.evaluate("""() => {
      const parts = [...document.querySelectorAll("#say, .part-unit, #map, .rail-l, #log")]
      return parts.map(part => part.id || part.className)
    }""")
    assert order == ["say", "rail part-unit", "map", "rail rail-l", "log"]
    page.locator("#f-end button").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    ring = page.evaluate(
        "() => [document.activeElement.closest('#f-end') !== null, getComputedStyle(document.activeElement).outline]"
    )
    assert ring[0]
    assert "2px" in ring[1]
    assert "solid" in ring[1]
