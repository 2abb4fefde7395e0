"""Two people at one screen play to the end; what one decides in secret is nowhere while the other looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import BrowserContext, WebSocket, expect

from battles.live.screens import is_secret
from battles.rules.dice import SeededDice
from tests.browser.hands import Hands
from tests.browser.stage import ARMIES, NAMES, SEED, SHEET, Replica
from tests.conftest import PHONE
from tests.daphne import Daphne

Contexts = Callable[..., list[BrowserContext]]
TURNS = 2
FORMS = {side: re.compile(rf'name="(placements|orders|points)\.{side[0]}\d') for side in ("red", "blue")}


def replica() -> Replica:
    """The battle beside the screen, as short as the one that is opened."""
    made = Replica()
    made.dice = SeededDice(SEED)
    made.battle = replace(made.battle, options=replace(made.battle.options, turn_limit=TURNS))
    return made


class Screen(Hands):
    """The hands of two, and all that their browser was sent since a page came."""

    def __init__(self, context: BrowserContext) -> None:
        super().__init__(context.new_page())
        self.sent: list[str] = []
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.sent.append(str(text)))

    def sit_down(self, url: str) -> None:
        page = self.page
        page.goto(url)
        for field, value in (("preset", "skirmish"), ("map", SHEET), ("army", ARMIES["red"])):
            self._check(field, value)
        page.locator("details.more-options summary").click()
        page.locator("form.setup [name=turn_limit]").fill(str(TURNS))
        page.locator('form.setup input[name="name"]').fill(NAMES["red"])
        page.get_by_role("button", name="Two at one screen").click()
        expect(page.locator("h1")).to_have_text("Now the second player")
        self._check("army", ARMIES["blue"])
        page.locator('input[name="name"]').fill(NAMES["blue"])
        page.get_by_role("button", name="Sit down and begin").click()

    def shows_side(self, side: str, *, secret: bool, number: int | None = None) -> None:
        """The curtain first where it is secret; then that side's page at that number, and nothing of the other."""
        other = "blue" if side == "red" else "red"
        if secret:
            expect(self.page.locator(f"main.curtain.{side}")).to_be_visible()
            expect(self.page.locator("live-socket")).to_have_count(0)
            assert not any(form.search(self.page.content()) for form in FORMS.values())
            self.sent.clear()
            self.page.get_by_role("button", name="It is me").click()
        expect(self.page.locator("live-socket")).to_have_attribute("data-as", side)
        if number is not None:
            self.shows(number)  # until then the page may still be on its way to that side
        assert not FORMS[other].search(self.page.content())


def test_a_whole_skirmish_at_one_screen(daphnes: Callable[..., Daphne], contexts: Contexts) -> None:
    daphne, beside = daphnes(DRUZHINA_DICE_SEED=SEED, BUILD_ID="screen").start(), replica()
    screen = Screen(contexts(1)[0])
    screen.sit_down(daphne.url)
    number = None
    for side, command in beside.commands():
        secret = is_secret(beside.battle)
        screen.shows_side(side, secret=secret, number=number)
        number = screen.number if number is None else number
        screen.give(command)
        number += 1
        if secret:
            assert not any(FORMS["blue" if side == "red" else "red"].search(text) for text in screen.sent)
    expect(screen.page.locator("#end h2")).to_be_visible()
    # a fragment that a page has asked for just before the curtain fell over it is refused
    assert [text for text in screen.complaints if "403" not in text] == []


def test_the_back_button_brings_no_secret_back(house_url: str, contexts: Contexts) -> None:
    """On a phone: red deploys, blue goes back and forth through the history."""
    screen = Screen(contexts(1, **PHONE)[0])
    screen.sit_down(house_url)
    screen.shows_side("red", secret=True)
    screen.page.locator("[data-suggest]").first.click()
    screen.push(screen.form("deploy").locator("button.pri"))
    screen.agree()
    expect(screen.page.locator("main.curtain.blue")).to_be_visible()
    for step in (screen.page.go_back, screen.page.go_back, screen.page.go_forward, screen.page.go_forward):
        step()
        expect(screen.page.locator("h1").first).to_be_attached()
        assert not FORMS["red"].search(screen.page.content())
    screen.page.goto(screen.page.url)
    kept = screen.page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "placements" not in kept
