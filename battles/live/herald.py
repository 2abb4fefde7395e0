"""What the last number brought, in the log's sentences, for those who hear the table instead of seeing it."""

from __future__ import annotations

import re
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from battles.rules.choices import ActivationChoice

from . import log
from .scene import Scene

MOST = 8
LINK = re.compile(r"</?a\b[^>]*>")


def told(scene: Scene) -> dict[str, Any]:
    """The newest visible entries; a later number that shows nothing leaves them as they are."""
    entries = scene.entries
    last = [entry for entry in entries if entry.number == entries[-1].number] if entries else []
    heard = [entry for entry in last if entry.event.event not in log.SMALL] or last
    return {
        "lines": [
            {
                "id": f"{entry.number}-{entry.index}",
                "text": _unlinked(log.sentence(entry.event, scene.speak)),
                "fall": entry.event.event == "destroyed",
            }
            for entry in heard[:MOST]
        ]
    }


def _unlinked(sentence: SafeString) -> SafeString:
    """What is only heard holds nothing to press: the log has the links."""
    return mark_safe(LINK.sub("", sentence))


def awaits(scene: Scene) -> str:
    """What the battle waits for from this viewer, in two words for the title; nothing for watchers."""
    choice = scene.legal.choice if scene.legal else None
    if choice is None:
        return ""
    return gettext("Your move") if isinstance(choice, ActivationChoice) else gettext("Your decision")
