"""Settings of a server that can be killed between the commit of a move and the news of it, or in its own thoughts."""

import os
import signal
from pathlib import Path
from typing import Any

from django.apps import AppConfig

from config.settings import *  # noqa: F403  the same but for the last line
from config.settings import INSTALLED_APPS

LAST_BREATH = Path(os.environ["DRUZHINA_LAST_BREATH"])
LAST_THOUGHT = LAST_BREATH.with_name("last-thought")


class Mortal(AppConfig):
    """Where the file `LAST_BREATH` lies, the process takes it away and dies instead of announcing a move; where
    `LAST_THOUGHT` lies, it dies while it chooses a command for a seat of its own."""

    name, label = "tests.browser", "mortal"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        from battles.live import machines, play

        announce, choose = play.announce, machines.choose

        def die_or_announce(battle_id: str, number: int) -> None:
            _die_of(LAST_BREATH)
            announce(battle_id, number)

        def die_or_choose(*known: Any) -> Any:
            _die_of(LAST_THOUGHT)
            return choose(*known)

        play.announce, machines.choose = die_or_announce, die_or_choose


def _die_of(file: Path) -> None:
    if file.exists():
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.mortal.Mortal"]
