"""Battles of links, hirelings, companions, reserves and every scenario: what must hold after every command."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache

import pytest

from battles.rules import notation, turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Battle
from battles.rules.commands import Command
from battles.rules.dice import RecordingDice, SeededDice
from battles.rules.events import Event, Losses, MoraleChanged, PointsScored, TemporaryExpired, TemporaryGained
from battles.rules.legal import legal
from battles.rules.pending import Activation, pending
from battles.rules.refusals import Refused
from battles.rules.stored import (
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
    position_from_json,
    position_to_json,
)
from tests.rules.random_armies import any_battle, choose_anything, interference

LONGEST = 4000
SEEDS = (*range(16), 19)


class Fought:
    """A battle with all that was commanded and all that happened."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.start = self.battle = any_battle(self.chance)
        self.dice = RecordingDice(SeededDice(f"armies {seed}"))
        self.events: list[Event] = []
        self.given: list[tuple[str, Command]] = []
        self._happen(turn.begin(self.battle, self.dice))

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.battle = replay(self.battle, events)

    def step(self) -> None:
        """What is offered is accepted; what is said out of turn is accepted, or refused without a trace."""
        before, rolled = self.battle, len(self.dice.rolls)
        said = interference(self.chance, self.battle)
        side, command = said or self._answer()
        try:
            events = turn.decide(self.battle, side, command, self.dice)
        except Refused as refusal:
            if not said:
                raise AssertionError(side, command, refusal.rule, refusal.reason, refusal.facts) from refusal
            assert (self.battle, len(self.dice.rolls)) == (before, rolled)
            return
        self.given.append((side, command))
        self._happen(events)
        assert command_from_json(as_stored(command_to_json(command))) == command
        assert [event_from_json(as_stored(event_to_json(event))) for event in events] == list(events)

    def _answer(self) -> tuple[str, Command]:
        side = self._asked()
        choice = legal(self.battle, side).choice
        assert choice is not None, (side, self.battle.agenda[0])
        return side, choose_anything(self.chance, choice, self.battle)

    def _asked(self) -> str:
        awaited = pending(self.battle)
        if awaited:
            return self.chance.choice(awaited).side
        step = self.battle.agenda[0]
        assert isinstance(step, Activation)
        return self.battle.units[step.units[0]].side


def as_stored(values: object) -> object:
    return json.loads(json.dumps(values))


def check_position(battle: Battle) -> None:
    there = [unit for unit in battle.units.values() if unit.on_map]
    assert len({unit.hex for unit in there}) == len(there), "one unit in a hex"
    for unit in there:
        assert battle.map.holds(unit.spot)
        assert unit.kind not in battle.map.ground(unit.spot).closed_to, unit
        assert unit.hits > 0
    assert all(0 <= unit.hits <= unit.stats.hits for unit in battle.units.values())
    assert all(side.morale >= 0 and side.temporary >= 0 for side in battle.sides.values())
    members = [(link, battle.units[id_]) for link in battle.links.values() for id_ in link.members]
    assert len({unit.id for _, unit in members}) == len(members), "at most one link each"
    assert all(unit.side == link.side and not unit.is_hireling for link, unit in members)
    assert battle.result or battle.agenda


def check_sums(fought: Fought) -> None:
    lost: Counter[str] = Counter()
    spirit = {side: fought.start.sides[side].pool for side in SIDES}
    scored: Counter[str] = Counter()
    for event in fought.events:
        match event:
            case Losses():
                lost[event.unit] += event.losses
            case MoraleChanged() | TemporaryGained() | TemporaryExpired():
                spirit[event.side] += event.by
                assert event.by <= 0 or event.rule in ("morale.first_strike", "order.inspire"), event
            case PointsScored():
                scored[event.side] += event.points
    for id_, unit in fought.start.units.items():
        assert fought.battle.units[id_].hits + lost[id_] == unit.hits, id_
    assert {side: fought.battle.sides[side].pool for side in SIDES} == spirit
    assert {side: fought.battle.sides[side].points for side in SIDES} == {side: scored[side] for side in SIDES}


def check_file(fought: Fought) -> None:
    """The battle file ends where the battle has ended, in every part of the position."""
    rolls = [list(roll) for roll in fought.dice.rolls]
    file = as_stored(notation.battle_file(fought.start, fought.given, dice=rolls, name="Any"))
    verdict = notation.adjudicate(file)
    assert verdict.exit == 0, verdict.output.get("error")
    end = notation.position(fought.battle)
    assert [part for part in end if part != "name" and verdict.output[part] != end[part]] == []


@cache
def fought(seed: int) -> Fought:
    """A whole battle, looked at after every command."""
    found = Fought(seed)
    while found.battle.result is None:
        found.step()
        check_position(found.battle)
        assert len(found.given) < LONGEST, "battles end"
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_any_battle_keeps_what_must_hold(seed: int) -> None:
    found = fought(seed)
    assert position_from_json(as_stored(position_to_json(found.battle))) == found.battle
    assert replay(found.start, found.events) == found.battle
    check_sums(found)
    check_file(found)


def test_these_battles_have_nearly_everything() -> None:
    happened = {event.event for seed in SEEDS for event in fought(seed).events}
    assert happened >= set(
        "link_reviewed link_dissolved entered hireling_checked hireling_fled hireling_surrendered companion_checked "
        "exhausted shaken recovered routed withdrawn destroyed strayed critical_rolled casualties_reduced "
        "terms_changed temporary_gained special_used draw_offered".split()
    )
    scenarios = {fought(seed).start.options.scenario for seed in SEEDS}
    assert scenarios == {"pitched", "shrine", "breakthrough"}
