"""Battles before their deployment: of two starter armies, or of anything that the rules allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .. import army, atlas, turn
from ..army_list import ArmyList
from ..battle import SIDES, Battle, Options, Side
from ..catalogue import Preset, catalogue
from ..terrain import Map
from .armies import random_army
from .chance import Chance
from .grounds import random_map

SCENARIOS = ("pitched", "pitched", "shrine", "breakthrough")
STARTERS = 0.15  # how often an army is one of the ready ones
SWITCHES = ("dissolved_link_costs_morale", "unready", "focus", "daring")


def new_battle(chance: Chance, *, preset: str = "skirmish", starter: str = "", **options: Any) -> Battle:
    """A battle of two starter armies on a map of their size, before deployment; `starter` is one for both."""
    known = catalogue()
    kind = known.presets[preset]
    fits = [each for each in known.starters.values() if each.preset == preset]
    starters = [known.starters[starter]] if starter else fits
    sheets = [sheet for sheet in known.maps.values() if sheet.preset == preset]
    sheet = chance.choice(sheets) if sheets else atlas.sheet(atlas.made_id(preset, str(chance.randrange(1000))))
    assert sheet is not None
    lists = {side: chance.choice(starters).army("ru") for side in SIDES}
    chosen = Options(turn_limit=kind.turns, deploy_rows=kind.deploy_rows, size=kind.size, **options)
    return _before_deployment(chosen, sheet.map, lists)


def any_battle(chance: Chance) -> Battle:
    """Any size, scenario, options and map; sometimes with hardly any morale, sometimes with a referee."""
    preset = chance.choice(list(catalogue().presets.values()))
    scenario = chance.choice(SCENARIOS)
    lists = {side: _any_army(chance, preset) for side in SIDES}
    options = Options(
        scenario=scenario,
        size=preset.size,
        turn_limit=chance.choice([3, 6, preset.turns]),
        deploy_rows=chance.choice([2, 3, preset.deploy_rows]),
        **{switch: chance.random() < 0.7 for switch in SWITCHES},  # type: ignore[arg-type]
    )
    battle = _before_deployment(options, random_map(chance, preset, scenario), lists)
    poor = {side: chance.choice([0, 1, 2, None, None, None]) for side in SIDES}
    sides = {id_: _with_morale(side, poor[id_]) for id_, side in battle.sides.items()}
    return replace(battle, sides=sides, referee=chance.random() < 0.3)


def _any_army(chance: Chance, preset: Preset) -> ArmyList:
    """A random list, or now and then one of the starters."""
    starters = [each for each in catalogue().starters.values() if each.preset == preset.id]
    if starters and chance.random() < STARTERS:
        return chance.choice(starters).army("ru")
    return random_army(chance, preset.size)


def _with_morale(side: Side, morale: int | None) -> Side:
    return side if morale is None else replace(side, morale=morale)


def _before_deployment(options: Options, map_: Map, lists: Mapping[str, ArmyList]) -> Battle:
    units = [unit for side, chosen in lists.items() for unit in army.muster(chosen, side)]
    hires = [company for side, chosen in lists.items() for company in army.companies(chosen, side)]
    battle = Battle(
        options=options,
        map=map_,
        sides={
            side: Side(side, faction=chosen.faction, morale=army.starting_morale(chosen))
            for side, chosen in lists.items()
        },
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
        chreda="deployment",
    )
    return replace(battle, agenda=turn.opening(battle))
