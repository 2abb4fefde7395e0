"""The log: one sentence for each event, the newest on top; an activation has its heading over its lines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from battles.rules.events import (
    EVENTS,
    Activated,
    ActivationEnded,
    ChredaBegan,
    Committed,
    Event,
    MoraleChanged,
    TurnBegan,
    TurnEnded,
)

from . import log_fear, log_fight, log_play
from .tables import Entry
from .wording import Speaker, language, rule_link

Teller = Callable[[Any, Speaker], SafeString]

SENTENCES: Mapping[str, Teller] = {
    name: getattr(module, name)
    for module in (log_play, log_fear, log_fight)
    for name in EVENTS
    if hasattr(module, name)
}

FEAR = frozenset(
    "checks_offered check_cancelled daring_checked shaken order_lost recovered routed abandoned morale_changed "
    "temporary_gained temporary_expired exhausted first_strike hireling_checked companion_checked".split()
)
FIGHT = frozenset(
    "attack_rolled strayed volley_offered casualties_reduced losses critical_rolled weapon_lost caught_fire fell "
    "rammed pushed destroyed power_shot_lost fire_checked".split()
)
HEADS = (Activated, ChredaBegan, TurnBegan)
UNNAMED = (ChredaBegan, Committed, TurnBegan, TurnEnded)
KEPT = 20_000
_told: dict[Hashable, tuple[Event, Mapping[str, str], SafeString]] = {}
SMALL = frozenset("activation_ended committed".split())


@dataclass(slots=True)
class Group:
    """What happened from one heading to the next: an activation, or a part of the turn."""

    id: str
    lines: list[SafeString] = field(default_factory=list)
    headed: bool = False

    def turn(self) -> None:
        """The newest line first, below the heading if there is one."""
        head, rest = (self.lines[:1], self.lines[1:]) if self.headed else ([], self.lines)
        self.lines = [*head, *rest[::-1]]

    def html(self) -> SafeString:
        """Each line on one of its own, as a part of its panel."""
        return mark_safe("\n".join(self.lines))


def sentence(event: Event, speak: Speaker) -> SafeString:
    """What happened, in the reader's language; names are isolated and escaped."""
    return SENTENCES[event.event](event, speak)


def groups(entries: Iterable[Entry], speak: Speaker, battle_id: str) -> list[Group]:
    """The entries under their headings: the newest group first, and in each of them the newest line.

    An activation is one group; what happens between activations is grouped by command.
    """
    found: list[Group] = []
    acting, last = False, -1
    for entry in entries:
        heads = isinstance(entry.event, HEADS)
        if not found or heads or (not acting and entry.number != last):
            found.append(Group(f"log-{entry.number}-{entry.index}", headed=heads))
        found[-1].lines.append(_line(entry, speak, battle_id))
        acting = (acting or isinstance(entry.event, Activated)) and not isinstance(entry.event, ActivationEnded)
        last = entry.number
    for group in found:
        group.turn()
    return found[::-1]


def page(entries: Sequence[Entry], speak: Speaker, battle_id: str, *, more: bool) -> dict[str, Any]:
    """Some entries in their groups, where they begin, and whether there may be older ones."""
    oldest = f"{entries[0].number}.{entries[0].index}" if entries else ""
    return {
        "groups": groups(entries, speak, battle_id),
        "oldest": oldest,
        "more": more,
    }


def _line(entry: Entry, speak: Speaker, battle_id: str) -> SafeString:
    """A line never changes once it is told: the same one serves every later number, and both sides."""
    sealed = isinstance(entry.event, Committed) and entry.event.content is None
    key = (battle_id, entry.number, entry.index, language(), sealed)
    known = _told.get(key)
    if known and known[:2] == (entry.event, speak.names):
        return known[2]
    if len(_told) >= KEPT:
        _told.clear()
    line = _draw(entry, speak)
    _told[key] = entry.event, speak.names, line
    return line


def _draw(entry: Entry, speak: Speaker) -> SafeString:
    name = entry.event.event
    css = "fear" if name in FEAR else "fight" if name in FIGHT else "small" if name in SMALL else "play"
    css += " head" if isinstance(entry.event, HEADS) else ""
    rule = _rule(entry.event)
    return format_html(
        '<li id="l{}-{}" data-part class="{}"><span class="n">{}</span><span>{} {}</span></li>',
        entry.number,
        entry.index,
        css,
        entry.number,
        sentence(entry.event, speak),
        rule_link(rule) if rule else "",
    )


def _rule(event: Event) -> str:
    """The rule to name behind a line; none where the line has just said it."""
    said = isinstance(event, UNNAMED) or (isinstance(event, MoraleChanged) and event.why == event.rule)
    return "" if said else event.rule
