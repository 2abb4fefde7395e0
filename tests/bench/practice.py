"""The practice opponent against a random player and against itself: who wins, how long it takes, what is commanded.

.venv/bin/python -m tests.bench.practice [battles of each preset]
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable

from battles.rules.battle import ENEMY, Battle
from battles.rules.dice import SeededDice
from battles.rules.proof.setups import new_battle
from tests.rules.practice import Fought, at_random, fight, practice

BATTLES = 200
PRESETS = ("skirmish", "battle", "great_battle")


def start(seed: int, preset: str) -> Battle:
    return new_battle(random.Random(seed), preset=preset)


def against_random(seed: int, preset: str) -> tuple[str, Fought]:
    """The side of the practice opponent, red and blue in turn, and the battle."""
    side = ("red", "blue")[seed % 2]
    players = {side: practice(str(seed)), ENEMY[side]: at_random(seed)}
    return side, fight(start(seed, preset), players, SeededDice(f"bench {seed}"))


def against_itself(seed: int, preset: str) -> tuple[Fought, float]:
    """The battle, and the milliseconds of the processor that it took."""
    battle, mine = start(seed, preset), {side: practice(f"{seed} {side}") for side in ("red", "blue")}
    begun = time.process_time()
    fought = fight(battle, mine, SeededDice(f"bench {seed}"))
    return fought, 1000 * (time.process_time() - begun)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %"


def results(winners: Iterable[tuple[str, str | None]]) -> str:
    """Won, drawn and lost, from pairs of a side and the winner."""
    pairs = list(winners)
    won, drawn = sum(side == winner for side, winner in pairs), sum(winner is None for _, winner in pairs)
    return f"won {share(won, len(pairs))}  drawn {share(drawn, len(pairs))}"


def main() -> None:
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else BATTLES
    for preset in PRESETS:
        fought = [against_random(seed, preset) for seed in range(battles)]
        print(f"{preset}, {battles} battles against random legal moves: {results((s, f.winner) for s, f in fought)}")
        alike = [against_itself(seed, preset) for seed in range(battles)]
        times = sorted(took for _, took in alike)
        given = [command.do for found, _ in alike for _, command in found.given]
        reasons = Counter(found.end.result.reason for found, _ in alike if found.end.result)
        print(f"{preset}, {battles} battles against itself: red {results(('red', f.winner) for f, _ in alike)}")
        median, mean = times[len(times) // 2], sum(times) / len(times)
        print(f"  {median:.0f} ms a battle (median), {mean:.0f} mean, {times[-1]:.0f} most")
        turns = sum(found.end.turn for found, _ in alike) / battles
        print(f"  {len(given) / battles:.0f} commands, {turns:.1f} turns, {dict(reasons)}")
        print("  " + ", ".join(f"{do} {n / battles:.1f}" for do, n in Counter(given).most_common()))


if __name__ == "__main__":
    main()
