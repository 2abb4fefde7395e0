"""Where reserves may well enter: a lawful suggestion that looks at nothing the side may not know."""

from __future__ import annotations

from collections.abc import Mapping

from .battle import Battle, Unit
from .commands import Placement
from .deployment import free_entries, in_reserve, is_together
from .hexes import Hex, distance


def entries(battle: Battle, side: str) -> Mapping[str, Placement]:
    """`turn.reserves`, R59: all that find a free hex on the home edge, near their own; links whole or not at all."""
    own = [unit.spot for unit in battle.on_map(side)]
    spots: dict[str, Hex] = {}
    for unit in in_reserve(battle, side):
        near = [spots[mate] for mate in _mates(battle, unit) if mate in spots] or own
        free = [hex_ for hex_ in free_entries(battle, unit) if hex_ not in spots.values()]
        if free:
            spots[unit.id] = min(free, key=lambda hex_: (_gap(hex_, near), hex_))
    for link in battle.links.values():
        come = {id_: spots[id_] for id_ in link.members if id_ in spots}
        if come and (len(come) < len(link.members) or not is_together(battle, come)):
            spots = {id_: hex_ for id_, hex_ in spots.items() if id_ not in come}
    return {id_: Placement(hex_) for id_, hex_ in spots.items()}


def _mates(battle: Battle, unit: Unit) -> tuple[str, ...]:
    link = battle.link_of(unit.id)
    return link.members if link else ()


def _gap(hex_: Hex, others: list[Hex]) -> int:
    return min((distance(hex_, other) for other in others), default=0)
