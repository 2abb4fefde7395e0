"""The one door in: numbers without gaps, keys, stale tabs, refusals, and what a crash leaves behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.test import Client

from battles.live import play, tables
from battles.live.models import LiveBattle, Move
from battles.rules import notation, stored
from battles.rules.apply import replay

from .conftest import Player, deployment, forget


@pytest.fixture
def both(red_player: Player, blue_player: Player) -> tuple[Player, Player]:
    return red_player, blue_player


def number(player: Player) -> int:
    return LiveBattle.objects.values_list("number", flat=True).get(pk=player.battle)


def deploy(player: Player, *, seen: int | None = None, key: str | None = None, skip: int = 0) -> int:
    form = deployment(player.battle, player.side, skip=skip)
    return player.give("deploy", seen=seen, key=key, **form).status_code


def test_an_accepted_command_gets_the_next_number(both: tuple[Player, Player]) -> None:
    red, _ = both
    before = number(red)
    answer = red.give("deploy", **deployment(red.battle, "red"))
    assert (answer.status_code, answer.content, answer["X-Number"]) == (204, b"", str(before + 1))
    assert number(red) == before + 1
    move = Move.objects.get(battle_id=red.battle, number=before + 1)
    assert (move.seat.side, move.command["do"]) == ("red", "deploy")


def test_the_same_key_acts_once(both: tuple[Player, Player]) -> None:
    red, _ = both
    seen, form = number(red), deployment(red.battle, "red")
    first = red.give("deploy", seen=seen, key="one-press", **form)
    again = red.give("deploy", seen=seen, key="one-press", **form)
    assert first["X-Number"] == again["X-Number"] == str(seen + 1)
    assert number(red) == seen + 1


def test_keys_of_two_sides_do_not_meet(both: tuple[Player, Player]) -> None:
    red, blue = both
    assert deploy(red, key="same-key") == 204
    assert deploy(blue, key="same-key") == 204
    assert Move.objects.filter(battle_id=red.battle, key="same-key").count() == 2


def test_in_secret_neither_side_makes_the_other_stale(both: tuple[Player, Player]) -> None:
    red, blue = both
    seen = number(red)
    assert deploy(red, seen=seen) == 204
    assert deploy(blue, seen=seen) == 204


def test_a_second_tab_of_the_same_player_is_stale(both: tuple[Player, Player]) -> None:
    red, _ = both
    seen = number(red)
    assert deploy(red, seen=seen) == 204
    answer = red.give("deploy", seen=seen, **deployment(red.battle, "red", skip=1))
    assert answer.status_code == 409
    assert "moved on" in answer.content.decode()
    assert number(red) == seen + 1


def test_an_answer_to_a_decision_that_has_passed_is_stale(both: tuple[Player, Player]) -> None:
    red, blue = both
    seen = number(red)
    deploy(red)
    deploy(blue)
    assert red.give("place_orders", seen=seen).status_code == 409
    assert red.give("place_orders").status_code == 422


def test_nobody_has_seen_the_future(both: tuple[Player, Player]) -> None:
    red, _ = both
    assert deploy(red, seen=number(red) + 1) == 409
    assert deploy(red) == 204


def test_standing_answers_and_resigning_are_never_stale(both: tuple[Player, Player]) -> None:
    red, blue = both
    seen = number(red)
    assert red.give("set_answers", seen=0, cancel_checks="never").status_code == 204
    assert deploy(red, seen=seen) == 204
    assert blue.give("set_answers", seen=0, reduce_casualties="never").status_code == 204
    assert blue.give("resign", seen=0).status_code == 204
    assert LiveBattle.objects.get(pk=red.battle).phase == "over"


def test_a_declined_draw_is_offered_again_only_in_another_turn(both: tuple[Player, Player]) -> None:
    red, blue = both
    for player in both:
        assert deploy(player) == 204
    for player, other in (both, both[::-1]):
        assert player.give("offer_draw").status_code == 204
        assert other.give("answer_draw", accept="no").status_code == 204
        before = number(red)
        again = player.give("offer_draw")
        assert again.status_code == 422
        assert "next turn" in again.content.decode()
        assert number(red) == before
        assert 'id="f-offer"' not in player.client.get(f"/b/{red.battle}/").content.decode()
    _next_turn(red.battle)
    assert 'id="f-offer"' in red.client.get(f"/b/{red.battle}/").content.decode()
    assert red.give("offer_draw").status_code == 204
    assert blue.give("offer_draw").status_code == 204
    assert LiveBattle.objects.get(pk=red.battle).phase == "over"


def _next_turn(battle_id: str) -> None:
    row = LiveBattle.objects.get(pk=battle_id)
    battle = tables.load(battle_id).battle
    assert battle is not None
    row.position, row.position_number = stored.position_to_json(replace(battle, turn=battle.turn + 1)), row.number
    row.save()
    forget()


def test_a_refusal_names_rule_and_reason_and_changes_nothing(both: tuple[Player, Player]) -> None:
    red, _ = both
    before = number(red)
    answer = red.give("end_activation", group="r1")
    assert answer.status_code == 422
    assert answer.content.decode().strip()
    assert "Traceback" not in answer.content.decode()
    assert number(red) == before


def test_what_is_no_command_is_answered_with_a_sentence(both: tuple[Player, Player]) -> None:
    red, _ = both
    assert red.give("fly").status_code == 422
    assert red.client.post(f"/b/{red.battle}/command", {"do": "resign"}).status_code == 422
    assert red.client.get(f"/b/{red.battle}/command").status_code == 405


def test_only_seats_command(both: tuple[Player, Player], watcher: Client, stranger: Client) -> None:
    red, _ = both
    form = {"do": "resign", "seen": number(red), "key": "not-a-player"}
    for somebody in (watcher, stranger):
        assert somebody.post(f"/b/{red.battle}/command", form).status_code == 403
    assert red.client.post("/b/no-such-one/command", form).status_code == 403
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"


def test_a_command_needs_the_token_of_the_page(both: tuple[Player, Player]) -> None:
    red, _ = both
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = red.client.cookies
    answer = careful.post(f"/b/{red.battle}/command", {"do": "resign", "seen": number(red), "key": "a-key-of-nobody"})
    assert answer.status_code == 403
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"


def test_before_both_are_there_nothing_can_be_commanded(red_player: Player) -> None:
    assert red_player.give("resign").status_code == 422
    assert number(red_player) == 0


def test_an_unexpected_fault_is_rolled_back_and_play_goes_on(
    both: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    red, _ = both
    before = number(red)
    with monkeypatch.context() as broken:
        broken.setattr(play, "store_position", lambda row, table: 1 / 0)
        broken.setattr(play, "POSITION_EVERY", 0)
        answer = red.give("deploy", **deployment(red.battle, "red"))
    assert answer.status_code == 500
    assert "Traceback" not in answer.content.decode()
    assert (number(red), Move.objects.filter(battle_id=red.battle, number__gt=before).count()) == (before, 0)
    assert deploy(red) == 204


def test_too_many_commands_are_slowed_down(both: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    red, _ = both
    monkeypatch.setattr("battles.live.limits.COMMANDS", (2, 60))
    codes = [red.give("end_activation", group="r1").status_code for _ in range(3)]
    assert codes == [422, 422, 429]


def test_the_position_is_the_fold_of_the_moves(both: tuple[Player, Player]) -> None:
    red, blue = both
    deploy(red)
    deploy(blue)
    row = LiveBattle.objects.get(pk=red.battle)
    events = [event for move in row.moves.order_by("number") for event in tables.events_of(move)]
    folded = replay(stored.position_from_json(row.start), events)
    assert folded == tables.load(red.battle).battle


def test_a_restart_forgets_nothing(both: tuple[Player, Player]) -> None:
    red, blue = both
    deploy(red)
    red.give("set_answers", cancel_checks="never")
    before = tables.load(red.battle)
    forget()
    assert tables.load(red.battle) == before
    assert deploy(blue) == 204
    before = tables.load(red.battle)
    forget()
    assert tables.load(red.battle) == before


def test_a_restart_in_the_middle_of_fifty_moves(both: tuple[Player, Player]) -> None:
    red, _ = both
    for n in range(play.POSITION_EVERY + 5):
        assert red.give("set_answers", cancel_checks=("never", "ask")[n % 2]).status_code == 204
    row = LiveBattle.objects.get(pk=red.battle)
    assert row.number - row.position_number < play.POSITION_EVERY
    before = tables.load(red.battle)
    forget()
    assert tables.load(red.battle).battle == before.battle


def test_numbers_have_no_gaps(both: tuple[Player, Player]) -> None:
    red, blue = both
    red.give("end_activation", group="r1")
    deploy(red)
    deploy(red, seen=0)
    deploy(blue)
    red.give("resign")
    numbers = list(Move.objects.filter(battle_id=red.battle).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, number(red) + 1))


def test_after_the_end_nothing_more_is_accepted(both: tuple[Player, Player]) -> None:
    red, blue = both
    red.give("resign")
    before = number(red)
    assert blue.give("resign").status_code == 422
    assert blue.give("deploy", **deployment(red.battle, "blue")).status_code == 422
    assert number(red) == before


def test_the_file_comes_after_the_end_and_replays_to_it(both: tuple[Player, Player], watcher: Client) -> None:
    red, blue = both
    deploy(red)
    assert red.client.get(f"/b/{red.battle}/file/").status_code == 404
    deploy(blue)
    blue.give("resign")
    answer = watcher.get(f"/b/{red.battle}/file/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment; filename")
    file = json.loads(answer.content)
    verdict = notation.adjudicate(file)
    assert (verdict.exit, verdict.differences) == (0, ())
    assert verdict.output["events"][-1]["winner"] == "red"


def test_a_file_with_another_end_is_found_out(both: tuple[Player, Player]) -> None:
    red, _ = both
    red.give("resign")
    file = json.loads(red.client.get(f"/b/{red.battle}/file/").content)
    file["expect"]["events"][0]["winner"] = "red"
    assert notation.adjudicate(file).exit == 1


@pytest.mark.parametrize("name", ['"; rm -rf <b>', "../../etc", "Ёж 🐻 \u202eкилоВ", "ё" * 200])
def test_names_harm_no_file(opened: Callable[..., Player], name: str) -> None:
    from battles.live.files import name_of

    row = LiveBattle.objects.get(pk=opened(name=name).battle)
    assert not set(name_of(row)) & set('/\\"<>\u202e ;')
    assert len(name_of(row)) <= 120


@pytest.fixture
def together() -> Callable[[list[Callable[[], int]]], list[int]]:
    """Run posts in threads of their own, all let go at once."""

    def run(posts: list[Callable[[], int]]) -> list[int]:
        gate, codes = Barrier(len(posts)), [0] * len(posts)

        def press(n: int) -> None:
            gate.wait()
            try:
                codes[n] = posts[n]()
            finally:
                connections.close_all()

        threads = [Thread(target=press, args=(n,)) for n in range(len(posts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return codes

    return run


def _tab(player: Player) -> Player:
    """Another tab of the same browser."""
    client = Client()
    client.cookies = player.client.cookies
    return Player(client, player.battle, player.side)


@pytest.mark.django_db(transaction=True)
def test_two_identical_posts_at_once_are_one_event(
    both: tuple[Player, Player], together: Callable[[list[Callable[[], int]]], list[int]]
) -> None:
    red, _ = both
    seen = number(red)
    tabs = [_tab(red), _tab(red)]
    codes = together([lambda tab=tab: deploy(tab, seen=seen, key="double-click") for tab in tabs])
    assert codes == [204, 204]
    assert number(red) == seen + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_with_different_commands_one_wins(
    both: tuple[Player, Player], together: Callable[[list[Callable[[], int]]], list[int]]
) -> None:
    red, _ = both
    seen = number(red)
    tabs = [_tab(red), _tab(red)]
    codes = together([lambda n=n: deploy(tabs[n], seen=seen, key=f"tab-number-{n}", skip=n) for n in (0, 1)])
    assert sorted(codes) == [204, 409]
    assert number(red) == seen + 1


@pytest.mark.django_db(transaction=True)
def test_both_sides_at_once_are_both_heard(
    both: tuple[Player, Player], together: Callable[[list[Callable[[], int]]], list[int]]
) -> None:
    seen = number(both[0])
    codes = together([lambda player=player: deploy(player, seen=seen) for player in both])
    assert codes == [204, 204]
    assert number(both[0]) == seen + 2


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_for_one_seat_seat_one(
    red_player: Player, together: Callable[[list[Callable[[], int]]], list[int]]
) -> None:
    from .conftest import seat_link, starters

    link = seat_link(red_player.battle)
    strangers = [Client(), Client()]
    form = {"name": "Олег", "army": starters()[1]}
    codes = together([lambda client=client: client.post(link, form).status_code for client in strangers])
    assert sorted(codes) == [302, 422]
