"""The hands of somebody who builds a list in the editor, by mouse or by keys, and reads what it shows."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import Hands
from tests.browser.keys import Keys


class Builder:
    """A page of the editor."""

    def __init__(self, page: Page, *, keys: bool = False) -> None:
        self.hands: Hands = Keys(page) if keys else Hands(page)
        self.page = page

    def begin(self, url: str, *, name: str, size: int = 200) -> str:
        """A new list from the page of lists; its key."""
        self.page.goto(f"{url}/lists/")
        form = self.page.locator("form.newlist")
        form.locator("input[name=name]").fill(name)
        if not form.locator(f'input[value="{size}"]').is_checked():
            if isinstance(self.hands, Keys):
                self.hands.reach(form.locator("input[name=size]:checked"))
                for _ in range(form.locator("input[name=size]").count()):
                    if form.locator(f'input[value="{size}"]').is_checked():
                        break
                    self.page.keyboard.press("ArrowDown")
            else:
                form.locator(f'input[value="{size}"]').check(force=True)
        self.hands.push(form.get_by_role("button"))
        expect(self.page.locator("main.edit")).to_be_visible()
        return self.key

    @property
    def key(self) -> str:
        return str(self.page.locator("main.edit").get_attribute("data-list"))

    def hire(self, type_: str, *, phone: bool = False) -> str:
        """A unit of the picker, which a phone shows on demand; its id, once it is in the list."""
        before = set(self.units())
        if phone and not self.page.locator("#picker").is_visible():
            self.hands.push(self.page.locator(".list-tools [data-picker]"))
        self.hands.push(self.page.locator(f"#p-{type_} .add"))
        expect(self.page.locator("[data-unit]")).to_have_count(len(before) + 1)
        return next(unit for unit in self.units() if unit not in before)

    def units(self) -> list[str]:
        return [str(row.get_attribute("data-unit")) for row in self.page.locator("[data-unit]").all()]

    def row(self, unit: str) -> Locator:
        return self.page.locator(f"#row-{unit}")

    def open(self, unit: str) -> Locator:
        """The form of a unit."""
        form = self.page.locator(f"#form-{unit}")
        if not form.is_visible():
            self.hands.push(self.page.locator(f"#open-{unit}"))
            expect(form).to_be_visible()
        return form

    def choose(self, unit: str, **fields: str) -> None:
        for name, value in fields.items():
            field = self.open(unit).locator(f"[name={name}]")
            self.hands.choose(field, value)
            expect(field.locator("option[selected]")).to_have_attribute("value", value)

    def costs(self, points: int) -> None:
        expect(self.page.locator("#points")).to_have_text(str(points))

    def faults(self) -> list[str]:
        return [str(box.get_attribute("id")).removeprefix("fault-") for box in self.page.locator("#faults > *").all()]

    def to_battle(self) -> None:
        self.hands.push(self.page.locator(".treasury .go a"))
        expect(self.page.locator(f'input[name=army][value="list-{self.picked()}"]')).to_be_checked()

    def picked(self) -> str:
        return self.page.url.rsplit("=", 1)[-1]


def army_of(page: Page) -> list[Any]:
    """The units of the own side that a battle page deploys, by name."""
    return [row.inner_text().splitlines()[0] for row in page.locator("[data-place] .nm").all()]
