"""The habits of a seat at the table: the panel in which they are kept, and what its form says.

The panel is a fragment with an address of its own, in a node that is never pushed: only the seat itself asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..rules import orders
from ..rules.battle import SIDES, Battle, Unit
from ..rules.habits import CHOICES, FATES, NEWCOMER, PERCENT, POINTS, SWIFT, Habits
from . import asking, limits, play, replies, steward, tables, tokens, wording
from .forms import NUMBER, BadForm, seen_of
from .guests import holder_of, viewer_of
from .models import LiveBattle, Seat
from .scene import scene_of
from .views import fresh

Context = dict[str, Any]
SETS: Mapping[str, Habits] = {"newcomer": NEWCOMER, "swift": SWIFT, "none": Habits()}


# --- what is posted ----------------------------------------------------------------------------------------------


def change_of(post: QueryDict, side: str) -> play.Change:
    """What a form changes: one of the ready sets, or single fields; BadForm for anything that no page of ours sends."""
    if "set" in post:
        if post["set"] not in SETS:
            raise BadForm("set")
        chosen = SETS[post["set"]]
        return lambda habits, row, battle: chosen
    words = {name: _word(post, name) for name in CHOICES if name in post}
    fates = {name.removeprefix("fates."): post[name] for name in post if name.startswith("fates.")}
    numbers = {name: _number(post, name, within) for name, within in (("below", PERCENT), ("keep", POINTS))
               if name in post}  # fmt: skip
    saving = tuple(post.getlist("saving")) if "saving_shown" in post else None
    if not all(fate in (*FATES, "") for fate in fates.values()):
        raise BadForm("fates")

    def change(habits: Habits, row: LiveBattle, battle: Battle | None) -> Habits:
        own = {unit.id for unit in battle.units.values() if unit.side == side} if battle else set()
        if not own.issuperset(fates) or not own.issuperset(saving or ()):
            raise BadForm("fates")
        kept = {**habits.fates, **fates}
        return replace(
            habits,
            **words,
            **numbers,
            fates={unit: fate for unit, fate in kept.items() if fate},
            saving=habits.saving if saving is None else saving,
        )

    return change


def _word(post: QueryDict, name: str) -> str:
    if post[name] not in CHOICES[name]:
        raise BadForm(name)
    return str(post[name])


def _number(post: QueryDict, name: str, within: range) -> int:
    if not NUMBER.fullmatch(post[name]) or int(post[name]) not in within:
        raise BadForm(name)
    return int(post[name])


# --- what is shown -----------------------------------------------------------------------------------------------


def context(battle: Battle, seat: Seat) -> Context:
    """The panel of a seat: every habit with its words, and which of them are suggested."""
    habits = steward.habits_of(seat)
    if not seat.habits:  # nothing kept yet: what the engine answers by itself is shown
        said = battle.sides[seat.side].answers
        fear = {"never": "let", "ask": "ask"}.get(said.cancel_checks, "hold")
        reduce = "best" if said.reduce_casualties == "always" else said.reduce_casualties
        habits = replace(habits, fear=fear, reduce=reduce)
    own = [unit for unit in battle.in_order() if unit.side == seat.side and not unit.is_hireling]
    units = [unit for unit in own if unit.on_map or unit.reserve]
    return {
        "fields": [_field(name, getattr(habits, name)) for name in _shown(battle, seat.side)],
        "fear": _field("fear", habits.fear),
        "reduce": _field("reduce", habits.reduce),
        "fates": [_fate(unit, habits.fates.get(unit.id, "")) for unit in units],
        "saving": [_squad(unit, habits) for unit in units if unit.kind == "squad"],
        "below": habits.below,
        "keep": habits.keep,
        "set": next((name for name, chosen in SETS.items() if chosen == habits), ""),
    }


def _shown(battle: Battle, side: str) -> list[str]:
    """Fields that this battle may ask: links and reserves only where there are any."""
    linked = any(link.side == side for link in battle.links.values())
    held = any(unit.reserve and unit.side == side for unit in battle.units.values())
    return ["end", "will", *(["gap", "stray"] if linked else []), *(["reserves"] if held else [])]


def _field(name: str, chosen: str) -> Context:
    label, words = _texts()[name]
    usual = getattr(NEWCOMER, name)
    options = [{"id": id_, "name": words[id_], "chosen": id_ == chosen, "usual": id_ == usual != "ask"}
               for id_ in CHOICES[name]]  # fmt: skip
    return {"name": name, "label": label, "options": options}


def _fate(unit: Unit, chosen: str) -> Context:
    names = {"": gettext("as above"), "ask": gettext("ask me"), "let": gettext("let it go"), "hold": gettext("hold it")}
    return {
        "unit": unit.id,
        "name": wording.unit_name(unit),
        "token": tokens.portrait(unit),
        "options": [{"id": id_, "name": name, "chosen": id_ == chosen} for id_, name in names.items()],
    }


def _squad(unit: Unit, habits: Habits) -> Context:
    return {"unit": unit.id, "name": wording.unit_name(unit), "token": tokens.portrait(unit),
            "chosen": unit.id in habits.saving}  # fmt: skip


def _texts() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    ask = gettext("ask me")
    return {
        "reduce": (
            gettext("Reduce casualties"),
            {"ask": ask, "best": gettext("the greatest losses"), "never": gettext("never")},
        ),
        "fear": (
            gettext("Fear and recovery"),
            {"ask": ask, "let": gettext("roll, pay nothing"), "hold": gettext("pay for the check")},
        ),
        "end": (
            gettext("End an activation"),
            {"ask": gettext("by hand"), "clear": gettext("when nothing is left to do or to take back"),
             "all": gettext("when nothing is left to do")},
        ),
        "will": (
            gettext("Will to win"),
            {"ask": ask, "idle": gettext("ask me only if one point may matter"), "pass": gettext("spend nothing")},
        ),
        "gap": (gettext("Uneven initiative in a link"), {"ask": ask, "accept": gettext("act with the worst")}),
        "stray": (gettext("A member strays"), {"ask": ask, "exclude": gettext("it leaves the link")}),
        "reserves": (
            gettext("Reserves"),
            {"ask": ask, "enter": gettext("come as soon as they can"), "wait": gettext("wait")},
        ),
    }  # fmt: skip


# --- its addresses -----------------------------------------------------------------------------------------------


def for_seats(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the seat that this session plays now, at a screen of two that of whoever is asked; tell faults."""

    def guarded(request: HttpRequest, battle_id: str) -> HttpResponse:
        try:
            side = viewer_of(request.session, battle_id)
            holder = holder_of(request.session, battle_id, side) if side in SIDES else None
            seat = Seat.objects.filter(battle_id=battle_id, side=side, guest_id=holder).first() if holder else None
            return view(request, battle_id, seat) if seat else replies.no_seat(request)
        except replies.FAULTS as fault:
            return replies.to_fault(request, fault)

    return guarded


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
@for_seats
def panel(request: HttpRequest, battle_id: str, seat: Seat) -> HttpResponse:
    """Show the habits of this seat, or keep what its form says."""
    number = None
    if request.method == "POST":
        if not limits.within("command", limits.visitor(request), limits.COMMANDS):
            return replies.too_many(request)
        change = change_of(request.POST, seat.side)
        number = play.keep_habits(battle_id=battle_id, guest=str(seat.guest_id), change=change)
        seat.refresh_from_db(fields=["habits"])
    table = tables.load(battle_id)
    if table.battle is None:
        return HttpResponse(status=204)
    shown = context(table.battle, seat) | {"battle_id": battle_id, "kept": number is not None}
    page = "live/habits_offered.html" if "offered" in request.POST else "live/habits.html"
    response = render(request, page, shown)
    if number is not None:
        response["X-Number"] = str(number)
    return response


@fresh
@require_POST
@for_seats
def chain(request: HttpRequest, battle_id: str, seat: Seat) -> HttpResponse:
    """Let a chain of fear take its course: nothing more is asked in this activation."""
    if not limits.within("command", limits.visitor(request), limits.COMMANDS):
        return replies.too_many(request)
    seen = seen_of(request.POST)
    number = play.let_chain_go(battle_id=battle_id, guest=str(seat.guest_id), seen=seen)
    return replies.done(number)


@fresh
@require_safe
@for_seats
def draft(request: HttpRequest, battle_id: str, seat: Seat) -> HttpResponse:
    """A sheet for the next orders, to be filled in while the battle waits for somebody else; nothing of it is sent."""
    table = tables.load(battle_id)
    if table.battle is None or table.battle.result:
        return HttpResponse(status=204)
    scene = scene_of(table, seat.side, replies.language())
    groups = dict.fromkeys(orders.needing(scene.battle, seat.side), orders.ORDERS)
    turn = table.battle.turn + (table.battle.chreda != "deployment")
    token = f"orders-{seat.side}-{turn}"
    return render(request, "live/draft.html", {"rows": asking.order_rows(scene, groups), "token": token})
