"""The thread that plays the server's seats: woken by moves, asking by itself, and never doubled by another process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from battles.live import bells, clockwork, machines
from battles.live.bells import Bells
from battles.live.clockwork import Clockwork
from battles.live.models import LiveBattle, Machine, Move
from battles.rules.commands import Command

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time to watch."""
    monkeypatch.setattr(bells, "PACES", dict.fromkeys(bells.PACES, 0.0))
    monkeypatch.setattr(clockwork, "ASKS", 0.05)
    bells.bells.due.clear()
    bells.bells.quiet.clear()


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when the server has played a battle to its end."""
    found, act = threading.Event(), machines.act

    def watched(battle_id: str, holder: str) -> Command | None:
        command = act(battle_id, holder)
        if LiveBattle.objects.filter(pk=battle_id, phase=LiveBattle.Phase.OVER).exists():
            found.set()
        return command

    monkeypatch.setattr(machines, "act", watched)
    return found


@pytest.fixture
def running() -> Iterator[Callable[..., Clockwork]]:
    """`running(bells)`: a clockwork that is ended with the test."""
    made: list[Clockwork] = []

    def start(own: Bells) -> Clockwork:
        made.append(Clockwork(bells=own))
        made[-1].start()
        return made[-1]

    yield start
    for each in made:
        each.stop()


def spectacle() -> LiveBattle:
    """The server against itself, for one turn."""
    client = Client()
    client.get("/")
    assert client.post("/battles/spectacle", {"turn_limit": "1"}).status_code == 302
    return LiveBattle.objects.get()


@pytest.mark.usefixtures("hasty")
def test_two_processes_play_one_battle_to_its_end(over: threading.Event, running: Callable[..., Clockwork]) -> None:
    """One is woken by the moves that it makes, the other one only asks; no number is taken twice, none is left out."""
    for own in (bells.bells, Bells()):
        running(own)
    battle = spectacle()
    assert over.wait(PATIENCE)
    moves = list(Move.objects.filter(battle=battle).order_by("number"))
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))
    keys = [(move.seat_id, move.key) for move in moves if move.key]
    assert len(keys) == len(set(keys))
    assert all(int(str(move.key).removeprefix("machine-")) < move.number for move in moves if move.key)


@pytest.mark.usefixtures("hasty")
def test_what_waits_when_the_process_starts_is_played(over: threading.Event, running: Callable[..., Clockwork]) -> None:
    """Nothing rings: the battle was left behind by another process."""
    battle = spectacle()
    bells.bells.due.clear()
    Machine.objects.update(holder="gone")
    running(bells.bells)
    assert over.wait(PATIENCE)
    assert LiveBattle.objects.get(pk=battle.pk).phase == LiveBattle.Phase.OVER


def test_the_bell_that_rings_first_is_heard_first() -> None:
    own = Bells()
    own.ring("later", 0.02)
    own.ring("now")
    assert own.wait(5) == "now"
    assert own.wait(5) == "later"
    assert own.wait(0) is None


def test_nothing_is_heard_while_a_deed_is_to_be_seen() -> None:
    own = Bells()
    own.hush("battle", 60)
    own.ring("battle")
    assert own.wait(0) is None
    own.hush("battle", -1)
    own.ring("battle")
    own.due["battle"] = 0
    assert own.wait(0) == "battle"
