"""What is laid over the map is what the rules say: reach, ways, areas, targets, and the reason of every refusal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import pytest
from django.utils.translation import override

from battles.live import arcs, panels, tags, ways, wording
from battles.live.scene import scene_of
from battles.live.tables import Table
from battles.rules import movement, turn
from battles.rules.activation import refuse_moving
from battles.rules.apply import replay
from battles.rules.battle import Battle
from battles.rules.choices import ActivationChoice, Aim, UnitChoice
from battles.rules.commands import Move
from battles.rules.dice import SeededDice
from battles.rules.hexes import arc, distance
from battles.rules.legal import legal
from battles.rules.refusals import Refused
from battles.rules.shooting import obstructions, refuse_sight

from .commander import form_of
from .test_panels import given, position, start

SEEDS = ("map 1", "map 2")


def played(seed: str, steps: int = 220) -> Iterator[tuple[Table, str, UnitChoice]]:
    """Every unit that may act in a battle at random, as its side has it before it."""
    table, dice, chance = start(), SeededDice(seed), Random(seed)
    for _ in range(steps):
        battle = position(table)
        side, form = next(
            ((side, form) for side in ("red", "blue") if (form := form_of(battle, side, chance))), ("red", None)
        )
        if form is None:
            return
        choice = legal(battle, side).choice
        if isinstance(choice, ActivationChoice):
            yield from ((table, side, unit) for unit in choice.units.values())
        table = given(table, side, form, dice)


@pytest.fixture(scope="module")
def moments() -> list[tuple[Table, str, UnitChoice]]:
    found = [moment for seed in SEEDS for moment in played(seed)]
    assert len(found) > 60
    return found


def overlay(table: Table, viewer: str, unit: str, *, turned: bool = False) -> str:
    return panels.overlay(table, viewer, unit, "en", turned=turned)


def layers(html: str) -> dict[str, str]:
    """What stands above the counters, by layer."""
    above = html.split("#aims")[1].split("</svg>")[0]
    return dict(re.findall(r'<g data-layer="([^"]+)">((?:<g class="tg.*?</g>)*)</g>', above))


def tagged(layer: str) -> dict[str, str]:
    found = re.findall(r'data-of="([^"]+)".*?<text[^>]*>([^<]*)</text>', layer)
    return {unit: unescape(text) for unit, text in found}


def test_each_weapon_has_a_tag_for_each_enemy_with_the_rules_number_or_reason(
    moments: list[tuple[Table, str, UnitChoice]],
) -> None:
    told = set()
    for table, side, choice in moments:
        drawn = layers(overlay(table, side, choice.unit))
        for aim in (*choice.aims, *choice.power_shots):
            told.add(aim.no.reason if aim.no else "number")
            assert tagged(drawn[aim.weapon])[aim.target] == expected(aim)
    assert {"number", "out_of_range", "out_of_arc"} <= told


def expected(aim: Aim) -> str:
    """What a tag has to say, told from the values of the rules."""
    with override("en"):
        if aim.no is None and aim.needed is not None:
            return f"{wording.number(aim.needed.value)} · {wording.percent(aim.hit)}"
        if aim.no is None:
            return "out of sight"
        facts = aim.no.facts
        known = {
            "out_of_range": f"far: {facts.get('distance')} > {facts.get('range')}",
            "out_of_arc": "outside the arc",
            "hill_blocks": "behind a hill",
            "cover_blocks": f"behind cover: {facts.get('hexes')}",
        }
        return known.get(aim.no.reason) or tags.short(aim.no)


def test_the_first_layer_shows_for_each_target_the_weapon_that_does_most(
    moments: list[tuple[Table, str, UnitChoice]],
) -> None:
    for table, side, choice in moments:
        best: dict[str, float] = {}
        for aim in (*choice.aims, *choice.power_shots):
            if aim.needed is not None:
                best[aim.target] = max(best.get(aim.target, 0.0), aim.mean)
        shown = tagged(layers(overlay(table, side, choice.unit)).get(tags.MOVING, ""))
        assert set(shown) == set(best)


def test_the_hexes_within_reach_are_those_of_the_rules_with_what_is_left(
    moments: list[tuple[Table, str, UnitChoice]],
) -> None:
    for table, side, choice in moments:
        html = overlay(table, side, choice.unit)
        reaches = choice.dashes or choice.moves
        kind = "dash" if choice.dashes else "move"
        assert set(re.findall(rf'data-hex="(\d+)" data-kind="{kind}"', html)) == set(reaches)
        said = dict(re.findall(r'<desc id="o-(\d+)">([^<]*)</desc>', html))
        for hex_, reach in reaches.items():
            points = "point" if reach.points_left == 1 else "points"
            assert said[hex_].startswith(f"within reach, {reach.points_left} {points} left")


def test_a_shown_way_costs_what_the_rules_take_for_it(moments: list[tuple[Table, str, UnitChoice]]) -> None:
    """The legs from start to end are the hexes that the engine goes through, and add up to its price."""
    checked = 0
    for table, side, choice in moments:
        battle, unit = position(table), position(table).units[choice.unit]
        for hex_, reach in list(choice.moves.items())[::5]:
            events = turn.decide(battle, side, Move(unit.id, hex_, facing=reach.facing), SeededDice("way"))
            gone = replay(battle, events).units[unit.id]
            scene = scene_of(table, side, "en")
            html = ways.of(scene, unit, {hex_: reach}).drawn
            legs = re.findall(r'id="l-(\d{4})\w*" data-from="l-(\d{4})\w*".*?>([\d+]+)</text>', html)
            cost = sum(int(part) for *_, price in legs for part in price.split("+"))
            found = movement.ways(battle, unit, movement.points(unit))
            way = movement.best_way(found, hex_, reach.facing, machine=unit.is_machine)
            assert way is not None
            assert {to for to, *_ in legs} == set(way.path)
            assert cost + turns_at_the_end(found, way, hex_) == movement.points(unit) - movement.points(gone)
            checked += 1
    assert checked > 50


def turns_at_the_end(found: object, way: movement.Way, hex_: str) -> int:
    """What a machine spends on turning once it has come."""
    assert isinstance(found, dict)
    return int(way.cost - found[ways.entry(found, (hex_, way.facing))].cost)


def test_an_area_is_the_weapons_range_and_arc(moments: list[tuple[Table, str, UnitChoice]]) -> None:
    for table, _, choice in moments[::7]:
        battle, unit = position(table), position(table).units[choice.unit]
        for weapon in arcs.weapons(unit):
            area = arcs.area(battle.map, unit, weapon)
            for hex_ in battle.map.hexes():
                far = distance(unit.spot, hex_)
                faced = arc(unit.spot, unit.facing, hex_) if unit.is_machine and unit.facing else "front"
                able = {"front": {"front"}, "turret": {"front", "side"}, "all": {"front", "side", "rear"}}[weapon.arc]
                assert (hex_ in area) == (0 < far <= (1 if weapon.melee else weapon.range) and faced in able)


def test_what_is_filled_can_be_seen_by_the_rules(moments: list[tuple[Table, str, UnitChoice]]) -> None:
    """An enemy in the area and in sight is refused for no reason of sight, another one is."""
    for table, side, choice in moments:
        battle, unit = position(table), position(table).units[choice.unit]
        for weapon in arcs.weapons(unit):
            area = arcs.area(battle.map, unit, weapon)
            for enemy in battle.on_map("blue" if side == "red" else "red"):
                lit = enemy.spot in area and (weapon.melee or arcs.in_sight(battle.map, unit.spot, enemy.spot))
                assert lit == sees(battle, unit.id, weapon.id, enemy.id)


def sees(battle: Battle, unit_id: str, weapon_id: str, target: str) -> bool:
    unit = battle.units[unit_id]
    weapon = next(each for each in unit.stats.weapons if each.id == weapon_id)
    try:
        refuse_sight(battle, unit, weapon, battle.units[target])
    except Refused:
        return False
    return True


def test_others_are_shown_what_a_unit_might_do_but_may_not_press_it(
    moments: list[tuple[Table, str, UnitChoice]],
) -> None:
    drawn = 0
    for table, side, choice in moments:
        unit = position(table).units[choice.unit]
        for viewer in ("watcher", "blue" if side == "red" else "red"):
            html = overlay(table, viewer, choice.unit)
            assert "data-kind" not in html
            assert "data-target" not in html
            might = set(re.findall(r'data-may="(\d+)"', html))
            if not may_move(unit):
                continue
            assert might == set(choice.moves or choice.dashes)
            drawn += 1
    assert drawn > 20


def may_move(unit: object) -> bool:
    try:
        refuse_moving(unit)  # type: ignore[arg-type]
    except Refused:
        return False
    return True


def test_a_turned_overlay_shows_the_same(moments: list[tuple[Table, str, UnitChoice]]) -> None:
    for table, side, choice in moments[::9]:
        plain, turned = (overlay(table, side, choice.unit, turned=each) for each in (False, True))
        assert plain != turned
        for pattern in (r'data-hex="(\d+)"', r'data-of="([^"]+)"', r'<desc id="(o-\d+)">', r'data-show="([^"]+)"'):
            assert re.findall(pattern, plain) == re.findall(pattern, turned)


def test_obstructions_are_counted_along_the_line() -> None:
    """The number on a tag falls with what stands between: hills block only between lower hexes."""
    battle = position(start())
    hexes = list(battle.map.hexes())
    found = {obstructions(battle.map, a, b) for a in hexes[::4] for b in hexes[::5] if a != b}
    assert {hill for _, hill in found} == {False, True}
    assert max(count for count, _ in found) >= 3
