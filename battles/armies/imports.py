"""A list from a file or from pasted text, with a report: every entry was taken, changed or is unknown.

Prices in what is read are ignored: the list is added up anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from ..rules.army import lord_of, name_key
from ..rules.army_list import Entry
from ..rules.catalogue import Catalogue, catalogue
from .draft import LONGEST_NAME, LONGEST_NOTE, MOST_UNITS, Body, Draft, Hired
from .exports import FORMAT
from .lists import Ids
from .wishes import clean, new_name

LONGEST = 200_000
QUOTED = re.compile(r"[«“\"„]([^»”\"“]*)[»”\"“]")
PRICE = re.compile(r"\s*[:—–-]\s*\d+\s*(?:гривен|гривны|гривна|grivnas?)?\s*\**\s*$")
FIGURES = re.compile(r"(\d{1,3})\s*(?:figures?|бойц\w*|боец|фигур\w*)", re.IGNORECASE)
BULLET = re.compile(r"^\s*(?:[-*•–]|\d+[.)])\s+")
PARTS = re.compile(r"(?:[«“\"„][^»”\"“]*[»”\"“]|[^,;·])+")  # a comma within a name parts nothing
COUNT = re.compile(r"^(\d{1,2})\s*[x×х]\s*", re.IGNORECASE)


class NothingToRead(ValueError):
    """What was given is no list at all."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of what was given: its text, what became of it, and why it is not quite that."""

    text: str
    fate: str  # taken, changed, unknown
    why: tuple[str, ...] = ()


@dataclass
class Report:
    """The list that was read, and what became of each entry."""

    draft: Draft
    made: int = 0
    items: list[Item] = field(default_factory=list)

    def count(self, fate: str) -> int:
        return sum(item.fate == fate for item in self.items)


def read(text: str, *, language: str) -> Report:
    """A list file, or a text as our own export writes it, or something near it; NothingToRead for neither."""
    text = text.removeprefix("\ufeff").strip()
    if not text or len(text) > LONGEST:
        raise NothingToRead
    if text.startswith(("{", "[")):
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise NothingToRead from None
        return _Reader(language).of_json(plain)
    return _Reader(language).of_text(text)


class _Reader:
    """A draft that grows entry by entry."""

    def __init__(self, language: str) -> None:
        self.known: Catalogue = catalogue()
        self.language = language
        self.ids = Ids(0)
        smallest = min(preset.size for preset in self.known.presets.values())
        self.report = Report(Draft(size=smallest, name=gettext("Imported druzhina")))
        self.bodies: dict[tuple[str, str], Body] = {}
        self.people = False  # whether it was told
        self.told: dict[str, int] = {}  # which item a unit is

    # a file

    def of_json(self, plain: Any) -> Report:
        if not isinstance(plain, dict) or plain.get("format") != FORMAT or not isinstance(plain.get("units"), list):
            raise NothingToRead
        self._head(plain)
        for name in _texts(plain.get("empty_links")):
            self._body("link", name)
        for unit in plain["units"]:
            self._unit(unit)
        return self._done()

    def _head(self, plain: Mapping[str, Any]) -> None:
        draft = self.report.draft
        self.report.draft = replace(
            draft,
            name=clean(_text(plain.get("name")), LONGEST_NAME) or draft.name,
            notes=clean(_text(plain.get("notes")), LONGEST_NOTE, lines=True),
            size=self._size(plain.get("size")),
        )
        if (faction := _text(plain.get("faction"))) in self.known.factions:
            self._of(faction)

    def _of(self, faction: str) -> None:
        self.report.draft, self.people = replace(self.report.draft, faction=faction), True

    def _size(self, given: object) -> int:
        """A size that is played, the next larger one where it is not."""
        sizes = sorted(preset.size for preset in self.known.presets.values())
        wanted = given if isinstance(given, int) and not isinstance(given, bool) else 0
        return next((size for size in sizes if size >= wanted), sizes[-1])

    def _unit(self, given: Any) -> None:
        if not isinstance(given, dict) or given.get("type") not in self.known.units:
            text = str(given.get("type", given))[:80] if isinstance(given, dict) else str(given)[:80]
            self._unknown(text)
            return
        why: list[str] = []
        entry = Entry(
            type=given["type"],
            name=clean(_text(given.get("name")), LONGEST_NAME),
            commander=self._choice(given, "commander", self.known.commanders, why),
            trait=self._choice(given, "trait", self.known.traits, why),
            figures=self._figures(given, why),
            options=self._options(given, why),
            terms=self._choice(given, "terms", self.known.terms, why) or "usual",
            lord=clean(_text(given.get("lord")), LONGEST_NAME) or None,
        )
        for sort in ("link", "company"):
            if name := clean(_text(given.get(sort)), LONGEST_NAME):
                entry = replace(entry, **{sort: self._body(sort, name).id})
        extra = set(given) - _FIELDS
        why += [gettext("%(what)s was left out") % {"what": name[:40]} for name in sorted(map(str, extra))]
        self._hire(entry, clean(_text(given.get("note")), LONGEST_NOTE, lines=True), why)

    def _choice(self, given: Mapping[str, Any], key: str, known: Mapping[str, Any], why: list[str]) -> str | None:
        value = given.get(key)
        if value is None or value in known:
            return value
        why.append(gettext("%(what)s is unknown") % {"what": str(value)[:40]})
        return None

    def _options(self, given: Mapping[str, Any], why: list[str]) -> tuple[str, ...]:
        wanted = _texts(given.get("options"))
        strange = [option for option in wanted if option not in self.known.options]
        why += [gettext("%(what)s is unknown") % {"what": option[:40]} for option in strange]
        return tuple(option for option in self.known.options if option in wanted)

    def _figures(self, given: Mapping[str, Any], why: list[str]) -> int | None:
        value = given.get("figures")
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= 999:
            why.append(gettext("%(what)s is unknown") % {"what": str(value)[:40]})
            return None
        full = self.known.units[given["type"]].stats.hits
        return None if value == full else value

    # a text

    def of_text(self, text: str) -> Report:
        """A line for a unit; titles, sizes and links are understood, what is not is told."""
        link: str | None = None
        first = True
        for raw in text.splitlines():
            line = _plain(raw)
            if not line:
                continue
            if (kind := self._type_of(line)) is not None:
                for _ in range(_count(line)):
                    self._line(line, kind, link)
            elif (name := self._link_of(line)) is not None:
                link = name or None
                self.report.items.append(Item(line, "taken"))
            elif first:
                self.report.draft = replace(self.report.draft, name=clean(line, LONGEST_NAME))
                self.report.items.append(Item(line, "taken"))
            elif self._about(line):
                self.report.items.append(Item(line, "taken"))
            else:
                self._unknown(line)
            first = False
        if not self.report.draft.units:
            raise NothingToRead
        return self._done()

    def _type_of(self, line: str) -> str | None:
        """The unit whose name, in either language, the line begins with; the longest where several fit."""
        key = name_key(COUNT.sub("", line))
        called = {id_: (kind.name.en, kind.name.ru, id_) for id_, kind in self.known.units.items()}
        names = [(name_key(name), id_) for id_, known in called.items() for name in known]
        fits = [(name, id_) for name, id_ in names if re.match(rf"{re.escape(name)}(?!\w)", key)]
        return max(fits)[1] if fits else None

    def _link_of(self, line: str) -> str | None:
        """The name of the link that a line is the title of; an empty one for those on their own."""
        if name_key(PRICE.sub("", line)) in ("on their own", "сами по себе"):
            return ""
        if re.match(r"(link|звено)(?!\w)", name_key(line)):
            quoted = QUOTED.search(line)
            return clean(quoted.group(1) if quoted else PRICE.sub("", line), LONGEST_NAME)
        return None

    def _about(self, line: str) -> bool:
        """Lines about the whole list: its size, which is taken, and totals, which are added up anew."""
        key = name_key(line)
        for faction in self.known.factions.values():
            if any(
                re.search(rf"(?<!\w){re.escape(name_key(name))}(?!\w)", key)
                for name in (faction.name.en, faction.name.ru)
            ):
                self._of(faction.id)
        for preset in self.known.presets.values():
            if any(re.match(rf"{re.escape(name_key(name))}(?!\w)", key) for name in (preset.name.en, preset.name.ru)):
                self.report.draft = replace(self.report.draft, size=preset.size)
                return True
        if any(
            key.startswith(name_key(f"{name}."))
            for each in self.known.factions.values()
            for name in (each.name.en, each.name.ru)
        ):
            return True
        return bool(re.match(r"(morale at the start|боевой дух в начале|after|по списку)(?!\w)", key))

    def _line(self, line: str, type_: str, link: str | None) -> None:
        quoted = QUOTED.search(line)
        name = clean(quoted.group(1), LONGEST_NAME) if quoted else ""
        rest = PRICE.sub("", line[quoted.end() :] if quoted else line)
        entry, why = Entry(type_, name), []
        for part in PARTS.findall(rest)[0 if quoted else 1 :]:
            entry = self._part(entry, part.strip(" .:"), why)
        if link:
            entry = replace(entry, link=self._body("link", link).id)
        self._hire(entry, "", why, text=line)

    def _part(self, entry: Entry, part: str, why: list[str]) -> Entry:
        """One choice behind the name: a rank, a trait, an option, terms, figures, a company."""
        key = name_key(part)
        if not key or re.fullmatch(r"[+−-]?\d+", key):
            return entry
        if figures := FIGURES.search(part):
            value, full = int(figures.group(1)), self.known.units[entry.type].stats.hits
            return replace(entry, figures=None if value == full else value)
        if re.match(r"(company|наём|наем)(?!\w)", key) and (quoted := QUOTED.search(part)):
            return replace(entry, company=self._body("company", clean(quoted.group(1), LONGEST_NAME)).id)
        if re.match(r"(companion of|спутники при)(?!\w)", key) and (quoted := QUOTED.search(part)):
            return replace(entry, lord=clean(quoted.group(1), LONGEST_NAME))
        for field_, table in self._tables():
            for id_, each in table.items():
                if key in (name_key(each.name.en), name_key(each.name.ru), id_):
                    if field_ == "options":
                        chosen = {*entry.options, id_}
                        return replace(entry, options=tuple(option for option in table if option in chosen))
                    return replace(entry, **{field_: id_})
        why.append(gettext("%(what)s is unknown") % {"what": part[:40]})
        return entry

    def _tables(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        yield "commander", self.known.commanders
        yield "trait", self.known.traits
        yield "options", self.known.options
        yield "terms", self.known.terms

    # both

    def _body(self, sort: str, name: str) -> Body:
        key = (sort, name)
        if key not in self.bodies:
            self.bodies[key] = Body(self.ids.next("b"), sort, name)
        return self.bodies[key]

    def _hire(self, entry: Entry, note: str, why: list[str], *, text: str = "") -> None:
        draft = self.report.draft
        if len(draft.units) >= MOST_UNITS:
            self._unknown(text or entry.name, gettext("the list is full"))
            return
        if not name_key(entry.name):
            entry = replace(entry, name=new_name(draft, entry.type, self.language))
            why.append(gettext("it is called %(name)s") % {"name": entry.name})
        unit = Hired(self.ids.next("u"), entry, note)
        self.report.draft = replace(draft, units=(*draft.units, unit))
        shown = text or f"{self.known.units[entry.type].name.of(self.language)} «{entry.name}»"
        self.told[unit.id] = len(self.report.items)
        self.report.items.append(Item(shown, "changed" if why else "taken", tuple(why)))

    def _likely(self) -> str:
        """The people that most of those serve who serve but one; the first where nobody does."""
        serve = [self.known.units[unit.entry.type].faction for unit in self.report.draft.units]
        return max(self.known.factions, key=serve.count)

    def _led(self, unit: Hired) -> Hired:
        """A companion with its lord by id, who may stand further down in what was given."""
        place = lord_of(unit.entry, self.report.draft.list())
        if unit.entry.lord is None:
            return unit
        if place is None:
            self._changed(unit, gettext("%(what)s is unknown") % {"what": unit.entry.lord[:40]})
        lord = self.report.draft.units[place].id if place is not None else None
        return replace(unit, entry=replace(unit.entry, lord=lord))

    def _changed(self, unit: Hired, why: str) -> None:
        at = self.told[unit.id]
        item = self.report.items[at]
        self.report.items[at] = replace(item, fate="changed", why=(*item.why, why))

    def _unknown(self, text: str, why: str = "") -> None:
        self.report.items.append(Item(text, "unknown", (why,) if why else ()))

    def _done(self) -> Report:
        units = tuple(map(self._led, self.report.draft.units))
        self.report.draft = replace(self.report.draft, units=units, bodies=tuple(self.bodies.values()))
        if not self.people:
            self._of(self._likely())
        self.report.made = self.ids.made
        return self.report


_FIELDS = {"type", "name", "commander", "trait", "figures", "options", "terms", "link", "company", "lord", "note"}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _plain(line: str) -> str:
    """A line without the marks of lists and of Markdown."""
    line = re.sub(r"\\(.)", r"\1", line.strip())
    line = re.sub(r"^#+\s*", "", line)
    return BULLET.sub("", line).replace("**", "").strip(" *_")


def _count(line: str) -> int:
    found = COUNT.match(line)
    return max(1, min(20, int(found.group(1)))) if found else 1
