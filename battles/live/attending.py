"""Who is at the table, for pages without a socket; and the claim of who waits in vain."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from . import claims, frames, limits, replies, warden
from .guests import guest_id
from .views import for_viewers, fresh

log = logging.getLogger(__name__)


@fresh
@require_safe
@for_viewers
def presence(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """What the socket would tell; asking is a sign of life."""
    facts = warden.facts_of(battle_id)
    return HttpResponse(frames.presence_frame(facts), content_type="application/json")


@fresh
@require_POST
def claim(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The battle goes to who has waited long enough."""
    if not limits.within("command", limits.visitor(request), limits.COMMANDS):
        return replies.too_many(request)
    try:
        number = claims.claim(battle_id=battle_id, guest=guest_id(request.session))
    except claims.NoClaim as fault:
        return replies.notice(request, replies.claim_sentence(fault.reason), 409)
    except replies.FAULTS as fault:
        return replies.to_fault(request, fault)
    except Exception:
        log.exception("claim failed", extra={"battle_id": battle_id})
        return replies.broken(request)
    return replies.done(number)
