"""Names by tradition: every unit that can be hired has some, and no two of a list are alike."""

from __future__ import annotations

import pytest

from battles.rules.army import ArmyList, Entry, faults, name_key
from battles.rules.catalogue import catalogue
from battles.rules.names import names, of_body, of_unit


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_type_has_names_in_both_languages(language: str) -> None:
    assert set(names()["names"]) == set(catalogue().units)
    assert {len(pool["en"]) - len(pool["ru"]) for part in names().values() for pool in part.values()} == {0}
    first = [of_unit(type_, taken=(), language=language) for type_ in catalogue().units]
    assert len(set(map(name_key, first))) == len(first)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_list_of_many_has_no_two_of_one_name(language: str) -> None:
    taken: list[str] = ["зорКИЕ", "sharp  eyes"]
    for _ in range(40):
        taken.append(of_unit("streltsy", taken=taken, language=language))
    list_ = ArmyList(10_000, "rusichi", tuple(Entry("streltsy", name) for name in taken))
    assert [fault for fault in faults(list_) if fault.rule == "army.names"] == []


def test_what_has_no_names_is_numbered() -> None:
    assert of_unit("griffin", taken=["Griffin"], language="en", plain="Griffin") == "Griffin 2"
    assert of_body("link", taken=["Гром", "гром 2"], language="ru") == "Посад"
