"""Whole battles through the door: posted as pages post them, to the end and into a file that replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from battles.live import tables
from battles.live.models import LiveBattle, Move
from battles.rules import notation, stored
from battles.rules.apply import replay
from battles.rules.battle import SIDES, Battle
from battles.rules.pending import pending

from .commander import form_of
from .conftest import Player, a_map, forget, seat_link, starters

MOST = 2000


def play_on(players: dict[str, Player], chance: Random, *, until: int = MOST) -> int:
    """Let both commanders post until the battle is over; gives the number of commands."""
    for count in range(until):
        table = tables.load(players["red"].battle)
        assert table.battle is not None
        if table.battle.result:
            return count
        side, form = _whose(table, chance)
        do = str(form.pop("do"))
        answer = players[side].give(do, seen=table.number, **form)
        assert answer.status_code == 204, (side, do, form, answer.content.decode())
    return until


def _whose(table: tables.Table, chance: Random) -> tuple[str, dict[str, object]]:
    assert table.battle is not None
    sides = list(SIDES)
    chance.shuffle(sides)
    found = [(side, form) for side in sides if (form := form_of(table.battle, side, chance))]
    assert found, f"nobody is asked anything: {table.battle.agenda[:1]}"
    return found[0]


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battles.live.limits.COMMANDS", (10**6, 10))


@pytest.fixture
def two_players(opened: Callable[..., Player], settings: object) -> Callable[[str, int], dict[str, Player]]:
    def seat_both(preset: str, seed: int) -> dict[str, Player]:
        settings.DRUZHINA_DICE_SEED = f"battle {seed}"  # type: ignore[attr-defined]
        armies = starters(preset)
        red = opened(preset=preset, map=a_map(preset), army=armies[seed % len(armies)])
        client = Client()
        army = armies[(seed + 1) % len(armies)]
        assert client.post(seat_link(red.battle), {"name": "Олег", "army": army}).status_code == 302
        return {"red": red, "blue": Player(client, red.battle, "blue")}

    return seat_both


@pytest.mark.parametrize(("preset", "seed"), [("skirmish", 1), ("skirmish", 2), ("skirmish", 3), ("battle", 4)])
def test_a_battle_is_played_to_its_end(
    two_players: Callable[[str, int], dict[str, Player]], preset: str, seed: int
) -> None:
    players = two_players(preset, seed)
    play_on(players, Random(seed))
    row = LiveBattle.objects.get(pk=players["red"].battle)
    assert row.phase == "over"
    _numbers_have_no_gaps(row)
    _the_stored_battle_is_its_moves(row)
    _the_file_replays_to_the_same_end(players["blue"], row)


def _numbers_have_no_gaps(row: LiveBattle) -> None:
    numbers = list(Move.objects.filter(battle=row).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, row.number + 1))


def _the_stored_battle_is_its_moves(row: LiveBattle) -> None:
    """Start and events give the position; so do the stored position and what came after it, after a restart."""
    events = [event for move in row.moves.order_by("number") for event in tables.events_of(move)]
    before = tables.load(row.pk)
    assert replay(stored.position_from_json(row.start), events) == before.battle
    forget()
    assert tables.load(row.pk) == before


def _the_file_replays_to_the_same_end(player: Player, row: LiveBattle) -> None:
    file = json.loads(player.client.get(f"/b/{row.pk}/file/").content)
    verdict = notation.adjudicate(file)
    assert (verdict.exit, verdict.differences) == (0, ())
    end = notation.position(tables.load(row.pk).battle)
    assert {key: verdict.output[key] for key in end if key != "name"} == end


def test_restarts_change_nothing(two_players: Callable[[str, int], dict[str, Player]]) -> None:
    """The same commanders and the same dice, once with a process that forgets everything again and again."""
    ends = []
    for forgetful in (False, True):
        players, chance = two_players("skirmish", 5), Random(5)
        for _ in range(40):
            play_on(players, chance, until=3)
            if forgetful:
                forget()
        ends.append(tables.load(players["red"].battle).battle)
    assert ends[0] == ends[1]


def test_orders_that_come_a_turn_too_late_are_not_kept_for_the_next(
    two_players: Callable[[str, int], dict[str, Player]],
) -> None:
    players, chance = two_players("skirmish", 8), Random(8)

    def battle() -> Battle:
        found = tables.load(players["red"].battle).battle
        assert found is not None
        return found

    def until_orders(turn: int) -> int:
        while battle().turn < turn or [awaited.kind for awaited in pending(battle())] != ["place_orders"] * 2:
            play_on(players, chance, until=1)
        return tables.load(players["red"].battle).number

    seen = until_orders(1)
    orders = {f"orders.{group}": "hold" for group in battle().groups() if battle().group_side(group) == "red"}
    until_orders(2)
    late = players["red"].give("place_orders", seen=seen, **orders)
    assert late.status_code == 409
    assert battle().committed == {}
    assert {unit.turn.order for unit in battle().units.values()} == {None}
