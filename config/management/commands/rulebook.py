"""`rulebook`: the rules by chapter; with `--coverage` the cases and tests that prove each of them."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from battles.rules.rulebook import chapters, title
from config import proofs


class Command(BaseCommand):
    """Exit status: 0, or 1 where a rule has no case and no test."""

    help = "List the rules; --coverage adds how many cases and tests prove each, and ends with status 1 on holes."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--coverage", action="store_true", help="count the cases and tests of each rule")
        parser.add_argument("--language", default="en", help="language of the titles: en or ru")

    def handle(self, *args: Any, coverage: bool, language: str, **options: Any) -> None:
        if coverage:
            self.table(language)
        else:
            for chapter in chapters().values():
                self.stdout.write(f"{chapter.title.of(language)} ({chapter.id}, {chapter.version})")
                for rule in chapter.rules:
                    self.stdout.write(f"  {rule.id:<26}{rule.title.of(language)}")

    def table(self, language: str) -> None:
        self.stdout.write(f"{'rule':<26}{'title':<30}{'cases':>6}{'tests':>6}  for example")
        for id_, proof in proofs.proofs().items():
            first = next(iter((*proof.cases, *proof.tests)), "HOLE")
            name = title(id_, language)
            self.stdout.write(f"{id_:<26}{name:<30}{len(proof.cases):>6}{len(proof.tests):>6}  {first}")
        if found := proofs.holes():
            self.stdout.write(f"{len(found)} without a case or a test: {', '.join(found)}")
            sys.exit(1)
        cases, tests = len(proofs.exercises()), len(proofs.tested())
        self.stdout.write(f"{len(proofs.proofs())} rules, {cases} cases, {tests} tests that name rules; no hole.")
