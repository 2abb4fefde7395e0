"""What one viewer may see of a table, gathered once for all panels. The only place that asks sight.py."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.safestring import SafeString

from battles.rules import atlas
from battles.rules import legal as rules_legal
from battles.rules.battle import SIDES, Battle, Unit
from battles.rules.choices import ActivationChoice, Legal
from battles.rules.pending import Activation, Awaited, pending
from battles.rules.sight import seen_by, seen_events

from . import namesakes, tokens, wording
from .board import Board, board_of
from .screens import is_veiled
from .tables import Entry, Table

SEATED = (*SIDES, "referee")


@dataclass
class Scene:
    """A table as its viewer sees it; `battle` holds nothing that the viewer may not know."""

    table: Table
    viewer: str
    language: str
    battle: Battle
    turned: bool = False
    eyes: str = "watcher"

    @property
    def side(self) -> str | None:
        """The side that the viewer plays; None for whoever watches."""
        return self.viewer if self.viewer in ("red", "blue") else None

    @property
    def below(self) -> str:
        """The side whose edge is at the bottom."""
        return self.side or "blue"

    @cached_property
    def board(self) -> Board:
        return board_of(self.battle.map, self.below, turned=self.turned)

    @cached_property
    def speak(self) -> wording.Speaker:
        return wording.Speaker(self.battle, self.table.names)

    @cached_property
    def legal(self) -> Legal | None:
        """What the viewer may do now: a side, or the referee."""
        return rules_legal.legal(self.battle, self.viewer) if self.viewer in SEATED and not self.battle.result else None

    @cached_property
    def activation(self) -> ActivationChoice | None:
        choice = self.legal.choice if self.legal else None
        return choice if isinstance(choice, ActivationChoice) else None

    @cached_property
    def awaited(self) -> tuple[Awaited, ...]:
        return pending(self.battle)

    @cached_property
    def active(self) -> str | None:
        """The group that is acting, if the battle waits for its commands."""
        step = self.battle.agenda[0] if self.battle.agenda and not self.battle.result else None
        return step.group if isinstance(step, Activation) else None

    @property
    def acting(self) -> str | None:
        """The group whose activation it is, even while a decision holds it up."""
        return None if self.battle.result else self.battle.active

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The log without what this viewer may not know."""
        return self.seen(self.table.log)

    def seen(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Entries as this viewer may know them."""
        return tuple(
            Entry(entry.number, entry.index, seen, entry.side)
            for entry in entries
            for seen in seen_events((entry.event,), self.eyes)
        )

    def unit(self, id_: str) -> Unit:
        return self.battle.units[id_]

    def title(self) -> str:
        return map_title(self.table.map_id, self.language)

    def url(self, name: str, *args: str) -> str:
        return reverse(f"live:{name}", args=[self.table.battle_id, *args])

    def portrait(self, group: str) -> SafeString:
        """The counter of a unit, or that of a link's first member."""
        link = self.battle.links.get(group)
        return tokens.portrait(self.unit(link.units[0] if link else group))


def map_title(map_id: str, language: str) -> str:
    sheet = atlas.sheet(map_id)
    return sheet.title.of(language) if sheet else ""


def scene_of(table: Table, viewer: str, language: str, *, turned: bool = False) -> Scene:
    """The single entry: from here on nothing holds the full position. A turned one has the other edge at the bottom."""
    if table.battle is None:
        raise ValueError("the battle has not begun")
    eyes = "watcher" if is_veiled(table) else viewer
    seen = namesakes.in_language(seen_by(table.battle, eyes), table.battle, language)
    return Scene(table, viewer, language, seen, turned, eyes)
