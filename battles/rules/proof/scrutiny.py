"""One position and one side that is asked: what `legal` offers is accepted, what it does not is refused with a rule."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .. import turn
from ..apply import replay
from ..battle import Battle
from ..choices import ActivationChoice, Aim, Legal, No
from ..commands import Attack, Command, EndActivation
from ..dice import RecordingDice, SeededDice
from ..refusals import Refused
from ..rulebook import headings
from ..stored import position_to_json
from .breach import demand
from .chance import Chance
from .denials import denied, of_others
from .offers import anytime, elements
from .player import choose
from .soundness import check_position
from .tally import Tally

Trial = tuple[str, Command, Sequence[tuple[int, ...]]]  # who tried what, and the dice that fell

FEW = 10  # offered elements that are tried in most positions
FEW_DENIED = 4


class Scrutiny:
    """Trials in one position; `trial` is the last command that was tried, with its dice."""

    def __init__(self, chance: Chance, battle: Battle, may: Legal, tally: Tally) -> None:
        assert may.choice is not None
        self.chance, self.battle, self.may, self.tally = chance, battle, may, tally
        self.side, self.choice = may.side, may.choice
        self.trial: Trial | None = None

    def look(self, *, every: bool) -> None:
        """Breach where an offer is refused, a denial is accepted, or a trial has changed the position."""
        before = json.dumps(position_to_json(self.battle))
        answer = choose(self.chance, self.choice, self.battle)
        offered = [*elements(self.battle, self.choice, answer), *anytime(self.may)]
        for command in offered if every else self._some(offered, FEW):
            self._accepted(command, look_on=not every)
        outside = list(denied(self.chance, self.battle, self.side, self.choice, answer))
        for command in outside if every else self._some(outside, FEW_DENIED):
            self._refused(self.side, command)
        for other, command in of_others(self.battle, self.side, self.choice, answer):
            self._refused(other, command)
        if every and isinstance(self.choice, ActivationChoice):
            self._nos(self.choice)
        demand(json.dumps(position_to_json(self.battle)) == before, "a trial changes nothing", self.side)
        self.tally.checked["positions with every element"] += every

    def _some(self, commands: Sequence[Command], most: int) -> list[Command]:
        return self.chance.sample(commands, min(most, len(commands)))

    def _accepted(self, command: Command, *, look_on: bool) -> None:
        dice = RecordingDice(SeededDice("try"))
        try:
            events = turn.decide(self.battle, self.side, command, dice)
            self.trial = (self.side, command, dice.rolls)
        except Refused as refusal:
            self.trial = (self.side, command, ())
            demand(False, "what is offered is accepted", (self.side, command, str(refusal)))
        if look_on:
            check_position(replay(self.battle, events))
        self.tally.checked["offers accepted"] += 1

    def _refused(self, side: str, command: Command) -> Refused | None:
        dice = RecordingDice(SeededDice("try"))
        try:
            turn.decide(self.battle, side, command, dice)
        except Refused as refusal:
            self.trial = (side, command, ())
            demand(refusal.rule in headings(), "a refusal names a rule", (command, str(refusal)))
            demand(not dice.rolls, "a refusal rolls nothing", (side, command))
            self.tally.refusal(refusal)
            self.tally.checked["denials refused"] += 1
            return refusal
        self.trial = (side, command, dice.rolls)
        demand(False, "what is not offered is refused", (side, command))
        return None

    def _nos(self, choice: ActivationChoice) -> None:
        """Every no is the refusal that would come."""
        for unit in choice.units.values():
            for aim in unit.aims:
                self._no(aim, Attack(unit.unit, aim.weapon, aim.target))
        if choice.end is not None:
            self._same(choice.end, EndActivation(choice.group))

    def _no(self, aim: Aim, command: Command) -> None:
        if aim.no is not None:
            self._same(aim.no, command)

    def _same(self, no: No, command: Command) -> None:
        refusal = self._refused(self.side, command)
        same = refusal is not None and (refusal.rule, refusal.reason) == (no.rule, no.reason)
        demand(same, "every no is the refusal that would come", (command, no, str(refusal)))
