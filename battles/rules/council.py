"""The council at the start of a turn: what a player decides at once of all that its preparation will ask.

It is no part of a battle and of no file, as habits are none: each answer is the ordinary command that its question
would have got, and where the sheet has no answer, or the battle has changed under it, the question is put.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from . import morale, orders
from .battle import Battle, id_key
from .choices import CheckOffer, ChecksChoice, OrdersChoice
from .commands import CancelChecks, Command, PlaceOrders
from .deployment import in_reserve
from .legal import check_offer, legal
from .pending import pending

CHREDA = "preparatory"


@dataclass(frozen=True, slots=True)
class Council:
    """What is settled for one turn: which of the `shaken` are `paid` for, and an order for each group by id."""

    turn: int = 0
    shaken: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    orders: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "shaken": list(self.shaken), "paid": list(self.paid)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Council:
        """What is stored; nothing is settled where another version of the game has stored it."""
        known = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        known |= {name: tuple(known[name]) for name in ("shaken", "paid") if name in known}
        return cls(**known)


# what may still be asked


def recoveries(battle: Battle, side: str) -> tuple[CheckOffer, ...]:
    """`morale.recovery`, R38: the recoveries that the side may pay for later this turn; empty where none is asked."""
    own = battle.sides[side]
    if own.pool < 1 or own.answers.cancel_checks != "ask":
        return ()
    return tuple(
        check_offer(battle, check, morale.RECOVERY)
        for check in morale.recoveries(battle)
        if battle.units[check.unit].side == side
    )


def groups(battle: Battle, side: str) -> tuple[str, ...]:
    """`turn.orders`, R16: groups that need an order, or will if they recover or enter, in id order."""
    shaken = [check.unit for check in morale.recoveries(battle) if battle.units[check.unit].side == side]
    entering = [unit.id for unit in in_reserve(battle, side)] if battle.turn >= 2 else []
    later = {_body(battle, id_) for id_ in (*shaken, *entering)}
    return tuple(sorted({*orders.needing(battle, side), *later}, key=id_key))


def _body(battle: Battle, unit_id: str) -> str:
    """The link of a unit, with which it will be ordered once it is steady and on the map; else itself."""
    link = battle.link_of(unit_id)
    return link.id if link else unit_id


# what is answered


def answer(battle: Battle, side: str, council: Council) -> Command | None:
    """`turn.pending`: the command that the council gives now; None where it has no answer, or nothing is open.

    The battle is as the side sees it.
    """
    if (battle.turn, battle.chreda) != (council.turn, CHREDA) or battle.result is not None:
        return None
    if not any(open_.side == side for open_ in pending(battle)):
        return None
    match legal(battle, side).choice:
        case ChecksChoice(cause=morale.RECOVERY) as choice:
            return _recovery(choice, council)
        case OrdersChoice(groups=asked):
            return _orders(battle, asked, council)
        case _:
            return None


def _recovery(choice: ChecksChoice, council: Council) -> Command | None:
    """`morale.recovery`: somebody nobody has thought of, or too few points, and the player is asked."""
    offered = [offer.unit for offer in choice.offers]
    paid = tuple(unit for unit in offered if unit in council.paid)
    known = set(offered) <= set(council.shaken)
    return CancelChecks(paid) if known and len(paid) <= choice.affordable else None


def _orders(battle: Battle, asked: Mapping[str, tuple[str, ...]], council: Council) -> Command | None:
    given = {group: _order(battle, group, council) for group in asked}
    known = {group: order for group, order in given.items() if order in orders.ORDERS}
    return PlaceOrders(known) if len(known) == len(asked) else None


def _order(battle: Battle, group: str, council: Council) -> str:
    """Its own, or its link's; a link that has been formed since takes the order that its members agree on."""
    known = group if group in battle.links else _body(battle, group)
    for id_ in (group, known):
        if id_ in council.orders:
            return council.orders[id_]
    of_members = {council.orders.get(unit, "") for unit in battle.group_units(group)}
    return of_members.pop() if len(of_members) == 1 else ""
