"""The only writer of army lists."""

from __future__ import annotations

import uuid

from ..rules.army_list import ArmyList as Army
from ..rules.catalogue import catalogue
from .models import ArmyList


class NoSuchArmy(LookupError):
    """There is no such army for that size of battle."""


def starter(*, starter_id: str, preset: str, language: str) -> Army:
    """A starter army made for that preset, with the names of a language."""
    found = catalogue().starters.get(starter_id)
    if found is None or found.preset != preset:
        raise NoSuchArmy(starter_id)
    return found.army(language)


def keep(army: Army, *, owner: uuid.UUID) -> ArmyList:
    """Store a list for a guest; the same list of the same guest is stored once."""
    content = army.to_json()
    version = catalogue().version
    mine = ArmyList.objects.filter(owner=owner, size=army.size, name=army.name, catalogue=version)
    same = next((kept for kept in mine if kept.content == content), None)
    return same or ArmyList.objects.create(
        owner=owner, name=army.name, size=army.size, content=content, catalogue=version
    )
