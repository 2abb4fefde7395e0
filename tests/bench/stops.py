"""How often a battle stops, and for whom: practice battles before and after habits.

.venv/bin/python -m tests.bench.stops [battles]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Answers, Battle
from battles.rules.commands import Command, EndActivation, Move, Turn
from battles.rules.dice import SeededDice
from battles.rules.habits import NEWCOMER, SWIFT, Habits, answer
from battles.rules.pending import pending
from battles.rules.policy.choosing import choose
from battles.rules.proof.setups import new_battle
from battles.rules.sight import seen_by

BATTLES = 200
PLANNED = replace(NEWCOMER, fear="hold", below=60, end="all")
# how both sides play: the standing answer to casualties, and habits
WAYS: Mapping[str, tuple[str, Habits]] = {
    "asked everything": ("ask", Habits()),
    "as a new seat": ("best", Habits()),
    "suggested habits": ("best", NEWCOMER),
    "and a plan for fear": ("best", PLANNED),
    "nobody waits": ("best", SWIFT),
}


class Tally(Counter[str]):
    """What has been counted in some battles: commands, presses, ends, stops of the side that does not act."""

    def commanded(self, battle: Battle, side: str, command: Command, *, by_hand: bool) -> None:
        self["commands"] += 1
        self["ends"] += isinstance(command, EndActivation)
        if not by_hand:
            return
        self["presses"] += 1
        self["pressed_ends"] += isinstance(command, EndActivation)
        self["gestures"] += self.moved == (side, battle.active) and isinstance(command, EndActivation)
        self.moved = (side, battle.active) if isinstance(command, Move | Turn) else None
        if any(open_.side == side for open_ in pending(battle)):
            self["questions"] += 1
            self["stops"] += battle.active is not None and battle.group_side(battle.active) != side

    moved: tuple[str, str | None] | None = None


def play(seed: int, preset: str, standing: str, habits: Habits, tally: Tally) -> None:
    """A battle of two sensible players; what their habits answer they do not press."""
    battle = new_battle(random.Random(seed), preset=preset)
    sides = {id_: replace(side, answers=Answers("ask", standing)) for id_, side in battle.sides.items()}
    battle, dice = replace(battle, sides=sides), SeededDice(f"stops {seed}")
    mind = SeededDice(f"mind {seed}")
    battle = replay(battle, turn.begin(battle, dice))
    while battle.result is None:
        side, command, by_hand = _next(battle, habits, mind)
        tally.commanded(battle, side, command, by_hand=by_hand)
        battle = replay(battle, turn.decide(battle, side, command, dice))
    tally["battles"] += 1


def _next(battle: Battle, habits: Habits, mind: SeededDice) -> tuple[str, Command, bool]:
    for side in SIDES:
        if told := answer(seen_by(battle, side), side, habits):
            return side, told, False
    for side in SIDES:
        if chosen := choose(seen_by(battle, side), side, mind):
            return side, chosen, True
    raise AssertionError("nobody is asked anything")


def main(battles: int) -> None:
    for preset in ("skirmish", "battle"):
        print(f"{preset}, {battles} battles, for each battle:")
        print(f"{'':22}{'commands':>10}{'presses':>10}{'questions':>10}{'stops':>8}{'ends':>8}{'of presses':>12}")
        for name, (standing, habits) in WAYS.items():
            tally = Tally()
            for seed in range(battles):
                play(seed, preset, standing, habits, tally)
            each = {what: count / battles for what, count in tally.items()}
            presses = each["presses"] - each.get("gestures", 0)
            ends = each.get("pressed_ends", 0) - each.get("gestures", 0)
            print(
                f"{name:22}{each['commands']:10.1f}{presses:10.1f}{each.get('questions', 0):10.1f}"
                f"{each.get('stops', 0):8.2f}{each['ends'] / each['commands']:8.0%}{ends / presses:12.0%}",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else BATTLES)
