"""Accounts: what a guest made goes along, the same everywhere, and goes for good with the account."""

from __future__ import annotations

import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from battles.accounts.models import Account
from battles.armies.models import ArmyList, Share
from battles.live.models import Guest, LiveBattle, Seat
from tests.armies.test_pages import Builder, battle

pytestmark = pytest.mark.django_db
PASSWORD = "Сечевой-дуб-41"


@pytest.fixture(autouse=True)
def _no_tries_yet() -> None:
    cache.clear()


def join(client: Client, name: str = "ratibor", **more: str) -> None:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
    answer = client.post("/account/join/", form)
    assert answer.status_code == 302, answer.content.decode()


def sign_in(client: Client, name: str = "ratibor", password: str = PASSWORD) -> int:
    return client.post("/account/in/", {"username": name, "password": password}).status_code


def test_who_joins_keeps_what_was_made_and_has_it_on_another_device() -> None:
    one = Builder().built()
    join(one.client)
    assert one.client.get(f"/lists/{one.key}/").status_code == 200
    other = Client()
    assert sign_in(other) == 302
    assert other.get(f"/lists/{one.key}/").status_code == 200
    assert Client().get(f"/lists/{one.key}/").status_code == 404


def test_who_signs_in_brings_along_lists_and_seats_of_this_browser() -> None:
    home, phone = Client(), Builder().built()
    join(home)
    answer = phone.client.post("/battles/new", battle(phone))
    battle_id = answer["Location"].strip("/").removeprefix("b/")
    assert sign_in(phone.client) == 302
    assert phone.client.get(f"/b/{battle_id}/").status_code == 200
    assert home.get(f"/b/{battle_id}/").status_code == 200
    assert home.get(f"/lists/{phone.key}/").status_code == 200
    assert Seat.objects.get(battle_id=battle_id, side="red").guest_id == Account.objects.get().guest


def test_signed_out_a_browser_is_nobody() -> None:
    one = Builder().built()
    join(one.client)
    one.client.post("/account/out")
    assert one.client.get(f"/lists/{one.key}/").status_code == 404
    assert one.client.get("/account/").status_code == 302
    join(one.client, "mstislava")
    assert one.client.get(f"/lists/{one.key}/").status_code == 404


def test_nobody_gets_an_account_by_its_identity_alone() -> None:
    """A second user cannot become whom an account is, and signing in does not take another account's things."""
    one = Builder().built()
    join(one.client)
    other = Client()
    join(other, "mstislava")
    assert sign_in(other, "mstislava") in (200, 302)
    assert ArmyList.objects.get(pk=one.key).owner == Account.objects.get(user__username="ratibor").guest


def test_a_wrong_password_opens_nothing_and_may_be_tried_so_often() -> None:
    join(Client())
    client = Client()
    assert {sign_in(client, password="guess") for _ in range(20)} == {200}
    assert sign_in(client) == 429
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("password", ["short", "password", "ratibor1", "12345678"])
def test_weak_passwords_are_refused_with_a_reason(password: str) -> None:
    form = {"username": "ratibor", "password1": password, "password2": password}
    answer = Client().post("/account/join/", form)
    if password == "12345678" or len(password) < 9:
        assert answer.status_code == 422
        assert "gold-t" in answer.content.decode()
    assert not User.objects.exists()


def test_the_password_is_changed() -> None:
    client = Client()
    join(client)
    new = "Полынь-и-мёд-7"
    form = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert client.post("/account/password/", form).status_code == 302
    assert client.get("/account/").status_code == 200
    assert sign_in(Client()) == 200
    assert sign_in(Client(), password=new) == 302


def test_without_mail_the_page_says_who_helps_and_staff_make_the_link() -> None:
    join(Client())
    page = Client().get("/account/reset/").content.decode()
    assert "sends no mail" in page
    assert Client().post("/account/reset/", {"email": "x@example.org"}).status_code == 200
    staff = Client()
    staff.force_login(User.objects.create_superuser("boss", password=PASSWORD))
    user = User.objects.get(username="ratibor")
    form = {"action": "reset_links", "_selected_action": [str(user.pk)]}
    told = staff.post("/admin/auth/user/", form, follow=True).content.decode()
    link = re.search(r"/account/reset/[^\s<\"]+", told)
    assert link
    reset(link.group(0))


def reset(link: str) -> None:
    """Follow the link to a new password; it works once."""
    client, new = Client(), "Полынь-и-мёд-7"
    form = {"new_password1": new, "new_password2": new}
    page = client.get(link, follow=True)
    assert client.post(page.redirect_chain[-1][0], form).status_code == 302
    assert sign_in(Client(), password=new) == 302
    assert "used or is too old" in Client().get(link, follow=True).content.decode()


def test_with_mail_the_link_is_sent(monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
    settings.EMAIL_URL = "smtp://localhost"  # type: ignore[attr-defined]
    join(Client(), email="ratibor@example.org")
    assert Client().post("/account/reset/", {"email": "ratibor@example.org"}).status_code == 302
    assert Client().post("/account/reset/", {"email": "nobody@example.org"}).status_code == 302
    (letter,) = mail.outbox
    reset(re.search(r"https?://[^/]+(/account/reset/\S+)", letter.body).group(1))  # type: ignore[union-attr]


def test_with_the_account_goes_all_that_is_its_own() -> None:
    one, reader = Builder().built(), Client()
    join(one.client)
    one.client.post(f"/lists/{one.key}/share/", {"kind": "snapshot"})
    token = Share.objects.get().token
    answer = one.client.post("/battles/new", battle(one))
    battle_id = answer["Location"].strip("/").removeprefix("b/")
    assert one.client.post("/account/delete/", {"password": "wrong"}).status_code == 422
    assert User.objects.count() == 1
    assert one.client.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    assert (User.objects.count(), Account.objects.count(), ArmyList.objects.count()) == (0, 0, 0)
    assert reader.get(f"/lists/l/{token}/").status_code == 410
    assert Share.objects.get().content == {}
    assert LiveBattle.objects.filter(pk=battle_id).exists()
    assert set(Seat.objects.values_list("name", flat=True)) == {""}
    assert set(Guest.objects.values_list("name", flat=True)) == {""}
    assert sign_in(Client()) == 200


def test_staff_look_and_change_nothing() -> None:
    one = Builder().built()
    one.client.post("/battles/new", battle(one))
    staff = Client()
    staff.force_login(User.objects.create_superuser("boss", password=PASSWORD))
    pages = ["armies/armylist", "armies/revision", "armies/share", "armies/fielding", "live/livebattle", "live/guest"]
    for page in pages:
        assert staff.get(f"/admin/{page}/").status_code == 200
        assert staff.get(f"/admin/{page}/add/").status_code == 403
    for address in (
        f"/admin/armies/armylist/{one.key}/change/",
        f"/admin/live/livebattle/{LiveBattle.objects.get().pk}/change/",
    ):
        shown = staff.get(address)
        assert shown.status_code == 200
        assert "Falcon" not in shown.content.decode()
        assert staff.post(address, {"version": "9"}).status_code == 403
    assert Client().get("/admin/").status_code == 302
    assert one.client.get("/admin/armies/armylist/").status_code == 302


def test_the_identity_is_not_in_any_page() -> None:
    """Whoever knew it could not use it, but need not know it either."""
    one = Builder().built()
    join(one.client)
    owner = str(ArmyList.objects.get(pk=one.key).owner)
    assert uuid.UUID(owner)
    for page in ("/", "/account/", "/lists/", f"/lists/{one.key}/", "/battles/"):
        assert owner not in one.client.get(page).content.decode()
