"""Whatever players call themselves harms no page, no panel and no file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from battles.rules.notation import adjudicate
from tests.browser.hands import Hands
from tests.browser.stage import ARMIES, SHEET, Stage, next_is

Contexts = Callable[..., list[BrowserContext]]
PAIRS = {
    "markup": (
        "<img src=x onerror=alert(1)><script>alert(2)</script>",
        "\"></bdi><svg onload='alert(3)'>{{ 7|add:7 }}",
    ),
    "signs": ("Ёж «ё» “Ъ” 👩‍👩‍👧‍👦 🛡️ é́́́ \\ / : * ? %s {name}", "\u202eдружина\u2067 справа \u200f налево"),
    "length": ("Щ" * 200, "Слово и дело " * 15 + "конец"),
}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOOSE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const loose = [];
  for (let node; (node = walker.nextNode());) {
    if (!/[\\u202a-\\u202e\\u2066-\\u2069]/.test(node.data)) continue;
    const box = node.parentElement.closest("bdi, h1, h2, h3, text, title");
    if (!box) loose.push(node.parentElement.outerHTML.slice(0, 200));
  }
  return loose;
}"""


def unharmed(page: Page) -> None:
    """No element of a name has come to life, nothing sticks out, no mark of direction reaches its neighbours."""
    expect(page.locator('img[src="x"], body script, [onload], [onerror]')).to_have_count(0)
    assert page.evaluate(OVERFLOW) <= 0, page.url
    assert page.evaluate(LOOSE) == []


def guarded(context: BrowserContext, dialogs: list[str]) -> Hands:
    page = context.new_page()
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    return Hands(page)


@pytest.mark.parametrize("kind", PAIRS)
def test_names_from_the_seat_to_the_file(kind: str, house_url: str, contexts: Contexts, tmp_path: Path) -> None:
    """Typed in at the seat, seen on every page, in the log, in the result and in the battle file."""
    name, other = PAIRS[kind]
    dialogs: list[str] = []
    red, blue = (guarded(context, dialogs) for context in contexts(2))
    red.start_battle(house_url, name=name, sheet=SHEET, army=ARMIES["red"])
    expect(red.page.locator("#seat-red b bdi")).to_have_text(name)
    unharmed(red.page)
    links = red.links()
    blue.page.goto(links["invite"])
    expect(blue.page.locator("h1 bdi")).to_have_text(name)
    unharmed(blue.page)
    blue.take_seat(links["invite"], name=other, army=ARMIES["blue"])
    for hands in (red, blue):
        shown = hands.page.locator(".score-bar bdi")
        expect(shown).to_have_count(2)
        assert sorted(shown.all_text_contents()) == sorted([name, other])
        unharmed(hands.page)
    _resign(blue)
    for hands in (red, blue):
        expect(hands.page.locator("#end h2")).to_contain_text(name[:30])
        expect(hands.page.locator("#log-entries")).to_contain_text(name[:30])
        unharmed(hands.page)
    _file_has(red.page, [name, other], tmp_path)
    _other_pages(blue.page, house_url, name, links["recovery"])
    assert dialogs == []
    assert red.complaints == blue.complaints == []


def _resign(hands: Hands) -> None:
    hands.page.locator("#answers-more > summary").click()
    hands.page.locator("#resign-more > summary").click()
    hands.page.locator("#f-resign button").click()


def _file_has(page: Page, names: list[str], folder: Path) -> None:
    link = page.locator("#end a[download]")
    with page.expect_download() as download:
        link.click()
    target = folder / "battle.json"
    download.value.save_as(target)
    file = json.loads(target.read_text(encoding="utf-8"))
    assert all(each in file["name"] for each in names)
    assert adjudicate(file).exit == 0
    assert re.fullmatch(r"druzhina-[\d-]+-[\w-]{1,40}-[\w-]{1,40}\.json", download.value.suggested_filename)
    address = page.evaluate("(path) => new URL(path, location.href).href", link.get_attribute("href"))
    disposition = page.request.get(address).headers["content-disposition"]
    assert disposition.isascii()
    assert disposition.startswith("attachment; filename")


def _other_pages(page: Page, url: str, opponent: str, recovery: str) -> None:
    for address in (url, f"{url}/battles/"):
        page.goto(address)
        expect(page.locator(".tables li bdi", has_text=opponent)).to_have_count(1)
        unharmed(page)
    page.goto(recovery)
    expect(page.locator(".lede bdi")).to_have_text(opponent)
    unharmed(page)


def test_long_names_in_every_phase(house_url: str, contexts: Contexts) -> None:
    """Deployment, orders, spending, an activation and waiting: nothing sticks out at 1280 points."""
    stage = Stage(house_url, names={"red": "Щ" * 200, "blue": "W" * 200})
    red, blue = contexts(2)
    pages = {"red": stage.open(red, "red"), "blue": stage.open(blue, "blue")}
    for kind in (c.Deploy, c.PlaceOrders, c.SpendInitiative, c.Move, c.Attack, c.EndActivation):
        stage.play_until(next_is(kind))
        stage.agrees(pages)
        for hands in pages.values():
            unharmed(hands.page)
    assert pages["red"].complaints == pages["blue"].complaints == []
