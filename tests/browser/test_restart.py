"""A server that is killed, and started again on the same port and database: browsers go on by themselves."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import SEED, Stage, next_is
from tests.daphne import Daphne

Contexts = Callable[[int], list[BrowserContext]]


@pytest.fixture
def last_breath(tmp_path: Path) -> Path:
    return tmp_path / "last-breath"


@pytest.fixture
def mortal(daphnes: Callable[..., Daphne], last_breath: Path) -> Daphne:
    """A server that dies between commit and announcement once the file is there."""
    return daphnes(
        DRUZHINA_DICE_SEED=SEED,
        BUILD_ID="mortal",
        DJANGO_SETTINGS_MODULE="tests.browser.mortal",
        DRUZHINA_LAST_BREATH=str(last_breath),
    ).start()


def link(pages: dict[str, Hands], state: str) -> None:
    """Wait until the lamp of every page shows this state of its connection."""
    for hands in pages.values():
        expect(hands.page.locator("html")).to_have_attribute("data-link", state)


def mark(pages: dict[str, Hands]) -> None:
    """A mark that a page loses when it is loaded anew."""
    for hands in pages.values():
        hands.page.evaluate("() => { window.notReloaded = true; }")


def never_reloaded(pages: dict[str, Hands]) -> bool:
    return all(hands.page.evaluate("() => window.notReloaded === true") for hands in pages.values())


def give(stage: Stage, pages: dict[str, Hands]) -> None:
    """The next command by hand in its page; the others are told."""
    side, command = stage.replica.upcoming()
    pages[side].give(command)
    stage.played(side, command)


def test_one_side_has_committed_when_the_server_is_killed(mortal: Daphne, contexts: Contexts) -> None:
    stage = Stage(mortal.url)
    stage.play_until(next_is(c.PlaceOrders))
    pages = stage.open_all(contexts(3))
    mark(pages)
    give(stage, pages)
    stage.agrees(pages)

    assert mortal.kill() == -signal.SIGKILL
    link(pages, "lost")
    mortal.start()
    link(pages, "live")
    stage.agrees(pages)
    expect(pages["red"].page.locator("#f-orders")).to_have_count(0)

    assert stage.replica.upcoming()[0] == "blue"
    give(stage, pages)
    assert stage.replica.battle.chreda == "initiative"
    assert stage.replica.battle.standings
    stage.agrees(pages)
    for hands in pages.values():
        expect(hands.page.locator("#header [aria-current=step]")).to_have_text("Initiative")
    assert never_reloaded(pages)


def test_killed_between_the_commit_and_the_news_of_it(mortal: Daphne, contexts: Contexts, last_breath: Path) -> None:
    stage = Stage(mortal.url)
    stage.play_until(next_is(c.PlaceOrders, "blue"))
    pages = stage.open_all(contexts(3))
    mark(pages)
    last_breath.touch()
    give(stage, pages)
    link(pages, "lost")
    assert not mortal.running
    assert mortal.kill() == -signal.SIGKILL
    assert not last_breath.exists()
    mortal.start()
    link(pages, "live")
    stage.agrees(pages)
    for hands in pages.values():
        expect(hands.page.locator("#header [aria-current=step]")).to_have_text("Initiative")
    give(stage, pages)
    stage.agrees(pages)
    assert never_reloaded(pages)
