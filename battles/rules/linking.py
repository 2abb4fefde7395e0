"""`link.form`: which loose units of a list would make good links; a proposal only, the player decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .army import LARGEST_LINK
from .army_list import ArmyList
from .catalogue import Catalogue
from .evaluation import numbers_of


@dataclass(frozen=True, slots=True)
class Proposal:
    """A link of these entries; `even` where none of them has to wait for a slower one."""

    kind: str
    entries: tuple[int, ...]
    initiative: int
    even: bool


def propose(list_: ArmyList, known: Catalogue) -> tuple[Proposal, ...]:
    """Equals first (`link.initiative_gap`), then what is left by the nearest initiative; hirelings form none."""
    values: dict[int, int] = {}
    kinds: dict[str, list[int]] = {}
    for i, entry in enumerate(list_.entries):
        kind, numbers = known.units.get(entry.type), numbers_of(entry, known)
        if kind is None or numbers is None or kind.nature != "druzhina" or entry.link is not None:
            continue
        values[i] = numbers.initiative + numbers.personal_initiative
        kinds.setdefault(kind.kind, []).append(i)
    found: list[Proposal] = []
    for kind_name, members in kinds.items():
        groups = _grouped(members, values, LARGEST_LINK[kind_name])
        found += [_proposal(kind_name, group, values) for group in groups]
    return tuple(found)


def _grouped(members: Iterable[int], values: dict[int, int], most: int) -> list[list[int]]:
    equals: dict[int, list[int]] = {}
    for i in members:
        equals.setdefault(values[i], []).append(i)
    groups: list[list[int]] = []
    singles: list[int] = []
    for value in sorted(equals):
        parts = list(_parts(equals[value], most))
        groups += [part for part in parts if len(part) > 1]
        singles += [part[0] for part in parts if len(part) == 1]
    for i in list(singles):
        open_ = [group for group in groups if len(group) < most]
        if open_:
            nearest = min(open_, key=lambda group: abs(values[group[0]] - values[i]))
            nearest.append(i)
            singles.remove(i)
    return groups + [part for part in _parts(singles, most) if len(part) > 1]


def _parts(members: list[int], most: int) -> Iterator[list[int]]:
    """As few links as there can be, as even in size as can be."""
    if not members:
        return
    count = -(-len(members) // most)
    size, larger = divmod(len(members), count)
    at = 0
    for n in range(count):
        end = at + size + (n < larger)
        yield members[at:end]
        at = end


def _proposal(kind: str, group: list[int], values: dict[int, int]) -> Proposal:
    shown = {values[i] for i in group}
    return Proposal(kind, tuple(sorted(group)), max(shown), len(shown) == 1)
