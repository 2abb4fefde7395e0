"""What others see does not depend on a side's secret until it is shown."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import ENEMY, SIDES, Battle
from battles.rules.commands import CancelChecks, Command, Enter, SetAnswers, Special
from battles.rules.dice import ScriptedDice, SeededDice
from battles.rules.events import Event
from battles.rules.legal import legal
from battles.rules.notation import read
from battles.rules.pending import Activation, pending
from battles.rules.proof.player import choose, choose_boldly
from battles.rules.proof.setups import new_battle
from battles.rules.sight import seen_by, seen_events

SECRETS = ("deploy", "enter", "place_orders", "spend_initiative")
BOTH_ASKED = Path(__file__).parent / "own_cases" / "turn.pending-either-order.json"


def after(battle: Battle, side: str, command: Command) -> tuple[Battle, tuple[Event, ...]]:
    events = turn.decide(battle, side, command, SeededDice("the same"))
    return replay(battle, events), events


def known(battle: Battle, events: tuple[Event, ...], viewer: str) -> tuple[str, str, str]:
    """All that the rules hand out to a viewer, as text."""
    return repr(seen_by(battle, viewer)), repr(seen_events(events, viewer)), repr(legal(battle, viewer))


def assert_others_see_the_same(battle: Battle, side: str, one: Command, other: Command) -> None:
    first, second = after(battle, side, one), after(battle, side, other)
    assert first[0] != second[0], "the secrets differ"
    for viewer in (ENEMY[side], "watcher"):
        assert known(*first, viewer) == known(*second, viewer)
    assert known(*first, side) != known(*second, side), "the owner sees what is its own"


def positions(seed: int, commands: int) -> Iterator[Battle]:
    """Positions of a battle played at random."""
    chance, dice = random.Random(seed), SeededDice(f"sight {seed}")
    battle = new_battle(chance)
    battle = replay(battle, turn.begin(battle, dice))
    for _ in range(commands):
        if battle.result is not None:
            return
        yield battle
        side = _next_side(battle)
        choice = legal(battle, side).choice
        assert choice is not None
        command = choose_boldly(chance, choice, battle)
        battle = replay(battle, turn.decide(battle, side, command, dice))


def _next_side(battle: Battle) -> str:
    if awaited := pending(battle):
        return awaited[0].side
    step = battle.agenda[0]
    assert isinstance(step, Activation)
    return battle.units[step.units[0]].side


def two_answers(battle: Battle, side: str) -> tuple[Command, Command] | None:
    """Two different answers to the secret decision that a side owes; None where it can say only one thing."""
    choice = legal(battle, side).choice
    assert choice is not None
    answers = [choose(random.Random(seed), choice, battle) for seed in range(12)]
    other = next((answer for answer in answers if answer != answers[0]), None)
    return None if other is None else (answers[0], other)


@pytest.mark.parametrize("seed", range(12))
def test_what_one_side_commits_is_seen_by_nobody_else(seed: int) -> None:
    tried: Counter[str] = Counter()
    for battle in positions(seed, 120):
        awaited = pending(battle)
        for one in awaited:
            answers = two_answers(battle, one.side) if len(awaited) == 2 and one.kind in SECRETS else None
            if answers:
                assert_others_see_the_same(battle, one.side, *answers)
                tried[one.kind] += 1
    assert tried["deploy"]
    assert tried["place_orders"]
    assert tried["spend_initiative"]


def test_entries_are_seen_by_nobody_else() -> None:
    data = json.loads((BOTH_ASKED.parent / "turn.reserves-both-asked.json").read_text(encoding="utf-8"))
    start = read(data).start
    battle = replay(start, turn.begin(start, ScriptedDice([])))
    one, other = Enter(), choose_someone(battle)
    assert_others_see_the_same(battle, "red", one, other)


def choose_someone(battle: Battle) -> Command:
    choice = legal(battle, "red").choice
    assert choice is not None
    return next(answer for seed in range(40) if (answer := choose(random.Random(seed), choice, battle)) != Enter())


@pytest.mark.parametrize("side", SIDES)
def test_sealed_answers_to_a_common_batch_are_seen_by_nobody_else(side: str) -> None:
    start = read(json.loads(BOTH_ASKED.read_text(encoding="utf-8"))).start
    battle = replay(start, turn.begin(start, ScriptedDice([])))
    ram = turn.decide(battle, "red", Special("r1", "ram", target="b1"), ScriptedDice([(1, 2)]))
    battle = replay(battle, ram)
    assert {one.side for one in pending(battle)} == set(SIDES)
    assert_others_see_the_same(battle, side, CancelChecks(), CancelChecks(("r1" if side == "red" else "b1",)))


@pytest.mark.parametrize("seed", range(4))
def test_standing_answers_are_seen_by_nobody_else(seed: int) -> None:
    for battle in positions(seed, 60):
        for side in SIDES:
            one, other = SetAnswers("never", "best"), SetAnswers("always", "never")
            first, second = after(battle, side, one), after(battle, side, other)
            for viewer in (ENEMY[side], "watcher"):
                assert known(*first, viewer) == known(*second, viewer)


def test_standing_answers_of_one_side_are_hidden_while_the_other_is_asked() -> None:
    """What a side would have answered is on the agenda already, sealed."""
    data = json.loads(BOTH_ASKED.read_text(encoding="utf-8"))
    seen = []
    for answer in ("never", "always", "best"):
        data["sides"]["blue"]["answers"]["cancel_checks"] = answer
        start = read(data).start
        battle = replay(start, turn.begin(start, ScriptedDice([])))
        events = turn.decide(battle, "red", Special("r1", "ram", target="b1"), ScriptedDice([(1, 2)]))
        battle = replay(battle, events)
        assert [one.side for one in pending(battle)] == ["red"]
        seen.append([known(battle, events, viewer) for viewer in ("red", "watcher")])
    assert seen[0] == seen[1] == seen[2]


def test_the_referee_sees_all() -> None:
    battle = next(iter(positions(1, 1)))
    choice = legal(battle, "red").choice
    assert choice is not None
    committed, events = after(battle, "red", choose(random.Random(1), choice, battle))
    assert seen_by(committed, "referee") == committed
    assert seen_events(events, "referee")[0] == events[0]
