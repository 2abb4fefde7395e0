"""What can be done about a fault in one press, with its price: each fix is an ordinary wish of the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ..rules.army import LARGEST_LINK, Fault, cost, points
from ..rules.catalogue import Catalogue, catalogue
from ..rules.evaluation import Evaluation
from . import operations, wording
from .draft import Draft, Hired
from .lists import Ids, Moment
from .wishes import wish_of
from .wording import isolated

Fields = Mapping[str, str | list[str]]
MOST_FIXES = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """A button: its words, the wish that it posts, and by how much the list costs more or less after it."""

    label: SafeString
    fields: tuple[tuple[str, str], ...]
    price: int

    @property
    def tag(self) -> str:
        return wording.price_tag(self.price)


@dataclass(frozen=True, slots=True)
class Case:
    """A fault in its list."""

    fault: Fault
    draft: Draft
    found: Evaluation
    known: Catalogue
    language: str

    @property
    def unit(self) -> Hired:
        assert self.fault.scope is not None
        return self.draft.units[self.fault.scope]

    def cost(self, unit: Hired) -> int:
        return cost(unit.entry, self.known)

    def name(self, unit: Hired) -> SafeString:
        return isolated(wording.unit_name(unit.entry, self.known, self.language))

    def nature(self, unit: Hired) -> str:
        kind = self.known.units.get(unit.entry.type)
        return kind.nature if kind else ""

    def kind(self, unit: Hired) -> str:
        kind = self.known.units.get(unit.entry.type)
        return kind.kind if kind else ""


Offer = tuple[str, Fields]
Maker = Callable[[Case], Iterator[Offer]]


def fixes(fault: Fault, draft: Draft, found: Evaluation, known: Catalogue, language: str) -> list[Fix]:
    """The fixes of a fault, the best first; each is tried here, so that its price is that of the press."""
    case = Case(fault, draft, found, known, language)
    made = FIXES.get(fault.reason)
    offers = list(made(case))[:MOST_FIXES] if made else []
    return [_priced(case, label, fields) for label, fields in offers]


def _priced(case: Case, label: str, fields: Fields) -> Fix:
    pairs = tuple(
        (name, value) for name, given in fields.items() for value in ([given] if isinstance(given, str) else given)
    )
    after = tried(case.draft, pairs, case.language)
    price = points(after.list(), case.known) - case.found.points
    return Fix(conditional_escape(label), pairs, price)


def tried(draft: Draft, pairs: tuple[tuple[str, str], ...], language: str) -> Draft:
    """The draft after a wish, without anybody's list being changed."""
    post = QueryDict(mutable=True)
    for name, value in pairs:
        post.appendlist(name, value)
    steps = wish_of(post, language=language)(Moment(draft, draft, Ids(10**6)))
    return operations.apply(draft, tuple(steps))


def _told(text: str, **facts: object) -> str:
    return format_html(text, **facts)


def _edit(unit: Hired, **fields: str | list[str]) -> Fields:
    return {"do": "edit", "unit": unit.id, **fields}


def _remove(case: Case, unit: Hired) -> Offer:
    return _told(gettext("Dismiss {unit}"), unit=case.name(unit)), {"do": "remove", "unit": unit.id}


# one maker for each reason


def _too_dear(case: Case) -> Iterator[Offer]:
    """The cheapest unit whose leaving is enough, a squad with fewer figures, a larger battle."""
    over = -case.found.left
    enough = [unit for unit in case.draft.units if case.cost(unit) >= over and not unit.entry.commander]
    for unit in sorted(enough, key=case.cost)[:1]:
        yield _remove(case, unit)
    for unit in case.draft.units:
        fewer = _fewer(case, unit, over)
        if fewer:
            label = _told(gettext("{unit}: {n} figures"), unit=case.name(unit), n=fewer)
            yield label, _edit(unit, figures=str(fewer))
            break
    sizes = sorted(preset.size for preset in catalogue().presets.values())
    for size in [size for size in sizes if size >= case.found.points][:1]:
        yield _told(gettext("A battle of {size}"), size=size), {"do": "list", "size": str(size)}


def _fewer(case: Case, unit: Hired, over: int) -> int | None:
    """The most figures of a squad that save enough."""
    kind = case.known.units.get(unit.entry.type)
    if kind is None or kind.kind != "squad":
        return None
    for figures in range((unit.entry.figures or kind.stats.hits) - 1, 0, -1):
        if case.cost(unit) - cost(replace(unit.entry, figures=figures), case.known) >= over:
            return figures
    return None


def _no_commander(case: Case) -> Iterator[Offer]:
    """The dearest of the druzhina as voivode, or as prince; without any, the best squad is hired first."""
    own = [unit for unit in case.draft.units if case.nature(unit) == "druzhina"]
    for unit in sorted(own, key=lambda unit: -case.cost(unit))[:1]:
        for rank in ("voivode", "prince"):
            name = case.known.commanders[rank].name.of(case.language)
            label = _told(gettext("{unit} as {rank}"), unit=case.name(unit), rank=name.lower())
            yield label, _edit(unit, commander=rank)
    if not own:
        squads = [kind for kind in case.known.units.values() if kind.faction == case.draft.faction]
        squads = [kind for kind in squads if kind.kind == "squad"]
        for kind in sorted(squads, key=lambda kind: -kind.stats.cost)[:1]:
            yield from _hire(case, kind.id)


def _hire(case: Case, type_: str) -> Iterator[Offer]:
    if type_ in catalogue().units:
        name = wording.type_name(type_, case.known, case.language)
        yield _told(gettext("Hire {unit}"), unit=name), {"do": "add", "type": type_}


def _too_many_commanders(case: Case) -> Iterator[Offer]:
    for i in reversed(case.found.commanders):
        unit = case.draft.units[i]
        yield _told(gettext("{unit} leads no longer"), unit=case.name(unit)), _edit(unit, commander="")


def _two_princes(case: Case) -> Iterator[Offer]:
    princes = [unit for unit in case.draft.units if unit.entry.commander == "prince"]
    voivode = case.known.commanders["voivode"].name.of(case.language).lower()
    for unit in reversed(princes):
        label = _told(gettext("{unit} as {rank}"), unit=case.name(unit), rank=voivode)
        yield label, _edit(unit, commander="voivode", trait=unit.entry.trait or "")


def _too_many_hirelings(case: Case) -> Iterator[Offer]:
    over = case.found.hired - case.found.may_hire
    hired = [unit for unit in case.draft.units if case.nature(unit) not in ("druzhina", "")]
    enough = [unit for unit in hired if case.cost(unit) >= over] or hired
    for unit in sorted(enough, key=case.cost)[:2]:
        yield _remove(case, unit)


def _too_many_companions(case: Case) -> Iterator[Offer]:
    for unit in reversed([unit for unit in case.draft.units if case.nature(unit) == "companion"]):
        yield _remove(case, unit)


def _other_lord(case: Case) -> Iterator[Offer]:
    """The commanders who have no companion yet; or whoever has none."""
    served = {unit.entry.lord for unit in case.draft.units if unit.id != case.unit.id}
    for i in case.found.commanders:
        lord = case.draft.units[i]
        if lord.id not in served:
            yield _told(gettext("Companion of {unit}"), unit=case.name(lord)), _edit(case.unit, lord=lord.id)
    yield gettext("Of whoever has none"), _edit(case.unit, lord="")


def _leads_no_longer(case: Case) -> Iterator[Offer]:
    yield _told(gettext("{unit} leads no longer"), unit=case.name(case.unit)), _edit(case.unit, commander="")


def _no_trait(case: Case) -> Iterator[Offer]:
    for trait in case.known.traits.values():
        yield trait.name.of(case.language), _edit(case.unit, trait=trait.id)


def _trait_away(case: Case) -> Iterator[Offer]:
    yield gettext("Without the trait"), _edit(case.unit, trait="")


def _full(case: Case) -> Iterator[Offer]:
    yield gettext("The full squad"), _edit(case.unit, figures="")


def _whole(case: Case) -> Iterator[Offer]:
    yield gettext("The whole machine"), _edit(case.unit, figures="")


def _plain_hire(case: Case) -> Iterator[Offer]:
    kept = [option for option in dict.fromkeys(case.unit.entry.options) if option in case.known.options]
    lawful = kept if case.nature(case.unit) == "mercenary" else []
    terms = case.unit.entry.terms if lawful and case.unit.entry.terms in case.known.terms else "usual"
    label = gettext("Only what is allowed")
    yield label, _edit(case.unit, options_shown="1", options=lawful, terms=terms)


def _out_of_company(case: Case) -> Iterator[Offer]:
    yield gettext("Out of the company"), _edit(case.unit, company="")


def _out_of_link(case: Case) -> Iterator[Offer]:
    yield gettext("Out of the link"), _edit(case.unit, link="")


def _no_lord(case: Case) -> Iterator[Offer]:
    yield gettext("Nobody's companion"), _edit(case.unit, lord="")


def _mixed_company(case: Case) -> Iterator[Offer]:
    """The largest hire stays, the others leave."""
    members = case.draft.members(case.fault.subject)
    hires = [(unit.entry.type, frozenset(unit.entry.options), unit.entry.terms) for unit in members]
    stays = max(hires, key=hires.count)
    leave = [unit.id for unit, hire in zip(members, hires, strict=True) if hire != stays]
    yield gettext("The odd ones out"), {"do": "leave", "sort": "company", "units": leave}
    yield gettext("Dissolve the company"), {"do": "remove_body", "body": case.fault.subject}


def _mixed_link(case: Case) -> Iterator[Offer]:
    members = case.draft.members(case.fault.subject)
    kinds = [case.kind(unit) for unit in members]
    stays = max(kinds, key=kinds.count)
    leave = [unit.id for unit, kind in zip(members, kinds, strict=True) if kind != stays]
    yield gettext("The odd ones out"), {"do": "leave", "sort": "link", "units": leave}
    yield gettext("Dissolve the link"), {"do": "remove_body", "body": case.fault.subject}


def _link_size(case: Case) -> Iterator[Offer]:
    """Too many: the last leave. Too few: a loose unit of the kind comes, or the link is dissolved."""
    members = case.draft.members(case.fault.subject)
    kind = case.kind(members[0]) if members else "squad"
    most = LARGEST_LINK.get(kind, 3)
    if len(members) > most:
        leave = [unit.id for unit in members[most:]]
        yield gettext("The last ones out"), {"do": "leave", "sort": "link", "units": leave}
    else:
        loose = (unit for unit in case.draft.units if unit.entry.link is None and case.nature(unit) == "druzhina")
        for unit in [unit for unit in loose if case.kind(unit) == kind][:1]:
            yield _told(gettext("{unit} joins it"), unit=case.name(unit)), _edit(unit, link=case.fault.subject)
    yield gettext("Dissolve the link"), {"do": "remove_body", "body": case.fault.subject}


def _named(case: Case) -> Iterator[Offer]:
    yield gettext("Names by tradition"), {"do": "names"}


def _shorter(case: Case) -> Iterator[Offer]:
    yield gettext("Cut the name"), _edit(case.unit, name=case.unit.entry.name.strip()[:40])


def _other_faction(case: Case) -> Iterator[Offer]:
    """Whoever serves another people leaves, or the list becomes that people's."""
    yield from _dismiss(case)
    faction = case.known.factions.get(str(case.fault.have))
    if faction:
        label = _told(gettext("A list of the {people}"), people=faction.name.of(case.language))
        yield label, {"do": "list", "faction": faction.id}


def _faction(case: Case) -> Iterator[Offer]:
    for faction in case.known.factions.values():
        label = _told(gettext("A list of the {people}"), people=faction.name.of(case.language))
        yield label, {"do": "list", "faction": faction.id}


def _dismiss(case: Case) -> Iterator[Offer]:
    yield _remove(case, case.unit)


def _quarter_left(case: Case) -> Iterator[Offer]:
    """The dearest units that what is left can pay for."""
    own = [kind for kind in case.known.units.values() if kind.faction == case.draft.faction]
    for kind in sorted(own, key=lambda kind: -kind.stats.cost):
        if kind.stats.cost <= case.found.left:
            yield from _hire(case, kind.id)


FIXES: Mapping[str, Maker] = {
    "too_dear": _too_dear,
    "no_commander": _no_commander,
    "too_many_commanders": _too_many_commanders,
    "two_princes": _two_princes,
    "too_many_hirelings": _too_many_hirelings,
    "too_many_companions": _too_many_companions,
    "no_such_lord": _other_lord,
    "lord_taken": _other_lord,
    "lord_of_companions_only": _no_lord,
    "hireling_commander": _leads_no_longer,
    "unknown_commander": _leads_no_longer,
    "trait_without_commander": _trait_away,
    "unknown_trait": _trait_away,
    "no_trait": _no_trait,
    "figures": _full,
    "figures_of_a_machine": _whole,
    "option_twice": _plain_hire,
    "options_of_mercenaries_only": _plain_hire,
    "unknown_option": _plain_hire,
    "unknown_terms": _plain_hire,
    "company_of_hirelings_only": _out_of_company,
    "hireling_in_link": _out_of_link,
    "mixed_company": _mixed_company,
    "mixed_link": _mixed_link,
    "link_size": _link_size,
    "unnamed": _named,
    "name_taken": _named,
    "name_too_long": _shorter,
    "unknown_unit": _dismiss,
    "other_faction": _other_faction,
    "unknown_faction": _faction,
}
