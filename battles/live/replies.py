"""What is answered to a press: nothing but the number, or one sentence for the notice line."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from ..rules.refusals import Refused
from ..rules.stored import Unreadable
from .forms import BadForm
from .models import LiveBattle
from .play import NotYourSeat, Stale
from .refusals import refusal_sentence

log = logging.getLogger(__name__)


def language() -> str:
    """The language of this request."""
    return get_language() or "en"


def done(number: int) -> HttpResponse:
    """The panels come by the socket, the same way as the other side's; the page asks again if they do not."""
    response = HttpResponse(status=204)
    response["X-Number"] = str(number)
    return response


def notice(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return render(request, "live/notice.html", {"sentence": sentence, "status": status}, status=status)


def to_fault(request: HttpRequest, fault: Exception) -> HttpResponse:
    """The answer to a command that was not accepted; nothing has changed."""
    match fault:
        case Refused(rule=rule, reason=reason, facts=facts):
            return notice(request, refusal_sentence(rule, reason, facts, language()), 422)
        case Stale():
            stale = _("The battle has moved on since this page was drawn. Look again, then decide.")
            return notice(request, stale, 409)
        case BadForm():
            bad = _("This page sent something that cannot be read. Nothing has changed; reload the page.")
            return notice(request, bad, 422)
        case Unreadable():
            return notice(request, unread(), 409)
        case _:
            return no_seat(request)


def unread() -> str:
    return _("This battle was stored by another version of Druzhina; this one cannot read it.")


def unreadable(request: HttpRequest, battle_id: str, viewer: str) -> HttpResponse:
    """Instead of a page of a battle that this release cannot read: why, and for its players how to end it."""
    log.error("cannot be read", extra={"battle_id": battle_id})
    row = LiveBattle.objects.only("id", "phase", "map_id", "ruleset", "catalogue").get(pk=battle_id)
    context = {"sentence": unread(), "battle": row, "player": viewer in ("red", "blue"), "status": 410}
    return render(request, "live/unreadable.html", context, status=410)


def no_seat(request: HttpRequest) -> HttpResponse:
    return notice(request, _("Only the two who hold the seats of this battle may do that."), 403)


def too_many(request: HttpRequest) -> HttpResponse:
    return notice(request, _("Too much at once. Wait a moment, then go on."), 429)


def broken(request: HttpRequest) -> HttpResponse:
    return notice(request, _("Something went wrong on our side. Nothing has changed; you can go on."), 500)


# what may come of a command, besides its number
FAULTS = (Refused, Stale, BadForm, NotYourSeat, Unreadable, LiveBattle.DoesNotExist)

SEATING = {
    "taken": gettext_noop("Somebody else has taken this seat."),
    "own_battle": gettext_noop("You already hold the other seat of this battle."),
    "free": gettext_noop("Nobody has taken this seat yet; there is nothing to bring back."),
    "outdated": gettext_noop("The map of this battle is no longer kept. Start a new battle."),
    "begun": gettext_noop("The battle has begun; the armies are set."),
    "no_army": gettext_noop("Both who share a screen choose a druzhina before the battle."),
    "name": gettext_noop("A name has between 1 and 200 signs, and at least one that can be seen."),
    "army": gettext_noop("Choose one of the armies for this size of battle."),
    "not_ready": gettext_noop("This druzhina may not take the field yet. Mend its faults in the editor."),
    "form": gettext_noop("Something on this form does not fit. Look through it again."),
}


CLAIMS = {
    "back": gettext_noop("The other side is back: the battle goes on."),
    "not_waiting": gettext_noop("The battle does not wait for the other side alone; there is nothing to claim."),
    "too_early": gettext_noop("Not yet: the countdown is still running."),
}


def claim_sentence(reason: str) -> str:
    """Why a battle cannot be claimed."""
    return _(CLAIMS[reason])


def seating_sentence(reason: str) -> str:
    """Why somebody has not got a seat, a battle or an army."""
    return _(SEATING[reason])
