"""Random lawful armies: any unit, commander, trait, hireling, option, terms, company and number of figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import army
from ..army_list import ArmyList, Entry
from ..catalogue import UnitType, catalogue
from .chance import Chance

LEADERS = 40  # tries until a commander fits
FULL = 8  # entries in vain, one after another, that make a list full


def random_army(chance: Chance, size: int) -> ArmyList:
    """A lawful list of a random faction, from a handful of units to all that its points pay."""
    faction = chance.choice(list(catalogue().factions))
    list_ = _led(chance, ArmyList(size=size, faction=faction, entries=(), name="Any"))
    most, vain = chance.choice([4, 8, 12, 40]), 0
    while vain < FULL and len(list_.entries) < most:
        fuller = _with(list_, _some_entries(chance, list_))
        vain = 0 if fuller else vain + 1
        list_ = fuller or list_
    return list_


def _led(chance: Chance, list_: ArmyList) -> ArmyList:
    """The list with its commander, and at times a second one and companions."""
    faction = list_.faction
    for _ in range(LEADERS):
        trait = chance.choice([None, *catalogue().traits])
        rank = chance.choice(list(catalogue().commanders))
        led = _with(list_, [Entry(_kind(chance, faction, "druzhina").id, "Leader", commander=rank, trait=trait)])
        if led:
            second = Entry(_kind(chance, faction, "druzhina").id, "Second", commander="voivode")
            fuller = (_with(led, [second]) if chance.random() < 0.6 else None) or led
            lord = "Second" if chance.random() < 0.5 else None
            companions = [Entry("sputniki", "Companions", lord=lord), Entry("sputniki", "Others")]
            return _with(fuller, companions[: chance.randint(0, 2)]) or fuller
    raise ValueError(f"no commander for {list_.faction}")


def _with(list_: ArmyList, entries: list[Entry]) -> ArmyList | None:
    """The list with these entries; None where it is lawful no more."""
    fuller = replace(list_, entries=(*list_.entries, *entries))
    return None if army.faults(fuller) else fuller


def _kind(chance: Chance, faction: str, *natures: str) -> UnitType:
    serving = (kind for kind in catalogue().units.values() if kind.serves(faction))
    return chance.choice([kind for kind in serving if kind.nature in natures])


def _some_entries(chance: Chance, list_: ArmyList) -> list[Entry]:
    n = len(list_.entries)
    if chance.random() < 0.4:
        return list(_hire(chance, _kind(chance, list_.faction, "mercenary", "monster", "camp"), n))
    kind = _kind(chance, list_.faction, "druzhina")
    few = kind.kind == "squad" and chance.random() < 0.2
    return [Entry(kind.id, f"Own {n}", figures=chance.randint(1, kind.stats.hits) if few else None)]


def _hire(chance: Chance, kind: UnitType, n: int) -> Iterator[Entry]:
    """A squad alone, or a company of two or three."""
    paid = kind.nature == "mercenary"
    options = tuple(option for option in catalogue().options if paid and chance.random() < 0.3)
    terms = chance.choice(list(catalogue().terms)) if paid else "usual"
    few = chance.randint(1, kind.stats.hits) if chance.random() < 0.1 else None
    count = chance.choice([1, 1, 2, 3])
    company = f"company {n}" if count > 1 else None
    for each in range(count):
        yield Entry(kind.id, f"Hired {n}.{each}", figures=few, options=options, terms=terms, company=company)
