"""`turn.pending`: the policy's answer to each kind of question."""

from __future__ import annotations

from ..battle import ENEMY, Battle
from ..choices import ChecksChoice, ReductionChoice, ReviewChoice
from ..commands import Command, ReduceCasualties
from ..deployment import unplaced
from ..dice import Dice
from ..legal import legal
from ..pending import Activation, pending
from .activation import act
from .bodies import formed
from .deployment import suggest
from .entries import enter
from .fallback import lawful
from .fear import cancel_checks
from .links import review
from .orders import place_orders
from .outlook import Outlook
from .temper import STEADY, Temper
from .truce import answer_draw
from .will import spend


def asked(seen: Battle, side: str) -> bool:
    """Whether the battle waits for the side: a draw offered, a decision, or a group to lead."""
    if seen.result is not None:
        return False
    return _offered_draw(seen, side) or _kind(seen, side) is not None


def _offered_draw(seen: Battle, side: str) -> bool:
    return seen.offer is not None and seen.offer == ENEMY.get(side)


def _kind(seen: Battle, side: str) -> str | None:
    open_ = pending(seen)
    if open_:
        return next((awaited.kind for awaited in open_ if awaited.side == side), None)
    step = seen.agenda[0] if seen.agenda else None
    leads = isinstance(step, Activation) and seen.units[step.units[0]].side == side
    return "activation" if leads else None


def choose(seen: Battle, side: str, dice: Dice, temper: Temper = STEADY) -> Command | None:
    """The command that the side gives now, from what it may know (`sight.seen_by`); None where it is not asked.

    The dice are not those of the battle: they only choose where the policy has no opinion.
    """
    if not asked(seen, side):
        return None
    if _offered_draw(seen, side):
        return answer_draw(seen, side)
    return _answer(seen, side, temper) or lawful(seen, side, dice)


def _answer(seen: Battle, side: str, temper: Temper) -> Command | None:
    outlook = Outlook(seen, side, temper)
    match _kind(seen, side):
        case "deploy":
            return _deployed(seen, side, temper)
        case "enter":
            return enter(seen, side, links=temper.links)
        case "place_orders":
            return place_orders(outlook)
        case "spend_initiative":
            return spend(outlook)
        case "activation":
            step = seen.agenda[0]
            return act(outlook, step) if isinstance(step, Activation) else None
    return _offered(outlook)


def _deployed(seen: Battle, side: str, temper: Temper) -> Command:
    """`battle.deploy`, `link.form`: in links, where it knows them."""
    waiting = [unit.id for unit in unplaced(seen, side)]
    return suggest(seen, side, formed(seen, side, waiting) if temper.links else None)


def _offered(outlook: Outlook) -> Command | None:
    """Fear, casualties, links: what `legal` offers with its odds."""
    match legal(outlook.battle, outlook.side).choice:
        case ChecksChoice() as choice:
            return cancel_checks(outlook, choice)
        case ReductionChoice(losses=losses, slots=slots):
            worst = sorted(losses, key=lambda roll: (-losses[roll], roll))
            return ReduceCasualties(tuple(sorted(worst[: len(slots)])))
        case ReviewChoice() as choice:
            return review(outlook.battle, choice)
    return None
