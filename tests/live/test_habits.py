"""Habits of a seat through the door: they answer at once, once, in secret, and leave a battle of plain commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from battles.live import play, steward, tables
from battles.live.models import LiveBattle, Move, Seat
from battles.rules import commands as c
from battles.rules import habits as rules_habits
from battles.rules import notation
from battles.rules.habits import NEWCOMER, SWIFT
from battles.rules.legal import legal
from battles.rules.pending import Batch, pending

from .conftest import Player, forget, seat_link, starters
from .test_secrecy import ADDRESSES, ELSEWHERE, Three, at_table, deployed, fetched, frightened, ordered
from .test_whole_battle import play_on

LET = {"fear": "let"}


def keeps(player: Player, **fields: object) -> Any:
    return player.client.post(f"/b/{player.battle}/habits/", fields)


def moves(battle: str) -> list[tuple[str, str]]:
    found = Move.objects.filter(battle_id=battle).order_by("number").select_related("seat")
    return [(move.seat.side if move.seat else "", move.command["do"]) for move in found]


def open_to(battle: str) -> set[str]:
    position = tables.load(battle).battle
    assert position is not None
    return {awaited.side for awaited in pending(position)}


@pytest.fixture
def three(opened: Callable[..., Player], settings: Any) -> Three:
    settings.DRUZHINA_DICE_SEED = "habits"
    return at_table(opened)


# --- they answer as the player would ------------------------------------------------------------------------------


def test_an_open_question_is_answered_when_the_habit_is_kept(three: Three) -> None:
    frightened(three)
    assert open_to(three.battle) == {"red", "blue"}
    answer = keeps(three.red, **LET)
    assert answer.status_code == 200
    assert moves(three.battle)[-1] == ("red", "cancel_checks")
    assert open_to(three.battle) == {"blue"}


def test_a_question_that_comes_is_answered_with_the_command_that_brings_it(three: Three) -> None:
    """Nobody ever sees it open: all is one transaction, and every command has its number."""
    assert keeps(three.red, will="pass").status_code == 200
    assert keeps(three.blue, will="pass").status_code == 200
    ordered(three)
    assert moves(three.battle)[-4:] == [
        ("red", "place_orders"),
        ("blue", "place_orders"),
        ("red", "spend_initiative"),
        ("blue", "spend_initiative"),
    ]
    position = tables.load(three.battle).battle
    assert position is not None
    assert position.chreda == "tactics"


def test_only_the_seat_that_keeps_a_habit_is_answered_for(three: Three) -> None:
    assert keeps(three.blue, **LET).status_code == 200
    frightened(three)
    play.catch_up(three.battle)
    assert open_to(three.battle) == {"red"}


def test_what_the_engine_can_say_by_itself_it_says(three: Three) -> None:
    """R50: no stop for a reduction, unless a squad saves its own."""
    deployed(three)
    squads = [unit.id for unit in position(three).in_order() if unit.side == "red" and unit.kind == "squad"]
    assert keeps(three.red, reduce="never").status_code == 200
    assert position(three).sides["red"].answers.reduce_casualties == "never"
    assert keeps(three.red, reduce="best", saving_shown=1, saving=squads[:1]).status_code == 200
    assert position(three).sides["red"].answers.reduce_casualties == "ask"
    assert keeps(three.red, reduce="best", saving_shown=1).status_code == 200
    assert position(three).sides["red"].answers.reduce_casualties == "best"


def position(three: Three) -> Any:
    return tables.load(three.battle).battle


def test_a_chain_is_let_go_and_the_next_one_is_asked(three: Three) -> None:
    frightened(three)
    number = tables.load(three.battle).number
    chain = f"/b/{three.battle}/habits/chain/"
    answer = three.red.client.post(chain, {"seen": number})
    assert (answer.status_code, answer["X-Number"]) == (204, str(number + 1))
    assert three.red.client.post(chain, {"seen": number}).status_code == 409, "that question has passed"
    assert Seat.objects.get(battle_id=three.battle, side="red").habits["fear"] == "ask"


# --- a whole battle ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_played_with_habits_replays_without_them(
    opened: Callable[..., Player], settings: Any, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    settings.DRUZHINA_DICE_SEED = f"habits {seed}"
    monkeypatch.setattr("battles.live.limits.COMMANDS", (10**6, 10))
    three = at_table(opened)
    assert keeps(three.blue, set="swift").status_code == 200
    assert keeps(three.red, set="newcomer").status_code == 200
    players = {"red": three.red, "blue": three.blue}
    pressed = play_on(players, Random(seed))
    row = LiveBattle.objects.get(pk=three.battle)
    assert row.phase == "over"
    given = [move for move in row.moves.all() if move.key and ":" in move.key]
    assert len(given) > pressed / 10
    file = json.loads(three.blue.client.get(f"/b/{row.pk}/file/").content)
    verdict = notation.adjudicate(file)
    assert (verdict.exit, verdict.differences) == (0, ())
    assert "habit" not in json.dumps(file)


def test_loops_end(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """A steward that never has enough is stopped, and what the player did stands."""
    red = Seat.objects.get(battle_id=three.battle, side="red")
    assert keeps(three.red, **LET).status_code == 200
    monkeypatch.setattr(steward, "told", lambda table, seats: (red, c.SetAnswers("ask", "ask")))
    before = tables.load(three.battle).number
    assert three.red.give("set_answers", cancel_checks="never").status_code == 204
    assert tables.load(three.battle).number == before + 1 + steward.MOST_ANSWERS


# --- races and faults ---------------------------------------------------------------------------------------------


def test_an_answer_that_was_on_its_way_is_stale(three: Three) -> None:
    frightened(three)
    seen = tables.load(three.battle).number
    assert keeps(three.red, **LET).status_code == 200
    assert three.red.give("cancel_checks", seen=seen, units=["r1"]).status_code == 409
    assert moves(three.battle).count(("red", "cancel_checks")) == 1


def test_a_habit_that_comes_after_the_answer_answers_nothing(three: Three) -> None:
    frightened(three)
    assert three.red.give("cancel_checks").status_code == 204
    assert keeps(three.red, **LET).status_code == 200
    assert moves(three.battle).count(("red", "cancel_checks")) == 1


def test_a_crash_leaves_both_or_neither(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command and the answers to it are one transaction; pressed again, both come, once."""
    assert keeps(three.blue, will="pass").status_code == 200
    deployed(three)
    groups = {
        side: [g for g in position(three).groups() if position(three).group_side(g) == side]
        for side in "red blue".split()
    }
    orders = {side: {f"orders.{group}": "hold" for group in each} for side, each in groups.items()}
    assert three.blue.give("place_orders", **orders["blue"]).status_code == 204
    before, record = moves(three.battle), play.record

    def dies(row: LiveBattle, *, command: c.Command, **rest: Any) -> Any:
        if isinstance(command, c.SpendInitiative):
            raise KeyboardInterrupt
        return record(row, command=command, **rest)

    with monkeypatch.context() as mortal:
        mortal.setattr(play, "record", dies)
        with pytest.raises(KeyboardInterrupt):
            three.red.give("place_orders", key="the-same-press", **orders["red"])
    forget()
    assert moves(three.battle) == before
    assert three.red.give("place_orders", key="the-same-press", **orders["red"]).status_code == 204
    assert moves(three.battle) == [*before, ("red", "place_orders"), ("blue", "spend_initiative")]
    assert three.red.give("place_orders", key="the-same-press", **orders["red"]).status_code == 204
    assert len(moves(three.battle)) == len(before) + 2


def left_behind(three: Three) -> None:
    """A question that a habit should have answered, and that stands: as an older process may leave it."""
    frightened(three)
    Seat.objects.filter(battle_id=three.battle, side="red").update(habits={"fear": "let"})


def test_what_was_left_behind_is_answered_with_the_next_page_once(three: Three) -> None:
    left_behind(three)
    before = len(moves(three.battle))
    for client in (three.watcher, three.red.client, three.blue.client):
        assert client.get(f"/b/{three.battle}/", follow=True).status_code == 200
    assert moves(three.battle)[before:] == [("red", "cancel_checks")]


def test_what_was_left_behind_is_answered_with_the_next_command_once(three: Three) -> None:
    left_behind(three)
    assert three.blue.give("cancel_checks").status_code == 204
    assert moves(three.battle).count(("red", "cancel_checks")) == 1


def test_a_fault_in_a_habit_leaves_the_question_to_the_player(
    three: Three, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert keeps(three.red, **LET).status_code == 200
    frightened(three)
    with monkeypatch.context() as broken:
        broken.setattr(rules_habits, "answer", lambda *args: 1 / 0)
        assert three.blue.give("cancel_checks").status_code == 204
        assert "no habit" in caplog.text
    assert open_to(three.battle) == {"red"}
    assert three.red.give("cancel_checks").status_code == 204


def test_a_habit_that_is_refused_does_not_take_the_command_with_it(
    three: Three, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert keeps(three.red, **LET).status_code == 200
    frightened(three)
    with monkeypatch.context() as broken:
        broken.setattr(rules_habits, "answer", lambda *args: c.EndActivation("r1"))
        assert three.blue.give("cancel_checks").status_code == 204
        assert "habit not obeyed" in caplog.text
    assert moves(three.battle)[-1] == ("blue", "cancel_checks")


@pytest.mark.django_db(transaction=True)
def test_two_pages_at_once_answer_once(opened: Callable[..., Player]) -> None:
    three = at_table(opened)
    left_behind(three)
    before, gate, faults = len(moves(three.battle)), Barrier(2), []

    def look() -> None:
        try:
            gate.wait()
            play.catch_up(three.battle)
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    looking = [Thread(target=look) for _ in range(2)]
    for thread in looking:
        thread.start()
    for thread in looking:
        thread.join()
    assert faults == []
    assert moves(three.battle)[before:] == [("red", "cancel_checks")]


# --- secrets ------------------------------------------------------------------------------------------------------


def test_nobody_else_can_tell_one_habit_from_another(opened: Callable[..., Player], settings: Any) -> None:
    """As long as none of them answers anything: pages, answers and refusals are the same to the byte."""
    settings.DRUZHINA_DICE_SEED = "the same dice"
    found = []
    for fields in ({"fear": "ask", "reduce": "best"}, {"fear": "hold", "reduce": "best", "keep": 3, "fates.r1": "let"}):
        forget()
        three = at_table(opened)
        deployed(three)
        assert keeps(three.red, **fields).status_code == 200
        found.append(fetched(three))
    for who in ("blue", "watcher", "nobody"):
        answers = [each[who][: len(ADDRESSES)] + each[who][len(ADDRESSES) + len(ELSEWHERE) :] for each in found]
        assert answers[0] == answers[1], who


def test_only_the_seat_sees_its_habits(three: Three, stranger: Client) -> None:
    assert keeps(three.red, fear="hold", keep=3).status_code == 200
    own = three.red.client.get(f"/b/{three.battle}/habits/").content.decode()
    assert 'name="keep" value="3"' in own
    assert 'name="keep" value="3"' not in three.blue.client.get(f"/b/{three.battle}/habits/").content.decode()
    for somebody in (three.watcher, stranger):
        for answer in (somebody.get(f"/b/{three.battle}/habits/"), somebody.post(f"/b/{three.battle}/habits/", LET)):
            assert answer.status_code == 403
        assert somebody.post(f"/b/{three.battle}/habits/chain/", {"seen": 1}).status_code == 403


def test_the_offer_is_made_until_it_is_answered(three: Three) -> None:
    page = f"/b/{three.battle}/"
    assert "habits-offer" in three.red.client.get(page).content.decode()
    assert "habits-offer" not in three.watcher.get(page).content.decode()
    answer = keeps(three.red, set="newcomer", offered=1)
    assert "Fewer stops it is" in answer.content.decode()
    assert "habits-offer" not in three.red.client.get(page).content.decode()
    assert Seat.objects.get(battle_id=three.battle, side="red").habits == NEWCOMER.to_json()
    assert SWIFT != NEWCOMER


@pytest.mark.parametrize(
    "fields",
    [
        {"set": "everything"},
        {"fear": "flee"},
        {"below": "101"},
        {"keep": "-1"},
        {"keep": "two"},
        {"fates.b1": "let"},
        {"fates.r1": "flee"},
        {"saving_shown": "1", "saving": "b1"},
    ],
)
def test_what_no_page_sends_changes_nothing(three: Three, fields: dict[str, str]) -> None:
    assert keeps(three.red, **fields).status_code == 422
    assert Seat.objects.get(battle_id=three.battle, side="red").habits == {}


def test_the_panel_is_drawn_in_both_languages(three: Three) -> None:
    frightened(three)
    for language, word in (("en", "Keep these habits"), ("ru", "Запомнить")):
        page = three.red.client.get(f"/b/{three.battle}/habits/", headers={"accept-language": language})
        assert word in page.content.decode()
    assert isinstance(position(three).agenda[0], Batch)


# --- one gesture --------------------------------------------------------------------------------------------------


def acting(three: Three) -> tuple[Player, str]:
    """The first group of a battle in which everybody attacks."""
    deployed(three)
    battle = position(three)
    for player in (three.red, three.blue):
        groups = [group for group in battle.groups() if battle.group_side(group) == player.side]
        assert player.give("place_orders", **{f"orders.{group}": "attack" for group in groups}).status_code == 204
    for player in (three.red, three.blue):
        assert player.give("spend_initiative").status_code == 204
    group = position(three).active
    return (three.red if position(three).group_side(group) == "red" else three.blue), group


def test_move_and_end_are_one_press(three: Three) -> None:
    player, group = acting(three)
    before = moves(three.battle)
    to = next(iter(legal(position(three), player.side).choice.units[group].moves))
    fields = {"unit": group, "to": to, "then": "end"}
    assert player.give("move", key="one-gesture", **fields).status_code == 204
    assert moves(three.battle) == [*before, (player.side, "move"), (player.side, "end_activation")]
    assert position(three).active != group
    assert player.give("move", key="one-gesture", **fields).status_code == 204
    assert len(moves(three.battle)) == len(before) + 2


def test_a_refused_move_ends_nothing(three: Three) -> None:
    player, group = acting(three)
    before = moves(three.battle)
    assert player.give("move", unit=group, to="9999", then="end").status_code == 422
    assert moves(three.battle) == before
    assert position(three).active == group


def test_a_seat_that_is_taken_later_is_asked_everything(red_player: Player) -> None:
    client = Client()
    client.post(seat_link(red_player.battle), {"name": "Олег", "army": starters()[1]})
    assert Seat.objects.get(battle_id=red_player.battle, side="blue").habits == {}
