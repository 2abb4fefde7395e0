"""Many battles at random, over one process or several; what they covered and what they broke."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from battles.rules.proof.fight import Failure, Fight
from battles.rules.proof.tally import Tally

SOME = 4  # battles that a process is given at once


@dataclass(slots=True)
class Report:
    """What came of battles: counts, failures, seconds of processor with checks and of the engine alone."""

    tally: Tally = field(default_factory=Tally)
    failures: list[Failure] = field(default_factory=list)
    checked: float = 0.0
    alone: float = 0.0

    def add(self, other: Report) -> None:
        self.tally.add(other.tally)
        self.failures += other.failures
        self.checked += other.checked
        self.alone += other.alone


def battle(seed: str) -> Report:
    """One battle with its checks, then its commands decided once more without them."""
    report = Report()
    begun = time.process_time()
    fight = Fight(seed)
    failure = fight.run()
    report.checked = time.process_time() - begun
    report.tally = fight.tally
    if failure is not None:
        report.failures.append(failure)
        return report
    begun = time.process_time()
    end = fight.again()
    report.alone = time.process_time() - begun
    if end != fight.battle:
        report.failures.append(Failure(seed, "deciding again comes to the same end", "", fight.file()))
    return report


def battles(seed: str, numbers: range, jobs: int) -> Iterator[Report]:
    """The battles of those numbers, in their order whatever the number of processes."""
    seeds = [f"{seed}/{number}" for number in numbers]
    if jobs == 1:
        yield from map(battle, seeds)
        return
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as crew:
        yield from crew.map(battle, seeds, chunksize=SOME)
