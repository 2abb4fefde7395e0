"""`makepo`: bring the Russian catalogue up to the source."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import messages


class Command(BaseCommand):
    """Find all texts, keep what is translated, tell what is missing."""

    help = "Collect the texts of templates and Python files into the Russian catalogue, without the gettext tools."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = settings.BASE_DIR / "config" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
        found = messages.source_messages(settings.BASE_DIR)
        messages.write(catalogue, messages.merge(catalogue, found))
        faults = messages.faults(catalogue, found)
        for fault in faults:
            self.stdout.write(fault)
        self.stdout.write(f"{len(found)} texts, {len(faults)} to translate")
