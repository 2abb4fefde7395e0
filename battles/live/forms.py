"""What browsers post, turned into values of the rules: strictly, so that the rules meet no surprises.

A command is `do` and its fields; lists are repeated keys, mappings are dotted: `orders.r1=hold`, `points.r1=2`,
`links.rL1=r1` or `member.r1=rL1`, `placements.r1.hex=0502`, `placements.r1.facing=S`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from django.http import QueryDict

from ..rules import atlas, orders
from ..rules.battle import Options
from ..rules.catalogue import Preset, catalogue
from ..rules.commands import COMMANDS, Command, Placement
from ..rules.council import Council
from ..rules.hexes import FACINGS
from .models import PATIENCE
from .seating import Terms

ID = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,39}")
WORD = re.compile(r"[a-z][a-z0-9_-]{0,39}")
HEX = re.compile(r"[0-9]{4}")
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
NUMBER = re.compile(r"-?[0-9]{1,4}")
MOST_VALUES = 400
PRESETS_OPEN = ("skirmish", "battle", "great_battle")
SCENARIOS = ("pitched", "shrine", "breakthrough")
TURNS = range(1, 21)
DEPLOY_ROWS = range(1, 6)
PATIENCES = (60, 180, 300, 600, 1800, 0)  # seconds until a battle may be claimed; 0: never
SWITCHES = ("dissolved_link_costs_morale", "unready", "focus", "daring")


class BadForm(ValueError):
    """A form that no page of ours sends; `field` is where it is wrong."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(field)


Values = Mapping[str, list[str]]
Reader = Callable[[Values, str], Any]


def command_of(post: QueryDict) -> Command:
    """The command that was posted; BadForm for anything that is none."""
    values: Values = {name: post.getlist(name) for name in post}
    if sum(map(len, values.values())) > MOST_VALUES:
        raise BadForm("too_many")
    kind = COMMANDS.get(_one(values, "do", WORD) or "")
    if kind is None:
        raise BadForm("do")
    given = {field.name: READERS[(kind.do, field.name)](values, field.name) for field in fields(kind)}
    missing = [field.name for field in fields(kind) if given[field.name] is None and _must(field)]
    if missing:
        raise BadForm(missing[0])
    return kind(**{name: value for name, value in given.items() if value is not None})


def parts_of(post: QueryDict) -> dict[str, Any]:
    """All that a posted command is made of, as play.give takes it."""
    then = _one({"then": post.getlist("then")}, "then", re.compile("end|council"))
    council = council_of(post) if then == "council" else None
    return {"command": command_of(post), "seen": seen_of(post), "key": key_of(post), "then_end": then == "end",
            "council": council}  # fmt: skip


def council_of(post: QueryDict) -> Council:
    """What is settled with a command for the rest of the preparation; BadForm for an order that there is not."""
    values: Values = {name: post.getlist(name) for name in post}
    given = _orders(values, "orders")
    if not set(given.values()) <= set(orders.ORDERS):
        raise BadForm("orders")
    return Council(shaken=_ids(values, "then.shaken"), paid=_ids(values, "then.paid"), orders=given)


def _must(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def seen_of(post: QueryDict) -> int:
    """The number that the page showed."""
    text = post.get("seen", "")
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadForm("seen")
    return int(text)


def key_of(post: QueryDict) -> str:
    """The key of one press, the same however often it is sent."""
    key = post.get("key", "")
    if not KEY.fullmatch(key):
        raise BadForm("key")
    return key


def terms_of(post: QueryDict) -> Terms:
    """A preset, its options changed as wished, and one of the maps that are made for it."""
    preset = catalogue().presets.get(post.get("preset", ""))
    if preset is None or preset.id not in PRESETS_OPEN:
        raise BadForm("preset")
    sheet = atlas.sheet(post.get("map", ""))
    if sheet is None or sheet.preset != preset.id:
        raise BadForm("map")
    return Terms(preset=preset.id, map_id=sheet.id, options=_options(post, preset), patience=_patience(post),
                 referee="referee" in post)  # fmt: skip


def _patience(post: QueryDict) -> int:
    text = post.get("patience", str(PATIENCE))
    if text not in map(str, PATIENCES):
        raise BadForm("patience")
    return int(text)


def _options(post: QueryDict, preset: Preset) -> dict[str, Any]:
    """Without a mark `options_shown` the form had no switches, and the defaults of a live battle stand."""
    usual = Options()
    options: dict[str, Any] = {
        "scenario": _scenario(post),
        "size": preset.size,
        "turn_limit": _within(post, "turn_limit", TURNS, preset.turns),
        "deploy_rows": _within(post, "deploy_rows", DEPLOY_ROWS, preset.deploy_rows),
    }
    for switch in SWITCHES:
        options[switch] = switch in post if "options_shown" in post else getattr(usual, switch)
    return options


def _scenario(post: QueryDict) -> str:
    scenario = post.get("scenario", "") or SCENARIOS[0]
    if scenario not in SCENARIOS:
        raise BadForm("scenario")
    return scenario


def _within(post: QueryDict, name: str, allowed: range, usual: int) -> int:
    text = post.get(name, "")
    if not text:
        return usual
    if not NUMBER.fullmatch(text) or int(text) not in allowed:
        raise BadForm(name)
    return int(text)


# readers of single fields


def _one(values: Values, name: str, shape: re.Pattern[str]) -> str | None:
    given = [value for value in values.get(name, []) if value]
    if not given:
        return None
    if len(given) > 1 or not shape.fullmatch(given[0]):
        raise BadForm(name)
    return given[0]


def _id(values: Values, name: str) -> str | None:
    return _one(values, name, ID)


def _word(values: Values, name: str) -> str | None:
    return _one(values, name, WORD)


def _place(values: Values, name: str) -> str | None:
    return _one(values, name, re.compile(r"[0-9]{4}|off"))


def _facing(values: Values, name: str) -> str | None:
    facing = _one(values, name, re.compile(r"[A-Z]{1,2}"))
    if facing is not None and facing not in FACINGS:
        raise BadForm(name)
    return facing


def _number(values: Values, name: str) -> int | None:
    text = _one(values, name, NUMBER)
    return None if text is None else int(text)


def _yes(values: Values, name: str) -> bool | None:
    text = _one(values, name, re.compile("yes|no"))
    return None if text is None else text == "yes"


def _all(values: Values, name: str, shape: re.Pattern[str]) -> tuple[str, ...]:
    given = tuple(word for value in values.get(name, []) for word in value.split())
    if not all(shape.fullmatch(word) for word in given) or (len(set(given)) < len(given) and shape is not HEX):
        raise BadForm(name)
    return given


def _ids(values: Values, name: str) -> tuple[str, ...]:
    return _all(values, name, ID)


def _path(values: Values, name: str) -> tuple[str, ...] | None:
    return _all(values, name, HEX) or None


def _numbers(values: Values, name: str) -> tuple[int, ...]:
    return tuple(int(text) for text in _all(values, name, NUMBER))


def _dotted(values: Values, name: str, shape: re.Pattern[str] = ID) -> dict[str, str]:
    """`name.<id>` → the full key, in the order of the form."""
    keys = {full.removeprefix(f"{name}."): full for full in values if full.startswith(f"{name}.")}
    if not all(shape.fullmatch(key) for key in keys):
        raise BadForm(name)
    return keys


def _orders(values: Values, name: str) -> dict[str, str]:
    given = {group: _word(values, full) for group, full in _dotted(values, name).items()}
    return {group: order for group, order in given.items() if order is not None}


def _points(values: Values, name: str) -> dict[str, int]:
    """Groups that get nothing are left out: an untouched form spends nothing."""
    given = {group: _number(values, full) for group, full in _dotted(values, name).items()}
    return {group: points for group, points in given.items() if points}


def _links(values: Values, name: str) -> dict[str, tuple[str, ...]]:
    """By link, or as the table's rows say it: by member, `member.r1=rL1`."""
    given = {link: list(_ids(values, full)) for link, full in _dotted(values, name).items()}
    for unit, full in _dotted(values, "member").items():
        link = _id(values, full)
        if link is not None:
            given.setdefault(link, []).append(unit)
    return {link: tuple(units) for link, units in given.items() if units}


def _placements(values: Values, name: str) -> dict[str, Placement]:
    """A unit without a hex is not placed."""
    placed = {}
    for key in _dotted(values, name, re.compile(rf"{ID.pattern}\.(hex|facing)")):
        unit, _, what = key.partition(".")
        hex_ = _one(values, f"{name}.{unit}.hex", HEX)
        if what == "hex" and hex_ is not None:
            placed[unit] = Placement(hex_, _facing(values, f"{name}.{unit}.facing"))
    return placed


# every field of every command, by name; a field that is not here cannot be sent
READERS: Mapping[tuple[str, str], Reader] = {
    ("deploy", "placements"): _placements,
    ("deploy", "reserve"): _ids,
    ("deploy", "links"): _links,
    ("enter", "placements"): _placements,
    ("enter", "links"): _links,
    ("cancel_checks", "units"): _ids,
    ("review_link", "link"): _id,
    ("review_link", "question"): _word,
    ("review_link", "choice"): _word,
    ("review_link", "units"): _ids,
    ("place_orders", "orders"): _orders,
    ("spend_initiative", "points"): _points,
    ("move", "unit"): _id,
    ("move", "to"): _place,
    ("move", "facing"): _facing,
    ("move", "path"): _path,
    ("move", "edge"): _word,
    ("turn", "unit"): _id,
    ("turn", "facing"): _facing,
    ("stand", "unit"): _id,
    ("undo", "unit"): _id,
    ("special", "unit"): _id,
    ("special", "variant"): _word,
    ("special", "to"): _place,
    ("special", "facing"): _facing,
    ("special", "path"): _path,
    ("special", "edge"): _word,
    ("special", "weapon"): _word,
    ("special", "target"): _id,
    ("attack", "unit"): _id,
    ("attack", "weapon"): _word,
    ("attack", "target"): _id,
    ("attack", "shots"): _number,
    ("reduce_casualties", "cancel"): _numbers,
    ("end_activation", "group"): _id,
    ("hireling_fate", "company"): _id,
    ("hireling_fate", "fate"): _word,
    ("hireling_modifier", "company"): _id,
    ("hireling_modifier", "value"): _number,
    ("hireling_check", "company"): _id,
    ("hireling_terms", "company"): _id,
    ("hireling_terms", "terms"): _word,
    ("set_answers", "cancel_checks"): _word,
    ("set_answers", "reduce_casualties"): _word,
    ("answer_draw", "accept"): _yes,
}
