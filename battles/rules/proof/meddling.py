"""What is said at a table without having been asked for: by the referee, or by a side at any time."""

from __future__ import annotations

from .. import commands as c
from ..battle import SIDES, Battle
from ..catalogue import catalogue
from .chance import Chance

ANSWERS = ("ask", "never", "always", "best")
RESIGNING = 0.0005
AGREEING = 0.1


def meddling(chance: Chance, battle: Battle) -> tuple[str, c.Command] | None:
    """Now and then something that was not asked for; it may be refused."""
    word = chance.random()
    if word < 0.04 and battle.companies:
        return _referee(chance, battle)
    if word > 1 - RESIGNING:
        return chance.choice(SIDES), c.Resign()
    if word > 0.97:
        return chance.choice(SIDES), chance.choice((_answers(chance), c.OfferDraw(), _answer_draw(chance)))
    return None


def _referee(chance: Chance, battle: Battle) -> tuple[str, c.Command]:
    """An act of the referee; where none is seated nobody may act so."""
    company = chance.choice(list(battle.companies))
    act = chance.choice(
        (
            c.HirelingModifier(company, chance.randint(-2, 2)),
            c.HirelingCheck(company),
            c.HirelingTerms(company, chance.choice(list(catalogue().terms))),
        )
    )
    return ("referee" if chance.random() < 0.95 else chance.choice(SIDES)), act


def _answers(chance: Chance) -> c.Command:
    return c.SetAnswers(*(chance.choice((None, *ANSWERS)) for _ in range(2)))


def _answer_draw(chance: Chance) -> c.Command:
    return c.AnswerDraw(chance.random() < AGREEING)
