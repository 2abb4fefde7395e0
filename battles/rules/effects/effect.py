"""The type of a table of effects: what each kind of event does to a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..battle import Battle
from ..events import Event

Effects = Mapping[type[Event], Callable[[Battle, Any], Battle]]
