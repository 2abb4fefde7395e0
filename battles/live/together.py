"""`link.order`: one press for the body of a link: its members' commands are given one after another, as if pressed.

It stops before the first decision that anybody owes; the battle and its file know only the commands.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from battles.rules import together as body
from battles.rules.battle import SIDES, Battle
from battles.rules.commands import Command
from battles.rules.refusals import Refused

from . import limits, play, replies, tables
from .forms import HEX, ID, BadForm, key_of, seen_of
from .guests import holder_of, viewer_of
from .views import fresh

log = logging.getLogger(__name__)
MOST = 40  # commands of one press: five squads with all their attacks are fewer

Next = Callable[[Battle], Command | None]


@fresh
@require_POST
def together(request: HttpRequest, battle_id: str) -> HttpResponse:
    """`do=fire` with a target, or `do=go` with the unit that leads and the hex that it goes to."""
    if not limits.within("command", limits.visitor(request), limits.COMMANDS):
        return replies.too_many(request)
    try:
        side = viewer_of(request.session, battle_id)
        if side not in SIDES:
            raise play.NotYourSeat
        number = _give_all(request, battle_id, _wish(request.POST, battle_id, side))
    except replies.FAULTS as fault:
        return replies.to_fault(request, fault)
    except Exception:
        log.exception("together failed", extra={"battle_id": battle_id, "number": request.POST.get("seen")})
        return replies.broken(request)
    return replies.done(number)


def _give_all(request: HttpRequest, battle_id: str, upcoming: Next) -> int:
    """The number of the last command; the first one is refused and goes stale like any other."""
    seen, key = seen_of(request.POST), key_of(request.POST)
    guest = holder_of(request.session, battle_id, request.POST.get("as", ""))
    number = 0
    for turn in range(MOST):
        battle = tables.load(battle_id).battle
        command = upcoming(battle) if battle else None
        if command is None:
            break
        try:
            given = play.give(battle_id=battle_id, guest=guest, command=command, seen=seen, key=f"{key[:58]}-{turn}")
        except (Refused, play.Stale):
            if not turn:
                raise
            break
        seen = number = given.number
    if not number:
        raise Refused("turn.tactics", "nothing_together")
    return number


def _wish(post: QueryDict, battle_id: str, side: str) -> Next:
    match post.get("do"):
        case "fire":
            target = _read(post, "target", ID)
            return lambda battle: body.next_shot(battle, side, target)
        case "go":
            return _march(battle_id, side, _read(post, "unit", ID), _read(post, "to", HEX))
        case _:
            raise BadForm("do")


def _march(battle_id: str, side: str, leader: str, to: str) -> Next:
    """Everybody's wish is taken from where the body stands before the first step."""
    battle = tables.load(battle_id).battle
    choice = body.acting(battle, side) if battle else None
    if battle is None or choice is None or leader not in choice.units:
        raise Refused("turn.tactics", "nothing_together")
    wishes = body.formation(battle, leader, to)
    return lambda now: body.next_move(now, side, wishes)


def _read(post: QueryDict, name: str, shape: re.Pattern[str]) -> str:
    text = post.get(name, "")
    if not shape.fullmatch(text):
        raise BadForm(name)
    return text
