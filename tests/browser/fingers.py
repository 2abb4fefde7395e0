"""Hands that tap: on a phone, units are sent by a tap on the map."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands

# two taps so near to each other are a double tap, whose second half presses nothing
APART = "() => new Promise(done => setTimeout(done, 400 - (performance.now() - (window.tapped || -400))))"
# the click follows the tap
FOLLOWED = "() => new Promise(requestAnimationFrame).then(() => { window.tapped = performance.now() })"


class Fingers(Hands):
    """A page of one person on a phone."""

    def push(self, control: Locator) -> None:
        self.page.evaluate(APART)
        control.tap()
        self.page.evaluate(FOLLOWED)

    def tick(self, box: Locator) -> None:
        if not box.is_checked():
            box.tap(force=True)
        expect(box).to_be_checked()

    def untick(self, box: Locator) -> None:
        box.tap(force=True)
        expect(box).not_to_be_checked()

    def go(self, form: Locator, to: str) -> None:
        """The washed hex itself, twice: the first tap shows the way. A sheet drawn up over the map goes down first."""
        if self.page.locator("main.table").get_attribute("data-sheet") == "full":
            self.push(self.page.locator(".handle"))
        if self.page.locator("svg#map.near").count():
            self.see_all()
        self.map_hex(to).first.tap()
        expect(self.page.locator("#measure")).to_contain_text(to)
        self.map_hex(to).first.tap()
        self.agree()

    def see_all(self) -> None:
        """The whole map: its button lies under the legend where the screen is narrow."""
        legend = self.page.locator("#legend")
        if legend.get_attribute("open") is None:
            self.push(legend.locator("summary"))
        self.push(legend.locator("[data-map=whole]"))
        if legend.get_attribute("open") is not None:
            self.push(legend.locator("summary"))
