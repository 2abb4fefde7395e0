"""Non-interference: a battle twice with different secrets of red; others are answered the same, to the byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.http import HttpResponse
from django.test import Client

from battles.live import panels, tables
from battles.live.models import LiveBattle
from battles.live.scene import scene_of
from battles.rules import stored
from battles.rules.catalogue import catalogue
from battles.rules.pending import Batch, Check

from .conftest import Player, deployment, forget, opening, seat_link, starters
from .test_sockets import browser

UNITS = ("r1", "r2", "b1", "b2")
ADDRESSES = ["", "sync/?since=0", "file/", *(f"panel/{name}/" for name in (*panels.PANELS, *panels.LOBBY))]
ADDRESSES += [f"overlay/{unit}/{turned}" for unit in UNITS for turned in ("", "?turned=1")]
ADDRESSES += ["ruler/0101/0505/", "sheet/?turned=1"]
ADDRESSES += ["log/", "log/?before=9.0&since=1.0", "away/?since=1", "odds/r1/firearm/b1/?shots=1", "habits/"]
ELSEWHERE = ["/", "/battles/"]
# what blue may try while red's secret is sealed: refused or not, it must not tell one secret from the other
TRIES: list[dict[str, Any]] = [
    {"do": "end_activation", "group": "r1"},
    {"do": "attack", "unit": "b1", "weapon": "firearm", "target": "r1"},
    {"do": "move", "unit": "b1", "to": "0502"},
    {"do": "place_orders", "orders.r1": "hold"},
    {"do": "place_orders", "orders.b1": "hold"},
    {"do": "spend_initiative", "points.r1": 1},
    {"do": "spend_initiative", "points.b1": 99},
    {"do": "cancel_checks", "units": ["r1", "r2"]},
    {"do": "cancel_checks", "units": ["b1", "b2", "b3", "b4"]},
    {"do": "reduce_casualties", "cancel": 1},
    {"do": "deploy", "placements.b1.hex": "0101"},
    {"do": "deploy", "placements.r1.hex": "0101"},
    {"do": "undo", "unit": "r1"},
]


@dataclass
class Three:
    """Both players and a watcher of one battle."""

    red: Player
    blue: Player
    watcher: Client

    @property
    def battle(self) -> str:
        return self.red.battle

    def clients(self) -> Iterator[tuple[str, Client]]:
        yield from (("red", self.red.client), ("blue", self.blue.client), ("watcher", self.watcher))


def at_table(opened: Callable[..., Player]) -> Three:
    red, blue, watcher = opened(), Client(), Client()
    assert blue.post(seat_link(red.battle), {"name": "Олег", "army": starters()[1]}).status_code == 302
    watch = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=red.battle)
    assert watcher.get(f"/w/{watch}/").status_code == 200
    return Three(red, Player(blue, red.battle, "blue"), watcher)


def groups(battle: str, side: str) -> list[str]:
    position = tables.load(battle).battle
    assert position is not None
    return [group for group in position.groups() if position.group_side(group) == side]


# --- how to come to each secret decision, and two secrets for it --------------------------------------------------


def accepted(answer: HttpResponse) -> None:
    assert answer.status_code == 204, answer.content.decode()


def deployed(three: Three) -> None:
    for player in (three.red, three.blue):
        accepted(player.give("deploy", **deployment(three.battle, player.side)))


def ordered(three: Three) -> None:
    deployed(three)
    for player in (three.red, three.blue):
        accepted(player.give("place_orders", **{f"orders.{g}": "hold" for g in groups(three.battle, player.side)}))


def frightened(three: Three) -> None:
    """Both sides are offered checks of one cause: what one answers is sealed until the other has answered too."""
    ordered(three)
    row = LiveBattle.objects.get(pk=three.battle)
    battle = tables.load(row.pk).battle
    assert battle is not None
    fear = Batch("morale.danger", tuple(map(Check, UNITS)), offered={"red": UNITS[:2], "blue": UNITS[2:]})
    row.position = stored.position_to_json(replace(battle, agenda=(fear, *battle.agenda)))
    row.position_number = row.number
    row.decided_since = dict.fromkeys(("red", "blue"), row.number)
    row.save()
    forget()


SECRETS: dict[str, tuple[Callable[[Three], None], Callable[[str, int], dict[str, Any]]]] = {
    "deploy": (lambda three: None, lambda battle, n: deployment(battle, "red", skip=2 * n)),
    "place_orders": (
        deployed,
        lambda battle, n: {f"orders.{group}": ("attack", "hold")[n] for group in groups(battle, "red")},
    ),
    "spend_initiative": (ordered, lambda battle, n: {f"points.{groups(battle, 'red')[0]}": 2 * n}),
    "cancel_checks": (frightened, lambda battle, n: {"units": [["r1"], ["r2", "r1"]][n]}),
}


# --- what everybody is told ---------------------------------------------------------------------------------------


def told(answer: HttpResponse, hidden: list[str]) -> tuple[int, dict[str, str], str]:
    """A whole answer: its length and headers too, with what names the battle masked and without the cookies."""
    headers = {name: value for name, value in answer.items() if name not in ("Expires", "X-Number")}
    return answer.status_code, {**headers, "length": str(len(answer.content))}, masked(answer.content.decode(), hidden)


def masked(text: str, hidden: list[str]) -> str:
    for token in hidden:
        text = text.replace(token, "*" * len(token))
    return re.sub(r"[A-Za-z0-9]{64}|data-who=\"[0-9a-f]{16}\"", "csrf", text)


def tokens(battle: str) -> list[str]:
    row = LiveBattle.objects.get(pk=battle)
    return [row.pk, row.watch_token, *(t for seat in row.seats.all() for t in (seat.invite_token, seat.recovery_token))]


def fetched(three: Three) -> dict[str, list[tuple[int, dict[str, str], str]]]:
    hidden = tokens(three.battle)
    addresses = [f"/b/{three.battle}/{address}" for address in ADDRESSES] + ELSEWHERE
    found = {who: [told(client.get(a), hidden) for a in addresses] for who, client in three.clients()}
    seen = LiveBattle.objects.values_list("number", flat=True).get(pk=three.battle)
    for who, client in (("blue", three.blue.client), ("watcher", three.watcher), ("nobody", Client())):
        for n, form in enumerate(TRIES):
            press = {**form, "seen": seen, "key": f"{who}-tries-{n}"}
            found.setdefault(who, []).append(told(client.post(f"/b/{three.battle}/command", press), hidden))
    return found


@pytest.fixture
def foreseeable(settings: Any) -> None:
    settings.DRUZHINA_DICE_SEED = "the same dice"


@pytest.mark.django_db
@pytest.mark.parametrize("do", SECRETS)
def test_pages_answers_and_refusals_do_not_tell_secrets(
    opened: Callable[..., Player], foreseeable: None, do: str
) -> None:
    prepare, secret = SECRETS[do]
    found = []
    for n in (0, 1):
        forget()
        three = at_table(opened)
        prepare(three)
        accepted(three.red.give(do, **secret(three.battle, n)))
        accepted(three.red.give("set_answers", cancel_checks=("never", "always")[n], reduce_casualties="ask"))
        found.append(fetched(three))
    for who in ("blue", "watcher", "nobody"):
        for one, other in zip(found[0][who], found[1][who], strict=True):
            assert one == other, who
    assert found[0]["red"] != found[1]["red"]
    assert {status for status, *_ in found[0]["blue"]} == {200, 204, 404, 422}


@pytest.mark.django_db
@pytest.mark.parametrize("do", SECRETS)
def test_what_pages_are_drawn_from_holds_no_secret(opened: Callable[..., Player], foreseeable: None, do: str) -> None:
    """Whatever a panel may come to show of it later."""
    prepare, secret = SECRETS[do]
    found: list[dict[str, str]] = []
    for n in (0, 1):
        forget()
        three = at_table(opened)
        prepare(three)
        accepted(three.red.give(do, **secret(three.battle, n)))
        accepted(three.red.give("set_answers", cancel_checks=("never", "always")[n], reduce_casualties="ask"))
        table = tables.load(three.battle)
        scenes = {viewer: scene_of(table, viewer, "en") for viewer in ("red", "blue", "watcher")}
        found.append({viewer: repr((scene.battle, scene.entries, scene.legal)) for viewer, scene in scenes.items()})
    assert {viewer for viewer in found[0] if found[0][viewer] == found[1][viewer]} == {"blue", "watcher"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_frames_do_not_tell_sealed_answers(opened: Callable[..., Player], foreseeable: None) -> None:
    """Red answers a batch of checks that blue is asked about, too."""
    prepare, secret = SECRETS["cancel_checks"]
    found: list[dict[str, str]] = []
    for n in (0, 1):
        forget()
        three = await database_sync_to_async(at_table)(opened)
        await database_sync_to_async(prepare)(three)
        frames: dict[str, str] = {}
        async with (
            browser(three.blue.client, three.battle, since=0) as blue,
            browser(three.watcher, three.battle, since=0) as watcher,
        ):
            pages = {"blue": blue, "watcher": watcher}
            for page in pages.values():
                await page.html()
            sealed = await database_sync_to_async(three.red.give)("cancel_checks", **secret(three.battle, n))
            for who, page in pages.items():
                frames[who] = str(await page.html(int(sealed["X-Number"])))
            shown = await database_sync_to_async(three.blue.give)("cancel_checks", units=[])
            assert shown.status_code == 204, shown.content.decode()
            for who, page in pages.items():
                frames[f"{who}, shown"] = str(await page.html(int(shown["X-Number"])))
        hidden = await database_sync_to_async(tokens)(three.battle)
        found.append({who: masked(frame, hidden) for who, frame in frames.items()})
    same = {who for who in found[0] if found[0][who] == found[1][who]}
    assert same == {"blue", "watcher"}


@pytest.mark.django_db
def test_a_sealed_army_is_not_told(foreseeable: None) -> None:
    """Red has picked, blue sits and has not: nobody else learns more than that red has."""
    one, other = (catalogue().starters[id_].army("en") for id_ in starters()[:2])
    assert one.to_json() != other.to_json()
    found = []
    for n in (0, 1):
        red, blue, watcher = Client(), Client(), Client()
        battle = red.post("/battles/new", opening(army=starters()[n]))["Location"].strip("/").removeprefix("b/")
        assert blue.post(seat_link(battle), {"name": "Олег"}).status_code == 302
        watcher.get(f"/w/{LiveBattle.objects.values_list('watch_token', flat=True).get(pk=battle)}/")
        found.append(fetched(Three(Player(red, battle, "red"), Player(blue, battle, "blue"), watcher)))
    assert found[0] == found[1]


@pytest.mark.django_db
def test_logs_of_the_server_hold_no_secret(opened: Callable[..., Player], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    three = at_table(opened)
    form = deployment(three.battle, "red", skip=3)
    accepted(three.red.give("deploy", **form))
    three.red.give("deploy", seen=0, **form)
    three.red.give("deploy", **form)
    hexes = set(form.values())
    written = " ".join(r.getMessage() for r in caplog.records if not r.name.startswith("django.db"))
    assert not hexes & set(re.findall(r"\b\d{4}\b", written))
