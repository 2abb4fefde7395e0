"""Targets on the map: a line to each, an ink tag with number and odds, or a paper tag with the reason why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop

from battles.rules.battle import Unit
from battles.rules.choices import Aim, No, UnitChoice
from battles.rules.hexes import Hex

from . import refusals, wording
from .arcs import Box
from .board import Point
from .scene import Scene

MOVING = "move"
FEW = 9  # more tags than these hide those outside the area until one asks for them
# A tag bears few words; the whole sentence stands in the card.
SHORT: Mapping[str, str] = {
    "hill_blocks": gettext_noop("behind a hill"),
    "cover_blocks": gettext_noop("behind cover: {hexes}"),
    "out_of_range": gettext_noop("far: {distance} > {range}"),
    "out_of_arc": gettext_noop("outside the arc"),
    "weapon_not_at_squads": gettext_noop("not at squads"),
    "weapon_not_at_machines": gettext_noop("not at machines"),
    "weapon_used": gettext_noop("used already"),
    "special_weapon_used": gettext_noop("used already"),
    "special_weapon_once": gettext_noop("used already"),
    "weapon_lost": gettext_noop("lost"),
    "one_volley": gettext_noop("one volley at each"),
    "attacks_spent": gettext_noop("no attacks left"),
    "ranged_only": gettext_noop("not hand to hand"),
}
# Where a tag may stand about the hex of its target, best first.
SPOTS: tuple[Point, ...] = (
    (0, -31), (0, 31), (1, -12), (-1, -12), (1, 10), (-1, 10), (0, -50), (0, 50), (0.6, -30), (-0.6, -30),
    (0.6, 30), (-0.6, 30), (0.5, -50), (-0.5, -50),
)  # fmt: skip


@dataclass
class Tags:
    """What is drawn below the counters and above them, and what is said of each hex."""

    below: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    said: dict[Hex, list[str]] = field(default_factory=dict)
    taken: list[Box] = field(default_factory=list)
    targets: int = 0

    def say(self, hex_: Hex, words: str) -> None:
        if words not in self.said.setdefault(hex_, []):
            self.said[hex_].append(words)


def of(scene: Scene, choice: UnitChoice, *, pick: bool, named: Mapping[str, Box]) -> Tags:
    """All targets of a unit; `pick` says that the viewer may attack them now, `named` where names of weapons lie."""
    tags = Tags(taken=[*_counters(scene), *named.values()])
    unit = scene.unit(choice.unit)
    aims = (*choice.aims, *choice.power_shots)
    best = sorted(_best(aims).values(), key=lambda aim: aim.target)
    _layer(scene, tags, unit, MOVING, best, pick=pick)
    for weapon in dict.fromkeys(aim.weapon for aim in aims):
        _layer(scene, tags, unit, weapon, [aim for aim in aims if aim.weapon == weapon], pick=pick)
    for ram in choice.rams:
        tags.below.append(_line(scene, unit, scene.unit(ram.target), pick=pick))
        tags.say(scene.unit(ram.target).spot, gettext("may be rammed"))
    able = {aim.target for aim in aims if aim.no is None} | {ram.target for ram in choice.rams}
    tags.targets = len(able)
    return tags


def _best(aims: Iterable[Aim]) -> dict[str, Aim]:
    """For each target the weapon that is likely to do most to it."""
    best: dict[str, Aim] = {}
    for aim in aims:
        if aim.needed is not None and (aim.target not in best or aim.mean > best[aim.target].mean):
            best[aim.target] = aim
    return best


def _layer(scene: Scene, tags: Tags, unit: Unit, layer: str, aims: Iterable[Aim], *, pick: bool) -> None:
    taken = list(tags.taken)
    below, above = [], []
    aims = sorted(aims, key=_weight)  # what matters most chooses its place first
    for aim in aims:
        target = scene.unit(aim.target)
        if aim.no is None:
            below.append(_line(scene, unit, target, pick=pick))
        above.append(_tag(scene, target, aim, taken))
        if layer != MOVING:
            tags.say(target.spot, _spoken(aim))
    many = ' class="many"' if len(aims) > FEW else ""
    tags.below.append(f'<g data-layer="{escape(layer)}">{"".join(below)}</g>')
    tags.above.append(f'<g data-layer="{escape(layer)}"{many}>{"".join(above)}</g>')


def _counters(scene: Scene) -> list[Box]:
    return [(*scene.board.centre(each.spot), 19.0, 19.0) for each in scene.battle.on_map()]


def _weight(aim: Aim) -> int:
    return 0 if aim.no is None else 2 if _far(aim) else 1


def _far(aim: Aim) -> bool:
    """Whether the target lies outside the weapon's area."""
    return aim.no is not None and aim.no.reason in ("out_of_range", "out_of_arc")


def _line(scene: Scene, unit: Unit, target: Unit, *, pick: bool) -> str:
    (ax, ay), (bx, by) = scene.board.centre(unit.spot), scene.board.centre(target.spot)
    line = f"M{ax + (bx - ax) * 0.12:.1f},{ay + (by - ay) * 0.12:.1f}L{bx:.1f},{by:.1f}"
    aimed = f' data-target="{target.id}"' if pick else ""
    return (
        f'<path class="aim0" d="{line}"/><path class="aim" d="{line}"/>'
        f'<path class="aimt"{aimed} d="{scene.board.outline(target.spot, 0.9)}"/>'
    )


def words(aim: Aim) -> str:
    """What a tag says: the number and the chance to hit, or why not."""
    if aim.no is not None:
        return short(aim.no)
    return f"{wording.number(aim.needed.value)} · {wording.percent(aim.hit)}" if aim.needed else gettext("out of sight")


def short(no: No) -> str:
    found = SHORT.get(no.reason)
    return gettext(found).format_map(dict(no.facts)) if found else refusals.sentence(no.rule, no.reason, no.facts)


def _spoken(aim: Aim) -> str:
    weapon = wording.weapon_name(aim.weapon)
    if aim.no is not None:
        return gettext("no target of %(weapon)s: %(why)s") % {"weapon": weapon, "why": short(aim.no)}
    if aim.needed is None:
        return gettext("%(weapon)s may be levelled at it, out of range, arc or sight as things stand") % {
            "weapon": weapon
        }
    told = {"weapon": weapon, "number": wording.number(aim.needed.value), "chance": wording.percent(aim.hit)}
    return gettext("target: %(weapon)s, number %(number)s, %(chance)s to hit") % told


def _tag(scene: Scene, target: Unit, aim: Aim, taken: list[Box]) -> str:
    text = words(aim)
    refused = aim.no is not None
    half = len(text) * 3.15 + (14 if refused else 8)
    x, y = _spot(scene.board.centre(target.spot), half, taken)
    quiet = " far" if _far(aim) else ""
    if aim.needed is not None:
        body = f'<path class="tag" d="{_arrow(half)}"/><text class="tagt" y="4.4">{escape(text)}</text>'
    else:
        cross = f'<path class="tagx" d="M{6 - half:.1f}-4l8 8m0-8l-8 8"/>' if refused else ""
        body = (
            f'<rect class="tag2 no" x="{-half:.1f}" y="-8.5" width="{2 * half:.1f}" height="17" rx="2"/>{cross}'
            f'<text class="tagt2" x="{7 if refused else 0}" y="4">{escape(text)}</text>'
        )
    tag = f'<g class="tg{quiet}" data-of="{target.id}" transform="translate({x:.1f} {y:.1f})">{body}</g>'
    return tag + _cross(scene, target) if quiet else tag


def _cross(scene: Scene, target: Unit) -> str:
    """What stays of a tag where there are too many: that it is no target; the reason comes to who points at it."""
    x, y = scene.board.centre(target.spot)
    place = f"translate({x + 19:.1f} {y + 12:.1f})"
    return f'<g class="xs" transform="{place}"><circle r="6"/><path d="M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2"/></g>'


def _arrow(half: float) -> str:
    return f"M{-half:.1f}-9.5H{half:.1f}L{half + 6:.1f},0L{half:.1f},9.5H{-half:.1f}L{-half + 4:.1f},0Z"


def _spot(centre: Point, half: float, taken: list[Box]) -> Point:
    """Beside a counter where the least is covered; there lies something from now on."""
    x, y = centre
    boxes = [(x + dx * (half + 22) if abs(dx) > 0.9 else x + dx * half, y + dy, half, 9.5) for dx, dy in SPOTS]
    near = [box for box in taken if abs(box[1] - y) < 80 and abs(box[0] - x) < 3 * half + 45]
    best = min(boxes, key=lambda box: sum(_covered(box, other) for other in near))
    taken.append(best)
    return best[0], best[1]


def _covered(box: Box, other: Box) -> float:
    """How much of one box lies in the other."""
    wide = min(box[0] + box[2], other[0] + other[2]) - max(box[0] - box[2], other[0] - other[2])
    high = min(box[1] + box[3], other[1] + other[3]) - max(box[1] - box[3], other[1] - other[3])
    return max(0.0, wide) * max(0.0, high)
