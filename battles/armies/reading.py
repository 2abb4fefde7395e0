"""A list as it is read: by groups in the order of the list, with the numbers of each unit."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from ..rules.army import fielded
from ..rules.battle import Unit
from ..rules.catalogue import Catalogue, UnitType, catalogue, edition
from ..rules.evaluation import Evaluation, Numbers, evaluate
from . import wording
from .draft import Draft, Hired


@dataclass(frozen=True, slots=True)
class Row:
    """A unit with all that was chosen for it, in words."""

    hired: Hired
    kind: UnitType | None
    numbers: Numbers | None
    unit: Unit | None
    type_name: str
    name: str
    title: str
    rank: str
    trait: str
    options: tuple[str, ...]
    terms: str
    company: str
    lord: str
    figures: int | None  # as chosen, where not the full squad is

    @property
    def cost(self) -> int:
        return self.numbers.cost if self.numbers else 0

    @property
    def chosen(self) -> list[str]:
        """Rank, trait, options and terms: what is written behind the name."""
        return [text for text in (self.rank, self.trait, *self.options, self.terms) if text]

    @property
    def ties(self) -> list[str]:
        """The company, and the commander of a companion."""
        company = [gettext("company “%(name)s”") % {"name": self.company}] if self.company else []
        return company + ([wording.companion_of(self.lord)] if self.lord else [])


@dataclass(frozen=True, slots=True)
class Group:
    """A link, or with no name those on their own."""

    name: str
    cost: int
    rows: tuple[Row, ...]

    @property
    def title(self) -> str:
        return wording.link_title(self.name) if self.name else gettext("On their own")


@dataclass(frozen=True, slots=True)
class Reading:
    draft: Draft
    known: Catalogue
    found: Evaluation
    groups: tuple[Group, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for group in self.groups for row in group.rows)


def known_of(draft: Draft) -> Catalogue:
    """The catalogue that a list was built from, as long as that is kept; else the present one."""
    return edition(draft.catalogue) or catalogue()


def read(draft: Draft, known: Catalogue, language: str) -> Reading:
    """The links first, then those on their own, each in the order of the list."""
    found = evaluate(draft.list(), known)
    rows = {
        unit.id: _row(draft, unit, numbers, known, language)
        for unit, numbers in zip(draft.units, found.numbers, strict=True)
    }
    groups = []
    links = {body.id: body.name for body in draft.of_sort("link")}
    for id_, name in links.items():
        members = tuple(rows[unit.id] for unit in draft.members(id_))
        if members:
            groups.append(Group(name, found.links.get(id_, 0), members))
    loose = tuple(rows[unit.id] for unit in draft.units if unit.entry.link not in links)
    if loose:
        groups.append(Group("", sum(row.cost for row in loose), loose))
    return Reading(draft, known, found, tuple(groups))


def _row(draft: Draft, unit: Hired, numbers: Numbers | None, known: Catalogue, language: str) -> Row:
    entry = unit.entry
    body, lord = draft.body(entry.company or ""), draft.unit(entry.lord or "")
    return Row(
        hired=unit,
        kind=known.units.get(entry.type),
        numbers=numbers,
        unit=fielded(entry, known) if entry.type in known.units else None,
        type_name=wording.type_name(entry.type, known, language),
        name=entry.name,
        title=wording.unit_name(entry, known, language),
        rank=_named(known.commanders, entry.commander, language),
        trait=_named(known.traits, entry.trait, language),
        options=tuple(_named(known.options, option, language) for option in entry.options),
        terms=_named(known.terms, entry.terms, language) if entry.terms != "usual" else "",
        company=body.name if body else "",
        lord=lord.entry.name if lord else "",
        figures=entry.figures,
    )


def _named(table: object, id_: str | None, language: str) -> str:
    found = table.get(id_ or "")  # type: ignore[attr-defined]
    return str(found.name.of(language)) if found else (id_ or "")
