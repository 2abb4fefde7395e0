"""axe-core finds nothing serious on any page, by day and by night, in any phase; and the colours can be read."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from tests.browser.builder import Builder
from tests.browser.hands import Hands
from tests.browser.stage import ARMIES, NAMES, SHEET, Stage, next_is
from tests.conftest import PHONE, ROOT

Contexts = Callable[..., list[BrowserContext]]
AXE = ROOT / "tests" / "node_modules" / "axe-core" / "axe.min.js"
PHASES = (c.Deploy, c.PlaceOrders, c.SpendInitiative, c.Move, c.Attack, c.CancelChecks, c.ReduceCasualties, c.Special)
RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]})
  return found.violations.filter(each => ["serious", "critical"].includes(each.impact))
    .flatMap(each => each.nodes.map(node => [each.id, node.target, node.html, node.failureSummary].join(" ")))
}"""
THEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {**PHONE, "color_scheme": "light"},
}


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file() and os.environ.get("REQUIRE_BROWSER") != "1":
        pytest.skip("axe-core is missing: npm ci --prefix tests")
    return AXE.read_text()


def clean(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_pages(house_url: str, contexts: Contexts, axe: str, theme: str) -> None:
    one, other = contexts(2, **THEMES[theme])
    host, guest = Hands(one.new_page()), Hands(other.new_page())
    found: dict[str, list[str]] = {}
    host.page.goto(house_url)
    found["home"] = clean(host.page, axe)
    host.start_battle(house_url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    links = host.links()
    found["lobby"] = clean(host.page, axe)
    for name in ("invite", "recovery"):
        guest.page.goto(links[name])
        found[name] = clean(guest.page, axe)
    for name in ("rules", "rules/map", "rules/search/?q=ram", "battles"):
        host.page.goto(f"{house_url}/{name}" if "?" in name else f"{house_url}/{name}/")
        found[name] = clean(host.page, axe)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_lists(house_url: str, contexts: Contexts, axe: str, theme: str) -> None:
    """Empty, with a link, a form open and faults; the index with a list that was deleted."""
    page = contexts(1, **THEMES[theme])[0].new_page()
    one = Builder(page)
    found: dict[str, list[str]] = {}
    one.begin(house_url, name=NAMES["red"], size=300)
    found["empty"] = clean(page, axe)
    for type_ in ("otrok", "orda", "smerdy"):
        one.hire(type_, phone=theme == "phone")
    page.locator("#f-newlink button").click()
    page.locator("article.zv .slotb select").select_option(index=1)
    expect(page.locator("article.zv [data-unit]")).to_be_visible()
    one.open("u2")
    found["faults"] = clean(page, axe)
    page.goto(f"{house_url}/lists/")
    found["index"] = clean(page, axe)
    page.get_by_role("button", name="Delete").click()
    found["deleted"] = clean(page, axe)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_what_surrounds_a_list(house_url: str, contexts: Contexts, axe: str, theme: str) -> None:
    """Its history, links, chances, printed sheets; reading in; the pages of accounts."""
    page = contexts(1, **THEMES[theme])[0].new_page()
    one = Builder(page)
    key = one.begin(house_url, name=NAMES["red"], size=300)
    for type_ in ("otrok", "orda", "oboz"):
        one.hire(type_, phone=theme == "phone")
    page.goto(f"{house_url}/lists/{key}/share/")
    page.locator("button[value=live]").click()
    shared = page.locator(".sharelink input[readonly]").input_value()
    found: dict[str, list[str]] = {"share": clean(page, axe)}
    pages = {name: f"/lists/{key}/{name}/" for name in ("history", "insight", "print")}
    pages |= {"summary": f"/lists/{key}/print/?page=summary", "compare": f"/lists/{key}/compare/?a=0&b=3"}
    pages |= {
        "import": "/lists/import",
        "join": "/account/join/",
        "sign in": "/account/in/",
        "reset": "/account/reset/",
    }
    for name, address in pages.items():
        page.goto(house_url + address)
        found[name] = clean(page, axe)
    page.goto(shared)
    found["shared"] = clean(page, axe)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_a_battle(stage: Stage, contexts: Contexts, axe: str, theme: str) -> None:
    pages = stage.open_all(contexts(3, **THEMES[theme]))
    found: dict[str, list[str]] = {}
    for kind in PHASES:
        side, _ = stage.play_until(next_is(kind))
        stage.agrees(pages)
        found[kind.__name__] = clean(pages[side].page, axe)
        if kind is c.Attack:
            found["watching"] = clean(pages["watcher"].page, axe)
            found["waiting"] = clean(pages["blue" if side == "red" else "red"].page, axe)
    while stage.replica.battle.result is None:
        stage.play()
    stage.agrees(pages)
    expect(pages["red"].page.locator("#end h2")).to_be_visible()
    found["end"] = clean(pages["red"].page, axe)
    assert {name: faults for name, faults in found.items() if faults} == {}
