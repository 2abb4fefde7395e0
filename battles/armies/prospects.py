"""What a list can do and how it holds, as its page draws it: exact numbers, each chart with its table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext

from ..rules import insight
from ..rules.army_list import ArmyList
from ..rules.catalogue import Catalogue, UnitType
from ..rules.insight import Band, Fire, Holds
from . import wording
from .draft import Draft
from .reading import Reading, Row, read
from .sheets import percent

Context = dict[str, Any]
BAR, HEIGHT = 9, 28


def context(draft: Draft, known: Catalogue, language: str) -> Context:
    """Weapons of every different unit against every class of target; then what fear may do."""
    reading = read(draft, known, language)
    targets = list(_classes(known))
    return {
        "units": [_unit(row, targets, known, language) for row in _different(reading)],
        "morale": list(_morale(reading, known, language)),
        "hirelings": list(_hirelings(reading, known)),
        "start": reading.found.morale,
    }


def _different(reading: Reading) -> Iterator[Row]:
    """Units that fight alike are shown once."""
    seen = set()
    for row in reading.rows:
        entry = row.hired.entry
        key = (entry.type, entry.figures, frozenset(entry.options))
        if row.numbers and key not in seen:
            seen.add(key)
            yield row


def _classes(known: Catalogue) -> Iterator[UnitType]:
    """Targets that take harm alike are one class, called by the first of them."""
    seen = set()
    for kind in known.units.values():
        key = (kind.kind, kind.stats.defence[0], kind.stats.hits)
        if key not in seen:
            seen.add(key)
            yield kind


def _unit(row: Row, targets: list[UnitType], known: Catalogue, language: str) -> Context:
    entry = row.hired.entry
    fires = list(insight.fires(entry, known, targets))
    weapons = list(dict.fromkeys(fire.weapon.id for fire in fires))
    return {
        "row": row,
        "weapons": [
            {
                "name": wording.weapon_name(id_, known, language),
                "rows": [_fire(fire, language) for fire in fires if fire.weapon.id == id_],
                "shots": next(fire.shots for fire in fires if fire.weapon.id == id_),
            }
            for id_ in weapons
        ],
    }


def _fire(fire: Fire, language: str) -> Context:
    stats = fire.target.stats
    return {
        "target": fire.target.name.of(language),
        "defence": stats.defence[0],
        "bands": [
            {
                "reach": wording.reach(band.near, band.far),
                "chance": percent(band.chance),
                "losses": number_format(band.losses, 2),
            }
            for band in fire.bands
        ],
        "bars": list(_bars(fire.bands)),
        "width": fire.weapon.range * BAR + 1,
        "height": HEIGHT,
    }


def _bars(bands: tuple[Band, ...]) -> Iterator[Context]:
    for band in bands:
        for far in range(band.near, band.far + 1):
            tall = round(band.chance * HEIGHT, 1)
            yield {"x": (far - 1) * BAR + 1, "y": round(HEIGHT - tall, 1), "h": tall}


def _morale(reading: Reading, known: Catalogue, language: str) -> Iterator[Context]:
    list_ = reading.draft.list()
    yield _holds(gettext("The pool is spent: all check at −1"), insight.exhaustion(list_, known), reading, language)
    if reading.found.commanders:
        title = gettext("The commander falls: a check of each at −1")
        yield _holds(title, insight.commander_falls(list_, known), reading, language)
    for body in reading.draft.of_sort("link"):
        if reading.draft.members(body.id):
            title = gettext("Link “%(name)s” at half, the rest in danger") % {"name": body.name}
            yield _holds(title, insight.link_at_half(list_, known, body.id), reading, language)


def _holds(title: str, found: Holds, reading: Reading, language: str) -> Context:
    names = [unit.entry.name for unit in reading.draft.units]
    return {
        "title": title,
        "mean": number_format(found.mean, 1),
        "of": len(found.entries),
        "all_hold": percent(found.all_hold),
        "rows": [
            {"name": names[i], "chance": percent(chance)}
            for i, chance in zip(found.entries, found.chances, strict=True)
        ],
        "shaken": [
            {"n": n, "chance": percent(share), "width": round(share * 200, 1), "y": n * 18}
            for n, share in enumerate(found.shaken)
        ],
        "height": len(found.shaken) * 18,
    }


def _hirelings(reading: Reading, known: Catalogue) -> Iterator[Context]:
    list_: ArmyList = reading.draft.list()
    for found in insight.hirelings(list_, known):
        yield {
            "name": list_.entries[found.entry].name,
            "score": found.score,
            "chances": [{"by": wording.signed(by), "chance": percent(chance)} for by, chance in found.chances or ()],
            "says": gettext("never checks") if found.score == 12 else gettext("never fights unless cornered"),
        }
