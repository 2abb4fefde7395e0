"""One battle of a run: who meets whom is a matter of the seed and the number; what is counted of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .. import turn
from ..apply import replay
from ..army_list import ArmyList
from ..atlas import made_id
from ..battle import ENEMY, SIDES, Battle, Unit
from ..catalogue import Catalogue, catalogue
from ..dice import Lots, SeededDice
from ..events import Event, FirstStrike, MoraleChanged
from ..pending import Activation
from ..policy import STEADY, Temper, asked, choose
from ..sight import seen_by
from ..trial import LONGEST, Endless, start
from .armies import drawn

PER_MEETING = 2  # a pair of lists meets twice on a map, with sides changed
MADE_MAPS = 12
BRAVEST = 24  # only a natural 12 fails (`dice.extremes`)


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is fought: lists by side and the map; `home` is the side of the first list drawn.

    Every other pair of lists is uneven: if all spent as much, nothing would tell what a grivna is worth.
    """

    preset: str
    armies: Mapping[str, ArmyList]
    map_id: str
    home: str
    even: bool = True


@dataclass(frozen=True, slots=True)
class Bout:
    """What came of a battle. `first` had the first strike, `half` was ahead at half-time, `spent` is morale by use."""

    meeting: Meeting
    winner: str | None
    turn: int
    turns: int
    first: str | None
    half: str | None
    commands: int
    stops: int
    spent: Mapping[str, int] = field(default_factory=dict)
    decided: int | None = None


def meeting(seed: str, number: int, presets: tuple[str, ...], known: Catalogue, *, uneven: bool = False) -> Meeting:
    """The battle of that number: the second of a pair is the first with the sides changed."""
    pair, turned = divmod(number, PER_MEETING)
    lots = Lots(f"balance {seed} {pair}")
    preset = known.presets[presets[pair % len(presets)]]
    maps = [each.id for each in known.maps.values() if each.preset == preset.id]
    made = [made_id(preset.id, f"b{n}") for n in range(MADE_MAPS)]
    map_id = lots.pick(maps) if maps and lots.below(2) else lots.pick(made)
    even = not uneven or pair // len(presets) % 2 == 0
    one, other = (drawn(lots, preset, known, even=even) for _ in range(2))
    home = SIDES[turned]
    return Meeting(preset.id, {home: one, ENEMY[home]: other}, map_id, home, even)


def fight(met: Meeting, seed: str, tempers: Mapping[str, Temper] | None = None, *, fearless: str | None = None) -> Bout:
    """Play a meeting to its end; `tempers` play the sides, the units of a `fearless` side are as brave as can be."""
    battle = start(dict(met.armies), catalogue().presets[met.preset], met.map_id)
    if fearless:
        battle = battle.with_units(_heartened(unit) for unit in battle.units.values() if unit.side == fearless)
    dice, whims = SeededDice(seed), SeededDice(f"whim {seed}")
    told = _Told(battle.options.turn_limit)
    events = turn.begin(battle, dice)
    battle = told.heard(battle, events)
    while battle.result is None:
        if told.commands >= LONGEST:
            raise Endless(seed)
        side = next(side for side in SIDES if asked(battle, side))
        command = choose(seen_by(battle, side), side, whims, (tempers or {}).get(side, STEADY))
        assert command is not None
        told.asks(battle, side)
        battle = told.heard(battle, turn.decide(battle, side, command, dice))
    return told.bout(met, battle)


def _heartened(unit: Unit) -> Unit:
    daring = None if unit.stats.daring is None else BRAVEST
    return replace(unit, stats=replace(unit.stats, daring=daring))


class _Told:
    """What is noted while a battle is fought."""

    def __init__(self, limit: int) -> None:
        self.limit, self.commands, self.stops = limit, 0, 0
        self.first: str | None = None
        self.half: str | None = None
        self.half_seen = False
        self.spent: dict[str, int] = {}
        self.leads: list[tuple[int, str | None]] = []

    def asks(self, battle: Battle, side: str) -> None:
        """A stop: a side that does not lead the active group is asked something."""
        self.commands += 1
        self.stops += battle.chreda == "tactics" and _active(battle) not in (None, side)

    def heard(self, battle: Battle, events: tuple[Event, ...]) -> Battle:
        for event in events:
            self._note(event)
        after = replay(battle, events)
        if after.turn != battle.turn or after.result is not None:
            self.leads.append((battle.turn, ahead(after)))
        if not self.half_seen and after.turn > self.limit / 2:
            self.half_seen, self.half = True, ahead(after)
        return after

    def _note(self, event: Event) -> None:
        match event:
            case MoraleChanged(by=by, why=why):
                self.spent[why] = self.spent.get(why, 0) + abs(by)
            case FirstStrike(side=side):
                self.first = side
            case _:
                pass

    def bout(self, met: Meeting, end: Battle) -> Bout:
        assert end.result is not None
        winner = end.result.winner
        since = end.turn
        for turn_, side in reversed(self.leads):
            if side != winner:
                break
            since = turn_
        return Bout(
            meeting=met,
            winner=winner,
            turn=end.turn,
            turns=self.limit,
            first=self.first,
            half=self.half,
            commands=self.commands,
            stops=self.stops,
            spent=self.spent,
            decided=since if winner else None,
        )


def _active(battle: Battle) -> str | None:
    """The side whose group is being led, also while the other one answers a question."""
    step = next((step for step in battle.agenda if isinstance(step, Activation)), None)
    return battle.units[step.units[0]].side if step else None


def ahead(battle: Battle) -> str | None:
    """Who has more points; None where both have as many."""
    red, blue = battle.sides["red"].points, battle.sides["blue"].points
    return None if red == blue else "red" if red > blue else "blue"
