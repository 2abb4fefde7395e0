"""The end of a battle on one page: who won and why, the course of morale, losses and points, who still stands."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from battles.rules import victory
from battles.rules.battle import ENEMY, Unit
from battles.rules.catalogue import price

from . import curve, log_play, tokens, wording
from .scene import Scene

Context = dict[str, Any]
FALLEN = ("destroyed", "surrendered", "abandoned")


def summary(scene: Scene) -> Context:
    """Nothing while the battle goes on."""
    result = scene.battle.result
    if result is None:
        return {"over": False}
    order = (scene.below, ENEMY[scene.below])
    course = curve.drawn(scene, curve.LARGE)
    return {
        "over": True,
        "winner": scene.speak.side(result.winner) if result.winner else None,
        "portrait": _emblem(scene, result.winner),
        "shield": tokens.shield(result.winner) if result.winner else "",
        "why": log_play.ending(result.reason),
        "broken": [scene.speak.side(side) for side in order if scene.battle.sides[side].exhausted],
        "turn": scene.battle.turn,
        "sides": [_side(scene, side) for side in order],
        "own": result.winner == scene.side,
        "curve": course,
        "named": curve.named(course),
    }


def _emblem(scene: Scene, winner: str | None) -> str:
    """The commander of the winner, fallen or not; the bare shield where none was hired."""
    led = [unit for unit in scene.battle.in_order() if unit.side == winner and unit.commander]
    return tokens.portrait(min(led, key=lambda unit: unit.commander != "prince"), "big") if led else ""


def _side(scene: Scene, side: str) -> Context:
    scored = _scored(scene, side)
    rest = scene.battle.sides[side].points - sum(row["points"] for row in scored)
    shrines = scene.battle.options.scenario == "shrine"
    return {
        "side": side,
        "shield": tokens.shield(side),
        "name": scene.speak.side(side),
        "points": scene.battle.sides[side].points,
        "scored": scored,
        "rest": rest,
        "rest_name": gettext("shrines held") if shrines else gettext("broken through"),
        "standing": [_standing(scene, unit) for unit in scene.battle.on_map(side)],
    }


def _scored(scene: Scene, side: str) -> list[Context]:
    """`battle.points`: what each unit of the other side has brought."""
    by_count = scene.battle.result is not None and scene.battle.result.reason in ("turn_limit", "wiped_out")
    rows = []
    for unit in scene.battle.in_order():
        if unit.side == side:
            continue
        half = "routing" if unit.state == "routing" else "half" if 2 * unit.hits <= unit.stats.hits else ""
        why = half if unit.on_map and by_count else unit.state
        if why in (*FALLEN, *victory.HALVED):
            worth = _price(scene, unit) // (2 if why in victory.HALVED else 1)
            rows.append({"unit": scene.speak.unit(unit.id), "token": tokens.portrait(unit),
                         "why": wording.points_name(why), "points": worth})  # fmt: skip
    return rows


def _price(scene: Scene, unit: Unit) -> int:
    company = scene.battle.companies.get(unit.company or "")
    return price(unit, terms=company.hired_on if company else "usual")


def _standing(scene: Scene, unit: Unit) -> Context:
    """Who is on the map at the end: what is left of it, and what troubles it."""
    left = gettext("%(n)d of %(full)d") % {"n": unit.hits, "full": unit.stats.hits}
    troubles = [wording.state_name(unit, state) for state in tokens.states(unit)]
    return {"unit": scene.speak.unit(unit.id), "token": tokens.portrait(unit), "left": ", ".join([left, *troubles])}
