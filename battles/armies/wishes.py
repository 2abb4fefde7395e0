"""What a press in the editor asks for, turned into operations: strictly, so that a draft meets no surprises."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from django.http import QueryDict

from ..rules import names
from ..rules.army import name_key
from ..rules.army_list import Entry
from ..rules.catalogue import Catalogue, catalogue
from . import operations as op
from .draft import FACTION, LONGEST_NAME, LONGEST_NOTE, MOST_BODIES, SORTS, Body, Draft, Hired
from .lists import Change, Moment
from .operations import Gone, Operation
from .reading import known_of

KEY = re.compile(r"[a-z][a-z0-9]{0,11}")
PRESS = re.compile(r"[A-Za-z0-9_-]{8,64}")
NUMBER = re.compile(r"[0-9]{1,9}")
LONGEST_FOLDER = 80
Wish = Callable[[QueryDict, Moment, str], Iterator[Operation]]


class BadWish(ValueError):
    """A form that no page of ours sends."""


def wish_of(post: QueryDict, *, language: str) -> Change:
    """The change that was posted; BadWish for anything that is none."""
    made = WISHES.get(post.get("do", ""))
    if made is None:
        raise BadWish("do")
    return lambda moment: tuple(_with_lost(made, post, moment, language))


def _with_lost(made: Wish, post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    """The wish, for which the unit that it is about is brought back if somebody has removed it meanwhile."""
    unit = moment.lost.unit(post.get("unit", "")) if moment.lost else None
    if moment.lost is not None and unit is not None and moment.now.unit(unit.id) is None:
        before = [each.id for each in moment.lost.units]
        at = before.index(unit.id)
        back = op.Add(unit, before[at - 1] if at else "")
        yield back
        now = back.to(moment.now)
        moment = replace(moment, now=now, base=now)
    yield from made(post, moment, language)


def seen_of(post: QueryDict) -> int:
    """The version that the page showed."""
    if not NUMBER.fullmatch(post.get("seen", "")):
        raise BadWish("seen")
    return int(post["seen"])


def press_of(post: QueryDict) -> str | None:
    """The key of one press, the same however often it is sent; pages without scripts have none."""
    key = post.get("press") or None
    if key is not None and not PRESS.fullmatch(key):
        raise BadWish("press")
    return key


def mine_of(post: QueryDict) -> tuple[str, ...]:
    """The presses that the page has sent since it was drawn."""
    keys = tuple(post.get("mine", "").split()[:500])
    if not all(PRESS.fullmatch(key) for key in keys):
        raise BadWish("mine")
    return keys


def lost_of(post: QueryDict) -> int | None:
    """The version from which something is to be brought back."""
    if not post.get("lost"):
        return None
    if not NUMBER.fullmatch(post["lost"]):
        raise BadWish("lost")
    return int(post["lost"])


def size_of(text: str) -> int:
    """A size of battle that there is."""
    sizes = {str(preset.size): preset.size for preset in catalogue().presets.values()}
    if text not in sizes:
        raise BadWish("size")
    return sizes[text]


def faction_of(text: str, before: str = FACTION) -> str:
    """A faction that there is, or what stood there; the first one where none is told."""
    if text and text not in catalogue().factions and text != before:
        raise BadWish("faction")
    return text or before


def readable(text: str) -> str:
    """Without what no database keeps."""
    return "".join(
        sign for sign in text if sign == "\n" or sign == "\t" or unicodedata.category(sign) not in ("Cc", "Cs")
    )


def clean(text: str, longest: int, *, lines: bool = False) -> str:
    """Text without control characters and lone surrogates, cut to what is kept."""
    allowed = ("\n",) if lines else ()
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (sign for sign in text if sign in allowed or unicodedata.category(sign) not in ("Cc", "Cs", "Zl", "Zp"))
    return unicodedata.normalize("NFC", "".join(kept)).strip()[:longest]


# what can be asked for


def _add(post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    """Hire a unit of a type, into a link or company if told; it is named by tradition."""
    known = known_of(moment.now)
    type_ = post.get("type", "")
    if type_ not in known.units:
        raise BadWish("type")
    home = _body(moment.now, post.get("body", ""))
    entry = Entry(type_, new_name(moment.now, type_, language))
    if home:
        entry = replace(entry, **{home.sort: home.id})
    members = moment.now.members(home.id) if home else ()
    yield op.Add(Hired(moment.ids.next("u"), entry), members[-1].id if members else None)


def _duplicate(post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    """The same again, right below; a second commander would be a fault, so the copy leads nobody."""
    like = _unit(moment, post)
    name = new_name(moment.now, like.entry.type, language)
    entry = replace(like.entry, name=name, commander=None, trait=None, lord=None)
    yield op.Add(Hired(moment.ids.next("u"), entry, like.note), like.id)


def _remove(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    yield op.Remove(_id(post, "unit"))


def _edit(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    """What the form of a unit says otherwise than the page that it came from."""
    id_ = _id(post, "unit")
    before = moment.base.unit(id_) or moment.now.unit(id_)
    if before is None:
        raise Gone(id_)
    for name, value in _chosen(post, before, moment.base).items():
        if value != op.value_at(moment.base, ("unit", id_, name)):
            yield op.Set(id_, name, value)


def _chosen(post: QueryDict, before: Hired, draft: Draft) -> dict[str, object]:
    """The fields that the form has, each as the draft keeps it."""
    known, chosen = known_of(draft), {}
    if "name" in post:
        chosen["name"] = clean(post["name"], LONGEST_NAME)
    if "note" in post:
        chosen["note"] = clean(post["note"], LONGEST_NOTE, lines=True)
    if "figures" in post:
        chosen["figures"] = _figures(post["figures"], before.entry, known)
    if "commander" in post:
        chosen["commander"] = _one_of(post["commander"], known.commanders, before.entry.commander)
    if "trait" in post or "commander" in post:
        trait = _one_of(post.get("trait", before.entry.trait or ""), known.traits, before.entry.trait)
        # who leads no longer has no trait either: it goes with the rank, and its price
        chosen["trait"] = trait if chosen.get("commander", before.entry.commander) else None
    if "terms" in post:
        chosen["terms"] = _one_of(post["terms"], known.terms, before.entry.terms) or "usual"
    if "options_shown" in post:
        chosen["options"] = _options(post.getlist("options"), before.entry, known)
    if "lord" in post:
        if post["lord"] and draft.unit(post["lord"]) is None:
            raise Gone(post["lord"])
        chosen["lord"] = post["lord"] or None
    for sort in SORTS:
        if sort in post:
            body = _body(draft, post[sort], sort)
            chosen[sort] = body.id if body else None
    return chosen


def _figures(text: str, entry: Entry, known: Catalogue) -> int | None:
    """As many as are asked for, a full squad as None; what is too much or too few is a fault for the player to see."""
    if not text:
        return None
    if not NUMBER.fullmatch(text) or int(text) > 999:
        raise BadWish("figures")
    kind = known.units.get(entry.type)
    return None if kind and int(text) == kind.stats.hits else int(text)


def _move(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    """Up or down by one among those of the same body, or behind a unit that is named; into a link, or out of it."""
    unit = _unit(moment, post)
    if "link" in post:
        body = _body(moment.now, post["link"], "link")
        yield op.Set(unit.id, "link", body.id if body else None)
    if "after" in post:
        after = post["after"]
        if after and moment.now.unit(after) is None:
            raise Gone(after)
        if after != unit.id:
            yield op.Move(unit.id, after)
    elif "before" in post:
        all_ = [each.id for each in moment.now.units if each.id != unit.id]
        if post["before"] not in all_:
            raise Gone(post["before"])
        place = all_.index(post["before"])
        yield op.Move(unit.id, all_[place - 1] if place else "")
    elif post.get("by") in ("up", "down"):
        yield from _step(moment.now, unit, post["by"])


def _step(draft: Draft, unit: Hired, by: str) -> Iterator[Operation]:
    beside = [each.id for each in draft.units if each.entry.link == unit.entry.link]
    at, all_ = beside.index(unit.id), [each.id for each in draft.units]
    if by == "up" and at > 0:
        place = all_.index(beside[at - 1])
        yield op.Move(unit.id, all_[place - 1] if place else "")
    if by == "down" and at + 1 < len(beside):
        yield op.Move(unit.id, beside[at + 1])


def _new_body(post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    """A link or a company, with the units that are named."""
    sort = post.get("sort", "")
    if sort not in SORTS:
        raise BadWish("sort")
    if len(moment.now.bodies) >= MOST_BODIES:
        raise BadWish("bodies")
    body = Body(moment.ids.next("b"), sort, _body_name(moment.now, sort, language))
    yield op.AddBody(body)
    for id_ in post.getlist("units"):
        if moment.now.unit(id_):
            yield op.Set(id_, sort, body.id)


def _body_name(draft: Draft, sort: str, language: str) -> str:
    return names.of_body(sort, taken=[body.name for body in draft.bodies], language=language)


def _name_body(post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    id_ = _id(post, "body")
    body = moment.now.body(id_)
    if body is None:
        raise Gone(id_)
    name = clean(post.get("name", ""), LONGEST_NAME) or _body_name(moment.now, body.sort, language)
    yield op.NameBody(id_, name)


def _remove_body(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    yield op.RemoveBody(_id(post, "body"))


def _list(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    """Name, faction, size, notes and folder: what the form says otherwise than the page that it came from."""
    chosen: dict[str, object] = {}
    if "name" in post:
        chosen["name"] = clean(post["name"], LONGEST_NAME) or moment.now.name
    if "faction" in post:
        chosen["faction"] = faction_of(post["faction"], moment.now.faction)
    if "size" in post:
        chosen["size"] = size_of(post["size"])
    if "notes" in post:
        chosen["notes"] = clean(post["notes"], LONGEST_NOTE, lines=True)
    if "folder" in post:
        chosen["folder"] = clean(post["folder"], LONGEST_FOLDER)
    for name, value in chosen.items():
        if value != getattr(moment.base, name):
            yield op.SetList(name, value)


def _names(_post: QueryDict, moment: Moment, language: str) -> Iterator[Operation]:
    """A name by tradition for every unit that has none of its own."""
    draft, taken = moment.now, set()
    for unit in draft.units:
        key = name_key(unit.entry.name)
        if not key or key in taken:
            name = new_name(draft, unit.entry.type, language)
            step = op.Set(unit.id, "name", name)
            draft = step.to(draft)
            key = name_key(name)
            yield step
        taken.add(key)


def _leave(post: QueryDict, moment: Moment, _language: str) -> Iterator[Operation]:
    """Units leave their link or company."""
    sort = post.get("sort", "")
    if sort not in SORTS:
        raise BadWish("sort")
    for id_ in post.getlist("units"):
        if moment.now.unit(id_):
            yield op.Set(id_, sort, None)


def _accept(_post: QueryDict, _moment: Moment, _language: str) -> Iterator[Operation]:
    """Take the list over to the present catalogue; an undo takes it back."""
    yield op.SetList("catalogue", catalogue().version)


WISHES: Mapping[str, Wish] = {
    "add": _add,
    "duplicate": _duplicate,
    "remove": _remove,
    "edit": _edit,
    "move": _move,
    "new_body": _new_body,
    "name_body": _name_body,
    "remove_body": _remove_body,
    "list": _list,
    "names": _names,
    "leave": _leave,
    "accept": _accept,
}


# what the wishes share


def new_name(draft: Draft, type_: str, language: str) -> str:
    """A name that nobody in the list has."""
    kind = known_of(draft).units.get(type_)
    plain = kind.name.of(language) if kind else type_
    return names.of_unit(type_, taken=[unit.entry.name for unit in draft.units], language=language, plain=plain)


def with_named_bodies(draft: Draft, language: str) -> Draft:
    """The draft with links and companies called by tradition: a starter's file has but keys for them."""
    named = replace(draft, bodies=())
    for body in draft.bodies:
        name = _body_name(named, body.sort, language)
        named = replace(named, bodies=(*named.bodies, replace(body, name=name)))
    return named


def _id(post: QueryDict, name: str) -> str:
    if not KEY.fullmatch(post.get(name, "")):
        raise BadWish(name)
    return str(post[name])


def _unit(moment: Moment, post: QueryDict) -> Hired:
    id_ = _id(post, "unit")
    found = moment.now.unit(id_)
    if found is None:
        raise Gone(id_)
    return found


def _body(draft: Draft, id_: str, sort: str = "") -> Body | None:
    """The body of that id; None for no id; Gone where there was one."""
    if not id_:
        return None
    found = draft.body(id_)
    if found is None or (sort and found.sort != sort):
        raise Gone(id_)
    return found


def _one_of(text: str, known: Mapping[str, object], before: str | None) -> str | None:
    """A choice of the catalogue, or what stood there: an old list may hold what is not sold any more."""
    if text and text not in known and text != before:
        raise BadWish(text)
    return text or None


def _options(given: list[str], entry: Entry, known: Catalogue) -> tuple[str, ...]:
    """Each option once and in the order of the catalogue, whatever the order of choosing."""
    order = (*known.options, *(option for option in dict.fromkeys(entry.options) if option not in known.options))
    if set(given) - set(order):
        raise BadWish("options")
    return tuple(option for option in order if option in given)
