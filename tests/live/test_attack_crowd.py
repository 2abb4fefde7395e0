"""Many at the same instant: nobody is told that a database is locked, nothing is done twice, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.test import Client

from battles.live.models import LiveBattle, Move, Seat

from .conftest import Player, deployment, seat_link, starters

pytestmark = pytest.mark.django_db(transaction=True)

Press = Callable[[], int]


def together(presses: list[Press]) -> list[int]:
    """All presses in threads of their own, let go at once; the status of each."""
    gate, codes = Barrier(len(presses)), [0] * len(presses)

    def press(n: int) -> None:
        gate.wait()
        try:
            codes[n] = presses[n]()
        finally:
            connections.close_all()

    threads = [Thread(target=press, args=(n,)) for n in range(len(presses))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return codes


def tab(player: Player) -> Client:
    client = Client()
    client.cookies = player.client.cookies
    return client


def test_twenty_tabs_command_at_once(red_player: Player, blue_player: Player) -> None:
    before = LiveBattle.objects.get(pk=red_player.battle).number
    address = f"/b/{red_player.battle}/command"

    def three(n: int) -> int:
        client = tab((red_player, blue_player)[n % 2])
        form = {"do": "set_answers", "seen": 0, "cancel_checks": "never"}
        return max(client.post(address, {**form, "key": f"tab-{n}-press-{press}"}).status_code for press in range(3))

    assert together([lambda n=n: three(n) for n in range(20)]) == [204] * 20
    numbers = Move.objects.filter(battle_id=red_player.battle).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, before + 61))


def test_a_command_and_a_resignation_meet(red_player: Player, blue_player: Player) -> None:
    form = deployment(red_player.battle, "red")
    codes = together(
        [lambda: red_player.give("deploy", **form).status_code, lambda: blue_player.give("resign").status_code]
    )
    row = LiveBattle.objects.get(pk=red_player.battle)
    assert codes[0] in (204, 409, 422)
    assert (codes[1], row.phase) == (204, "over")
    assert Move.objects.filter(battle=row, command__do="deploy").count() == (codes[0] == 204)


def test_eight_presses_for_one_seat_seat_one(red_player: Player) -> None:
    link, army = seat_link(red_player.battle), starters()[1]
    people = [Client() for _ in range(8)]
    codes = together([lambda c=c: c.post(link, {"name": "Олег", "army": army}).status_code for c in people])
    assert sorted(codes) == [302] + [422] * 7
    seated = [client for client in people if client.get(f"/b/{red_player.battle}/").status_code == 200]
    assert len(seated) == 1


def test_a_seat_moves_while_its_player_commands(red_player: Player, blue_player: Player) -> None:
    link = f"/r/{Seat.objects.get(battle_id=blue_player.battle, side='blue').recovery_token}/"
    form, finder = deployment(blue_player.battle, "blue"), Client()
    codes = together([lambda: blue_player.give("deploy", **form).status_code, lambda: finder.post(link).status_code])
    assert codes[0] in (204, 403)
    assert codes[1] == 302
    assert blue_player.give("resign").status_code == 403
    assert finder.get(f"/b/{blue_player.battle}/").status_code == 200
    moves = Move.objects.filter(battle_id=blue_player.battle)
    assert moves.filter(command__do="deploy").count() == (codes[0] == 204)
    assert LiveBattle.objects.get(pk=blue_player.battle).number == moves.count()


def test_both_pick_their_armies_at_once(opened: Callable[..., Player]) -> None:
    red, blue = opened(army=""), Client()
    assert blue.post(seat_link(red.battle), {"name": "Олег"}).status_code == 302
    address = f"/b/{red.battle}/army"
    codes = together([lambda c=c, a=a: c.post(address, {"army": a}).status_code
                      for c, a in zip((red.client, blue), starters(), strict=False)])  # fmt: skip
    assert codes == [204, 204]
    row = LiveBattle.objects.get(pk=red.battle)
    assert (row.phase, Move.objects.filter(battle=row, command__do="begin").count()) == ("playing", 1)
