"""`morale` as a state machine: the pools and every unit's fear, foretold from the rules' words alone.

The model is told what was done and what it broke (losses, falls, moves); who checks, at what number, who pays and who
runs it works out by itself, and compares after every command.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from battles.rules import commands as c
from battles.rules import events as e
from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Answers, Battle, Link, Options, Side, Unit
from battles.rules.catalogue import make_unit
from battles.rules.legal import legal
from battles.rules.pending import pending
from battles.rules.proof.chance import SeededChance
from battles.rules.proof.player import choose
from battles.rules.proof.soundness import asked
from battles.rules.terrain import Map
from tests.rules.proof.morale_model import Model

SPOTS = {"red": ("0505", "0605", "0705", "0805", "0506"), "blue": ("0508", "0608", "0708", "0808", "0509")}
FACE = st.integers(1, 6)
SEED = st.integers(0, 2**20)


class DrawnDice:
    """Dice whose faces are drawn."""

    def __init__(self, data: Any) -> None:
        self._data = data

    def d6(self) -> int:
        face: int = self._data.draw(FACE)
        return face

    def check(self) -> tuple[int, int]:
        return self.d6(), self.d6()


def field_of(data: Any) -> Battle:
    """Two small bands three hexes apart, some hurt, some in a link, with little morale."""
    units, links = list[Unit](), dict[str, Link]()
    for side in SIDES:
        squads = st.sampled_from(["smerdy", "streltsy", "kmeti", "gridi"])
        walkers = st.sampled_from(["otrok", "vityaz", "bogatyr", "vozok"])
        types = [data.draw(walkers), data.draw(squads), data.draw(squads), data.draw(st.one_of(squads, walkers))]
        for n, type_ in enumerate(types):
            rank = {"commander": "voivode", "trait": data.draw(st.sampled_from([None, "fearless"]))} if n == 3 else {}
            unit = make_unit(id=f"{side[0]}{n}", side=side, type=type_, **rank)
            facing = {"red": "S", "blue": "N"}[side] if unit.is_machine else None
            hits = max(1, unit.hits - data.draw(st.integers(0, 2)))
            units.append(replace(unit, hex=SPOTS[side][n], facing=facing, hits=hits))
        if data.draw(st.booleans()):
            link = f"{side[0]}L1"
            links[link] = Link(link, side, (f"{side[0]}1", f"{side[0]}2"))
    points, says = st.integers(0, 3), st.sampled_from(["ask", "ask", "best", "always"])
    sides = {
        side: Side(
            side, morale=data.draw(points), temporary=data.draw(points), answers=Answers(data.draw(says), "best")
        )
        for side in SIDES
    }
    battle = Battle(Options(turn_limit=9), Map(), sides, {unit.id: unit for unit in units}, links, turn=2)
    return replace(battle, agenda=turn.opening(battle))


class MoraleMachine(RuleBasedStateMachine):
    """What sides and dice may do; the model foretells the fear."""

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        self.battle = field_of(data)
        self.model = Model(self.battle)
        self.happen(turn.begin(self.battle, DrawnDice(data)))

    def happen(self, events: tuple[e.Event, ...]) -> None:
        self.battle = replay(self.battle, events)
        for event in events:
            self.model.told(event)

    def give(self, side: str, command: c.Command, data: Any) -> None:
        before = self.battle
        events = turn.decide(before, side, command, DrawnDice(data))
        self.model.said(before, side, command)
        self.happen(events)

    @precondition(lambda self: self.battle.result is None)
    @rule(seed=SEED, boldness=st.sampled_from([0.8, 0.95]), data=st.data())
    def go_on(self, seed: int, boldness: float, data: Any) -> None:
        """Whoever is asked answers; active groups seek the enemy."""
        chance = SeededChance(str(seed))
        for _ in range(6):
            if self.battle.result is None:
                side = chance.choice(asked(self.battle))
                choice = legal(self.battle, side).choice
                assert choice is not None
                self.give(side, choose(chance, choice, self.battle, boldness=boldness), data)
                self.compare()

    @precondition(lambda self: self.battle.result is None)
    @rule(side=st.sampled_from(SIDES), answer=st.sampled_from(["ask", "never", "always", "best"]), data=st.data())
    def answer_once_for_all(self, side: str, answer: str, data: Any) -> None:
        self.give(side, c.SetAnswers(cancel_checks=answer), data)

    @precondition(lambda self: self.battle.result is not None)
    @rule()
    def rest(self) -> None:
        """A battle that is over has nothing more to say; Hypothesis wants a rule all the same."""

    @invariant()
    def compare(self) -> None:
        kinds = {(awaited.kind, awaited.side) for awaited in pending(self.battle)}
        volley = any(kind == "reduce_casualties" for kind, _ in kinds)
        if self.battle.result is None and not volley:
            reviewed = any(kind == "review_link" for kind, _ in kinds)
            offered = set() if reviewed else self.model.awaited()
            assert offered == {side for kind, side in kinds if kind == "cancel_checks"}
            if not offered and not reviewed:
                self.model.settle()
                assert self.battle.spreading == ()
        for side in SIDES:
            now = self.battle.sides[side]
            assert (now.morale, now.temporary) == (self.model.morale[side], self.model.temporary[side]), side
        states = {id_: unit.state for id_, unit in self.battle.units.items()}
        assert states == {one.id: one.state for one in self.model.souls.values()}


MoraleMachine.TestCase.settings = settings(
    derandomize=True, deadline=None, database=None, max_examples=30, stateful_step_count=18, phases=[Phase.generate]
)
TestMorale = MoraleMachine.TestCase
