"""Sentences of the log: the course of the turn, movement, initiative and points."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from battles.rules import events as happened

from .wording import (
    Speaker,
    by_language,
    chreda_name,
    dice,
    do_name,
    number,
    order_name,
    points_name,
    reasons,
    signed,
    variant_name,
    weapon_name,
)


def committed(event: happened.Committed, speak: Speaker) -> SafeString:
    return format_html(gettext("{side} has decided: {what}."), side=speak.side(event.side), what=do_name(event.do))


def deployed(event: happened.Deployed, speak: Speaker) -> SafeString:
    placed = len(event.placements)
    text = ngettext("{side} has placed {n} unit.", "{side} has placed {n} units.", placed)
    return format_html(text, side=speak.side(event.side), n=placed)


def entered(event: happened.Entered, speak: Speaker) -> SafeString:
    if not event.placements:
        return format_html(gettext("{side} keeps its reserve back."), side=speak.side(event.side))
    return format_html(
        gettext("{side} brings in {units}."), side=speak.side(event.side), units=speak.units(event.placements)
    )


def edge_rolled(event: happened.EdgeRolled, speak: Speaker) -> SafeString:
    return format_html(
        gettext("{dice} {side} has the edge in ties."), dice=dice(event.dice), side=speak.side(event.side)
    )


def turn_began(event: happened.TurnBegan, speak: Speaker) -> SafeString:
    return format_html("<b>{}</b>", gettext("Turn {n} begins.").format(n=event.turn))


def turn_ended(event: happened.TurnEnded, speak: Speaker) -> SafeString:
    return format_html("{}", gettext("Turn {n} ends.").format(n=event.turn))


def chreda_began(event: happened.ChredaBegan, speak: Speaker) -> SafeString:
    return format_html("<b>{}</b>", chreda_name(event.chreda))


def orders_revealed(event: happened.OrdersRevealed, speak: Speaker) -> SafeString:
    told = [format_html("{}: {}", speak.group(group), order_name(order)) for group, order in event.orders.items()]
    return format_html(gettext("Orders are revealed. {orders}."), orders=_joined(told))


def _joined(parts: list[SafeString]) -> SafeString:
    return SafeString("; ".join(parts))


def initiative_rolled(event: happened.InitiativeRolled, speak: Speaker) -> SafeString:
    return format_html(
        gettext("{group}: {dice} + {parts} = <b>{total}</b>."),
        group=speak.group(event.group),
        dice=dice(event.dice),
        parts=reasons(event.base, gettext("Init"), event.modifiers),
        total=number(event.total),
    )


def initiative_improved(event: happened.InitiativeImproved, speak: Speaker) -> SafeString:
    text = ngettext(
        "{group}: {n} point of will, total <b>{total}</b>.",
        "{group}: {n} points of will, total <b>{total}</b>.",
        event.points,
    )
    return format_html(text, group=speak.group(event.group), n=event.points, total=number(event.total))


def activated(event: happened.Activated, speak: Speaker) -> SafeString:
    return format_html(gettext("{group} to act."), group=speak.group(event.group))


def activation_ended(event: happened.ActivationEnded, speak: Speaker) -> SafeString:
    return format_html(gettext("{group}: activation over."), group=speak.group(event.group))


def moved(event: happened.Moved, speak: Speaker) -> SafeString:
    way = " → ".join(event.path or (event.hex,))
    if event.rule == "combat.ram":
        return format_html(gettext("{unit} takes {hex}."), unit=speak.unit(event.unit), hex=event.hex)
    if event.points_left is None:
        return format_html(gettext("{unit}: flight {way}."), unit=speak.unit(event.unit), way=way)
    text = ngettext(
        "{unit}: {way}, {n} movement point left.", "{unit}: {way}, {n} movement points left.", event.points_left
    )
    return format_html(text, unit=speak.unit(event.unit), way=way, n=event.points_left)


def turned(event: happened.Turned, speak: Speaker) -> SafeString:
    text = gettext("{unit}: free turn to {facing}.") if event.free else gettext("{unit}: turn to {facing}.")
    return format_html(text, unit=speak.unit(event.unit), facing=facing_name(event.facing))


@by_language
def facing_name(facing: str) -> str:
    return {
        "N": gettext("north"), "NE": gettext("north-east"), "SE": gettext("south-east"),
        "S": gettext("south"), "SW": gettext("south-west"), "NW": gettext("north-west"),
    }.get(facing, facing)  # fmt: skip


def undone(event: happened.Undone, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: moves taken back, again at {hex}."), unit=speak.unit(event.unit), hex=event.hex)


def stood(event: happened.Stood, speak: Speaker) -> SafeString:
    text = gettext("{unit}: {dice} against {number}, up again.") if event.passed else gettext(
        "{unit}: {dice} against {number}, still prone."
    )  # fmt: skip
    return format_html(text, unit=speak.unit(event.unit), dice=dice(event.dice), number=number(event.number))


def left_map(event: happened.LeftMap, speak: Speaker) -> SafeString:
    edges = {
        "home": gettext("over the home edge"), "west": gettext("over the west edge"),
        "east": gettext("over the east edge"), "enemy": gettext("over the enemy edge"),
    }  # fmt: skip
    edge = edges.get(event.edge, event.edge)
    return format_html(gettext("{unit}: off the map {edge}."), unit=speak.unit(event.unit), edge=edge)


def withdrawn(event: happened.Withdrawn, speak: Speaker) -> SafeString:
    text = ngettext("{unit} has withdrawn.", "{unit} have withdrawn.", speak.count(event.unit))
    return format_html(text, unit=speak.unit(event.unit))


def special_used(event: happened.SpecialUsed, speak: Speaker) -> SafeString:
    if event.variant == "power_shot" and event.weapon and event.target:
        return format_html(
            gettext("{unit}: power shot prepared, {weapon} at {target}."),
            unit=speak.unit(event.unit), weapon=weapon_name(event.weapon), target=speak.unit(event.target),
        )  # fmt: skip
    return format_html(gettext("{unit}: {special}."), unit=speak.unit(event.unit), special=variant_name(event.variant))


def draw_offered(event: happened.DrawOffered, speak: Speaker) -> SafeString:
    return format_html(gettext("{side} offers a draw."), side=speak.side(event.side))


def points_scored(event: happened.PointsScored, speak: Speaker) -> SafeString:
    subject = format_html(", {}", speak.unit(event.unit)) if event.unit else ""
    return format_html(
        gettext("{side} {points}: {why}{subject}. Total {total}."),
        side=speak.side(event.side), points=signed(event.points), why=points_name(event.why), subject=subject,
        total=event.total,
    )  # fmt: skip


def battle_ended(event: happened.BattleEnded, speak: Speaker) -> SafeString:
    if event.winner is None:
        return format_html("<b>{}</b> {}", gettext("A draw."), ending(event.reason))
    return format_html(gettext("<b>{side} wins.</b> {why}"), side=speak.side(event.winner), why=ending(event.reason))


def ending(reason: str) -> str:
    return {
        "turn_limit": gettext("The last turn is over."),
        "wiped_out": gettext("One side has no unit left."),
        "resigned": gettext("The other side has resigned."),
        "absence": gettext("The other side was absent, and the battle was claimed."),
        "draw_agreed": gettext("Both sides agreed."),
    }.get(reason, reason)
