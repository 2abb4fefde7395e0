"""Who is awaited is called: by the title, the icon and, where it was wished, a notification; who watches never."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]

# what a browser would show, in a page that nobody looks at
HIDDEN = """
  window.shown = []
  window.Notification = class {
    static permission = "default"
    static async requestPermission() { return Notification.permission = "granted" }
    constructor(title) { window.shown.push(title) }
    close() {}
  }
  Object.defineProperty(document, "hidden", {get: () => window.away === true})
"""


def icon(page: Page) -> str:
    return page.locator('link[rel="icon"]').get_attribute("href") or ""


def test_title_icon_and_notification(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.EndActivation))
    three = contexts(3)
    for context in three:
        context.add_init_script(HIDDEN)
    pages = {side: hands.page for side, hands in stage.open_all(three).items()}
    for side in ("red", "blue"):
        pages[side].locator("#signals-more > summary").click()
        pages[side].locator("[data-notify]").click()
        expect(pages[side].locator("[data-notify]")).to_have_attribute("aria-pressed", "true")
    expect(pages["watcher"].locator("[data-notify]")).to_have_count(0)
    for page in pages.values():
        page.evaluate("() => { window.away = true }")
    called = {"red": 0, "blue": 0}
    before = stage.replica.upcoming()[0]
    while min(called.values()) < 2:
        stage.play()
        acting = stage.replica.upcoming()[0]
        called[acting] += acting != before
        before = acting
        for side, page in pages.items():
            expect(page.locator("#number")).to_have_attribute("data-number", str(stage.number))
            waits = page.locator("#header[data-awaits]").count() == 1
            assert waits is (side == acting)
            expect(page).to_have_title(re.compile("^● " if waits else "^[^●]"))
            assert ("waits" in icon(page)) is waits
    assert len(pages["red"].evaluate("window.shown")) == called["red"]
    assert len(pages["blue"].evaluate("window.shown")) == called["blue"]
    assert pages["watcher"].evaluate("window.shown") == []


def test_dice_roll_and_a_press_stops_them(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Attack))
    page = stage.open(contexts(1)[0], "watcher").page
    page.evaluate("""() => {
      window.rolled = new Promise(done => document.addEventListener("table:number", () => setTimeout(() => {
        const motions = document.querySelector("#log").getAnimations({subtree: true})
        const longest = Math.max(...motions.map(each => each.effect.getComputedTiming().endTime))
        document.dispatchEvent(new PointerEvent("pointerdown"))
        done([motions.length, longest, motions.filter(each => each.playState === "running").length])
      })))
    }""")
    stage.play()
    count, longest, after = page.evaluate("() => window.rolled")
    assert count > 0
    assert longest <= 601
    assert after == 0


def test_dice_lie_still_where_less_motion_is_wished(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Attack))
    page = stage.open(contexts(1, reduced_motion="reduce")[0], "watcher").page
    page.evaluate("""() => {
      window.rolled = new Promise(done => document.addEventListener("table:number", () => setTimeout(() => {
        done(document.querySelector("#log").getAnimations({subtree: true}).length)
      })))
    }""")
    stage.play()
    assert page.evaluate("() => window.rolled") == 0
