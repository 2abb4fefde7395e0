"""What does not change is not touched: panels, focus, typed text, what is open, and the nodes of the counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[[int], list[BrowserContext]]

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PUSHES = 20
# a field that is drawn anew while the reader has chosen something in it
FIELD = (
    "<section id='probe' hx-swap-oob='morph'>"
    "<select title='{}'><option>ask</option><option>best</option></select></section>"
)
CHOSEN = """(drawn) => {
  document.querySelector("#answers").insertAdjacentHTML("afterend", drawn)
  document.querySelector("#probe select").value = "best"
}"""
CHOSEN_STILL = """(drawn) => {
  htmx.swap(document.body, drawn, {swapStyle: "none", swapDelay: 0, settleDelay: 0})
  const field = document.querySelector("#probe select")
  return [field.title, field.value]
}"""
PANELS = ("morale", "initiative", "decision", "say", "answers", "log", "end")
WATCH = """
(panels) => {
  const seen = window.seen = Object.fromEntries(panels.map((id) => [id, 0]));
  const count = (records, id) => { seen[id] += records.length; };
  window.watchers = panels.map((id) => {
    const watcher = new MutationObserver((records) => count(records, id));
    watcher.observe(document.getElementById(id), {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
    return [id, watcher];
  });
  document.addEventListener("table:number", () => {
    for (const [id, watcher] of window.watchers) count(watcher.takeRecords(), id);
  });
}
"""


def carried_in(frames: list[str]) -> dict[str, int]:
    """How many of the frames carried each panel."""
    return {panel: sum(f' id=\\"{panel}\\"' in frame for frame in frames) for panel in PANELS}


def counted(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate("window.seen")
    return found


def listen(page: Page) -> list[str]:
    """The frames that come to the page's socket from now on, and after its next load."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    return frames


def pushed(stage: Stage, page: Page, count: int, frames: list[str]) -> None:
    """So many commands over the wire, each waited for, panel by panel: no frame without its panel, no touch."""
    for _ in range(count):
        before, heard = counted(page), len(frames)
        stage.play()
        expect(page.locator("#number")).to_have_attribute("data-number", str(stage.number))
        after, carried = counted(page), carried_in(frames[heard:])
        untouched = [panel for panel in PANELS if not carried[panel]]
        assert {panel: after[panel] - before[panel] for panel in untouched} == dict.fromkeys(untouched, 0)


@pytest.mark.parametrize("side", ["red", "watcher"])
def test_panels_whose_data_did_not_change_are_not_touched(stage: Stage, contexts: Contexts, side: str) -> None:
    stage.play_until(next_is(c.Attack))
    context = contexts(1)[0]
    page = context.new_page()
    frames = listen(page)
    stage.open(context, side, Hands(page))
    page.evaluate(WATCH, list(PANELS))
    pushed(stage, page, PUSHES, frames)
    assert any(counted(page).values()), "nothing was watched"
    carried = carried_in(frames)
    assert any(n < PUSHES for n in carried.values())
    assert carried["log"] > PUSHES / 2


def test_a_touch_is_noticed(stage: Stage, contexts: Contexts) -> None:
    """An attribute written again, as it was, counts as a touch."""
    stage.play_until(next_is(c.Attack))
    context = contexts(1)[0]
    page = context.new_page()
    frames = listen(page)
    stage.open(context, "watcher", Hands(page))
    touch = 'document.querySelector("#answers").id = "answers"'
    page.evaluate(f'() => document.addEventListener("table:number", () => {{ {touch}; }})')
    page.evaluate(WATCH, list(PANELS))
    with pytest.raises(AssertionError):
        pushed(stage, page, 3, frames)


def test_a_page_that_has_lost_a_part_gets_everything_again(stage: Stage, contexts: Contexts) -> None:
    """Only what changed is sent: where that does not fit the page, the page asks for all of it."""
    stage.play_until(next_is(c.Attack))
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    unit = page.locator("#tokens > [id]").last.get_attribute("id")
    page.evaluate("id => { document.getElementById(id).remove(); document.querySelector('#log li').remove() }", unit)
    for _ in range(3):
        stage.play()
        hands.shows(stage.number)
    stage.agrees({"watcher": hands})
    assert hands.complaints == []


def test_focus_typed_text_and_open_details_survive(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Attack))
    hands = stage.open(contexts(1)[0], "red")
    page = hands.page
    page.locator("#answers-more > summary").click()
    page.evaluate(CHOSEN, FIELD.format("at first"))
    page.locator(".fil label", has=page.locator("#log-fights")).click()
    if page.locator("#panics").count():
        page.locator("#panics > summary").click()
    page.locator("#f-offer button").focus()
    page.evaluate("window.tokens = [...document.querySelectorAll('#tokens > [id]')]")
    for _ in range(PUSHES):
        stage.play()
    hands.shows(stage.number)
    expect(page.locator("#f-offer button")).to_be_focused()
    expect(page.locator("#answers-more")).to_have_attribute("open", "")
    assert page.evaluate(CHOSEN_STILL, FIELD.format("anew")) == ["anew", "best"]
    expect(page.locator("#log-fights")).to_be_checked()
    kept = "window.tokens.filter((token) => document.getElementById(token.id)).every((token) => token.isConnected)"
    assert page.evaluate(kept)


def test_a_draft_of_spending_survives_the_other_side(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.SpendInitiative, "red"))
    hands = stage.open(contexts(1)[0], "blue")
    page = hands.page
    field = page.locator("#f-spend input[type=number]").first
    field.fill("1")
    expect(page.locator("#plan")).to_have_attribute("data-draft-of", f"{field.get_attribute('name')}=1")
    expect(page.locator("#spend-label")).to_contain_text("1")
    field.focus()
    stage.play()
    hands.shows(stage.number)
    expect(field).to_have_value("1")
    expect(field).to_be_focused()
    expect(page.locator("#spend-label")).to_contain_text("1")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#plan")).to_have_attribute("data-draft-of", f"{field.get_attribute('name')}=2")


def test_a_plan_that_comes_after_the_commitment_is_let_go(stage: Stage, contexts: Contexts) -> None:
    """Its places are gone from the page, and no browser complains of that."""
    stage.play_until(next_is(c.SpendInitiative, "red"))
    hands = stage.open(contexts(1)[0], "red")
    page = hands.page
    held: list[Route] = []
    page.route("**/plan/", lambda route: held.append(route))
    page.locator("#f-spend input[type=number]").first.fill("1")
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    answer = held[0].fetch()
    assert answer.status == 200
    stage.play()
    expect(page.locator("#plan-ask")).to_have_count(0)
    with page.expect_request_finished(lambda request: request.url.endswith("/plan/")):
        held[0].fulfill(response=answer)
    page.evaluate("new Promise(done => setTimeout(done))")  # its handlers have run by then
    assert hands.complaints == []


def test_the_irrevocable_is_asked_once_and_the_browser_remembers(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.PlaceOrders))
    hands = stage.open(contexts(1)[0], side)
    page = hands.page
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    commit = page.locator("#f-orders button.pri:not([data-yes])")
    commit.click()
    expect(page.locator(".surely")).to_be_visible()
    page.locator("[data-no]").click()
    expect(page.locator(".surely")).to_have_count(0)
    assert not [url for url in posted if url.endswith("/command")]
    commit.click()
    page.locator("[data-never]").check()
    page.locator("[data-yes]").click()
    stage.number += 1
    hands.shows(stage.number)
    assert page.evaluate("localStorage.getItem('unasked')") == "commit"
    assert isinstance(command, c.PlaceOrders)
    expect(page.locator("[data-asks]")).not_to_be_checked()


def test_older_lines_stay_and_leave_no_gap(stage: Stage, contexts: Contexts) -> None:
    """Pages that were read stay below while the pushed part moves on; what falls between them is fetched."""
    stage.play(40)
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    page.locator("#log-more").click()
    expect(page.locator("#log-older li").first).to_be_attached()
    for _ in range(12):
        stage.play()
    hands.shows(stage.number)
    page.wait_for_function(NO_GAP)
    ids: list[str] = page.evaluate("[...document.querySelectorAll('#log-entries li[id]')].map((line) => line.id)")
    assert len(ids) == len(set(ids))


# every number from the oldest line shown to the newest has a line, as far as the server has one for it
NO_GAP = """
async () => {
  const at = (id) => id.slice(1).split("-").map(Number);
  const lines = [...document.querySelectorAll("#log-entries li[id]")].map((line) => line.id);
  const oldest = lines.map(at).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
  const log = document.querySelector("#log-more").dataset.older;
  const html = await (await fetch(`${log}?since=${oldest.join(".")}`)).text();
  const all = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("li[id]")].map((line) => line.id);
  return all.length > 60 && all.every((id) => lines.includes(id));
}
"""


def test_whoever_comes_back_is_told_what_happened(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Attack))
    context = contexts(1)[0]
    hands = stage.open(context, "red")
    expect(hands.page.locator("#away section")).to_have_count(0)
    hands.page.goto("about:blank")
    stage.play(15)
    hands = stage.open(context, "red", hands)
    expect(hands.page.locator("#away section")).to_be_visible()
    hands.page.locator("[data-away-shut]").click()
    expect(hands.page.locator("#away section")).to_have_count(0)
    hands.page.reload()
    hands.shows(stage.number)
    expect(hands.page.locator("#away section")).to_have_count(0)


def test_a_change_of_morale_leads_to_its_line(stage: Stage, contexts: Contexts) -> None:
    """Also to one that is older than what the page shows."""
    stage.play(45)
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    if page.locator("#chg-more").count():
        page.locator("#chg-more > summary").click()
    link = page.locator(".chg a.w").last
    line = link.get_attribute("data-line")
    expect(page.locator(f"#{line}")).to_have_count(0)
    link.click()
    expect(page.locator(f"#{line}")).to_be_focused()
    expect(page.locator(f"#{line}")).to_be_in_viewport()
