"""Hands that have no mouse: everything by Tab, arrows, Space and Enter."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.hands import Hands

# how many stops from the focus to the node, in the order of the page; radio buttons of one name are one stop
STOPS = """node => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({visibilityProperty: true}))
    .filter(each => each === node || each.type !== "radio" || each.checked)
  const here = all.indexOf(document.activeElement)
  return here < 0 ? 1 : all.indexOf(node) - here
}"""
FOCUSED = "node => document.activeElement === node"
TRIES = 5


class Keys(Hands):
    """A page of one person who uses the keyboard alone."""

    def reach(self, control: Locator) -> None:
        """Tab there, forwards or backwards."""
        control.wait_for(state="visible")
        for _ in range(TRIES):
            stops: int = control.evaluate(STOPS)
            for _ in range(abs(stops)):
                self.page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
            if control.evaluate(FOCUSED):
                return
        raise AssertionError(f"no way by keys to {control}")

    def push(self, control: Locator) -> None:
        if not control.evaluate(FOCUSED):
            self.reach(control)
        self.page.keyboard.press("Enter")

    def choose(self, field: Locator, value: str) -> None:
        self.reach(field)
        way = field.evaluate(
            "(node, value) => [...node.options].findIndex(each => each.value === value) - node.selectedIndex", value
        )
        for _ in range(abs(way)):  # fewer where options are shut
            if field.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")
        assert field.input_value() == value

    def untick(self, box: Locator) -> None:
        self.reach(box)
        self.page.keyboard.press("Space")
        assert not box.is_checked()

    def tick(self, box: Locator) -> None:
        if box.is_checked():
            return
        if box.get_attribute("type") == "checkbox":
            self.reach(box)
            self.page.keyboard.press("Space")
            return
        name = box.get_attribute("name")
        self.reach(self.page.locator(f'input[name="{name}"]:checked'))
        for _ in range(4):
            if box.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        assert box.is_checked()
