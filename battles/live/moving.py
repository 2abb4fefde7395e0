"""The pages of a seat on the move: the link with its picture, and the door on the other device."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from config import faults

from . import limits, passages, replies
from .guests import greet, guest_id, meet
from .models import LiveBattle
from .passages import NoPassage
from .play import NotYourSeat
from .views import fresh

MAKINGS = (20, 600)

NO_PASSAGE = {
    "unknown": gettext_noop("There is no such link. It may have been cut off at its end."),
    "used": gettext_noop("This link has moved a seat already; it works once. Make a fresh one where the seat is now."),
    "expired": gettext_noop("This link has run out; it holds for ten minutes. Make a fresh one where the seat is now."),
    "dropped": gettext_noop("A newer link has taken the place of this one. Use that, or make a fresh one."),
    "own_battle": gettext_noop("This browser has the other seat of that battle: each would see the other's secrets."),
}


@fresh
@require_POST
def make(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The link, to be read by a camera or sent; it is shown once."""
    if not limits.within("passage", limits.visitor(request), MAKINGS):
        return replies.too_many(request)
    try:
        token, expires = passages.make(battle_id=battle_id, guest=guest_id(request.session))
    except (NotYourSeat, LiveBattle.DoesNotExist):
        return replies.no_seat(request)
    link = request.build_absolute_uri(reverse("live:passage", args=(token,)))
    minutes = int(passages.LASTS.total_seconds()) // 60
    context = {"link": link, "code": _code(link), "expires": expires, "minutes": minutes}
    return render(request, "live/passage_link.html", context)


def _code(link: str) -> SafeString:
    """A picture for a camera; it brings no styles, so the page's own rules allow it."""
    made = segno.make(link, error="m", micro=False)
    return SafeString(
        made.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass="qrl", title=_("Link as a code"))
    )


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def passage(request: HttpRequest, token: str) -> HttpResponse:
    """The door on the other device. Opening it changes nothing: cameras and messengers look, too."""
    try:
        found = passages.find(token)
        meet(request.session)
        if guest_id(request.session) == str(found.seat.guest_id):
            return _quiet(redirect("live:battle", found.seat.battle_id))
        if request.method != "POST":
            return _quiet(render(request, "live/passage.html", {"seat": found.seat, "token": token}))
        seat = passages.take(token=token, guest=greet(request.session, found.seat.name))
    except NoPassage as fault:
        if mine := passages.came_by(token, guest_id(request.session)):
            return _quiet(redirect("live:battle", mine))
        status = 404 if fault.reason == "unknown" else 410
        return _quiet(faults.told(request, _(NO_PASSAGE[fault.reason]), status))
    return _quiet(redirect("live:battle", seat.battle_id))


def _quiet(response: HttpResponse) -> HttpResponse:
    """What this page asks for must not carry its address."""
    response["Referrer-Policy"] = "strict-origin"
    return response
