"""Own rules cases in the battle notation: each file shows one rule, and ends as it says."""

import json
from pathlib import Path

import pytest

from battles.rules.notation import adjudicate

FILES = sorted((Path(__file__).parent / "own_cases").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_own_case_ends_as_it_says(file: Path) -> None:
    verdict = adjudicate(json.loads(file.read_text(encoding="utf-8")))
    assert verdict.status == 0, verdict.differences or verdict.output.get("error")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_own_case_says_what_it_shows(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["name"]
    assert data["covers"]
    assert data["expect"]
