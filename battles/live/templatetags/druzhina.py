"""Small drawings and names for templates: icons, shields, previews of maps and armies."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from battles.rules import atlas
from battles.rules.army import muster
from battles.rules.catalogue import catalogue
from config import bundles

from .. import board, offers, pictures, tokens, wording
from ..forms import SWITCHES

register = template.Library()
register.simple_tag(wording.rule_link)
register.simple_tag(wording.to_rule)
register.filter(wording.signed)
register.simple_tag(tokens.shield)
register.simple_tag(tokens.portrait)
register.simple_tag(bundles.address, name="bundle")


@register.simple_tag
def icon(name: str, css: str = "i") -> SafeString:
    return tokens.icon(name, css)


@register.filter
def unlocalize(value: float) -> str:
    """A number for a drawing: always with a point."""
    return f"{value:g}" if isinstance(value, float) else str(value)


@register.filter
def add_to(value: float, more: float) -> str:
    return f"{float(value) + float(more):g}"


@register.simple_tag
def legend_words() -> SafeString:
    """The short words of the table, each with what it stands for."""
    return format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", wording.glossary())


@register.simple_tag
def map_name(map_id: str) -> str:
    sheet = atlas.sheet(map_id)
    return sheet.title.of(get_language() or "en") if sheet else map_id


@register.simple_tag
def map_preview(map_id: str) -> SafeString:
    """The sheet of a map as a small picture, by day and by night: only the one that is shown is asked for."""
    sheet = atlas.sheet(map_id)
    if sheet is None:
        return SafeString("")
    return _preview(map_id, map_name(map_id), board.Board(sheet.map.columns, sheet.map.rows))


@register.simple_tag
def made_preview(map_id: str, preset: str) -> SafeString:
    """The same for a made map, which is not made before its picture is asked for."""
    known = catalogue().presets[preset]
    return _preview(map_id, gettext("a map of its own"), board.Board(known.columns, known.rows))


def _preview(map_id: str, name: str, size: board.Board) -> SafeString:
    width, height = round(size.width + 90), round(size.height + 82)
    image = '<img class="preview {}" src="{}" width="{}" height="{}" alt="{}" loading="lazy" decoding="async">'
    rows = ((theme, pictures.address(map_id, theme), width, height, name) for theme in pictures.THEMES)
    return format_html_join("", image, rows)


@register.simple_tag
def starter_units(starter_id: str) -> SafeString:
    """Who is in a starter army: counters and names."""
    army = catalogue().starters[starter_id].army(get_language() or "en")
    rows = format_html_join(
        "",
        '<span class="un-row">{}<span>{}</span></span>',
        ((tokens.portrait(unit), wording.named(unit)) for unit in muster(army, "blue")),
    )
    return format_html('<span class="un-list">{}</span>', rows)


@register.simple_tag
def starters_for(preset: str) -> SafeString:
    """The choice of a starter army at the table."""
    context = {"starters": offers.starters(preset, get_language() or "en")}
    return SafeString(render_to_string("live/starters.html", context))


@register.simple_tag
def options_list(options: Any) -> SafeString:
    """The options of a battle, as a mapping or as the rules' own value."""
    found = options if isinstance(options, dict) else {name: getattr(options, name) for name in OPTION_NAMES}
    switches = [(name, found.get(name, True)) for name in SWITCHES]
    return SafeString(render_to_string("live/options.html", {"options": found, "all_switches": switches}))


OPTION_NAMES = ("scenario", "size", "turn_limit", "deploy_rows", *SWITCHES)


@register.simple_tag
def switch_name(name: str) -> str:
    return {
        "unready": gettext("+1 against the unready"),
        "focus": gettext("+1 for focused links"),
        "daring": gettext("Daring rises and falls in battle"),
        "dissolved_link_costs_morale": gettext("A dissolved link costs morale"),
    }.get(name, name)


@register.simple_tag
def scenario_name(scenario: str) -> str:
    return {
        "pitched": gettext("Pitched battle"),
        "shrine": gettext("Shrine"),
        "breakthrough": gettext("Breakthrough"),
    }.get(scenario, scenario)


@register.simple_tag
def scenario_about(scenario: str) -> str:
    """`battle.scenarios`: what a scenario scores beside the fallen."""
    return {
        "pitched": gettext("What falls, flees or gives up is scored."),
        "shrine": gettext("Whoever stands on one of three shrines at the end of a turn scores for it, from turn 2 on."),
        "breakthrough": gettext("A unit that leaves over the enemy edge scores its whole price."),
    }.get(scenario, "")


@register.simple_tag
def patience_name(seconds: int) -> str:
    """What the other side may do about somebody who goes away."""
    if not seconds:
        return gettext("the battle waits for ever")
    text = ngettext(
        "the other may claim the battle after {n} minute", "the other may claim the battle after {n} minutes",
        seconds // 60,
    )  # fmt: skip
    return text.format(n=seconds // 60)


@register.simple_tag
def edge_name(edge: str) -> str:
    """The button of a step over an edge."""
    return {
        "home": gettext("Leave over the home edge"),
        "west": gettext("Leave over the west edge"),
        "east": gettext("Leave over the east edge"),
        "enemy": gettext("Break through the enemy edge"),
    }.get(edge, edge)
