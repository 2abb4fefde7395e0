"""Whatever the form of a new battle lets one combine can be played: no two choices exclude each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client

from battles.live import limits, pictures, tables
from battles.live.forms import DEPLOY_ROWS, PRESETS_OPEN, SCENARIOS, SWITCHES, TURNS
from battles.live.models import LiveBattle
from battles.rules.catalogue import catalogue
from battles.rules.sheets import MapSheet

from .conftest import Player, deployment, seat_link, starters

Opened = Callable[..., Player]


def begun(opened: Opened, *, blue: str, **form: str) -> tuple[Player, Player]:
    red, client = opened(**form), Client()
    assert client.post(seat_link(red.battle), {"name": "Олег", "army": blue}).status_code == 302
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"
    return red, Player(client, red.battle, "blue")


@pytest.mark.parametrize("on", list(product((False, True), repeat=len(SWITCHES))))
def test_every_set_of_switches(opened: Opened, on: tuple[bool, ...]) -> None:
    chosen = {switch: "on" for switch, is_on in zip(SWITCHES, on, strict=True) if is_on}
    both = begun(opened, blue=starters()[1], options_shown="1", **chosen)
    for player in both:
        assert player.give("deploy", **deployment(player.battle, player.side)).status_code == 204
    battle = tables.load(both[0].battle).battle
    assert battle is not None
    assert tuple(getattr(battle.options, switch) for switch in SWITCHES) == on
    assert battle.turn == 1


@pytest.mark.parametrize("rows", [DEPLOY_ROWS[0], DEPLOY_ROWS[-1]])
@pytest.mark.parametrize("turns", [TURNS[0], TURNS[-1]])
@pytest.mark.parametrize("sheet", [sheet for sheet in catalogue().maps.values() if sheet.preset in PRESETS_OPEN],
                         ids=lambda sheet: sheet.id)  # fmt: skip
def test_every_map_with_the_narrowest_and_the_widest_terms(
    opened: Opened, sheet: MapSheet, turns: int, rows: int
) -> None:
    """Each army finds room on each map, even in a single row."""
    preset = sheet.preset
    terms = {"preset": preset, "map": sheet.id, "turn_limit": str(turns), "deploy_rows": str(rows)}
    for army in starters(preset):
        both = begun(opened, blue=army, army=army, **terms)
        for player in both:
            answer = player.give("deploy", **deployment(player.battle, player.side))
            assert answer.status_code == 204, (army, answer.content.decode())
        assert both[0].client.get(f"/b/{both[0].battle}/").status_code == 200


@pytest.mark.parametrize("preset", PRESETS_OPEN)
def test_a_map_of_another_size_is_not_taken(stranger: Client, preset: str) -> None:
    others = [sheet.id for sheet in catalogue().maps.values() if sheet.preset != preset]
    for map_id in (*others, "made-tavern-123", f"made-{preset}-ЁЁ", f"made-{preset}-{'9' * 40}", ""):
        form = {"name": "Ярослав", "preset": preset, "map": map_id, "army": starters(preset)[0]}
        assert stranger.post("/battles/new", form).status_code == 422, map_id


@pytest.mark.parametrize("preset", PRESETS_OPEN)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_of_every_size_on_a_made_map(opened: Opened, scenario: str, preset: str) -> None:
    army = starters(preset)[-1]
    both = begun(opened, blue=army, army=army, preset=preset, map=f"made-{preset}-107", scenario=scenario)
    for player in both:
        answer = player.give("deploy", **deployment(player.battle, player.side))
        assert answer.status_code == 204, answer.content.decode()
    battle = tables.load(both[0].battle).battle
    assert battle is not None
    assert battle.options.scenario == scenario
    assert list(battle.map.terrain.values()).count("shrine") == (3 if scenario == "shrine" else 0)
    known = catalogue().presets[preset]
    assert (battle.map.columns, battle.map.rows) == (known.columns, known.rows)
    assert both[1].client.get(f"/b/{both[1].battle}/").status_code == 200


def test_an_unknown_scenario_is_refused(stranger: Client) -> None:
    form = {"name": "Ярослав", "preset": "skirmish", "map": "dvory", "army": starters()[0], "scenario": "siege"}
    assert stranger.post("/battles/new", form).status_code == 422


def test_an_invitation_tells_scenario_and_map(opened: Opened) -> None:
    red = opened(preset="skirmish", map="made-skirmish-107", scenario="breakthrough")
    page = Client().get(seat_link(red.battle)).content.decode()
    assert "Breakthrough" in page
    assert "Unknown Land “107”" in page


def test_a_made_map_has_its_picture(stranger: Client) -> None:
    page = stranger.get("/").content.decode()
    found = re.findall(r'src="(/maps/[^"]*made-skirmish-[^"]*-day.svg)"', page)
    assert len(found) == 1
    assert stranger.get(found[0]).content.startswith(b"<svg")
    assert stranger.get(found[0].replace("made-skirmish", "made-tavern")).status_code == 404


def test_ever_new_maps_are_not_drawn_without_end(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal is not kept by a browser; the maps of the catalogue are not counted."""
    monkeypatch.setattr(limits, "MAPS_FROM_A_PLACE", (2, 60))
    answers = [stranger.get(pictures.address(f"made-skirmish-{seed}", "day")) for seed in ("a", "b", "c")]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "immutable" in answers[0]["Cache-Control"]
    assert not answers[2].has_header("Cache-Control")
    assert stranger.get(pictures.address("dvory", "day")).status_code == 200
