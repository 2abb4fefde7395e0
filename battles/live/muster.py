"""The start position of a live battle: both picked armies before deployment, on the chosen map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..rules import atlas, turn
from ..rules.army import companies, muster, starting_morale
from ..rules.army_list import ArmyList
from ..rules.battle import SIDES, Answers, Battle, Options, Side
from ..rules.map_maker import with_shrines
from .models import LiveBattle, Seat

# N49 and R50: casualty reduction is mostly obvious, checks are worth a thought
FIRST_ANSWERS = Answers(cancel_checks="ask", reduce_casualties="best")


def start_position(row: LiveBattle, seats: Mapping[str, Seat]) -> Battle:
    """`battle.deploy`: everything is known but where the units stand."""
    armies = {side: ArmyList.from_json(seats[side].army) for side in SIDES}
    units = [unit for side in SIDES for unit in muster(armies[side], side)]
    hires = [company for side in SIDES for company in companies(armies[side], side)]
    sheet = atlas.sheet(row.map_id)
    if sheet is None:
        raise LookupError(row.map_id)
    options = Options(**row.options)
    battle = Battle(
        options=options,
        map=with_shrines(sheet.map) if options.scenario == "shrine" else sheet.map,
        sides={side: _side(side, armies[side], seats[side].name) for side in SIDES},
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
        chreda="deployment",
        referee="referee" in seats,
        ruleset=row.ruleset,
        catalogue=row.catalogue,
    )
    return replace(battle, agenda=turn.opening(battle))


def _side(side: str, army: ArmyList, name: str) -> Side:
    morale = starting_morale(army)
    return Side(id=side, faction=army.faction, morale=morale, answers=FIRST_ANSWERS, name=name)
