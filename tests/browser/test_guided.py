"""The guided first battle in a browser: one press on the home page, and a lesson beside each prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.hands import Hands
from tests.conftest import PHONE

Contexts = Callable[..., list[BrowserContext]]


@pytest.mark.parametrize("terms", [{}, PHONE], ids=["desk", "phone"])
def test_a_newcomer_is_led_to_the_first_attack(house_url: str, contexts: Contexts, terms: dict[str, Any]) -> None:
    hands = Hands(contexts(1, **terms)[0].new_page())
    page = hands.page
    page.goto(house_url)
    page.locator("#f-guided").get_by_role("button").click()
    expect(page.locator("#lesson-deploy")).to_be_visible()
    expect(page.locator("#habits-offer")).to_have_count(0)
    page.get_by_role("button", name="Place for me").click()
    page.locator("#f-deploy .pri").click()
    hands.agree()
    for moment, form in (("orders", "#f-orders"), ("spend", "#f-spend")):
        expect(page.locator(f"#lesson-{moment}")).to_be_visible()
        page.locator(f"{form} .pri").click()
        hands.agree()
    lesson = page.locator("#lesson-act, #lesson-link")
    expect(lesson).to_be_visible()
    lesson.locator("a[data-rule]").first.click()
    expect(page.locator("#rule-box .gist")).to_be_visible()
    page.keyboard.press("Escape")
    expect(lesson).to_be_visible()
    assert hands.complaints == []
