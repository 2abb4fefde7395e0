"""What a newcomer stumbled over: fields that take too much, places that are taken, ends that come too soon."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from battles.rules import commands as c
from battles.rules.choices import ActivationChoice
from battles.rules.legal import legal
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is


@pytest.fixture
def context(contexts: Callable[..., list[BrowserContext]]) -> BrowserContext:
    return contexts(1, reduced_motion="reduce")[0]


def acting(stage: Stage, context: BrowserContext, wanted: Callable[[str, c.Command], bool]) -> Hands:
    """The page of whoever is to give that command."""
    side, _ = stage.play_until(wanted)
    return stage.open(context, side)


def test_will_is_capped_by_the_pool(stage: Stage, context: BrowserContext) -> None:
    """`initiative.will`: a figure beyond the pool is put right at once, and the page says why."""
    page = acting(stage, context, next_is(c.SpendInitiative)).page
    pool = int(page.locator("#f-spend").get_attribute("data-pool") or 0)
    fields, over = page.locator("#f-spend input[type=number]"), page.locator("#f-spend [data-over]")
    fields.first.fill("1")
    expect(over).to_be_hidden()
    fields.nth(1).fill(str(pool + 40))
    expect(fields.nth(1)).to_have_value(str(pool - 1))
    expect(fields.first).to_have_value("1")
    expect(over).to_contain_text(str(pool))
    expect(page.locator("#f-spend [data-spent]")).to_have_text(str(pool))


def test_a_taken_hex_changes_places(stage: Stage, context: BrowserContext) -> None:
    """Whoever is placed where another stands changes places with it, and the page says so."""
    page = stage.open(context, "red").page
    page.locator("[data-suggest]").click()
    rows = page.locator("#f-deploy [data-place]")
    one, other = rows.nth(0), rows.nth(1)
    spots = [row.locator("select").first.input_value() for row in (one, other)]
    one.locator("[data-pick]").click()
    page.locator(f'#overlay [data-hex="{spots[1]}"]').click()
    assert [row.locator("select").first.input_value() for row in (one, other)] == spots[::-1]
    said = page.locator("#f-deploy [data-moved]")
    for row in (one, other):
        expect(said).to_contain_text(row.locator(".nm bdi").inner_text())


def test_an_activation_is_not_ended_by_accident(stage: Stage, context: BrowserContext) -> None:
    """Nothing moved and nothing fired: the page asks once, and does as it is told."""
    stage.play_until(next_is(c.Move))
    hands = acting(stage, context, lambda _, command: isinstance(command, c.Move) and not _targets(stage))
    number = hands.number
    hands.page.locator("#f-end button").click()
    expect(hands.page.locator("#f-end .surely")).to_be_visible()
    assert hands.number == number
    hands.page.locator("#f-end .surely [data-never]").check()
    hands.page.locator("#f-end .surely [data-yes]").click()
    hands.shows(number + 1)
    assert hands.page.evaluate("localStorage.getItem('unasked')") == "idle"


def _targets(stage: Stage) -> bool:
    choice = legal(stage.replica.battle, stage.replica.next_side()).choice
    assert isinstance(choice, ActivationChoice)
    return any(aim.no is None for unit in choice.units.values() for aim in unit.aims)


def test_a_press_beside_everything_keeps_the_selection(stage: Stage, context: BrowserContext) -> None:
    """Who acts stays selected when an empty hex is pressed; Escape lets go."""
    page = acting(stage, context, next_is(c.Move)).page
    drawn = page.locator("#overlay [data-unit]")
    expect(drawn).to_be_attached()
    unit = drawn.get_attribute("data-unit")
    corner(page.locator("#cells")).click()
    expect(drawn).to_have_attribute("data-unit", unit or "")
    page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)


def corner(cells: Locator) -> Locator:
    """A hex where nobody stands or goes."""
    return cells.locator('[data-cell="1101"]')


def test_single_keys_can_be_switched_off(stage: Stage, context: BrowserContext) -> None:
    """WCAG 2.1.4: single keys act no more, and act again when they are wanted."""
    page = stage.open(context, "red").page
    ruler = page.locator('[data-map="ruler"]')
    page.locator("#signals-more > summary").click()
    page.locator("[data-letters]").click()
    page.locator("h1").focus()
    page.locator("body").press("r")
    expect(ruler).to_have_attribute("aria-pressed", "false")
    page.locator("[data-letters]").click()
    page.evaluate("document.activeElement.blur()")
    page.locator("body").press("r")
    expect(ruler).to_have_attribute("aria-pressed", "true")


def test_the_end_is_a_page_of_its_own(stage: Stage, contexts: Callable[..., list[BrowserContext]]) -> None:
    """The summary lies over everybody's table, tells what decided the battle, and makes way for the table."""
    while stage.replica.battle.result is None:
        stage.play()
    red, watcher = (stage.open(each, side) for each, side in zip(contexts(2), ("red", "watcher"), strict=True))
    for hands in (red, watcher):
        page = hands.page
        expect(page.locator("#end h2")).to_be_visible()
        expect(page.locator("#moments li").first).to_be_visible()
        expect(page.locator("#dice dd").first).to_contain_text("expected")
        expect(page.locator("#morale")).to_be_hidden()
        page.locator('#end [data-look="table"]').click()
        expect(page.locator("#end")).to_be_hidden()
        expect(page.locator("#morale")).to_be_visible()
        page.locator('#say [data-look="end"]').click()
        expect(page.locator("#end h2")).to_be_visible()
        page.locator("#moments [data-line]").last.click()
        expect(page.locator("#log-entries .lit")).to_be_visible()
        assert hands.complaints == []
    expect(watcher.page.locator('form[action$="/again"]')).to_have_count(0)
    red.page.locator('#say [data-look="end"]').click()
    red.page.locator('form[action$="/again"] button').click()
    expect(red.page.locator("#seat-red")).to_contain_text("army picked")
    expect(red.page.locator(".linkrow input").first).to_have_value(re.compile("/s/"))
