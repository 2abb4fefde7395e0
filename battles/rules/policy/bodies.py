"""`link.form`: which links the practice opponent forms, and how a member is held near its link."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..battle import Battle, Unit, id_key
from ..deployment import link_reach, linkable
from ..hexes import Hex, distance
from ..links import values

MOST = {"walker": 3, "vehicle": 3, "squad": 3}  # more squads than three would stand in each other's fear
APART = 2.5  # grivnas: about what a dissolved link or an excluded member costs


def formed(battle: Battle, side: str, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`link.form`, `link.initiative_gap`: equals of one kind in the fewest links that hold them, none left alone."""
    found: dict[str, tuple[str, ...]] = {}
    offered = linkable(battle, side, ids)
    members = sorted({id_ for choice in offered.values() for id_ in choice}, key=id_key)
    for body in _bodies(battle, members):
        link = next((link for link, choice in offered.items() if link not in found and set(body) <= set(choice)), None)
        if link is not None:
            found[link] = body
    return found


def _bodies(battle: Battle, members: Iterable[str]) -> Iterator[tuple[str, ...]]:
    equals: dict[tuple[str, int], list[str]] = {}
    for id_ in members:
        equals.setdefault(_key(battle, battle.units[id_]), []).append(id_)
    for (kind, _), ids in equals.items():
        yield from _parts(ids, MOST[kind])


def _key(battle: Battle, unit: Unit) -> tuple[str, int]:
    return unit.kind, values(battle, [unit.id])[0]


def _parts(members: list[str], most: int) -> Iterator[tuple[str, ...]]:
    """As even in size as can be; one alone is no link."""
    if len(members) < 2:
        return
    count = -(-len(members) // most)
    size, larger = divmod(len(members), count)
    at = 0
    for n in range(count):
        end = at + size + (n < larger)
        yield tuple(members[at:end])
        at = end


def tie(battle: Battle, unit: Unit) -> Callable[[Hex], float]:
    """`link.together`: what a hex costs a member out of reach of all its mates; nothing for whoever is alone."""
    link = battle.link_of(unit.id) if battle.links else None
    mates = [battle.units[id_].spot for id_ in battle.active_members(link) if id_ != unit.id] if link else []
    if not mates:
        return lambda _hex: 0.0
    reach = link_reach(unit)
    return lambda hex_: 0.0 if any(distance(hex_, spot) <= reach for spot in mates) else APART
