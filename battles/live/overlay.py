"""What is laid over the map when a unit is selected: its reach and ways, its arcs and targets, or where it may be put.

One layer is shown at a time, chosen by its buttons: where it may go, or one weapon's area.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules import movement, repertoire
from battles.rules.battle import Unit
from battles.rules.choices import DeployChoice, EnterChoice, Reach, UnitChoice
from battles.rules.hexes import Hex

from . import arcs, card, tags, ways, wording
from .scene import Scene

Context = dict[str, Any]


@dataclass
class Laid:
    """The overlay in the making: below and above the counters, what is said of hexes, the layers to choose from."""

    below: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    said: dict[Hex, list[str]] = field(default_factory=dict)
    layers: list[Context] = field(default_factory=list)
    first: str = ""
    reach: int = 0
    targets: int = 0


def drawn(scene: Scene, unit_id: str) -> str:
    """The overlay of a unit, and its card for whoever only looks."""
    unit = scene.unit(unit_id)
    laid = _laid(scene, unit)
    context = {
        "number": scene.table.number,
        "unit": unit_id,
        "marks": mark_safe("".join(laid.below) + _said(laid)),
        "above": mark_safe("".join(laid.above)),
        "layers": laid.layers,
        "first": laid.first,
        "told": _told(scene, unit, laid),
        "card": None if _leads(scene, unit_id) else card.head(scene, unit),
    }
    return render_to_string("live/overlay.html", context)


def _leads(scene: Scene, unit_id: str) -> bool:
    return scene.activation is not None and unit_id in scene.activation.units


def _laid(scene: Scene, unit: Unit) -> Laid:
    laid = Laid()
    if unit.hex:
        outline = scene.board.outline(unit.hex, 0.9)
        laid.below.append(f'<path class="selh2" d="{outline}"/><path class="selh" d="{outline}"/>')
    choice = scene.legal.choice if scene.legal else None
    if isinstance(choice, DeployChoice | EnterChoice) and unit.id in choice.hexes:
        laid.below.append(_area(scene, "deploy", dict.fromkeys(choice.hexes[unit.id], "")))
        laid.said = {hex_: [gettext("free for it")] for hex_ in choice.hexes[unit.id]}
        laid.first, laid.reach = "deploy", len(choice.hexes[unit.id])
    elif unit.on_map:
        _in_battle(scene, unit, laid)
    return laid


def _in_battle(scene: Scene, unit: Unit, laid: Laid) -> None:
    if scene.activation is not None and unit.id in scene.activation.units:
        choice = scene.activation.units[unit.id]
        kind, reaches = ("dash", choice.dashes) if choice.dashes else ("move", choice.moves)
    else:
        choice, kind, reaches = _might(scene, unit), "", {}
        reaches = choice.moves or choice.dashes
    _reach(scene, unit, laid, kind, reaches)
    areas = arcs.of(scene, unit)
    found = tags.of(scene, choice, pick=bool(kind), named=areas.names)
    laid.below += [areas.drawn, *found.below]
    laid.above += found.above
    laid.reach, laid.targets = len(reaches), found.targets
    for hex_, words in found.said.items():
        laid.said.setdefault(hex_, []).extend(words)
    laid.layers += [{"id": weapon.id, "name": arcs.title(weapon), "line": weapon.arc}
                    for weapon in arcs.weapons(unit)]  # fmt: skip
    laid.first = _first(choice, laid, bool(reaches))


def _first(choice: UnitChoice, laid: Laid, moves: bool) -> str:
    """What is shown before anybody chooses: the reach, else a weapon that has a target."""
    able = [aim.weapon for aim in (*choice.aims, *choice.power_shots) if aim.no is None]
    return tags.MOVING if moves else able[0] if able else laid.layers[0]["id"] if laid.layers else ""


def _might(scene: Scene, unit: Unit) -> UnitChoice:
    """What a unit that is not to act now might do, as far as anybody may know: with its order, or as if to attack."""
    if unit.turn.activated:
        return UnitChoice(unit.id)
    if unit.state == "steady" and unit.turn.order is None:
        unit = replace(unit, turn=replace(unit.turn, order="attack"))
    battle = scene.battle.with_unit(unit)
    if unit.state == "routing" or battle.result:
        return UnitChoice(unit.id)
    return repertoire.unit_choice(battle, unit)


def _reach(scene: Scene, unit: Unit, laid: Laid, kind: str, reaches: Mapping[Hex, Reach]) -> None:
    if not reaches:
        return
    left = {hex_: str(reach.points_left) for hex_, reach in reaches.items()}
    found = ways.of(scene, unit, reaches)
    laid.below.append(f'<g data-layer="{tags.MOVING}">{_area(scene, kind, left, found.last)}</g>')
    laid.above.append(f'<g data-layer="{tags.MOVING}">{found.drawn}</g>')
    for hex_, reach in reaches.items():
        n = ngettext("%(n)d point left", "%(n)d points left", reach.points_left) % {"n": reach.points_left}
        laid.said.setdefault(hex_, []).append(gettext("within reach, %(left)s") % {"left": n})
    name = card.act_names()["dash" if kind == "dash" else "move"]
    laid.layers.insert(0, {"id": tags.MOVING, "name": f"{name}, {movement.points(unit)}", "line": ""})


def _area(scene: Scene, kind: str, hexes: Mapping[Hex, str], last: Mapping[Hex, str] | None = None) -> str:
    """A wash with one outline, each hex to be pressed where the unit may go; what is left stands at its foot."""
    washed, figures = [], []
    pressed = f' data-kind="{kind}"' if kind else ""
    for hex_, left in sorted(hexes.items()):
        x, y = scene.board.centre(hex_)
        named = f' data-hex="{hex_}"{pressed}' if kind else f' data-may="{hex_}"'
        way = f' data-way="{last[hex_]}"' if last and hex_ in last else ""
        washed.append(f'<use href="#hx" class="rea" x="{x:g}" y="{y:.1f}"{named}{way}/>')
        if left:
            figures.append(f'<text class="ren" x="{x:g}" y="{y + 22:.1f}">{escape(left)}</text>')
    edge = "reo" if kind else "reo may"
    return f'{"".join(washed)}<path class="{edge}" d="{scene.board.area(set(hexes))}"/>{"".join(figures)}'


def _told(scene: Scene, unit: Unit, laid: Laid) -> str:
    """The overlay in a sentence, for who does not see it."""
    hexes = ngettext("%(n)d hex within reach", "%(n)d hexes within reach", laid.reach) % {"n": laid.reach}
    targets = ngettext("%(n)d target", "%(n)d targets", laid.targets) % {"n": laid.targets}
    return f"{wording.unit_name(unit)}: {hexes}, {targets}"


def _said(laid: Laid) -> SafeString:
    """What each hex has to say beside its ground and its counter; the cells name these by their ids."""
    words = (f'<desc id="o-{hex_}">{escape("; ".join(said))}</desc>' for hex_, said in sorted(laid.said.items()))
    return mark_safe("".join(words))
