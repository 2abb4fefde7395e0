"""What has happened to a unit that is to check: who did it, with what numbers, and which rule asks for the check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules import morale
from battles.rules.battle import Unit
from battles.rules.events import AttackRolled, Event, Losses, Rammed, Strayed
from battles.rules.hexes import distance

from . import wording
from .scene import Scene

E = TypeVar("E", bound=Event)


def of(scene: Scene, unit: Unit, cause: str) -> SafeString:
    """The story of one check in a sentence; empty where nothing more can be said than the name of its rule."""
    teller = TELLERS.get(cause)
    return teller(scene, unit) if teller else mark_safe("")


def _last(scene: Scene, kind: type[E], about: Callable[[E], bool]) -> E | None:
    """The newest event of a kind in what the viewer has seen."""
    found = (entry.event for entry in reversed(scene.entries))
    return next((event for event in found if isinstance(event, kind) and about(event)), None)


def _danger(scene: Scene, unit: Unit) -> SafeString:
    """`morale.danger`: the loss that brought it to its threshold."""
    blow = _last(scene, Losses, lambda event: event.unit == unit.id)
    if blow is None:
        return mark_safe("")
    total = _losses_with(scene, blow)
    facts = {"n": total, "before": blow.left + total, "left": blow.left, "danger": unit.stats.danger}
    if blow.by is None:
        text = ngettext(
            "{n} loss, {before} → {left}: from {danger} down a unit is in danger.",
            "{n} losses, {before} → {left}: from {danger} down a unit is in danger.", total)  # fmt: skip
        return format_html(text, **facts)
    text = ngettext(
        "{by}: {n} loss, {before} → {left}. From {danger} down a unit is in danger.",
        "{by}: {n} losses, {before} → {left}. From {danger} down a unit is in danger.", total)  # fmt: skip
    return format_html(text, by=scene.speak.unit(blow.by), **facts)


def _losses_with(scene: Scene, blow: Losses) -> int:
    """What the unit has lost in the same move: a volley costs it more than its last shot."""
    number = next(entry.number for entry in reversed(scene.entries) if entry.event is blow)
    moves = (entry.event for entry in scene.entries if entry.number == number)
    return sum(event.losses for event in moves if isinstance(event, Losses) and event.unit == blow.unit)


def _critical(scene: Scene, unit: Unit) -> SafeString:
    """`morale.critical`: the throw of two ones."""
    roll = _last(scene, AttackRolled, lambda event: event.target == unit.id and event.critical)
    if roll is None:
        return mark_safe("")
    return format_html(gettext("{by}, {weapon}: {dice} a critical hit."), by=scene.speak.unit(roll.unit),
                       weapon=wording.weapon_name(roll.weapon), dice=wording.dice(roll.dice))  # fmt: skip


def _contagion(scene: Scene, unit: Unit) -> SafeString:
    """`morale.contagion`: who beside it is afraid."""
    beside = [other for other in scene.battle.within(unit.spot, 1, unit.side)
              if other.id != unit.id and other.state in ("shaken", "routing")]  # fmt: skip
    if not beside:
        return mark_safe("")
    told = [
        format_html("{} ({})", scene.speak.unit(other.id), wording.state_name(other, other.state)) for other in beside
    ]
    return format_html(gettext("Beside it: {units}. Each unit checks so once a turn."),
                       units=mark_safe(gettext(", ").join(told)))  # fmt: skip


def _stray(scene: Scene, unit: Unit) -> SafeString:
    """`morale.friendly_fire`: whose shot it was."""
    shot = _last(scene, Strayed, lambda event: event.target == unit.id)
    if shot is None:
        return mark_safe("")
    return format_html(gettext("Hit by a stray shot of its own side: {by}."), by=scene.speak.unit(shot.unit))


def _cruel(scene: Scene, unit: Unit) -> SafeString:
    """`morale.cruel_death`: who was rammed, and how near it was."""
    ram = _last(scene, Rammed, lambda event: True)
    if ram is None:
        return mark_safe("")
    by = scene.speak.unit(ram.unit)
    if ram.target == unit.id:
        return format_html(gettext("{by} has rammed it."), by=by)
    target = scene.battle.units.get(ram.target)
    gap = distance(unit.spot, target.hex or ram.path[-1]) if target and (target.hex or ram.path) else 0
    if not gap:
        return format_html(gettext("{by} has rammed {target} before its eyes."), by=by,
                           target=scene.speak.unit(ram.target))  # fmt: skip
    text = ngettext("{by} has rammed {target}, {n} hex away.", "{by} has rammed {target}, {n} hexes away.", gap)
    return format_html(text, by=by, target=scene.speak.unit(ram.target), n=gap)


def _recovery(scene: Scene, unit: Unit) -> SafeString:
    """`morale.recovery`: what the check is good for."""
    return format_html(
        "{}", gettext("A shaken unit gets no order and must retreat. Once it is steady again it gets one this turn.")
    )


TELLERS: Mapping[str, Callable[[Scene, Unit], SafeString]] = {
    "morale.danger": _danger,
    "morale.critical": _critical,
    "morale.contagion": _contagion,
    "morale.friendly_fire": _stray,
    "morale.cruel_death": _cruel,
    morale.RECOVERY: _recovery,
}
