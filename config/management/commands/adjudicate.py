"""`adjudicate`: battle files, or standard input, played through the rules; one JSON object for each on a line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from battles.rules.notation import BadFile, Verdict, adjudicate, bad_output

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Exit status (N38): 0 as expected, 1 a difference, 2 a bad file; the highest of all files."""

    help = (
        "Play battle files through the rules and print, for each, the position at the end and the events as one line "
        "of JSON. Exit status: 0 as the files expect, 1 a difference, 2 a bad file."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="battle files; none, or -, is standard input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        status = 0
        for name in files or [STANDARD_INPUT]:
            verdict = judge(name)
            line = {"file": name, "exit": verdict.exit, **verdict.output}
            self.stdout.write(json.dumps(line, ensure_ascii=False))
            status = max(status, verdict.status)
        if status:
            sys.exit(status)


def judge(name: str) -> Verdict:
    """The verdict on a file; one that cannot be read, or is no JSON, is a bad file."""
    try:
        raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        data = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_without_doubles)
    except (OSError, ValueError, RecursionError) as fault:
        return Verdict(bad_output(None, BadFile(str(fault))), 2)
    return adjudicate(data)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that names a field twice would silently lose one of them."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"a field occurs twice: {next(_doubles(pairs))}")
    return found


def _doubles(pairs: list[tuple[str, Any]]) -> Iterator[str]:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            yield key
        seen.add(key)
