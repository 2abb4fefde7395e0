"""Each panel has its own address, which answers what is pushed; so has what replaces the socket."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import BrowserContext

from battles.live.panels import PANELS
from battles.rules import commands as c
from tests.browser.stage import Stage, next_is
from tests.visitor import Visitor

PART = re.compile(r'<\w+ id="([^"]+)".* data-part[ >]')
SAME = re.compile(r'<\w+ id="([^"]+)" data-same></\w+>')
PHASES = (c.Deploy, c.PlaceOrders, c.SpendInitiative, c.Move, c.Attack)


def who(stage: Stage) -> dict[str, Visitor]:
    watcher = Visitor()
    assert watcher.get(stage.links["watch"]).status == 200
    return {**stage.visitors, "watcher": watcher}


def fetched(stage: Stage, visitor: Visitor) -> dict[str, str]:
    answers = {name: visitor.get(f"{stage.address}panel/{name}/") for name in PANELS}
    assert {answer.status for answer in answers.values()} == {200}
    return {name: answer.text for name, answer in answers.items()}


def pushed(stage: Stage, visitor: Visitor, since: int) -> Mapping[str, object]:
    """The next frame with panels that somebody gets who has come to that number."""
    listener = visitor.listen(f"{stage.url}/ws/b/{stage.battle}/?since={since}&b=house&lang=en")
    try:
        while (frame := listener.receive())["t"] != "html":
            pass
        return dict(frame)
    finally:
        listener.close()


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.do)
def test_panels_are_fetched_as_they_are_pushed(stage: Stage, kind: type[c.Command]) -> None:
    stage.play_until(next_is(kind))
    for visitor in who(stage).values():
        panels = fetched(stage, visitor)
        everything = "".join(panels.values())
        assert pushed(stage, visitor, 0) == {"t": "html", "seq": stage.number, "html": everything}
        synced = json.loads(visitor.get(f"{stage.address}sync/?since=0&b=house").text)
        assert synced == {"t": "html", "seq": stage.number, "html": everything}


def test_a_move_pushes_the_panels_that_it_changed(stage: Stage) -> None:
    stage.play_until(next_is(c.Attack))
    for name, visitor in who(stage).items():
        before = fetched(stage, visitor)
        listener = visitor.listen(f"{stage.url}/ws/b/{stage.battle}/?since=0&b=house&lang=en")
        assert listener.receive()["seq"] == stage.number
        stage.play()
        frame = listener.receive()
        listener.close()
        after = fetched(stage, visitor)
        assert frame["seq"] == stage.number
        changed = "".join(html for panel, html in after.items() if before[panel] != html)
        assert filled(str(frame["html"]), before) == changed, name
        assert len(str(frame["html"])) < len(changed), name


def filled(html: str, before: Mapping[str, str]) -> str:
    """A frame with the parts that a page has in their places."""
    known = {found[1]: line for panel in before.values() for line in panel.split("\n") if (found := PART.match(line))}
    return SAME.sub(lambda place: known[place[1]], html)


def test_a_panel_fetched_by_the_page_is_the_one_that_it_shows(
    stage: Stage, contexts: Callable[..., list[BrowserContext]]
) -> None:
    """Once more in a browser: morphing a page for two turns leaves what a fresh page has."""
    stage.play_until(next_is(c.PlaceOrders))
    context = contexts(1)[0]
    lived = stage.open(context, "blue")
    stage.play_until(lambda side, command: stage.replica.battle.turn == 3)
    stage.agrees({"blue": lived})
    opened = stage.open(context, "blue")
    for panel in ("header", "morale", "initiative", "decision", "say", "answers", "log", "tokens", "under"):
        lived_html, opened_html = (page.page.locator(f"#{panel}").inner_html() for page in (lived, opened))
        assert squeezed(lived_html) == squeezed(opened_html), panel


def squeezed(html: str) -> str:
    return " ".join(html.split())
