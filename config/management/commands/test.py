"""`test`: the whole suite, with pytest."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

# The whole suite side by side, file by file; in the order of collection, which is: tests without a browser first.
SIDE_BY_SIDE = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "--no-loadscope-reorder")


class Command(BaseCommand):
    """Hand over to pytest; what follows `test` goes to it unread."""

    help = "Run the whole suite with pytest, on several cores; further words are pytest's own."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        self.execute(words=argv[2:], no_color=False, force_color=False)

    def handle(self, *args: Any, words: list[str] | None = None, **options: Any) -> None:
        os.chdir(settings.BASE_DIR)
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        os.execve(sys.executable, [sys.executable, "-m", "pytest", *(words or SIDE_BY_SIDE)], environment)
