"""A list is tried: battles end, the same seed gives the same winner, and the stronger list wins."""

from __future__ import annotations

from battles.rules.army_list import ArmyList, Entry
from battles.rules.catalogue import catalogue
from battles.rules.trial import start, winner

KNOWN = catalogue()
PRESET = KNOWN.presets["skirmish"]
SHEET = next(sheet.id for sheet in KNOWN.maps.values() if sheet.preset == "skirmish")
WEAK = ArmyList(200, "rusichi", (Entry("smerdy", "Alone", commander="voivode"),))
MIXED = ArmyList(
    200,
    "rusichi",
    (
        Entry("otrok", "A", commander="prince", link="L"), Entry("otrok", "B", link="L"),
        Entry("orda", "C", options=("fanatic",), company="K"), Entry("orda", "D", options=("fanatic",), company="K"),
    ),
)  # fmt: skip


def test_the_same_seed_gives_the_same_winner() -> None:
    rival = KNOWN.starters["skirmish_rat"].army("en")
    armies = {"red": MIXED, "blue": rival}
    assert winner(start(armies, PRESET, SHEET), "one") == winner(start(armies, PRESET, SHEET), "one")


def test_the_stronger_list_wins() -> None:
    rival = KNOWN.starters["skirmish_otroki"].army("en")
    won = [winner(start({"red": rival, "blue": WEAK}, PRESET, SHEET), f"seed {n}") for n in range(3)]
    assert won == ["red"] * 3
