"""Which pages may open a socket: only our own. Cookies know no ports: other sites of this host would bring them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings

Application = Callable[[Any, Any, Any], Awaitable[None]]
USUAL_PORTS = {"http": 80, "https": 443}


class OwnPages:
    """The origin is the host that was asked, port and all, or one that CSRF_TRUSTED_ORIGINS names: as for forms."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        own = is_own(headers.get(b"origin", ""), headers.get(b"host", ""))
        await (self.application if own else WebsocketDenier())(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        return bool(parts.hostname) and (_place(origin) == _place(f"{parts.scheme}://{host}") or _trusted(origin))
    except ValueError:
        return False


def _place(url: str) -> tuple[str | None, int | None]:
    parts = urlsplit(url)
    return parts.hostname, parts.port or USUAL_PORTS.get(parts.scheme)


def _trusted(origin: str) -> bool:
    """A trusted origin may name all subdomains: `https://*.example`."""
    for trusted in settings.CSRF_TRUSTED_ORIGINS:
        scheme, _, place = trusted.partition("://")
        if origin == trusted or (
            place.startswith("*.") and origin.startswith(f"{scheme}://") and origin.endswith(place[1:])
        ):
            return True
    return False
