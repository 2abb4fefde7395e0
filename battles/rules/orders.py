"""`order`: orders placed in secret, one for each group, and what it means to lose one."""

from __future__ import annotations

from .battle import SIDES, Battle, id_key
from .chronicle import Chronicle
from .commands import PlaceOrders
from .events import Committed, OrderLost, OrdersRevealed
from .pending import Secret
from .refusals import Refused

ORDERS = ("attack", "hold", "special")


def needing(battle: Battle, side: str) -> tuple[str, ...]:
    """R16: groups of a side that need an order: steady ones, hirelings one by one; the shaken and routing get none."""
    groups = {battle.group_of(unit.id) for unit in battle.on_map(side) if unit.state == "steady"}
    return tuple(sorted(groups, key=id_key))


def open_orders(chronicle: Chronicle) -> None:
    """`turn.orders`: each side that has a group to order is asked."""
    asked = tuple(side for side in SIDES if needing(chronicle.battle, side))
    if asked:
        chronicle.done(Secret("place_orders", asked))
    else:
        chronicle.done()


def place(chronicle: Chronicle, side: str, command: PlaceOrders) -> None:
    """`turn.orders`, R16: commit an order for every group that needs one, and for no other."""
    groups = needing(chronicle.battle, side)
    for group, given in command.orders.items():
        if group not in groups:
            raise Refused("turn.orders", "no_order_for_group", {"group": group})
        if given not in ORDERS:
            raise Refused("turn.orders", "unknown_order", {"group": group, "order": given})
    missing = next((group for group in groups if group not in command.orders), None)
    if missing is not None:
        raise Refused("turn.orders", "order_missing", {"group": missing})
    chronicle.tell(Committed(rule="turn.orders", side=side, do=command.do, content=command))


def reveal(chronicle: Chronicle) -> None:
    """`turn.orders`: all orders are shown together, in group id order."""
    given: dict[str, str] = {}
    for content in chronicle.battle.committed.values():
        if isinstance(content, PlaceOrders):
            given.update(content.orders)
    chronicle.done()
    chronicle.tell(OrdersRevealed(orders={group: given[group] for group in sorted(given, key=id_key)}))


def lose(chronicle: Chronicle, unit_id: str) -> None:
    """`order.lost`, R93: a unit that becomes shaken loses the order that it had, also after acting."""
    given = chronicle.unit(unit_id).turn.order
    if given is not None:
        chronicle.tell(OrderLost(unit=unit_id, order=given))
