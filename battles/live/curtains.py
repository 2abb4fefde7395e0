"""What is shown instead of a battle: the curtain of two at one screen, and the farewell of a seat that has moved."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ..rules.battle import ENEMY
from ..rules.pending import pending
from . import offers, passages, replies, screens, tables, tokens, wording
from .guests import clean_name, guest_id, has_sat, remember_watching
from .models import Screen


def closed(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Instead of a page that may not be shown: the curtain, where that is why; a fragment gets nothing of it."""
    eyes = screens.eyes_of(guest_id(request.session), battle_id)
    fragment = "HX-Request" in request.headers and "HX-Boosted" not in request.headers
    if eyes is None or fragment:
        left = None if fragment else gone(request, battle_id)
        sat = has_sat(request.session, battle_id)
        return left or render(request, "live/closed.html", {"moved": sat}, status=403)
    return render(request, "live/curtain.html", _context(battle_id))


def _context(battle_id: str) -> dict[str, Any]:
    """Who is asked for what; nothing of what anybody has decided."""
    table = tables.load(battle_id)
    assert table.battle is not None
    now = screens.turn(table.battle)
    kind = next(each.kind for each in pending(table.battle) if each.side == now.side)
    return {
        "battle_id": battle_id,
        "stamp": now.stamp,
        "side": now.side,
        "shield": tokens.shield(now.side),
        "name": wording.side_name(table.names, now.side),
        "other": wording.side_name(table.names, ENEMY[now.side]),
        "what": wording.do_name(kind),
        "turn": table.battle.turn,
        "turns": table.battle.options.turn_limit,
        "deploying": table.battle.chreda == "deployment",
    }


@never_cache
@require_POST
def lift(request: HttpRequest, battle_id: str) -> HttpResponse:
    screens.lift(battle_id=battle_id, guest=guest_id(request.session), stamp=request.POST.get("stamp", ""))
    return redirect("live:battle", battle_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The second player chooses a name and a druzhina; the first one's is sealed."""
    screen = get_object_or_404(Screen, battle_id=battle_id, guest_id=guest_id(request.session))
    seat = screen.battle.seats.get(side="blue")
    if seat.guest_id:
        return redirect("live:battle", battle_id)
    context = offers.seat_context(seat, request.session, replies.language()) | {"name": "", "screen": True}
    if request.method != "POST":
        return render(request, "live/second.html", context)
    try:
        name = clean_name(request.POST.get("name", ""))
        army = offers.army_of(request.POST, preset=seat.battle.preset, owner=screen.guest, language=replies.language())
        screens.sit_second(screen=screen, name=name, army=army)
    except offers.UNFIT as fault:
        sentence = replies.seating_sentence(offers.reason_of(fault))
        if request.headers.get("HX-Request"):
            return replies.notice(request, sentence, 422)
        return render(request, "live/second.html", {**context, "error": sentence, "given": request.POST}, status=422)
    return redirect("live:battle", battle_id)


def gone(request: HttpRequest, battle_id: str) -> HttpResponse | None:
    """For the device that a seat has left: what happened, and what can be done; it may watch on."""
    found = passages.left_by(guest_id(request.session), battle_id)
    if found is None:
        return None
    remember_watching(request.session, battle_id)
    return render(request, "live/passage_gone.html", {"passage": found, "battle_id": battle_id}, status=403)
