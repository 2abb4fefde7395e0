"""What a first visit costs: few requests, few bytes, little JavaScript, and nothing from any other host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Request, expect

from battles.rules import commands as c
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]
REQUESTS, BYTES, SCRIPT = 15, 250_000, 60_000
# a lazy picture may begin to load after the network has been idle once
ALL_SEEN = """() => [...document.querySelectorAll('img.preview')].filter(each => each.checkVisibility())
    .every(each => each.complete && each.naturalWidth > 0)"""
FETCHED = """() => Object.fromEntries(performance.getEntriesByType('resource')
    .filter(each => each.transferSize > 0).map(each => [each.name, each.transferSize]))"""


class Bill:
    """Every request of a page, and what came for it over the wire."""

    def __init__(self, page: Page) -> None:
        self.requests: list[Request] = []
        page.on("requestfinished", self._finished)

    def _finished(self, request: Request) -> None:
        self.requests.append(request)

    def bytes(self, *kinds: str) -> int:
        sizes = [each.sizes() for each in self.requests if not kinds or each.resource_type in kinds]
        return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)

    def settle(self, url: str) -> None:
        print(len(self.requests), "requests", self.bytes(), "bytes", self.bytes("script"), "of script")
        assert {urlsplit(each.url).netloc for each in self.requests} == {urlsplit(url).netloc}
        assert len(self.requests) <= REQUESTS, [each.url for each in self.requests]
        assert self.bytes() <= BYTES
        assert 0 < self.bytes("script") <= SCRIPT


@pytest.mark.parametrize("width", [390, 1440])
def test_the_first_load_of_the_home_page(house_url: str, contexts: Contexts, width: int) -> None:
    page = contexts(1, viewport={"width": width, "height": 900})[0].new_page()
    bill = Bill(page)
    page.goto(house_url, wait_until="networkidle")
    expect(page.locator("img.preview:visible").first).to_be_visible()
    assert page.locator("img.preview:visible").first.evaluate("image => image.complete && image.naturalWidth > 0")
    bill.settle(house_url)


@pytest.mark.parametrize("kind", [c.Deploy, c.Attack])
def test_the_first_load_of_a_battle(stage: Stage, contexts: Contexts, kind: type[c.Command]) -> None:
    """With a cold cache, in the middle of an activation: its overlay comes, too."""
    side, _ = stage.play_until(next_is(kind))
    context = contexts(1)[0]
    page = context.new_page()
    bill = Bill(page)
    context.add_cookies(stage.cookies(side))
    page.goto(stage.address, wait_until="networkidle")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    bill.settle(stage.url)


def test_what_is_kept_is_not_asked_for_again(
    house_url: str, playwright: Playwright, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> None:
    """Styles, scripts and pictures are kept for good; a second visit brings the page alone.

    With a profile on disk as people have: the cache in memory of a private window may be emptied at any time.
    """
    context = playwright.chromium.launch_persistent_context(tmp_path, **browser_type_launch_args)
    try:
        page = context.new_page()
        page.goto(house_url, wait_until="networkidle")
        page.wait_for_function(ALL_SEEN)
        kept = page.evaluate(FETCHED)
        page.goto(f"{house_url}/rules/", wait_until="networkidle")
        page.goto(house_url, wait_until="networkidle")
        page.wait_for_function(ALL_SEEN)
        again = page.evaluate(FETCHED)
    finally:
        context.close()
    assert any(address.endswith(".svg") for address in kept)
    assert again == {}
