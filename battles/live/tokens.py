"""The counters as SVG: plate of the side, sign of the kind, strength at the foot, beak, marks and states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from battles.rules.battle import Unit
from battles.rules.hexes import Hex

from .board import Board

PLATES = {
    "red": (
        "M-17.5-15.5Q0-20 17.5-15.5V-2C17.5 9.5 8.5 15.5 0 20C-8.5 15.5-17.5 9.5-17.5-2Z",
        "M-14-12.4Q0-15.8 14-12.4V-2C14 7.4 7 12.4 0 16C-7 12.4-14 7.4-14-2Z",
        "hr",
    ),
    "blue": (
        "M18.4 0A18.4 18.4 0 1 1-18.4 0A18.4 18.4 0 1 1 18.4 0Z",
        "M14.8 0A14.8 14.8 0 1 1-14.8 0A14.8 14.8 0 1 1 14.8 0Z",
        "hb",
    ),
}
WEDGE = "M-10.5-18L0-28L10.5-18Q0-22.6-10.5-18Z"
SIGNS = {"gulyay": "gulyay", "smerdy": "smerdy", "streltsy": "streltsy", "kmeti": "kmeti", "gridi": "gridi",
         "orda": "orda", "oboz": "oboz", "volkolaki": "beast", "upyri": "beast", "zmey": "beast",
         "opolchenie": "smerdy", "naymity": "streltsy", "sputniki": "gridi", "nukery": "orda"}  # fmt: skip
STATES = ("routing", "shaken", "fire", "prone", "stunned")


def sign(unit: Unit) -> str:
    """The symbol of a unit's kind."""
    if unit.type in SIGNS:
        return f"u-{SIGNS[unit.type]}"
    if unit.kind == "walker":
        return f"u-{unit.stats.mass or 'medium'}"
    return "u-vehicle" if unit.kind == "vehicle" else "u-kmeti"


def states(unit: Unit) -> list[str]:
    """What troubles a unit, worst first, as names of symbols."""
    present = {
        "routing": unit.state == "routing",
        "shaken": unit.state == "shaken",
        "fire": unit.on_fire,
        "prone": unit.prone,
        "stunned": unit.stunned > 0,
    }
    return [state for state in STATES if present[state]]


def plate(side: str, *, hired: bool = False) -> str:
    """A bare shield of the side."""
    outer, inner, hatching = PLATES[side]
    ring = "pi hire" if hired else "pi"
    return (
        f'<path class="rim" d="{outer}"/><path class="pl" d="{outer}"/>'
        f'<path class="plh" d="{outer}" fill="url(#{hatching})"/><path class="{ring}" d="{inner}"/>'
    )


@cache
def shield(side: str) -> SafeString:
    """The small badge of a side beside its name."""
    return mark_safe(
        f'<svg class="sh" viewBox="-20 -21 40 42" aria-hidden="true"><g class="tok {side}">{plate(side)}</g></svg>'
    )


@cache
def icon(name: str, css: str = "i") -> SafeString:
    return format_html('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>', css, name)


def portrait(unit: Unit, css: str = "mini tk") -> SafeString:
    """A counter without its strength, for lists."""
    rank = unit.commander if unit.commander in ("prince", "voivode") else ""
    return _portrait(unit.side, sign(unit), unit.is_hireling, rank, tuple(states(unit)[:1]), css)


@lru_cache(maxsize=1_000)
def _portrait(side: str, kind: str, hired: bool, rank: str, worst: tuple[str, ...], css: str) -> SafeString:
    marks = "".join(_use(f"s-{state}", 5.5, -20.5, 17, "st") for state in worst)
    if rank:
        marks += _use(f"m-{rank}", -22, -22, 16, "mk")
    body = f'<g class="gl">{_use(kind, -13.5, -13.5, 27, "")}</g>'
    return mark_safe(
        f'<svg class="{css}" viewBox="-21 -22 42 44" aria-hidden="true"><g class="tok {side}">'
        f"{plate(side, hired=hired)}{body}{marks}</g></svg>"
    )


def ghost(unit: Unit) -> SafeString:
    """A counter for the draft of a deployment: the browser copies it onto the map."""
    body = f'<g class="gl">{_use(sign(unit), -13.5, -13.5, 27, "")}</g>'
    return mark_safe(
        '<svg class="mini tk" viewBox="-21 -22 42 44" aria-hidden="true">'
        f'<g id="ghost-{unit.id}" class="tok {unit.side}">'
        f"{plate(unit.side, hired=unit.is_hireling)}{body}</g></svg>"
    )


def sealed(unit: Unit, board: Board, hex_: Hex) -> str:
    """Where its owner has placed a unit that nobody else sees yet."""
    body = f'<g class="gl">{_use(sign(unit), -13.5, -13.5, 27, "")}</g>'
    return (
        f'<g class="ghost" transform="{board.at(hex_)}"><g class="tok {unit.side}">'
        f"{plate(unit.side, hired=unit.is_hireling)}{body}</g></g>"
    )


def _use(name: str, x: float, y: float, size: float, css: str) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}" class="{css}"/>'


def token(unit: Unit, board: Board, label: str, active: bool) -> SafeString:
    """A counter on the map: one group with a lasting id, so that it glides where it goes."""
    assert unit.hex is not None
    classes = ["tok", unit.side, *(["acted"] if unit.turn.activated else []), *(["now"] if active else [])]
    return mark_safe(
        f'<g id="u-{unit.id}" data-part class="unit" transform="{board.at(unit.hex)}" data-unit="{unit.id}" '
        f'data-hex="{unit.hex}" data-hits="{unit.hits}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>"
        f'<g class="{" ".join(classes)}">{plate(unit.side, hired=unit.is_hireling)}{_beak(unit, board)}'
        f"{_sign(unit)}{_strength(unit)}{''.join(_marks(unit))}</g></g>"
    )


def _beak(unit: Unit, board: Board) -> str:
    if not unit.facing or not unit.is_machine:
        return ""
    return f'<g class="bk"><path class="wedge" transform="rotate({board.angle(unit.facing)})" d="{WEDGE}"/></g>'


def _sign(unit: Unit) -> str:
    use = _use(sign(unit), -12.5, -15.9, 25, "")
    if unit.prone:
        fallen = f'<g class="gl" transform="translate(2 2) rotate(52) scale(.86)">{use}</g>'
        return fallen + '<path class="gline" d="M-13 8.6H13"/>'
    return f'<g class="gl">{use}</g>'


def _strength(unit: Unit) -> str:
    """Round pips for squads, upright cells for machines; lost ones are hollow."""
    full, left = max(unit.stats.hits, unit.hits), unit.hits
    if not unit.is_machine:
        gap = 5.2 if full < 6 else 4.8
        width = 3.4 + gap * full
        start = -(full - 1) * gap / 2
        pips = "".join(
            f'<circle class="{"p1" if i < left else "p0"}" cx="{start + gap * i:.1f}" cy="13.8" r="1.9"/>'
            for i in range(full)
        )
        return f'<rect class="rib" x="{-width / 2:.1f}" y="9.6" width="{width:.1f}" height="8.4" rx="4.2"/>{pips}'
    width = 3 + 3.3 * full
    cells = "".join(
        f'<rect class="{"p1" if i < left else "p0"}" x="{2 - width / 2 + 3.3 * i:.1f}" y="11.4" width="2.3" '
        'height="4.8"/>'
        for i in range(full)
    )
    return f'<rect class="rib" x="{-width / 2:.1f}" y="9.6" width="{width:.1f}" height="8.4" rx="1.2"/>{cells}'


def _marks(unit: Unit) -> Iterator[str]:
    if unit.commander in ("prince", "voivode"):
        yield _use(f"m-{unit.commander}", -22.5, -21.5, 15, "mk")
    elif unit.is_hireling:
        yield _use("m-hire", -22, -19, 12, "mk")
    present = states(unit)
    for state, (x, y) in zip(present[:2], ((7, -22.5), (9.5, -7.5)), strict=False):
        yield _use(f"s-{state}", x, y, 17, f"st st-{state}")
    if len(present) > 2:
        yield f'<text class="more" x="24" y="16">+{len(present) - 2}</text>'
    if unit.turn.activated:
        yield _use("s-acted", -22.5, -1.5, 11, "st")
