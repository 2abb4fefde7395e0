"""Printed cards: hit boxes as many as the data say, the danger threshold marked, weapons with chances by range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..rules import insight
from ..rules.catalogue import Catalogue, UnitType
from . import exports, wording
from .reading import Reading, Row

Context = dict[str, Any]
BOX, GAP, IN_A_ROW = 18, 4, 10
LADDER = 12


def context(reading: Reading, language: str) -> Context:
    """What the printed pages show beyond the list itself."""
    morale = reading.found.morale
    return {
        "heading": exports.heading(reading, language),
        "people": wording.faction_name(reading.draft.faction, reading.known, language),
        "cards": [_card(row, group.name, reading.known, language) for group in reading.groups for row in group.rows],
        "ladder": [{"n": n, "start": n == morale} for n in range(max(LADDER, morale + 4) + 1)],
    }


def _card(row: Row, link: str, known: Catalogue, language: str) -> Context:
    numbers = row.numbers
    return {
        "row": row,
        "link": wording.link_title(link) if link else "",
        "boxes": _boxes(numbers.hits, numbers.danger) if numbers else [],
        "width": IN_A_ROW * (BOX + GAP),
        "height": -(-numbers.hits // IN_A_ROW) * (BOX + GAP) if numbers else 0,
        "stats": list(_stats(row)),
        "weapons": list(_weapons(row, known, language)),
    }


def _boxes(hits: int, danger: int) -> list[Context]:
    """One box for each point; the last ones, from the danger threshold down, are marked."""
    return [
        {
            "x": i % IN_A_ROW * (BOX + GAP) + 1,
            "y": i // IN_A_ROW * (BOX + GAP) + 1,
            "danger": hits - i <= danger,
        }
        for i in range(hits)
    ]


def _stats(row: Row) -> Iterator[tuple[str, str]]:
    numbers, kind = row.numbers, row.kind
    if numbers is None or kind is None:
        return
    names = wording.stat_names()
    yield names["defence"], "/".join(map(str, numbers.defence)) if kind.kind != "squad" else str(numbers.defence[0])
    yield names["accuracy"], str(numbers.accuracy)
    own = wording.signed(numbers.personal_initiative) if numbers.personal_initiative else ""
    yield names["initiative"], f"{numbers.initiative}{own}"
    yield names["speed"], str(numbers.speed)
    for name in ("daring", "score", "loyalty"):
        value = getattr(numbers, name)
        if value is not None:
            yield names[name], str(value)


def _weapons(row: Row, known: Catalogue, language: str) -> Iterator[Context]:
    """`combat.number` by distance against each kind that the weapon may be aimed at."""
    numbers, kind = row.numbers, row.kind
    if numbers is None or kind is None:
        return
    for weapon in kind.stats.weapons:
        yield {
            "name": wording.weapon_name(weapon.id, known, language),
            "power": weapon.power,
            "range": weapon.range,
            "melee": weapon.melee,
            "special": weapon.special,
            "shots": insight.shots_of(weapon, kind, numbers.hits),
            "chances": [
                {
                    "kind": wording.groups()[target.kind].lower(),
                    "bands": [
                        {
                            "reach": wording.reach(band.near, band.far),
                            "number": band.number,
                            "chance": percent(band.chance),
                        }
                        for band in insight.fire(weapon, kind=kind, numbers=numbers, target=target).bands
                    ],
                }
                for target in _kinds(known)
                if insight.may_hit(weapon, target)
            ],
        }


def _kinds(known: Catalogue) -> list[UnitType]:
    """One unit of each kind: the number depends on the kind alone."""
    found: dict[str, UnitType] = {}
    for kind in known.units.values():
        if kind.nature == "druzhina":
            found.setdefault(kind.kind, kind)
    return list(found.values())


def percent(chance: float) -> str:
    """Whole hundredths; what is rare is not told as never, nor what is likely as certain."""
    number = round(chance * 100)
    if chance > 0 and number == 0:
        return "< 1"
    if chance < 1 and number == 100:
        return "> 99"
    return str(number)
