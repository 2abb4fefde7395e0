"""Few stops and quick turns: habits answer, drafts stay, a move is taken back by one key, and all of it in the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules import commands as c
from battles.rules.habits import Habits, answer
from battles.rules.notation import adjudicate
from battles.rules.sight import seen_by
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAN = Habits(reduce="best", fear="hold", below=60, keep=2, will="pass", end="all")
# every question that the page has ever put
ASKED = """() => {
  window.asked = []
  const look = () => {
    const decision = document.querySelector("#decision.ask")
    if (decision) window.asked.push(decision.dataset.kind)
  }
  look()
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def keep(hands: Hands, habits: Habits) -> None:
    """Choose all of it in the panel."""
    form = hands.open_habits()
    for name in ("end", "will", "reduce", "fear"):
        form.locator(f"select[name={name}]").select_option(getattr(habits, name))
    for name in ("below", "keep"):
        form.locator(f"input[name={name}]").fill(str(getattr(habits, name)))
    form.get_by_role("button").click()
    expect(hands.page.locator("#f-habits .kept")).to_be_visible()
    hands.page.locator("#habits-more > summary").click()


class Served(Stage):
    """A battle of which one seat has habits: the replica follows what they answer."""

    habits: Habits = Habits()

    def follow(self) -> None:
        while told := answer(seen_by(self.replica.battle, "blue"), "blue", self.habits):
            self.played("blue", told)

    def step(self, blue: Hands) -> None:
        """The next command of the policy: blue's by hand in its page, red's over the wire."""
        side, command = self.replica.upcoming()
        if side == "blue":
            blue.give(command)
            self.played(side, command)
        else:
            self.give(side, command)
            self.replica.play(side, command)
        self.follow()
        blue.shows(self.number)


def test_a_skirmish_in_which_one_seat_lets_everything_be_answered(
    house_url: str, contexts: Contexts, tmp_path: Path
) -> None:
    """Blue is asked for its deployment and its orders, and for nothing else; the file knows nothing of habits."""
    stage = Served(house_url)
    blue = stage.open(contexts(1)[0], "blue")
    keep(blue, PLAN)
    stage.habits = PLAN
    stage.played("blue", c.SetAnswers("ask", "best"))
    blue.shows(stage.number)
    blue.page.evaluate(ASKED)
    while stage.replica.battle.result is None:
        stage.step(blue)
    expect(blue.page.locator("#end h2")).to_be_visible()
    assert set(blue.page.evaluate("window.asked")) <= {"deploy", "orders"}
    assert stage.replica.happened["daring_checked"]
    assert blue.complaints == []
    verdict = adjudicate(file_of(blue.page, tmp_path))
    assert (verdict.exit, verdict.differences) == (0, ())
    assert verdict.output["points"] == {side.id: side.points for side in stage.replica.battle.sides.values()}


def file_of(page: Page, folder: Path) -> Any:
    with page.expect_download() as download:
        page.locator("#end a[download]").click()
    target = folder / "battle.json"
    download.value.save_as(target)
    return json.loads(target.read_text())


def test_fewer_stops_are_offered_while_the_units_are_placed(stage: Stage, contexts: Contexts) -> None:
    hands = stage.open(contexts(1)[0], "red")
    offer = hands.page.locator("#habits-offer")
    offer.get_by_role("button", name="Yes, as suggested").click()
    expect(offer).to_contain_text("Fewer stops it is")
    form = hands.open_habits()
    expect(form.locator("[name=end]")).to_have_value("clear")
    expect(form.locator("[name=fear]")).to_have_value("ask")
    hands.page.reload()
    expect(hands.page.locator("#decision")).to_be_visible()
    expect(hands.page.locator("#habits-offer")).to_have_count(0)


# --- a slip of the finger -----------------------------------------------------------------------------------------


def stands(page: Page, unit: str, hex_: str) -> None:
    expect(page.locator(f"#u-{unit}")).to_have_attribute("data-hex", hex_)


def test_a_move_is_taken_back_by_one_key_and_by_one_tap(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    start = stage.replica.battle.units[command.unit].spot
    back = hands.page.locator(f"#f-undo-{command.unit} button")
    expect(back).to_have_count(0)
    for take_back in (lambda: hands.page.keyboard.press("z"), back.click):
        hands.give(command)
        stage.played(side, command)
        hands.shows(stage.number)
        stands(hands.page, command.unit, command.to)
        expect(back).to_be_enabled()
        take_back()
        stage.played(side, c.TakeBack(command.unit))
        hands.shows(stage.number)
        stands(hands.page, command.unit, start)
    assert hands.complaints == []


def test_after_a_die_nothing_is_taken_back_and_the_page_says_why(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Attack))
    hands = stage.open(contexts(1)[0], side)
    hands.give(command)
    stage.played(side, command)
    hands.shows(stage.number)
    while stage.replica.next_side() != side:  # what the blow has brought is the other side's to answer
        stage.play()
    hands.shows(stage.number)
    if stage.replica.battle.active is None or hands.page.locator("#f-undo").count() == 0:
        stage.play_until(next_is(c.EndActivation, side))
        hands.shows(stage.number)
    expect(hands.page.locator("#f-undo button")).to_have_attribute("aria-disabled", "true")
    hands.page.keyboard.press("z")
    expect(hands.page.locator("#notice")).to_contain_text("nothing to take back")
    expect(hands.page.locator("#notice")).to_contain_text(re.compile("die has fallen"))
    hands.shows(stage.number)


def test_a_move_that_ends_the_activation_is_one_tap(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    form = hands.page.locator(f"#f-move-{command.unit}")
    form.locator("[data-then-end]").check()
    group = stage.replica.battle.active
    form.locator("select[name=to]").select_option(command.to)
    form.get_by_role("button").last.click()
    stage.played(side, command)
    stage.played(side, c.EndActivation(str(group)))
    hands.shows(stage.number)
    stands(hands.page, command.unit, command.to)
    stage.play_until(next_is(c.Move, side))
    hands.shows(stage.number)
    expect(hands.page.locator("[data-then-end]").first).to_be_checked()


# --- drafts -------------------------------------------------------------------------------------------------------


def test_a_deployment_in_one_tap_survives_a_reload(stage: Stage, contexts: Contexts) -> None:
    hands = stage.open(contexts(1)[0], "red")
    hands.page.locator("[data-suggest]").click()
    places = hands.page.locator('#f-deploy select[name$=".hex"]')
    chosen = [place.input_value() for place in places.all()]
    assert all(chosen)
    hands.page.reload()
    for place, hex_ in zip(places.all(), chosen, strict=True):
        expect(place).to_have_value(hex_)
    expect(hands.page.locator("#draft .ghost")).to_have_count(len(chosen))
    hands.page.locator("#f-deploy button.pri").click()
    hands.agree()
    hands.shows(stage.number + 1)


def test_orders_drafted_while_waiting_are_chosen_when_they_are_asked(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Move, "blue"))
    red = stage.open(contexts(1)[0], "red")
    red.page.locator("#draft-orders").click()
    group = red.page.locator("#f-draft li").first
    group.locator('input[value="hold"]').check(force=True)
    name = group.locator("input").first.get_attribute("name")
    red.page.reload()
    stage.play_until(next_is(c.PlaceOrders, "red"))
    red.shows(stage.number)
    chosen = red.page.locator(f'#f-orders input[name="{name}"][value="hold"]')
    expect(chosen).to_be_checked()
    expect(red.page.locator("#f-draft")).to_have_count(0)
    red.page.reload()
    expect(chosen).to_be_checked()


def test_orders_are_chosen_as_last_turn(stage: Stage, contexts: Contexts) -> None:
    """Some hold and some attack in turn 1; the sheet of turn 2 says the same before anybody has touched it."""
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    assert isinstance(command, c.PlaceOrders)
    mixed = {group: ("hold", "attack")[i % 2] for i, group in enumerate(command.orders)}
    stage.give(side, c.PlaceOrders(mixed))
    stage.replica.play(side, c.PlaceOrders(mixed))
    _, command = stage.play_until(
        lambda side, command: next_is(c.PlaceOrders, "red")(side, command) and stage.replica.battle.turn == 2
    )
    assert isinstance(command, c.PlaceOrders)
    hands = stage.open(contexts(1)[0], side)
    for group in command.orders:
        order = hands.page.locator(f'#f-orders input[name="orders.{group}"][value="{mixed[group]}"]')
        expect(order).to_be_checked()
