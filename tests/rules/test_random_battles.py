"""Battles between players that choose at random among what `legal` offers: what must hold after every command."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Battle
from battles.rules.dice import SeededDice
from battles.rules.events import Event, Losses, MoraleChanged, TemporaryExpired, TemporaryGained
from battles.rules.legal import legal
from battles.rules.pending import Activation, pending
from battles.rules.stored import event_from_json, event_to_json, position_from_json, position_to_json
from tests.rules.random_player import choose_boldly, new_battle

LONGEST = 2000


class Played:
    """One battle played to its end, with all that happened."""

    def __init__(self, seed: int, preset: str) -> None:
        self.chance = random.Random(seed)
        self.start = self.battle = new_battle(self.chance, preset=preset)
        self.dice = SeededDice(f"random {seed}")
        self.events: list[Event] = []
        self.commands = 0
        self._happen(turn.begin(self.battle, self.dice))

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.battle = replay(self.battle, events)

    def step(self) -> None:
        side = self._next_side()
        choice = legal(self.battle, side).choice
        assert choice is not None, "whoever is awaited can answer"
        command = choose_boldly(self.chance, choice, self.battle)
        self._happen(turn.decide(self.battle, side, command, self.dice))
        self.commands += 1

    def _next_side(self) -> str:
        awaited = pending(self.battle)
        if awaited:
            return self.chance.choice(awaited).side
        step = self.battle.agenda[0]
        assert isinstance(step, Activation)
        return self.battle.units[step.units[0]].side


def check_position(battle: Battle) -> None:
    hexes = [unit.hex for unit in battle.units.values() if unit.on_map]
    assert len(hexes) == len(set(hexes)), "one unit in a hex"
    assert all(battle.map.holds(hex_) for hex_ in hexes if hex_), "nobody off the map"
    assert all(side.morale >= 0 and side.temporary >= 0 for side in battle.sides.values())
    assert all(0 <= unit.hits <= unit.stats.hits for unit in battle.units.values())


def check_sums(played: Played) -> None:
    """Strength and losses are what was hired; morale is the start and its changes."""
    lost: Counter[str] = Counter()
    spirit = {side: played.start.sides[side].pool for side in SIDES}
    for event in played.events:
        match event:
            case Losses():
                lost[event.unit] += event.losses
            case MoraleChanged() | TemporaryGained() | TemporaryExpired():
                spirit[event.side] += event.by
    for id_, unit in played.start.units.items():
        assert played.battle.units[id_].hits + lost[id_] == unit.hits
    assert {side: played.battle.sides[side].pool for side in SIDES} == spirit


@pytest.mark.parametrize("preset", ["skirmish", "battle"])
@pytest.mark.parametrize("seed", range(6))
def test_a_random_battle_keeps_what_must_hold(seed: int, preset: str) -> None:
    played = Played(seed, preset)
    while played.battle.result is None:
        played.step()
        check_position(played.battle)
        assert played.commands < LONGEST, "battles end"
    check_sums(played)
    assert replay(played.start, played.events) == played.battle


def test_positions_and_events_survive_their_storing() -> None:
    played = Played(3, "skirmish")
    while played.battle.result is None:
        before = len(played.events)
        played.step()
        assert position_from_json(position_to_json(played.battle)) == played.battle
        for event in played.events[before:]:
            assert event_from_json(event_to_json(event)) == event


def test_replaying_rolls_nothing_and_decides_the_same() -> None:
    played = Played(11, "skirmish")
    while played.battle.result is None:
        played.step()
    again = Played(11, "skirmish")
    while again.battle.result is None:
        again.step()
    assert again.events == played.events
