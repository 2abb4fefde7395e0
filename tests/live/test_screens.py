"""Two at one screen: the server shows one side at a time, and nothing of the other one, to the byte."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.http import HttpResponse
from django.test import Client

from battles.live import screens, tables
from battles.live.models import LiveBattle, Move, Screen, Seat
from battles.rules import commands as c
from battles.rules.battle import Battle
from battles.rules.dice import SeededDice
from battles.rules.notation import adjudicate
from battles.rules.policy import choose
from battles.rules.sight import seen_by

from .conftest import deployment, opening, starters
from .test_sockets import browser

pytestmark = pytest.mark.django_db(transaction=True)

FRAGMENTS = ("sync/?since=0", "panel/decision/", "panel/log/", "panel/map/", "overlay/r1/", "overlay/b1/", "sheet/",
             "log/", "presence/", "habits/")  # fmt: skip


@dataclass
class Pair:
    """The one browser of two players."""

    client: Client
    battle: str
    presses: int = 0

    def look(self) -> HttpResponse:
        return self.client.get(f"/b/{self.battle}/")

    def html(self) -> str:
        return self.look().content.decode()

    def position(self) -> Battle:
        found = tables.load(self.battle).battle
        assert found is not None
        return found

    def turn(self) -> screens.Turn:
        return screens.turn(self.position())

    def lift(self, stamp: str | None = None) -> None:
        said = re.search(r'name="stamp" value="([^"]+)"', self.html())
        stamp = stamp or (said[1] if said else "")
        assert self.client.post(f"/b/{self.battle}/lift", {"stamp": stamp}).status_code == 302

    def give(self, side: str, do: str, **fields: Any) -> HttpResponse:
        self.presses += 1
        number = LiveBattle.objects.values_list("number", flat=True).get(pk=self.battle)
        form = {"do": do, "seen": number, "key": f"the-press-{self.presses}", "as": side}
        return self.client.post(f"/b/{self.battle}/command", {**form, **fields})


def sit_down(**changes: str) -> Pair:
    client = Client()
    opened = client.post("/battles/new", opening(opponent="screen", **changes))
    pair = Pair(client, opened["Location"].strip("/").removeprefix("b/"))
    assert pair.look()["Location"] == f"/b/{pair.battle}/second/"
    assert client.get(f"/b/{pair.battle}/second/").status_code == 200
    seated = client.post(f"/b/{pair.battle}/second/", {"name": "Олег", "army": starters()[1]})
    assert seated["Location"] == f"/b/{pair.battle}/"
    return pair


@pytest.fixture
def pair() -> Pair:
    return sit_down()


def behind_the_curtain(pair: Pair, side: str) -> None:
    """The page is the curtain for that side, and every fragment is refused."""
    page = pair.html()
    assert f'class="curtain {side}"' in page
    assert "live-socket" not in page
    for address in FRAGMENTS:
        answer = pair.client.get(f"/b/{pair.battle}/{address}", headers={"HX-Request": "true"})
        assert answer.status_code == 403, address


def test_the_curtain_is_lifted_by_the_one_who_is_asked(pair: Pair) -> None:
    behind_the_curtain(pair, "red")
    pair.lift()
    page = pair.html()
    assert 'data-as="red"' in page
    assert "placements.r1" in page
    assert "placements.b1" not in page
    assert pair.give("red", "deploy", **deployment(pair.battle, "red")).status_code == 204
    behind_the_curtain(pair, "blue")
    pair.lift()
    page = pair.html()
    assert 'data-as="blue"' in page
    assert "placements.b1" in page
    assert "placements.r1" not in page
    assert pair.give("blue", "deploy", **deployment(pair.battle, "blue")).status_code == 204
    behind_the_curtain(pair, "red")


def test_nobody_acts_from_behind_the_curtain_or_for_the_other(pair: Pair) -> None:
    assert pair.give("red", "deploy", **deployment(pair.battle, "red")).status_code == 403
    pair.lift()
    assert pair.give("blue", "deploy", **deployment(pair.battle, "blue")).status_code == 403
    assert pair.give("blue", "resign").status_code == 403
    assert pair.give("", "resign").status_code == 403
    assert Move.objects.filter(battle_id=pair.battle, command__do="resign").count() == 0


def test_an_old_press_lifts_no_later_curtain(pair: Pair) -> None:
    old = pair.turn().stamp
    pair.lift()
    pair.give("red", "deploy", **deployment(pair.battle, "red"))
    pair.lift(old)
    behind_the_curtain(pair, "blue")


def test_strangers_and_watchers_see_nothing_through_it(pair: Pair, stranger: Client) -> None:
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=pair.battle)
    assert stranger.get(f"/b/{pair.battle}/").status_code == 403
    assert stranger.get(f"/b/{pair.battle}/second/").status_code == 404
    stranger.post(f"/b/{pair.battle}/lift", {"stamp": pair.turn().stamp})
    behind_the_curtain(pair, "red")
    watched = stranger.get(f"/w/{token}/").content.decode()
    assert "placements." not in watched
    assert 'class="curtain' not in watched


def told_to_blue(settings: Any, secret: int) -> list[str]:
    """All that the browser is given from red's commitments on until blue has answered, with keys masked."""
    settings.DRUZHINA_DICE_SEED = "the same dice"
    pair, told = sit_down(), []
    pair.lift()
    pair.give("red", "deploy", **deployment(pair.battle, "red", skip=2 * secret))
    told += _everything(pair)
    pair.lift()
    told += _everything(pair)
    row = LiveBattle.objects.get(pk=pair.battle)
    keys = [row.pk, row.watch_token]
    keys += [token for seat in row.seats.all() for token in (seat.invite_token, seat.recovery_token)]
    for key in keys:
        told = [text.replace(key, "key") for text in told]
    return [re.sub(r"[A-Za-z0-9]{64}|data-who=\"[0-9a-f]{16}\"", "csrf", text) for text in told]


def _everything(pair: Pair) -> list[str]:
    answers = [pair.look(), *(pair.client.get(f"/b/{pair.battle}/{address}") for address in FRAGMENTS)]
    return [answer.content.decode() for answer in answers]


def test_what_blue_is_given_does_not_depend_on_reds_secret(settings: Any) -> None:
    assert told_to_blue(settings, 0) == told_to_blue(settings, 1)


def test_a_whole_battle_at_one_screen(settings: Any) -> None:
    """To its end; a curtain before every secret decision, none in the open, one side's controls at a time."""
    settings.DRUZHINA_DICE_SEED = "seed of a pair"
    pair, curtains, passed, dice = sit_down(turn_limit="3"), 0, set(), SeededDice("policy")
    while pair.position().result is None:
        now, position = pair.turn(), pair.position()
        page = pair.html()
        if now.secret:
            assert f'class="curtain {now.side}"' in page
            curtains += 1
            pair.lift()
            page = pair.html()
        other = "b" if now.side == "red" else "r"
        assert f'data-as="{now.side}"' in page
        assert not re.search(rf'name="(placements|orders|points)\.{other}\d', page)
        assert now.secret or "/r/" not in page  # no way back to one seat, while both look
        passed.add((now.side, now.secret))
        command = choose(seen_by(position, now.side), now.side, dice)
        assert command is not None
        answer = pair.give(now.side, command.do, **_fields(command))
        assert answer.status_code == 204, (command, answer.content.decode())
    assert passed == {(side, secret) for side in ("red", "blue") for secret in (True, False)}
    assert curtains >= 8
    assert "Victory of" in pair.html() or "A draw" in pair.html()
    file = pair.client.get(f"/b/{pair.battle}/file/").json()
    assert adjudicate(file).exit == 0


def _fields(command: c.Command) -> dict[str, str]:
    from tests.browser.stage import fields_of

    return {name: value for name, value in fields_of(command).items() if name != "do"}


@pytest.mark.asyncio
async def test_the_page_goes_when_the_turn_has_passed(pair: Pair) -> None:
    """The socket of red's page is told to go, and never hears what blue is shown."""
    await database_sync_to_async(pair.lift)()
    async with browser(pair.client, pair.battle, since=0) as red:
        await red.html()
        form = await database_sync_to_async(deployment)(pair.battle, "red")
        await database_sync_to_async(pair.give)("red", "deploy", **form)
        assert await red.frame() == {"t": "pass"}
        assert await red.socket.receive_nothing(timeout=0.3)
    async with browser(pair.client, pair.battle, since=0) as none:
        assert (await none.frame())["t"] == "stop"
    await database_sync_to_async(pair.lift)()
    async with browser(pair.client, pair.battle, since=0) as blue:
        html = (await blue.html())["html"]
        assert "placements.b1" in html
        assert "placements.r1" not in html


def test_one_side_may_leave_the_screen_for_its_own(pair: Pair, stranger: Client) -> None:
    """With the recovery link, shown behind the curtain: from then on each looks for itself."""
    pair.lift()
    link = re.search(r"/r/[\w-]+/", pair.html())
    assert link
    assert pair.client.post(link[0]).status_code == 422  # not into the same browser
    assert stranger.post(link[0]).status_code == 302
    assert "placements.r1" in stranger.get(f"/b/{pair.battle}/").content.decode()
    page = pair.html()
    assert "placements.b1" in page
    assert 'data-as="' not in page
    assert "placements.r1" not in page


def test_the_battle_is_among_my_battles(pair: Pair) -> None:
    assert f"/b/{pair.battle}/" in pair.client.get("/battles/").content.decode()
    assert Screen.objects.count() == 1
    assert Seat.objects.filter(battle_id=pair.battle, guest=Screen.objects.get().guest).count() == 0


@pytest.mark.parametrize("changes", [{"name": ""}, {"army": "of-nobody"}, {"army": ""}])
def test_the_second_player_chooses_like_the_first(changes: dict[str, str]) -> None:
    client = Client()
    opened = client.post("/battles/new", opening(opponent="screen"))
    link = f"/b/{opened['Location'].strip('/').removeprefix('b/')}/second/"
    answer = client.post(link, {"name": "Олег", "army": starters()[1], **changes})
    assert answer.status_code == 422
    assert Screen.objects.get().blue is None


def test_without_an_army_no_screen_is_shared() -> None:
    assert Client().post("/battles/new", opening(opponent="screen", army="")).status_code == 422
    assert not LiveBattle.objects.exists()
