"""Lawful lists drawn from a seed: of one people, with one commander and sometimes hirelings."""

from __future__ import annotations

from ..army import faults, hireling_share
from ..army_list import ArmyList, Entry
from ..catalogue import Catalogue, Preset, UnitType
from ..dice import Lots

POOREST = 70  # percent of the size that the purse of an uneven meeting holds at least
FULL = 96  # percent of the size of its purse that a list spends at least, where it can
TRIES = 40
HIRED = ("mercenary", "monster", "camp")
LEAST_LEFT = 6


def drawn(lots: Lots, preset: Preset, known: Catalogue, *, even: bool = True) -> ArmyList:
    """`army`: a lawful list for a preset, of any people; the fullest of some tries. Uneven: for a smaller purse."""
    purse = preset.size if even else preset.size * lots.between(POOREST, 100) // 100
    best = _one(lots, preset, purse, known)
    for _ in range(TRIES):
        if 100 * _spent(best, known) >= FULL * purse:
            break
        other = _one(lots, preset, purse, known)
        best = max(best, other, key=lambda list_: _spent(list_, known))
    assert not faults(best, known), best
    return best


def _one(lots: Lots, preset: Preset, purse: int, known: Catalogue) -> ArmyList:
    faction = lots.pick(list(known.factions))
    own = [kind for kind in known.units.values() if kind.faction == faction]
    hired = [kind for kind in known.units.values() if kind.nature in HIRED]
    rank = lots.pick(list(known.commanders))
    fits = [kind for kind in own if kind.stats.cost + known.commanders[rank].cost <= preset.size // 2 + 40]
    leader = lots.pick(fits)
    chosen = [leader]
    left = purse - leader.stats.cost - known.commanders[rank].cost
    share = hireling_share(preset.size) if lots.below(2) else 0
    while kind := _next(lots, own, hired, left, share):
        chosen.append(kind)
        left -= kind.stats.cost
        share -= kind.stats.cost if kind.nature != "druzhina" else 0
    entries = [Entry(kind.id, f"{kind.name.en} {n}") for n, kind in enumerate(chosen, 1)]
    entries[0] = Entry(leader.id, "Leader", commander=rank)
    return ArmyList(preset.size, faction, tuple(entries), "Drawn")


def _next(lots: Lots, own: list[UnitType], hired: list[UnitType], left: int, share: int) -> UnitType | None:
    """The next to be hired, each as likely as another; None where the purse is empty."""
    if left < LEAST_LEFT:
        return None
    fits = [kind for kind in own if kind.stats.cost <= left]
    paid = [kind for kind in hired if kind.stats.cost <= min(left, share)]
    if paid and (not fits or lots.below(10) < 4):
        return lots.pick(paid)
    return lots.pick(fits) if fits else None


def _spent(list_: ArmyList, known: Catalogue) -> int:
    return sum(known.units[entry.type].stats.cost for entry in list_.entries) + sum(
        known.commanders[entry.commander].cost for entry in list_.entries if entry.commander
    )
