"""A list that is opened: its draft, the catalogue that it is read by, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..rules.army import fielded
from ..rules.army_list import Entry
from ..rules.battle import Unit
from ..rules.catalogue import Catalogue
from ..rules.evaluation import Evaluation, Numbers, evaluate
from .draft import Draft, Hired
from .lists import draft_of
from .models import ArmyList
from .reading import known_of


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list on its page: the draft, the catalogue that it is read by, and what it comes to."""

    row: ArmyList
    draft: Draft
    known: Catalogue
    found: Evaluation
    language: str
    by_unit: Mapping[str, Numbers | None]
    faulty: frozenset[str]

    def numbers(self, unit: Hired) -> Numbers | None:
        return self.by_unit[unit.id]


def sheet_of(row: ArmyList, language: str) -> Sheet:
    """A list by the catalogue that it was built from, as long as that is kept."""
    draft = draft_of(row)
    known = known_of(draft)
    found = evaluate(draft.list(), known)
    by_unit = {unit.id: numbers for unit, numbers in zip(draft.units, found.numbers, strict=True)}
    faulty = frozenset(draft.units[fault.scope].id for fault in found.faults if fault.scope is not None)
    return Sheet(row, draft, known, found, language, by_unit, faulty)


def portrait_of(entry: Entry, known: Catalogue) -> Unit | None:
    """The unit that a counter is drawn of; None for what the catalogue does not know."""
    return fielded(entry, known) if entry.type in known.units else None
