"""A run: its battles by number, each a matter of the seed alone; whoever fights which makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..catalogue import catalogue
from .bout import Bout, fight, meeting
from .trials import TRIALS, holder, tempers

PLAIN = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One battle: `trial` is the thing that one side lacks, or PLAIN."""

    seed: str
    number: int
    presets: tuple[str, ...]
    trial: str = PLAIN


def tasks(seed: str, battles: int, presets: tuple[str, ...], *, compared: int = 0) -> Iterator[Task]:
    """So many plain battles, and for each thing so many with it against without."""
    yield from (Task(seed, number, presets) for number in range(battles))
    for trial in TRIALS:
        yield from (Task(seed, number, presets, trial) for number in range(compared))


def fought(task: Task) -> tuple[Task, Bout]:
    """The battle of a task; all things are tried with the same lists, maps and dice, of equal purses."""
    met = meeting(task.seed, task.number, task.presets, catalogue(), uneven=task.trial == PLAIN)
    dice = f"{task.seed} {task.number}"
    if task.trial == PLAIN:
        return task, fight(met, dice)
    trial = TRIALS[task.trial]
    fearless = holder(task.number) if trial.fearless else None
    return task, fight(met, dice, tempers(trial, task.number), fearless=fearless)
