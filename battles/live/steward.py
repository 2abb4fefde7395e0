"""The steward of the seats: what their councils and habits answer, as the ordinary command that the seat would give.

It only chooses. play.py gives the commands, in the same transaction as the command that has asked the question: nobody
ever sees the question open, and no crash comes between the two.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from ..rules import council as rules_council
from ..rules import habits as rules_habits
from ..rules.battle import Battle
from ..rules.commands import Command, SetAnswers
from ..rules.council import Council
from ..rules.habits import Habits
from ..rules.sight import seen_by
from .models import Seat
from .tables import Table

log = logging.getLogger(__name__)

Told = tuple[Seat, Command]
MOST_ANSWERS = 200  # more than habits can ever say in one turn; orders are always placed by hand


def habits_of(seat: Seat) -> Habits:
    return Habits.from_json(seat.habits)


def council_of(seat: Seat) -> Council:
    return Council.from_json(seat.council)


def told(table: Table, seats: Iterable[Seat]) -> Told | None:
    """The next command that a council or a habit gives; a fault in either leaves the question to the player."""
    for seat in seats:
        if not seat.habits and not seat.council:
            continue
        command = _answer(table, seat)
        if command is not None:
            return seat, command
    return None


def _answer(table: Table, seat: Seat) -> Command | None:
    if table.battle is None:
        return None
    try:
        seen = seen_by(table.battle, seat.side)
        settled = rules_council.answer(seen, seat.side, council_of(seat)) if seat.council else None
        return settled or rules_habits.answer(seen, seat.side, habits_of(seat))
    except Exception:
        log.exception("no habit", extra={"battle_id": table.battle_id, "number": table.number})
        return None


def standing(battle: Battle, side: str, habits: Habits) -> SetAnswers | None:
    """R50: the standing answers that go with the habits; None where they are so already.

    What the engine can say by itself it says; where a habit has more to say, the engine has to ask.
    """
    reduce = "ask" if habits.saving else habits.reduce
    now = battle.sides[side].answers
    wanted = SetAnswers(cancel_checks="ask", reduce_casualties=reduce)
    return None if (now.cancel_checks, now.reduce_casualties) == ("ask", reduce) else wanted
