"""A battle is claimed when the other side is absent: after a countdown that everybody sees, and only while it waits.

In the battle file it is an ordinary command, the absent side's resignation; the log, the end and the file's name say
what it was. The countdown runs while the battle waits for the absent side alone and the other one is there to see it.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace

from django.db import transaction

from ..rules import turn
from ..rules.battle import ENEMY, Battle
from ..rules.commands import Resign
from ..rules.dice import RecordingDice
from ..rules.events import BattleEnded, Event
from ..rules.pending import Activation, pending
from ..rules.stored import Unreadable
from . import play, presence, tables
from .models import Claim, LiveBattle, Move
from .presence import Signs

log = logging.getLogger(__name__)

ABSENCE = "absence"


class NoClaim(Exception):
    """Why a battle cannot be claimed: `back`, `too_early`, `not_waiting`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Countdown:
    """Who may claim the battle of whom, and from when on."""

    by: str
    absent: str
    due: float
    patience: int


def countdown(battle_id: str, known: Signs, now: float) -> Countdown | None:
    """The countdown that runs now; None where nobody is missed."""
    if not any(_gone(known, side, now) and _here(known, ENEMY[side], now) for side in presence.SIDES):
        return None
    light = LiveBattle.objects.only("number", "phase", "decided_since", "patience").filter(pk=battle_id).first()
    try:
        return _countdown(light, known, now) if light else None
    except Unreadable:  # a battle of another release, which has its own way to be ended
        return None


def _countdown(row: LiveBattle, known: Signs, now: float) -> Countdown | None:
    if row.phase != LiveBattle.Phase.PLAYING or not row.patience:
        return None
    table = tables.at(row.id, row.number)
    for absent in presence.SIDES:
        gone, other = known.get(absent), known.get(ENEMY[absent])
        if absent in table.machines or table.shared:  # the server is never absent
            continue
        if gone and other and not gone.here(now) and other.here(now) and waits_for(table.battle) == {absent}:
            since = max(gone.heard, other.came, _waiting_since(row))
            return Countdown(ENEMY[absent], absent, since + row.patience, row.patience)
    return None


def _gone(known: Signs, side: str, now: float) -> bool:
    sign = known.get(side)
    return sign is not None and not sign.here(now)


def _here(known: Signs, side: str, now: float) -> bool:
    sign = known.get(side)
    return sign is not None and sign.here(now)


def waits_for(battle: Battle | None) -> set[str]:
    """The sides without whom nothing goes on: those asked, or the one whose group acts."""
    if battle is None or battle.result or not battle.agenda:
        return set()
    step = battle.agenda[0]
    if isinstance(step, Activation):
        return {battle.group_side(step.group)} if not pending(battle) else {each.side for each in pending(battle)}
    return {each.side for each in pending(battle)}


def _waiting_since(row: LiveBattle) -> float:
    """When the last of the two decisions came to stand as it does."""
    number = max((since for since in row.decided_since.values()), default=0)
    made = Move.objects.filter(battle_id=row.id, number=number).values_list("created", flat=True).first()
    return made.timestamp() if made else row.created.timestamp()


def claim(*, battle_id: str, guest: str | None) -> int:
    """Whoever waits in vain takes the victory; NoClaim, if the other is back, even in the last second."""
    with transaction.atomic():
        row = play.locked(battle_id)
        seat = play.seat_held(row, guest)
        known, now = presence.signs(battle_id), time.time()
        found = _countdown(row, known, now)
        if found is None or found.by != seat.side:
            raise NoClaim("back" if _here(known, ENEMY[seat.side], now) else "not_waiting")
        if found.due > now:
            raise NoClaim("too_early")
        absent = row.seats.defer("army").get(side=found.absent)
        table, dice = tables.at(row.id, row.number), RecordingDice(play.dice_of(row))
        if table.battle is None:
            raise NoClaim("not_waiting")
        events = [_told(event) for event in turn.decide(table.battle, absent.side, Resign(), dice)]
        play.record(row, table=table, seat=absent, command=Resign(), key=ABSENCE, events=events, dice=dice.rolls)
        heard = known[found.absent]
        Claim.objects.create(battle=row, by=seat, absent=absent, number=row.number, heard=heard.heard if heard else now)
    log.info("claimed", extra={"battle_id": battle_id, "number": row.number})
    return row.number


def _told(event: Event) -> Event:
    """Nobody has said that he resigns."""
    return replace(event, reason=ABSENCE) if isinstance(event, BattleEnded) else event
