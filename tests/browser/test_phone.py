"""On a phone: the map first, nothing sideways, targets for a finger, and a sheet that stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from tests.browser.builder import Builder
from tests.browser.hands import Hands
from tests.browser.stage import ARMIES, NAMES, SHEET, Stage, next_is
from tests.conftest import PHONE

Contexts = Callable[..., list[BrowserContext]]
LEAST = 44

SIDEWAYS = """() => [...document.querySelectorAll("body *")]
  .filter(node => !node.closest("svg, .vh, .pstrip, .maptools, .layers"))
  .filter(node => node.getBoundingClientRect().right > innerWidth + 1)
  .map(node => node.outerHTML.slice(0, 80))"""

# links within a sentence may be as small as its letters
SMALL = """least => [...document.querySelectorAll("button, a[href], select, summary, input:not([type=hidden])")]
  .filter(node => {
    const box = (node.closest("label") || node).getBoundingClientRect()
    const seen = node.checkVisibility({visibilityProperty: true}) && box.width > 1
    return seen && !node.matches("a.rule, a.to-rule, .skip, .chg a, .log a, svg a")
      && Math.min(box.width, box.height) < least - 0.5
  })
  .map(node => node.outerHTML.slice(0, 90))"""

WITHIN = """view => {
  const [left, top, wide, high] = view.split(" ").map(Number)
  const [x, y] = sheetMap.centre(document.querySelector("#decision").dataset.about)
  return left < x && x < left + wide && top < y && y < top + high
}"""


def fits(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(SMALL, LEAST) == []


def test_every_page_around_a_battle(house_url: str, contexts: Contexts) -> None:
    one, other = contexts(2, **PHONE)
    host, guest = Hands(one.new_page()), Hands(other.new_page())
    host.page.goto(house_url)
    fits(host.page)
    host.start_battle(house_url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    links = host.links()
    fits(host.page)
    for link in (links["invite"], links["recovery"], f"{house_url}/rules/", f"{house_url}/battles/"):
        guest.page.goto(link)
        fits(guest.page)
    host.page.goto(f"{house_url}/battles/")
    fits(host.page)


def test_lists_and_all_around_them(house_url: str, contexts: Contexts) -> None:
    page = contexts(1, **PHONE)[0].new_page()
    one = Builder(page)
    key = one.begin(house_url, name=NAMES["red"], size=300)
    for type_ in ("otrok", "orda"):
        one.hire(type_, phone=True)
    fits(page)
    page.locator("#picker [data-picker]").click()
    page.locator("#f-newlink button").click()
    page.locator("article.zv .slotb select").select_option(index=1)
    one.open("u2")
    fits(page)
    lists = ("", f"{key}/", f"{key}/share/", f"{key}/history/", f"{key}/insight/", f"{key}/print/", "import")
    for address in (*(f"/lists/{each}" for each in lists), "/account/in/", "/account/join/"):
        page.goto(house_url + address)
        fits(page)


def test_every_phase_and_every_tab(stage: Stage, contexts: Contexts) -> None:
    pages = stage.open_all(contexts(3, **PHONE))
    for kind in (c.Deploy, c.PlaceOrders, c.SpendInitiative, c.Attack, c.CancelChecks, c.ReduceCasualties):
        side, _ = stage.play_until(next_is(kind))
        stage.agrees(pages)
        for hands in (pages[side], pages["watcher"]):
            for tab in ("order", "morale", "log", "more", "unit"):
                hands.look(tab)
                fits(hands.page)
    while stage.replica.battle.result is None:
        stage.play()
    stage.agrees(pages)
    fits(pages["red"].page)
    assert [hands.complaints for hands in pages.values()] == [[], [], []]


def test_the_sheet_has_three_heights_and_only_a_decision_raises_it(stage: Stage, contexts: Contexts) -> None:
    side, _ = stage.play_until(next_is(c.Move))
    page = stage.open(contexts(1, **PHONE)[0], side).page
    table, handle, unit = page.locator("main.table"), page.locator(".handle"), page.locator('.tabs [data-tab="unit"]')
    shown = page.locator(".sheet")
    expect(table).to_have_attribute("data-sheet", "half")
    assert shown.bounding_box()["height"] >= 240
    handle.tap()
    expect(table).to_have_attribute("data-sheet", "full")
    handle.tap()
    expect(table).to_have_attribute("data-sheet", "half")
    unit.tap()
    expect(table).to_have_attribute("data-sheet", "strip")
    stage.play()
    expect(page.locator("#number")).to_have_attribute("data-number", str(stage.number))
    expect(table).to_have_attribute("data-sheet", "strip")
    stage.play_until(next_is(c.CancelChecks, side))
    expect(table).to_have_attribute("data-sheet", "half")
    expect(page.locator("#decision.ask")).to_be_visible()
    expect(unit.locator(".asks")).to_be_visible()


@pytest.mark.parametrize("page_of", ["red", "blue", "watcher"])
def test_the_end_brings_its_result_up_once(stage: Stage, contexts: Contexts, page_of: str) -> None:
    """Whatever a phone showed, the result comes up with both of its controls under a finger, and may be left."""
    page = stage.open(contexts(1, **PHONE)[0], page_of).page
    table, log = page.locator("main.table"), page.locator('.tabs [data-tab="log"]')
    log.tap()
    log.tap()
    expect(table).to_have_attribute("data-sheet", "strip")
    stage.give("red", c.Resign())
    expect(page.locator("#end h2")).to_be_visible()
    expect(table).to_have_attribute("data-sheet", "half")
    expect(table).to_have_attribute("data-tab", "unit")
    controls = page.locator("#end a.btn")
    expect(controls).to_have_count(2)
    for control in controls.all():
        control.click(trial=True)
    first, second = (control.bounding_box() for control in controls.all())
    assert second["x"] - first["x"] - first["width"] >= 8 or second["y"] - first["y"] - first["height"] >= 8
    fits(page)
    log.tap()
    page.evaluate("() => document.dispatchEvent(new Event('table:number'))")
    expect(table).to_have_attribute("data-tab", "log")


def test_the_question_before_the_end_of_an_activation_leaves_the_map_free(stage: Stage, contexts: Contexts) -> None:
    side, _ = stage.play_until(next_is(c.Attack))
    page = stage.open(contexts(1, **PHONE)[0], side).page
    covered = page.locator("#map").bounding_box()
    page.locator("#f-end > .btn").tap()
    asked = page.locator(".surely")
    expect(asked.locator("p")).to_be_visible()
    assert page.locator("#map").bounding_box() == covered
    assert asked.bounding_box()["y"] >= covered["y"] + covered["height"] - 20
    for control in asked.locator("button").all():
        control.click(trial=True)
    fits(page)
    asked.locator("[data-no]").tap()
    expect(asked).to_have_count(0)
    expect(page.locator("#f-end > .btn")).to_be_focused()


@pytest.mark.parametrize("size", [(720, 450), (512, 384)])
def test_twice_as_large(stage: Stage, contexts: Contexts, size: tuple[int, int]) -> None:
    """200 % on a usual screen leaves half its points: the map, the question and its answers are all reached."""
    side, command = stage.play_until(next_is(c.PlaceOrders))
    hands = stage.open(contexts(1, viewport={"width": size[0], "height": size[1]})[0], side)
    fits(hands.page)
    assert hands.page.locator("#map").bounding_box()["height"] >= 80
    hands.give(command)
    stage.played(side, command)
    stage.agrees({side: hands})


def test_whoever_must_decide_comes_into_sight(stage: Stage, contexts: Contexts) -> None:
    """Wherever the map was left, a new question shows whom it is about."""
    pages = stage.open_all(contexts(3, **PHONE))
    side, _ = stage.play_until(next_is(c.CancelChecks))
    page = pages[side].page
    pages[side].shows(stage.number)
    assert within(page)
    for _ in range(20):
        page.keyboard.press("Shift+ArrowUp")
    left = page.locator("#map").get_attribute("viewBox")
    stage.play()
    stage.play_until(next_is(c.Move, side))
    pages[side].shows(stage.number)
    assert not within(page, left)
    assert within(page)


def within(page: Page, view: str | None = None) -> bool:
    """Whether the hex that the question is about lies in a view of the map, by default in the present one."""
    found: bool = page.evaluate(WITHIN, view or page.locator("#map").get_attribute("viewBox"))
    return found
