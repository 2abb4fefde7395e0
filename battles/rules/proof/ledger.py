"""The sums of a battle: what was hired and lost, the pools and their changes, the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..battle import SIDES, Battle
from ..events import Abandoned, Event, Losses, MoraleChanged, PointsScored, TemporaryExpired, TemporaryGained
from .breach import demand

GAINS = ("morale.first_strike", "order.inspire")


class Ledger:
    """Kept from the events alone, compared with every position."""

    def __init__(self, start: Battle) -> None:
        self.hired = {unit.id: unit.hits for unit in start.units.values()}
        self.lost: Counter[str] = Counter()
        self.pool = {side: start.sides[side].pool for side in SIDES}
        self.points = {side: start.sides[side].points for side in SIDES}

    def enter(self, events: Iterable[Event]) -> None:
        """Write events down."""
        for event in events:
            match event:
                case Losses():
                    self.lost[event.unit] += event.losses
                case Abandoned(crew=crew) if crew:
                    self.hired[crew.id] = crew.hits
                case MoraleChanged() | TemporaryGained() | TemporaryExpired():
                    self.pool[event.side] += event.by
                    demand(event.by <= 0 or event.rule in GAINS, "morale rises for a reason", event)
                    demand(self.pool[event.side] >= 0, "morale never below 0", event)
                case PointsScored():
                    self.points[event.side] += event.points

    def check(self, battle: Battle) -> None:
        """Breach where the position says something else."""
        for id_, hired in self.hired.items():
            unit = battle.units[id_]
            demand(unit.hits + self.lost[id_] == hired, "strength and losses are what was hired", unit)
        demand(set(self.hired) == set(battle.units), "nobody comes from nowhere", sorted(battle.units))
        pools = {side: battle.sides[side].pool for side in SIDES}
        demand(pools == self.pool, "morale is the start and its changes", (pools, self.pool))
        points = {side: battle.sides[side].points for side in SIDES}
        demand(points == self.points, "points are what was scored", (points, self.points))
