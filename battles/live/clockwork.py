"""The thread in which this process plays the server's seats: one for all battles.

It is woken by every move of its own process, and asks the database now and then: for battles that another process
moved, for those that a process left behind when it ended, and for those that somebody has come back to.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from dataclasses import dataclass, field

from django.db import close_old_connections

from ..rules.commands import Attack, Command, Deploy, EndActivation, Move, Special
from . import machines, tables
from .bells import USUAL, Bells, bells, pace_of

log = logging.getLogger(__name__)

ASKS = 2.0  # seconds between two looks at the database
RESTS = 10.0  # after a fault
BREATHES = 1.0  # after each command, as a part of the time that it took: half of the process is everybody else's
# what there is to be seen after a command, as a part of the pace
WATCHED: dict[type[Command], float] = {Move: 0.9, Attack: 1.2, Special: 1.2, EndActivation: 0.6, Deploy: 0.6}


@dataclass
class Clockwork:
    """`holder` names this process in the claims."""

    bells: Bells = field(default_factory=lambda: bells)
    holder: str = field(default_factory=lambda: uuid.uuid4().hex)
    thread: threading.Thread | None = None
    stopping: bool = False
    breath: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Once in a process; it ends with the process."""
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, name="clockwork", daemon=True)
            self.thread.start()

    def stop(self) -> None:
        """Play no more, when the command at hand has been given."""
        self.stopping = True
        self.breath.set()
        self.bells.ring("")
        if self.thread is not None:
            self.thread.join()

    def _run(self) -> None:
        asks = time.monotonic()
        while not self.stopping:
            battle_id = self.bells.wait(max(0.0, asks - time.monotonic()))
            close_old_connections()
            if battle_id is None:
                asks = time.monotonic() + (ASKS if self._ask() else RESTS)
            elif battle_id:
                begun = time.monotonic()
                self._play(battle_id)
                self.breath.wait(BREATHES * (time.monotonic() - begun))
        close_old_connections()

    def _ask(self) -> bool:
        """Ring for every battle that waits for this process; False where the database could not be asked."""
        try:
            for battle_id in machines.waiting(self.holder):
                self.bells.ring(battle_id)
        except Exception:
            log.exception("the server's seats could not be looked up")
            return False
        return True

    def _play(self, battle_id: str) -> None:
        try:
            command = machines.act(battle_id, self.holder)
        except Exception:
            log.exception("the server could not play", extra={"battle_id": battle_id})
            self.bells.hush(battle_id, RESTS)
            return
        if command is not None:
            table = tables.remembered(battle_id)
            seconds = WATCHED.get(type(command), USUAL) * (pace_of(table) if table else 1.0)
            self.bells.hush(battle_id, seconds)
            self.bells.ring(battle_id)


clockwork = Clockwork()
