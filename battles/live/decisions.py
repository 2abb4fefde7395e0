"""`turn.pending`: which decision a side has before it, so that only an answer to an older one is stale.

In the secret phases both sides answer at once: what one commits leaves the other's decision as it was.
"""

from __future__ import annotations

from ..rules.battle import Battle
from ..rules.commands import (
    AnswerDraw,
    Command,
    HirelingCheck,
    HirelingModifier,
    HirelingTerms,
    OfferDraw,
    Resign,
    SetAnswers,
)
from ..rules.pending import Activation, Batch, Review, Secret, Volley

# these answer no decision and may come at any time (N45, N31)
TIMELESS = (AnswerDraw, OfferDraw, Resign, SetAnswers, HirelingModifier, HirelingCheck, HirelingTerms)

Since = dict[str, int]


def decision_key(battle: Battle, side: str) -> tuple[object, ...]:
    """What that side is asked at present, as a value: it stays equal while the same question stands."""
    if battle.result:
        return ("over",)
    if not battle.agenda:
        return ("idle",)
    match battle.agenda[0]:
        case Secret(do=do, sides=sides):
            return (do, battle.turn, side in sides and side not in battle.committed)
        case Batch() as batch:
            return _checks_key(batch, side)
        case Volley(target=target) as volley:
            return ("volley", volley) if battle.units[target].side == side else ("volley",)
        case Review(questions=questions):
            return ("review", battle.turn, tuple(q for q in questions if battle.links[q[0]].side == side))
        case Activation(group=group):
            return ("activation", battle.turn, group)
        case other:
            return ("other", other)


def _checks_key(batch: Batch, side: str) -> tuple[object, ...]:
    offered = (batch.offered or {}).get(side, ())
    return ("checks", batch.cause, batch.checks, offered, side in batch.answers)


def decided_since(*, since: Since, before: Battle | None, after: Battle, side: str | None, command: Command | None,
                  number: int) -> Since:  # fmt: skip
    """Since which number each side's decision stands, once move `number` has been made."""
    moved = dict(since)
    for each in after.sides:
        own = each == side and not isinstance(command, TIMELESS)
        if own or before is None or decision_key(before, each) != decision_key(after, each):
            moved[each] = number
    return moved


def is_stale(*, since: Since, side: str, command: Command, seen: int, number: int) -> bool:
    """Whether the decision that the command answers has gone; a page cannot have seen what has not happened."""
    if isinstance(command, TIMELESS):
        return False
    return not since.get(side, 0) <= seen <= number
