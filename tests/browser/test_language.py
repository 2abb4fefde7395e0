"""Two languages at one table: each reader has the own one, on pages and in what is pushed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]
STEP = {"en": "Turn 1 of 6", "ru": "Ход 1 из 6"}
MORALE = {"en": "Morale", "ru": "Боевой дух"}


def reads(hands: Hands, language: str) -> None:
    expect(hands.page.locator("html")).to_have_attribute("lang", language)
    expect(hands.page.locator("#header .turn")).to_have_text(STEP[language])
    expect(hands.page.locator("#morale-h")).to_have_text(MORALE[language])


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[[str], BrowserContext]]:
    """A browser that is set to that language."""
    opened: list[BrowserContext] = []

    def open_one(locale: str) -> BrowserContext:
        opened.append(browser.new_context(locale=locale))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


@pytest.mark.parametrize(
    ("locale", "language", "words"),
    [("ru-RU", "ru", "Начать битву"), ("en-GB", "en", "Start the battle"), ("de-DE", "en", "Start the battle")],
)
def test_the_browser_chooses_first(
    house_url: str, reader: Callable[[str], BrowserContext], locale: str, language: str, words: str
) -> None:
    page = reader(locale).new_page()
    page.goto(house_url)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("form.setup button.pri")).to_contain_text(words)


def test_what_is_pushed_is_in_the_language_of_the_page(
    stage: Stage, contexts: Contexts, reader: Callable[[str], BrowserContext]
) -> None:
    stage.play_until(next_is(c.PlaceOrders))
    red = stage.open(reader("ru-RU"), "red")
    blue = stage.open(contexts(1)[0], "blue")
    for _ in range(3):
        reads(red, "ru")
        reads(blue, "en")
        stage.play()
        stage.agrees({"red": red, "blue": blue})
    assert red.complaints == blue.complaints == []


def test_switching_keeps_the_battle_and_leaves_the_opponent_alone(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    red, blue = (stage.open(context, each) for context, each in zip(contexts(2), ("red", "blue"), strict=True))
    blue.page.evaluate("() => { window.notReloaded = true; }")
    address = red.page.url
    red.page.get_by_role("button", name="РУ", exact=True).click()
    reads(red, "ru")
    assert red.page.url == address
    stage.agrees({"red": red})
    red.give(command)
    stage.played(side, command)
    stage.agrees({"red": red, "blue": blue})
    stage.play()
    stage.agrees({"red": red, "blue": blue})
    reads(red, "ru")
    reads(blue, "en")
    assert blue.page.evaluate("() => window.notReloaded")
    red.page.get_by_role("button", name="EN", exact=True).click()
    reads(red, "en")
    assert red.page.url == address
    stage.agrees({"red": red})


def test_a_watcher_who_switches_still_watches(stage: Stage, contexts: Contexts) -> None:
    watcher = stage.open(contexts(1)[0], "watcher")
    address = watcher.page.url
    watcher.page.get_by_role("button", name="РУ", exact=True).click()
    expect(watcher.page.locator("html")).to_have_attribute("lang", "ru")
    assert watcher.page.url == address
    stage.play(2)
    stage.agrees({"watcher": watcher})
    reads(watcher, "ru")
