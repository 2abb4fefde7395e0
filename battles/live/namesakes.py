"""Names of starter armies in the language of whoever reads: a list that nobody has named is the same in both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from battles.rules import rout
from battles.rules.battle import SIDES, Battle, Unit
from battles.rules.catalogue import catalogue
from battles.rules.tables import Text

Key = frozenset[tuple[str, str]]
Names = Mapping[str, Text]


def in_language(seen: Battle, whole: Battle, language: str) -> Battle:
    """What a viewer sees, with every druzhina that is a starter army under that language's names."""
    names = {side: _named(whole, side) for side in SIDES}
    told = (_renamed(unit, names[unit.side], language) for unit in seen.units.values())
    renamed = [unit for unit in told if unit is not None]
    return seen.with_units(renamed) if renamed else seen


def _named(battle: Battle, side: str) -> Names:
    """The names of the starter army that a side has taken as it is; none for a list of the player's own."""
    hired = (unit for unit in battle.units.values() if unit.side == side and not rout.is_crew(battle, unit))
    return _starters().get(frozenset((unit.type, unit.name) for unit in hired), {})


def _renamed(unit: Unit, names: Names, language: str) -> Unit | None:
    """Crews (R43) bear the name of the walker that they have left."""
    told = names.get(unit.name)
    return replace(unit, name=told.of(language)) if told and told.of(language) != unit.name else None


@cache
def _starters() -> Mapping[Key, Names]:
    """The names of each starter army by the types and names of all its units, in either language."""
    found: dict[Key, Names] = {}
    for starter in catalogue().starters.values():
        for language in ("en", "ru"):
            entries = starter.army(language).entries
            key = frozenset((entry.type, entry.name) for entry in entries)
            found[key] = {entry.name: name for entry, name in zip(entries, starter.names, strict=True)}
    return found
