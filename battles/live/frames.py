"""What the socket and its replacement carry, and the panels in it: drawn once for a number, a viewer and a language."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from . import panels
from .tables import Table

Panels = Mapping[str, str]
KEPT = 64

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
    """The panels that differ from what somebody has; all of them for somebody who has nothing."""
    if before is None:
        return after
    return {name: html for name, html in after.items() if before.get(name) != html}


def html_frame(number: int, drawn: Panels) -> str:
    return json.dumps({"t": "html", "seq": number, "html": "".join(drawn.values())}, ensure_ascii=False)


def pong(number: int) -> str:
    return json.dumps({"t": "pong", "seq": number})


def reload_frame(build: str) -> str:
    return json.dumps({"t": "reload", "b": build})


def stop(reason: str) -> str:
    return json.dumps({"t": "stop", "reason": reason})
