"""What every template may ask."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from battles.armies.identity import guest_id


def build(request: HttpRequest) -> dict[str, str]:
    """The name of the running build: a page of an older one reloads itself; and a mark of whoever is at the browser.

    The mark tells pages whether somebody else has come, so that they throw away what was kept for the last one.
    """
    return {"BUILD_ID": settings.BUILD_ID, "WHO": _mark(request)}


def _mark(request: HttpRequest) -> str:
    guest = guest_id(request.session) if hasattr(request, "session") else None
    return salted_hmac("who is at the browser", guest).hexdigest()[:16] if guest else ""
