"""A list as a file or a text for others: JSON, text, Markdown, CSV. Prices are for people: no import reads them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from . import shelf, wording
from .draft import Draft
from .reading import Reading, Row

FORMAT = "druzhina-list/1"
BOM = "\ufeff"
FORMULA = ("=", "+", "-", "@", "\t")  # a spreadsheet would run such a name


def as_plain(draft: Draft, credit: Mapping[str, str]) -> dict[str, Any]:
    """What the published schema describes: ids of the catalogue, choices, and bodies by their names."""
    bodies = {body.id: body.name for body in draft.bodies}
    units = []
    for hired, entry in zip(draft.units, draft.army().entries, strict=True):
        plain = {"type": entry.type, "name": entry.name}
        plain |= {
            key: value
            for key in ("commander", "trait", "figures", "link", "company", "lord")
            if (value := getattr(entry, key)) is not None
        }
        if entry.options:
            plain["options"] = list(entry.options)
        if entry.terms != "usual":
            plain["terms"] = entry.terms
        if hired.note:
            plain["note"] = hired.note
        units.append(plain)
    return {
        "format": FORMAT,
        "catalogue": draft.catalogue,
        "name": draft.name,
        "size": draft.size,
        "faction": draft.faction,
        "notes": draft.notes,
        "units": units,
        "empty_links": [bodies[body.id] for body in draft.of_sort("link") if not draft.members(body.id)],
        **({"credit": dict(credit)} if credit else {}),
    }


def as_json(reading: Reading, credit: Mapping[str, str], _language: str) -> str:
    return json.dumps(as_plain(reading.draft, credit), ensure_ascii=False, indent=1) + "\n"


def heading(reading: Reading, language: str) -> str:
    """`Skirmish, 200 grivnas: 154`"""
    size = reading.draft.size
    return f"{shelf.size_name(size, language)}, {wording.grivnas(size)}: {reading.found.points}"


def unit_text(row: Row) -> str:
    """`Otrok “Falcon”, voivode, beloved, 3 figures`: what an import reads again."""
    parts = [row.title]
    parts += [text.lower() for text in row.chosen]
    if row.figures is not None:
        parts.append(ngettext("%(n)d figure", "%(n)d figures", row.figures) % {"n": row.figures})
    return ", ".join([*parts, *row.ties])


def as_text(reading: Reading, credit: Mapping[str, str], language: str) -> str:
    lines = [reading.draft.name, heading(reading, language), _morale(reading, language)]
    for group in reading.groups:
        lines += ["", f"{group.title}: {group.cost}"]
        lines += [f"- {unit_text(row)}: {row.cost}" for row in group.rows]
    return "\n".join([*lines, *_credit(credit)]) + "\n"


def as_markdown(reading: Reading, credit: Mapping[str, str], language: str) -> str:
    lines = [f"## {_escaped(reading.draft.name)}", "", f"*{heading(reading, language)}. {_morale(reading, language)}.*"]
    for group in reading.groups:
        lines += ["", f"**{_escaped(group.title)}: {group.cost}**", ""]
        lines += [f"- {_escaped(unit_text(row))}: **{row.cost}**" for row in group.rows]
    return "\n".join([*lines, *map(_escaped, _credit(credit))]) + "\n"


def as_csv(reading: Reading, _credit: Mapping[str, str], _language: str) -> str:
    """For a Russian Excel: a byte order mark, semicolons, Windows line ends."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(
        [
            gettext("No."), gettext("Link"), gettext("Unit"), gettext("Name"), gettext("Figures"), gettext("Rank"),
            gettext("Trait"), gettext("Options"), gettext("Terms"), gettext("Company"), gettext("Companion of"),
            gettext("Grivnas"),
        ]
    )  # fmt: skip
    n = 0
    for group in reading.groups:
        for row in group.rows:
            n += 1
            hits = row.numbers.hits if row.numbers and row.kind and row.kind.kind == "squad" else ""
            cells = [group.name, row.type_name, row.name, hits, row.rank, row.trait, ", ".join(row.options), row.terms]
            writer.writerow([n, *map(_harmless, cells), *map(_harmless, (row.company, row.lord)), row.cost])
    writer.writerow(["", "", gettext("Total"), "", "", "", "", "", "", "", "", reading.found.points])
    return BOM + out.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _morale(reading: Reading, language: str) -> str:
    """`Rusichi. Morale at the start: 6`"""
    people = wording.faction_name(reading.draft.faction, reading.known, language)
    return f"{people}. {gettext('Morale at the start')}: {reading.found.morale}"


def _credit(credit: Mapping[str, str]) -> list[str]:
    return ["", gettext("After “%(name)s”") % {"name": credit.get("name", "")}] if credit else []


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()#+!|<>" else sign for sign in text)


Writer = Callable[[Reading, Mapping[str, str], str], str]
KINDS: dict[str, tuple[Writer, str]] = {
    "json": (as_json, "application/json"),
    "txt": (as_text, "text/plain; charset=utf-8"),
    "md": (as_markdown, "text/markdown; charset=utf-8"),
    "csv": (as_csv, "text/csv; charset=utf-8"),
}

# the published form of a list file; numbers of any kind but sizes and figures are not in it
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": FORMAT,
    "type": "object",
    "required": ["format", "size", "units"],
    "properties": {
        "format": {"const": FORMAT},
        "catalogue": {"type": "string"},
        "name": {"type": "string", "maxLength": 200},
        "size": {"type": "integer"},
        "faction": {"type": "string"},
        "notes": {"type": "string", "maxLength": 4000},
        "empty_links": {"type": "array", "items": {"type": "string"}},
        "credit": {"type": "object", "properties": {"name": {"type": "string"}, "token": {"type": "string"}}},
        "units": {
            "type": "array",
            "maxItems": 120,
            "items": {
                "type": "object",
                "required": ["type"],
                "properties": {
                    "type": {"type": "string"},
                    "name": {"type": "string", "maxLength": 200},
                    "commander": {"type": "string"},
                    "trait": {"type": "string"},
                    "figures": {"type": "integer"},
                    "options": {"type": "array", "items": {"type": "string"}},
                    "terms": {"type": "string"},
                    "link": {"type": "string"},
                    "company": {"type": "string"},
                    "lord": {"type": "string"},
                    "note": {"type": "string", "maxLength": 4000},
                },
            },
        },
    },
}
