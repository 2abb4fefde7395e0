"""A battle is claimed from somebody absent: after the countdown, while it waits for nobody else; the server checks."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from battles.live import presence, tables, warden
from battles.live.claims import waits_for
from battles.live.models import PATIENCE, Claim, LiveBattle, Move
from battles.rules.notation import adjudicate

from .conftest import Clock, Player, deployment, opening, seat_link, starters

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    """Red has deployed, the battle waits for blue alone."""
    presence.hear(red_player.battle, "blue")
    assert red_player.give("deploy", **deployment(red_player.battle, "red")).status_code == 204
    return red_player, blue_player


def stay(player: Player, clock: Clock, seconds: float) -> None:
    """Time goes by, and this one is at the table all the while."""
    while seconds > 0:
        clock.now += min(10, seconds)
        seconds -= 10
        presence.hear(player.battle, player.side)


def claim(player: Player, who: Client | None = None) -> HttpResponse:
    return (who or player.client).post(f"/b/{player.battle}/claim")


def running(battle: str) -> dict[str, object] | None:
    found: dict[str, object] | None = warden.facts_of(battle)["claim"]
    return found


def test_the_battle_is_claimed_after_the_countdown(waiting: tuple[Player, Player], clock: Clock) -> None:
    red, _ = waiting
    assert running(red.battle) is None
    stay(red, clock, PATIENCE - 20)
    found = running(red.battle)
    assert found
    assert (found["by"], found["absent"], found["of"]) == ("red", "blue", PATIENCE)
    assert claim(red).status_code == 409
    stay(red, clock, 30)
    assert claim(red).status_code == 204
    row = LiveBattle.objects.get(pk=red.battle)
    battle = tables.load(red.battle).battle
    assert row.phase == "over"
    assert battle is not None
    assert battle.result is not None
    assert (battle.result.winner, battle.result.reason) == ("red", "absence")


def test_the_log_the_end_and_the_file_say_what_it_was(
    waiting: tuple[Player, Player], watcher: Client, clock: Clock
) -> None:
    red, _ = waiting
    stay(red, clock, PATIENCE + 10)
    claim(red)
    for panel in ("end", "log"):
        text = watcher.get(f"/b/{red.battle}/panel/{panel}/").content.decode()
        assert "was absent, and the battle was claimed" in text
        assert "resigned" not in text
    file = red.client.get(f"/b/{red.battle}/file/").json()
    assert file["name"].endswith("(claimed by red: blue was absent)")
    assert file["commands"][-1] == {"side": "blue", "do": "resign"}
    assert adjudicate(file).exit == 0
    kept = Claim.objects.get(battle_id=red.battle)
    assert (kept.by.side, kept.absent.side) == ("red", "blue")
    assert Move.objects.get(battle_id=red.battle, number=kept.number).seat == kept.absent


def test_whoever_returns_in_the_last_second_keeps_the_battle(waiting: tuple[Player, Player], clock: Clock) -> None:
    red, blue = waiting
    stay(red, clock, PATIENCE + 10)
    open_ = running(red.battle)
    assert open_
    assert open_["left"] == 0
    blue.client.get(f"/b/{blue.battle}/")
    assert running(red.battle) is None
    answer = claim(red)
    assert answer.status_code == 409
    assert "is back" in answer.content.decode()
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"
    stay(red, clock, PATIENCE - 10)
    assert claim(red).status_code == 409  # the countdown begins anew
    stay(red, clock, 20)
    assert claim(red).status_code == 204


def test_nobody_claims_while_the_own_answer_is_awaited(red_player: Player, blue_player: Player, clock: Clock) -> None:
    presence.hear(red_player.battle, "blue")
    stay(red_player, clock, PATIENCE * 2)
    assert running(red_player.battle) is None
    answer = claim(red_player)
    assert answer.status_code == 409
    assert LiveBattle.objects.get(pk=red_player.battle).phase == "playing"


def test_the_countdown_begins_when_the_battle_begins_to_wait(
    red_player: Player, blue_player: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue is away for an hour while red thinks; only then does the battle wait for blue."""
    presence.hear(red_player.battle, "blue", clock.now - 3600)
    assert red_player.give("deploy", **deployment(red_player.battle, "red")).status_code == 204
    stay(red_player, clock, 20)
    found = running(red_player.battle)
    assert found
    assert PATIENCE - 25 <= float(str(found["left"])) <= PATIENCE


def test_who_was_away_too_sees_the_whole_countdown(waiting: tuple[Player, Player], clock: Clock) -> None:
    red, _ = waiting
    clock.now += 3600
    assert running(red.battle) is None
    red.client.get(f"/b/{red.battle}/")
    found = running(red.battle)
    assert found
    assert found["left"] == PATIENCE
    assert claim(red).status_code == 409


def test_only_the_one_who_waits_may_claim(
    waiting: tuple[Player, Player], watcher: Client, stranger: Client, clock: Clock
) -> None:
    red, blue = waiting
    stay(red, clock, PATIENCE + 10)
    for who in (watcher, stranger):
        assert claim(red, who).status_code == 403
    assert claim(blue, blue.client).status_code == 409
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"


def test_a_battle_is_claimed_once(waiting: tuple[Player, Player], clock: Clock) -> None:
    red, _ = waiting
    stay(red, clock, PATIENCE + 10)
    assert claim(red).status_code == 204
    assert claim(red).status_code == 409
    assert Move.objects.filter(battle_id=red.battle, command__do="resign").count() == 1


def test_a_battle_may_wait_for_ever(stranger: Client, clock: Clock) -> None:
    red = Player(Client(), "", "red")
    opened = red.client.post("/battles/new", opening(patience="0"))
    red.battle = opened["Location"].strip("/").removeprefix("b/")
    assert stranger.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]}).status_code == 302
    assert red.give("deploy", **deployment(red.battle, "red")).status_code == 204
    presence.hear(red.battle, "blue")
    stay(red, clock, 100_000)
    assert running(red.battle) is None
    assert claim(red).status_code == 409


@pytest.mark.parametrize("patience", ["60", "1800"])
def test_the_patience_is_a_setting_that_is_told(patience: str, stranger: Client) -> None:
    opened = Client().post("/battles/new", opening(patience=patience))
    battle = opened["Location"].strip("/").removeprefix("b/")
    assert LiveBattle.objects.get(pk=battle).patience == int(patience)
    minutes = int(patience) // 60
    assert f"may claim the battle after {minutes} minute" in stranger.get(seat_link(battle)).content.decode()


@pytest.mark.parametrize("patience", ["1", "-60", "x", "999999999999"])
def test_other_patience_opens_nothing(patience: str) -> None:
    assert Client().post("/battles/new", opening(patience=patience)).status_code == 422
    assert not LiveBattle.objects.exists()


def test_a_battle_waits_for_those_who_are_asked(red_player: Player, blue_player: Player) -> None:
    def waits() -> set[str]:
        return waits_for(tables.load(red_player.battle).battle)

    assert waits() == {"red", "blue"}
    red_player.give("deploy", **deployment(red_player.battle, "red"))
    assert waits() == {"blue"}
    blue_player.give("resign")
    assert waits() == set()


def test_the_page_shows_no_clock_while_both_are_here(waiting: tuple[Player, Player]) -> None:
    red, blue = waiting
    for player in (red, blue):
        page = player.client.get(f"/b/{red.battle}/").content.decode()
        assert page.count('class="absence"') == 2
        assert page.count('data-absent="red" hidden') == page.count('data-absent="blue" hidden') == 1


def test_the_server_is_never_absent(clock: Clock) -> None:
    """A seat that is lent to the server is played, however long its owner is away."""
    red = Player(Client(), "", "red")
    opened = red.client.post("/battles/new", opening(opponent="server"))
    red.battle = opened["Location"].strip("/").removeprefix("b/").split("/")[0]
    assert red.give("deploy", **deployment(red.battle, "red")).status_code == 204
    presence.hear(red.battle, "blue", clock.now - 3600)
    stay(red, clock, PATIENCE * 2)
    assert running(red.battle) is None
    assert warden.facts_of(red.battle)["seats"]["blue"]["is"] == "machine"
    assert claim(red).status_code == 409
