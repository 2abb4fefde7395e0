"""From a click to the other browser's picture, beside a bare page that sends and shows one number in the same run.

.venv/bin/python -m tests.bench.click

One press of the bare page and one command of a battle in turn, so that the machine is equally busy for both; two
browsers each. Taken are the moment in which the number has changed in the other page, all scripts done, and the moment
after the next frame of that page. bare/ tells what the bare page does.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.bench.bare.server import bare_server
from tests.browser.stage import SEED, Replica, open_battle
from tests.conftest import chromium
from tests.daphne import Daphne, Site

COMMANDS = 100
SEEDED = {"DRUZHINA_DICE_SEED": SEED}
DESK: dict[str, Any] = {"locale": "en-US", "viewport": {"width": 1440, "height": 900}}
WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now()
  const after = new MessageChannel(), waiting = []
  after.port1.onmessage = () => { for (const number of waiting.splice(0)) seen(number).painted(now()) }
  const numbers = new Map()
  const seen = (number) => {
    if (!numbers.has(number)) {
      const one = {}
      one.both = Promise.all(["changed", "painted"].map((what) => new Promise((done) => { one[what] = done })))
      numbers.set(number, one)
    }
    return numbers.get(number)
  }
  let shown = document.querySelector("#number").dataset.number
  window.clicked = 0
  window.arrival = (number) => seen(number).both
  document.addEventListener("click", () => { window.clicked = now() }, true)
  new MutationObserver(() => {
    const number = document.querySelector("#number")?.dataset.number
    if (!number || number === shown) return
    shown = number
    seen(number).changed(now())
    requestAnimationFrame(() => { waiting.push(number); after.port2.postMessage(0) })
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


class Taken(NamedTuple):
    """Milliseconds from a click to the change of the other page, and to its picture."""

    changed: float
    painted: float


def taken(clicker: Page, other: Page, number: int) -> Taken:
    """How long the last click of one page took to bring that number to the other."""
    changed, painted = other.evaluate("number => window.arrival(number)", str(number))
    clicked = clicker.evaluate("window.clicked")
    return Taken(changed - clicked, painted - clicked)


def rest(*pages: Page) -> None:
    """Let pages and servers come to rest: nobody plays faster, and what one started must not slow the other."""
    for page in pages:
        page.evaluate("() => new Promise(done => setTimeout(() => requestIdleCallback(done), 150))")


class Bare:
    """Two browsers with the bare page."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.number = 0
        self.clicker, self.other = (browser.new_context(**DESK).new_page() for _ in "12")
        for page in (self.clicker, self.other):
            page.goto(url, wait_until="networkidle")
            page.evaluate(WATCH)

    def press(self) -> Taken:
        self.number += 1
        rest(self.clicker)
        self.clicker.get_by_role("button").click()
        return taken(self.clicker, self.other, self.number)


class Pair(NamedTuple):
    """A command of the battle, what it took, and what a press of the bare page took right after it."""

    name: str
    battle: Taken
    bare: Taken


class Battle:
    """Two browsers with a battle, and its commands one after the other."""

    def __init__(self, browser: Browser, url: str) -> None:
        three = [browser.new_context(**DESK) for _ in "123"]
        pages = open_battle(url, three)
        three[2].close()  # the spectator would be a third page, which the bare one has not
        self.pages = {side: pages[side] for side in ("red", "blue")}
        for hands in self.pages.values():
            expect(hands.page.locator("#number")).to_be_visible()
        for hands in self.pages.values():
            number = hands.number
            hands.set_answers(fear="ask", reduce="ask")
            self._all_show(number + 1)
        for hands in self.pages.values():
            hands.page.evaluate(WATCH)

    def commands(self) -> Iterator[tuple[str, Taken]]:
        """Each command of the battle: its name, and how long it took."""
        for side, command in Replica().commands():
            clicker, other = self.pages[side], self.pages["blue" if side == "red" else "red"]
            number = clicker.number + 1
            rest(clicker.page, other.page)
            clicker.give(command)
            found = taken(clicker.page, other.page, number)
            self._all_show(number)
            yield type(command).__name__, found

    def _all_show(self, number: int) -> None:
        for hands in self.pages.values():
            hands.shows(number)


@contextmanager
def running(server: Daphne) -> Iterator[str]:
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def measure(browser: Browser, folder: Path) -> list[Pair]:
    site = Site(folder)
    with running(bare_server(site, folder)) as bare_url, running(site.server(folder, SEEDED)) as url:
        bare, battle = Bare(browser, bare_url), Battle(browser, url)
        pairs = [Pair(name, battle=fought, bare=bare.press()) for name, fought in islice(battle.commands(), COMMANDS)]
        for context in browser.contexts:
            context.close()  # an open socket keeps a server from ending
    return pairs


def line(name: str, times: list[float]) -> str:
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{name:<28}{len(times):>4} times   median {statistics.median(times):7.1f} ms   p95 {p95:7.1f} ms"


def report(pairs: list[Pair]) -> Iterator[str]:
    for what in Taken._fields:
        bare = [getattr(pair.bare, what) for pair in pairs]
        battle = [getattr(pair.battle, what) for pair in pairs]
        ratio = statistics.median(battle) / statistics.median(bare)
        yield line(f"bare page, {what}", bare)
        yield line(f"battle, {what}", battle) + f"   ratio of the medians {ratio:.2f}"
    for name in sorted({pair.name for pair in pairs}):
        times = [pair.battle.painted for pair in pairs if pair.name == name]
        yield f"  {name:<26}{len(times):>4} times   median {statistics.median(times):7.1f} ms"


def main() -> None:
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        pairs = measure(browser, Path(folder))
        browser.close()
    print("\n".join(report(pairs)))


if __name__ == "__main__":
    main()
