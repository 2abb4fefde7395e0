"""Words for what is in a list: kinds, numbers, weapons, and faults with what is there and what is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

from ..rules.army import Fault
from ..rules.army_list import Entry
from ..rules.catalogue import Catalogue, UnitType
from ..rules.evaluation import Numbers
from .draft import Draft

MINUS = "−"
ORDER = ("walker", "vehicle", "squad", "hireling")


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def grivnas(count: int) -> str:
    return ngettext("%(n)d grivna", "%(n)d grivnas", abs(count)) % {"n": count}


def groups() -> dict[str, str]:
    """What can be hired, in the order of the picker."""
    return {
        "walker": gettext("Walkers"),
        "vehicle": gettext("Vehicles"),
        "squad": gettext("Squads"),
        "hireling": gettext("Hirelings and monsters"),
    }


def group_of(kind: UnitType) -> str:
    return kind.kind if kind.nature == "druzhina" else "hireling"


def nature_name(nature: str) -> str:
    return {
        "druzhina": gettext("druzhina"),
        "mercenary": gettext("mercenaries"),
        "monster": gettext("monsters"),
        "camp": gettext("camp followers"),
        "companion": gettext("companions of a commander"),
    }[nature]


def stat_names() -> dict[str, str]:
    return {
        "defence": gettext("Def"),
        "accuracy": gettext("Acc"),
        "initiative": gettext("Init"),
        "speed": gettext("Move"),
        "daring": gettext("Daring"),
        "score": gettext("Morale score"),
        "loyalty": gettext("Loyalty"),
    }


def reach(near: int, far: int) -> str:
    """A span of distances: 1, 2–5."""
    return str(near) if near == far else f"{near}–{far}"


def link_title(name: str) -> str:
    return gettext("Link “%(name)s”") % {"name": name}


def faction_name(faction: str, known: Catalogue, language: str) -> str:
    found = known.factions.get(faction)
    return found.name.of(language) if found else faction


def type_name(type_: str, known: Catalogue, language: str) -> str:
    """What is not in the catalogue any more goes by its id."""
    kind = known.units.get(type_)
    return kind.name.of(language) if kind else type_


def link_kind(kind: str, count: int, most: int) -> str:
    """`walkers, 2 of 3`: what a link is made of."""
    text = {
        "walker": gettext("walkers, %(n)d of %(most)d"),
        "vehicle": gettext("vehicles, %(n)d of %(most)d"),
        "squad": gettext("squads, %(n)d of %(most)d"),
    }[kind]
    return text % {"n": count, "most": most}


def spirit(numbers: Numbers) -> str:
    """Daring, or what a hireling has instead."""
    if numbers.daring is not None:
        return gettext("Daring %(n)s") % {"n": numbers.daring}
    if numbers.loyalty is not None:
        return gettext("loyalty %(n)d") % {"n": numbers.loyalty}
    return gettext("morale score %(n)d") % {"n": numbers.score or 0}


def offer_line(kind: UnitType, numbers: Numbers, known: Catalogue, language: str) -> str:
    """The line of the picker: what a player compares."""
    if kind.kind != "squad":
        parts = [
            initiative(numbers),
            gettext("move %(n)d") % {"n": numbers.speed},
            gettext("struct. %(n)d") % {"n": numbers.hits},
            "/".join(map(str, numbers.defence)),
        ]
    else:
        parts = [
            gettext("Acc %(n)d") % {"n": numbers.accuracy},
            spirit(numbers),
            gettext("strength %(n)d") % {"n": numbers.hits},
            *special_weapons(kind, known, language),
        ]
    return " · ".join(parts)


def initiative(numbers: Numbers) -> str:
    own = f" {signed(numbers.personal_initiative)}" if numbers.personal_initiative else ""
    return gettext("Init %(n)d") % {"n": numbers.initiative} + own


def special_weapons(kind: UnitType, known: Catalogue, language: str) -> Iterator[str]:
    """The weapon that makes a squad what it is: the special one, or that of a monster."""
    special = [weapon for weapon in kind.stats.weapons if weapon.special]
    if not special and kind.nature != "druzhina":
        special = list(kind.stats.weapons[:1])
    for weapon in special:
        yield weapon_name(weapon.id, known, language)


def weapon_name(id_: str, known: Catalogue, language: str) -> str:
    found = known.weapons.get(id_.removesuffix("-2"))
    return found.name.of(language).lower() if found else id_


def row_line(entry: Entry, numbers: Numbers | None, known: Catalogue, language: str) -> str:
    """The line of a hired unit: what it has come to by all that was chosen for it."""
    kind = known.units.get(entry.type)
    if kind is None or numbers is None:
        return gettext("not in this catalogue")
    weapons = ", ".join(weapon_name(weapon.id, known, language) for weapon in kind.stats.weapons)
    if kind.kind != "squad":
        parts = [gettext("struct. %(n)d") % {"n": numbers.hits}, weapons, spirit(numbers)]
    else:
        parts = [
            gettext("strength %(n)d of %(full)d") % {"n": numbers.hits, "full": numbers.full},
            weapons,
            spirit(numbers),
        ]
        if numbers.danger > 1:
            parts.append(gettext("danger %(n)d") % {"n": numbers.danger})
    if kind.nature == "camp":
        parts.append(gettext("heartens shaken friends nearby"))
    return " · ".join(parts)


# faults and hints: a title with the facts, and the sentence that tells what is needed

Said = tuple[str, str]
TOLD: dict[str, Said] = {
    "too_dear": (gettext_noop("The treasury is overdrawn by {over}"), gettext_noop("The list costs {have} of {need}.")),
    "no_commander": (
        gettext_noop("Nobody commands"),
        gettext_noop("A druzhina needs a prince or a voivode, on a unit of its own."),
    ),
    "too_many_commanders": (
        gettext_noop("Too many commanders: {have}"),
        gettext_noop("This size of battle allows {need}; from 300 grivnas a second voivode may come."),
    ),
    "two_princes": (gettext_noop("Princes: {have}"), gettext_noop("A druzhina has at most one.")),
    "too_many_hirelings": (
        gettext_noop("Too much spent on hirelings: {have}"),
        gettext_noop("At most {need}, which is 40 % of the battle's size."),
    ),
    "too_many_companions": (
        gettext_noop("Companions without a commander"),
        gettext_noop("There are {have}; each commander has at most one, so here {need}."),
    ),
    "no_such_lord": (
        gettext_noop("{unit}: whose companion?"),
        gettext_noop("The one it follows, {have}, commands nobody here."),
    ),
    "lord_taken": (
        gettext_noop("{unit}: the commander has another companion"),
        gettext_noop("{have} has one already; each commander has at most one."),
    ),
    "lord_of_companions_only": (
        gettext_noop("{unit} is nobody's companion"),
        gettext_noop("Only companions follow a commander."),
    ),
    "hireling_commander": (
        gettext_noop("{unit} cannot command"),
        gettext_noop("Hirelings command nobody; a unit of the druzhina does."),
    ),
    "trait_without_commander": (
        gettext_noop("{unit}: a trait without a rank"),
        gettext_noop("Only commanders have traits."),
    ),
    "figures": (gettext_noop("{unit}: {have} figures"), gettext_noop("Between 1 and {need} may be hired.")),
    "figures_of_a_machine": (
        gettext_noop("{unit}: a machine is hired whole"),
        gettext_noop("Only squads come with fewer figures."),
    ),
    "option_twice": (gettext_noop("{unit}: an option twice"), gettext_noop("Each option counts once.")),
    "options_of_mercenaries_only": (
        gettext_noop("{unit} takes no options and terms"),
        gettext_noop("They are for mercenaries."),
    ),
    "company_of_hirelings_only": (
        gettext_noop("{unit} belongs to no company"),
        gettext_noop("Companies are for hirelings."),
    ),
    "hireling_in_link": (gettext_noop("{unit} cannot be in a link"), gettext_noop("Hirelings form no links.")),
    "mixed_company": (
        gettext_noop("{body}: units of different hire"),
        gettext_noop("A company is one kind of unit with the same options and terms."),
    ),
    "mixed_link": (
        gettext_noop("{body}: units of different kinds"),
        gettext_noop("A link is of walkers, of vehicles or of squads alone."),
    ),
    "link_size": (
        gettext_noop("{body}: {have} in the link"),
        gettext_noop("Two or three machines, or two to five squads."),
    ),
    "unnamed": (gettext_noop("{unit} has no name"), gettext_noop("Every unit has a name of its own.")),
    "name_taken": (gettext_noop("Two are called “{have}”"), gettext_noop("Names in a druzhina are not repeated.")),
    "name_too_long": (gettext_noop("{unit}: the name is too long"), gettext_noop("At most {need} signs.")),
    "unknown_unit": (
        gettext_noop("{have} is not in the catalogue"),
        gettext_noop("It costs nothing and cannot fight."),
    ),
    "unknown_commander": (gettext_noop("{unit}: unknown rank {have}"), gettext_noop("The catalogue has none like it.")),
    "unknown_trait": (gettext_noop("{unit}: unknown trait {have}"), gettext_noop("The catalogue has none like it.")),
    "unknown_option": (gettext_noop("{unit}: unknown option {have}"), gettext_noop("The catalogue has none like it.")),
    "unknown_terms": (gettext_noop("{unit}: unknown terms {have}"), gettext_noop("The catalogue has none like them.")),
    "unknown_faction": (gettext_noop("Unknown faction {have}"), gettext_noop("The catalogue has none like it.")),
    "other_faction": (
        gettext_noop("{unit} serves another faction"),
        gettext_noop("A list hires from one faction; only hirelings serve any."),
    ),
    "quarter_left": (gettext_noop("Much of the treasury is left"), gettext_noop("{have} would be lost.")),
    "no_trait": (gettext_noop("{unit}: no trait chosen"), gettext_noop("Not a fault: a trait costs 3 grivnas.")),
}
IN_GRIVNAS = ("too_dear", "too_many_hirelings", "quarter_left")


def fault_title(fault: Fault, draft: Draft, known: Catalogue, language: str) -> SafeString:
    return _told(fault, TOLD[fault.reason][0], draft, known, language)


def fault_text(fault: Fault, draft: Draft, known: Catalogue, language: str) -> SafeString:
    return _told(fault, TOLD[fault.reason][1], draft, known, language)


def _told(fault: Fault, text: str, draft: Draft, known: Catalogue, language: str) -> SafeString:
    count: Callable[[object], object] = (
        (lambda value: grivnas(int(str(value)))) if fault.reason in IN_GRIVNAS else (lambda value: value)
    )
    facts: dict[str, object] = {"have": count(fault.have), "need": count(fault.need)} if fault.have is not None else {}
    if fault.reason == "too_dear":
        facts["over"] = grivnas(int(str(fault.have)) - int(str(fault.need)))
    if fault.scope is not None and fault.scope < len(draft.units):
        facts["unit"] = isolated(unit_name(draft.units[fault.scope].entry, known, language))
    if fault.reason in ("name_taken", "no_such_lord", "lord_taken"):
        facts["have"] = isolated(str(fault.have))
    body = draft.body(fault.subject)
    facts["body"] = isolated(body.name if body else fault.subject)
    return format_html(gettext(text), **{"have": "", "need": "", "unit": "", **facts})


def isolated(text: str) -> SafeString:
    """A player's own words: no direction mark in them reaches the text around."""
    return format_html("<bdi>{}</bdi>", text)


def unit_name(entry: Entry, known: Catalogue, language: str) -> str:
    """Kind and own name."""
    type_ = type_name(entry.type, known, language)
    return gettext("%(type)s “%(name)s”") % {"type": type_, "name": entry.name} if entry.name else type_


def companion_of(name: str) -> str:
    return gettext("companion of “%(name)s”") % {"name": name}


def price_tag(price: int) -> str:
    """What a press would cost: +10, −14, or that it is free."""
    return signed(price) if price else pgettext("price", "free")
