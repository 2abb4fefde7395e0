"""What the last number brought, in the log's sentences, over the prompt, seen and heard."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules.choices import ActivationChoice
from battles.rules.events import AttackRolled

from . import log, wording
from .scene import Scene
from .tables import Entry
from .wording import Speaker

MOST = 8
LINK = re.compile(r"</?a\b[^>]*>")


def told(scene: Scene) -> dict[str, Any]:
    """The newest visible entries; a later number that shows nothing leaves them as they are."""
    entries = scene.entries
    last = [entry for entry in entries if entry.number == entries[-1].number] if entries else []
    heard = [entry for entry in last if entry.event.event not in log.SMALL] or last
    return {
        "lines": [
            {
                "id": f"{run[0].number}-{run[0].index}",
                "text": _shots(run, scene.speak) or unlinked(log.sentence(run[0].event, scene.speak)),
                "fall": run[0].event.event == "destroyed",
            }
            for run in _runs(heard)[:MOST]
        ]
    }


def _runs(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The shots of one attack together, everything else by itself."""
    return [list(run) for _, run in groupby(entries, _salvo)]


def _salvo(entry: Entry) -> Hashable:
    event = entry.event
    if isinstance(event, AttackRolled):
        return event.unit, event.target, event.weapon, event.number
    return entry.number, entry.index


def _shots(run: Sequence[Entry], speak: Speaker) -> str:
    """Who shot at whom, and each throw with what it brought; how the number came about is in the log."""
    rolls = [entry.event for entry in run if isinstance(entry.event, AttackRolled)]
    if not rolls:
        return ""
    brought = format_html_join(", ", "{} {}", ((wording.dice(r.dice, larger=r.hit), _brought(r)) for r in rolls))
    return format_html(
        gettext("{unit} → {target}, {weapon}, number {number}: {shots}."),
        unit=speak.unit(rolls[0].unit), target=speak.unit(rolls[0].target),
        weapon=wording.weapon_name(rolls[0].weapon), number=wording.number(rolls[0].number), shots=brought,
    )  # fmt: skip


def _brought(roll: AttackRolled) -> SafeString:
    if not roll.hit:
        return format_html("<b>{}</b>", gettext("a miss"))
    if not roll.losses:
        return format_html("<b>{}</b>", gettext("a hit, not through"))
    text = ngettext("a hit, {n} loss", "a hit, {n} losses", roll.losses)
    return format_html("<b>{}</b>", text.format(n=roll.losses))


def unlinked(sentence: SafeString) -> SafeString:
    """What is only heard holds nothing to press: the log has the links."""
    return mark_safe(LINK.sub("", sentence))


def awaits(scene: Scene) -> str:
    """What the battle waits for from this viewer, in two words for the title; nothing for watchers."""
    if scene.side in scene.table.machines:
        return ""  # the server answers for this seat
    choice = scene.legal.choice if scene.legal else None
    if choice is None:
        return ""
    return gettext("Your move") if isinstance(choice, ActivationChoice) else gettext("Your decision")
