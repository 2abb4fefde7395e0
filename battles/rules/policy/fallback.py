"""A random lawful command: what is done where the policy knows nothing, or fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ..battle import Battle
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
    UnitChoice,
)
from ..commands import (
    Attack,
    CancelChecks,
    Command,
    Deploy,
    EndActivation,
    Enter,
    HirelingFate,
    Move,
    Placement,
    PlaceOrders,
    ReduceCasualties,
    Special,
    SpendInitiative,
    Stand,
    Turn,
)
from ..dice import Dice
from ..hexes import Hex
from ..legal import legal
from .links import review

T = TypeVar("T")


def lawful(seen: Battle, side: str, dice: Dice) -> Command | None:
    """Something that the side may do now, drawn by the dice; None where it is not asked."""
    choice = legal(seen, side).choice
    return None if choice is None else _of(seen, choice, dice)


def drawn(items: Sequence[T], dice: Dice) -> T:
    """One of some things: three dice are fine enough."""
    throw = (dice.d6() - 1) * 36 + (dice.d6() - 1) * 6 + dice.d6() - 1
    return items[throw % len(items)]


def _of(seen: Battle, choice: Choice, dice: Dice) -> Command:
    match choice:
        case DeployChoice(hexes=hexes):
            placed = _spread(hexes, dice)
            return Deploy(placed, tuple(id_ for id_ in hexes if id_ not in placed))
        case EnterChoice(hexes=hexes):
            return Enter({id_: spot for id_, spot in _spread(hexes, dice).items() if seen.link_of(id_) is None})
        case OrdersChoice(groups=groups):
            return PlaceOrders({group: drawn(orders, dice) for group, orders in groups.items()})
        case SpendChoice():
            return SpendInitiative()
        case ChecksChoice():
            return CancelChecks()
        case ReductionChoice(losses=losses, slots=slots):
            worst = sorted(losses, key=lambda roll: (-losses[roll], roll))
            return ReduceCasualties(tuple(sorted(worst[: len(slots)])))
        case ReviewChoice():
            return review(seen, choice)
        case FateChoice(company=company):
            return HirelingFate(company, drawn(("flee", "surrender"), dice))
        case ActivationChoice():
            return _activation(choice, dice)


def _spread(hexes: Mapping[str, Sequence[Hex]], dice: Dice) -> dict[str, Placement]:
    """Units on free hexes, those with the fewest first; who finds none is left out."""
    placed: dict[str, Placement] = {}
    for id_ in sorted(hexes, key=lambda id_: (len(hexes[id_]), id_)):
        taken = {spot.hex for spot in placed.values()}
        free = [hex_ for hex_ in hexes[id_] if hex_ not in taken]
        if free:
            placed[id_] = Placement(drawn(free, dice))
    return placed


def _activation(choice: ActivationChoice, dice: Dice) -> Command:
    """End, where that may be, in one of three cases; else any deed of any unit."""
    found = [command for unit in choice.units.values() for command in _deeds(unit)]
    if choice.end is None and (not found or dice.d6() <= 2):
        return EndActivation(choice.group)
    return drawn(found, dice) if found else EndActivation(choice.group)


def _deeds(unit: UnitChoice) -> list[Command]:
    id_ = unit.unit
    aims: list[Command] = [Attack(id_, aim.weapon, aim.target) for aim in unit.aims if aim.no is None]
    shots = [Special(id_, "power_shot", weapon=a.weapon, target=a.target) for a in unit.power_shots if a.no is None]
    return [
        *aims,
        *shots,
        *(Special(id_, "ram", target=ram.target) for ram in unit.rams),
        *(Special(id_, "dash", to="off", edge=edge) for edge in unit.dash_edges),
        *(Special(id_, "dash", to=hex_) for hex_ in unit.dashes),
        *(Move(id_, hex_, reach.facing) for hex_, reach in unit.moves.items()),
        *(Move(id_, "off", edge=edge) for edge in unit.edges),
        *(Turn(id_, facing) for facing in unit.turns if not aims),
        *((Stand(id_),) if unit.stand else ()),
    ]
