"""News that comes while a page is loading, sleeping, or has no socket: it arrives, and nothing is tried for ever."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is
from tests.browser.test_network import log_ids, offline, panels_fetched, panels_shown
from tests.browser.test_pages import Traffic
from tests.browser.test_signals import HIDDEN

Contexts = Callable[..., list[BrowserContext]]
SLOW = 6  # times slower than this machine


@pytest.mark.parametrize("held", ["script", "socket"])
def test_twenty_events_while_a_slow_page_loads(stage: Stage, contexts: Contexts, held: str) -> None:
    """They happen after the server has drawn the page, and before its socket is open."""
    side, _ = stage.play_until(next_is(c.EndActivation))
    slow, quick = contexts(2)
    other = stage.open(quick, "watcher")
    hands = Hands(slow.new_page())
    slow.new_cdp_session(hands.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})

    def hold(route: Route) -> None:
        stage.play(20)
        route.continue_()

    def hold_socket(socket: WebSocketRoute) -> None:
        stage.play(20)
        socket.connect_to_server()

    if held == "script":
        hands.page.route("**/bundle/*/druzhina.js", hold)
    else:
        hands.page.route_web_socket("**/ws/**", hold_socket)
    slow.add_cookies(stage.cookies(side))
    hands.page.goto(stage.address)
    stage.agrees({side: hands, "watcher": other})
    expect(hands.page.locator("html")).to_have_attribute("data-link", "live")
    assert panels_shown(hands) == panels_fetched(hands)
    assert log_ids(hands) == log_ids(other)
    assert hands.complaints == []


def test_a_tab_that_slept_ten_minutes_without_a_network(stage: Stage, contexts: Contexts) -> None:
    """Title, map, log and question are those of now, as soon as somebody looks at it again."""
    stage.play_until(next_is(c.EndActivation))
    mine, theirs = contexts(2)
    mine.add_init_script(HIDDEN)
    hands, other = Hands(mine.new_page()), stage.open(theirs, "watcher")
    hands.page.clock.install()
    stage.open(mine, "red", hands)
    hands.page.evaluate("() => { window.away = true; document.dispatchEvent(new Event('visibilitychange')); }")
    offline(mine, hands)
    stage.play(12)
    hands.page.clock.fast_forward("10:00")
    mine.set_offline(False)
    hands.page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    stage.agrees({"red": hands, "watcher": other})
    assert panels_shown(hands) == panels_fetched(hands)
    assert log_ids(hands) == log_ids(other)
    assert hands.page.title().startswith("●") is (stage.replica.upcoming()[0] == "red")


def closing(page: Page, code: int, stop: str = "") -> list[WebSocketRoute]:
    """A server that closes every socket with this code, at once; the sockets that were tried."""
    tried: list[WebSocketRoute] = []

    def close(socket: WebSocketRoute) -> None:
        tried.append(socket)
        if stop:
            socket.send(stop)
        socket.close(code=code)

    page.route_web_socket("**/ws/**", close)
    return tried


@pytest.mark.parametrize("code", [1000, 1012, 4500, 4401, 4403])
def test_whatever_a_socket_is_closed_with(stage: Stage, contexts: Contexts, code: int) -> None:
    """Tried again with longer and longer pauses, unless the server says no; the page is current in either case."""
    stage.play_until(next_is(c.SpendInitiative))
    context = contexts(1)[0]
    hands = Hands(context.new_page())
    hands.page.clock.install()
    tried = closing(hands.page, code)
    stage.open(context, "blue", hands)
    for _ in range(60):
        hands.page.clock.run_for(1000)
    stage.play(3)
    hands.page.clock.run_for(4000)
    stage.agrees({"blue": hands})
    assert (len(tried) == 1) if 4400 <= code < 4500 else (4 <= len(tried) <= 12), len(tried)


def test_a_page_that_is_sent_away_by_its_socket_alone_does_not_reload_for_ever(
    stage: Stage, contexts: Contexts
) -> None:
    """Its cookies come with the page and not with the socket, say: it goes on without."""
    stage.play_until(next_is(c.SpendInitiative))
    context = contexts(1)[0]
    hands = Hands(context.new_page())
    traffic = Traffic(hands.page)
    closing(hands.page, 4403, '{"t": "stop", "reason": "not_allowed"}')
    stage.open(context, "blue", hands)
    expect(hands.page.locator("html")).to_have_attribute("data-link", "polled")
    stage.play(3)
    stage.agrees({"blue": hands})
    assert len(traffic.documents) == 2
