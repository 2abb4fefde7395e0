"""Players that choose at random among the commands that `legal` offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from .. import commands as c
from .. import movement
from ..battle import ENEMY, Battle
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
from ..hexes import distance
from . import placing
from .chance import Chance, some
from .deeds import deeds

CARELESS, BOLD = 0.0, 0.8
DULL = ("undo", "end", "turn")


def choose(chance: Chance, choice: Choice, battle: Battle, *, boldness: float = CARELESS) -> c.Command:
    """A random command out of what a side may do now.

    `boldness` is how often an active group attacks, rams or comes nearer to the enemy, so that more happens.
    """
    if isinstance(choice, ActivationChoice) and chance.random() < boldness:
        return _boldly(chance, choice, battle)
    command: c.Command = _CHOOSE[type(choice)](chance, battle, choice)
    return command


def choose_boldly(chance: Chance, choice: Choice, battle: Battle) -> c.Command:
    return choose(chance, choice, battle, boldness=BOLD)


# activation


def _activation(chance: Chance, battle: Battle, choice: ActivationChoice) -> c.Command:
    found = deeds(battle, choice)
    kinds = [kind for kind in found if kind not in DULL]
    if kinds and chance.random() < 0.85:
        return _on_foot(chance, battle, chance.choice(found[chance.choice(kinds)]))
    command: c.Command = chance.choice(found[chance.choice(list(found))])
    return command


def _on_foot(chance: Chance, battle: Battle, command: c.Command) -> c.Command:
    """N23: now and then a move names the whole way that it takes."""
    if not isinstance(command, c.Move) or command.to == "off" or chance.random() > 0.1:
        return command
    unit = battle.units[command.unit]
    found = movement.ways(battle, unit, movement.points(unit))
    way = movement.best_way(found, command.to, command.facing, machine=unit.is_machine)
    return replace(command, path=way.path, facing=way.facing) if way and way.path else command


def _boldly(chance: Chance, choice: ActivationChoice, battle: Battle) -> c.Command:
    found = deeds(battle, choice)
    for kind in ("ram", "attack", "inspire", "stand"):
        if found.get(kind):
            command: c.Command = chance.choice(found[kind])
            return command
    moves = [command for kind in ("move", "dash") for command in found.get(kind, ())]
    nearer = [command for command in moves if _gap(battle, command) < _gap(battle, command, there=False)]
    if nearer:
        return min(nearer, key=lambda command: (_gap(battle, command), chance.random()))
    return found["end"][0] if found.get("end") else _activation(chance, battle, choice)


def _gap(battle: Battle, command: Any, *, there: bool = True) -> int:
    """Distance to the nearest enemy, from where a command leads or from where the unit stands."""
    unit = battle.units[command.unit]
    if there and command.to == "off":
        return 0
    hex_ = command.to if there else unit.spot
    return min((distance(hex_, enemy.spot) for enemy in battle.on_map(ENEMY[unit.side])), default=0)


# decisions


def _orders(chance: Chance, battle: Battle, choice: OrdersChoice) -> c.Command:
    return c.PlaceOrders({group: chance.choice(("attack", "attack", *given)) for group, given in choice.groups.items()})


def _spend(chance: Chance, battle: Battle, choice: SpendChoice) -> c.Command:
    groups, left = list(choice.groups), min(choice.pool, chance.randint(0, 2))
    points: dict[str, int] = {}
    for _ in range(left if groups else 0):
        group = chance.choice(groups)
        points[group] = points.get(group, 0) + 1
    return c.SpendInitiative(points)


def _checks(chance: Chance, battle: Battle, choice: ChecksChoice) -> c.Command:
    return c.CancelChecks(some(chance, [offer.unit for offer in choice.offers], choice.affordable))


def _reduction(chance: Chance, battle: Battle, choice: ReductionChoice) -> c.Command:
    return c.ReduceCasualties(some(chance, list(choice.losses), len(choice.slots)))


def _review(chance: Chance, battle: Battle, choice: ReviewChoice) -> c.Command:
    chosen = chance.choice([each for each in choice.choices if each != "exclude" or choice.keeps])
    kept = chance.choice(choice.keeps) if chosen == "exclude" else choice.units
    out = tuple(unit for unit in choice.units if unit not in kept)
    return c.ReviewLink(link=choice.link, question=choice.question, choice=chosen, units=out)


def _fate(chance: Chance, battle: Battle, choice: FateChoice) -> c.Command:
    return c.HirelingFate(company=choice.company, fate=chance.choice(("flee", "surrender")))


_CHOOSE: Mapping[type, Callable[[Chance, Battle, Any], c.Command]] = {
    DeployChoice: placing.deploy,
    EnterChoice: placing.enter,
    OrdersChoice: _orders,
    SpendChoice: _spend,
    ChecksChoice: _checks,
    ReductionChoice: _reduction,
    ReviewChoice: _review,
    FateChoice: _fate,
    ActivationChoice: _activation,
}
