"""Somebody goes away, by a frozen browser or a closed one: everybody sees it soon, waits, or claims the battle."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, BrowserType, expect

from battles.rules import commands as c
from tests.browser.frozen import frozen
from tests.browser.hands import Hands
from tests.browser.stage import SEED, Stage, next_is
from tests.conftest import PHONE
from tests.daphne import Daphne

Contexts = Callable[..., list[BrowserContext]]
SOON = 25_000  # the signs of life come every five seconds, and two of them may be missing


@pytest.fixture
def short(daphnes: Callable[..., Daphne]) -> Daphne:
    return daphnes(DRUZHINA_DICE_SEED=SEED, BUILD_ID="presence").start()


def patient_for(daphne: Daphne, battle: str, seconds: int) -> None:
    """A battle that waits for less than its form offers: nobody wants to wait for a test."""
    with sqlite3.connect(daphne.database) as line:
        line.execute("update live_livebattle set patience = ? where id = ?", (seconds, battle))


def lamp(hands: Hands, side: str, state: str, said: str) -> None:
    row = hands.page.locator(f'#presence [data-lamp="{side}"]')
    expect(row).to_have_attribute("data-is", state, timeout=SOON)
    expect(row).to_contain_text(said)


def missed(hands: Hands, side: str) -> None:
    expect(hands.page.locator(f'.absence[data-absent="{side}"]')).to_be_visible(timeout=SOON)


def no_clock(*pages: Hands) -> None:
    for hands in pages:
        expect(hands.page.locator(".absence:visible")).to_have_count(0)


def test_a_frozen_browser_is_missed_returns_and_loses_nothing(
    short: Daphne, contexts: Contexts, browser_type: BrowserType, tmp_path: Path
) -> None:
    """No disconnect is sent, the lamp decays all the same; back before the claim, the countdown is gone everywhere."""
    stage = Stage(short.url)
    side, command = stage.play_until(next_is(c.PlaceOrders, "blue"))
    red, watcher = (stage.open(context, who) for context, who in zip(contexts(2), ("red", "watcher"), strict=True))
    with frozen(browser_type, tmp_path / "profile") as (body, context):
        blue = stage.open(context, "blue")
        for hands in (red, watcher, blue):
            lamp(hands, "red", "here", "here")
            lamp(hands, "blue", "here", "here")
        no_clock(red, watcher, blue)
        body.freeze()
        for hands in (red, watcher):
            lamp(hands, "blue", "lost", "line lost")
            missed(hands, "blue")
            expect(hands.page.locator('.absence[data-absent="blue"] [data-clock]')).to_have_text(re.compile("^4:"))
        expect(watcher.page.locator("#f-claim")).to_have_count(0)
        expect(red.page.locator("#f-claim")).to_be_hidden()
        body.thaw()
        for hands in (red, watcher, blue):
            lamp(hands, "blue", "here", "here")
        no_clock(red, watcher, blue)
        blue.give(command)
        stage.played(side, command)
        stage.agrees({"red": red, "watcher": watcher, "blue": blue})
    assert red.complaints == watcher.complaints == []


def test_a_battle_is_claimed_from_a_frozen_browser(
    short: Daphne, contexts: Contexts, browser_type: BrowserType, tmp_path: Path
) -> None:
    stage = Stage(short.url)
    stage.play_until(next_is(c.PlaceOrders, "blue"))
    patient_for(short, stage.battle, 20)
    red, watcher = (stage.open(context, who) for context, who in zip(contexts(2), ("red", "watcher"), strict=True))
    with frozen(browser_type, tmp_path / "profile") as (body, context):
        blue = stage.open(context, "blue")
        lamp(red, "blue", "here", "here")
        body.freeze()
        missed(red, "blue")
        missed(watcher, "blue")
        page = red.page
        page.locator(".absence summary").click(timeout=SOON)
        page.get_by_role("button", name="Yes, end it with my victory").click()
        for hands in (red, watcher):
            expect(hands.page.locator("#end h2")).to_contain_text("Victory of")
            expect(hands.page.locator("#end")).to_contain_text("was absent, and the battle was claimed")
        no_clock(red, watcher)
        body.thaw()
        expect(blue.page.locator("#end")).to_contain_text("was absent, and the battle was claimed", timeout=SOON)


def test_a_closed_browser_is_missed_and_the_one_who_waits_may_wait(short: Daphne, contexts: Contexts) -> None:
    stage = Stage(short.url)
    stage.play_until(next_is(c.PlaceOrders, "red"))
    patient_for(short, stage.battle, 15)
    first, second, third = contexts(3, **PHONE)
    red, blue, watcher = stage.open(first, "red"), stage.open(second, "blue"), stage.open(third, "watcher")
    red.page.close()
    for hands in (blue, watcher):
        lamp(hands, "red", "lost", "line lost")
    no_clock(blue, watcher)  # blue has not decided yet either
    blue.give(c.PlaceOrders(orders_of(stage, "blue")))
    stage.number += 1
    for hands in (blue, watcher):
        missed(hands, "red")
    expect(blue.page.locator(".absence summary")).to_be_visible(timeout=SOON)
    red = stage.open(first, "red")
    for hands in (blue, watcher):
        lamp(hands, "red", "here", "here")
    no_clock(blue, watcher, red)


def orders_of(stage: Stage, side: str) -> dict[str, str]:
    battle = stage.replica.battle
    return {group: "attack" for group in battle.groups() if battle.group_side(group) == side}


def test_whose_own_line_is_lost_knows_nothing_of_the_other(short: Daphne, contexts: Contexts) -> None:
    stage = Stage(short.url)
    one, two = contexts(2)
    red, blue = stage.open(one, "red"), stage.open(two, "blue")
    lamp(red, "blue", "here", "here")
    short.kill()
    lamp(red, "blue", "unknown", "not known")
    no_clock(red, blue)
    short.start()
    lamp(red, "blue", "here", "here")
    no_clock(red, blue)
