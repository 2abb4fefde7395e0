"""Battles with the server: one to play at once, one to watch, and the seats of any battle given to it or taken back."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ..armies.lists import starter
from ..rules.battle import ENEMY
from ..rules.catalogue import catalogue
from ..rules.lessons import guide
from . import limits, machines, offers, replies, seating
from .forms import BadForm, terms_of
from .guests import clean_name, greet, guest_id, seat_of
from .models import Guest, LiveBattle, Seat
from .play import NotYourSeat
from .seating import NotSeated, Terms

T = TypeVar("T")
QUICK = "skirmish"


def names() -> tuple[str, str]:
    """What the server is called: nobody should take it for a human."""
    return _("Clockwork Voivode"), _("Clockwork Prince")


def open_battle(*, guest: Guest, name: str, terms: Terms, army: Mapping[str, Any] | None) -> LiveBattle:
    """A battle of a guest against the server, which takes another army than the guest where it can."""
    if army is None:
        raise BadForm("army")
    machine = _army(terms.preset, besides=str(army["name"]))
    return machines.open_against(guest=guest, name=name, terms=terms, army=army, machine=machine, called=names()[0])


def open_again(held: Seat) -> LiveBattle:
    """The battle of a seat once more: whoever played against the server gets the server again, with its army."""
    rival = held.battle.seats.filter(side=ENEMY.get(held.side, ""), machine__lent=False).first()
    if rival is None or rival.army is None or held.army is None:
        return seating.open_again(held)
    guest, terms = seating.again_of(held)
    return machines.open_against(
        guest=guest, name=held.name, terms=terms, army=held.army, machine=rival.army, called=names()[0]
    )


def _army(preset: str, *, besides: str = "") -> Mapping[str, Any]:
    """A starter army for the server, another than the one of that name."""
    ids = [found.id for found in catalogue().starters.values() if found.preset == preset]
    known = [starter(starter_id=id_, preset=preset, language=replies.language()) for id_ in ids]
    return drawn([army for army in known if army.name != besides] or known).to_json()


def drawn(items: Sequence[T]) -> T:
    """One of some things; the first where tests want to foresee everything."""
    return items[0] if settings.DRUZHINA_DICE_SEED else secrets.choice(items)


def _quick_terms(post: QueryDict) -> Terms:
    """The newcomer's battle: what is not said is as usual, the map any that is made for the size."""
    filled = post.copy()
    filled.setdefault("preset", QUICK)
    maps = [sheet.id for sheet in catalogue().maps.values() if sheet.preset == filled["preset"]]
    if maps:
        filled.setdefault("map", drawn(maps))
    return terms_of(filled)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """One press on the home page: the battle against the server has begun."""
    if request.method != "POST":
        return redirect("live:home")
    if not limits.may_open(request):
        return replies.too_many(request)
    language = replies.language()
    try:
        name, terms = clean_name(request.POST.get("name", "")), _quick_terms(request.POST)
        guest = greet(request.session, name)
        army = offers.army_of(request.POST, preset=terms.preset, owner=guest, language=language)
        row = open_battle(guest=guest, name=name, terms=terms, army=army)
    except offers.UNFIT as fault:
        context = offers.home_context(request.session, language)
        sentence = replies.seating_sentence(offers.reason_of(fault))
        if request.headers.get("HX-Request"):
            return replies.notice(request, sentence, 422)
        return render(request, "home.html", context | {"error": sentence}, status=422)
    return redirect("live:battle", row.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guided(request: HttpRequest) -> HttpResponse:
    """The guided first battle: terms and armies are given, the server sits opposite."""
    if request.method != "POST":
        return redirect("live:home")
    if not limits.may_open(request):
        return replies.too_many(request)
    language, known = replies.language(), guide()
    try:
        name = clean_name(request.POST.get("name", ""))
    except offers.UNFIT as fault:
        context = offers.home_context(request.session, language) | {
            "error": replies.seating_sentence(offers.reason_of(fault))
        }
        return render(request, "home.html", context, status=422)
    preset = catalogue().presets[known.pupil.preset]
    options = {"size": preset.size, "turn_limit": known.turns, "deploy_rows": known.deploy_rows}
    row = machines.open_against(
        guest=greet(request.session, name),
        name=name,
        terms=Terms(preset=preset.id, map_id=known.map, options=options, guided=True),
        army=known.pupil.army(language).to_json(),
        machine=known.rival.army(language).to_json(),
        called=names()[0],
    )
    return redirect("live:battle", row.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spectacle(request: HttpRequest) -> HttpResponse:
    """The server against itself, to be watched."""
    if request.method != "POST":
        return redirect("live:home")
    if not limits.may_open(request):
        return replies.too_many(request)
    try:
        terms = _quick_terms(request.POST)
    except BadForm:
        return redirect("live:home")
    armies = {"red": _army(terms.preset), "blue": _army(terms.preset)}
    called = dict(zip(("red", "blue"), names(), strict=True))
    token = machines.open_spectacle(terms=terms, armies=armies, called=called)
    return redirect("live:watch", token)


@never_cache
@require_POST
def machine(request: HttpRequest, battle_id: str) -> HttpResponse:
    """A seat is given to the server or taken back, or the server's pace is set."""
    if not limits.within("command", limits.visitor(request), limits.COMMANDS):
        return replies.too_many(request)
    if seat_of(request.session, battle_id) is None:
        return replies.no_seat(request)
    deed = DEEDS.get(request.POST.get("do", ""))
    if deed is None:
        return replies.to_fault(request, BadForm("do"))
    try:
        number = deed(request, battle_id)
    except NotYourSeat:
        return replies.no_seat(request)
    except NotSeated as fault:
        return replies.notice(request, replies.seating_sentence(fault.reason), 422)
    return replies.done(number)


def _fill(request: HttpRequest, battle_id: str) -> int:
    row = LiveBattle.objects.only("preset").get(pk=battle_id)
    guest = guest_id(request.session)
    return machines.fill(battle_id=battle_id, guest=guest, name=names()[0], army=_army(row.preset))


DEEDS: Mapping[str, Callable[[HttpRequest, str], int]] = {
    "fill": _fill,
    "lend": lambda request, battle_id: machines.lend(battle_id=battle_id, guest=guest_id(request.session)),
    "take_back": lambda request, battle_id: machines.take_back(battle_id=battle_id, guest=guest_id(request.session)),
    "pace": lambda request, battle_id: machines.set_pace(
        battle_id=battle_id, guest=guest_id(request.session), pace=request.POST.get("pace", "")
    ),
}
