"""The morale panel and the initiative panel: what they show, as plain values for their templates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from battles.rules import initiative
from battles.rules.battle import Side, Standing

from . import curve, fear, tokens, wording
from .scene import Scene
from .tables import MoraleChange

Context = dict[str, Any]
SLOTS = 10
SHOWN_CHANGES = 5
NEAR_THE_BREAK = 3


def sides(scene: Scene) -> tuple[str, str]:
    """The viewer's side first."""
    return (scene.below, "red" if scene.below == "blue" else "blue")


def morale(scene: Scene) -> Context:
    """Both pools, their curve, the last changes, and what hangs on the next points."""
    pools = [_pool(scene, scene.battle.sides[side]) for side in sides(scene)]
    changes = [_change(scene, change) for change in scene.table.morale_history[::-1]]
    return {
        "pools": pools,
        "changes": changes[:SHOWN_CHANGES],
        "older": changes[SHOWN_CHANGES:],
        "curve": curve.drawn(scene),
        "frightened": fear.frightened(scene),
        "panics": fear.panics(scene),
    }


def _pool(scene: Scene, side: Side) -> Context:
    full = max(SLOTS, side.morale + side.temporary)
    checking = fear.at_the_break(scene, side)
    return {
        "near": side.pool <= NEAR_THE_BREAK,
        "checking": checking,
        "failing": wording.decimal(sum(1 - row["share"] for row in checking)),
        "side": side.id,
        "name": scene.speak.side(side.id),
        "morale": side.morale,
        "temporary": side.temporary,
        "pool": side.pool,
        "exhausted": side.exhausted,
        "track": _track(side, full),
        "label": gettext("%(name)s: morale %(morale)d, temporary %(temporary)d")
        % {"name": wording.side_name(scene.table.names, side.id), "morale": side.morale, "temporary": side.temporary},
    }


def _track(side: Side, full: int) -> SafeString:
    """Shields from 0 up; temporary points are dashed gold, empty places dotted."""
    outer, _, hatching = tokens.PLATES[side.id]
    gap = min(26.0, 250 / full)
    scale = 0.56 * gap / 26
    parts = []
    for i in range(full):
        place = f'<g transform="translate({39 + gap * i:.1f} 15) scale({scale:.2f})">'
        if i < side.morale:
            fill = "pr" if side.id == "red" else "pb"
            parts.append(f'{place}<path class="{fill}" d="{outer}"/><path d="{outer}" fill="url(#{hatching})"/></g>')
        elif i < side.pool:
            parts.append(f'{place}<path class="ptmp" d="{outer}"/></g>')
        else:
            parts.append(f'{place}<path class="slot" d="{outer}"/></g>')
    zero = '<rect class="zero" x="0" y="2" width="22" height="26" rx="3"/><text class="tsm tm" x="11" y="19">0</text>'
    return mark_safe(zero + "".join(parts))


def _change(scene: Scene, change: MoraleChange) -> Context:
    return {
        "id": f"m{change.number}-{change.side}-{change.morale}-{change.temporary}",
        "by": wording.signed(change.by),
        "shield": tokens.shield(change.side),
        "why": wording.rule_link(change.why),
        "line": curve.line_of(change),
        "number": change.number,
        "unit": wording.named(scene.unit(change.unit)) if change.unit else _spent_on(scene, change),
        "turn": change.turn,
    }


def _spent_on(scene: Scene, change: MoraleChange) -> SafeString | str:
    """The groups that will was spent on; `order.inspire`: temporary points that were not spent."""
    if change.groups:
        return mark_safe(gettext(", ").join(scene.speak.brief(group) for group in change.groups.split()))
    return gettext("unspent") if change.why == "order.inspire" and change.by < 0 else ""


# --- initiative --------------------------------------------------------------------------------------------------


def queue(scene: Scene) -> Context:
    """The order of activation, each total taken apart, who has acted, who acts and who is next."""
    battle = scene.battle
    if not battle.standings:
        return _unrolled(scene)
    order = initiative.order(battle)
    shown = tuple(group for group in order if battle.group_units(group) or group == scene.acting)
    rows = [_row(scene, shown, group) for group in shown]
    upcoming = [row for row in rows if not row["acted"] and not row["now"]]
    following = upcoming[0] if upcoming else None
    if following and scene.acting:
        following["following"] = True
    edge = initiative.edge_side(battle)
    return {
        "rows": rows,
        "next": following,
        "edge": scene.speak.side(edge) if rows else "",
        "edge_shield": tokens.shield(edge),
        "acted": sum(row["acted"] for row in rows),
        "expiring": _expiring(scene),
    }


def _unrolled(scene: Scene) -> Context:
    """Before the dice of a turn: who will stand there, by the value that the die is added to."""
    battle = scene.battle
    groups = battle.groups() or tuple(unit.id for unit in battle.in_order() if unit.state == "steady")
    values = {group: initiative.value_of(battle, group).value for group in groups}
    rows = [
        {"id": group, "side": battle.group_side(group), "total": wording.signed(value), "unrolled": True,
         "token": scene.portrait(group), "name": scene.speak.group(group), "link": group in battle.links}
        for group, value in sorted(values.items(), key=lambda item: item[1])
    ]  # fmt: skip
    return {"rows": rows, "unrolled": True, "next": None, "acted": 0, "expiring": _expiring(scene)}


def _expiring(scene: Scene) -> list[Context]:
    """`order.inspire`: temporary points, which are gone when the initiative chreda ends."""
    return [
        {"side": scene.speak.side(side.id), "points": side.temporary}
        for side in scene.battle.sides.values()
        if side.temporary
    ]


def _row(scene: Scene, order: tuple[str, ...], group: str) -> Context:
    battle = scene.battle
    standing = battle.standings[initiative.standing_group(battle, group) or group]
    units = [battle.units[id_] for id_ in battle.group_units(group)]
    acted = bool(units) and all(unit.turn.activated for unit in units)
    return {
        "id": group,
        "side": battle.group_side(group),
        "total": wording.number(standing.total),
        "token": scene.portrait(group),
        "name": scene.speak.group(group),
        "sum": sum_of(standing),
        "tie": tie_of(scene, order, group),
        "reasons": [f"{wording.signed(value)} {wording.reason_name(reason)}" for reason, value in standing.reasons],
        "acted": acted and group != scene.acting,
        "now": group == scene.acting,
        "link": group in battle.links,
    }


def tie_of(scene: Scene, order: tuple[str, ...], group: str) -> SafeString | str:
    """`initiative.order`, R54: why a group acts after another with the same total; empty where there is no tie."""
    place = order.index(group)
    if place == 0:
        return ""
    battle, other = scene.battle, order[place - 1]
    own, before = (initiative.standing_group(battle, each) or each for each in (group, other))
    mine, theirs = battle.standings[own], battle.standings[before]
    if mine.total != theirs.total:
        return ""
    if own == before:
        return gettext("right after its link")
    if mine.value != theirs.value:
        return gettext("tie: Init %(mine)s against %(theirs)s") % {
            "mine": wording.number(mine.value), "theirs": wording.number(theirs.value)}  # fmt: skip
    if battle.group_side(own) != battle.group_side(before):
        return wording.told(gettext("tie: the edge is with {side}"), side=scene.speak.side(battle.group_side(before)))
    return gettext("tie: by number")


def sum_of(standing: Standing) -> SafeString:
    """`4 + 4 − 2`: the die, the value, and will in gold."""
    if standing.die is None:
        return format_html("{}", wording.number(standing.total))
    base = standing.value - sum(value for _, value in standing.reasons)
    parts = [format_html("{} + {}", standing.die, wording.number(base)), *_modifiers(standing)]
    if standing.improved:
        parts.append(format_html("<b>{} {}</b>", wording.MINUS, standing.improved))
    return mark_safe(" ".join(parts))


def _modifiers(standing: Standing) -> Iterator[SafeString]:
    for reason, value in standing.reasons:
        sign = "+" if value > 0 else wording.MINUS
        yield format_html('<abbr title="{}">{} {}</abbr>', wording.reason_name(reason), sign, abs(value))
