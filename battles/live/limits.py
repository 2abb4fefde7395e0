"""How much one visitor may ask for in a while: enough for any player, little enough for a broken script."""

from __future__ import annotations

import logging

from django.core.cache import cache
from django.http import HttpRequest

from .guests import guest_id

log = logging.getLogger(__name__)

COMMANDS = (120, 10)
OPENINGS = (60, 60)
Limit = tuple[int, int]


def visitor(request: HttpRequest) -> str:
    """The guest, or the address of somebody who is none yet."""
    return guest_id(request.session) or str(request.META.get("REMOTE_ADDR", "?"))


def within(what: str, who: str, limit: Limit) -> bool:
    """Whether this one more is still allowed: at most `limit[0]` in `limit[1]` seconds."""
    most, seconds = limit
    key = f"limit:{what}:{who}"
    try:
        cache.add(key, 0, timeout=seconds)
        return cache.incr(key) <= most
    except ValueError:  # it ran out between the two
        return True
    except Exception:  # a table without limits is better than none
        log.exception("not counted")
        return True
