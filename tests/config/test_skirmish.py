"""`skirmish`: many battles at random, the same over any number of processes; what breaks is written down."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from battles.rules.notation import adjudicate


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("skirmish", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def without_speed(text: str) -> str:
    return re.sub(r"[\d,]+ (?=decided|with all)", "n ", " ".join(text.split()))


def test_the_summary_is_the_same_whatever_the_number_of_processes() -> None:
    alone, shared = (said("--battles", "4", "--seed", "ci", "--jobs", jobs) for jobs in ("1", "2"))
    assert without_speed(alone) == without_speed(shared)
    assert re.search(r"4 battles, \d+ commands, no invariant broken", alone)
    for word in ("Commands: ", "Events: ", "never: ", "positions ", "place_orders "):
        assert word in alone


def test_other_numbers_are_other_battles() -> None:
    assert without_speed(said("--battles", "1", "--first", "2")) != without_speed(said("--battles", "1"))


def test_a_battle_that_breaks_something_is_written_down(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr("battles.rules.proof.fight.LONGEST", 15)
    out = StringIO()
    with pytest.raises(SystemExit) as status:
        call_command("skirmish", "--battles", "2", "--seed", "ci", stdout=out)
    assert status.value.code == 1
    assert "Battle ci/1 breaks: battles end" in out.getvalue()
    assert "2 broke an invariant" in out.getvalue()
    files = sorted((tmp_path / "skirmish").iterdir())
    assert [file.name for file in files] == ["ci-1.json", "ci-2.json"]
    assert str(files[0]) in out.getvalue()
    assert adjudicate(json.loads(files[0].read_text(encoding="utf-8"))).exit == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--battles", "0"), "whole number from 1"),
        (("--battles", "many"), "not “many”"),
        (("--jobs", "-2"), "whole number from 1 to 256"),
        (("--first", "1.5"), "whole number"),
        (("--seed", "../x"), "letters, digits"),
        (("--seed", ""), "letters, digits"),
    ],
)
def test_wrong_arguments_are_told_in_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("skirmish", *arguments)
    assert words in str(wrong.value)
    assert "\n" not in str(wrong.value)
