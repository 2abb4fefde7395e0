"""When a battle is decided by the measure of prospects.py: how early, and how often it is right.

.venv/bin/python -m tests.bench.decided [battles]
"""

from __future__ import annotations

import random
import sys
from statistics import mean

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import ENEMY, SIDES
from battles.rules.dice import SeededDice
from battles.rules.policy.choosing import choose
from battles.rules.proof.setups import new_battle
from battles.rules.prospects import is_lost
from battles.rules.sight import seen_by

BATTLES = 200


def play(seed: int, preset: str) -> tuple[str | None, int, int, str | None]:
    """Who was lost first and after how many commands (the last one if nobody), all commands, the winner."""
    battle, dice = new_battle(random.Random(seed), preset=preset), SeededDice(f"stops {seed}")
    mind, count, lost, when = SeededDice(f"mind {seed}"), 0, None, 0
    battle = replay(battle, turn.begin(battle, dice))
    while battle.result is None:
        found = ((side, choose(seen_by(battle, side), side, mind)) for side in SIDES)
        side, command = next((side, chosen) for side, chosen in found if chosen)
        battle = replay(battle, turn.decide(battle, side, command, dice))
        count += 1
        if lost is None:
            lost, when = next((side for side in SIDES if is_lost(battle, side)), None), count
    return lost, when, count, battle.result.winner


def main(battles: int) -> None:
    for preset in ("skirmish", "battle"):
        played = [play(seed, preset) for seed in range(battles)]
        decided = [(lost, when / count, winner) for lost, when, count, winner in played if lost]
        right = sum(winner == ENEMY[lost] for lost, _, winner in decided)
        draws = sum(winner is None for *_, winner in decided)
        when = mean(part for _, part, _ in decided) if decided else 1
        print(
            f"{preset}: decided before the end in {len(decided)} of {battles} battles, after {when:.0%} of "
            f"the commands; the side lost {right}, {draws} were draws, it won {len(decided) - right - draws}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else BATTLES)
