"""`compilepo`: compile the translations."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import messages


class Command(BaseCommand):
    """Compile every .po of the project in place."""

    help = "Compile the translations (.po) of the project to .mo, without the gettext tools."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for path in messages.compile_all(folder):
                if options["verbosity"]:
                    self.stdout.write(f"compiled {path.relative_to(settings.BASE_DIR)}")
