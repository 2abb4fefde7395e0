"""What is pressed once acts once, whoever presses twice, in two tabs, too late, or by hand."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Request, Route, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is
from tests.visitor import Answer, Visitor

Contexts = Callable[..., list[BrowserContext]]


def commands_of(hands: Hands) -> list[Request]:
    """Every command that this page posts from now on."""
    posted: list[Request] = []
    hands.page.on("request", lambda request: posted.append(request) if request.url.endswith("/command") else None)
    return posted


def log_lines(hands: Hands) -> list[str | None]:
    return [line.get_attribute("id") for line in hands.page.locator("#log-entries li").all()]


# --- over the wire ------------------------------------------------------------------------------------------------


def test_two_identical_posts_five_milliseconds_apart_are_one_event(stage: Stage) -> None:
    side, command = stage.play_until(next_is(c.Move))
    answers: list[Answer] = []
    before, number = stage.presses, stage.number

    def press() -> None:
        answers.append(stage.post(stage.visitors[side], command, seen=number, key="one-and-the-same-press"))

    first, second = threading.Thread(target=press), threading.Timer(0.005, press)
    for thread in (first, second):
        thread.start()
    for thread in (first, second):
        thread.join()
    assert stage.presses == before + 2
    assert [answer.status for answer in answers] == [204, 204]
    assert {answer.headers["X-Number"] for answer in answers} == {str(number + 1)}
    stage.played(side, command)
    stage.play()  # its number is the next one: nothing came in between


def test_an_illegal_command_is_told_rule_and_reason(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    far = c.Move(command.unit, "0101" if side == "blue" else "1113")
    refused = stage.post(stage.visitors[side], far)
    assert refused.status == 422
    assert re.search(r"That is too far for the points left\. \(<a [^>]+>Movement points</a>\)", refused.text)
    hands = stage.open(contexts(1)[0], side)
    stage.agrees({side: hands})
    stage.play()


def test_a_stranger_and_the_other_side_change_nothing(stage: Stage) -> None:
    side, command = stage.play_until(next_is(c.EndActivation))
    stranger = Visitor()
    stranger.get(stage.url)
    assert stage.post(stranger, command).status == 403
    assert stranger.get(stage.address).status == 403
    other = "blue" if side == "red" else "red"
    assert stage.post(stage.visitors[other], command).status in (409, 422)
    stage.play()


# --- in the page --------------------------------------------------------------------------------------------------


def test_a_double_click_on_fire_fires_once(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Attack))
    assert isinstance(command, c.Attack)
    hands = stage.open(contexts(1)[0], side)
    posted = commands_of(hands)
    form = hands.form("attack", unit=command.unit, weapon=command.weapon, target=command.target)
    if command.shots and form.locator("select[name=shots]").count():
        form.locator("select[name=shots]").select_option(str(command.shots))
    form.get_by_role("button").dblclick()
    stage.played(side, command)
    stage.agrees({side: hands})
    assert len({request.post_data for request in posted}) == 1
    stage.play()
    stage.agrees({side: hands})


def test_a_double_click_on_the_end_does_not_end_the_next_activation(stage: Stage, contexts: Contexts) -> None:
    """The page is drawn anew between the two clicks, and the same button stands there for the next group."""
    side, command = _end_before_an_own_activation(stage)
    hands = stage.open(contexts(1)[0], side)
    posted = commands_of(hands)
    button = hands.page.locator("#f-end button")
    box = button.bounding_box()
    assert box
    hands.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for click in (1, 2):
        hands.page.mouse.down(click_count=click)
        hands.page.mouse.up(click_count=click)
        if click == 1:
            stage.played(side, command)
            stage.agrees({side: hands})
            expect(button).to_be_enabled()
    assert hands.number == stage.number
    assert len(posted) == 1
    stage.play()
    stage.agrees({side: hands})


def _end_before_an_own_activation(stage: Stage) -> tuple[str, c.Command]:
    """An end after which the same side activates its next group at the same place, and may end that at once."""
    while True:
        side, command = stage.play_until(next_is(c.EndActivation))
        order = [s.group for s in sorted(stage.replica.battle.standings.values(), key=lambda s: s.total)]
        left = [g for g in order if not stage.replica.battle.units[g].turn.activated]
        if left and stage.replica.battle.units[left[0]].side == side:
            return side, command
        stage.play()


def test_of_two_tabs_of_one_player_one_wins(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    assert isinstance(command, c.PlaceOrders)
    context = contexts(1)[0]
    first, second = stage.open(context, side), stage.open(context, side)
    held: list[Route] = []
    second.page.route("**/command", lambda route: held.append(route))
    with second.page.expect_request("**/command"):
        second.give(c.PlaceOrders(dict.fromkeys(command.orders, "hold")))
    first.give(command)
    stage.played(side, command)
    stage.agrees({"first": first, "second": second})
    with second.page.expect_response("**/command") as answered:
        held[0].continue_()
    assert answered.value.status == 409
    expect(second.page.locator("#notice")).to_have_text(re.compile("moved on"))
    expect(second.page.locator("#decision")).to_have_attribute("data-kind", "waiting")
    stage.play()  # the other side's orders: what is revealed are those of the first tab
    stage.agrees({"first": first, "second": second})


def deaf(contexts: Contexts) -> BrowserContext:
    """A browser without sockets, whose pages do not ask by themselves either."""
    context = contexts(1)[0]
    context.add_init_script(
        "window.setInterval = () => 0;"
        "window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} send() {} };"
    )
    return context


def test_a_tab_that_heard_nothing_is_told_and_looks_again(stage: Stage, contexts: Contexts) -> None:
    """A stale press brings the sentence and, without waiting for socket or poll, the panels."""
    side, command = stage.play_until(next_is(c.EndActivation))
    hands = stage.open(deaf(contexts), side)
    stage.play()
    with hands.page.expect_response("**/command") as answered:
        hands.give(command)
    assert answered.value.status == 409
    stage.agrees({side: hands})
    expect(hands.page.locator("#notice")).to_have_text(re.compile("moved on"))


def test_a_press_that_does_not_arrive_says_so(stage: Stage, contexts: Contexts) -> None:
    """A command that does not arrive is not done, and is not sent later by itself; pressed again it counts."""
    side, command = stage.play_until(next_is(c.EndActivation))
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    page.route("**/command", lambda route: route.abort())
    hands.give(command)
    expect(page.locator("#notice")).to_have_text(re.compile("No answer from the server"))
    stage.agrees({side: hands})
    page.unroute("**/command")
    hands.give(command)
    stage.played(side, command)
    stage.agrees({side: hands})
    expect(page.locator("#notice")).to_be_empty()


def test_a_press_whose_answer_is_lost_counts_once(stage: Stage, contexts: Contexts) -> None:
    """The command arrives, the page does not know it; pressed again it is the same press."""
    side, command = stage.play_until(next_is(c.Attack))
    hands = stage.open(deaf(contexts), side)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    hands.page.route("**/command", lose)
    hands.give(command)
    expect(hands.page.locator("#notice")).to_have_text(re.compile("No answer from the server"))
    before = hands.number
    stage.played(side, command)
    hands.page.unroute("**/command")
    with hands.page.expect_response("**/command") as answered:
        hands.give(command)
    assert (answered.value.status, before) == (204, stage.number - 1)
    assert answered.value.headers["x-number"] == str(stage.number)
    stage.agrees({side: hands})
    stage.play()


def test_a_plan_that_comes_too_late_says_nothing(stage: Stage, contexts: Contexts) -> None:
    """Spending is committed while its preview is still on the way: the answer finds no form and is dropped."""
    stage.play_until(next_is(c.SpendInitiative, "red"))
    hands = stage.open(contexts(1)[0], "red")
    held: list[Route] = []
    hands.page.route("**/plan/", lambda route: held.append(route))
    form = hands.page.locator("#f-spend")
    with hands.page.expect_request("**/plan/"):
        form.locator("[data-more]").first.click()
    command = c.SpendInitiative({"r1": 1})
    stage.give("red", command)
    stage.replica.play("red", command)
    hands.shows(stage.number)
    expect(form).to_have_count(0)
    with hands.page.expect_event("requestfinished", lambda request: request.url.endswith("/plan/")):
        for route in held:
            route.continue_()
    hands.page.evaluate("() => new Promise((done) => setTimeout(done))")  # what was received has been taken up
    assert hands.complaints == []


HIT_BY_A_FINGER = """
(hex) => {
  const cell = document.querySelector(`#cells [data-cell="${hex}"]`).getBoundingClientRect();
  return Boolean(document.elementFromPoint(cell.x + cell.width / 2, cell.y + cell.height / 2)?.closest("svg#map"));
}
"""


def test_a_refusal_leaves_the_home_row_free_and_is_gone_when_closed(stage: Stage, contexts: Contexts) -> None:
    """Neither while it is read nor once it is closed does the sentence lie over the hexes of the own edge."""
    side, _ = stage.play_until(next_is(c.EndActivation))
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    row = "01" if side == "red" else "13"
    home = [f"{column:02}{row}" for column in range(1, 12)]
    page.locator("#f-end input[name=group]").evaluate("(field) => { field.value = 'nobody'; }")
    with page.expect_response("**/command") as answered:
        hands.press(page.locator("#f-end"))
    assert answered.value.status in (403, 409, 422)
    notice = page.locator("#notice")
    expect(notice.locator(".shown")).to_be_visible()
    assert [hex_ for hex_ in home if not page.evaluate(HIT_BY_A_FINGER, hex_)] == []
    notice.locator("[data-shut]").click()
    expect(notice).to_be_empty()
    expect(notice).to_be_hidden()
    assert [hex_ for hex_ in home if not page.evaluate(HIT_BY_A_FINGER, hex_)] == []
    stage.play()
