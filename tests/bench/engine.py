"""Commands a second of the rules on one core: decide and fold, beside reading and writing each command as JSON.

.venv/bin/python -m tests.bench.engine
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle
from battles.rules.commands import Command
from battles.rules.dice import RecordingDice, ScriptedDice, SeededDice
from battles.rules.legal import legal
from battles.rules.pending import Activation, pending
from battles.rules.proof.player import choose_boldly
from battles.rules.proof.setups import new_battle
from battles.rules.stored import command_from_json, command_to_json

BATTLES = 30


def _next_side(battle: Battle) -> str:
    awaited = pending(battle)
    if awaited:
        return awaited[0].side
    step = battle.agenda[0]
    assert isinstance(step, Activation)
    return battle.units[step.units[0]].side


Game = tuple[Battle, list[tuple[str, Command]], list[tuple[int, ...]]]


def play(seed: int, preset: str) -> Game:
    """A battle of the bold random player: start, commands, dice."""
    chance = random.Random(seed)
    start = battle = new_battle(chance, preset=preset)
    dice = RecordingDice(SeededDice(str(seed)))
    commands: list[tuple[str, Command]] = []
    battle = replay(battle, turn.begin(battle, dice))
    while battle.result is None:
        side = _next_side(battle)
        choice = legal(battle, side).choice
        assert choice is not None
        command = choose_boldly(chance, choice, battle)
        commands.append((side, command))
        battle = replay(battle, turn.decide(battle, side, command, dice))
    return start, commands, [tuple(roll) for roll in dice.rolls]


def decide_all(games: list[Game]) -> None:
    for start, commands, rolls in games:
        dice = ScriptedDice(rolls)
        battle = replay(start, turn.begin(start, dice))
        for side, command in commands:
            battle = replay(battle, turn.decide(battle, side, command, dice))


def json_all(games: list[Game]) -> None:
    for _, commands, _ in games:
        for _, command in commands:
            command_from_json(json.loads(json.dumps(command_to_json(command))))


def seconds(work: Callable[[list[Game]], None], games: list[Game]) -> float:
    """The best of three runs."""
    runs = []
    for _ in range(3):
        start = time.perf_counter()
        work(games)
        runs.append(time.perf_counter() - start)
    return min(runs)


def main() -> None:
    for preset in ("skirmish", "battle"):
        games = [play(seed, preset) for seed in range(BATTLES)]
        count = sum(len(commands) for _, commands, _ in games)
        engine, baseline = seconds(decide_all, games), seconds(json_all, games)
        print(
            f"{preset}: {count} commands in {BATTLES} battles: {count / engine:,.0f} a second, "
            f"{1000 * engine / BATTLES:.0f} ms a battle; JSON of the commands alone {count / baseline:,.0f} a second "
            f"(ratio {engine / baseline:.1f})"
        )


if __name__ == "__main__":
    main()
