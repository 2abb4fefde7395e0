"""The pages of the live table: who, what, do, answer."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from config import faults

from ..rules.stored import Unreadable
from . import (
    against,
    curtains,
    files,
    frames,
    lamps,
    limits,
    machines,
    offers,
    panels,
    passages,
    play,
    presence,
    replies,
    screens,
    seating,
    tables,
)
from .forms import parts_of, terms_of
from .guests import (
    clean_name,
    greet,
    guest_id,
    holder_of,
    meet,
    remember_sitting,
    remember_watching,
    seat_of,
    viewer_of,
)
from .links import links_of
from .models import LiveBattle, Seat

log = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


OPENINGS = {"server": against.open_battle, "screen": screens.open_battle}


def fresh(view: View) -> View:
    """Nothing of a battle is kept by browsers or proxies, and a fragment is never taken for a page."""
    return never_cache(vary_on_headers("HX-Request")(view))


def for_viewers(view: View) -> View:
    """Give the view the viewer, as whom this session may look; nobody else gets in."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, battle_id: str, **kwargs: Any) -> HttpResponse:
        viewer = viewer_of(request.session, battle_id)
        if viewer is None:
            return curtains.closed(request, battle_id)
        if viewer in presence.SEATS:
            presence.hear(battle_id, viewer)
        try:
            return view(request, battle_id, viewer=viewer, **kwargs)
        except Unreadable:
            return replies.unreadable(request, battle_id, viewer)

    return guarded


@fresh
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    meet(request.session)
    return render(
        request,
        "home.html",
        offers.home_context(request.session, replies.language(), chosen=request.GET.get("list", "")),
    )


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def new_battle(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":  # whoever reloads a form that did not fit, or changes its language
        return redirect("live:home")
    if not limits.may_open(request):
        return replies.too_many(request)
    try:
        name, terms = clean_name(request.POST.get("name", "")), terms_of(request.POST)
        guest = greet(request.session, name)
        army = offers.army_of(request.POST, preset=terms.preset, owner=guest, language=replies.language())
        open_battle = OPENINGS.get(request.POST.get("opponent", ""), seating.open_battle)
        row = open_battle(guest=guest, name=name, terms=terms, army=army)
    except offers.UNFIT as fault:
        return _unfit(request, "home.html", offers.home_context(request.session, replies.language()), fault)
    offers.note_fielding(request.POST, owner=guest, battle=row.id, side="red")
    return redirect("live:battle", row.id)


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's link. Opening it changes nothing: messengers open links too."""
    found = get_object_or_404(Seat.objects.select_related("battle"), invite_token=token)
    meet(request.session)
    if guest_id(request.session) == str(found.guest_id):
        return redirect("live:battle", found.battle_id)
    if seating.is_forgotten(found.battle):
        return faults.told(request, replies.seating_sentence("outdated"), 410)
    context = offers.seat_context(found, request.session, replies.language())
    if request.method != "POST":
        return render(request, "live/seat.html", context)
    try:
        _take(request, found)
    except offers.UNFIT as fault:
        return _unfit(request, "live/seat.html", context, fault)
    return redirect(f"{reverse('live:battle', args=[found.battle_id])}?seated=1")


def _take(request: HttpRequest, found: Seat) -> None:
    name = clean_name(request.POST.get("name", ""))
    guest = greet(request.session, name)
    army = offers.army_of(request.POST, preset=found.battle.preset, owner=guest, language=replies.language())
    seat = seating.take_seat(token=found.invite_token, guest=guest, name=name, army=army)
    offers.note_fielding(request.POST, owner=guest, battle=seat.battle_id, side=seat.side)


def _unfit(request: HttpRequest, page: str, context: dict[str, Any], fault: Exception) -> HttpResponse:
    """The form again with a sentence; htmx gets the sentence alone, for its notice line."""
    sentence = replies.seating_sentence(offers.reason_of(fault))
    if request.headers.get("HX-Request"):
        return replies.notice(request, sentence, 422)
    return render(request, page, {**context, "error": sentence, "given": request.POST}, status=422)


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def recovery(request: HttpRequest, token: str) -> HttpResponse:
    """The way back to a seat for whoever has lost the browser that held it; asks first."""
    found = get_object_or_404(Seat.objects.select_related("battle"), recovery_token=token)
    meet(request.session)
    if guest_id(request.session) == str(found.guest_id):
        return redirect("live:battle", found.battle_id)
    context: dict[str, Any] = {"seat": found, "battle": found.battle, "token": token}
    if request.method != "POST":
        return render(request, "live/recover.html", context)
    try:
        seating.recover_seat(token=token, guest=greet(request.session, found.name))
    except seating.NotSeated as fault:
        return _unfit(request, "live/recover.html", context, fault)
    return redirect("live:battle", found.battle_id)


@fresh
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """The spectators' link; whoever plays in this battle is sent to the seat."""
    row = get_object_or_404(LiveBattle.objects.only("id"), watch_token=token)
    if seat_of(request.session, row.id):
        return redirect("live:battle", row.id)
    remember_watching(request.session, row.id)
    return battle(request, row.id)


@fresh
@require_safe
@for_viewers
def battle(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    return _battle_page(request, battle_id, viewer)


def _battle_page(request: HttpRequest, battle_id: str, viewer: str) -> HttpResponse:
    if screens.waits_for_second(guest_id(request.session), battle_id):
        return redirect("live:second", battle_id)
    play.catch_up(battle_id)
    table = tables.load(battle_id)
    machines.looked_at(table)
    if viewer != "watcher":
        remember_sitting(request.session, battle_id)
    context = panels.page_context(table, viewer, replies.language())
    links = links_of(request, battle_id, viewer)
    deploying = table.battle is not None and table.battle.chreda == "deployment"
    fresh_seat = "seated" in request.GET and deploying
    context |= {"table_number": table.number, "battle_id": battle_id, "viewer": viewer, "links": links}
    context["offer_habits"] = deploying and _has_no_habits(request, battle_id)
    context |= lamps.context_of(table, viewer) | {"shared": table.shared}
    if viewer == "watcher":
        context["moved"] = passages.left_by(guest_id(request.session), battle_id)
    if screens.is_veiled(table):
        links.pop("recovery", None)
    return render(request, "live/battle.html", context | {"keep": links.get("recovery") if fresh_seat else None})


def _has_no_habits(request: HttpRequest, battle_id: str) -> bool:
    """Whether the seat of this session has never said what need not be asked."""
    seat = seat_of(request.session, battle_id)
    return seat is not None and seat.side in presence.SIDES and not seat.habits


@fresh
@require_safe
@for_viewers
def panel(request: HttpRequest, battle_id: str, *, name: str, viewer: str) -> HttpResponse:
    drawn = frames.panels_of(tables.load(battle_id), viewer, replies.language())
    if name not in drawn:
        raise Http404
    return HttpResponse(drawn[name])


@fresh
@require_safe
@for_viewers
def overlay(request: HttpRequest, battle_id: str, *, unit: str, viewer: str) -> HttpResponse:
    table = tables.load(battle_id)
    if table.battle is None or unit not in table.battle.units:
        raise Http404
    return HttpResponse(panels.overlay(table, viewer, unit, replies.language(), turned=_turned(request)))


def _turned(request: HttpRequest) -> bool:
    """Whether the reader has flipped the map."""
    return request.GET.get("turned") == "1"


@fresh
@require_safe
@for_viewers
def ruler(request: HttpRequest, battle_id: str, *, start: str, end: str, viewer: str) -> HttpResponse:
    """The distance between two hexes and what stands in the line."""
    table = tables.load(battle_id)
    if table.battle is None or not {start, end} <= set(table.battle.map.hexes()):
        raise Http404
    return HttpResponse(panels.measured(table, viewer, (start, end), replies.language(), turned=_turned(request)))


@fresh
@require_safe
@for_viewers
def sheet(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    table = tables.load(battle_id)
    if table.battle is None:
        raise Http404
    return HttpResponse(panels.sheet(table, viewer, replies.language(), turned=_turned(request)))


@fresh
@require_safe
@for_viewers
def sync(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """What the socket would bring, for those who have none."""
    since, build = request.GET.get("since", ""), request.GET.get("b", settings.BUILD_ID)
    table = tables.load(battle_id)
    machines.looked_at(table)
    if build != settings.BUILD_ID:
        text = frames.reload_frame(settings.BUILD_ID)
    elif since == str(table.number):
        text = frames.pong(table.number)
    else:
        text = frames.html_frame(table.number, frames.panels_of(table, viewer, replies.language()))
    return HttpResponse(text, content_type="application/json")


def _holder(request: HttpRequest, battle_id: str) -> str | None:
    """In whose name a press is; of two at one screen the page says for whom it was drawn."""
    return holder_of(request.session, battle_id, request.POST.get("as", ""))


@fresh
@require_POST
def command(request: HttpRequest, battle_id: str) -> HttpResponse:
    if not limits.within("command", limits.visitor(request), limits.COMMANDS):
        return replies.too_many(request)
    try:
        given = play.give(battle_id=battle_id, guest=_holder(request, battle_id), **parts_of(request.POST))
    except replies.FAULTS as fault:
        return replies.to_fault(request, fault)
    except Exception:
        log.exception("command failed", extra={"battle_id": battle_id, "number": request.POST.get("seen")})
        return replies.broken(request)
    return replies.done(given.number)


@fresh
@require_POST
def end(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The way out of a battle that this release cannot read."""
    try:
        viewer = viewer_of(request.session, battle_id) or ""
        play.close(battle_id=battle_id, guest=holder_of(request.session, battle_id, viewer))
    except play.NotYourSeat:
        return replies.no_seat(request)
    return redirect("live:battle", battle_id)


@fresh
@require_POST
def army(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Pick an army at the table, for who has taken a seat without."""
    held = seat_of(request.session, battle_id)
    if held is None or held.guest is None or held.side not in presence.SIDES:
        return replies.no_seat(request)
    try:
        picked = offers.chosen_army(
            request.POST, preset=held.battle.preset, owner=held.guest, language=replies.language()
        )
        seating.pick_army(battle_id=battle_id, guest=guest_id(request.session), army=picked)
        offers.note_fielding(request.POST, owner=held.guest, battle=battle_id, side=held.side)
    except offers.UNFIT as fault:
        return replies.notice(request, replies.seating_sentence(offers.reason_of(fault)), 422)
    return replies.done(tables.load(battle_id).number)


@fresh
@require_safe
@for_viewers
def battle_file(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """The whole battle as a file, once it is over: before, it would tell secrets."""
    row = LiveBattle.objects.get(pk=battle_id)
    if row.phase != LiveBattle.Phase.OVER:
        return render(request, "live/closed.html", {"file": True}, status=404)
    response = JsonResponse(files.file_of(row), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = content_disposition_header(True, files.name_of(row)) or "attachment"
    return response


@fresh
@require_POST
def again(request: HttpRequest, battle_id: str) -> HttpResponse:
    """A new battle on the terms and with the druzhina of one that is over, against the server where it was that."""
    held = seat_of(request.session, battle_id)
    if held is None or held.guest is None:
        return replies.no_seat(request)
    if not limits.within("open", limits.visitor(request), limits.OPENINGS):
        return replies.too_many(request)
    try:
        row = against.open_again(held)
    except seating.NotSeated as fault:
        return replies.notice(request, replies.seating_sentence(fault.reason), 422)
    return redirect("live:battle", row.id)


@fresh
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    return render(request, "live/mine.html", {"battles": offers.battles_of(request.session)})
