"""`turn.reserves`: whoever may enter enters, each on the free edge hex from which the way to the enemy is shortest."""

from __future__ import annotations

from ..battle import Battle
from ..commands import Enter, Placement
from ..deployment import free_entries, in_reserve, is_together
from .bodies import formed
from .march import to_enemy_edge

FAR = 99


def enter(battle: Battle, side: str, *, links: bool = True) -> Enter:
    """R59: who enters together may form links; a link in reserve that would have to enter whole stays out."""
    placed: dict[str, Placement] = {}
    taken: set[str] = set()
    for unit in in_reserve(battle, side):
        march = to_enemy_edge(battle.map, unit.kind, side)
        free = [hex_ for hex_ in free_entries(battle, unit) if hex_ not in taken]
        if free and battle.link_of(unit.id) is None:
            best = min(free, key=lambda hex_: (march.get(hex_, FAR), hex_))
            placed[unit.id] = Placement(best)
            taken.add(best)
    bodies = formed(battle, side, tuple(placed)) if links else {}
    spots = {id_: place.hex for id_, place in placed.items()}
    kept = {link: ids for link, ids in bodies.items() if is_together(battle, {id_: spots[id_] for id_ in ids})}
    return Enter(placed, kept)
