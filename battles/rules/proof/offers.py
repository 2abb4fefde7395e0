"""The elements that `legal` offers, each as a command that must be accepted: some of them, or all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from .. import commands as c
from ..battle import Battle
from ..choices import (
    ActivationChoice,
    ChecksChoice,
    Choice,
    DeployChoice,
    EnterChoice,
    FateChoice,
    Legal,
    OrdersChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
)
from ..hexes import FACINGS
from .deeds import deeds

ANSWERS = ("ask", "never", "always", "best")


def anytime(legal: Legal) -> Iterator[c.Command]:
    """What a side may say whatever is going on."""
    for do in legal.anytime:
        match do:
            case "set_answers":
                yield from (c.SetAnswers(one, other) for one in ANSWERS for other in ANSWERS)
            case "offer_draw":
                yield c.OfferDraw()
            case "answer_draw":
                yield from (c.AnswerDraw(accept) for accept in (False, True))
            case "resign":
                yield c.Resign()
            case _:
                raise LookupError(do)


def elements(battle: Battle, choice: Choice, answer: c.Command) -> Iterator[c.Command]:
    """A command for each element of a choice; those that need a whole answer around them vary the one given."""
    return _ELEMENTS[type(choice)](battle, choice, answer)


def _activation(battle: Battle, choice: ActivationChoice, answer: c.Command) -> Iterator[c.Command]:
    for listed in deeds(battle, choice).values():
        yield from listed


def _deploy(battle: Battle, choice: DeployChoice, answer: c.Deploy) -> Iterator[c.Command]:
    """Every unit on each of its hexes, and in reserve; whoever stands there already waits in reserve."""
    for unit, hexes in choice.hexes.items():
        others = {id_: spot for id_, spot in answer.placements.items() if id_ != unit}
        for hex_ in hexes:
            left = {id_: spot for id_, spot in others.items() if spot.hex != hex_}
            if choice.reserve or len(left) == len(others):
                yield _deployment(choice, {**left, unit: c.Placement(hex_)})
        if choice.reserve and others:
            yield _deployment(choice, others)
    for unit, spot in answer.placements.items():
        for facing in FACINGS if battle.units[unit].is_machine else ():
            yield _deployment(choice, {**answer.placements, unit: replace(spot, facing=facing)})


def _deployment(choice: DeployChoice, placements: Mapping[str, c.Placement]) -> c.Deploy:
    return c.Deploy(placements, tuple(unit for unit in choice.hexes if unit not in placements))


def _enter(battle: Battle, choice: EnterChoice, answer: c.Enter) -> Iterator[c.Command]:
    """Nobody, and every unit alone on each of its hexes; linked ones only together."""
    yield c.Enter()
    bound = {unit for units in choice.bound.values() for unit in units}
    for unit, hexes in choice.hexes.items():
        for hex_ in hexes if unit not in bound else ():
            yield c.Enter({unit: c.Placement(hex_)})


def _orders(battle: Battle, choice: OrdersChoice, answer: c.PlaceOrders) -> Iterator[c.Command]:
    for group, given in choice.groups.items():
        yield from (c.PlaceOrders({**answer.orders, group: order}) for order in given)


def _spend(battle: Battle, choice: SpendChoice, answer: c.Command) -> Iterator[c.Command]:
    yield c.SpendInitiative()
    for group in choice.groups:
        yield from (c.SpendInitiative({group: points}) for points in range(choice.pool + 1))


def _checks(battle: Battle, choice: ChecksChoice, answer: c.Command) -> Iterator[c.Command]:
    offered = tuple(offer.unit for offer in choice.offers)
    yield c.CancelChecks()
    yield c.CancelChecks(offered[: choice.affordable])
    yield from (c.CancelChecks((unit,)) for unit in offered if choice.affordable)


def _reduction(battle: Battle, choice: ReductionChoice, answer: c.Command) -> Iterator[c.Command]:
    rolls = tuple(choice.losses)
    yield c.ReduceCasualties()
    yield c.ReduceCasualties(rolls[: len(choice.slots)])
    yield from (c.ReduceCasualties((roll,)) for roll in rolls if choice.slots)


def _review(battle: Battle, choice: ReviewChoice, answer: c.Command) -> Iterator[c.Command]:
    for chosen in choice.choices:
        if chosen != "exclude":
            yield c.ReviewLink(choice.link, choice.question, chosen)
    for kept in choice.keeps:
        out = tuple(unit for unit in choice.units if unit not in kept)
        yield c.ReviewLink(choice.link, choice.question, "exclude", out)


def _fate(battle: Battle, choice: FateChoice, answer: c.Command) -> Iterator[c.Command]:
    yield from (c.HirelingFate(choice.company, fate) for fate in ("flee", "surrender"))


_ELEMENTS: Mapping[type, Callable[[Battle, Any, Any], Iterator[c.Command]]] = {
    DeployChoice: _deploy,
    EnterChoice: _enter,
    OrdersChoice: _orders,
    SpendChoice: _spend,
    ChecksChoice: _checks,
    ReductionChoice: _reduction,
    ReviewChoice: _review,
    FateChoice: _fate,
    ActivationChoice: _activation,
}
