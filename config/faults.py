"""What a visitor is told when Django itself says no: a sentence, in a page or for the notice line."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

log = logging.getLogger("battles.faults")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, _("The browser asked for something that makes no sense here."), 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, _("There is nothing at this address. A link may have been cut off at its end."), 404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, _("You may not look at this."), 403)


def page_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form carried no valid token: cookies were cleared, or the page is from before."""
    return told(request, _("This page is too old, nothing was done. Reload it and try again."), 403)


def broken(request: HttpRequest) -> HttpResponse:
    return told(request, _("Something went wrong on our side, nothing was done. Try again."), 500)


def told(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Even when no page can be drawn, the sentence is said."""
    try:
        return render(request, template(request, status), {"sentence": sentence, "status": status}, status=status)
    except Exception:
        log.exception("no page for a fault")
        return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=status)


def template(request: HttpRequest, status: int) -> str:
    """A followed link becomes a page; what a command brings goes to the notice line."""
    headers = request.headers
    fragment = "HX-Request" in headers and not ("HX-Boosted" in headers and status == 404)
    return "live/notice.html" if fragment else "fault.html"
