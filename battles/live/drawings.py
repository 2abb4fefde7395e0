"""The html of panels and counters, kept as long as what they are drawn from stays: a command changes few of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any

KEPT = 4_000

_kept: OrderedDict[Hashable, tuple[Mapping[str, Any], str]] = OrderedDict()
_lock = Lock()


def drawn(key: Hashable, context: Mapping[str, Any], draw: Callable[[], str]) -> str:
    """The html under that key, drawn anew only where the context differs from that of the last time."""
    with _lock:
        known = _kept.get(key)
    if known and known[0] == context:
        return known[1]
    html = draw()
    with _lock:
        _kept[key] = context, html
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return html


def forget_all() -> None:
    """Drop what this process has drawn, as a restart does."""
    with _lock:
        _kept.clear()
