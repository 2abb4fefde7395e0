"""hireling.companion, R64: companions never check a morale score, not even in battles that gave them a company."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Battle, Company
from battles.rules.commands import Attack, HirelingCheck
from battles.rules.dice import ScriptedDice
from battles.rules.notation import BadFile, read
from battles.rules.refusals import Refused

CASE = Path(__file__).parents[1] / "cases" / "57a-companion-in-danger.json"


def begun(*, company: str | None) -> Battle:
    start = read(json.loads(CASE.read_text(encoding="utf-8"))).start
    if company:
        start = replace(start.with_unit(replace(start.units["b1"], company=company)), referee=True)
        start = replace(start, companies={company: Company(company, "blue", initial=2)})
    return replay(start, turn.begin(start, ScriptedDice([])))


@pytest.mark.parametrize("company", [None, "b1"])
def test_a_loss_is_a_check_of_loyalty_and_of_nothing_else(company: str | None) -> None:
    battle = begun(company=company)
    events = turn.decide(battle, "red", Attack("r1", "firearm", "b1", 1), ScriptedDice([(1, 4), (4, 4)]))
    checks = [event.event for event in events if event.event.endswith("_checked")]
    assert checks == ["companion_checked"]


def test_the_referee_cannot_call_for_their_check() -> None:
    with pytest.raises(Refused) as refused:
        turn.decide(begun(company="b1"), "referee", HirelingCheck("b1"), ScriptedDice([]))
    assert refused.value.rule == "hireling.companion"


def test_a_file_that_gives_them_a_company_is_bad() -> None:
    data = json.loads(CASE.read_text(encoding="utf-8"))
    data["units"][1]["company"] = "bC1"
    with pytest.raises(BadFile) as bad:
        read(data)
    assert bad.value.rule == "hireling.companion"
