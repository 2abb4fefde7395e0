"""One browser in two battles, on different sides: nothing of one is done, shown or kept in the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from battles.live import tables
from battles.live.models import LiveBattle, Move

from .conftest import Player, deployment, opening, seat_link, starters


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


@pytest.fixture
def swapped(both: tuple[Player, Player]) -> tuple[Player, Player]:
    """The same two browsers once more, each on the other side."""
    second, first = both[1].client, both[0].client
    battle = second.post("/battles/new", opening(name="Олег"))["Location"].strip("/").removeprefix("b/")
    assert first.post(seat_link(battle), {"name": "Ярослав", "army": starters()[1]}).status_code == 302
    return Player(first, battle, "blue"), Player(second, battle, "red")


def numbers(*players: Player) -> list[int]:
    return [LiveBattle.objects.get(pk=player.battle).number for player in players]


def test_the_side_is_that_of_the_battle(both: tuple[Player, Player], swapped: tuple[Player, Player]) -> None:
    """The page asks for what that side has to place, and takes it from nobody else."""
    for seat, other in ((both[0], "b1"), (swapped[0], "r1")):
        page = seat.client.get(f"/b/{seat.battle}/").content.decode()
        assert f"placements.{seat.side[0]}1.hex" in page
        assert f"placements.{other}.hex" not in page
        form = deployment(seat.battle, {"red": "blue", "blue": "red"}[seat.side])
        assert seat.give("deploy", **form).status_code == 422
        assert seat.give("deploy", **deployment(seat.battle, seat.side)).status_code == 204
        position = tables.load(seat.battle).battle
        assert position is not None
        assert set(position.committed) == {seat.side}


def test_a_key_of_one_battle_is_free_in_the_other(both: tuple[Player, Player], swapped: tuple[Player, Player]) -> None:
    for seat in (both[0], swapped[0]):
        before = numbers(seat)[0]
        assert seat.give("set_answers", key="one-and-the-same", cancel_checks="never").status_code == 204
        assert numbers(seat) == [before + 1]


def test_the_end_of_one_leaves_the_other(both: tuple[Player, Player], swapped: tuple[Player, Player]) -> None:
    before = numbers(swapped[0])
    assert both[0].give("resign").status_code == 204
    for address in ("", "file/", "log/", "sheet/", "away/?since=1", "panel/end/"):
        both[0].client.get(f"/b/{both[0].battle}/{address}")
    assert LiveBattle.objects.get(pk=swapped[0].battle).phase == "playing"
    assert numbers(swapped[0]) == before
    assert swapped[0].give("deploy", **deployment(swapped[0].battle, "blue")).status_code == 204
    assert not Move.objects.filter(battle_id=both[0].battle, command__do="deploy").exists()


def test_another_name_in_another_battle_changes_none_here(
    both: tuple[Player, Player], opened: Callable[..., Player]
) -> None:
    red, blue = both
    renamed = red.client.post("/battles/new", opening(name="Всеволод"))
    assert renamed.status_code == 302
    assert "Всеволод" not in blue.client.get(f"/b/{red.battle}/").content.decode()
    assert "Ярослав" in blue.client.get(f"/b/{red.battle}/").content.decode()
