"""`balance`: the practice opponent against itself; shares, values of units and what one thing is worth, as a table."""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from battles.rules.balance.bout import Bout
from battles.rules.balance.page import as_page
from battles.rules.balance.run import PLAIN, Task, fought, tasks
from battles.rules.balance.table import as_text, sections
from battles.rules.catalogue import catalogue

CHUNK = 4
PRESETS = ("skirmish", "battle")


class Command(BaseCommand):
    """The same seed gives the same table, however many jobs share the battles out."""

    help = "Let the practice opponent fight itself and print what comes of it; --html also writes a report."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--battles", type=int, default=200, help="battles with all things on")
        parser.add_argument("--compare", type=int, default=0, help="battles of each thing on against off")
        parser.add_argument("--seed", default="1", help="what lists, maps and dice come from")
        parser.add_argument("--jobs", type=int, default=1, help="processes that share the battles")
        parser.add_argument("--preset", action="append", choices=sorted(catalogue().presets), help="only of this size")
        parser.add_argument("--html", metavar="FILE", help="write the table as a page, too")

    def handle(self, *args: Any, battles: int, compare: int, seed: str, jobs: int, **options: Any) -> None:
        presets = tuple(options["preset"] or PRESETS)
        plain: list[Bout] = []
        trials: dict[str, dict[int, Bout]] = defaultdict(dict)
        for task, bout in _all(tasks(seed, battles, presets, compared=compare), jobs):
            if task.trial == PLAIN:
                plain.append(bout)
            else:
                trials[task.trial][task.number] = bout
        found = sections(plain, trials, catalogue())
        self.stdout.write(as_text(found), ending="")
        if options["html"]:
            told = f"{battles} battles of {', '.join(presets)}, {compare} for each comparison, seed {seed}"
            Path(options["html"]).write_text(as_page(found, f"{told}, catalogue {catalogue().version}."), "utf-8")


def _all(wanted: Iterable[Task], jobs: int) -> Iterator[tuple[Task, Bout]]:
    """In the order of the tasks, whoever is done first."""
    if jobs <= 1:
        yield from map(fought, wanted)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(fought, wanted, chunksize=CHUNK)
