"""From a click to the number in the other browser, beside a bare Channels echo in the same run.

.venv/bin/python -m tests.bench.click
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.stage import SEED, Replica, open_battle
from tests.conftest import chromium
from tests.daphne import ROOT, Site, free_port

COMMANDS = 100
WATCH = """() => {
  const now = () => performance.timeOrigin + performance.now()
  window.clicked = 0
  window.seen = {}
  document.addEventListener("click", () => { window.clicked = now() }, true)
  new MutationObserver(() => {
    const number = document.querySelector("#number")?.dataset.number
    if (number && !(number in window.seen)) window.seen[number] = now()
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def waited(clicker: Page, other: Page, number: int) -> float:
    """Milliseconds from the last click in one page to that number in the other."""
    expect(other.locator("#number")).to_have_attribute("data-number", str(number))
    clicked: float = clicker.evaluate("window.clicked")
    seen: float = other.evaluate("number => window.seen[number]", str(number))
    return seen - clicked


def measure_battle(browser: Browser, folder: Path) -> list[float]:
    """Every command of a battle's first ones, from the press to the opponent's page."""
    daphne = Site(folder).server(folder, {"DRUZHINA_DICE_SEED": SEED}).start()
    try:
        three: list[Any] = [browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900}) for _ in "123"]
        pages = open_battle(daphne.url, three)
        for side in ("red", "blue"):
            expect(pages[side].page.locator("#number")).to_be_visible()
            number = pages[side].number
            pages[side].set_answers(cancel_checks="ask", reduce_casualties="ask")
            for hands in pages.values():
                hands.shows(number + 1)
        for hands in pages.values():
            hands.page.evaluate(WATCH)
        times: list[float] = []
        for side, command in Replica().commands():
            number = pages[side].number + 1
            pages[side].give(command)
            times.append(waited(pages[side].page, pages["blue" if side == "red" else "red"].page, number))
            pages[side].shows(number)
            if len(times) == COMMANDS:
                break
        return times
    finally:
        daphne.stop()


@contextmanager
def echo() -> Iterator[str]:
    port = free_port()
    words = [sys.executable, "-m", "daphne", "-v", "0", "-p", str(port), "tests.bench.echo:application"]
    process = subprocess.Popen(words, cwd=ROOT)
    try:
        _wait_for(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(url: str) -> None:
    for _ in range(100_000):
        try:
            urllib.request.urlopen(url, timeout=30).close()
        except urllib.error.URLError:
            continue
        return
    raise SystemExit("the echo did not start")


def measure_echo(browser: Browser) -> list[float]:
    with echo() as url:
        clicker, other = browser.new_context().new_page(), browser.new_context().new_page()
        for page in (clicker, other):
            page.goto(url)
            page.evaluate(WATCH)
        times = []
        for number in range(1, COMMANDS + 1):
            clicker.get_by_role("button").click()
            times.append(waited(clicker, other, number))
        return times


def line(name: str, times: list[float]) -> str:
    p95 = statistics.quantiles(times, n=20)[-1]
    return f"{name:<24}{len(times):>4} commands   median {statistics.median(times):7.1f} ms   p95 {p95:7.1f} ms"


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        bare = measure_echo(browser)
        battle = measure_battle(browser, Path(folder))
        browser.close()
    print(line("bare Channels echo", bare))
    print(line("battle", battle))
    print(f"{'ratio of the medians':<24}{statistics.median(battle) / statistics.median(bare):>7.2f}")


if __name__ == "__main__":
    main()
