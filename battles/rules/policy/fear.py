"""`morale.cancel`: which checks are worth a point, by the odds and by what the unit stands for."""

from __future__ import annotations

from ..battle import Unit
from ..choices import CheckOffer, ChecksChoice
from ..commands import CancelChecks
from ..morale import exposed_to
from .outlook import Outlook
from .worth import point, worth

SHAKEN_EARLY, SHAKEN_LATE = 0.4, 0.28  # what a unit loses by becoming shaken before and after it has acted
ROUTED = 0.75
STAYS_SHAKEN = 0.35
SPREAD = 0.07  # of each neighbour who would check too


def cancel_checks(outlook: Outlook, choice: ChecksChoice) -> CancelChecks:
    """The dearest first, as long as the next point is worth less than what it saves."""
    ids: list[str] = []
    side = outlook.battle.sides[outlook.side]
    for offer in sorted(choice.offers, key=lambda offer: (-_saved(outlook, offer), offer.unit)):
        left = choice.affordable - len(ids)
        if left < 1:
            break
        if outlook.temper.cancels == "never":
            break
        price = point(outlook.battle, outlook.side) if not ids else _next_price(side.pool - len(ids))
        if outlook.temper.cancels == "always" or _saved(outlook, offer) > price:
            ids.append(offer.unit)
    return CancelChecks(tuple(sorted(ids)))


def _next_price(pool: int) -> float:
    return {1: 45.0, 2: 14.0, 3: 8.0}.get(pool, 5.0)


def _saved(outlook: Outlook, offer: CheckOffer) -> float:
    """What a failed check would cost, times the chance that it fails."""
    unit = outlook.battle.units[offer.unit]
    return (1 - offer.chance) * (_cost(unit, offer.cause) * worth(unit) + _spread(outlook, unit))


def _cost(unit: Unit, cause: str) -> float:
    if cause == "morale.recovery":
        return STAYS_SHAKEN
    if unit.state == "shaken":
        return ROUTED
    return SHAKEN_LATE if unit.turn.activated else SHAKEN_EARLY


def _spread(outlook: Outlook, unit: Unit) -> float:
    """`morale.contagion`: those beside it who would have to check."""
    if unit.state != "steady":
        return 0.0
    return SPREAD * sum(worth(other) for other in exposed_to(outlook.battle, unit))
