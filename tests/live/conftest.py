"""Stock people of the live table: two players with their seats, and a stranger."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.core.cache import cache, caches
from django.http import HttpResponse
from django.test import Client

from battles.live import claims, drawings, frames, panels, presence, tables, warden
from battles.live.models import LiveBattle, Seat
from battles.rules.catalogue import catalogue
from battles.rules.hexes import place


@pytest.fixture(autouse=True)
def _every_panel_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in a panel is a fault of the test, though players would be spared it."""

    def without(name: str, shared: object) -> str:
        raise AssertionError(f"panel {name} not drawn")

    monkeypatch.setattr(panels, "_without", without)


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    """Every test begins as a server does: it remembers nothing."""
    yield
    forget()


def forget() -> None:
    """What a restart does to a process."""
    tables.forget_all()
    frames.forget_all()
    drawings.forget_all()
    cache.clear()
    caches["presence"].clear()


@dataclass
class Clock:
    """The time that presence goes by."""

    now: float

    monotonic = staticmethod(time.monotonic)

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(time.time())
    for module in (presence, claims, warden):
        monkeypatch.setattr(module, "time", made)
    return made


@dataclass
class Player:
    """A browser and the seat that it holds."""

    client: Client
    battle: str
    side: str
    presses: int = 0

    def give(self, do: str, *, seen: int | None = None, key: str | None = None, **fields: object) -> HttpResponse:
        """Post a command as the page does; `seen` is the present number if not given."""
        self.presses += 1
        number = LiveBattle.objects.values_list("number", flat=True).get(pk=self.battle)
        form = {"do": do, "seen": number if seen is None else seen, "key": key or f"{self.side}-press-{self.presses}"}
        dotted = {name.replace("__", "."): value for name, value in fields.items()}
        return self.client.post(f"/b/{self.battle}/command", {**form, **dotted})


def opening(**changes: str) -> dict[str, str]:
    """The form of a new skirmish."""
    return {"name": "Ярослав", "preset": "skirmish", "map": a_map(), "army": starters()[0], **changes}


def a_map(preset: str = "skirmish") -> str:
    return next(sheet.id for sheet in catalogue().maps.values() if sheet.preset == preset)


def starters(preset: str = "skirmish") -> list[str]:
    return [starter.id for starter in catalogue().starters.values() if starter.preset == preset]


def seat_link(battle: str, side: str = "blue") -> str:
    return f"/s/{Seat.objects.get(battle_id=battle, side=side).invite_token}/"


@pytest.fixture
def opened(db: None) -> Callable[..., Player]:
    """A battle that waits for its opponent."""

    def open_it(**changes: str) -> Player:
        client = Client()
        answer = client.post("/battles/new", opening(**changes))
        assert answer.status_code == 302, answer.content.decode()
        return Player(client, answer["Location"].strip("/").removeprefix("b/"), "red")

    return open_it


@pytest.fixture
def red_player(opened: Callable[..., Player]) -> Player:
    """Whoever opened the battle; alone, until `blue_player` comes."""
    return opened()


@pytest.fixture
def blue_player(red_player: Player) -> Player:
    """The opponent, seated with an army: the battle has begun."""
    client = Client()
    answer = client.post(seat_link(red_player.battle), {"name": "Олег", "army": starters()[1]})
    assert answer.status_code == 302, answer.content.decode()
    return Player(client, red_player.battle, "blue")


@pytest.fixture
def watcher(red_player: Player) -> Client:
    """Somebody who has followed the spectators' link."""
    client = Client()
    token = LiveBattle.objects.values_list("watch_token", flat=True).get(pk=red_player.battle)
    assert client.get(f"/w/{token}/").status_code == 200
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    return Client()


def deployment(battle_id: str, side: str, *, skip: int = 0) -> dict[str, str]:
    """A lawful deployment of all units of a side, as its form sends it; `skip` hexes are left out first."""
    battle = tables.load(battle_id).battle
    assert battle is not None
    rows = battle.map.home_rows(side, battle.options.deploy_rows)
    free = [hex_ for hex_ in battle.map.hexes() if place(hex_)[1] in rows][skip:]
    form = {}
    for unit in battle.in_order():
        if unit.side == side:
            spot = next(hex_ for hex_ in free if unit.kind not in battle.map.ground(hex_).closed_to)
            free.remove(spot)
            form[f"placements.{unit.id}.hex"] = spot
    return form
