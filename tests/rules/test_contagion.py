"""`morale.contagion`: fear that has been passed on is passed on no more, whatever else the command leaves unchanged."""

from __future__ import annotations

from dataclasses import replace

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import Answers, Side
from battles.rules.commands import Attack
from battles.rules.dice import ScriptedDice
from tests.rules.test_forecast import facing_off


def test_a_wave_that_is_over_leaves_nothing_behind() -> None:
    """morale.contagion, R35: the attacker goes on with the same agenda, and the fear of its target is spent."""
    battle = replace(
        facing_off("otrok", "kmeti", hits=2),
        sides={side: Side(side, answers=Answers("never", "never")) for side in ("red", "blue")},
    )
    dice = ScriptedDice([(1, 2), (5, 6), (6, 6)])
    events = turn.decide(battle, "red", Attack("r1", "avtosmagovnitsa", "b1"), dice)
    after = replay(battle, events)
    assert after.units["b1"].state == "shaken"
    assert after.agenda == battle.agenda
    assert after.spreading == ()
