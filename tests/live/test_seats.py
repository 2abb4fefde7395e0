"""Who sits where: links that never seat by being opened, one guest for one seat, and the way back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from battles.live.guests import BadName, clean_name
from battles.live.models import LiveBattle, Move, Seat

from .conftest import Player, opening, seat_link, starters


def test_opening_a_battle_seats_its_opener_and_nobody_else(red_player: Player) -> None:
    seats = {seat.side: seat for seat in Seat.objects.filter(battle_id=red_player.battle)}
    assert seats["red"].name == "Ярослав"
    assert seats["blue"].guest is None
    assert red_player.client.get(f"/b/{red_player.battle}/").status_code == 200


def test_looking_at_a_link_takes_nothing(red_player: Player, stranger: Client) -> None:
    link = seat_link(red_player.battle)
    for _ in range(3):
        assert stranger.get(link).status_code == 200
        assert stranger.head(link).status_code == 200
    assert Seat.objects.get(battle_id=red_player.battle, side="blue").guest is None
    assert Move.objects.filter(battle_id=red_player.battle).count() == 0


def test_a_press_takes_the_seat_and_begins_the_battle(red_player: Player, blue_player: Player) -> None:
    row = LiveBattle.objects.get(pk=red_player.battle)
    assert row.phase == "playing"
    assert Seat.objects.get(battle=row, side="blue").name == "Олег"
    assert blue_player.client.get(f"/b/{row.pk}/").status_code == 200


def test_the_recovery_link_is_shown_on_taking_the_seat(red_player: Player, stranger: Client) -> None:
    invite = Seat.objects.get(battle=red_player.battle, side="blue").invite_token
    form = {"name": "Мстислава", "army": "skirmish_rat"}
    page = stranger.post(f"/s/{invite}/", form, follow=True).content.decode()
    kept = page[page.index('id="keep"') :]
    recovery = Seat.objects.get(battle=red_player.battle, side="blue").recovery_token
    assert recovery in kept[: kept.index("</details>")]
    assert 'id="keep"' not in stranger.get(f"/b/{red_player.battle}/").content.decode()


def test_one_link_never_seats_two(red_player: Player, blue_player: Player, stranger: Client) -> None:
    answer = stranger.post(seat_link(red_player.battle), {"name": "Игорь", "army": starters()[0]})
    assert answer.status_code == 422
    assert Seat.objects.get(battle_id=red_player.battle, side="blue").name == "Олег"
    assert stranger.get(f"/b/{red_player.battle}/").status_code == 403


def test_pressing_twice_is_harmless(red_player: Player, blue_player: Player) -> None:
    before = Move.objects.count()
    answer = blue_player.client.post(seat_link(red_player.battle), {"name": "Олег", "army": starters()[0]})
    assert answer.status_code == 302
    assert Move.objects.count() == before


def test_nobody_takes_both_seats(red_player: Player) -> None:
    answer = red_player.client.post(seat_link(red_player.battle), {"name": "Двойник", "army": starters()[0]})
    assert answer.status_code == 422
    assert Seat.objects.get(battle_id=red_player.battle, side="blue").guest is None


def test_two_guests_of_one_name_are_two(red_player: Player, stranger: Client) -> None:
    assert stranger.post(seat_link(red_player.battle), {"name": "Ярослав"}).status_code == 302
    guests = Seat.objects.filter(battle_id=red_player.battle).values_list("guest_id", flat=True)
    assert len(set(guests)) == 2


def test_recovery_asks_then_moves_the_seat(red_player: Player, blue_player: Player, stranger: Client) -> None:
    link = f"/r/{Seat.objects.get(battle_id=red_player.battle, side='blue').recovery_token}/"
    assert stranger.get(link).status_code == 200
    assert blue_player.client.get(f"/b/{red_player.battle}/").status_code == 200
    assert stranger.post(link).status_code == 302
    assert stranger.get(f"/b/{red_player.battle}/").status_code == 200
    assert blue_player.client.get(f"/b/{red_player.battle}/").status_code == 403
    assert blue_player.give("resign").status_code == 403


def test_recovery_gives_nobody_a_second_seat(red_player: Player, blue_player: Player) -> None:
    link = f"/r/{Seat.objects.get(battle_id=red_player.battle, side='blue').recovery_token}/"
    assert red_player.client.post(link).status_code == 422
    assert blue_player.client.get(f"/b/{red_player.battle}/").status_code == 200


def test_a_free_seat_has_nothing_to_recover(red_player: Player, stranger: Client) -> None:
    link = f"/r/{Seat.objects.get(battle_id=red_player.battle, side='blue').recovery_token}/"
    assert stranger.post(link).status_code == 422


@pytest.mark.parametrize("kind", ["s", "r", "w"])
def test_an_unknown_link_is_not_found(stranger: Client, kind: str) -> None:
    assert stranger.get(f"/{kind}/nothing-of-this-name/").status_code == 404


def test_links_are_shown_only_to_whom_they_belong(red_player: Player, watcher: Client) -> None:
    seats = {seat.side: seat for seat in Seat.objects.filter(battle_id=red_player.battle)}
    page = red_player.client.get(f"/b/{red_player.battle}/").content.decode()
    assert seats["blue"].invite_token in page
    assert seats["red"].recovery_token in page
    assert seats["blue"].recovery_token not in page
    seen = watcher.get(f"/b/{red_player.battle}/").content.decode()
    assert not any(token in seen for seat in seats.values() for token in (seat.invite_token, seat.recovery_token))


def test_a_player_who_follows_the_watchers_link_stays_a_player(red_player: Player) -> None:
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=red_player.battle)
    answer = red_player.client.get(f"/w/{token}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/b/{red_player.battle}/")


def test_armies_may_be_picked_at_the_table_and_picked_again(opened: Callable[..., Player], stranger: Client) -> None:
    red = opened(army="")
    stranger.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]})
    assert LiveBattle.objects.get(pk=red.battle).phase == "mustering"
    assert stranger.post(f"/b/{red.battle}/army", {"army": starters()[2]}).status_code == 204
    assert red.client.post(f"/b/{red.battle}/army", {"army": "of-nobody"}).status_code == 422
    assert red.client.post(f"/b/{red.battle}/army", {"army": starters()[0]}).status_code == 204
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"
    assert red.client.post(f"/b/{red.battle}/army", {"army": starters()[1]}).status_code == 422


def test_a_sealed_army_leaves_no_trace_for_others(opened: Callable[..., Player], stranger: Client) -> None:
    """The same battle twice with different armies of red: the invitation and the watchers' page are the same."""
    pages = []
    for army in starters()[:2]:
        red = opened(army=army)
        row = LiveBattle.objects.get(pk=red.battle)
        seen = [Client().get(link).content.decode() for link in (seat_link(red.battle), f"/w/{row.watch_token}/")]
        tokens = [row.pk, row.watch_token, seat_link(red.battle).split("/")[2]]
        pages.append([_masked(page, tokens) for page in seen])
    assert pages[0] == pages[1]


def _masked(page: str, tokens: list[str]) -> str:
    import re

    for token in tokens:
        page = page.replace(token, "token")
    page = re.sub(r'data-who="[0-9a-f]{16}"', "", page)  # the reader's own mark
    return re.sub(r'(csrf[^"]{0,40}"[^"]{0,12}"|name="csrfmiddlewaretoken" value=")[^"]+', r"\1", page, flags=re.I)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": " \t\n"},
        {"name": "\u202e\u200f"},
        {"name": "ё" * 201},
        {"preset": "great"},
        {"preset": "of-nobody"},
        {"map": "of-nobody"},
        {"army": "of-nobody"},
        {"turn_limit": "0"},
        {"turn_limit": "x"},
        {"deploy_rows": "99"},
    ],
)
def test_an_unfit_form_opens_nothing(stranger: Client, changes: dict[str, str]) -> None:
    assert stranger.post("/battles/new", opening(**changes)).status_code == 422
    assert not LiveBattle.objects.exists()


def test_options_of_the_form_reach_the_battle(opened: Callable[..., Player]) -> None:
    red = opened(turn_limit="4", options_shown="1", focus="on")
    options = LiveBattle.objects.get(pk=red.battle).options
    assert (options["turn_limit"], options["focus"], options["daring"]) == (4, True, False)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ярослав\t", "Ярослав"),
        ("Ёлка", "Ёлка"),
        ("a\x00b\r\nc", "abc"),
        ("<b>&\"'", "<b>&\"'"),
        ("🐻", "🐻"),
        ("ё" * 200, "ё" * 200),
    ],
)
def test_names_are_kept_but_for_control_characters(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u200d", "\u202e", "x" * 201])
def test_names_that_cannot_be_seen_or_are_too_long_are_none(given: str) -> None:
    with pytest.raises(BadName):
        clean_name(given)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "\"' onload=x", "Ёжик 🐻", "\u202eкилоВ", "ё" * 200])
def test_hostile_names_harm_no_page(opened: Callable[..., Player], stranger: Client, name: str) -> None:
    red = opened(name=name)
    pages = [
        red.client.get(f"/b/{red.battle}/"),
        stranger.get(seat_link(red.battle)),
        red.client.get("/battles/"),
        red.client.get("/"),
    ]
    for page in pages:
        assert page.status_code == 200
        assert "<script>alert" not in page.content.decode()
        assert "\"' onload" not in page.content.decode()
