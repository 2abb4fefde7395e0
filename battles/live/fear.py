"""Fear as the panels show it: who would check if a unit took fright, at which number, with what chance to hold."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from battles.rules import morale
from battles.rules.battle import Battle, Side, Unit
from battles.rules.odds import check_chance

from . import tokens, wording
from .scene import Scene

Context = dict[str, Any]
EXHAUSTED = -1


def held(battle: Battle, unit: Unit, extra: int = 0) -> tuple[int, float]:
    """`morale.check`: the number of a fear check and the chance to pass it."""
    number = morale.daring(battle, unit).value + extra
    if morale.is_fearless(unit):
        return number, 1.0
    return number, check_chance(number, reroll=battle.link_of(unit.id) is not None)


def row(scene: Scene, unit: Unit, extra: int = 0) -> Context:
    """A unit that would check: its counter, its number and its chance to hold."""
    number, chance = held(scene.battle, unit, extra)
    return {
        "unit": unit.id,
        "token": tokens.portrait(unit),
        "name": scene.speak.unit(unit.id),
        "number": wording.number(number),
        "chance": wording.percent(chance),
        "share": chance,
        "fearless": morale.is_fearless(unit),
        "worse": gettext("would rout") if unit.state == "shaken" else gettext("would be shaken"),
    }


def exposed(scene: Scene, unit: Unit) -> list[Context]:
    """`morale.contagion`: whom the unit would infect at once."""
    return [row(scene, other) for other in morale.exposed_to(scene.battle, unit)]


def frightened(scene: Scene) -> list[Context]:
    """Who is shaken or routing, and who beside it has still to check when its own activation begins (R36)."""
    rows = []
    for unit in scene.battle.on_map():
        if unit.state in ("shaken", "routing"):
            beside = [
                row(scene, other) for other in scene.battle.within(unit.spot, 1, unit.side)
                if other.id != unit.id and morale.is_exposed(scene.battle, other)
            ]  # fmt: skip
            rows.append({
                "token": tokens.portrait(unit), "name": scene.speak.unit(unit.id), "unit": unit.id,
                "state": wording.state_name(unit, unit.state), "beside": beside,
            })  # fmt: skip
    return rows


def panics(scene: Scene) -> list[Context]:
    """Units whose fright would make somebody else check, and whom."""
    rows = []
    for unit in scene.battle.on_map():
        found = exposed(scene, unit) if unit.state != "routing" and not unit.is_hireling else []
        if found:
            rows.append({"unit": unit.id, "token": tokens.portrait(unit), "name": scene.speak.unit(unit.id),
                         "beside": found})  # fmt: skip
    return rows


def at_the_break(scene: Scene, side: Side) -> list[Context]:
    """`morale.exhaustion`, R37: who would check at -1 if the pool fell to 0; nothing cancels these checks."""
    if side.exhausted:
        return []
    checking = (unit for unit in scene.battle.on_map(side.id) if unit.state != "routing" and not unit.is_hireling)
    return [row(scene, unit, EXHAUSTED) for unit in checking]
