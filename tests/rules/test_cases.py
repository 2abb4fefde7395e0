"""The rules cases: every file of tests/cases ends as it says, but for those that are listed with a reason."""

import json
from pathlib import Path

import pytest

from battles.rules.notation import adjudicate

CASES = Path(__file__).parent.parent / "cases"
FILES = {path.name: path for path in CASES.glob("*.json")}


def listed(name: str) -> dict[str, str]:
    """A list of files with their reasons: `file: reason` on each line, `#` begins a comment."""
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(":") for line in lines if line.strip() and not line.startswith("#")]
    found = {file.strip(): reason.strip() for file, _, reason in pairs}
    assert len(found) == len(pairs), f"{name} names a file twice"
    return found


LATER = listed("later.txt")
DISPUTED = listed("disputed.txt")
PASSED = sorted(FILES.keys() - LATER.keys() - DISPUTED.keys())


def status_of(name: str) -> tuple[int, object]:
    verdict = adjudicate(json.loads(FILES[name].read_text(encoding="utf-8")))
    return verdict.status, verdict.differences or verdict.output.get("error")


@pytest.mark.parametrize("name", PASSED)
def test_case_ends_as_it_says(name: str) -> None:
    status, why = status_of(name)
    assert status == 0, why


def test_no_listed_case_passes() -> None:
    """A case that passes is taken off its list."""
    assert [name for name in sorted({**LATER, **DISPUTED}) if status_of(name)[0] == 0] == []


def test_passed_and_listed_are_all() -> None:
    assert not LATER.keys() & DISPUTED.keys()
    assert not (LATER.keys() | DISPUTED.keys()) - FILES.keys(), "a list names a file that is not there"
    assert len(PASSED) + len(LATER) + len(DISPUTED) == len(FILES)
    assert all({**LATER, **DISPUTED}.values()), "each listed case has a reason"
