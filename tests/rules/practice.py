"""Battles between players that are functions: the practice opponent, and the one that chooses at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from battles.rules import turn
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Battle
from battles.rules.commands import Command
from battles.rules.dice import Dice, SeededDice
from battles.rules.legal import legal
from battles.rules.policy import STEADY, Temper, asked, choose
from battles.rules.proof.player import choose as choose_at_random
from battles.rules.sight import seen_by

LONGEST = 3000
Player = Callable[[Battle, str], Command]


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that is over: its last position and its commands."""

    end: Battle
    given: tuple[tuple[str, Command], ...]

    @property
    def winner(self) -> str | None:
        assert self.end.result is not None
        return self.end.result.winner


def practice(seed: str, temper: Temper = STEADY) -> Player:
    dice = SeededDice(f"whim {seed}")

    def player(battle: Battle, side: str) -> Command:
        command = choose(seen_by(battle, side), side, dice, temper)
        assert command is not None
        return command

    return player


def at_random(seed: int) -> Player:
    """Any legal command, as likely as another of its kind."""
    chance = random.Random(seed)

    def player(battle: Battle, side: str) -> Command:
        choice = legal(battle, side).choice
        assert choice is not None
        return choose_at_random(chance, choice, battle)

    return player


def fight(start: Battle, players: Mapping[str, Player], dice: Dice) -> Fought:
    """Play a battle to its end; whoever is asked answers, red first where both are."""
    battle, given = replay(start, turn.begin(start, dice)), list[tuple[str, Command]]()
    while battle.result is None:
        side = next(side for side in SIDES if asked(battle, side))
        command = players[side](battle, side)
        given.append((side, command))
        assert len(given) < LONGEST, "battles end"
        battle = replay(battle, turn.decide(battle, side, command, dice))
    return Fought(battle, tuple(given))
