"""The site is one document: pages are swapped, the socket lives and dies with the battle page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Request, Route, WebSocket, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]
HOME, RULES = "Druzhina — a battle on hexes", "Rules — Druzhina"
BATTLE = re.compile(r"^(● .+ · )?Upper Yards — Druzhina$")  # with what awaits the player, if something does


class Traffic:
    """What a page has loaded as a document, and its sockets."""

    def __init__(self, page: Page) -> None:
        self.documents: list[str] = []
        self.sockets: list[WebSocket] = []
        self.open = self.most = 0
        page.on("request", self._asked)
        page.on("websocket", self._opened)

    def _asked(self, request: Request) -> None:
        if request.is_navigation_request():
            self.documents.append(request.url)

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        self.open += 1
        self.most = max(self.most, self.open)
        socket.on("close", self._closed)

    def _closed(self, socket: WebSocket) -> None:
        self.open -= 1

    def ended(self) -> bool:
        """Wait until the last socket is closed."""
        if not self.sockets[-1].is_closed():
            self.sockets[-1].wait_for_event("close")
        return self.open == 0


def arrived(page: Page, title: str | re.Pattern[str]) -> None:
    expect(page).to_have_title(title)
    expect(page.locator("h1")).to_be_focused()


def in_battle(stage: Stage, hands: Hands) -> None:
    """The page of the battle as it is now, not as it was left."""
    arrived(hands.page, BATTLE)
    stage.agrees({"red": hands})
    expect(hands.page.locator("html")).to_have_attribute("data-link", "live")


def test_five_times_there_and_back(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.SpendInitiative))
    hands = stage.open(contexts(1)[0], "red")
    page = hands.page
    traffic = Traffic(page)
    page.goto(stage.url)
    for _ in range(5):
        page.get_by_role("link", name="Go on").click()
        in_battle(stage, hands)
        page.locator("a.brand").click()
        arrived(page, HOME)
        page.get_by_role("link", name="Rules").click()
        arrived(page, RULES)
        assert traffic.ended()
        stage.play(2)
        page.go_back()
        arrived(page, HOME)
        page.go_back()
        in_battle(stage, hands)
        stage.play()
        stage.agrees({"red": hands})
        page.locator("a.brand").click()
        arrived(page, HOME)
        assert traffic.ended()
    assert len(traffic.documents) == 1
    assert page.evaluate("() => performance.getEntriesByType('navigation').length") == 1
    assert (len(traffic.sockets), traffic.most) == (10, 1)
    assert hands.complaints == []


def test_back_and_forward_through_the_battle(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.PlaceOrders))
    hands = stage.open(contexts(1)[0], "red")
    page = hands.page
    traffic = Traffic(page)
    page.goto(stage.url)
    page.get_by_role("link", name="Go on").click()
    in_battle(stage, hands)
    page.locator("a.brand").click()
    arrived(page, HOME)
    page.get_by_role("link", name="Rules").click()
    arrived(page, RULES)
    for _ in range(3):
        page.go_back()
        arrived(page, HOME)
        stage.play()
        page.go_back()
        in_battle(stage, hands)
        page.go_forward()
        arrived(page, HOME)
        page.go_forward()
        arrived(page, RULES)
        assert traffic.ended()
    assert len(traffic.documents) == 1
    assert (len(traffic.sockets), traffic.most) == (4, 1)
    assert hands.complaints == []


def test_a_form_that_came_back_still_sends(stage: Stage, contexts: Contexts) -> None:
    """A battle page that was left and restored takes commands as before."""
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    hands = stage.open(contexts(1)[0], "red")
    page = hands.page
    page.locator("a.brand").click()
    arrived(page, HOME)
    page.go_back()
    in_battle(stage, hands)
    hands.give(command)
    stage.played(side, command)
    stage.agrees({"red": hands})
    expect(page.locator("#decision")).to_have_attribute("data-kind", "waiting")


def test_a_quick_leave_ends_on_the_page_that_was_asked_for_last(stage: Stage, contexts: Contexts) -> None:
    """The answer to a command comes when its page has gone: it must not be swapped into the next one."""
    side, command = stage.play_until(next_is(c.EndActivation))
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    held: list[Route] = []
    page.route("**/command", lambda route: held.append(route))
    with page.expect_request("**/command"):
        hands.give(command)
    page.locator("a.brand").click()
    arrived(page, HOME)
    held[0].continue_()
    stage.played(side, command)
    page.go_back()
    stage.agrees({side: hands})
    assert hands.complaints == []


def test_news_of_the_battle_does_not_swallow_the_way_out(stage: Stage, contexts: Contexts) -> None:
    """A move is pushed, and the table looks at its next unit, while another page is on its way."""
    side, _ = stage.play_until(next_is(c.Move))
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    held: list[Route] = []
    page.route(f"{stage.url}/", lambda route: held.append(route))
    with page.expect_request(f"{stage.url}/"):
        page.locator("a.brand").click()
    with page.expect_response("**/overlay/**"):
        stage.play()
    hands.shows(stage.number)
    held[0].continue_()
    arrived(page, HOME)
    assert hands.complaints == []
