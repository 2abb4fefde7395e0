"""A chronicle (летопись): one command as it unfolds. Rule functions write what happens; the position follows."""

from __future__ import annotations

from .apply import apply
from .battle import Battle, Side, Unit
from .dice import Dice
from .events import AgendaSet, Event, MoraleChanged
from .pending import Step
from .values import changed


class Chronicle:
    """The position as it now stands, the dice, and the events so far. Lives as long as one call of `decide`."""

    __slots__ = ("_agenda", "_spreading", "battle", "dice", "events")

    def __init__(self, battle: Battle, dice: Dice) -> None:
        self.battle = battle
        self.dice = dice
        self.events: list[Event] = []
        self._agenda = battle.agenda
        self._spreading = battle.spreading

    def tell(self, event: Event) -> None:
        """Write an event down and let it happen."""
        self.battle = apply(self.battle, event)
        self.events.append(event)

    def unit(self, id_: str) -> Unit:
        return self.battle.units[id_]

    def side(self, id_: str) -> Side:
        return self.battle.sides[id_]

    # the agenda

    def first(self, *steps: Step) -> None:
        """Put steps before all that the agenda holds."""
        self.battle = changed(self.battle, agenda=(*steps, *self.battle.agenda))

    def done(self, *instead: Step) -> None:
        """The present step is over; steps that take its place come first."""
        self.battle = changed(self.battle, agenda=(*instead, *self.battle.agenda[1:]))

    def unseal(self) -> None:
        """What was committed has been revealed; it answers no later secret decision."""
        self.battle = changed(self.battle, committed={})

    def clear_spreading(self) -> None:
        self.battle = changed(self.battle, spreading=())

    def pay(self, side_id: str, points: int, *, rule: str, why: str, unit: str | None = None) -> None:
        """`morale.pool`: a decrease takes temporary points first and stops at 0; with none left nothing happens."""
        side = self.side(side_id)
        points = min(points, side.pool)
        if not points:
            return
        temporary = max(0, side.temporary - points)
        morale = side.morale - (points - (side.temporary - temporary))
        self.tell(
            MoraleChanged(rule=rule, side=side_id, by=-points, why=why, morale=morale, temporary=temporary, unit=unit)
        )

    def gain(self, side_id: str, points: int, *, rule: str, why: str, unit: str | None = None) -> None:
        """`morale.pool`: the pool has no upper limit."""
        side = self.side(side_id)
        self.tell(
            MoraleChanged(
                rule=rule,
                side=side_id,
                by=points,
                why=why,
                morale=side.morale + points,
                temporary=side.temporary,
                unit=unit,
            )
        )

    def close(self) -> tuple[Event, ...]:
        """The events, with the agenda as it is left where that has changed."""
        battle = self.battle
        if battle.agenda != self._agenda or battle.spreading != self._spreading:
            self.tell(AgendaSet(agenda=battle.agenda, spreading=battle.spreading))
        return tuple(self.events)
