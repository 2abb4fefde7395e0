"""What a list comes to by a catalogue: points, faults and all that a page tells of it. Nothing else adds up a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from . import army
from .army import Fault
from .army_list import ArmyList, Entry
from .catalogue import Catalogue

LEFT_OVER = 4  # a hint comes when a quarter of the size or more is not spent
EXTREMES = (2, 12)  # hireling.score


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of an entry as it takes the field; of daring, score and loyalty the one that its nature has."""

    cost: int
    hits: int
    full: int
    defence: tuple[int, int, int]
    accuracy: int
    initiative: int
    personal_initiative: int
    speed: int
    daring: int | None
    score: int | None
    loyalty: int | None
    danger: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A list by a catalogue: `numbers` are those of its entries in order, None for a type that is unknown.

    `links` tells what each link costs, `hints` what is no fault but may be forgotten.
    """

    size: int
    points: int
    numbers: tuple[Numbers | None, ...]
    links: Mapping[str, int]
    hired: int
    may_hire: int
    morale: int
    commanders: tuple[int, ...]
    faults: tuple[Fault, ...]
    hints: tuple[Fault, ...]

    @property
    def left(self) -> int:
        """Grivnas that may still be spent; less than none when too much is."""
        return self.size - self.points

    @property
    def lawful(self) -> bool:
        return not self.faults


def evaluate(list_: ArmyList, known: Catalogue) -> Evaluation:
    """`army`: everything that can be said of a list, by this catalogue alone."""
    numbers = tuple(numbers_of(entry, known) for entry in list_.entries)
    costs = [found.cost if found else 0 for found in numbers]
    links: dict[str, int] = {}
    for entry, cost in zip(list_.entries, costs, strict=True):
        if entry.link:
            links[entry.link] = links.get(entry.link, 0) + cost
    return Evaluation(
        size=list_.size,
        points=sum(costs),
        numbers=numbers,
        links=links,
        hired=army.hireling_points(list_, known),
        may_hire=army.hireling_share(list_.size),
        morale=army.starting_morale(list_, known),
        commanders=tuple(i for i, entry in enumerate(list_.entries) if entry.commander in known.commanders),
        faults=army.faults(list_, known),
        hints=_hints(list_, sum(costs)),
    )


def numbers_of(entry: Entry, known: Catalogue) -> Numbers | None:
    """`army.commanders`, `army.figures`, `hireling.score`: base numbers with rank, figures, options and terms."""
    return _numbers((entry.type, entry.figures, entry.commander, entry.trait, entry.options, entry.terms), known)


@lru_cache(maxsize=4096)
def _numbers(chosen: army.Chosen, known: Catalogue) -> Numbers | None:
    type_, figures, commander, trait, options, terms = chosen
    entry = Entry(type_, "", commander, trait, figures, options, terms)
    kind = known.units.get(entry.type)
    if kind is None:
        return None
    unit = army.fielded(entry, known)
    rank = known.commanders.get(unit.commander or "")
    taken = [known.options[option] for option in unit.options]
    stats = unit.stats
    return Numbers(
        cost=army.cost(entry, known),
        hits=stats.hits,
        full=kind.stats.hits,
        defence=stats.defence,
        accuracy=stats.accuracy + sum(option.accuracy for option in taken),
        initiative=stats.initiative + (rank.initiative if rank else 0),
        personal_initiative=stats.personal_initiative,
        speed=next((option.speed for option in taken if option.speed is not None), stats.speed),
        daring=None if stats.daring is None else stats.daring + (rank.daring if rank else 0),
        score=None if stats.score is None else _score(entry, stats.score, kind.nature, known),
        loyalty=stats.loyalty,
        danger=stats.danger,
    )


def _score(entry: Entry, base: int, nature: str, known: Catalogue) -> int:
    """`hireling.score`, R61: clamped to 2 and 12."""
    brought = sum(known.options[option].score for option in entry.options if option in known.options)
    terms = known.terms.get(entry.terms)
    agreed = terms.score if terms and nature == "mercenary" else 0
    return max(EXTREMES[0], min(EXTREMES[1], base + brought + agreed))


def _hints(list_: ArmyList, spent: int) -> tuple[Fault, ...]:
    """What a player may have forgotten, in the form of faults; the list is lawful all the same."""
    left = list_.size - spent
    found = []
    if list_.entries and left * LEFT_OVER >= list_.size:
        found.append(Fault("army.points", "quarter_left", have=left, need=list_.size))
    found += [
        Fault("army.commanders", "no_trait", i)
        for i, entry in enumerate(list_.entries)
        if entry.commander is not None and entry.trait is None
    ]
    return tuple(found)
