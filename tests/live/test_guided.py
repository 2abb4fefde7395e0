"""The guided first battle: one press, lessons beside the prompts, all of it for the newcomer alone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import Settings

from battles.live import panels, play, tables
from battles.live.models import LiveBattle
from battles.rules import army
from battles.rules import commands as c
from battles.rules.dice import SeededDice
from battles.rules.lessons import MOMENTS, guide
from battles.rules.policy import asked, choose
from battles.rules.sight import seen_by

pytestmark = pytest.mark.django_db
TAUGHT = {"deploy", "orders", "spend", "act", "link", "end", "frightened", "over"}


@pytest.fixture
def newcomer() -> Client:
    client = Client()
    client.get("/")
    return client


@pytest.fixture
def guided(newcomer: Client) -> LiveBattle:
    answer = newcomer.post("/battles/guided", {"name": "Ratibor"})
    assert answer.status_code == 302, answer.content
    return LiveBattle.objects.get()


def lesson_of(battle: LiveBattle, viewer: str = "red", language: str = "en") -> str:
    html = panels.render(tables.load(battle.id), viewer, language)["lesson"]
    found = re.search(r'id="lesson-([a-z]+)"', html)
    return found[1] if found else ""


def give(battle: LiveBattle, side: str, command: c.Command) -> None:
    guest, number = str(battle.seats.get(side=side).guest_id), tables.load(battle.id).number
    play.give(battle_id=battle.id, guest=guest, command=command, seen=number, key=f"{side}-{number}")


def linked(command: c.Deploy) -> c.Deploy:
    """As the first lesson says: the two squads of kmeti side by side, in a link."""
    near = {"r2": c.Placement("0504"), "r3": c.Placement("0505")}
    others = {id_: spot for id_, spot in command.placements.items() if id_ not in near}
    assert not {spot.hex for spot in others.values()} & {"0504", "0505"}
    return replace(command, placements={**others, **near}, links={"rL1": ("r2", "r3")})


def step(battle: LiveBattle) -> bool:
    """Whoever is asked does what the practice opponent would do; False at the end."""
    for side in ("red", "blue"):
        position = tables.load(battle.id).battle
        assert position is not None
        if asked(position, side):
            command = choose(seen_by(position, side), side, SeededDice(f"{side} {position.turn}"))
            assert command is not None
            give(battle, side, linked(command) if side == "red" and isinstance(command, c.Deploy) else command)
            return True
    return False


@pytest.mark.parametrize("language", ["en", "ru"])
def test_its_armies_are_lawful_and_every_moment_has_its_lesson(language: str) -> None:
    known = guide()
    for starter in (known.pupil, known.rival):
        assert army.faults(starter.army(language)) == ()
    assert set(known.lessons) == set(MOMENTS)
    for lesson in known.lessons.values():
        assert len(lesson.title.of(language)) <= 32
        assert 40 < len(lesson.text.of(language)) < 480


def test_one_press_and_the_first_lesson_stands_there(newcomer: Client, guided: LiveBattle) -> None:
    assert guided.phase == LiveBattle.Phase.PLAYING
    assert guided.guided
    page = newcomer.get(f"/b/{guided.id}/").content.decode()
    assert 'id="lesson-deploy"' in page
    assert 'data-rule="link.form"' in page


def test_from_the_first_prompt_to_the_end(guided: LiveBattle, settings: Settings) -> None:
    """Played by the policy on both sides it teaches what it promises; the lesson is that of the prompt."""
    settings.DRUZHINA_DICE_SEED = "first battle"
    met = {lesson_of(guided)}
    while step(guided):
        met.add(lesson_of(guided))
        html = panels.render(tables.load(guided.id), "red", "en")
        kind = re.search(r'id="decision"[^>]*data-kind="([a-z]+)"', html["decision"])
        assert kind
        if kind[1] in ("deploy", "orders", "spend", "review"):
            assert lesson_of(guided) == kind[1]
    assert lesson_of(guided) == "over"
    assert met >= TAUGHT, TAUGHT - met
    assert met <= set(MOMENTS)


def test_nobody_else_is_taught(newcomer: Client, guided: LiveBattle) -> None:
    assert lesson_of(guided, "blue") == ""
    assert lesson_of(guided, "watcher") == ""
    newcomer.post("/battles/against", {"name": "Ratibor", "army": "skirmish_rat"})
    usual = LiveBattle.objects.exclude(pk=guided.pk).get()
    assert lesson_of(usual) == ""


def test_a_name_that_is_none_is_refused(newcomer: Client) -> None:
    answer = newcomer.post("/battles/guided", {"name": "  "})
    assert answer.status_code == 422
    assert LiveBattle.objects.count() == 0


def test_a_get_leads_home(newcomer: Client) -> None:
    assert newcomer.get("/battles/guided")["Location"] == "/"
