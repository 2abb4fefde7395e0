"""The suggested deployment is lawful for every ready army on every map, and leaves nobody out without need."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.rules import army, catalogue, turn
from battles.rules.battle import SIDES, Battle, Options, Side
from battles.rules.commands import Deploy
from battles.rules.dice import SeededDice
from battles.rules.hexes import distance
from battles.rules.placement import entries, suggested

KNOWN = catalogue.catalogue()
SHEETS = [(sheet.id, starter.id) for sheet in KNOWN.maps.values() for starter in KNOWN.starters.values()
          if sheet.preset == starter.preset]  # fmt: skip


def before_deployment(sheet: str, starter: str) -> Battle:
    kind = KNOWN.presets[KNOWN.maps[sheet].preset]
    lists = {side: KNOWN.starters[starter].army("en") for side in SIDES}
    units = [unit for side, chosen in lists.items() for unit in army.muster(chosen, side)]
    battle = Battle(
        options=Options(turn_limit=kind.turns, deploy_rows=kind.deploy_rows, size=kind.size),
        map=KNOWN.maps[sheet].map,
        sides={side: Side(side, morale=army.starting_morale(chosen)) for side, chosen in lists.items()},
        units={unit.id: unit for unit in units},
        chreda="deployment",
    )
    return replace(battle, agenda=turn.opening(battle))


@pytest.mark.parametrize(("sheet", "starter"), SHEETS)
def test_the_suggestion_is_accepted(sheet: str, starter: str) -> None:
    battle = before_deployment(sheet, starter)
    for side in SIDES:
        deploy = suggested(battle, side)
        assert deploy.reserve == ()
        assert turn.decide(battle, side, deploy, SeededDice("place"))


def spots(deploy: Deploy) -> dict[str, str]:
    return {id_: spot.hex for id_, spot in deploy.placements.items()}


@pytest.mark.parametrize(("sheet", "starter"), SHEETS)
def test_the_commander_stands_among_those_he_leads(sheet: str, starter: str) -> None:
    battle = before_deployment(sheet, starter)
    for side in SIDES:
        placed = spots(suggested(battle, side))
        commander = next(unit.id for unit in battle.units.values() if unit.commander and unit.side == side)
        led = [id_ for id_, hex_ in placed.items() if distance(hex_, placed[commander]) <= 3 and id_ != commander]
        assert len(led) >= min(2, len(placed) - 1)


def test_both_sides_are_suggested_the_same_without_looking_at_each_other() -> None:
    """What the other side has committed does not change the suggestion."""
    battle = before_deployment(*SHEETS[0])
    blue = suggested(battle, "blue")
    after = replace(battle, committed={"red": suggested(battle, "red")})
    assert suggested(after, "blue") == blue


def test_reserves_enter_on_free_hexes_of_their_own_edge() -> None:
    battle = before_deployment(*SHEETS[0])
    held = [unit.id for unit in battle.units.values() if unit.side == "red"]
    battle = battle.with_units(replace(battle.units[id_], reserve=True) for id_ in held)
    found = entries(battle, "red")
    assert set(found) == set(held)
    assert {spot.hex[2:] for spot in found.values()} == {"01"}
    assert len({spot.hex for spot in found.values()}) == len(held)
