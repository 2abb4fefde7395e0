"""The one door out: the html of every panel of a battle as one viewer sees it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from battles.rules.battle import SIDES
from battles.rules.hexes import Hex

from . import asking, drawings, ending, field, herald, instruments, lessons, log, refereeing, ruler, tokens, wording
from . import overlay as laid
from .scene import Scene, map_title, scene_of
from .tables import LOG_LENGTH, Table

faults = logging.getLogger(__name__)

PANELS = (
    "phase", "header", "told", "map", "strip", "morale", "initiative", "decision", "say", "answers", "log", "end",
    "lent", "machine", "referee", "lesson",
)  # fmt: skip
LOBBY = ("phase", "lobby")
Context = dict[str, Any]
Shared = Mapping[str, Callable[[], Context]]  # what several builders ask for, built once


def render(table: Table, viewer: str, language: str) -> dict[str, str]:
    """The html of every panel, ready to be pushed: each with its own outer element and a lasting id."""
    with override(language):
        return _drawn(table, viewer, language, pushed=True)


def page_context(table: Table, viewer: str, language: str) -> Context:
    """What the battle page needs beyond its address and links: the panels and the sheet under them."""
    with override(language):
        context = _shared(table, viewer, language)
        context["panels"] = _drawn(table, viewer, language, pushed=False)
        if table.battle is None:
            return context | {"lobby": True}
        scene = scene_of(table, viewer, language)
        return context | _map_of(scene)


def _map_of(scene: Scene) -> Context:
    """The map as the page draws it at first; players find back into the battle and go on without it, too."""
    try:
        return field.page(scene)
    except Exception:
        facts = {"battle_id": scene.table.battle_id, "number": scene.table.number}
        faults.exception("map not drawn for %s", scene.viewer, extra=facts)
        return {"mapless": True}


def overlay(table: Table, viewer: str, unit_id: str, language: str, *, turned: bool = False) -> str:
    """The layer of a selected unit: it lives in a node that is never pushed."""
    with override(language):
        return laid.drawn(scene_of(table, viewer, language, turned=turned), unit_id)


def measured(table: Table, viewer: str, ends: tuple[Hex, Hex], language: str, *, turned: bool = False) -> str:
    """The ruler laid between two hexes."""
    with override(language):
        return ruler.drawn(scene_of(table, viewer, language, turned=turned), *ends)


def sheet(table: Table, viewer: str, language: str, *, turned: bool = False) -> str:
    """The sheet under the map, for who flips it."""
    with override(language):
        return field.turned(scene_of(table, viewer, language, turned=turned))


# --- shared ------------------------------------------------------------------------------------------------------


def _drawn(table: Table, viewer: str, language: str, *, pushed: bool) -> dict[str, str]:
    known = _shared(table, viewer, language) | {"pushed": pushed}
    if table.battle is None:
        return {name: _panel(name, known | _lobby(table, viewer)) for name in LOBBY}
    scene = scene_of(table, viewer, language)
    shared = {"asked": cache(lambda: asking.decision(scene)), "queue": cache(lambda: instruments.queue(scene))}
    names = PANELS if pushed else tuple(name for name in PANELS if name != "map")  # the page draws its own layers
    return {name: _built(name, scene, shared, known) for name in names}


def _built(name: str, scene: Scene, shared: Shared, known: Context) -> str:
    """One panel; a fault in it must not take the others from the players, nor the way back into the battle."""
    key = (scene.table.battle_id, scene.viewer, scene.language, known["pushed"], name)
    try:
        context = known | BUILDERS[name](scene, shared)
        return drawings.drawn(key, context, partial(_panel, name, context))
    except Exception:
        facts = {"battle_id": scene.table.battle_id, "number": scene.table.number}
        faults.exception("panel %s not drawn for %s", name, scene.viewer, extra=facts)
        return _without(name, known)


def _without(name: str, known: Context) -> str:
    """What stands in the place of a panel that cannot be drawn; the counters stay as they are."""
    return "" if name == "map" else _panel("broken", known | {"name": name})


def _panel(name: str, context: Context) -> str:
    return render_to_string(f"live/panels/{name}.html", {**context})  # templates write into what they get


def _shared(table: Table, viewer: str, language: str) -> Context:
    return {
        "terms": {"options": table.options, "map_id": table.map_id, "preset": table.preset},
        "battle_id": table.battle_id,
        "viewer": viewer,
        "player": viewer in ("red", "blue"),
        "title": map_title(table.map_id, language),
        "guided": table.guided,
        "language": language,
        "phase": "lobby" if table.battle is None else "battle",
        "BUILD_ID": settings.BUILD_ID,
    }


def _lobby(table: Table, viewer: str) -> Context:
    sides = (*SIDES, *(["referee"] if "referee" in table.guests else []))
    return {"seats": [_seat(table, side, own=side == viewer) for side in sides]}


def _seat(table: Table, side: str, *, own: bool) -> Context:
    return {
        "side": side,
        "shield": tokens.shield(side) if side in SIDES else "",
        "name": wording.side_name(table.names, side),
        "taken": table.guests.get(side) is not None,
        "armed": table.armies.get(side, False),
        "own": own,
        "machine": side in table.machines,
        "referee": side == "referee",
    }


# --- the other panels --------------------------------------------------------------------------------------------


def _header(scene: Scene, shared: Shared) -> Context:
    battle = scene.battle
    players = [
        {"side": side, "shield": tokens.shield(side), "name": wording.side_name(scene.table.names, side),
         "points": battle.sides[side].points, "own": side == scene.side}
        for side in instruments.sides(scene)
    ]  # fmt: skip
    chredas = [
        {"name": name, "now": battle.chreda == id_ and not battle.result}
        for id_, name in (
            ("preparatory", gettext("Preparation")),
            ("initiative", gettext("Initiative")),
            ("tactics", gettext("Tactics")),
        )
    ]  # fmt: skip
    return {
        "players": players,
        "chredas": chredas,
        "turn": battle.turn,
        "turns": battle.options.turn_limit,
        "deploying": battle.chreda == "deployment",
        "number": scene.table.number,
        "awaits": herald.awaits(scene),
    }


def _answers(scene: Scene, shared: Shared) -> Context:
    if not scene.side or scene.battle.result:
        return {"shown": False}
    offer = scene.battle.offer
    return {
        "shown": True,
        "anytime": scene.legal.anytime if scene.legal else (),
        "offered": offer == scene.side,
        "may_offer": scene.battle.sides[scene.side].offered != scene.battle.turn,
        "offer_to_me": offer is not None and offer != scene.side,
        "enemy": scene.speak.enemy(scene.side),
        "giveup": asking.hopeless(scene),
    }


def _lent(scene: Scene, shared: Shared) -> Context:
    played = scene.table.machines.get(scene.side or "")
    return {"shown": bool(played and played.lent) and not scene.battle.result}


def _machine(scene: Scene, shared: Shared) -> Context:
    """Whoever plays may give the own seat to the server, and says how fast it plays."""
    machines, paces = (
        scene.table.machines,
        {"slow": gettext("slowly"), "normal": gettext("at ease"), "fast": gettext("fast")},
    )
    now = next(iter(machines.values())).pace if machines else ""
    return {
        "shown": scene.side is not None and not scene.battle.result and not scene.table.shared,
        "own": scene.side in machines,
        "paces": [(id_, name, id_ == now) for id_, name in paces.items()] if machines else [],
    }


def _log(scene: Scene, shared: Shared) -> Context:
    more = len(scene.table.log) >= LOG_LENGTH
    return log.page(scene.entries, scene.speak, scene.table.battle_id, more=more)


Builder = Callable[[Scene, Shared], Context]
BUILDERS: Mapping[str, Builder] = {
    "phase": lambda scene, shared: {},
    "header": _header,
    "told": lambda scene, shared: herald.told(scene),
    "map": lambda scene, shared: {"layers": field.layers(scene)},
    "strip": lambda scene, shared: {"rows": shared["queue"]()["rows"]},
    "morale": lambda scene, shared: instruments.morale(scene),
    "initiative": lambda scene, shared: shared["queue"](),
    "decision": lambda scene, shared: shared["asked"](),
    "say": lambda scene, shared: asking.say(scene, shared["asked"](), shared["queue"]()),
    "answers": _answers,
    "log": _log,
    "end": lambda scene, shared: ending.summary(scene),
    "lent": _lent,
    "machine": _machine,
    "referee": lambda scene, shared: refereeing.bench(scene),
    "lesson": lambda scene, shared: lessons.lesson(scene, shared["asked"]()),
}
