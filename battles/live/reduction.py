"""The question of casualty reduction: the rolls of a volley, and what remains for every choice of those cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules import forecast
from battles.rules.choices import ReductionChoice
from battles.rules.pending import Shot, Volley

from . import odds, wording
from .scene import Scene

Context = dict[str, Any]


def question(scene: Scene, choice: ReductionChoice) -> Context:
    """`combat.reduction`: dice, losses, free slots, and the outcome of each lawful answer."""
    step = scene.battle.agenda[0]
    shots = step.shots if isinstance(step, Volley) else ()
    return {
        "unit": scene.speak.unit(choice.unit),
        "target": scene.speak.unit(choice.target),
        "weapon": wording.weapon_name(choice.weapon),
        "rows": [_row(i, shot, open_=i in choice.losses) for i, shot in enumerate(shots, start=1)],
        "outcomes": list(_outcomes(scene, choice, shots)),
        "slots": [wording.slot_name(slot) for slot in choice.slots],
        "most": len(choice.slots),
        "token": f"reduction-{scene.table.number}",
    }


def _row(number: int, shot: Shot, *, open_: bool) -> Context:
    lost = ngettext("%(n)d loss", "%(n)d losses", shot.losses) % {"n": shot.losses}
    return {
        "number": number,
        "dice": wording.dice(shot.dice, larger=shot.hit),
        "outcome": lost if shot.losses else gettext("not through") if shot.hit else gettext("a miss"),
        "critical": shot.critical,
        "open": open_,
    }


def _outcomes(scene: Scene, choice: ReductionChoice, shots: tuple[Shot, ...]) -> Iterator[Context]:
    """Nothing cancelled first, then each roll, then pairs of them as far as the slots go."""
    for count in range(len(choice.slots) + 1):
        for cancelled in combinations(sorted(choice.losses), count):
            yield {"when": ",".join(map(str, cancelled)), "text": _remains(scene, choice, shots, cancelled)}


def _remains(scene: Scene, choice: ReductionChoice, shots: tuple[Shot, ...], cancelled: tuple[int, ...]) -> SafeString:
    target = scene.unit(choice.target)
    taken = [shot for i, shot in enumerate(shots, start=1) if i not in cancelled and not shot.stray]
    losses = min(target.hits, sum(shot.losses for shot in taken))
    found = forecast.of_losses(scene.battle, target, losses, critical=any(shot.critical for shot in taken))
    if found.destroyed:
        return format_html("<b>{}</b>.", gettext("Nobody is left"))
    lost = ngettext("<b>{n}</b> loss", "<b>{n}</b> losses", losses)
    said = [
        format_html(lost, n=losses),
        format_html(gettext("<b>{left}</b> of {full} remain"), left=target.hits - losses, full=target.stats.hits),
    ]
    fears = list(odds.fear_clause(scene, found, target)) or [gettext("No fear check")]
    clauses = [mark_safe(gettext(", ").join(said)), *fears]
    return mark_safe(" ".join(f"{clause}." for clause in clauses))
