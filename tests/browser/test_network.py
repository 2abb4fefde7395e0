"""Without sockets, and with a network that goes and comes: pages agree with the battle, nothing is sent twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]
SOON = 5_000
BLOCKED = {
    # a proxy that refuses
    "refused": """window.WebSocket = class {
        static CONNECTING = 0; static OPEN = 1; readyState = 3;
        constructor() { queueMicrotask(() => this.onclose?.({ code: 1006 })); }
        close() {} send() {}
    };""",
    # a proxy that never answers
    "swallowed": """window.WebSocket = class {
        static CONNECTING = 0; static OPEN = 1; readyState = 0;
        close() {} send() {}
    };""",
    # a browser that may not
    "forbidden": """window.WebSocket = class {
        static CONNECTING = 0; static OPEN = 1;
        constructor() { throw new DOMException("no", "SecurityError"); }
    };""",
}


@pytest.mark.parametrize("how", BLOCKED)
def test_without_sockets_all_panels_are_current_within_five_seconds(stage: Stage, contexts: Contexts, how: str) -> None:
    stage.play_until(next_is(c.SpendInitiative))
    context = contexts(1)[0]
    context.add_init_script(BLOCKED[how])
    hands = stage.open(context, "blue")
    page = hands.page
    stage.play(4)
    expect(page.locator("#number")).to_have_attribute("data-number", str(stage.number), timeout=SOON)
    stage.agrees({"blue": hands})
    expect(page.locator("html")).to_have_attribute("data-link", "polled")
    assert panels_shown(hands) == panels_fetched(hands)
    assert hands.complaints == []


def test_a_player_without_sockets_commands_and_sees_it_at_once(stage: Stage, contexts: Contexts) -> None:
    """The answer to the own press does not wait for the next poll."""
    side, command = stage.play_until(next_is(c.PlaceOrders, "blue"))
    context = contexts(1)[0]
    context.add_init_script(BLOCKED["refused"])
    hands = stage.open(context, "blue")
    with hands.page.expect_response(lambda answer: "/sync/" in answer.url and b'"html"' in answer.body(), timeout=SOON):
        hands.give(command)
    stage.played(side, command)
    stage.agrees({"blue": hands})


def panels_shown(hands: Hands) -> dict[str, str]:
    """The text of every panel, as the page has it."""
    names = ("header", "morale", "initiative", "decision", "say", "answers", "log", "end")
    return {name: squeezed(hands.page.locator(f"#{name}").text_content() or "") for name in names}


def panels_fetched(hands: Hands) -> dict[str, str]:
    """The same, each from its own address."""
    fetched = {}
    for name in panels_shown(hands):
        address = re.sub(r"\?.*", "", hands.page.url) + f"panel/{name}/"
        fetched[name] = squeezed(
            hands.page.evaluate(
                """async (address) => {
                    const html = await (await fetch(address)).text();
                    return new DOMParser().parseFromString(html, "text/html").body.textContent;
                }""",
                address,
            )
        )
    return fetched


def squeezed(text: str) -> str:
    return " ".join(text.split())


def offline(context: BrowserContext, hands: Hands) -> None:
    context.set_offline(True)
    assert hands.page.evaluate("() => fetch('/').then(() => 'on', () => 'off')") == "off"


def log_ids(hands: Hands) -> list[str]:
    return hands.page.locator("#log-entries li").evaluate_all("(lines) => lines.map((line) => line.id)")


def test_moves_of_the_other_side_while_offline(stage: Stage, contexts: Contexts) -> None:
    """Back again, both browsers agree, and the log has neither hole nor double."""
    stage.play_until(next_is(c.SpendInitiative))
    mine, theirs = contexts(2)
    away, there = stage.open(mine, "red"), stage.open(theirs, "blue")
    offline(mine, away)
    left_at = stage.number
    stage.play(6)
    stage.agrees({"there": there})
    assert away.number == left_at
    mine.set_offline(False)
    stage.agrees({"away": away, "there": there})
    expect(away.page.locator("html")).to_have_attribute("data-link", "live")
    assert panels_shown(away) == panels_fetched(away)
    assert log_ids(away) == log_ids(there)
    assert len(set(log_ids(away))) == len(log_ids(away))
    stage.play(2)
    stage.agrees({"away": away, "there": there})


def test_a_click_made_offline_is_not_sent_later(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.EndActivation))
    mine, theirs = contexts(2)
    away, there = stage.open(mine, side), stage.open(theirs, "watcher")
    offline(mine, away)
    away.give(command)
    expect(away.page.locator("#notice")).to_have_text(re.compile("nothing was sent"))
    stage.agrees({"away": away, "there": there})
    posted: list[str] = []
    away.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    with away.page.expect_response("**/sync/**"):
        mine.set_offline(False)
    stage.agrees({"away": away, "there": there})
    expect(away.page.locator("#f-end button")).to_be_enabled()
    assert posted == []
    away.give(command)
    stage.played(side, command)
    stage.agrees({"away": away, "there": there})
    assert len(posted) == 1


# --- lines that are open and carry nothing; the clock of the page is ours ------------------------------------------

MUTE = """window.WebSocket = class extends window.WebSocket {
    constructor(...asked) {
        super(...asked);
        const born = window.mute;
        this.addEventListener("message", (event) => { if (window.mute && !born) event.stopImmediatePropagation(); });
    }
};"""
HALF_A_MINUTE = 30_000


def test_a_socket_that_has_gone_silent_is_opened_anew(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.SpendInitiative))
    context = contexts(1)[0]
    context.add_init_script(MUTE)
    context.clock.install()
    hands = stage.open(context, "watcher")
    hands.page.evaluate("window.mute = true")
    stage.play(2)
    context.clock.run_for(HALF_A_MINUTE)
    stage.agrees({"watcher": hands})
    expect(hands.page.locator("html")).to_have_attribute("data-link", "live")
    stage.play(2)
    stage.agrees({"watcher": hands})
    assert hands.complaints == []


def test_a_question_that_is_never_answered_is_asked_again(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.SpendInitiative))
    context = contexts(1)[0]
    context.add_init_script(BLOCKED["refused"])
    context.clock.install()
    hands = stage.open(context, "watcher")
    hung: list[Route] = []
    hands.page.route("**/sync/**", lambda route: route.continue_() if hung else hung.append(route))
    stage.play(2)
    with hands.page.expect_request("**/sync/**"):
        context.clock.run_for(5_000)
    with hands.page.expect_response("**/sync/**"):
        context.clock.run_for(HALF_A_MINUTE)
    stage.agrees({"watcher": hands})
