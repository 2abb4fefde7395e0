"""A list at a glance: how it acts, which links it could have, and what a newer catalogue would change."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from ..rules.catalogue import Catalogue, UnitType, catalogue
from ..rules.evaluation import Evaluation, Numbers, evaluate
from ..rules.insight import shots_of
from ..rules.linking import propose
from . import wording
from .draft import Draft
from .reading import known_of

Context = dict[str, Any]


def proposals(draft: Draft, known: Catalogue, language: str) -> list[Context]:
    """Links from loose units, each with its reason."""
    loose = [unit for unit in draft.units if not (unit.entry.link and draft.body(unit.entry.link))]
    found = []
    for proposal in propose(draft.list(), known):
        units = [draft.units[i] for i in proposal.entries]
        if not all(unit in loose for unit in units):
            continue
        why = (
            gettext("equal initiative %(n)d: nobody waits, one die and one order for all")
            if proposal.even
            else gettext("the worst initiative %(n)d counts for all; each failed check is rolled once more")
        )
        found.append(
            {
                "ids": [unit.id for unit in units],
                "names": [wording.unit_name(unit.entry, known, language) for unit in units],
                "why": why % {"n": proposal.initiative},
            }
        )
    return found


def how(draft: Draft, found: Evaluation, known: Catalogue, language: str) -> list[Context]:
    """The strip below the list: activations, guns at machines and at squads, the slowest."""
    rows = [
        (unit, known.units[unit.entry.type], numbers)
        for unit, numbers in zip(draft.units, found.numbers, strict=True)
        if numbers is not None
    ]
    if not rows:
        return []
    links = sum(bool(draft.members(body.id)) for body in draft.of_sort("link"))
    alone = sum(not (unit.entry.link and draft.body(unit.entry.link)) for unit in draft.units)
    slowest = min(rows, key=lambda row: row[2].speed)
    guns = [(kind, numbers) for _, kind, numbers in rows]
    return [
        {
            "name": gettext("Activations a turn"),
            "value": links + alone,
            "note": gettext("links %(links)d, alone %(alone)d") % {"links": links, "alone": alone},
        },
        _guns(gettext("Shots at machines"), guns, "machines"),
        _guns(gettext("Shots at squads"), guns, "squads"),
        {
            "name": gettext("Slowest move"),
            "value": slowest[2].speed,
            "note": wording.unit_name(slowest[0].entry, known, language),
        },
    ]


def _guns(name: str, units: list[tuple[UnitType, Numbers]], at: str) -> Context:
    shots, power, reach = 0, 0, 0
    for kind, numbers in units:
        for weapon in kind.stats.weapons:
            if at in weapon.targets and not weapon.melee:
                shots += shots_of(weapon, kind, numbers.hits)
                power, reach = max(power, weapon.power), max(reach, weapon.range)
    note = gettext("power up to %(power)d, range up to %(range)d") % {"power": power, "range": reach} if shots else ""
    return {"name": name, "value": shots, "note": note}


def older(draft: Draft, language: str) -> Context | None:
    """What the present catalogue would change in a list of an older one, line by line; None for a list of today."""
    now = catalogue()
    if draft.catalogue == now.version:
        return None
    then = known_of(draft)
    was, will = evaluate(draft.list(), then), evaluate(draft.list(), now)
    lines = []
    for unit, old, new in zip(draft.units, was.numbers, will.numbers, strict=True):
        name = wording.unit_name(unit.entry, now, language)
        if new is None:
            lines.append(gettext("%(unit)s: not in the present catalogue") % {"unit": name})
        elif old is None or old != new:
            before = "—" if old is None else str(old.cost)
            text = gettext("%(unit)s: %(was)s → %(now)d grivnas") if old is None or old.cost != new.cost else ""
            text = text or gettext("%(unit)s: other numbers, %(now)d grivnas as before")
            lines.append(text % {"unit": name, "was": before, "now": new.cost})
    return {
        "was": draft.catalogue,
        "now": now.version,
        "kept": then is not now,
        "lines": lines,
        "points": (was.points, will.points),
        "faults": ngettext("%(n)d fault then", "%(n)d faults then", len(will.faults)) % {"n": len(will.faults)}
        if will.faults
        else "",
    }
