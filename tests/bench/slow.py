"""A battle page on a slow line and a slow machine, and what an update costs the browser.

.venv/bin/python -m tests.bench.slow
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import SEED, Stage, next_is
from tests.conftest import PHONE, chromium
from tests.daphne import Site

ROUND_TRIP, BITS, CPU = 150, 1_600_000, 4
UPDATES, UNITS = 40, 40

TAPPED = """() => new Promise(done => {
  const unit = [...document.querySelectorAll("#tokens [data-unit]")].at(-1)
  const start = performance.now()
  const look = () => unit.getAnimations().length ? done(performance.now() - start) : requestAnimationFrame(look)
  unit.dispatchEvent(new MouseEvent("click", {bubbles: true}))
  requestAnimationFrame(look)
})"""

# The pushed panels of this page with all counters drawn again and again up to so many, each time somewhere else.
UPDATE = """([frames, units]) => {
  const socket = document.querySelector("live-socket"), times = []
  for (let i = 0; i < frames; i += 1) {
    const layer = document.querySelector("#tokens").cloneNode(true), drawn = [...layer.children]
    for (let n = drawn.length; n < units; n += 1) {
      const more = drawn[n % drawn.length].cloneNode(true)
      more.id = `u-more${n}`
      layer.append(more)
    }
    for (const token of layer.children) token.setAttribute("transform", `translate(${i * 3} ${i * 2})`)
    layer.setAttribute("hx-swap-oob", "morph")
    const html = `<template><svg>${layer.outerHTML}</svg></template>` +
      ["header", "strip", "initiative", "log"].map(id => {
        const panel = document.getElementById(id).cloneNode(true)
        panel.setAttribute("hx-swap-oob", "morph")
        return panel.outerHTML
      }).join("")
    const start = performance.now()
    socket.apply({seq: socket.number + 1, html})
    times.push(performance.now() - start)
  }
  return times
}"""


def slowed(context: BrowserContext, page: Page) -> None:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    line: dict[str, Any] = {"downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8, "latency": ROUND_TRIP}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})


def opened(stage: Stage, context: BrowserContext, side: str) -> tuple[float, float]:
    """Milliseconds until the units stand on the map and can be pressed, and until a press shows."""
    page = context.new_page()
    slowed(context, page)
    context.add_cookies(stage.cookies(side))
    page.goto(stage.address, wait_until="commit")
    page.wait_for_load_state("domcontentloaded")
    expect(page.locator("#tokens [data-unit]").first).to_be_attached()
    usable: float = page.evaluate("() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    shown: float = page.evaluate(TAPPED)
    context.close()  # a socket on a slow line would keep the server from ending
    return usable, shown


def updates(stage: Stage, context: BrowserContext, side: str) -> list[float]:
    hands: Hands = stage.open(context, side)
    times: list[float] = hands.page.evaluate(UPDATE, [UPDATES, UNITS])
    return times


def measure(browser: Browser, folder: Path) -> None:
    daphne = Site(folder).server(folder, {"DRUZHINA_DICE_SEED": SEED}).start()
    try:
        stage = Stage(daphne.url)
        side, _ = stage.play_until(next_is(c.Attack))
        runs = [opened(stage, browser.new_context(**PHONE), side) for _ in range(5)]
        spent = updates(stage, browser.new_context(viewport={"width": 1440, "height": 900}), side)
    finally:
        daphne.stop()
    print(f"{ROUND_TRIP} ms round trip, {BITS / 1e6} Mbit/s, CPU / {CPU}, cold cache, median of {len(runs)}")
    print(f"{'map usable':<24}{statistics.median(run[0] for run in runs):7.0f} ms")
    print(f"{'a tap is shown':<24}{statistics.median(run[1] for run in runs):7.0f} ms")
    print(f"{f'update, {UNITS} units':<24}{statistics.median(spent):7.1f} ms   p95 {sorted(spent)[-2]:7.1f} ms")


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        measure(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
