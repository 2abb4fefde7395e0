"""What is laid over the map when a unit is selected: its reach, its targets, or where it may be placed."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.rules.choices import DeployChoice, EnterChoice, Reach, UnitChoice
from battles.rules.hexes import Hex

from . import board, card
from .scene import Scene


def drawn(scene: Scene, unit_id: str) -> str:
    """The overlay of a unit, and its card for whoever only looks."""
    context = {
        "number": scene.table.number,
        "unit": unit_id,
        "marks": _marks(scene, unit_id),
        "card": None if _leads(scene, unit_id) else card.head(scene, scene.unit(unit_id)),
    }
    return render_to_string("live/overlay.html", context)


def _leads(scene: Scene, unit_id: str) -> bool:
    return scene.activation is not None and unit_id in scene.activation.units


def _marks(scene: Scene, unit_id: str) -> SafeString:
    unit = scene.unit(unit_id)
    parts = []
    if scene.activation and unit_id in scene.activation.units:
        parts.append(_led(scene, scene.activation.units[unit_id]))
    choice = scene.legal.choice if scene.legal else None
    if isinstance(choice, DeployChoice | EnterChoice) and unit_id in choice.hexes:
        parts.append(_area(scene, "deploy", dict.fromkeys(choice.hexes[unit_id], "")))
    if unit.hex:
        outline = scene.board.outline(unit.hex, 0.9)
        parts.append(f'<path class="selh2" d="{outline}"/><path class="selh" d="{outline}"/>')
    return mark_safe("".join(parts))


def _led(scene: Scene, choice: UnitChoice) -> str:
    parts = [_area(scene, kind, _left(reaches)) for kind, reaches in (("dash", choice.dashes), ("move", choice.moves))]
    aimed = dict.fromkeys(aim.target for aim in choice.aims if aim.no is None) | dict.fromkeys(
        ram.target for ram in choice.rams
    )
    parts += [_target(scene, choice.unit, target) for target in aimed]
    return "".join(parts)


def _left(reaches: object) -> dict[Hex, str]:
    assert hasattr(reaches, "values")
    found: list[Reach] = list(reaches.values())
    return {reach.hex: str(reach.points_left) for reach in found}


def _area(scene: Scene, kind: str, hexes: dict[Hex, str]) -> str:
    """A wash with one outline, each hex a button; what is left of the points stands at its foot."""
    if not hexes:
        return ""
    washed = "".join(
        f'<path class="rea" d="{scene.board.outline(hex_, 0.98)}" data-hex="{hex_}" data-kind="{kind}" role="button" '
        f'tabindex="-1" aria-label="{hex_}"/>'
        for hex_ in sorted(hexes)
    )
    figures = ""
    for hex_, left in sorted(hexes.items()):
        x, y = scene.board.centre(hex_)
        figures += f'<text class="ren" x="{x:.1f}" y="{y + 22:.1f}">{escape(left)}</text>' if left else ""
    return f'{washed}<path class="reo" d="{board.boundary(scene.board, set(hexes))}"/>{figures}'


def _target(scene: Scene, unit_id: str, target_id: str) -> str:
    target, unit = scene.unit(target_id), scene.unit(unit_id)
    if target.hex is None or unit.hex is None:
        return ""
    (ax, ay), (bx, by) = scene.board.centre(unit.hex), scene.board.centre(target.hex)
    line = f"M{ax + (bx - ax) * 0.12:.1f},{ay + (by - ay) * 0.12:.1f}L{bx:.1f},{by:.1f}"
    return (
        f'<path class="aim0" d="{line}"/><path class="aim" d="{line}"/>'
        f'<path class="aimt" data-target="{target_id}" d="{scene.board.outline(target.hex, 0.9)}"/>'
    )
