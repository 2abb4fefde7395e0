"""What is stored comes back as it was: commands, events, positions; and events from the store fold to the same."""

from __future__ import annotations

import json
from typing import Any

from ..battle import Battle
from ..commands import Command
from ..events import Event
from ..stored import (
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
    position_from_json,
    position_to_json,
)
from .breach import demand


def as_stored(values: Any) -> Any:
    """As a database gives it back."""
    return json.loads(json.dumps(values))


def check_command(command: Command, events: tuple[Event, ...]) -> None:
    """Breach where a command or what came of it is not read as it was written."""
    demand(command_from_json(as_stored(command_to_json(command))) == command, "a command survives its storing", command)
    for event in events:
        demand(event_from_json(as_stored(event_to_json(event))) == event, "an event survives its storing", event)


def check_stored(battle: Battle) -> None:
    demand(position_from_json(as_stored(position_to_json(battle))) == battle, "a position survives its storing", "")
