"""A list built with one finger on a phone: units are dragged by their counters, into links, out of them, elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.builder import Builder

Contexts = Callable[..., list[BrowserContext]]


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, grip: Locator, to: Locator, *, down: float = 0) -> None:
    """A finger from the middle of one thing to that of another, or so much below it, both in sight."""
    to.scroll_into_view_if_needed()
    grip.scroll_into_view_if_needed()
    finger = page.context.new_cdp_session(page)
    (x, y), (end_x, end_y) = middle(grip), middle(to)
    end_y += down

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", (x, y))
    for n in range(1, 11):
        touch("touchMove", (x + (end_x - x) * n / 10, y + (end_y - y) * n / 10))
    touch("touchEnd")


def test_links_and_order_by_a_finger(house_url: str, contexts: Contexts) -> None:
    (context,) = contexts(1, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    one = Builder(context.new_page())
    one.begin(house_url, name="Муром", size=300)
    units = [one.hire(type_, phone=True) for type_ in ("otrok", "otrok", "smerdy")]
    one.page.get_by_role("button", name="Close").first.click()
    one.page.locator("#f-newlink button").click()
    link = one.page.locator("article.zv")
    grip = [one.row(unit).locator("> .tk") for unit in units]
    for unit, held in zip(units[:2], grip, strict=False):
        drag(one.page, held, link.locator("header"))
        expect(link.locator(f"#row-{unit}")).to_be_visible()
    assert one.units() == units

    drag(one.page, grip[1], grip[0], down=-16)
    expect(link.locator("[data-unit]").first).to_have_attribute("data-unit", units[1])
    drag(one.page, grip[0], one.row(units[2]), down=16)
    expect(one.page.locator("#loose [data-unit]").last).to_have_attribute("data-unit", units[0])
    expect(one.page.locator(".ghost, .dragged, .drop-here")).to_have_count(0)

    drag(one.page, grip[2], one.page.locator("h1"))  # no place for it
    assert one.units() == [units[1], units[2], units[0]]
    one.page.locator("#f-undo button").click()
    expect(link.locator(f"#row-{units[0]}")).to_be_visible()
    assert one.hands.complaints == []


def test_a_finger_beside_the_counter_scrolls_the_page(house_url: str, contexts: Contexts) -> None:
    (context,) = contexts(1, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    one = Builder(context.new_page())
    one.begin(house_url, name="Муром", size=500)
    units = [one.hire("smerdy", phone=True) for _ in range(12)]
    one.page.get_by_role("button", name="Close").first.click()
    drag(one.page, one.row(units[8]).locator(".who-is b"), one.row(units[2]).locator(".who-is b"))
    one.page.wait_for_function("scrollY > 100")
    assert one.units() == units
