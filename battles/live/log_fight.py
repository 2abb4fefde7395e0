"""Sentences of the log: attacks, rams, fires and what they do."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from battles.rules import events as happened

from .wording import Speaker, arc_name, dice, number, reasons, slot_name, weapon_name


def fire_checked(event: happened.FireChecked, speak: Speaker) -> SafeString:
    text = gettext("{unit}: fire, {dice} against {number}, put out.") if event.passed else gettext(
        "{unit}: fire, {dice} against {number}, it burns on."
    )  # fmt: skip
    return format_html(text, unit=speak.unit(event.unit), dice=dice(event.dice), number=number(event.number))


def attack_rolled(event: happened.AttackRolled, speak: Speaker) -> SafeString:
    return format_html(
        gettext("{unit} → {target}, {weapon} ({shot}): <b>{number}</b> = {parts} {dice} {outcome}"),
        unit=speak.unit(event.unit), target=speak.unit(event.target), weapon=weapon_name(event.weapon), shot=event.shot,
        number=number(event.number), parts=reasons(event.base, gettext("Acc"), event.modifiers),
        dice=dice(event.dice, larger=event.hit), outcome=_outcome(event, speak),
    )  # fmt: skip


def _outcome(event: happened.AttackRolled, speak: Speaker) -> SafeString:
    if not event.hit:
        return format_html("<b>{}</b>.", gettext("a miss"))
    critical = gettext("critical, ") if event.critical else ""
    text = ngettext(
        "{critical}damage {larger} + {power} against {defence}{arc}: <b>{n} loss</b>.",
        "{critical}damage {larger} + {power} against {defence}{arc}: <b>{n} losses</b>.",
        event.losses,
    )
    target = speak.battle.units.get(event.target)
    arc = format_html(" ({})", arc_name(event.arc)) if target is not None and target.is_machine else ""
    if not event.losses:
        text = gettext("damage {larger} + {power} against {defence}{arc}: <b>not through</b>.")
    return format_html(text, critical=critical, larger=event.larger, power=event.power, defence=event.defence, arc=arc,
                       n=event.losses)  # fmt: skip


def strayed(event: happened.Strayed, speak: Speaker) -> SafeString:
    text = ngettext(
        "A stray shot of {unit} hits {target}: {dice} + {power} against {defence}, <b>{n} loss</b>.",
        "A stray shot of {unit} hits {target}: {dice} + {power} against {defence}, <b>{n} losses</b>.",
        event.losses,
    )
    return format_html(text, unit=speak.unit(event.unit), target=speak.unit(event.target), dice=dice(event.dice),
                       power=event.power, defence=event.defence, n=event.losses)  # fmt: skip


def volley_offered(event: happened.VolleyOffered, speak: Speaker) -> SafeString:
    return format_html(
        gettext("{side} may reduce the casualties of {target}: {slots}."),
        side=speak.side(event.side), target=speak.unit(event.target), slots=", ".join(map(slot_name, event.slots)),
    )  # fmt: skip


def casualties_reduced(event: happened.CasualtiesReduced, speak: Speaker) -> SafeString:
    if not event.cancelled:
        return format_html(gettext("{target}: nothing is cancelled."), target=speak.unit(event.target))
    rolls = ", ".join(map(str, event.cancelled))
    text = ngettext(
        "{target}: hit {rolls} is cancelled ({slots}).",
        "{target}: hits {rolls} are cancelled ({slots}).",
        len(event.cancelled),
    )
    return format_html(text, target=speak.unit(event.target), rolls=rolls, slots=", ".join(map(slot_name, event.slots)))


def losses(event: happened.Losses, speak: Speaker) -> SafeString:
    unit = speak.battle.units.get(event.unit)
    text = gettext("{unit}: <b>−{n}</b>, strength {left} left.")
    if unit is not None and unit.is_machine:
        text = gettext("{unit}: <b>−{n}</b>, structure {left} left.")
    return format_html(text, unit=speak.unit(event.unit), n=event.losses, left=event.left)


def critical_rolled(event: happened.CriticalRolled, speak: Speaker) -> SafeString:
    effects = {
        "stunned": gettext("the crew is stunned"),
        "weapon_lost": gettext("a weapon is lost"),
        "slowed": gettext("slower from now on"),
        "slowed_initiative": gettext("initiative worse by 1"),
        "caught_fire": gettext("on fire"),
        "fell": gettext("brought down"),
        "nothing": gettext("nothing more"),
    }
    return format_html(gettext("{unit}: critical hit, {dice} {effect}."), unit=speak.unit(event.unit),
                       dice=dice(event.dice), effect=effects.get(event.effect, event.effect))  # fmt: skip


def weapon_lost(event: happened.WeaponLost, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: lost {weapon}."), unit=speak.unit(event.unit), weapon=weapon_name(event.weapon))


def caught_fire(event: happened.CaughtFire, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: on fire."), unit=speak.unit(event.unit))


def fell(event: happened.Fell, speak: Speaker) -> SafeString:
    text = gettext("{unit}: immobile from now on.") if event.immobile else gettext("{unit}: prone.")
    return format_html(text, unit=speak.unit(event.unit))


def rammed(event: happened.Rammed, speak: Speaker) -> SafeString:
    text = ngettext(
        "{unit} rams {target}: {dice} damage {larger} + {power} against {defence}, <b>{n} loss</b>.",
        "{unit} rams {target}: {dice} damage {larger} + {power} against {defence}, <b>{n} losses</b>.",
        event.losses,
    )
    return format_html(
        text, unit=speak.unit(event.unit), target=speak.unit(event.target), dice=dice(event.dice, larger=True),
        larger=event.larger, power=event.power, defence=event.defence, n=event.losses,
    )  # fmt: skip


def pushed(event: happened.Pushed, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: pushed to {hex}."), unit=speak.unit(event.unit), hex=event.hex)


def destroyed(event: happened.Destroyed, speak: Speaker) -> SafeString:
    text = ngettext("{unit} is destroyed.", "{unit} are destroyed.", speak.count(event.unit))
    return format_html(text, unit=speak.unit(event.unit))


def power_shot_lost(event: happened.PowerShotLost, speak: Speaker) -> SafeString:
    reasons_why = {
        "firer_gone": gettext("the unit is gone"),
        "order_lost": gettext("the order is lost"),
        "weapon_lost": gettext("the weapon is lost"),
        "target_gone": gettext("the target is gone"),
        "no_sight": gettext("the target is out of sight"),
    }
    return format_html(gettext("{unit}: no power shot, {why}."), unit=speak.unit(event.unit),
                       why=reasons_why.get(event.reason, event.reason))  # fmt: skip
