"""The commands of a file: known names, known fields, and words out of closed lists."""

from __future__ import annotations

from collections.abc import Mapping

from ..battle import SIDES
from ..commands import COMMANDS, Command
from ..stored import Unreadable, command_from_json, command_to_json
from .fields import Fields, as_facing, as_hex, as_object, as_one_of
from .groups import ORDERS, TERMS

GIVERS = (*SIDES, "referee")
STANDING_ANSWERS = ("ask", "never", "always", "best")
WORDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("review_link", "question"): ("together", "gap"),
    ("review_link", "choice"): ("dissolve", "exclude", "accept_worst"),
    ("special", "variant"): ("dash", "power_shot", "ram", "inspire"),
    ("move", "edge"): ("home", "west", "east", "enemy"),
    ("special", "edge"): ("home", "west", "east", "enemy"),
    ("hireling_fate", "fate"): ("flee", "surrender"),
    ("hireling_terms", "terms"): TERMS,
    ("set_answers", "cancel_checks"): STANDING_ANSWERS,
    ("set_answers", "reduce_casualties"): STANDING_ANSWERS,
}


def read_command(one: Fields) -> tuple[str, Command]:
    """Who commands, and what."""
    side = one.one_of("side", GIVERS)
    do = one.one_of("do", tuple(COMMANDS))
    values = {name: value for name, value in one.data.items() if name != "side"}
    try:
        command = command_from_json(values)
    except Unreadable as fault:
        raise one.bad("do", f"{do}: {fault}") from None
    for name, value in values.items():
        if value is not None:
            _check(do, name, value, one.path(name))
    return side, command


def write_command(side: str, command: Command) -> dict[str, object]:
    return {"side": side, **command_to_json(command)}


def _check(do: str, name: str, value: object, where: str) -> None:
    if (do, name) in WORDS:
        as_one_of(value, WORDS[do, name], where)
    elif name == "facing":
        as_facing(value, where)
    elif name == "to" and value != "off":
        as_hex(value, where)
    elif name == "path" and isinstance(value, list):
        for hex_ in value:
            as_hex(hex_, where)
    elif name == "orders":
        for group, order in as_object(value, where).items():
            as_one_of(order, ORDERS, f"{where}.{group}")
    elif name == "placements":
        for unit, placement in as_object(value, where).items():
            _check_placement(as_object(placement, where), f"{where}.{unit}")


def _check_placement(placement: Mapping[str, object], where: str) -> None:
    as_hex(placement.get("hex"), f"{where}.hex")
    if placement.get("facing") is not None:
        as_facing(placement["facing"], f"{where}.facing")
