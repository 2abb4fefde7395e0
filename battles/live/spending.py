"""The will to win as an instrument: the draft of a spending, the two orders of activation, what each point buys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules import forecast, initiative
from battles.rules.battle import Standing
from battles.rules.choices import SpendChoice

from . import fear, instruments, wording
from .scene import Scene

Context = dict[str, Any]
Points = Mapping[str, int]
NOTHING: Points = {}
NAMED = 2


def question(scene: Scene, choice: SpendChoice, draft: Points = NOTHING) -> Context:
    """The rows in today's order and the plan below them, for a draft that nobody else knows of."""
    order = initiative.order(scene.battle)
    after = forecast.order_with(scene.battle, draft)
    rows = [_row(scene, choice, group, draft, order=order, after=after) for group in order]
    return {
        "rows": rows,
        "pool": choice.pool,
        "token": f"spend-{scene.side}-{scene.battle.turn}",
        "plan": _plan(scene, choice, draft, order=order, after=after),
    }


def lawful(choice: SpendChoice, draft: Points) -> bool:
    """Whether the points may be spent so: known groups of one's own, and no more than the pool holds."""
    fits = draft.keys() <= choice.groups.keys() and min(draft.values(), default=0) >= 0
    return fits and sum(draft.values()) <= choice.pool


Order = tuple[str, ...]


def _row(scene: Scene, choice: SpendChoice, group: str, draft: Points, *, order: Order, after: Order) -> Context:
    battle = scene.battle
    standing = _with(battle.standings[initiative.standing_group(battle, group) or group], draft.get(group, 0))
    passed = passed_by(group, order, after)
    open_ = group in choice.groups
    return {
        "group": group,
        "total": wording.number(standing.total),
        "token": scene.portrait(group),
        "name": scene.speak.group(group),
        "plain": _plain(scene, group),
        "link": group in battle.links,
        "sum": instruments.sum_of(standing),
        "open": open_,
        "own": battle.group_side(group) == scene.side,
        "gained": len(passed),
        "before": _names(scene, passed),
        "tie": instruments.tie_of(scene, order, group),
        "more": _next_gain(scene, choice, group, draft, after) if open_ else "",
    }


def _with(standing: Standing, points: int) -> Standing:
    given = None if standing.given is None else standing.given - points
    return replace(standing, given=given, improved=standing.improved + points)


def passed_by(group: str, order: Order, after: Order) -> list[str]:
    """The groups that a group acts before now, and did not before."""
    return [other for other in order[: order.index(group)] if after.index(other) > after.index(group)]


def _next_gain(scene: Scene, choice: SpendChoice, group: str, draft: Points, after: Order) -> SafeString | str:
    """The fewest points more that win a place, and before whom."""
    left = choice.pool - sum(draft.values())
    for more in range(1, left + 1):
        then = forecast.order_with(scene.battle, {**draft, group: draft.get(group, 0) + more})
        passed = passed_by(group, after, then)
        if passed:
            return wording.told(
                ngettext("{n} point more: before {names}", "{n} points more: before {names}", more),
                n=more, names=_names(scene, passed),
            )  # fmt: skip
    return ""


def _names(scene: Scene, passed: list[str]) -> SafeString:
    """The enemy groups that are passed, or one's own where there are none; two by name, the others counted."""
    foes = [group for group in passed if scene.battle.group_side(group) != scene.side] or passed
    names = gettext(", ").join(scene.speak.brief(group) for group in foes[:NAMED])
    rest = len(foes) - NAMED
    return mark_safe(f"{names} +{rest}") if rest > 0 else mark_safe(names)


def _plain(scene: Scene, group: str) -> str:
    link = scene.battle.links.get(group)
    return gettext("Link") if link else wording.unit_name(scene.unit(group))


def _plan(scene: Scene, choice: SpendChoice, draft: Points, *, order: Order, after: Order) -> Context:
    """The two orders side by side, the points that go, and what is left of them."""
    side = scene.battle.sides[scene.side or "blue"]
    spent = sum(draft.values())
    temporary = min(side.temporary, spent)
    return {
        "spent": spent,
        "draft": "&".join(f"points.{group}={draft[group]}" for group in order if draft.get(group)),
        "pool": choice.pool,
        "without": _strip(scene, order, draft),
        "with": _strip(scene, after, draft),
        "temporary": side.temporary,
        "temporary_spent": temporary,
        "expires": side.temporary - temporary,
        "left": side.morale - (spent - temporary),
        "breaks": fear.at_the_break(scene, side) if spent and spent == choice.pool else [],
        "label": gettext("Spend nothing") if not spent else
        ngettext("Spend %(n)d point", "Spend %(n)d points", spent) % {"n": spent},
    }  # fmt: skip


def _strip(scene: Scene, order: Order, draft: Points) -> list[Context]:
    return [
        {"token": scene.portrait(group), "name": _plain(scene, group), "raised": bool(draft.get(group))}
        for group in order
    ]
