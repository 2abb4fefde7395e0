"""Words for things of the battle: units, sides, dice, states, numbers with their reasons; in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import TypeVar

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, npgettext

from battles.rules.battle import ENEMY, Battle, Unit
from battles.rules.catalogue import catalogue
from battles.rules.needed import Reasons
from battles.rules.rulebook import headings, title

from .likeness import alike
from .models import NAME_LENGTH

MINUS = "−"
ROUNDING = 1e-9
Word = TypeVar("Word")


def language() -> str:
    return get_language() or "en"


def by_language(word: Callable[..., Word]) -> Callable[..., Word]:
    """A word that depends on nothing but its arguments and the language is put together once for each."""

    @lru_cache(maxsize=2_000)
    def kept(_language: str, *args: Hashable) -> Word:
        return word(*args)

    @wraps(word)
    def spoken(*args: Hashable) -> Word:
        return kept(language(), *args)

    return spoken


def signed(value: int) -> str:
    """A number with its sign: +1, −2, 0."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def number(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else str(value)


def told(text: str, **facts: object) -> SafeString:
    """A translated sentence with its facts filled in and escaped."""
    return format_html(text, **facts)


@by_language
def percent(chance: float) -> str:
    """A chance in whole hundredths; what is rare is not told as never, nor what is likely as certain."""
    number = round(chance * 100)
    sign = "< " if chance > ROUNDING and number == 0 else "> " if chance < 1 - ROUNDING and number == 100 else ""
    return sign + gettext("%(number)d %%") % {"number": max(1, min(99, number)) if sign else number}


@by_language
def decimal(value: float) -> str:
    """One place behind the point, or the comma, of the language."""
    return str(number_format(value, 1))


def type_name(unit: Unit) -> str:
    known = catalogue().units.get(unit.type)
    return known.name.of(language()) if known else unit.type


def unit_name(unit: Unit) -> str:
    """Kind and own name, as plain text: for labels and titles."""
    if not unit.name:
        return type_name(unit)
    return gettext("%(type)s “%(name)s”") % {"type": type_name(unit), "name": unit.name}


def named(unit: Unit) -> SafeString:
    """A unit's name in a sentence: isolated, so that no direction mark in it reaches the text around."""
    return _isolated(unit_name(unit))


@lru_cache(maxsize=2_000)
def _isolated(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)


@lru_cache(maxsize=2_000)
def _marked(side: str, name: str) -> SafeString:
    """A name with the mark of its side: both sides may field units of one name."""
    return format_html('<b class="u {}">{}</b>', side, _isolated(name))


def weapon_name(weapon: str) -> str:
    known = catalogue().weapons.get(weapon.removesuffix("-2"))
    return known.name.of(language()) if known else weapon


def kind_name(unit: Unit) -> str:
    """Walker, vehicle or squad, with the weight of a walker."""
    walkers = {"light": gettext("light walker"), "medium": gettext("medium walker"), "heavy": gettext("heavy walker")}
    if unit.kind == "walker":
        return walkers.get(unit.stats.mass or "", gettext("walker"))
    return gettext("vehicle") if unit.kind == "vehicle" else gettext("squad")


def rank_name(unit: Unit) -> str:
    rank = catalogue().commanders.get(unit.commander or "")
    return rank.name.of(language()) if rank else ""


@by_language
def order_name(order: str | None) -> str:
    return {"attack": gettext("attack"), "hold": gettext("hold"), "special": gettext("special")}.get(order or "", "—")


def variant_name(variant: str) -> str:
    return {
        "dash": gettext("dash"),
        "power_shot": gettext("power shot"),
        "ram": gettext("ram"),
        "inspire": gettext("inspiration"),
    }.get(variant, variant)


@by_language
def chreda_name(chreda: str) -> str:
    return {
        "deployment": gettext("Deployment"),
        "preparatory": gettext("Preparatory chreda"),
        "initiative": gettext("Initiative chreda"),
        "tactics": gettext("Tactics chreda"),
    }.get(chreda, chreda)


def state_name(unit: Unit, state: str) -> str:
    """A state as the token shows it, in the number of the unit."""
    many = count(unit)
    return {
        "shaken": npgettext("state", "shaken", "shaken", many),
        "routing": npgettext("state", "routing", "routing", many),
        "fire": gettext("on fire"),
        "prone": gettext("prone"),
        "stunned": gettext("stunned"),
    }.get(state, state)


def count(unit: Unit | None) -> int:
    """The grammatical number of a unit: a machine is one, a squad is many."""
    return 2 if unit is not None and not unit.is_machine else 1


def link_name(link: str) -> str:
    """A link by the number in its id: `rL1` is Link 1."""
    return gettext("Link %(number)s") % {"number": link.lstrip("rbL") or link}


@by_language
def arc_name(arc: str) -> str:
    return {"front": gettext("front"), "side": gettext("side"), "rear": gettext("rear")}.get(arc, arc)


def rule_title(rule: str) -> str:
    """The short title of a rule; the id itself only where a newer rule has none."""
    return title(rule, language()) if rule in headings() else rule


def cause_name(cause: str) -> str:
    """What a check is for: the short title of its rule, in the middle of a sentence."""
    return lower(rule_title(cause))


def short(name: str, length: int) -> str:
    """A player's name cut to what a sentence bears; the whole one stands in the header."""
    return name if len(name) <= length else name[: length - 1] + "…"


def lower(text: str) -> str:
    """Without the capital of a heading, unless it is an abbreviation such as БД."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


@by_language
def ground_name(kind: str) -> str:
    return {
        "open": gettext("open ground"), "road": gettext("road"), "forest": gettext("forest"),
        "village": gettext("village"), "hill": gettext("hill"), "swamp": gettext("swamp"),
        "water": gettext("water"), "shrine": gettext("shrine"),
    }.get(kind, kind)  # fmt: skip


@by_language
def slot_name(slot: str) -> str:
    return {"cover": gettext("cover"), "hold": gettext("hold")}.get(slot, slot)


@by_language
def points_name(why: str) -> str:
    """Why points were scored."""
    return {
        "destroyed": gettext("destroyed"),
        "surrendered": gettext("surrendered"),
        "abandoned": gettext("abandoned"),
        "withdrawn": gettext("withdrawn"),
        "broken_through": gettext("broken through"),
        "half": gettext("at half at the end"),
        "routing": gettext("routing at the end"),
        "shrine": gettext("shrine held"),
    }.get(why, why)


@by_language
def reason_name(reason: str) -> str:
    """What a modifier is called beside its number."""
    names = {
        "combat.number": gettext("distance"),
        "map.line": gettext("ground between"),
        "map.terrain": gettext("in cover"),
        "order.hold": gettext("hold"),
        "morale.shaken": npgettext("state", "shaken", "shaken", 2),
        "move.prone": gettext("prone"),
        "combat.critical_table": gettext("critical hit"),
        "combat.unready": gettext("unready"),
        "link.focus": gettext("focus"),
        "army.commanders": gettext("commander"),
        "initiative.damage": gettext("damage"),
        "morale.daring": gettext("commanders and victories"),
        "morale.recovery": gettext("recovery"),
    }
    return names.get(reason) or lower(rule_title(reason))


def reasons(base: int, base_name: str, found: Reasons) -> SafeString:
    """`8 accuracy − 1 distance + 1 unready`: a number taken apart."""
    parts = [format_html("{} {}", number(base), base_name)]
    for reason, value in found:
        sign = "+" if value > 0 else MINUS
        parts.append(format_html("{} {} {}", sign, abs(value), reason_link(reason)))
    return mark_safe(" ".join(parts))


def rule_address(rule: str) -> str:
    """Where the rulebook tells the rule: its chapter's page, at its id."""
    chapter = rule.partition(".")[0]
    page = reverse("live:chapter", args=[chapter])
    return page if rule == chapter else f"{page}#{rule}"


def rule_link(rule: str) -> SafeString:
    """The short title of a rule; a press shows the rule."""
    return _rule_link(rule, language())


@cache
def _rule_link(rule: str, _language: str) -> SafeString:
    return to_rule(rule, lower(rule_title(rule)))


def to_rule(rule: str, words: str) -> SafeString:
    """Words that show a rule over the page (rule-box.js), and lead to it where that is not possible."""
    return format_html('<a class="rule" data-rule="{}" href="{}">{}</a>', rule, rule_address(rule), words)


@by_language
def reason_link(reason: str) -> SafeString:
    """A modifier by what causes it; a press shows its rule."""
    return to_rule(reason, reason_name(reason))


PIPS = {
    1: ((0, 0),),
    2: ((-4, -4), (4, 4)),
    3: ((-4.4, -4.4), (0, 0), (4.4, 4.4)),
    4: ((-4, -4), (4, -4), (-4, 4), (4, 4)),
    5: ((-4.4, -4.4), (4.4, -4.4), (0, 0), (-4.4, 4.4), (4.4, 4.4)),
    6: ((-4, -5), (4, -5), (-4, 0), (4, 0), (-4, 5), (4, 5)),
}


def dice(faces: Iterable[int], larger: bool = False) -> SafeString:
    """Faces as drawings; the larger die has a thick edge where it counts."""
    rolled = list(faces)
    thick = rolled.index(max(rolled)) if larger and rolled else -1
    drawn = "".join(_die(face, i == thick) for i, face in enumerate(rolled))
    return mark_safe(f'<span class="dice">{drawn}</span>') if rolled else mark_safe("")


def _die(face: int, thick: bool) -> str:
    # drawn out, not by <use>: the thick edge is a style of this place
    pips = "".join(f"M{x - 2:g} {y:g}a2 2 0 1 0 4 0a2 2 0 1 0-4 0" for x, y in PIPS[face])
    return (
        f'<svg class="i{" bk" if thick else ""}" viewBox="-12 -12 24 24" role="img" aria-label="{face}">'
        f'<rect class="die" x="-10" y="-10" width="20" height="20" rx="3.5"/><path class="pip" d="{pips}"/></svg>'
    )


@dataclass(frozen=True, slots=True)
class Speaker:
    """Names of this battle: what the sentences of the log and the prompts are told with."""

    battle: Battle
    names: Mapping[str, str]

    def unit(self, id_: str) -> SafeString:
        found = self.battle.units.get(id_)
        if found is None:
            return format_html("<b>{}</b>", id_)
        return _marked(found.side, unit_name(found))

    def company(self, id_: str) -> SafeString:
        """The units of one hire."""
        return self.units(unit.id for unit in self.battle.in_order() if unit.company == id_)

    def units(self, ids: Iterable[str]) -> SafeString:
        return mark_safe(gettext(", ").join(self.unit(id_) for id_ in ids))

    def count(self, id_: str) -> int:
        return count(self.battle.units.get(id_))

    def side(self, side: str | None) -> SafeString:
        return _isolated(side_name(self.names, side, 40))

    def enemy(self, side: str) -> SafeString:
        return self.side(ENEMY[side])

    def group(self, group: str) -> SafeString:
        """A unit alone, or a link by its members."""
        link = self.battle.links.get(group)
        if link is None:
            return self.unit(group) if group in self.battle.units else format_html("<b>{}</b>", link_name(group))
        return format_html("<b>{} {}</b>", gettext("Link"), self.units(link.members))

    def brief(self, group: str) -> SafeString:
        """A group by its own name alone, for narrow rows; a link by that of its first member."""
        link = self.battle.links.get(group)
        unit = self.battle.units.get(link.units[0] if link else group)
        if unit is None:  # a link that is no more
            return format_html("<b>{}</b>", link_name(group))
        return format_html('<b class="u {}"><bdi>{}</bdi></b>', unit.side, unit.name or type_name(unit))


def colour_name(side: str) -> str:
    return gettext("Cinnabar") if side == "red" else gettext("Azure")


def side_name(names: Mapping[str, str], side: str | None, length: int = NAME_LENGTH) -> str:
    """The player's name, cut to a length, or the colour where nobody sits; both where names look alike."""
    if side not in ("red", "blue"):
        return short(names.get("referee") or gettext("the referee"), length)
    name = names.get(side)
    if not name:
        return colour_name(side)
    cut = short(name, length)
    others = (short(names.get(ENEMY[side]) or "", length), colour_name(ENEMY[side]), gettext("the referee"))
    return f"{cut} ({colour_name(side)})" if any(alike(cut, other) for other in others) else cut


def glossary() -> list[tuple[str, str]]:
    """What is written short on the table, and what it stands for."""
    return [
        (gettext("Str"), gettext("strength: the figures of a squad, its fire and its life")),
        (gettext("Struct"), gettext("structure: the hit boxes of a machine")),
        (gettext("Def"), gettext("defence, of a machine from the front / side / rear")),
        (gettext("Acc"), gettext("accuracy: the base number of an attack")),
        (gettext("Init"), gettext("initiative: added to a d6, the lower total acts first")),
        (gettext("Dar"), gettext("daring: the number of a check of fear")),
        (gettext("larger die"), gettext("the larger of the two dice of an attack: damage, with power added")),
        (gettext("morale"), gettext("the pool of a side: spent on initiative and on cancelling fear")),
        (gettext("chreda"), gettext("a part of the turn: preparation, initiative, tactics")),
        (gettext("number"), gettext("two dice hit or hold with a sum of at most this")),
    ]


@by_language
def do_name(do: str) -> str:
    """What a side is asked for, as in «waiting for Ratibor: orders»."""
    return {
        "deploy": gettext("deployment"),
        "enter": gettext("entry from reserve"),
        "cancel_checks": gettext("cancelling checks"),
        "review_link": gettext("review of a link"),
        "place_orders": gettext("orders"),
        "spend_initiative": gettext("will to win"),
        "reduce_casualties": gettext("casualty reduction"),
        "hireling_fate": gettext("fate of the hirelings"),
    }.get(do, do)
