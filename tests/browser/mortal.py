"""Settings of a server that can be killed between the commit of a move and the news of it."""

import os
import signal
from pathlib import Path

from django.apps import AppConfig

from config.settings import *  # noqa: F403  the same but for the last line
from config.settings import INSTALLED_APPS

LAST_BREATH = Path(os.environ["DRUZHINA_LAST_BREATH"])


class Mortal(AppConfig):
    """Where the file `LAST_BREATH` lies, the process takes it away and dies instead of announcing a move."""

    name, label = "tests.browser", "mortal"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        from battles.live import play

        announce = play.announce

        def die_or_announce(battle_id: str, number: int) -> None:
            if LAST_BREATH.exists():
                LAST_BREATH.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
            announce(battle_id, number)

        play.announce = die_or_announce


INSTALLED_APPS = [*INSTALLED_APPS, "tests.browser.mortal.Mortal"]
