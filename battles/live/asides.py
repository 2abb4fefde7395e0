"""The views of previews.py: fragments that a page asks for beside its panels."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from ..rules.commands import SpendInitiative
from . import previews, replies, spending, tables
from .forms import BadForm, command_of
from .views import for_viewers, fresh

LINE = re.compile(r"([0-9]{1,9})(?:[.]([0-9]{1,4}))?")
NUMBER = re.compile(r"[0-9]{1,9}")


@fresh
@require_safe
@for_viewers
def odds(request: HttpRequest, battle_id: str, *, unit: str, weapon: str, target: str, viewer: str) -> HttpResponse:
    """The forecast of an attack with the chosen number of shots."""
    table, shots = _begun(battle_id), _number(request, "shots")
    drawn = previews.odds_of(table, viewer, replies.language(), unit=unit, weapon=weapon, target=target, shots=shots)
    # an attack that has gone meanwhile is no fault: habits may have ended the activation
    return HttpResponse(status=204) if drawn is None else HttpResponse(drawn)


@fresh
@require_POST
@for_viewers
def plan(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """What a draft of a spending would bring; posted, so that no log of addresses holds it. It changes nothing."""
    table, draft = _begun(battle_id), _draft(request)
    drawn = None if draft is None else previews.plan_of(table, viewer, replies.language(), draft)
    return HttpResponse(status=204) if drawn is None else HttpResponse(drawn)


def _draft(request: HttpRequest) -> spending.Points | None:
    """The points of a form that is still being filled in; None for one that no page of ours sends."""
    try:
        command = command_of(request.POST)
    except BadForm:
        return None
    return command.points if isinstance(command, SpendInitiative) else None


@fresh
@require_safe
@for_viewers
def log(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """Lines of the log before a line, and from another one on if it is named."""
    table = _begun(battle_id)
    before = _line(request, "before") or (table.number + 1, 0)
    since = _line(request, "since")
    return HttpResponse(previews.log_of(table, viewer, replies.language(), before=before, since=since))


@fresh
@require_safe
@for_viewers
def away(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """What has happened since the number that a page has last shown."""
    table = _begun(battle_id)
    since = _number(request, "since", table.number)
    if since >= table.number:
        return HttpResponse(status=204)
    return HttpResponse(previews.away_of(table, viewer, replies.language(), since=since))


@fresh
@require_safe
@for_viewers
def chronicle(request: HttpRequest, battle_id: str, *, viewer: str) -> HttpResponse:
    """What decided a battle, and its dice; 404 while it goes on."""
    table = _begun(battle_id)
    if table.battle is None or table.battle.result is None:
        raise Http404
    return HttpResponse(previews.chronicle_of(table, viewer, replies.language()))


def _begun(battle_id: str) -> tables.Table:
    """The table of a battle that has begun; 404 before."""
    table = tables.load(battle_id)
    if table.battle is None:
        raise Http404
    return table


def _number(request: HttpRequest, name: str, usual: int = 0) -> int:
    """A number in the address, `usual` for anything else."""
    text = request.GET.get(name, "")
    return int(text) if NUMBER.fullmatch(text) else usual


def _line(request: HttpRequest, name: str) -> tuple[int, int] | None:
    """A line of the log in the address, `number.index` or a number alone."""
    found = LINE.fullmatch(request.GET.get(name, ""))
    return (int(found[1]), int(found[2] or 0)) if found else None
