"""What is otherwise in one draft than in another: lines that a person reads, for history, versions and conflicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from ..rules.army import name_key
from ..rules.catalogue import Catalogue
from . import wording
from .draft import Draft, Hired
from .operations import UNIT_FIELDS, value_at
from .wording import isolated

FIELDS = {
    "name": gettext_noop("name"),
    "commander": gettext_noop("rank"),
    "trait": gettext_noop("trait"),
    "figures": gettext_noop("figures"),
    "options": gettext_noop("options"),
    "terms": gettext_noop("terms"),
    "company": gettext_noop("company"),
    "link": gettext_noop("link"),
    "lord": gettext_noop("companion of"),
    "note": gettext_noop("note"),
    "faction": gettext_noop("people"),
    "size": gettext_noop("size"),
    "notes": gettext_noop("notes"),
    "folder": gettext_noop("folder"),
    "catalogue": gettext_noop("catalogue"),
}
LIST_FIELDS = ("name", "faction", "size", "catalogue", "folder", "notes")
MOVED = "~"


@dataclass(frozen=True, slots=True)
class Line:
    """One difference: `+` came, `-` went, `=` is chosen otherwise, `~` stands elsewhere."""

    sign: str
    text: SafeString


def differences(before: Draft, after: Draft, known: Catalogue, language: str, *, alike: bool = True) -> list[Line]:
    """All lines from one draft to another; `alike` where both are versions of one list, so that ids mean the same."""
    pairs = _pairs(before, after, alike=alike)
    known_before = {old.id for old, _ in pairs}
    known_after = {new.id for _, new in pairs}
    words = Words(known, language)
    lines = [*words.of_list(before, after)]
    lines += [words.went(before, unit) for unit in before.units if unit.id not in known_before]
    lines += [words.came(after, unit) for unit in after.units if unit.id not in known_after]
    for old, new in pairs:
        lines += words.of_unit(before, after, old, new)
    lines += words.of_bodies(before, after) if alike else ()
    if _order(pairs, after) != [new.id for _, new in pairs] and not lines:
        lines.append(Line(MOVED, SafeString(gettext("another order"))))
    return lines


def _pairs(before: Draft, after: Draft, *, alike: bool) -> list[tuple[Hired, Hired]]:
    """Which unit of one draft is which of the other: by id, in other lists by type and name, then by type."""
    if alike:
        return [(unit, same) for unit in before.units if (same := after.unit(unit.id)) is not None]
    left, pairs = list(after.units), []
    for exact in (True, False):
        for unit in before.units:
            if any(unit is old for old, _ in pairs):
                continue
            same = next((other for other in left if _same(unit, other, exact=exact)), None)
            if same is not None:
                left.remove(same)
                pairs.append((unit, same))
    return pairs


def _same(one: Hired, other: Hired, *, exact: bool) -> bool:
    names = name_key(one.entry.name) == name_key(other.entry.name)
    return one.entry.type == other.entry.type and (names or not exact)


def _order(pairs: list[tuple[Hired, Hired]], after: Draft) -> list[str]:
    common = {new.id for _, new in pairs}
    return [unit.id for unit in after.units if unit.id in common]


@dataclass(frozen=True, slots=True)
class Words:
    known: Catalogue
    language: str

    def name(self, unit: Hired) -> SafeString:
        return isolated(wording.unit_name(unit.entry, self.known, self.language))

    def went(self, _draft: Draft, unit: Hired) -> Line:
        return Line("-", self.name(unit))

    def came(self, _draft: Draft, unit: Hired) -> Line:
        return Line("+", self.name(unit))

    def of_list(self, before: Draft, after: Draft) -> Iterator[Line]:
        for field in LIST_FIELDS:
            old, new = getattr(before, field), getattr(after, field)
            if old != new:
                told = (
                    self._named(self.known.factions, each) if field == "faction" else str(each) for each in (old, new)
                )
                yield self._changed(None, field, *told)

    def of_unit(self, before: Draft, after: Draft, old: Hired, new: Hired) -> Iterator[Line]:
        for field in UNIT_FIELDS:
            was = self.value(before, field, value_at(before, ("unit", old.id, field)))
            now = self.value(after, field, value_at(after, ("unit", new.id, field)))
            if was != now:
                yield self._changed(new, field, was, now)

    def of_bodies(self, before: Draft, after: Draft) -> Iterator[Line]:
        for body in before.bodies:
            same = after.body(body.id)
            if same is None:
                yield Line("-", format_html("{} {}", _sort(body.sort), isolated(body.name)))
            elif same.name != body.name:
                yield self._changed(None, body.sort, body.name, same.name)
        for body in after.bodies:
            if before.body(body.id) is None:
                yield Line("+", format_html("{} {}", _sort(body.sort), isolated(body.name)))

    def _changed(self, unit: Hired | None, field: str, was: str, now: str) -> Line:
        what = gettext(FIELDS[field])
        subject = format_html("{}, {}", self.name(unit), what) if unit else SafeString(what)
        return Line("=", format_html("{}: {} → {}", subject, _short(was), _short(now)))

    def value(self, draft: Draft, field: str, value: object) -> str:
        """A choice in words."""
        tables = {"commander": self.known.commanders, "trait": self.known.traits, "terms": self.known.terms}
        if field in ("link", "company"):
            body = draft.body(str(value))
            return body.name if body else ""
        if field == "lord":
            lord = draft.unit(str(value))
            return lord.entry.name if lord else ""
        if field == "options":
            names = (self._named(self.known.options, option) for option in value or ())  # type: ignore[attr-defined]
            return ", ".join(names)
        if field == "figures":
            return str(value) if value is not None else gettext("full")
        return self._named(tables[field], str(value)) if field in tables and value else str(value or "")

    def _named(self, table: object, id_: str) -> str:
        found = table.get(id_)  # type: ignore[attr-defined]
        return str(found.name.of(self.language)) if found else id_


def _short(text: str) -> SafeString:
    """What a line bears of a long text; nothing is a dash."""
    return isolated(text if len(text) <= 60 else text[:59] + "…") if text else SafeString("—")


def _sort(sort: str) -> str:
    return gettext("Link") if sort == "link" else gettext("Company")
