"""Whatever the form of a new battle lets one combine can be played: no two choices exclude each other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client

from battles.live import tables
from battles.live.forms import DEPLOY_ROWS, PRESETS_OPEN, SWITCHES, TURNS
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


@pytest.mark.parametrize("preset", [preset for preset in catalogue().presets if preset not in PRESETS_OPEN])
def test_what_is_not_offered_is_not_opened(stranger: Client, preset: str) -> None:
    for sheet in catalogue().maps.values():
        form = {"name": "Ярослав", "preset": preset, "map": sheet.id, "army": starters()[0]}
        assert stranger.post("/battles/new", form).status_code == 422
