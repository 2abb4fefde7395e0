"""`skirmish`: battles between players that choose at random, looked at after every command."""

import json
import sys
import textwrap
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from battles.rules.proof.fight import Failure
from config import skirmish

MOST_BATTLES, MOST_JOBS, LONGEST_SEED = 1_000_000, 256, 80
MOST_FILES = 20
WIDTH = 118


class Command(BaseCommand):
    """Exit status: 0, or 1 where a battle broke an invariant."""

    help = (
        "Play battles between players that choose at random among the legal commands, with random lawful armies, "
        "scenarios, maps and options, and check after every command what must always hold. A battle that breaks an "
        "invariant is written as a battle file for `adjudicate`. Exit status: 0, or 1 if one did."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--battles", type=at_most(MOST_BATTLES), default=100, help="how many battles (100)")
        parser.add_argument("--seed", type=seed, default="1", help="the same seed gives the same battles (1)")
        parser.add_argument("--jobs", type=at_most(MOST_JOBS), default=1, help="processes to share them (1)")
        parser.add_argument("--first", type=at_most(MOST_BATTLES), default=1, help="number of the first battle (1)")

    def handle(self, *args: Any, battles: int, seed: str, jobs: int, first: int, **options: Any) -> None:
        total = skirmish.Report()
        for n, report in enumerate(skirmish.battles(seed, range(first, first + battles), jobs), 1):
            total.add(report)
            for failure in report.failures[: MOST_FILES - len(total.failures) + len(report.failures)]:
                self.failed(failure)
            if sys.stderr.isatty():
                self.stderr.write(f"\r{n} of {battles} ", ending="")
        self.summary(total)
        if total.failures:
            sys.exit(1)

    def failed(self, failure: Failure) -> None:
        """Write the battle up to where it went wrong, and say where."""
        folder: Path = settings.VAR_DIR / "skirmish"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{failure.seed.replace('/', '-')}.json"
        file.write_text(json.dumps(failure.file, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        self.stdout.write(f"Battle {failure.seed} breaks: {failure.invariant}")
        self.stdout.write(textwrap.shorten(failure.found, 600))
        self.stdout.write(f"Its battle file: {file}\n")

    def summary(self, total: skirmish.Report) -> None:
        tally = total.tally
        self.counts("Battles by sort", tally.kinds)
        self.counts("Commands", tally.given, never=tally.unseen_commands())
        self.counts("Events", tally.happened, never=tally.unseen_events())
        self.counts("Rules named by an event", tally.cited)
        self.counts("Rules that refused", tally.refused, never=tally.unseen_rules())
        self.counts("Checks", tally.checked)
        kept = f"{len(total.failures)} broke an invariant" if total.failures else "no invariant broken"
        self.stdout.write(
            f"{tally.battles} battles, {tally.commands} commands, {kept}. Commands a second on one core: "
            f"{per_second(tally.commands, total.alone)} decided and applied, "
            f"{per_second(tally.commands, total.checked)} with all checks."
        )

    def counts(self, title: str, counts: Counter[str], *, never: list[str] | None = None) -> None:
        """Words with how often each came up, the most frequent first; then those that never did."""
        said = ", ".join(f"{word} {n}" for word, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
        self.stdout.write(textwrap.fill(f"{title}: {said or 'none'}", WIDTH, subsequent_indent="  "))
        if never:
            self.stdout.write(textwrap.fill(f"  never: {', '.join(never)}", WIDTH, subsequent_indent="  "))


def per_second(commands: int, seconds: float) -> str:
    return f"{commands / seconds:,.0f}" if seconds else "-"


def at_most(most: int) -> Any:
    """A whole number from 1 on, as an argument."""

    def number(word: str) -> int:
        if word.isascii() and word.isdigit() and 1 <= int(word) <= most:
            return int(word)
        raise ArgumentTypeError(f"a whole number from 1 to {most} is needed, not “{word}”")

    return number


def seed(word: str) -> str:
    """Any short word; it is a part of the name of a file."""
    if 1 <= len(word) <= LONGEST_SEED and all(sign.isalnum() or sign in "-_." for sign in word):
        return word
    raise ArgumentTypeError("a seed is a word of letters, digits, -, _ and .")
