"""Starter armies bear names in the reader's language, whoever has picked them; a list of one's own keeps its names."""

from __future__ import annotations

from dataclasses import replace

from battles.live import namesakes
from battles.rules import army
from battles.rules.battle import Battle, Options, Side, Unit
from battles.rules.catalogue import catalogue


def battle_of(picked: dict[str, str]) -> Battle:
    """A battle whose sides have picked a starter army in some language."""
    starters = catalogue().starters
    units: list[Unit] = []
    for (side, language), starter in zip(picked.items(), ("skirmish_otroki", "skirmish_zastava"), strict=True):
        units += army.muster(starters[starter].army(language), side)
    return Battle(
        options=Options(), map=catalogue().maps["dvory"].map, sides={side: Side(side) for side in picked},
        units={unit.id: unit for unit in units},
    )  # fmt: skip


def names(battle: Battle, language: str) -> list[str]:
    return [unit.name for unit in namesakes.in_language(battle, battle, language).in_order()]


def test_both_read_starter_names_in_their_language() -> None:
    mixed, russian, english = (
        battle_of({"red": one, "blue": other}) for one, other in (("en", "ru"), ("ru", "ru"), ("en", "en"))
    )
    for battle in (mixed, russian, english):
        assert names(battle, "ru") == [unit.name for unit in russian.in_order()]
        assert names(battle, "en") == [unit.name for unit in english.in_order()]


def test_a_renamed_list_keeps_its_names() -> None:
    battle = battle_of({"red": "en", "blue": "en"})
    own = next(unit for unit in battle.in_order() if unit.side == "red")
    renamed = battle.with_unit(replace(own, name="Ratibor's"))
    shown = namesakes.in_language(renamed, renamed, "ru").units
    assert {id_: unit.name for id_, unit in shown.items() if unit.side == "red"} == {
        id_: unit.name for id_, unit in renamed.units.items() if unit.side == "red"
    }
    assert all(shown[id_].name != unit.name for id_, unit in renamed.units.items() if unit.side == "blue")


def test_a_crew_bears_the_name_of_its_walker() -> None:
    battle = battle_of({"red": "en", "blue": "en"})
    walker = next(unit for unit in battle.in_order() if unit.kind == "walker")
    crew = replace(walker, id=f"{walker.id}-gridi", type="gridi", kind="squad", state="routing")
    left = battle.with_units([replace(walker, state="abandoned"), crew])
    shown = namesakes.in_language(left, left, "ru").units
    assert shown[crew.id].name == shown[walker.id].name != walker.name
