"""The lists of somebody as a shelf: the index, what a lobby offers, the sizes, peoples and starters to begin from."""

from __future__ import annotations

import uuid
from typing import Any

from ..rules.catalogue import Catalogue, catalogue
from . import wording
from .lists import deleted_of, draft_of, lists_of
from .opened import Sheet, portrait_of, sheet_of

Context = dict[str, Any]


def index_context(owner: uuid.UUID, language: str) -> Context:
    """The lists of a guest with their totals, those that were deleted, and the starters to begin from."""
    lines = [_line(sheet_of(row, language)) for row in lists_of(owner)]
    return {
        "shelves": [
            {"folder": folder, "lists": [line for line in lines if line["folder"] == folder]}
            for folder in sorted({line["folder"] for line in lines}, key=lambda folder: (folder != "", folder))
        ],
        "lists": lines,
        "deleted": [{"key": row.pk, "name": draft_of(row).name, "when": row.deleted} for row in deleted_of(owner)],
        "sizes": sizes(language),
        "factions": factions(catalogue(), language),
        "starters": starters(language),
    }


def _line(sheet: Sheet) -> Context:
    return {
        "key": sheet.row.pk,
        "name": sheet.draft.name,
        "folder": sheet.draft.folder,
        "older": sheet.draft.catalogue != catalogue().version,
        "size": sheet.draft.size,
        "size_name": size_name(sheet.draft.size, sheet.language),
        "people": wording.faction_name(sheet.draft.faction, sheet.known, sheet.language),
        "points": sheet.found.points,
        "units": [portrait_of(unit.entry, sheet.known) for unit in sheet.draft.units],
        "count": len(sheet.draft.units),
        "faults": len(sheet.found.faults),
        "changed": sheet.row.changed,
    }


def sizes(language: str) -> list[Context]:
    return [
        {"size": preset.size, "name": preset.name.of(language)}
        for preset in sorted(catalogue().presets.values(), key=lambda preset: preset.size)
    ]


def factions(known: Catalogue, language: str, chosen: str = "") -> list[Context]:
    """The peoples of a catalogue with the morale that they begin with, and what is chosen, known or not."""
    rows = [{"id": each.id, "name": each.name.of(language), "morale": each.morale} for each in known.factions.values()]
    return rows if chosen in ("", *known.factions) else [*rows, {"id": chosen, "name": chosen, "morale": "?"}]


def size_name(size: int, language: str) -> str:
    """What a battle of that size is called."""
    return next((row["name"] for row in sizes(language) if row["size"] == size), str(size))


def starters(language: str) -> list[Context]:
    return [
        {
            "id": each.id,
            "title": each.title.of(language),
            "about": each.about.of(language),
            "size": each.size,
            "people": wording.faction_name(each.faction, catalogue(), language),
        }
        for each in catalogue().starters.values()
    ]


def choices(owner: uuid.UUID, *, size: int, language: str) -> list[Context]:
    """The lists that can be taken into a battle of that size, or that could be but for their faults."""
    sheets = (sheet_of(row, language) for row in lists_of(owner))
    return [
        _line(sheet)
        | {"ready": sheet.found.lawful and sheet.draft.catalogue == catalogue().version, "rows": _lines(sheet)}
        for sheet in sheets
        if sheet.draft.size == size and sheet.draft.units
    ]


def _lines(sheet: Sheet) -> list[Context]:
    return [
        {
            "unit": portrait_of(unit.entry, sheet.known),
            "name": wording.unit_name(unit.entry, sheet.known, sheet.language),
        }
        for unit in sheet.draft.units
    ]
