"""A finished battle as a file of the battle notation, which `manage.py adjudicate` replays to the same end."""

from __future__ import annotations

import re
from typing import Any

from ..rules import notation, stored
from ..rules.events import BattleEnded
from .models import Claim, LiveBattle, Move

LONGEST_PART = 40


def file_of(row: LiveBattle) -> dict[str, Any]:
    """The start, every command of both sides, the dice that fell, and the end as what is expected."""
    moves = list(row.moves.order_by("number").select_related("seat").defer("seat__army"))
    given = [(move.seat.side, stored.command_from_json(move.command)) for move in moves if move.seat and move.key]
    file = notation.battle_file(
        stored.position_from_json(row.start),
        given,
        dice=[roll for move in moves for roll in move.dice],
        name=_name(row),
    )
    return {**file, "expect": _end(moves)}


def _end(moves: list[Move]) -> dict[str, Any]:
    """It is not always in the last move: seats may go to other browsers after the end, too."""
    ended = next(event for move in reversed(moves) for event in move.events if event["event"] == BattleEnded.event)
    return {"events": [{"event": BattleEnded.event, "winner": ended["winner"], "points": ended["points"]}]}


def _name(row: LiveBattle) -> str:
    names = dict(row.seats.values_list("side", "name"))
    name = f"{names['red']} – {names['blue']}"
    claim = Claim.objects.filter(battle=row).select_related("by", "absent").first()
    return f"{name} (claimed by {claim.by.side}: {claim.absent.side} was absent)" if claim else name


def name_of(row: LiveBattle) -> str:
    """A file name of letters and digits: whatever players call themselves, it harms no shell and no folder."""
    names = dict(row.seats.values_list("side", "name"))
    parts = [re.sub(r"[^\w]+", "-", names[side]).strip("-_")[:LONGEST_PART] or side for side in ("red", "blue")]
    return f"druzhina-{row.created:%Y-%m-%d}-{'-'.join(parts)}.json"
