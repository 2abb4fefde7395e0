"""What a page asks for beside its panels: odds of chosen shots, the plan of a spending, older lines of
the log, and what has happened since it was looked at.

Nothing is changed by it, and nobody is told of it.
"""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.translation import override

from battles.rules.choices import Aim, SpendChoice

from . import away, log, moments, odds, spending
from .scene import Scene, scene_of
from .tables import Line, Table, entries_between, entries_since

PAGE = 60
MOST = 600


def odds_of(table: Table, viewer: str, language: str, *, unit: str, weapon: str, target: str, shots: int) -> str | None:
    """The bar of an attack with so many shots; None for an attack that its viewer may not make now."""
    with override(language):
        scene = scene_of(table, viewer, language)
        aim = _aim_of(scene, unit, weapon, target)
        if aim is None or not 1 <= shots <= aim.shots:
            return None
        return render_to_string("live/panels/odds.html", {"odds": odds.of_aim(scene, aim, shots=shots)})


def plan_of(table: Table, viewer: str, language: str, draft: spending.Points) -> str | None:
    """The rows and the plan of a draft; None where its viewer is not asked, or may not spend so."""
    with override(language):
        scene = scene_of(table, viewer, language)
        choice = scene.legal.choice if scene.legal else None
        if not isinstance(choice, SpendChoice) or not spending.lawful(choice, draft):
            return None
        return render_to_string("live/panels/planned.html", spending.question(scene, choice, draft) | {"oob": True})


def log_of(table: Table, viewer: str, language: str, *, before: Line, since: Line | None) -> str:
    """A page of older lines, or all of them from `since` on."""
    most = PAGE if since is None else MOST
    entries = entries_between(table.battle_id, before=before, since=since or (0, 0), most=most)
    with override(language):
        scene = scene_of(table, viewer, language)
        page = log.page(
            scene.seen(entries), scene.speak, table.battle_id, more=since is not None or len(entries) == most
        )
        return render_to_string("live/panels/logpage.html", page)


def away_of(table: Table, viewer: str, language: str, *, since: int) -> str:
    """What has happened since a number; nothing where nobody else has done anything worth telling."""
    with override(language):
        scene = scene_of(table, viewer, language)
        told = away.summary(scene, scene.seen(entries_since(table.battle_id, since)), since=since)
        return render_to_string("live/panels/away.html", told) if told else ""


def chronicle_of(table: Table, viewer: str, language: str) -> str:
    """The moments that decided a battle that is over, and how its dice fell."""
    with override(language):
        scene = scene_of(table, viewer, language)
        told = moments.chronicle(scene, scene.seen(entries_since(table.battle_id, 0)))
        return render_to_string("live/panels/chronicle.html", told | {"battle_id": table.battle_id})


def _aim_of(scene: Scene, unit: str, weapon: str, target: str) -> Aim | None:
    choice = scene.activation.units.get(unit) if scene.activation else None
    aims = choice.aims if choice else ()
    return next((aim for aim in aims if (aim.weapon, aim.target, aim.no) == (weapon, target, None)), None)
