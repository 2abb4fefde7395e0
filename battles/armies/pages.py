"""What the editor is drawn from: the picker, the list with its bodies, the treasury with its faults."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ..rules.army import LARGEST_LINK, Fault
from ..rules.army_list import Entry
from ..rules.catalogue import Catalogue, UnitType
from ..rules.evaluation import Evaluation, Numbers, numbers_of
from . import fixes, overview, shelf, wording
from .draft import Body, Hired
from .models import ArmyList
from .opened import Sheet, portrait_of, sheet_of

Context = dict[str, Any]
FIELDINGS = 12


def editor_context(row: ArmyList, language: str, *, open_unit: str = "", said: bool = False) -> Context:
    """Everything that the editor shows of a list as it is now; one unit may be open for choosing.

    `said` after a change: then a screen reader hears what it has come to.
    """
    sheet = sheet_of(row, language)
    return {
        "key": row.pk,
        "version": row.version,
        "draft": sheet.draft,
        "found": sheet.found,
        "title": sheet.draft.name or gettext("A druzhina without a name"),
        "sizes": shelf.sizes(language),
        "factions": shelf.factions(sheet.known, language, sheet.draft.faction),
        "people": wording.faction_name(sheet.draft.faction, sheet.known, language),
        "picker": _picker(sheet),
        "companies": [_company(sheet, body) for body in sheet.draft.of_sort("company")],
        "proposals": overview.proposals(sheet.draft, sheet.known, language),
        "how": overview.how(sheet.draft, sheet.found, sheet.known, language),
        "older": overview.older(sheet.draft, language),
        "fieldings": list(row.fieldings.order_by("-created")[:FIELDINGS]),
        "folders": folders(row.owner),
        "links": [_link(sheet, body, open_unit) for body in sheet.draft.of_sort("link")],
        "loose": [_row(sheet, unit, open_unit) for unit in sheet.draft.units if not _linked(sheet, unit)],
        "open": open_unit if sheet.draft.unit(open_unit) else "",
        "said": _said(sheet.found) if said else "",
        "credit": row.credit,
        "can_undo": row.undo_top > 0,
        "can_redo": bool(row.redone),
        **_treasury(sheet),
    }


def _said(found: Evaluation) -> str:
    total = gettext("%(points)d of %(size)d grivnas") % {"points": found.points, "size": found.size}
    return f"{total}, {gettext('faults: %(n)d') % {'n': len(found.faults)} if found.faults else gettext('lawful')}"


def _linked(sheet: Sheet, unit: Hired) -> bool:
    return unit.entry.link is not None and sheet.draft.body(unit.entry.link) is not None


def _picker(sheet: Sheet) -> list[Context]:
    """Everybody whom its faction can hire; who costs more than is left is marked, not hidden."""
    titles = wording.groups()
    kinds: dict[str, list[Context]] = {group: [] for group in titles}
    for kind in sheet.known.units.values():
        if not kind.serves(sheet.draft.faction):
            continue
        kinds[wording.group_of(kind)].append(_offer(sheet, kind))
    return [{"id": group, "title": titles[group], "units": units} for group, units in kinds.items()]


def _offer(sheet: Sheet, kind: UnitType) -> Context:
    offer = _offer_of(kind, sheet.known, sheet.language)
    dear = offer["cost"] > sheet.found.left
    return offer | {"dear": dear, "drawn": _drawn_offer(kind, dear, sheet.known, sheet.language)}


@lru_cache(maxsize=1024)
def _drawn_offer(kind: UnitType, dear: bool, known: Catalogue, language: str) -> SafeString:
    offer = _offer_of(kind, known, language) | {"dear": dear}
    return SafeString(render_to_string("armies/offer.html", {"offer": offer}))


def _offer_of(kind: UnitType, known: Catalogue, language: str) -> Context:
    entry = Entry(kind.id, "")
    numbers = numbers_of(entry, known)
    assert numbers is not None
    name, gloss = kind.name.of(language), kind.gloss.of(language)
    return {
        "type": kind.id,
        "name": name,
        "gloss": gloss,
        "line": wording.offer_line(kind, numbers, known, language),
        "cost": numbers.cost,
        "unit": portrait_of(entry, known),
        "words": f"{name} {gloss} {kind.name.en}".lower().replace("ё", "е"),
    }


def _link(sheet: Sheet, body: Body, open_unit: str) -> Context:
    members = sheet.draft.members(body.id)
    kinds = [sheet.known.units[unit.entry.type].kind for unit in members if unit.entry.type in sheet.known.units]
    kind = kinds[0] if kinds else ""
    most = LARGEST_LINK.get(kind, max(LARGEST_LINK.values()))
    inits = [numbers.initiative for unit in members if (numbers := sheet.numbers(unit))]
    return {
        "body": body,
        "rows": [_row(sheet, unit, open_unit) for unit in members],
        "about": wording.link_kind(kind, len(members), most) if kind else gettext("empty yet"),
        "chip": _chip(kind, inits),
        "cost": sheet.found.links.get(body.id, 0),
        "room": max(0, most - len(members)),
        "kind": kind,
        "bad": any(fault.subject == body.id for fault in sheet.found.faults)
        or any(unit.id in sheet.faulty for unit in members),
        "joiners": [
            {"id": unit.id, "name": wording.unit_name(unit.entry, sheet.known, sheet.language)}
            for unit in sheet.draft.units
            if not _linked(sheet, unit) and _may_join(sheet, unit, kind)
        ],
    }


def _company(sheet: Sheet, body: Body) -> Context:
    members = sheet.draft.members(body.id)
    names = [wording.unit_name(unit.entry, sheet.known, sheet.language) for unit in members]
    bad = any(fault.subject == body.id for fault in sheet.found.faults)
    return {"body": body, "names": names, "bad": bad}


def folders(owner: uuid.UUID) -> list[str]:
    """The folders that an owner's lists are in."""
    known = ArmyList.objects.filter(owner=owner, deleted=None).values_list("content__folder", flat=True)
    return sorted(set(known.distinct()) - {"", None})


def _may_join(sheet: Sheet, unit: Hired, kind: str) -> bool:
    known = sheet.known.units.get(unit.entry.type)
    return known is not None and known.nature == "druzhina" and kind in ("", known.kind)


def _chip(kind: str, inits: list[int]) -> str:
    """How the link acts: one die, the worst initiative, and how near its members keep."""
    if not inits:
        return ""
    near = gettext("within 3 hexes") if kind != "squad" else gettext("side by side")
    worst = max(inits)
    text = gettext("one d6 · Init %(n)d · %(near)s") if len(set(inits)) == 1 else gettext("worst Init %(n)d · %(near)s")
    return text % {"n": worst, "near": near}


def _row(sheet: Sheet, unit: Hired, open_unit: str) -> Context:
    """A unit of the list; its drawing is kept, since one press changes one of many."""
    numbers, chips = sheet.numbers(unit), tuple(_chips(sheet, unit.entry))
    is_open = unit.id == open_unit
    kind = sheet.known.units.get(unit.entry.type)
    return {
        "id": unit.id,
        "bad": unit.id in sheet.faulty,
        "open": is_open,
        "entry": unit.entry,
        "note": unit.note,
        "drawn": _drawn_row(sheet.row.pk, unit, numbers, chips, is_open, sheet.known, sheet.language),
        "choices": _choices(sheet, unit, kind) if is_open else None,
    }


@lru_cache(maxsize=4096)
def _drawn_row(
    key: str,
    unit: Hired,
    numbers: Numbers | None,
    chips: tuple[str, ...],
    is_open: bool,
    known: Catalogue,
    language: str,
) -> SafeString:
    row = {
        "id": unit.id,
        "name": wording.unit_name(unit.entry, known, language),
        "note": unit.note,
        "line": wording.row_line(unit.entry, numbers, known, language),
        "unit": portrait_of(unit.entry, known),
        "cost": numbers.cost if numbers else 0,
        "chips": chips,
        "open": is_open,
    }
    return SafeString(render_to_string("armies/row.html", {"row": row, "key": key}))


def _chips(sheet: Sheet, entry: Entry) -> list[str]:
    """What was chosen and paid for beyond the unit itself."""
    known, language = sheet.known, sheet.language
    found = []
    if entry.commander in known.commanders:
        rank = known.commanders[entry.commander or ""]
        found.append(f"{rank.name.of(language).lower()} +{rank.cost}")
    if entry.trait in known.traits:
        trait = known.traits[entry.trait or ""]
        found.append(f"{trait.name.of(language).lower()} +{trait.cost}")
    found += [
        f"{known.options[option].name.of(language).lower()} +{known.options[option].cost}"
        for option in entry.options
        if option in known.options
    ]
    if entry.terms != "usual" and entry.terms in known.terms:
        terms = known.terms[entry.terms]
        found.append(f"{terms.name.of(language).lower()} {wording.signed(terms.cost)}")
    if body := sheet.draft.body(entry.company or ""):
        found.append(body.name)
    if lord := sheet.draft.unit(entry.lord or ""):
        found.append(wording.companion_of(lord.entry.name))
    return found


def _choices(sheet: Sheet, unit: Hired, kind: UnitType | None) -> Context:
    """The form of a unit: what may be chosen for it, each with its price, and what is chosen."""
    known, language, entry = sheet.known, sheet.language, unit.entry
    nature = kind.nature if kind else ""
    led = nature == "druzhina" or entry.commander is not None
    return {
        "figures": range(1, kind.stats.hits + 1) if kind and kind.kind == "squad" else None,
        "full": kind.stats.hits if kind else 0,
        "now": entry.figures if entry.figures is not None else (kind.stats.hits if kind else 0),
        "commanders": _priced(known.commanders, language, entry.commander) if led else None,
        "traits": _priced(known.traits, language, entry.trait) if entry.commander or entry.trait else None,
        "options": _priced(known.options, language) if nature == "mercenary" or entry.options else None,
        "terms": _priced(known.terms, language, entry.terms) if nature == "mercenary" else None,
        "links": sheet.draft.of_sort("link") if nature == "druzhina" or entry.link else None,
        "companies": sheet.draft.of_sort("company") if nature not in ("druzhina", "") or entry.company else None,
        "lords": list(_lords(sheet, entry)) if nature == "companion" or entry.lord else None,
    }


def _lords(sheet: Sheet, entry: Entry) -> Iterator[Context]:
    """Whom a companion may follow: the commanders, and the one that is chosen whatever has become of him."""
    for unit in sheet.draft.units:
        if unit.entry.commander or unit.id == entry.lord:
            yield {"id": unit.id, "name": wording.unit_name(unit.entry, sheet.known, sheet.language)}


def _priced(known: Mapping[str, Any], language: str, chosen: str | None = None) -> list[Context]:
    rows = [
        {
            "id": each.id,
            "name": each.name.of(language),
            "price": wording.signed(each.cost),
            "gist": gist(each, language),
        }
        for each in known.values()
    ]
    if chosen and chosen not in known:
        rows.append({"id": chosen, "name": chosen, "price": "?", "gist": ""})
    return rows


def gist(each: Any, language: str) -> str:
    return each.gist.of(language) if hasattr(each, "gist") else ""


# the treasury


def _treasury(sheet: Sheet) -> Context:
    found, draft = sheet.found, sheet.draft
    inits = [numbers.initiative for numbers in found.numbers if numbers]
    leaders = [draft.units[i] for i in found.commanders]
    return {
        "spent": min(276, round(276 * found.points / found.size)) if found.size else 276,
        "over": max(0, -found.left),
        "units_count": len(draft.units),
        "links_count": sum(bool(draft.members(body.id)) for body in draft.of_sort("link")),
        "mean_init": number_format(sum(inits) / len(inits), 1) if inits else "—",
        "leaders": [wording.unit_name(unit.entry, sheet.known, sheet.language) for unit in leaders],
        "faults": [_fault(sheet, fault) for fault in found.faults],
        "hints": [_fault(sheet, fault) for fault in found.hints],
        "fine": _fine(sheet),
    }


def _fault(sheet: Sheet, fault: Fault) -> Context:
    unit = sheet.draft.units[fault.scope].id if fault.scope is not None else ""
    return {
        "id": "-".join(filter(None, (fault.reason, unit, fault.subject))),
        "rule": fault.rule,
        "unit": unit,
        "title": wording.fault_title(fault, sheet.draft, sheet.known, sheet.language),
        "text": wording.fault_text(fault, sheet.draft, sheet.known, sheet.language),
        "fixes": fixes.fixes(fault, sheet.draft, sheet.found, sheet.known, sheet.language),
    }


def _fine(sheet: Sheet) -> list[str]:
    """What is in order: only what could be wrong with this list."""
    wrong = {fault.rule for fault in sheet.found.faults}
    checks = [
        ("army.commander", gettext("A commander")),
        ("army.points", gettext("Within the treasury")),
        ("army.names", gettext("Every name is its own")),
    ]
    if sheet.draft.of_sort("link"):
        checks.append(("link.form", gettext("Links of one kind")))
    if sheet.found.hired:
        checks.append(("army.hirelings", gettext("Hirelings at most 40 %")))
    return [text for rule, text in checks if rule not in wrong and sheet.draft.units]
