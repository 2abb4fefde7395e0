"""A rule over the table: by mouse, keys and finger, fetched once, closed by Escape; and the rulebook's search."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from battles.rules.rulebook import chapters
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is
from tests.conftest import PHONE

Contexts = Callable[..., list[BrowserContext]]


def fetched(page: Page) -> list[str]:
    """Every rule that this page asks the server for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules/card/" in request.url else None)
    return asked


def looking(stage: Stage, contexts: Contexts, kind: type[c.Command] = c.Move, **terms: object) -> Hands:
    """The page of the side that is to give such a command."""
    side, _ = stage.play_until(next_is(kind))
    return stage.open(contexts(1, **terms)[0], side)


def test_a_rule_of_the_log_by_mouse(stage: Stage, contexts: Contexts) -> None:
    hands = looking(stage, contexts)
    page, asked = hands.page, fetched(hands.page)
    box = page.locator("#rule-box")
    word = page.locator("#log-entries a[data-rule]").first
    rule = str(word.get_attribute("data-rule"))
    expect(box).to_be_hidden()
    word.click()
    expect(box.get_by_role("heading", level=2)).to_be_visible()
    expect(box.locator(".example")).to_be_visible()
    assert page.url == stage.address, "the table stays where it is"
    near, where = word.bounding_box(), box.bounding_box()
    assert near
    assert where
    gap = max(where["y"] - (near["y"] + near["height"]), near["y"] - (where["y"] + where["height"]))
    assert 0 <= gap < 12, "it stands at its word"
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    page.locator(f'#log-entries a[data-rule="{rule}"]').first.click()
    expect(box.get_by_role("heading", level=2)).to_be_visible()
    assert len(asked) == 1, "its text is fetched once"
    page.mouse.click(5, 400)
    expect(box).to_be_hidden()
    assert not hands.complaints


def test_it_survives_what_is_pushed_meanwhile(stage: Stage, contexts: Contexts) -> None:
    hands = looking(stage, contexts)
    page = hands.page
    box = page.locator("#rule-box")
    page.locator("#log-entries a[data-rule]").first.click()
    heading = box.get_by_role("heading", level=2)
    expect(heading).to_be_visible()
    told = heading.text_content()
    for _ in range(3):
        stage.play()
        hands.shows(stage.number)
    expect(heading).to_have_text(str(told))
    expect(heading).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.rule"), "back to the word, which the push has kept"
    assert not hands.complaints


def test_a_rule_of_a_prompt_by_keys(stage: Stage, contexts: Contexts) -> None:
    hands = looking(stage, contexts, c.PlaceOrders)
    page = hands.page
    box = page.locator("#rule-box")
    word = page.locator('#decision a[data-rule="order.hold"]')
    word.focus()
    page.keyboard.press("Enter")
    expect(box.get_by_role("heading", level=2)).to_have_text("Hold")
    expect(box).to_be_focused()
    box.locator('.prose a[data-rule="combat.reduction"]').focus()
    page.keyboard.press("Enter")
    expect(box.get_by_role("heading", level=2, name="Casualty reduction")).to_be_visible()
    assert box.get_by_role("heading", level=2).count() == 1, "one rule at a time"
    with page.context.expect_page() as opened:
        box.locator(".out a:visible").focus()
        page.keyboard.press("Enter")
    expect(opened.value.locator('[id="combat.reduction"]')).to_be_in_viewport()
    page.bring_to_front()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(word).to_be_focused()
    assert not hands.complaints


def test_escape_closes_the_rule_and_nothing_else(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    marked = page.locator(f'#overlay [data-unit="{command.unit}"]')
    expect(marked).to_be_attached()
    page.locator("#log-entries a[data-rule]").first.click()
    expect(page.locator("#rule-box .gist")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rule-box")).to_be_hidden()
    expect(marked).to_be_attached()


def test_a_rule_under_the_finger(stage: Stage, contexts: Contexts) -> None:
    side, _ = stage.play_until(next_is(c.Move))
    hands = stage.open(contexts(1, **PHONE)[0], side)
    page = hands.page
    hands.look("log")
    page.locator("#log-entries a[data-rule]").first.tap()
    box = page.locator("#rule-box")
    expect(box.get_by_role("heading", level=2)).to_be_visible()
    where, size = box.bounding_box(), page.viewport_size
    assert where
    assert size
    assert where["x"] == 0
    assert where["width"] == size["width"]
    assert where["y"] + where["height"] == pytest.approx(size["height"], abs=1)
    close = box.get_by_role("button", name="Close")
    target = close.bounding_box()
    assert target
    assert min(target["width"], target["height"]) >= 44
    close.tap()
    expect(box).to_be_hidden()
    assert not hands.complaints


def test_what_cannot_be_fetched_is_asked_for_again(stage: Stage, contexts: Contexts) -> None:
    hands = looking(stage, contexts)
    page = hands.page
    page.route("**/rules/card/**", lambda route: route.abort())
    word = page.locator("#log-entries a[data-rule]").first
    word.click()
    box = page.locator("#rule-box")
    expect(box.locator("a[target=_blank]")).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/rules/card/**")
    word.click()
    expect(box.locator(".gist")).to_be_visible()


def test_a_refusal_leads_to_its_rule(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    form = page.locator(f"#f-move-{command.unit}")
    far = "0101" if side == "blue" else "1113"
    form.locator("select[name=to]").evaluate("(field, to) => field.append(new Option(to, to, true, true))", far)
    hands.press(form)
    notice = page.locator("#notice")
    expect(notice).to_contain_text("That is too far for the points left.")
    notice.locator('a[data-rule="move.points"]').click()
    expect(page.locator("#rule-box").get_by_role("heading", level=2)).to_have_text("Movement points")


def test_the_search_answers_while_one_types(house_url: str, contexts: Contexts) -> None:
    (context,) = contexts(1, locale="ru")
    page = Hands(context.new_page()).page
    page.goto(f"{house_url}/rules/")
    page.get_by_role("searchbox").press_sequentially("подъем")
    expect(page.locator("#found li").first).to_contain_text("Подъём")
    assert page.url == f"{house_url}/rules/"
    page.get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(f"{house_url}/rules/search/?q=%D0%BF%D0%BE%D0%B4%D1%8A%D0%B5%D0%BC")
    page.locator("#found a").first.click()
    expect(page).to_have_url(f"{house_url}/rules/move/#move.stand")
    expect(page.locator('[id="move.stand"]')).to_be_in_viewport()


@pytest.mark.parametrize("terms", [{}, PHONE], ids=["desk", "phone"])
def test_every_chapter_fits_its_screen(house_url: str, contexts: Contexts, terms: dict[str, object]) -> None:
    (context,) = contexts(1, locale="ru", **terms)
    page = context.new_page()
    for name in chapters():
        page.goto(f"{house_url}/rules/{name}/")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        expect(page.locator(".book-turn a[rel=next], .book-turn a[rel=prev]").first).to_be_attached()
