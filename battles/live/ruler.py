"""`map.line`: the distance between two hexes, what stands in the line, and why it is blocked if it is."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules.hexes import Hex, distance, line
from battles.rules.shooting import BLOCKING, obstacles

from . import wording
from .scene import Scene


def drawn(scene: Scene, start: Hex, end: Hex) -> str:
    """The line on the map and what it means, in a sentence."""
    found = obstacles(scene.battle.map, start, end)
    blocked = _blocked(found)
    context = {"marks": _marks(scene, start, end, found), "sentence": sentence(scene, start, end, found)}
    return render_to_string("live/ruler.html", context | {"blocked": blocked, "start": start, "end": end})


def _blocked(found: tuple[tuple[Hex, str], ...]) -> bool:
    return any(kind == "hill" for _, kind in found) or len(found) >= BLOCKING


def sentence(scene: Scene, start: Hex, end: Hex, found: tuple[tuple[Hex, str], ...]) -> str:
    """How far, what is counted on the way, and the reason where nothing can be seen."""
    far = distance(start, end)
    steps = ngettext("%(n)d hex", "%(n)d hexes", far) % {"n": far}
    hills = [hex_ for hex_, kind in found if kind == "hill"]
    covers = [f"{wording.ground_name(scene.battle.map.kind(hex_))} {hex_}" for hex_, kind in found if kind == "cover"]
    told = [f"{start} → {end}: {steps}"]
    if hills:
        told.append(gettext("Blocked: the hill %(hexes)s lies between two lower hexes") % {"hexes": ", ".join(hills)})
    elif len(covers) >= BLOCKING:
        told.append(
            gettext("Blocked by %(n)d hexes of cover: %(hexes)s") % {"n": len(covers), "hexes": ", ".join(covers)}
        )
    elif covers:
        told.append(gettext("In sight, %(by)s to the number: %(hexes)s")
                    % {"by": wording.signed(-len(covers)), "hexes": ", ".join(covers)})  # fmt: skip
    else:
        told.append(gettext("In sight, nothing between"))
    return ". ".join(told) + "."


def _marks(scene: Scene, start: Hex, end: Hex, found: tuple[tuple[Hex, str], ...]) -> SafeString:
    board = scene.board
    kinds = dict(found)
    crossed = [hex_ for pair in line(start, end) for hex_ in pair if scene.battle.map.holds(hex_)]
    parts = [f'<path class="rul {kinds.get(hex_, "")}" d="{board.outline(hex_, 0.94)}"/>' for hex_ in crossed]
    parts += [f'<path class="rul end" d="{board.outline(hex_, 0.94)}"/>' for hex_ in (start, end)]
    (ax, ay), (bx, by) = board.centre(start), board.centre(end)
    way = f"M{ax:.1f},{ay:.1f}L{bx:.1f},{by:.1f}"
    blocked = _blocked(found)
    parts.append(f'<path class="rul0" d="{way}"/><path class="rul1{" shut" if blocked else ""}" d="{way}"/>')
    parts.append(_end(bx, by, distance(start, end), found, blocked))
    return mark_safe("".join(parts))


def _end(x: float, y: float, far: int, found: tuple[tuple[Hex, str], ...], blocked: bool) -> str:
    text = str(far) if blocked or not found else f"{far} · {wording.signed(-len(found))}"
    half = len(text) * 3.4 + (15 if blocked else 9)
    cross = f'<path class="tagx" d="M{7 - half:.1f}-4l8 8m0-8l-8 8"/>' if blocked else ""
    return (
        f'<g transform="translate({x:.1f} {y - 34:.1f})"><rect class="tag2{" no" if blocked else ""}" x="{-half:.1f}" '
        f'y="-9" width="{2 * half:.1f}" height="18" rx="2"/>{cross}'
        f'<text class="tagt2" x="{7 if blocked else 0}" y="4">{escape(text)}</text></g>'
    )
