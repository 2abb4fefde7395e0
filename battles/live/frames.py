"""What the socket and its replacement carry, and the panels in it: drawn once for a number, a viewer and a language.

A line of a panel that is one whole element with an id and the mark `data-part` is a part of it: it is sent only where
it has changed, otherwise an empty element that is marked `data-same` stands in its place.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from . import panels
from .tables import Table

Panels = Mapping[str, str]
KEPT = 64
PART = re.compile(r'<(\w+) (id="[^"]+")[^>]* data-part[ >]')

_drawn: OrderedDict[tuple[str, int, str, str], Panels] = OrderedDict()
_lock = Lock()


def panels_of(table: Table, viewer: str, language: str) -> Panels:
    """The html of every panel by name, as that viewer sees it."""
    key = (table.battle_id, table.number, viewer, language)
    with _lock:
        if key in _drawn:
            return _drawn[key]
    drawn = panels.render(table, viewer, language)
    with _lock:
        _drawn[key] = drawn
        while len(_drawn) > KEPT:
            _drawn.popitem(last=False)
    return drawn


def forget_all() -> None:
    """Drop what this process has drawn, as a restart does."""
    with _lock:
        _drawn.clear()


def changed(before: Panels | None, after: Panels) -> Panels:
    """The panels that differ from what somebody has, in the parts that differ; all of them for who has nothing."""
    if before is None:
        return after
    return {name: _without(before.get(name, ""), html) for name, html in after.items() if before.get(name) != html}


def _without(before: str, after: str) -> str:
    """A panel with empty places for the parts that somebody has."""
    known = set(before.split("\n"))
    return "\n".join(_place(line) if line in known else line for line in after.split("\n"))


def _place(line: str) -> str:
    part = PART.match(line)
    whole = part and line.endswith(f"</{part[1]}>")
    return f"<{part[1]} {part[2]} data-same></{part[1]}>" if part and whole else line


def html_frame(number: int, drawn: Panels) -> str:
    return json.dumps({"t": "html", "seq": number, "html": "".join(drawn.values())}, ensure_ascii=False)


def pong(number: int) -> str:
    return json.dumps({"t": "pong", "seq": number})


def reload_frame(build: str) -> str:
    return json.dumps({"t": "reload", "b": build})


def stop(reason: str) -> str:
    return json.dumps({"t": "stop", "reason": reason})


def beat() -> str:
    """Asks a page for a sign of life, and is one: timers of a hidden page sleep, but it answers."""
    return json.dumps({"t": "beat"})


def presence_frame(facts: Mapping[str, Any]) -> str:
    """Who is at the table; it touches no panel."""
    return json.dumps({"t": "presence", **facts})


def passed() -> str:
    """Of two at one screen the other one's turn has come: the page goes, all of it."""
    return json.dumps({"t": "pass"})
