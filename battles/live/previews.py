"""What a page asks for beside its panels: odds of chosen shots, the plan of a spending.

Nothing is changed by it, and nobody is told of it.
"""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.translation import override

from battles.rules.choices import Aim, SpendChoice

from . import odds, spending
from .scene import Scene, scene_of
from .tables import Table


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


def _aim_of(scene: Scene, unit: str, weapon: str, target: str) -> Aim | None:
    choice = scene.activation.units.get(unit) if scene.activation else None
    aims = choice.aims if choice else ()
    return next((aim for aim in aims if (aim.weapon, aim.target, aim.no) == (weapon, target, None)), None)
