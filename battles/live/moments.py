"""What decided a battle, and how the dice fell: told from all its events, once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.db.models import Max, Min
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from battles.rules import events as happened
from battles.rules.catalogue import price
from battles.rules.odds import check_chance

from . import herald, log, tokens, wording
from .models import Move
from .scene import Scene
from .tables import Entry

Context = dict[str, Any]
SHOWN = 8
# how much a moment weighs, as far as its kind goes
WEIGHTS = {
    "exhausted": 100, "abandoned": 70, "hireling_surrendered": 55, "companion_left": 40, "withdrawn": 40, "routed": 40,
    "rammed": 35, "critical_rolled": 30, "temporary_gained": 25, "link_dissolved": 25, "strayed": 22, "shaken": 8,
}  # fmt: skip
HEAVY = 3  # so many losses at one blow are a moment of their own


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that turned the battle: when, how much it weighs, whose counter stands beside it."""

    turn: int
    entry: Entry
    weight: float
    unit: str
    text: SafeString


def chronicle(scene: Scene, entries: Sequence[Entry]) -> Context:
    """The moments in their order, and the dice of both sides."""
    fled = {entry.event.unit for entry in entries if isinstance(entry.event, happened.Routed)}
    worth = (
        m for m in _moments(scene, entries) if m.unit not in fled or not isinstance(m.entry.event, happened.Shaken)
    )
    found = sorted(worth, key=lambda moment: -moment.weight)[:SHOWN]
    return {
        "moments": [_row(scene, moment) for moment in sorted(found, key=lambda m: (m.entry.number, m.entry.index))],
        "dice": [_dice(scene, side, entries) for side in (scene.below, "red" if scene.below == "blue" else "blue")],
        "lasted": _lasted(scene),
    }


def _row(scene: Scene, moment: Moment) -> Context:
    unit = scene.battle.units.get(moment.unit)
    return {
        "turn": moment.turn,
        "token": tokens.portrait(unit) if unit else "",
        "text": moment.text,
        "line": f"l{moment.entry.number}-{moment.entry.index}",
        "number": moment.entry.number,
    }


def _moments(scene: Scene, entries: Iterable[Entry]) -> Iterator[Moment]:
    turn = 1
    for _, group in groupby(entries, lambda entry: entry.number):
        move = list(group)
        for entry in move:
            if isinstance(entry.event, happened.TurnBegan):
                turn = entry.event.turn
            if told := _moment(scene, entry, move):
                weight, unit, text = told
                yield Moment(turn, entry, weight, unit, text)


def _moment(scene: Scene, entry: Entry, move: Sequence[Entry]) -> tuple[float, str, SafeString] | None:
    """What an event weighs, who did it, and the sentence; None for one that turned nothing."""
    event = entry.event
    killed = {other.event.unit for other in move if isinstance(other.event, happened.Destroyed)}
    if isinstance(event, happened.Destroyed):
        return _death(scene, event, move)
    if isinstance(event, happened.Losses):
        heavy = event.losses >= HEAVY and event.unit not in killed
        return (18.0 + event.losses, event.by or event.unit, _blow(scene, event)) if heavy else None
    weight = float(WEIGHTS.get(event.event, 0))
    subject = str(getattr(event, "unit", "") or "")
    if not weight or getattr(event, "target", subject) in killed:
        return None
    return weight, subject or _leader(scene, event), herald.unlinked(log.sentence(event, scene.speak))


def _leader(scene: Scene, event: happened.Event) -> str:
    """Whose counter stands for a whole side."""
    side = getattr(event, "side", None)
    units = [unit for unit in scene.battle.in_order() if unit.side == side]
    return next((unit.id for unit in units if unit.commander), units[0].id if units else "")


def _death(scene: Scene, event: happened.Destroyed, move: Sequence[Entry]) -> tuple[float, str, SafeString]:
    unit = scene.unit(event.unit)
    weight = 50.0 + price(unit) / 4 + (40 if unit.commander else 0)
    if event.by is None:
        text = herald.unlinked(log.sentence(event, scene.speak))
    else:
        many = wording.count(scene.battle.units.get(event.by))
        told = ngettext("{by} destroys {unit}", "{by} destroy {unit}", many)
        text = format_html(told, by=scene.speak.unit(event.by), unit=scene.speak.unit(event.unit))
    if any(isinstance(other.event, happened.FirstStrike) for other in move):
        return weight + 20, event.by or event.unit, format_html("{}: {}", text, gettext("first strike, morale +1"))
    return weight, event.by or event.unit, text


def _blow(scene: Scene, event: happened.Losses) -> SafeString:
    text = ngettext("{unit}: {n} loss at one blow", "{unit}: {n} losses at one blow", event.losses)
    return format_html(text, unit=scene.speak.unit(event.unit), n=event.losses)


# --- dice ---------------------------------------------------------------------------------------------------------


def _dice(scene: Scene, side: str, entries: Iterable[Entry]) -> Context:
    """Hits and fear checks of a side, each beside what was to be expected."""
    attacks, checks, cancelled = [], [], 0
    for entry in entries:
        event = entry.event
        unit = scene.battle.units.get(getattr(event, "unit", "") or "")
        if unit is None or unit.side != side:
            continue
        if isinstance(event, happened.AttackRolled):
            attacks.append((event.hit, check_chance(event.number)))
        elif isinstance(event, happened.DaringChecked) and event.dice:
            checks.append((event.passed, check_chance(event.number)))
        cancelled += isinstance(event, happened.CheckCancelled)
    return {
        "name": scene.speak.side(side),
        "shield": tokens.shield(side),
        "hits": _tally(attacks),
        "checks": _tally(checks),
        "cancelled": cancelled,
    }


def _tally(rolls: Sequence[tuple[bool, float]]) -> Context:
    return {
        "good": sum(good for good, _ in rolls),
        "all": len(rolls),
        "expected": wording.decimal(sum(chance for _, chance in rolls)),
    }


def _lasted(scene: Scene) -> str:
    """From the first command to the last one, in minutes, hours or days."""
    given = Move.objects.filter(battle_id=scene.table.battle_id, key__isnull=False)
    span = given.aggregate(first=Min("created"), last=Max("created"))
    return _span(span["last"] - span["first"]) if span["first"] else ""


def _span(span: timedelta) -> str:
    minutes = max(1, round(span.total_seconds() / 60))
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
