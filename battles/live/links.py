"""The links of a battle that its page shows: each is a key, so each is shown only to whom it belongs."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from ..rules.battle import SIDES
from .models import LiveBattle, Seat

SEATED = (*SIDES, "referee")


def links_of(request: HttpRequest, battle_id: str, viewer: str) -> dict[str, str]:
    """`watch` for everybody, `recovery` for who has a seat, `invite` and `referee` for players while those are free."""
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=battle_id)
    links = {"watch": _absolute(request, "live:watch", token)}
    if viewer not in SEATED:
        return links
    for seat in Seat.objects.filter(battle_id=battle_id).defer("army"):
        if seat.side == viewer:
            links["recovery"] = _absolute(request, "live:recovery", seat.recovery_token)
        elif seat.guest_id is None and viewer in SIDES:
            links["invite" if seat.side in SIDES else "referee"] = _absolute(request, "live:seat", seat.invite_token)
    return links


def _absolute(request: HttpRequest, name: str, token: str) -> str:
    return request.build_absolute_uri(reverse(name, args=(token,)))
