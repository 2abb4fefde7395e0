"""Sentences of the log: fear, morale, links and hirelings."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from battles.rules import events as happened
from battles.rules.morale import RECOVERY

from .wording import Speaker, cause_name, dice, number, order_name, reasons, rule_link, signed


def checks_offered(event: happened.ChecksOffered, speak: Speaker) -> SafeString:
    if event.cause == RECOVERY:
        return format_html(gettext("{side} may pay for recoveries: {units}."), side=speak.side(event.side),
                           units=speak.units(event.units))  # fmt: skip
    return format_html(
        gettext("{side} may cancel checks ({cause}): {units}."),
        side=speak.side(event.side), cause=cause_name(event.cause), units=speak.units(event.units),
    )  # fmt: skip


def check_cancelled(event: happened.CheckCancelled, speak: Speaker) -> SafeString:
    if event.cause == RECOVERY:
        return format_html(gettext("{unit}: recovers for a point of morale."), unit=speak.unit(event.unit))
    return format_html(
        gettext("{unit}: check cancelled for a point of morale ({cause})."),
        unit=speak.unit(event.unit), cause=cause_name(event.cause),
    )  # fmt: skip


def daring_checked(event: happened.DaringChecked, speak: Speaker) -> SafeString:
    if not event.dice:
        return format_html(gettext("{unit}: fearless, no check ({cause})."), unit=speak.unit(event.unit),
                           cause=cause_name(event.cause))  # fmt: skip
    again = gettext("second roll, ") if event.reroll else ""
    return format_html(
        gettext("{unit}: {cause}, {again}{dice} against <b>{number}</b> ({parts}): {outcome}."),
        unit=speak.unit(event.unit), cause=cause_name(event.cause), again=again, dice=dice(event.dice),
        number=number(event.number), parts=reasons(event.base, gettext("Daring"), event.modifiers),
        outcome=gettext("held") if event.passed else gettext("failed"),
    )  # fmt: skip


def shaken(event: happened.Shaken, speak: Speaker) -> SafeString:
    text = ngettext("{unit} is shaken.", "{unit} are shaken.", speak.count(event.unit))
    return format_html(text, unit=speak.unit(event.unit))


def order_lost(event: happened.OrderLost, speak: Speaker) -> SafeString:
    return format_html(
        gettext("{unit}: order lost ({order})."), unit=speak.unit(event.unit), order=order_name(event.order)
    )


def recovered(event: happened.Recovered, speak: Speaker) -> SafeString:
    text = ngettext("{unit} is steady again.", "{unit} are steady again.", speak.count(event.unit))
    return format_html(text, unit=speak.unit(event.unit))


def routed(event: happened.Routed, speak: Speaker) -> SafeString:
    text = ngettext("{unit} routs.", "{unit} rout.", speak.count(event.unit))
    return format_html(text, unit=speak.unit(event.unit))


def abandoned(event: happened.Abandoned, speak: Speaker) -> SafeString:
    text = gettext("{unit}: abandoned, the crew runs.") if event.crew else gettext("{unit}: abandoned.")
    return format_html(text, unit=speak.unit(event.unit))


def morale_changed(event: happened.MoraleChanged, speak: Speaker) -> SafeString:
    subject = format_html(" ({})", speak.unit(event.unit)) if event.unit else ""
    left = gettext("{n} + {t}").format(n=event.morale, t=event.temporary) if event.temporary else str(event.morale)
    return format_html(
        gettext("{side}: morale <b>{by}</b>, {why}{subject}. Left: {left}."),
        side=speak.side(event.side), by=signed(event.by), why=rule_link(event.why), subject=subject, left=left,
    )  # fmt: skip


def temporary_gained(event: happened.TemporaryGained, speak: Speaker) -> SafeString:
    text = ngettext(
        "{unit} heartens the druzhina: {by} temporary point of morale ({parts}).",
        "{unit} heartens the druzhina: {by} temporary points of morale ({parts}).",
        event.by,
    )
    return format_html(text, unit=speak.unit(event.unit), by=signed(event.by),
                       parts=reasons(event.base, "", event.modifiers))  # fmt: skip


def temporary_expired(event: happened.TemporaryExpired, speak: Speaker) -> SafeString:
    lost = abs(event.by)
    text = ngettext("{side}: {n} temporary point is gone.", "{side}: {n} temporary points are gone.", lost)
    return format_html(text, side=speak.side(event.side), n=lost)


def exhausted(event: happened.Exhausted, speak: Speaker) -> SafeString:
    return format_html(gettext("{side}: the morale is broken, all units check."), side=speak.side(event.side))


def first_strike(event: happened.FirstStrike, speak: Speaker) -> SafeString:
    return format_html(gettext("{side}: first strike."), side=speak.side(event.side))


# --- links -------------------------------------------------------------------------------------------------------


def link_reviewed(event: happened.LinkReviewed, speak: Speaker) -> SafeString:
    choices = {
        "dissolve": gettext("dissolved"),
        "exclude": gettext("some are excluded"),
        "accept_worst": gettext("the worst initiative is accepted"),
    }
    return format_html(gettext("{link}: review, {choice}."), link=speak.group(event.link),
                       choice=choices.get(event.choice, event.choice))  # fmt: skip


def link_dissolved(event: happened.LinkDissolved, speak: Speaker) -> SafeString:
    return format_html(gettext("{link}: dissolved."), link=speak.group(event.link))


def link_ended(event: happened.LinkEnded, speak: Speaker) -> SafeString:
    return format_html(gettext("{link}: nobody is left to form it."), link=speak.group(event.link))


def link_excluded(event: happened.LinkExcluded, speak: Speaker) -> SafeString:
    return format_html(gettext("{link}: out of it from now on {units}."), link=speak.group(event.link),
                       units=speak.units(event.units))  # fmt: skip


def link_rejoined(event: happened.LinkRejoined, speak: Speaker) -> SafeString:
    return format_html(gettext("{link}: {unit} back again."), link=speak.group(event.link), unit=speak.unit(event.unit))


def link_suspended(event: happened.LinkSuspended, speak: Speaker) -> SafeString:
    return format_html(gettext("{link}: suspended until its units recover."), link=speak.group(event.link))


# --- hirelings ---------------------------------------------------------------------------------------------------


def hireling_checked(event: happened.HirelingChecked, speak: Speaker) -> SafeString:
    return format_html(
        gettext("Hirelings {company}: {dice} against <b>{number}</b> ({parts}): {outcome}."),
        company=speak.company(event.company), dice=dice(event.dice), number=number(event.number),
        parts=reasons(event.base, gettext("Score"), event.modifiers),
        outcome=gettext("they fight on") if event.passed else gettext("they have had enough"),
    )  # fmt: skip


def hireling_fled(event: happened.HirelingFled, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: flight, hired no longer."), unit=speak.unit(event.unit))


def hireling_surrendered(event: happened.HirelingSurrendered, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: surrender."), unit=speak.unit(event.unit))


def companion_checked(event: happened.CompanionChecked, speak: Speaker) -> SafeString:
    outcome = gettext("loyal") if event.passed else gettext("loyal no longer")
    return format_html(
        gettext("{unit}: loyalty ({cause}), {dice} against <b>{number}</b>: {outcome}."),
        unit=speak.unit(event.unit), cause=cause_name(event.cause), dice=dice(event.dice), number=number(event.number),
        outcome=outcome,
    )  # fmt: skip


def companion_left(event: happened.CompanionLeft, speak: Speaker) -> SafeString:
    return format_html(gettext("{unit}: gone from the commander."), unit=speak.unit(event.unit))


def terms_changed(event: happened.TermsChanged, speak: Speaker) -> SafeString:
    terms = {"harsh": gettext("harsh"), "usual": gettext("usual"), "generous": gettext("generous")}
    return format_html(gettext("Hirelings {company}: terms are {terms} from now on."),
                       company=speak.company(event.company), terms=terms.get(event.terms, event.terms))  # fmt: skip


def modifier_set(event: happened.ModifierSet, speak: Speaker) -> SafeString:
    return format_html(gettext("The referee gives the hirelings {company} <b>{value}</b> to their score."),
                       company=speak.company(event.company), value=signed(event.value))  # fmt: skip
