"""How much one visitor may ask for in a while: enough for any player, little enough for a broken script."""

from __future__ import annotations

import logging
from ipaddress import ip_network

from django.core.cache import cache
from django.http import HttpRequest

from .identity import guest_id

log = logging.getLogger(__name__)

CHANGES = (120, 10)
LISTS = (60, 60)
LISTS_FROM_A_PLACE = (600, 60)  # many people may sit behind one address, all of them behind a proxy
Limit = tuple[int, int]


def visitor(request: HttpRequest) -> str:
    """The guest, or the address of somebody who is none yet."""
    return guest_id(request.session) or place(request)


def place(request: HttpRequest) -> str:
    """Where somebody comes from: the address, of IPv6 the network that one household has."""
    address = str(request.META.get("REMOTE_ADDR") or "?")
    try:
        return str(ip_network((address.partition("%")[0], 64), strict=False)) if ":" in address else address
    except ValueError:
        return address


def may_make(request: HttpRequest) -> bool:
    """One more list: for this guest, and from where guests without cookies come as ever new ones."""
    within_own = within("list", visitor(request), LISTS)
    return within("list-place", place(request), LISTS_FROM_A_PLACE) and within_own


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
