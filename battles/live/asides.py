"""The views of previews.py: fragments that a page asks for beside its panels."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from ..rules.commands import SpendInitiative
from . import previews, replies, spending, tables
from .forms import BadForm, command_of
from .views import for_viewers, fresh

NUMBER = re.compile(r"[0-9]{1,9}")


@fresh
@require_safe
@for_viewers
def odds(request: HttpRequest, battle_id: str, *, unit: str, weapon: str, target: str, viewer: str) -> HttpResponse:
    """The forecast of an attack with the chosen number of shots."""
    table, shots = _begun(battle_id), _number(request, "shots")
    drawn = previews.odds_of(table, viewer, replies.language(), unit=unit, weapon=weapon, target=target, shots=shots)
    return _or_404(drawn)


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


def _or_404(drawn: str | None) -> HttpResponse:
    if drawn is None:
        raise Http404
    return HttpResponse(drawn)
