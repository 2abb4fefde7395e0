"""`army`: is this list lawful, all faults at once; and the units that it musters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from .army_list import ArmyList, Entry, NoArmyList
from .battle import Company, Unit
from .catalogue import Catalogue, UnitType, catalogue, make_unit, price

__all__ = [
    "ArmyList",
    "Entry",
    "Fault",
    "NoArmyList",
    "companies",
    "cost",
    "faults",
    "fielded",
    "hireling_points",
    "hireling_share",
    "lord_of",
    "muster",
    "name_key",
    "points",
    "starting_morale",
]

LONGEST_NAME = 200
SECOND_VOIVODE_FROM = 300
HIRELING_SHARE = 40  # percent of the battle size
Chosen = tuple[str, int | None, str | None, str | None, tuple[str, ...], str]  # what the price depends on
HIRELINGS = ("mercenary", "monster", "camp", "companion")
LARGEST_LINK = {"walker": 3, "vehicle": 3, "squad": 5}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a list: the rule, the entry (None: the whole list), the reason as a code, and the facts.

    `have` and `need` are what there is and what is allowed; `subject` is the name of the link or company meant.
    """

    rule: str
    reason: str
    scope: int | None = None
    have: int | str | None = None
    need: int | str | None = None
    subject: str = ""


def faults(army: ArmyList, known: Catalogue | None = None) -> tuple[Fault, ...]:
    """Everything that is wrong with a list by a catalogue, the present one if not told; empty for a lawful one."""
    known = known or catalogue()
    found = [fault for i, entry in enumerate(army.entries) for fault in _of_entry(i, entry, known)]
    for of_list in (_faction, _points, _commanders, _hirelings, _companions, _companies, _links, _names):
        found += of_list(army, known)
    return tuple(found)


def cost(entry: Entry, known: Catalogue | None = None) -> int:
    """What one entry costs in grivnas; what the catalogue does not know costs nothing."""
    chosen = entry.type, entry.figures, entry.commander, entry.trait, entry.options, entry.terms
    return _cost(chosen, known or catalogue())


@lru_cache(maxsize=4096)
def _cost(chosen: Chosen, known: Catalogue) -> int:
    type_, figures, commander, trait, options, terms = chosen
    if type_ not in known.units:
        return 0
    entry = Entry(type_, "", commander, trait, figures, options, terms)
    return price(fielded(entry, known), terms=terms if terms in known.terms else "usual", known=known)


def points(army: ArmyList, known: Catalogue | None = None) -> int:
    """`army.points`: what a list costs in all."""
    return sum(cost(entry, known) for entry in army.entries)


def starting_morale(army: ArmyList, known: Catalogue | None = None) -> int:
    """`morale.pool`: the faction's morale, with what commanders and their traits add."""
    known = known or catalogue()
    ranks = [known.commanders[entry.commander or ""] for entry in army.entries if entry.commander in known.commanders]
    traits = [known.traits[entry.trait or ""] for entry in army.entries if entry.trait in known.traits]
    base = known.factions[army.faction].morale if army.faction in known.factions else 0
    return base + sum(rank.morale for rank in ranks) + sum(trait.morale for trait in traits)


def fielded(entry: Entry, known: Catalogue | None = None) -> Unit:
    """The unit that an entry of a known type fields, figures within what is allowed, for pages and prices."""
    known = known or catalogue()
    if entry.figures is not None:
        entry = replace(entry, figures=min(max(entry.figures, 1), known.units[entry.type].stats.hits))
    return _unit(entry, id="b1", side="blue", known=known)


def muster(army: ArmyList, side: str) -> tuple[Unit, ...]:
    """The units of a lawful list, `r1`, `r2` … or `b1`, `b2` … in the order of its entries."""
    ids = [f"{side[0]}{n}" for n in range(1, len(army.entries) + 1)]
    lords = _lords(army)
    known = _company_ids(army, side)
    units = []
    for i, (id_, entry) in enumerate(zip(ids, army.entries, strict=True)):
        nature = catalogue().units[entry.type].nature
        alone = nature in ("druzhina", "companion")  # R64: companions are no company, they never check a score
        company = None if alone else known[entry.company] if entry.company else id_
        lord = ids[lords[i]] if i in lords else None
        units.append(_unit(entry, id=id_, side=side, company=company, attached_to=lord))
    return tuple(units)


def lord_of(entry: Entry, army: ArmyList) -> int | None:
    """`hireling.companion`: the place of the unit that a companion was given to, commander or not; None: no such."""
    if not entry.lord:
        return None
    key = name_key(entry.lord)
    named = [i for i, each in enumerate(army.entries) if name_key(each.name) == key]
    return next((i for i in named if army.entries[i].commander), next(iter(named), None))


def _lords(army: ArmyList) -> dict[int, int]:
    """The commander of each companion: the one that was chosen, else the first who has none."""
    units = catalogue().units
    companions = [i for i, entry in enumerate(army.entries) if units[entry.type].nature == "companion"]
    lords = {i: lord for i in companions if (lord := lord_of(army.entries[i], army)) is not None}
    free = iter([i for i, entry in enumerate(army.entries) if entry.commander and i not in lords.values()])
    for i in companions:
        if i not in lords and (lord := next(free, None)) is not None:
            lords[i] = lord
    return lords


def companies(army: ArmyList, side: str) -> tuple[Company, ...]:
    """The hires of a lawful list: hirelings of one company together, the others each for itself."""
    strength: dict[str, int] = {}
    terms: dict[str, str] = {}
    for unit, entry in zip(muster(army, side), army.entries, strict=True):
        if unit.company is not None:
            strength[unit.company] = strength.get(unit.company, 0) + unit.hits
            terms[unit.company] = entry.terms
    return tuple(
        Company(id=id_, side=side, initial=strength[id_], terms=terms[id_], hired_on=terms[id_]) for id_ in strength
    )


def _company_ids(army: ArmyList, side: str) -> dict[str, str]:
    names = dict.fromkeys(entry.company for entry in army.entries if entry.company)
    return {name: f"{side[0]}C{n}" for n, name in enumerate(names, 1)}


def _unit(
    entry: Entry,
    *,
    id: str,
    side: str,
    company: str | None = None,
    attached_to: str | None = None,
    known: Catalogue | None = None,
) -> Unit:
    known = known or catalogue()
    return make_unit(
        known=known,
        id=id,
        side=side,
        type=entry.type,
        name=entry.name.strip(),
        figures=entry.figures,
        commander=entry.commander if entry.commander in known.commanders else None,
        trait=entry.trait if entry.trait in known.traits else None,
        options=tuple(option for option in entry.options if option in known.options),
        company=company,
        attached_to=attached_to,
    )


# faults of one entry


def _of_entry(i: int, entry: Entry, known: Catalogue) -> Iterator[Fault]:
    kind = known.units.get(entry.type)
    if kind is None:
        yield Fault("army", "unknown_unit", i, have=entry.type)
        return
    yield from _figures(i, entry, kind)
    yield from _command(i, entry, kind, known)
    yield from _hire(i, entry, kind, known)


def _figures(i: int, entry: Entry, kind: UnitType) -> Iterator[Fault]:
    """`army.figures`: only squads may be hired with fewer figures, and with at least one."""
    if entry.figures is None:
        return
    if kind.kind != "squad":
        yield Fault("army.figures", "figures_of_a_machine", i, have=entry.figures)
    elif not 1 <= entry.figures <= kind.stats.hits:
        yield Fault("army.figures", "figures", i, have=entry.figures, need=kind.stats.hits)


def _command(i: int, entry: Entry, kind: UnitType, known: Catalogue) -> Iterator[Fault]:
    """`army.commanders`: who may lead, and who may have a trait."""
    if entry.commander is not None and entry.commander not in known.commanders:
        yield Fault("army.commanders", "unknown_commander", i, have=entry.commander)
    elif entry.commander is not None and kind.nature != "druzhina":
        yield Fault("army.commanders", "hireling_commander", i, have=entry.type)
    if entry.trait is not None and entry.trait not in known.traits:
        yield Fault("army.commanders", "unknown_trait", i, have=entry.trait)
    elif entry.trait is not None and entry.commander is None:
        yield Fault("army.commanders", "trait_without_commander", i, have=entry.trait)


def _hire(i: int, entry: Entry, kind: UnitType, known: Catalogue) -> Iterator[Fault]:
    """Options and terms are for mercenaries, companies for hirelings, links for the druzhina."""
    for option in dict.fromkeys(entry.options):
        if option not in known.options:
            yield Fault("army.hirelings", "unknown_option", i, have=option)
        elif entry.options.count(option) > 1:
            yield Fault("army.hirelings", "option_twice", i, have=option)
    if entry.terms not in known.terms:
        yield Fault("army.hirelings", "unknown_terms", i, have=entry.terms)
    if kind.nature != "mercenary" and (entry.options or entry.terms != "usual"):
        yield Fault("army.hirelings", "options_of_mercenaries_only", i, have=entry.type)
    if kind.nature == "druzhina" and entry.company is not None:
        yield Fault("army.hirelings", "company_of_hirelings_only", i, have=entry.type)
    if kind.nature != "druzhina" and entry.link is not None:
        yield Fault("link.form", "hireling_in_link", i, have=entry.type, subject=entry.link)


# faults of the whole list


def _faction(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`army.faction`: a list is of one faction that there is, and hires none of another's druzhina."""
    if army.faction not in known.factions:
        yield Fault("army.faction", "unknown_faction", have=army.faction)
        return
    for i, entry in enumerate(army.entries):
        kind = known.units.get(entry.type)
        if kind is not None and not kind.serves(army.faction):
            yield Fault("army.faction", "other_faction", i, have=kind.faction, need=army.faction)


def _points(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`army.points`"""
    spent = points(army, known)
    if spent > army.size:
        yield Fault("army.points", "too_dear", have=spent, need=army.size)


def _commanders(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`army.commander`, R2: one, at 300 and more also one more voivode; at most one prince."""
    leaders = [entry.commander for entry in army.entries if entry.commander in known.commanders]
    allowed = 2 if army.size >= SECOND_VOIVODE_FROM else 1
    if not leaders:
        yield Fault("army.commander", "no_commander", have=0, need=1)
    elif len(leaders) > allowed:
        yield Fault("army.commander", "too_many_commanders", have=len(leaders), need=allowed)
    if leaders.count("prince") > 1:
        yield Fault("army.commanders", "two_princes", have=leaders.count("prince"), need=1)


def _of_nature(army: ArmyList, natures: Iterable[str], known: Catalogue) -> list[Entry]:
    units = known.units
    return [entry for entry in army.entries if entry.type in units and units[entry.type].nature in natures]


def hireling_points(army: ArmyList, known: Catalogue | None = None) -> int:
    """`army.hirelings`: what is spent on all that are not of the druzhina."""
    known = known or catalogue()
    return sum(cost(entry, known) for entry in _of_nature(army, HIRELINGS, known))


def hireling_share(size: int) -> int:
    """`army.hirelings`: how much of the battle size, not of what is spent, may go to hirelings."""
    return size * HIRELING_SHARE // 100


def _hirelings(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`army.hirelings`: at most 40 % of the size; `hireling.companion`: at most one for each commander."""
    spent, share = hireling_points(army, known), hireling_share(army.size)
    if spent > share:
        yield Fault("army.hirelings", "too_many_hirelings", have=spent, need=share)
    companions = len(_of_nature(army, ("companion",), known))
    lords = sum(entry.commander is not None for entry in army.entries)
    if companions > lords:
        yield Fault("hireling.companion", "too_many_companions", have=companions, need=lords)


def _companions(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`hireling.companion`: a companion follows a commander of its list, each commander one of them."""
    served: set[int] = set()
    for i, entry in enumerate(army.entries):
        kind = known.units.get(entry.type)
        if entry.lord is None or kind is None:
            continue
        lord = lord_of(entry, army)
        if kind.nature != "companion":
            yield Fault("hireling.companion", "lord_of_companions_only", i, have=entry.type)
        elif lord is None or not army.entries[lord].commander:
            yield Fault("hireling.companion", "no_such_lord", i, have=entry.lord)
        elif lord in served:
            yield Fault("hireling.companion", "lord_taken", i, have=entry.lord)
        else:
            served.add(lord)


def _companies(army: ArmyList, _known: Catalogue) -> Iterator[Fault]:
    """`hireling.when`: a company is one hire: one kind of unit, the same options, the same terms."""
    for name in dict.fromkeys(entry.company for entry in army.entries if entry.company):
        hires = {(entry.type, frozenset(entry.options), entry.terms) for entry in army.entries if entry.company == name}
        if len(hires) > 1:
            yield Fault("army.hirelings", "mixed_company", have=len(hires), need=1, subject=name)


def _links(army: ArmyList, known: Catalogue) -> Iterator[Fault]:
    """`link.form`: one kind, two to three machines or two to five squads."""
    units = known.units
    for name in dict.fromkeys(entry.link for entry in army.entries if entry.link):
        kinds = [units[entry.type].kind for entry in army.entries if entry.link == name and entry.type in units]
        if len(set(kinds)) > 1:
            yield Fault("link.form", "mixed_link", have=len(set(kinds)), need=1, subject=name)
        elif kinds and not 2 <= len(kinds) <= LARGEST_LINK[kinds[0]]:
            need = 2 if len(kinds) < 2 else LARGEST_LINK[kinds[0]]
            yield Fault("link.form", "link_size", have=len(kinds), need=need, subject=name)


def _names(army: ArmyList, _known: Catalogue) -> Iterator[Fault]:
    """`army.names`: every unit has a name of its own."""
    taken: set[str] = set()
    for i, entry in enumerate(army.entries):
        key = name_key(entry.name)
        if not key:
            yield Fault("army.names", "unnamed", i)
        elif key in taken:
            yield Fault("army.names", "name_taken", i, have=entry.name.strip())
        if len(entry.name.strip()) > LONGEST_NAME:
            yield Fault("army.names", "name_too_long", i, have=len(entry.name.strip()), need=LONGEST_NAME)
        taken.add(key)


def name_key(name: str) -> str:
    """What makes two names the same: case, ё, spaces and invisible signs do not count."""
    seen = "".join(
        sign
        for sign in unicodedata.normalize("NFC", name)
        if sign.isspace() or unicodedata.category(sign) not in ("Cf", "Cc")
    )
    return " ".join(seen.casefold().replace("ё", "е").split())
