"""The lesson beside a prompt of the guided first battle: which one belongs to what is asked now."""

from __future__ import annotations

from typing import Any

from battles.rules.battle import Unit
from battles.rules.events import DaringChecked
from battles.rules.lessons import guide

from . import wording
from .scene import Scene

Context = dict[str, Any]
RECENT = 12  # entries of the log in which a fear is still news


def lesson(scene: Scene, asked: Context) -> Context:
    """What is said to the newcomer now; nothing to anybody else, nor in any other battle."""
    if not scene.table.guided or scene.side is None or scene.side in scene.table.machines:
        return {"shown": False}
    moment = _moment(scene, asked)
    found = guide().lessons[moment]
    return {
        "shown": True,
        "moment": moment,
        "open": scene.battle.turn <= 1 or moment in ("fear", "over"),
        "title": found.title.of(scene.language),
        "text": found.text.of(scene.language),
        "see": [wording.rule_link(rule) for rule in found.see],
    }


def _moment(scene: Scene, asked: Context) -> str:
    match asked["kind"]:
        case "checks":
            return "recovery" if asked["recovery"] else "fear"
        case "activation":
            return _acting([scene.unit(card["unit"].id) for card in asked["cards"]], scene)
        case "waiting":
            return "frightened" if _afraid(scene) else "waiting"
        case kind:
            return str(kind)


def _acting(units: list[Unit], scene: Scene) -> str:
    if any(unit.state == "shaken" for unit in units):
        return "retreat"
    if any(unit.turn.attacks_made for unit in units):
        return "end"
    return "link" if any(scene.battle.link_of(unit.id) for unit in units) else "act"


def _afraid(scene: Scene) -> bool:
    return any(isinstance(entry.event, DaringChecked) for entry in scene.entries[-RECENT:])
