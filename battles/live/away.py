"""While you were away: what others have done since a page was last looked at, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from battles.rules import events as happened
from battles.rules.events import Event

from . import asking, tokens, wording
from .scene import Scene
from .tables import Entry

Context = dict[str, Any]
GONE = (happened.Destroyed, happened.Abandoned, happened.Withdrawn)


def summary(scene: Scene, entries: Sequence[Entry], *, since: int) -> Context | None:
    """Losses, fear, morale and the question that stands; None if only the viewer's own side has acted."""
    if not any(entry.side != scene.side for entry in entries):
        return None
    events = [entry.event for entry in entries]
    facts = {
        "losses": _losses(scene, events),
        "fates": _fates(scene, events),
        "morale": list(_morale(scene, since)),
    }
    turns = [event.turn for event in events if isinstance(event, happened.TurnBegan)]
    return facts | {
        "steps": scene.table.number - since,
        "turn": turns[-1] if turns else None,
        "asked": _asked(scene),
        "quiet": not any(facts.values()),
    }


def _losses(scene: Scene, events: Iterable[Event]) -> list[Context]:
    """What each unit has lost, and what is left of it."""
    lost: Counter[str] = Counter()
    for event in events:
        if isinstance(event, happened.Losses):
            lost[event.unit] += event.losses
    return [
        {"token": tokens.portrait(scene.unit(id_)), "name": scene.speak.unit(id_), "lost": n,
         "left": scene.unit(id_).hits, "full": scene.unit(id_).stats.hits}
        for id_, n in lost.items()
    ]  # fmt: skip


def _fates(scene: Scene, events: Iterable[Event]) -> list[Context]:
    """Units that are shaken, routing, or gone for another reason than their losses, as they are now."""
    met = {event.unit for event in events if isinstance(event, (happened.Shaken, happened.Routed, *GONE))}
    units = [unit for unit in scene.battle.in_order() if unit.id in met]
    return [
        {"token": tokens.portrait(unit), "name": scene.speak.unit(unit.id), "fate": _fate(scene, unit.id)}
        for unit in units
        if unit.state not in ("steady", "destroyed")
    ]


def _fate(scene: Scene, unit_id: str) -> str:
    unit = scene.unit(unit_id)
    return wording.state_name(unit, unit.state) if unit.on_map else wording.points_name(unit.state)


def _morale(scene: Scene, since: int) -> Iterable[Context]:
    """Both pools, then and now, where they have changed."""
    for id_, side in scene.battle.sides.items():
        changes = [change for change in scene.table.morale_history if change.side == id_ and change.number > since]
        by = sum(change.by for change in changes)
        if changes:
            yield {
                "shield": tokens.shield(id_),
                "name": scene.speak.side(id_),
                "now": side.pool,
                "then": side.pool - by,
            }


def _asked(scene: Scene) -> str:
    """The viewer's own question, in the words of the strip under the map."""
    kind = asking.decision(scene)["kind"]
    return asking.headings().get(kind, "")
