"""Commands outside of what `legal` offers, at random: each of them must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from .. import commands as c
from ..battle import ENEMY, SIDES, Battle, Unit
from ..choices import (
    ActivationChoice,
    ChecksChoice,
    Choice,
    DeployChoice,
    EnterChoice,
    FateChoice,
    OrdersChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
)
from ..hexes import FACINGS
from ..movement import EDGES
from ..pending import pending
from .chance import Chance
from .deeds import deeds

NOBODY, NOWHERE = "nobody", "9999"
WILD = 6  # wild commands of an active group, of which some may be lawful by accident
ODD = 0.2  # how often a wild way leads off the map
VARIANTS = ("dash", "power_shot", "ram", "inspire", "sing")


def denied(chance: Chance, battle: Battle, side: str, choice: Choice, answer: c.Command) -> Iterator[c.Command]:
    """Commands of a side that it may not give now; `answer` is one that it may."""
    yield from _OUTSIDE[type(choice)](chance, battle, choice, answer)
    yield from _unasked(battle, side)


def of_others(battle: Battle, side: str, choice: Choice, answer: c.Command) -> Iterator[tuple[str, c.Command]]:
    """The answer of a side out of another's mouth."""
    asked = {one.side for one in pending(battle)} or {side}
    yield from ((other, answer) for other in (*SIDES, "referee", "watcher") if other not in asked)


def _unasked(battle: Battle, side: str) -> Iterator[c.Command]:
    """`turn.pending`: answers that nobody awaits from that side, and deeds while an answer is awaited."""
    asked = {one.kind for one in pending(battle) if one.side == side}
    answers = (c.Deploy(), c.Enter(), c.PlaceOrders(), c.SpendInitiative(), c.CancelChecks(), c.ReduceCasualties(),
               c.ReviewLink(NOBODY, "gap", "dissolve"), c.HirelingFate(NOBODY, "flee"))  # fmt: skip
    yield from (answer for answer in answers if answer.do not in asked)
    if asked:
        unit = next(iter(battle.units))
        yield from (c.EndActivation(unit), c.Move(unit, NOWHERE), c.Attack(unit, NOBODY, unit), c.TakeBack(unit))


# an active group


def _activation(chance: Chance, battle: Battle, choice: ActivationChoice, answer: c.Command) -> Iterator[c.Command]:
    lawful = {command for listed in deeds(battle, choice).values() for command in listed}
    own = [battle.units[id_] for id_ in choice.units]
    for command in _leaving(chance.choice(own).id) if own else ():
        if command not in lawful:
            yield command
    for _ in range(WILD):
        unit = chance.choice(own if own and chance.random() < 0.8 else list(battle.units.values()))
        command = chance.choice(_WILD)(chance, battle, unit)
        if lawful.isdisjoint(_meant(command)):
            yield command


def _leaving(unit: str) -> Iterator[c.Command]:
    """R20: over each of the edges, on foot and in a dash."""
    for edge in EDGES:
        yield c.Move(unit, "off", edge=edge)
        yield c.Special(unit, "dash", to="off", edge=edge)


def _meant(command: c.Command) -> tuple[c.Command, ...]:
    """The command, with what goes without saying: the only edge that may be crossed."""
    if isinstance(command, c.Move | c.Special) and command.to == "off" and command.edge is None:
        return tuple(replace(command, edge=edge) for edge in EDGES)
    return (command,)


def _hex(chance: Chance, battle: Battle) -> str:
    if chance.random() < ODD:
        return chance.choice((NOWHERE, "off", "off", ""))
    return chance.choice(tuple(battle.map.hexes()))


def _facing(chance: Chance, unit: Unit) -> str | None:
    return chance.choice((None, *FACINGS, "UP")) if unit.is_machine else None


def _edge(chance: Chance, to: str) -> str | None:
    return chance.choice((None, *EDGES)) if to == "off" else None


def _weapon(chance: Chance, unit: Unit) -> str:
    return chance.choice((*(weapon.id for weapon in unit.stats.weapons), NOBODY))


def _target(chance: Chance, battle: Battle) -> str:
    return chance.choice((*battle.units, NOBODY))


def _move(chance: Chance, battle: Battle, unit: Unit) -> c.Command:
    to = _hex(chance, battle)
    path = (to, to) if chance.random() < 0.1 else None
    return c.Move(unit.id, to, _facing(chance, unit) if to != "off" else None, path, _edge(chance, to))


def _attack(chance: Chance, battle: Battle, unit: Unit) -> c.Command:
    return c.Attack(unit.id, _weapon(chance, unit), _target(chance, battle), chance.choice((None, -1, 0, 1, 2, 3, 9)))


def _special(chance: Chance, battle: Battle, unit: Unit) -> c.Command:
    match chance.choice(VARIANTS):
        case "dash":
            to = _hex(chance, battle)
            facing, edge = _facing(chance, unit) if to != "off" else None, _edge(chance, to)
            return c.Special(unit.id, "dash", to=to, facing=facing, edge=edge)
        case "power_shot":
            return c.Special(unit.id, "power_shot", weapon=_weapon(chance, unit), target=_target(chance, battle))
        case "ram":
            return c.Special(unit.id, "ram", target=_target(chance, battle))
        case variant:
            return c.Special(unit.id, variant)


def _turn(chance: Chance, battle: Battle, unit: Unit) -> c.Command:
    return c.Turn(unit.id, chance.choice((*FACINGS, "UP")))


def _word(chance: Chance, battle: Battle, unit: Unit) -> c.Command:
    group = chance.choice((unit.id, NOBODY, *battle.links))
    word: c.Command = chance.choice((c.Stand(unit.id), c.TakeBack(unit.id), c.EndActivation(group), c.Stand(NOBODY)))
    return word


_WILD: tuple[Callable[[Chance, Battle, Unit], c.Command], ...] = (_move, _attack, _special, _turn, _word)


# answers


def _deploy(chance: Chance, battle: Battle, choice: DeployChoice, answer: c.Deploy) -> Iterator[c.Command]:
    placements = dict(answer.placements)
    unit, spot = chance.choice(list(placements.items()))
    outside = [hex_ for hex_ in battle.map.hexes() if hex_ not in choice.hexes[unit]]
    for hex_ in (chance.choice(outside), NOWHERE, "off"):
        yield replace(answer, placements={**placements, unit: c.Placement(hex_)}, links={})
    yield replace(answer, placements={**placements, unit: replace(spot, facing="UP")}, links={})
    yield replace(answer, placements={id_: at for id_, at in placements.items() if id_ != unit})
    yield replace(answer, placements={**placements, NOBODY: spot})
    yield c.Deploy(reserve=tuple(choice.hexes))
    foe = next((id_ for id_, other in battle.units.items() if other.side == ENEMY[battle.units[unit].side]), NOBODY)
    yield replace(answer, links={"x1": (unit, foe)})
    yield replace(answer, links={"x1": (unit,)})
    if len(placements) > 1:
        yield replace(answer, placements={**placements, **dict.fromkeys(placements, spot)}, links={})
    kinds = {battle.units[id_].kind: id_ for id_ in choice.hexes}
    if len(kinds) > 1:
        yield replace(answer, links={"x1": tuple(kinds.values())})


def _enter(chance: Chance, battle: Battle, choice: EnterChoice, answer: c.Enter) -> Iterator[c.Command]:
    unit = chance.choice(list(choice.hexes))
    outside = [hex_ for hex_ in battle.map.hexes() if hex_ not in choice.hexes[unit]]
    yield c.Enter({unit: c.Placement(chance.choice(outside))})
    yield c.Enter({NOBODY: c.Placement("0101")})
    for units in choice.bound.values():
        if choice.hexes[units[0]] and len(units) > 1:
            yield c.Enter({units[0]: c.Placement(choice.hexes[units[0]][0])})


def _orders(chance: Chance, battle: Battle, choice: OrdersChoice, answer: c.PlaceOrders) -> Iterator[c.Command]:
    group = chance.choice(list(choice.groups))
    yield c.PlaceOrders({**answer.orders, group: "flee"})
    yield c.PlaceOrders({**answer.orders, NOBODY: "hold"})
    yield c.PlaceOrders({id_: order for id_, order in answer.orders.items() if id_ != group})
    others = [unit.id for unit in battle.units.values() if unit.id not in choice.groups]
    if others:
        yield c.PlaceOrders({**answer.orders, chance.choice(others): "attack"})


def _spend(chance: Chance, battle: Battle, choice: SpendChoice, answer: c.Command) -> Iterator[c.Command]:
    yield c.SpendInitiative({NOBODY: 1})
    for group in tuple(choice.groups)[:1]:
        yield c.SpendInitiative({group: choice.pool + 1})
        yield c.SpendInitiative({group: -1})
    others = [group for group in battle.groups() if group not in choice.groups]
    if others and choice.pool:
        yield c.SpendInitiative({chance.choice(others): 1})


def _checks(chance: Chance, battle: Battle, choice: ChecksChoice, answer: c.Command) -> Iterator[c.Command]:
    offered = tuple(offer.unit for offer in choice.offers)
    yield c.CancelChecks((NOBODY,))
    yield c.CancelChecks((chance.choice([id_ for id_ in (*battle.units, NOBODY) if id_ not in offered]),))
    if len(offered) > choice.affordable:
        yield c.CancelChecks(offered[: choice.affordable + 1])


def _reduction(chance: Chance, battle: Battle, choice: ReductionChoice, answer: c.Command) -> Iterator[c.Command]:
    yield from (c.ReduceCasualties((roll,)) for roll in range(-1, 8) if roll not in choice.losses)
    if len(choice.losses) > len(choice.slots):
        yield c.ReduceCasualties(tuple(choice.losses)[: len(choice.slots) + 1])


def _review(chance: Chance, battle: Battle, choice: ReviewChoice, answer: c.Command) -> Iterator[c.Command]:
    link, question = choice.link, choice.question
    other = "gap" if question == "together" else "together"
    yield c.ReviewLink(link, other, "dissolve")
    yield c.ReviewLink(link, question, "split")
    yield c.ReviewLink(NOBODY, question, "dissolve")
    yield c.ReviewLink(link, question, "exclude")
    yield c.ReviewLink(link, question, "exclude", choice.units)
    yield c.ReviewLink(link, question, "exclude", choice.units[1:])
    yield c.ReviewLink(link, question, "exclude", (NOBODY,))
    if "accept_worst" not in choice.choices:
        yield c.ReviewLink(link, question, "accept_worst")


def _fate(chance: Chance, battle: Battle, choice: FateChoice, answer: c.Command) -> Iterator[c.Command]:
    yield c.HirelingFate(choice.company, "dance")
    yield c.HirelingFate(NOBODY, "flee")


_OUTSIDE: Mapping[type, Callable[[Chance, Battle, Any, Any], Iterator[c.Command]]] = {
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
