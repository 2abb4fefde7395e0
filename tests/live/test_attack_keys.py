"""Keys of presses: each stands for one command, of one side; whoever sends it again gets no other one done."""

from __future__ import annotations

import pytest

from battles.live.models import LiveBattle, Move

from .conftest import Player, deployment


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


def test_an_old_key_with_another_command_is_not_answered_as_done(both: tuple[Player, Player]) -> None:
    red, _ = both
    assert red.give("set_answers", key="one-press", cancel_checks="never").status_code == 204
    before = LiveBattle.objects.get(pk=red.battle).number
    for do, fields in (("resign", {}), ("set_answers", {"cancel_checks": "always"}), ("offer_draw", {})):
        answer = red.give(do, key="one-press", **fields)
        assert answer.status_code == 409, do
        assert "X-Number" not in answer
    assert LiveBattle.objects.get(pk=red.battle).number == before


def test_the_same_press_is_the_same_whatever_it_has_seen_meanwhile(both: tuple[Player, Player]) -> None:
    """A retry after a lost answer: placements, mappings and all."""
    red, _ = both
    form = deployment(red.battle, "red")
    first = red.give("deploy", key="one-press", **form)
    red.give("set_answers", cancel_checks="never")
    again = red.give("deploy", key="one-press", **form)
    assert (first.status_code, again.status_code) == (204, 204)
    assert first["X-Number"] == again["X-Number"]


def test_a_key_of_the_other_side_opens_and_tells_nothing(both: tuple[Player, Player]) -> None:
    red, blue = both
    red.give("deploy", key="key-of-red", **deployment(red.battle, "red"))
    fresh = blue.give("end_activation", key="key-of-blue", group="b1")
    known = blue.give("end_activation", key="key-of-red", group="b1")
    assert (known.status_code, known.content) == (fresh.status_code, fresh.content)
    assert not Move.objects.filter(battle_id=red.battle, seat__side="blue", command__do="end_activation").exists()
