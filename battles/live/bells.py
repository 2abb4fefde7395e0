"""When the server looks at which battle: bells that a move rings, and that one thread waits for (clockwork.py).

Nobody holds a lock while time passes: the pace of the server's seats is nothing but the time of its bell.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from .tables import Table

PACES: Mapping[str, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.15}  # seconds that a deed is to be seen
USUAL = 0.7  # of that, for what is no deed
FORGOTTEN = 60.0


@dataclass
class Bells:
    """`due` is when each battle is looked at next, `quiet` until when it is left alone."""

    due: dict[str, float] = field(default_factory=dict)
    quiet: dict[str, float] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def ring(self, battle_id: str, wait: float = 0.0) -> None:
        """Look at a battle after so many seconds, or sooner if that was meant before; never while it is quiet."""
        with self.changed:
            at = time.monotonic() + wait
            self.due[battle_id] = max(min(at, self.due.get(battle_id, at)), self.quiet.get(battle_id, 0.0))
            self.changed.notify_all()

    def hush(self, battle_id: str, wait: float) -> None:
        """Something has just happened there and is to be seen: leave the battle alone for so many seconds."""
        with self.changed:
            at = time.monotonic() + wait
            self.quiet = {id_: until for id_, until in self.quiet.items() if until > at - FORGOTTEN} | {battle_id: at}
            if battle_id in self.due:
                self.due[battle_id] = max(at, self.due[battle_id])

    def wait(self, longest: float) -> str | None:
        """The battle whose bell rings first; None if none has after so many seconds."""
        end = time.monotonic() + longest
        with self.changed:
            while True:
                now = time.monotonic()
                battle_id = min(self.due, key=self.due.__getitem__, default=None)
                if battle_id is not None and self.due[battle_id] <= now:
                    del self.due[battle_id]
                    return battle_id
                if end <= now:
                    return None
                self.changed.wait(min(end, self.due[battle_id] if battle_id is not None else end) - now)


bells = Bells()


def moved(table: Table) -> None:
    """A battle has moved on: where the server plays, it answers after a moment."""
    if table.machines and table.battle and not table.battle.result:
        pace = pace_of(table)
        bells.hush(table.battle_id, USUAL * pace)
        bells.ring(table.battle_id, USUAL * pace)


def pace_of(table: Table) -> float:
    """Seconds for a deed in this battle."""
    return PACES.get(next(iter(table.machines.values())).pace, 1.0) if table.machines else 1.0
