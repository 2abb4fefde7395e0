"""The map of a battle: the sheet that never changes, and the pushed layers: bonds, crosses, marks, counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from battles.rules import morale
from battles.rules.battle import ENEMY, Unit
from battles.rules.commands import Deploy, Enter
from battles.rules.hexes import Hex
from battles.rules.pending import Batch, Review, Volley

from . import board, cells, drawings, linking, log_play, tokens, wording
from .scene import Scene

Context = dict[str, Any]


def page(scene: Scene) -> Context:
    """All that the page draws of the map at first."""
    return sheet(scene) | {
        "box": scene.board.box(),
        "frame": scene.board.frame(),
        "layers": layers(scene),
        "flipped": scene.board.flipped,
        "columns": scene.battle.map.columns,
        "rows": scene.battle.map.rows,
        "kinds": board.legend_of(scene.battle.map),
    }


def sheet(scene: Scene) -> Context:
    """What never changes during a battle: the ground, the names of the edges, the cells."""
    names = {side: gettext("edge of %(name)s") % {"name": wording.side_name(scene.table.names, side, 18)}
             for side in ENEMY}  # fmt: skip
    return {
        "sheet": board.sheet(scene.battle.map, scene.board, scene.language),
        "homes": board.home_labels(scene.board, names),
        "cells": cells.grid(scene.battle.map, scene.board, scene.language),
    }


def turned(scene: Scene) -> str:
    """The sheet alone, for a map that its reader has flipped."""
    return render_to_string("live/sheet.html", sheet(scene))


def layers(scene: Scene) -> Mapping[str, SafeString]:
    """What moves on the map: crosses of the fallen and marks under the counters, and the counters in id order."""
    now = set(scene.battle.group_units(scene.acting)) if scene.acting else set()
    counters = [_counter(scene, unit, now=unit.id in now) for unit in scene.battle.on_map()]
    return {"under": mark_safe("".join(_under(scene, now))), "tokens": mark_safe("\n".join(("", *counters, "")))}


def _counter(scene: Scene, unit: Unit, *, now: bool) -> str:
    """A counter as it was drawn last, if its unit is as it was: a command touches few of them."""
    key = (scene.table.battle_id, scene.viewer, scene.language, "counter", unit.id)
    seen = {"unit": unit, "now": now, "board": scene.board, "names": scene.table.names}
    return drawings.drawn(key, seen, lambda: tokens.token(unit, scene.board, label(scene, unit.id), now))


def label(scene: Scene, unit_id: str) -> str:
    """A counter in words: what it is, whose, where, its strength, facing and states."""
    unit = scene.unit(unit_id)
    words = [wording.unit_name(unit), wording.side_name(scene.table.names, unit.side), unit.hex or ""]
    words.append(f"{unit.hits}/{unit.stats.hits}")
    if unit.facing and unit.is_machine:
        words.append(log_play.facing_name(unit.facing))
    words += [wording.state_name(unit, state) for state in tokens.states(unit)]
    return ", ".join(words)


def _under(scene: Scene, now: set[str]) -> Iterator[str]:
    standing = [(unit.id, unit.hex) for unit in scene.battle.on_map() if unit.hex]
    for place in board.places(scene.table.map_id, scene.board, scene.language, [hex_ for _, hex_ in standing]):
        yield format_html('<g id="p-{}" transform="translate({} {})"><text class="place">{}</text></g>', place["hex"],
                          place["x"], place["y"], place["name"])  # fmt: skip
    yield from linking.bonds(scene)
    for id_, hex_ in standing:
        if id_ in now:
            yield f'<path class="nowh" d="{scene.board.outline(hex_, 0.94)}"/>'
    for unit in scene.battle.in_order():
        if unit.fell:
            yield _grave(scene, unit.fell)
    yield from _sealed(scene)
    subjects = _subjects(scene)
    infected = _infected(scene, subjects)
    for id_, hex_ in standing:
        if id_ in subjects or id_ in infected:
            yield f'<path class="{"hitb" if id_ in subjects else "cont"}" d="{scene.board.outline(hex_, 0.9)}"/>'


def _sealed(scene: Scene) -> Iterator[str]:
    """The viewer's own deployment, committed and not yet revealed."""
    own = scene.battle.committed.get(scene.side) if scene.side else None
    if isinstance(own, Deploy | Enter):
        for id_, spot in own.placements.items():
            yield tokens.sealed(scene.unit(id_), scene.board, spot.hex)


def _grave(scene: Scene, hex_: Hex) -> str:
    """A small cross where a unit fell; it stays till the end."""
    return f'<g transform="{scene.board.at(hex_)}"><path class="grave" d="M0-9V9M-5-4H5M-3.6 0H3.6M-8 9.6H8"/></g>'


def _subjects(scene: Scene) -> set[str]:
    """The units that the open decision is about."""
    step = scene.battle.agenda[0] if scene.battle.agenda and not scene.battle.result else None
    if isinstance(step, Batch) and step.offered:
        return {unit for units in step.offered.values() for unit in units}
    if isinstance(step, Review):
        asked = [scene.battle.links[link] for link, _ in step.questions if link not in step.answers]
        return {id_ for link in asked for id_ in scene.battle.active_members(link)}
    return {step.target} if isinstance(step, Volley) and step.offered else set()


def _infected(scene: Scene, subjects: set[str]) -> set[str]:
    """`morale.contagion`: who would have to check next to a unit that fails the open fear check."""
    step = scene.battle.agenda[0] if subjects else None
    if not isinstance(step, Batch) or step.cause == morale.RECOVERY:
        return set()
    return {other.id for id_ in subjects for other in morale.exposed_to(scene.battle, scene.unit(id_))}
