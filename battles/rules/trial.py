"""Battles that the practice opponent plays against itself to try a list: from two lists to the winner."""

from __future__ import annotations

from dataclasses import replace

from . import atlas, turn
from .apply import replay
from .army import companies, muster, starting_morale
from .army_list import ArmyList
from .battle import SIDES, Answers, Battle, Options, Side
from .catalogue import Preset
from .dice import SeededDice
from .policy import asked, choose
from .sight import seen_by

LONGEST = 3000


class Endless(RuntimeError):
    """A battle that the practice opponent does not bring to an end."""


def start(armies: dict[str, ArmyList], preset: Preset, map_id: str) -> Battle:
    """`battle.deploy`: both lists before their deployment on a map, hand-made or made; LookupError without it."""
    sheet = atlas.sheet(map_id)
    if sheet is None:
        raise LookupError(map_id)
    units = [unit for side in SIDES for unit in muster(armies[side], side)]
    hires = [company for side in SIDES for company in companies(armies[side], side)]
    answers = Answers(cancel_checks="ask", reduce_casualties="best")
    sides = {
        side: Side(id=side, faction=armies[side].faction, morale=starting_morale(armies[side]), answers=answers)
        for side in SIDES
    }
    battle = Battle(
        options=Options(size=preset.size, turn_limit=preset.turns, deploy_rows=preset.deploy_rows),
        map=sheet.map,
        sides=sides,
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
        chreda="deployment",
    )
    return replace(battle, agenda=turn.opening(battle))


def winner(battle: Battle, seed: str) -> str | None:
    """Who wins when both sides are played by the policy, each by what it may see; None for a draw."""
    dice, whims = SeededDice(seed), SeededDice(f"whim {seed}")
    battle = replay(battle, turn.begin(battle, dice))
    for _ in range(LONGEST):
        if battle.result is not None:
            return battle.result.winner
        side = next(side for side in SIDES if asked(battle, side))
        command = choose(seen_by(battle, side), side, whims)
        if command is None:
            break
        battle = replay(battle, turn.decide(battle, side, command, dice))
    raise Endless(seed)
