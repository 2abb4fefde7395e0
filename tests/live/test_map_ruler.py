"""The ruler says what the rules would: distance, what stands between, and why a line is blocked."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from battles.live import panels
from battles.rules.catalogue import catalogue
from battles.rules.hexes import Hex, distance, line
from battles.rules.shooting import BLOCKING, obstacles, obstructions

from .conftest import Player
from .test_panels import position, start

PAIRS = 400


def pairs() -> list[tuple[Hex, Hex]]:
    hexes = list(position(start()).map.hexes())
    every = [(a, b) for a in hexes for b in hexes if a != b]
    return every[:: len(every) // PAIRS]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sentence_is_what_the_rules_count(language: str) -> None:
    table = start()
    told = set()
    for a, b in pairs():
        html = unescape(panels.measured(table, "watcher", (a, b), language))
        count, hill = obstructions(position(table).map, a, b)
        sentence = re.search(r'class="measured( shut)?">([^<]*)<', html)
        assert sentence is not None
        assert bool(sentence[1]) == (hill or count >= BLOCKING)
        assert f"{a} → {b}: {distance(a, b)} " in sentence[2]
        named = re.findall(r"\b\d{4}\b", sentence[2])[2:]
        kinds = [hex_ for hex_, kind in obstacles(position(table).map, a, b) if kind == ("hill" if hill else "cover")]
        assert named == kinds
        if not hill and 0 < count < BLOCKING:
            assert f"−{count} " in sentence[2]
        told.add("hill" if hill else "shut" if count >= BLOCKING else "worse" if count else "open")
    assert told == {"hill", "shut", "worse", "open"}


def test_the_marked_hexes_are_those_on_the_line() -> None:
    table = start()
    for a, b in pairs()[::7]:
        html = panels.measured(table, "red", (a, b), "en")
        crossed = [hex_ for step in line(a, b) for hex_ in step if position(table).map.holds(hex_)]
        assert html.count('class="rul end"') == 2
        assert len(re.findall(r'class="rul (?:cover|hill)?"', html)) == len(crossed)


def test_obstacles_and_obstructions_agree_on_every_map() -> None:
    """`obstacles` names each thing that `obstructions` counts, at most one for each step, between the two hexes."""
    for sheet in catalogue().maps.values():
        hexes = list(sheet.map.hexes())
        for a in hexes[::6]:
            for b in hexes[::7]:
                found = obstacles(sheet.map, a, b)
                count, hill = obstructions(sheet.map, a, b)
                assert count == [kind for _, kind in found].count("cover")
                assert hill == any(kind == "hill" for _, kind in found)
                assert len(found) <= max(0, distance(a, b) - 1)
                assert {a, b}.isdisjoint(hex_ for hex_, _ in found)


def test_the_same_from_both_ends() -> None:
    map_ = position(start()).map
    for a, b in pairs():
        assert obstructions(map_, a, b) == obstructions(map_, b, a)


def test_the_address_is_open_to_viewers_for_hexes_of_the_map(
    red_player: Player, blue_player: Player, watcher: Client, stranger: Client
) -> None:
    address = f"/b/{red_player.battle}/ruler/0101/0505/"
    for client in (red_player.client, blue_player.client, watcher):
        assert "0101 → 0505: 6 hexes" in client.get(address).content.decode()
        for wrong in ("0101/9999", "0000/0101", "r1/0101", "0101/0505x"):
            assert client.get(f"/b/{red_player.battle}/ruler/{wrong}/").status_code == 404
    assert stranger.get(address).status_code == 403


def test_a_battle_not_begun_has_no_map_to_measure(red_player: Player) -> None:
    assert red_player.client.get(f"/b/{red_player.battle}/ruler/0101/0505/").status_code == 404
    assert red_player.client.get(f"/b/{red_player.battle}/sheet/").status_code == 404
