"""One battle at random from its seed, looked at after every command."""

from __future__ import annotations

from dataclasses import dataclass

from .. import notation, turn
from ..apply import replay
from ..battle import Battle
from ..choices import Legal
from ..commands import Command
from ..dice import RecordingDice, ScriptedDice, SeededDice
from ..events import Event
from ..legal import legal
from ..refusals import Refused
from . import census
from .breach import Breach, demand
from .chance import Chance, SeededChance
from .ledger import Ledger
from .meddling import meddling
from .placing import NoRoom
from .player import choose
from .scrutiny import Scrutiny, Trial
from .secrecy import check_own_view, check_secrets
from .setups import any_battle
from .soundness import asked, check_end, check_position
from .storing import as_stored, check_command, check_stored
from .tally import Tally

LONGEST = 6000
TEMPERS = (0.0, 0.5, 0.8, 0.95)
REPLAYED = 50  # commands between two replays from the start
EXHAUSTIVE = 100  # one position of so many is looked at with every element that is offered
SECRETS = 8  # one position of so many is looked at for secrets


@dataclass(frozen=True, slots=True)
class Failure:
    """A battle that broke an invariant: which, what was found, and the battle file up to there."""

    seed: str
    invariant: str
    found: str
    file: dict[str, object]


class Fight:
    """A battle with all that was commanded and all that happened.

    Players draw from one chance, checks from another: a battle is the same whether it is looked at or not.
    """

    def __init__(self, seed: str, *, checked: bool = True) -> None:
        self.seed, self.checked, self.tally = seed, checked, Tally(battles=1)
        chance = SeededChance(f"players {seed}")
        for start in iter(lambda: any_battle(chance), None):
            if _deployable(chance, start):
                break
        self.chance: Chance = chance
        self.looks = SeededChance(f"checks {seed}")
        self.tempers = {side: chance.choice(TEMPERS) for side in (*start.sides, "referee")}
        self.start = self.battle = start
        self.dice = RecordingDice(SeededDice(f"dice {seed}"))
        self.events: list[Event] = []
        self.given: list[tuple[str, Command]] = []
        self.ledger = Ledger(start)
        self.found: dict[str, Legal] = {}
        self.trial: Trial | None = None
        self.tally.kinds.update(census.kinds(start))

    def run(self) -> Failure | None:
        """Play to the end; what did not hold, with the battle up to there, or None."""
        try:
            self._happen(turn.begin(self.battle, self.dice))
            while self.battle.result is None:
                self._step()
                demand(len(self.given) < LONGEST, "battles end", len(self.given))
            if self.checked:
                self._check_whole()
        except Breach as breach:
            return self._failure(breach.invariant, str(breach.found))
        except Exception as fault:  # whatever it is, it is a finding
            return self._failure("nothing unexpected", repr(fault))
        return None

    def again(self) -> Battle:
        """Decide every command once more by the dice that fell: the engine alone, for its speed and for its end."""
        dice = ScriptedDice(self.dice.rolls)
        battle = replay(self.start, turn.begin(self.start, dice))
        for side, command in self.given:
            battle = replay(battle, turn.decide(battle, side, command, dice))
        return battle

    # the course of the battle

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.battle, self.found = replay(self.battle, events), {}
        self.ledger.enter(events)
        self.tally.events(events)

    def _step(self) -> None:
        """What is offered is accepted; what is said out of turn is accepted, or refused without a trace."""
        before, rolled = self.battle, len(self.dice.rolls)
        if self.checked:
            self._look(self._asked(self.looks))
        said = meddling(self.chance, before)
        side, command = said or self._answer()
        self.trial = (side, command, ())
        try:
            events = turn.decide(before, side, command, self.dice)
        except Refused as refusal:
            demand(said, "what is offered is accepted", (side, command, refusal))
            demand(len(self.dice.rolls) == rolled, "a refusal rolls nothing", (side, command))
            self.tally.refusal(refusal)
            return
        self.given.append((side, command))
        self.trial = None
        self.tally.command(command)
        self._happen(events)
        if self.checked:
            self._check_command(side, command, events)

    def _legal(self, side: str) -> Legal:
        """What a side that is asked may do now; found out once for a position."""
        if side not in self.found:
            self.found[side] = legal(self.battle, side)
            demand(self.found[side].choice, "what is pending can be answered", (side, self.battle.agenda[:1]))
        return self.found[side]

    def _asked(self, chance: Chance) -> Legal:
        return self._legal(chance.choice(asked(self.battle)))

    def _answer(self) -> tuple[str, Command]:
        may = self._asked(self.chance)
        assert may.choice is not None
        return may.side, choose(self.chance, may.choice, self.battle, boldness=self.tempers[may.side])

    # what is looked at

    def _look(self, may: Legal) -> None:
        """Before a command: what may be said now, what may not, and who learns of it."""
        for side in asked(self.battle):
            self._legal(side)
        scrutiny = Scrutiny(self.looks, self.battle, may, self.tally)
        try:
            scrutiny.look(every=self.looks.randrange(EXHAUSTIVE) == 0)
        except Breach:
            self.trial = scrutiny.trial
            raise
        if self.looks.randrange(SECRETS) == 0:
            self.tally.checked["pairs of secrets"] += check_secrets(self.looks, self.battle)
            check_own_view(self.battle, may)

    def _check_command(self, side: str, command: Command, events: tuple[Event, ...]) -> None:
        check_position(self.battle)
        self.ledger.check(self.battle)
        check_command(command, events)
        check_stored(self.battle)
        self.tally.checked["positions"] += 1
        if len(self.given) % REPLAYED == 0:
            self._check_replay()

    def _check_replay(self) -> None:
        demand(replay(self.start, self.events) == self.battle, "a replay comes to the position", len(self.given))
        self.tally.checked["full replays"] += 1

    def _check_whole(self) -> None:
        self._check_replay()
        check_end(self.battle)
        verdict = notation.adjudicate(as_stored(self.file()))
        demand(verdict.exit == 0, "the battle file is good", verdict.output.get("error"))
        end = as_stored(notation.position(self.battle))
        found = as_stored(verdict.output)
        parts = [part for part in end if part != "name" and found[part] != end[part]]
        demand(not parts, "the battle file comes to the end", parts)

    # the battle file

    def file(self) -> dict[str, object]:
        """N1: the start, all commands, the dice that fell; and what was tried when something did not hold."""
        given, rolls = list(self.given), list(self.dice.rolls)
        if self.trial is not None:
            side, command, rolled = self.trial
            given.append((side, command))
            rolls += rolled
        return notation.battle_file(self.start, given, dice=rolls, name=f"skirmish {self.seed}")

    def _failure(self, invariant: str, found: str) -> Failure:
        return Failure(self.seed, invariant, found, self.file())


def _deployable(chance: Chance, start: Battle) -> bool:
    """Whether a wild map has room for both armies."""
    try:
        for side in start.sides:
            choice = legal(start, side).choice
            assert choice is not None
            choose(chance, choice, start)
    except NoRoom:
        return False
    return True
