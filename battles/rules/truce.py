"""`battle.end`, R50: what may be said at any time: resigning, draws, standing answers."""

from __future__ import annotations

from . import victory
from .battle import ENEMY, SIDES
from .chronicle import Chronicle
from .commands import AnswerDraw, SetAnswers
from .events import AnswersSet, DrawDeclined, DrawOffered
from .refusals import Refused

STANDING = ("ask", "never", "always", "best")


def _refuse_stranger(side: str, rule: str) -> None:
    if side not in SIDES:
        raise Refused(rule, "not_a_side", {"side": side})


def resign(chronicle: Chronicle, side: str) -> None:
    """R74: the opponent wins whatever the points."""
    _refuse_stranger(side, "battle.end")
    victory.end(chronicle, ENEMY[side], "resigned")


def offer(chronicle: Chronicle, side: str) -> None:
    """R74, R94: an open offer; a second one, from the other side, is an acceptance."""
    _refuse_stranger(side, "battle.end")
    present = chronicle.battle.offer
    if present == side:
        raise Refused("battle.end", "offered_already")
    if present is not None:
        victory.end(chronicle, None, "draw_agreed")
    else:
        chronicle.tell(DrawOffered(side=side))


def answer(chronicle: Chronicle, side: str, command: AnswerDraw) -> None:
    """R74: only the other side's open offer can be answered; declined, nothing changes."""
    _refuse_stranger(side, "battle.end")
    if chronicle.battle.offer != ENEMY[side]:
        raise Refused("battle.end", "no_offer")
    if command.accept:
        victory.end(chronicle, None, "draw_agreed")
    else:
        chronicle.tell(DrawDeclined(side=side))


def set_answers(chronicle: Chronicle, side: str, command: SetAnswers) -> None:
    """R50, N30: change one's standing answers."""
    _refuse_stranger(side, "turn.pending")
    answers = chronicle.side(side).answers
    cancel = command.cancel_checks or answers.cancel_checks
    reduce = command.reduce_casualties or answers.reduce_casualties
    unknown = next((given for given in (cancel, reduce) if given not in STANDING), None)
    if unknown is not None:
        raise Refused("turn.pending", "unknown_answer", {"answer": unknown})
    chronicle.tell(AnswersSet(side=side, cancel_checks=cancel, reduce_casualties=reduce))
