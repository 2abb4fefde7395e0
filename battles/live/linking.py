"""`link`: links as the table shows and asks for them: forming, reviewing, how a body hangs together on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from battles.rules.battle import Link
from battles.rules.choices import ActivationChoice, ReviewChoice
from battles.rules.links import parts

from . import tokens, wording
from .scene import Scene

Context = dict[str, Any]


# --- forming -----------------------------------------------------------------------------------------------------


def offered(links: Mapping[str, tuple[str, ...]], unit_id: str) -> list[tuple[str, str]]:
    """`link.form`: the links that a unit may be put into, with their names."""
    return [(link, wording.link_name(link)) for link, units in links.items() if unit_id in units]


def planned(scene: Scene, links: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """`army.links`: the units of a list's planned links, each with the offered link that is free for it."""
    found: dict[str, str] = {}
    plans: dict[str, str] = {}
    for link, units in links.items():
        for unit in units:
            plan = scene.table.planned.get(unit, "")
            if plan and plan not in plans and link not in plans.values():
                plans[plan] = link
            if plan and plans.get(plan) == link:
                found[unit] = link
    return found


# --- the review --------------------------------------------------------------------------------------------------


def question(scene: Scene, choice: ReviewChoice) -> Context:
    """`link.review`, `link.initiative_gap`: what is wrong with a link, and each answer with what follows."""
    link = scene.battle.links[choice.link]
    kept = choice.keeps[0] if choice.keeps else ()
    return {
        "link": choice.link,
        "name": wording.link_name(choice.link),
        "question": choice.question,
        "rule": wording.rule_link("link.initiative_gap" if choice.question == "gap" else "link.together"),
        "members": [_member(scene, id_, choice, leaves=bool(kept) and id_ not in kept) for id_ in choice.units],
        "lots": [scene.speak.units(lot) for lot in parts(scene.battle, choice.units)],
        "reach": _reach(scene, link),
        "worst": max(choice.values.values(), default=0),
        "choices": choice.choices,
        "can_exclude": bool(choice.keeps) or choice.question == "gap",
        "costs": choice.costs,
        "pool": scene.battle.sides[link.side].morale,
        "token": f"review-{choice.link}-{choice.question}-{scene.battle.turn}",
    }


def _member(scene: Scene, id_: str, choice: ReviewChoice, *, leaves: bool) -> Context:
    unit = scene.unit(id_)
    return {"unit": unit, "token": tokens.portrait(unit), "name": wording.unit_name(unit),
            "value": wording.number(choice.values[id_]), "hex": unit.hex, "leaves": leaves}  # fmt: skip


def _reach(scene: Scene, link: Link) -> str:
    """`link.together` in words, for the kind of this link."""
    if scene.unit(link.units[0]).is_machine:
        return gettext("each machine within 3 hexes of another of its link")
    return gettext("each squad next to another of its link")


# --- on the map --------------------------------------------------------------------------------------------------


def bonds(scene: Scene) -> Iterator[str]:
    """`link.together`: each link as one body; the bond to who would be too far away at the next review is gold."""
    for link in scene.battle.links.values():
        members = [id_ for id_ in link.members if scene.unit(id_).on_map]
        lots = parts(scene.battle, members) if members else ()
        for lot in lots:
            yield from (_bond(scene, link, *step) for step in pairwise(_chain(scene, lot)))
        for lot in lots[1:]:
            yield _far(scene, link, lots[0], lot)
        if len(members) > 1:
            yield _tag(scene, link, lots[0])


def _chain(scene: Scene, lot: Iterable[str]) -> list[str]:
    """The members from neighbour to neighbour: the next one is always the nearest that is left."""
    left = list(lot)
    chain = [left.pop(0)]
    while left:
        chain.append(min(left, key=lambda id_: _apart(scene, chain[-1], id_)))
        left.remove(chain[-1])
    return chain


def _apart(scene: Scene, one: str, other: str) -> float:
    (x, y), (u, v) = (scene.board.centre(scene.unit(id_).spot) for id_ in (one, other))
    return (x - u) ** 2 + (y - v) ** 2


def _line(scene: Scene, one: str, other: str) -> str:
    (x, y), (u, v) = (scene.board.centre(scene.unit(id_).spot) for id_ in (one, other))
    return f"M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}"


def _bond(scene: Scene, link: Link, one: str, other: str) -> str:
    line = _line(scene, one, other)
    return f'<path class="bond0" d="{line}"/><path class="bond {link.side}-b" d="{line}"/>'


def _far(scene: Scene, link: Link, body: tuple[str, ...], lot: tuple[str, ...]) -> str:
    """The shortest way between a stray lot and the body of its link."""
    one, other = min(((a, b) for a in body for b in lot), key=lambda pair: _apart(scene, *pair))
    line = _line(scene, one, other)
    return f'<path class="bond0" d="{line}"/><path class="bond far" d="{line}"/>'


def _tag(scene: Scene, link: Link, body: tuple[str, ...]) -> str:
    """The name of a link over its topmost member."""
    spots = [scene.board.centre(scene.unit(id_).spot) for id_ in body]
    x, y = min(spots, key=lambda spot: spot[1])
    return f'<text class="bondname {link.side}-t" x="{x:.1f}" y="{y - 33:.1f}">{wording.link_name(link.id)}</text>'


# --- the body that acts ------------------------------------------------------------------------------------------


def body(scene: Scene, choice: ActivationChoice) -> Context:
    """The targets that more than one attack of the body can reach; nothing for a unit that acts alone."""
    if len(choice.units) < 2:
        return {"body": False}
    return {
        "body": True,
        "together": reverse("live:together", args=[scene.table.battle_id]),
        "fires": [row for target in _targets(choice) if (row := _fire(scene, choice, target))],
    }


def _targets(choice: ActivationChoice) -> list[str]:
    found = (aim.target for unit in choice.units.values() for aim in unit.aims if aim.no is None)
    return list(dict.fromkeys(found))


def _fire(scene: Scene, choice: ActivationChoice, target: str) -> Context | None:
    firing = [
        max(aims, key=lambda aim: aim.mean * aim.shots)
        for unit in choice.units.values()
        if (aims := [aim for aim in unit.aims if aim.no is None and aim.target == target])
    ]
    if len(firing) < 2:
        return None
    unit = scene.unit(target)
    mean = sum(aim.mean * aim.shots for aim in firing)
    return {
        "target": target,
        "name": wording.unit_name(unit),
        "token": tokens.portrait(unit),
        "members": len(firing),
        "mean": wording.decimal(mean),
    }
