"""`link.order`: one wish for the whole body of a link, taken apart into its members' own commands, one after another.

Nothing here is a rule of its own: whoever gives these commands asks again after each one, since it changes the battle.
"""

from __future__ import annotations

from collections.abc import Mapping

from .battle import Battle, id_key
from .choices import ActivationChoice, UnitChoice
from .commands import Attack, Move
from .deployment import link_reach
from .hexes import Hex, cube, distance, from_cube
from .legal import legal

STRAY = 3  # hexes from its place that a member gives up to stay with the others


def acting(battle: Battle, side: str) -> ActivationChoice | None:
    """The activation that the side leads now; None where it leads none."""
    choice = legal(battle, side).choice
    return choice if isinstance(choice, ActivationChoice) else None


def next_shot(battle: Battle, side: str, target: str) -> Attack | None:
    """`link.focus`: the next attack of the active group at that target, best weapon first; None when none is left."""
    choice = acting(battle, side)
    if choice is None:
        return None
    for id_ in sorted(choice.units, key=id_key):
        aims = [aim for aim in choice.units[id_].aims if aim.no is None and aim.target == target]
        if aims:
            best = max(aims, key=lambda aim: (aim.mean * aim.shots, aim.weapon))
            return Attack(id_, best.weapon, target, None if battle.units[id_].is_machine else best.shots)
    return None


def formation(battle: Battle, leader: str, to: Hex) -> Mapping[str, Hex]:
    """Where each member of the active group would stand if all went as the leader goes, the leader first, then from
    the front; hexes off the map included."""
    step = _offset(battle.units[leader].spot, to)
    ids = battle.group_units(battle.group_of(leader))
    rest = sorted((id_ for id_ in ids if id_ != leader), key=lambda id_: (distance(battle.units[id_].spot, to), id_))
    return {leader: to} | {id_: _moved(battle.units[id_].spot, step) for id_ in rest}


def next_move(battle: Battle, side: str, wishes: Mapping[str, Hex]) -> Move | None:
    """The next move towards the wishes, in the order of the wishes; None when nobody can come nearer."""
    choice = acting(battle, side)
    for id_ in wishes if choice else ():
        if choice and id_ in choice.units:
            hex_ = _best(battle, choice.units[id_], wishes)
            if hex_ is not None:
                return Move(id_, hex_, facing=choice.units[id_].moves[hex_].facing)
    return None


def _best(battle: Battle, choice: UnitChoice, wishes: Mapping[str, Hex]) -> Hex | None:
    """The reachable hex next to the wish and with the others; None for who has moved already or stands as well."""
    unit = battle.units[choice.unit]
    if unit.turn.moved or not choice.moves:
        return None
    gone = [other.spot for id_ in wishes if (other := battle.units[id_]).turn.moved]

    def cost(hex_: Hex) -> float:
        apart = bool(gone) and min(distance(hex_, spot) for spot in gone) > link_reach(unit)
        return distance(hex_, wishes[unit.id]) + STRAY * apart

    best = min(choice.moves, key=lambda hex_: (cost(hex_), -choice.moves[hex_].points_left, hex_))
    return best if cost(best) < cost(unit.spot) else None


def _offset(start: Hex, to: Hex) -> tuple[int, int]:
    (ax, _, az), (bx, _, bz) = cube(start), cube(to)
    return bx - ax, bz - az


def _moved(hex_: Hex, step: tuple[int, int]) -> Hex:
    """The hex that far away; at the rim of all hexes the hex itself."""
    x, _, z = cube(hex_)
    return from_cube(x + step[0], z + step[1]) or hex_
