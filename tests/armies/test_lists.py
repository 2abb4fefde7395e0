"""Army lists as they are stored: starters copied for a guest."""

from __future__ import annotations

import uuid

import pytest

from battles.armies.lists import NoSuchArmy, keep, starter
from battles.armies.models import ArmyList
from battles.rules import army_list
from battles.rules.army import faults
from battles.rules.catalogue import catalogue

STARTERS = sorted(catalogue().starters)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("id_", STARTERS)
def test_a_starter_is_kept_whole(id_: str, language: str) -> None:
    army = starter(starter_id=id_, preset=catalogue().starters[id_].preset, language=language)
    kept = keep(army, owner=uuid.uuid4())
    kept.refresh_from_db()
    assert army_list.ArmyList.from_json(kept.content) == army
    assert faults(army) == ()
    assert (kept.size, kept.name, kept.catalogue) == (army.size, army.name, catalogue().version)


@pytest.mark.django_db
def test_the_same_list_of_the_same_guest_is_kept_once() -> None:
    army = starter(starter_id=STARTERS[0], preset=catalogue().starters[STARTERS[0]].preset, language="en")
    owner = uuid.uuid4()
    assert keep(army, owner=owner).pk == keep(army, owner=owner).pk
    assert keep(army, owner=uuid.uuid4()).pk != keep(army, owner=owner).pk
    assert ArmyList.objects.count() == 2


@pytest.mark.parametrize(("id_", "preset"), [("of-nobody", "skirmish"), ("skirmish_otroki", "battle")])
def test_an_army_of_another_size_is_none(id_: str, preset: str) -> None:
    with pytest.raises(NoSuchArmy):
        starter(starter_id=id_, preset=preset, language="en")
