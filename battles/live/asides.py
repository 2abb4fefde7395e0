"""The views of previews.py: fragments that a page asks for beside its panels."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from . import previews, replies, tables
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
