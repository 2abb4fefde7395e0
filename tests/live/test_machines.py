"""Seats that the server plays: to the end, one process at a time, never twice, given back when asked."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from battles.live import machines, play, tables
from battles.live.bells import bells
from battles.live.models import LiveBattle, Machine, Move, Seat
from battles.rules import commands as c
from battles.rules.battle import Battle
from battles.rules.dice import Dice, SeededDice
from battles.rules.policy import asked, choose, lawful
from battles.rules.sight import seen_by

pytestmark = pytest.mark.django_db

HOME, OTHER = "this process", "another process"


@pytest.fixture(autouse=True)
def _quiet_bells() -> None:
    bells.due.clear()
    bells.quiet.clear()


@pytest.fixture
def newcomer() -> Client:
    client = Client()
    client.get("/")
    return client


@pytest.fixture
def against(newcomer: Client) -> LiveBattle:
    """A skirmish of a newcomer, red, against the server."""
    answer = newcomer.post("/battles/against", {"name": "Ratibor", "army": "skirmish_rat"})
    assert answer.status_code == 302, answer.content
    return LiveBattle.objects.get()


def guest_of(battle: LiveBattle, side: str = "red") -> str:
    return str(battle.seats.get(side=side).guest_id)


def give(battle: LiveBattle, command: c.Command, side: str = "red") -> None:
    number = tables.load(battle.id).number
    play.give(battle_id=battle.id, guest=guest_of(battle, side), command=command, seen=number, key=f"human-{number}")


def human(battle: LiveBattle) -> bool:
    """Whoever sits at the other seat answers; False where he is not asked."""
    position = tables.load(battle.id).battle
    assert position is not None
    if not asked(position, "red"):
        return False
    command = choose(seen_by(position, "red"), "red", SeededDice("human"))
    assert command is not None
    give(battle, command)
    return True


def position_of(battle: LiveBattle) -> Battle:
    found = tables.load(battle.id).battle
    assert found is not None
    return found


def commands_of(battle: LiveBattle, side: str) -> list[str]:
    return [move.command["do"] for move in Move.objects.filter(battle=battle, seat__side=side, key__isnull=False)]


# from the home page


def test_one_press_on_the_home_page_and_the_battle_has_begun(newcomer: Client, against: LiveBattle) -> None:
    assert against.phase == LiveBattle.Phase.PLAYING
    page = newcomer.get(f"/b/{against.id}/")
    assert page.status_code == 200
    assert "Clockwork Voivode" in page.content.decode()
    armies = [seat.army["name"] for seat in Seat.objects.all() if seat.army]
    assert len(set(armies)) == 2


def test_it_plays_a_skirmish_to_its_end(against: LiveBattle) -> None:
    while LiveBattle.objects.get().phase != LiveBattle.Phase.OVER:
        acted = machines.act(against.id, HOME)
        assert human(against) or acted, "whoever is awaited answers"
    assert {"deploy", "place_orders", "spend_initiative", "end_activation"} <= set(commands_of(against, "blue"))
    assert machines.waiting(HOME) == []
    assert machines.act(against.id, HOME) is None


def test_the_server_against_itself_is_there_to_be_watched(newcomer: Client) -> None:
    answer = newcomer.post("/battles/spectacle", {})
    page = newcomer.get(answer["Location"])
    assert page.status_code == 200
    battle = LiveBattle.objects.get()
    for _ in range(6):
        assert machines.act(battle.id, HOME) is not None
    assert position_of(battle).turn == 1
    assert commands_of(battle, "red")
    assert commands_of(battle, "blue")


def test_the_form_of_every_battle_may_be_played_against_the_server(newcomer: Client) -> None:
    form = {"name": "Ratibor", "preset": "battle", "map": "dvory", "army": "battle_polk", "opponent": "server"}
    form["map"] = next(id_ for id_ in _maps("battle"))
    newcomer.post("/battles/new", form)
    battle = LiveBattle.objects.get()
    assert (battle.preset, battle.phase) == ("battle", LiveBattle.Phase.PLAYING)


def _maps(preset: str) -> list[str]:
    from battles.rules.catalogue import catalogue

    return [sheet.id for sheet in catalogue().maps.values() if sheet.preset == preset]


def test_what_does_not_fit_is_said(newcomer: Client) -> None:
    for form in ({"name": " ", "army": "skirmish_rat"}, {"name": "R", "army": "battle_polk"}, {"name": "R"}):
        assert newcomer.post("/battles/against", form).status_code == 422
    assert not LiveBattle.objects.exists()


# who plays


def test_two_processes_never_play_the_same_seat(against: LiveBattle) -> None:
    assert machines.waiting(OTHER) == [against.id]
    assert machines.act(against.id, HOME) is not None
    human(against)
    assert machines.waiting(OTHER) == []
    assert machines.act(against.id, OTHER) is None
    assert machines.act(against.id, HOME) is not None


def test_what_an_ended_process_held_goes_over_to_another(against: LiveBattle) -> None:
    machines.act(against.id, HOME)
    human(against)
    Machine.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert machines.waiting(OTHER) == [against.id]
    assert machines.act(against.id, OTHER) is not None


def test_who_has_lost_the_seat_while_thinking_gives_nothing(
    against: LiveBattle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim ran out while it thought, and another process has it: that one alone plays on."""
    before = tables.load(against.id).number

    def slow(seen: Battle, side: str, dice: Dice) -> c.Command | None:
        Machine.objects.update(holder=OTHER, held_until=timezone.now() + timedelta(seconds=8))
        return choose(seen, side, dice)

    monkeypatch.setattr(machines, "choose", slow)
    assert machines.act(against.id, HOME) is None
    assert tables.load(against.id).number == before
    monkeypatch.undo()
    assert machines.act(against.id, OTHER) is not None


def test_no_number_is_answered_twice(against: LiveBattle) -> None:
    """The command was stored, and the process did not live to know it."""
    table = tables.load(against.id)
    assert table.battle is not None
    command = choose(seen_by(table.battle, "blue"), "blue", SeededDice("1"))
    assert command is not None
    Machine.objects.update(holder=HOME, held_until=timezone.now() + timedelta(seconds=8))
    assert machines._given(table, "blue", command, HOME) == command
    again = machines._given(table, "blue", command, HOME)
    assert again in (command, None)
    assert len(commands_of(against, "blue")) == 1


def test_it_is_told_only_what_its_side_may_know(against: LiveBattle, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Battle] = []

    def watched(seen: Battle, side: str, dice: Dice) -> c.Command | None:
        told.append(seen)
        return choose(seen, side, dice)

    monkeypatch.setattr(machines, "choose", watched)
    assert human(against)
    machines.act(against.id, HOME)
    assert told[0].committed["red"] == c.Command()
    assert told[0] == seen_by(told[0], "blue")


def test_a_fault_of_the_policy_is_logged_and_the_battle_goes_on(
    against: LiveBattle, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(seen: Battle, side: str, dice: Dice) -> c.Command | None:
        raise ZeroDivisionError

    monkeypatch.setattr(machines, "choose", broken)
    with caplog.at_level(logging.ERROR):
        assert isinstance(machines.act(against.id, HOME), c.Deploy)
    assert "something lawful instead" in caplog.text


def test_an_unlawful_choice_is_replaced(against: LiveBattle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "choose", lambda seen, side, dice: c.EndActivation("b1"))
    assert isinstance(machines.act(against.id, HOME), c.Deploy)


# while somebody looks


def test_it_pauses_when_nobody_looks_and_goes_on_when_somebody_does(newcomer: Client, against: LiveBattle) -> None:
    machines.act(against.id, HOME)
    human(against)
    Machine.objects.update(looked_at=timezone.now() - 2 * machines.PAUSED, held_until=None)
    assert machines.waiting(HOME) == []
    assert machines.act(against.id, HOME) is None
    newcomer.get(f"/b/{against.id}/")
    assert machines.waiting(HOME) == [against.id]
    assert against.id in bells.due
    assert machines.act(against.id, HOME) is not None


def test_looking_writes_nothing_while_it_is_known(newcomer: Client, against: LiveBattle) -> None:
    before = Machine.objects.get().looked_at
    newcomer.get(f"/b/{against.id}/")
    assert Machine.objects.get().looked_at == before


# lent seats


@pytest.fixture
def two_humans() -> tuple[LiveBattle, Client]:
    red, blue = Client(), Client()
    for client in (red, blue):
        client.get("/")
    red.post("/battles/new", {"name": "R", "preset": "skirmish", "map": _maps("skirmish")[0], "army": "skirmish_rat"})
    battle = LiveBattle.objects.get()
    token = battle.seats.get(side="blue").invite_token
    blue.post(f"/s/{token}/", {"name": "B", "army": "skirmish_otroki"})
    return battle, blue


def test_the_owner_lends_a_seat_and_takes_it_back(two_humans: tuple[LiveBattle, Client]) -> None:
    battle, blue = two_humans
    assert machines.act(battle.id, HOME) is None
    assert blue.post(f"/b/{battle.id}/machine", {"do": "lend"}).status_code == 204
    assert "The server plays your side for you." in blue.get(f"/b/{battle.id}/").content.decode()
    assert isinstance(machines.act(battle.id, HOME), c.Deploy)
    assert blue.post(f"/b/{battle.id}/machine", {"do": "take_back"}).status_code == 204
    give(battle, lawful_of(battle, "red"), "red")
    assert machines.act(battle.id, HOME) is None
    give(battle, lawful_of(battle, "blue"), "blue")


def lawful_of(battle: LiveBattle, side: str) -> c.Command:
    command = lawful(position_of(battle), side, SeededDice("1"))
    assert command is not None
    return command


def test_a_seat_taken_back_while_the_server_thinks_is_the_owners(
    two_humans: tuple[LiveBattle, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, _ = two_humans
    machines.lend(battle_id=battle.id, guest=guest_of(battle, "blue"))

    def slow(seen: Battle, side: str, dice: Dice) -> c.Command | None:
        machines.take_back(battle_id=battle.id, guest=guest_of(battle, "blue"))
        return choose(seen, side, dice)

    monkeypatch.setattr(machines, "choose", slow)
    assert machines.act(battle.id, HOME) is None
    assert commands_of(battle, "blue") == []


def test_strangers_lend_nothing(two_humans: tuple[LiveBattle, Client], newcomer: Client) -> None:
    battle, _ = two_humans
    for deed in ("lend", "take_back", "pace", "fill"):
        assert newcomer.post(f"/b/{battle.id}/machine", {"do": deed, "pace": "slow"}).status_code == 403
    assert not Machine.objects.exists()


def test_the_servers_own_seat_cannot_be_taken(against: LiveBattle, newcomer: Client) -> None:
    stranger = Client()
    stranger.get("/")
    token = against.seats.get(side="blue").invite_token
    assert stranger.post(f"/s/{token}/", {"name": "S", "army": "skirmish_rat"}).status_code == 422
    newcomer.post(f"/b/{against.id}/machine", {"do": "take_back"})
    assert Machine.objects.filter(seat__side="blue").exists()


def test_who_waits_in_the_lobby_may_let_the_server_in(newcomer: Client) -> None:
    form = {"name": "R", "preset": "skirmish", "map": _maps("skirmish")[0], "army": "skirmish_rat"}
    newcomer.post("/battles/new", form)
    battle = LiveBattle.objects.get()
    assert "Let the server take it" in newcomer.get(f"/b/{battle.id}/").content.decode()
    assert newcomer.post(f"/b/{battle.id}/machine", {"do": "fill"}).status_code == 204
    assert LiveBattle.objects.get().phase == LiveBattle.Phase.PLAYING
    assert newcomer.post(f"/b/{battle.id}/machine", {"do": "fill"}).status_code == 422


def test_either_player_sets_the_pace(newcomer: Client, against: LiveBattle) -> None:
    assert tables.load(against.id).machines["blue"].pace == "normal"
    assert newcomer.post(f"/b/{against.id}/machine", {"do": "pace", "pace": "fast"}).status_code == 204
    assert tables.load(against.id).machines["blue"].pace == "fast"


# draws


def test_a_draw_offered_to_it_is_answered(against: LiveBattle) -> None:
    machines.act(against.id, HOME)
    human(against)
    give(against, c.OfferDraw())
    assert isinstance(machines.act(against.id, HOME), c.AnswerDraw)
    assert position_of(against).offer is None


# the battle file


def test_the_battle_file_holds_only_commands(newcomer: Client, against: LiveBattle) -> None:
    machines.act(against.id, HOME)
    human(against)
    machines.act(against.id, HOME)
    newcomer.post(f"/b/{against.id}/machine", {"do": "lend"})
    give(against, c.Resign())
    file = newcomer.get(f"/b/{against.id}/file/").json()
    assert {row["do"] for row in file["commands"]} <= set(c.COMMANDS)


def test_again_after_a_battle_with_the_server_is_against_the_server(newcomer: Client, against: LiveBattle) -> None:
    """Nobody has to be found for it: the new battle has begun, with both armies as they were."""
    give(against, c.Resign())
    answer = newcomer.post(f"/b/{against.id}/again")
    assert answer.status_code == 302
    row = LiveBattle.objects.exclude(pk=against.pk).get()
    assert row.phase == LiveBattle.Phase.PLAYING
    assert Machine.objects.get(seat__battle=row).seat.side == "blue"
    armies = [{seat.side: seat.army for seat in battle.seats.all()} for battle in (against, row)]
    assert armies[0] == armies[1]


def test_again_after_a_lent_seat_waits_for_a_person(newcomer: Client, against: LiveBattle) -> None:
    Machine.objects.filter(seat__battle=against).update(lent=True)
    give(against, c.Resign())
    assert newcomer.post(f"/b/{against.id}/again").status_code == 302
    row = LiveBattle.objects.exclude(pk=against.pk).get()
    assert row.phase != LiveBattle.Phase.PLAYING
