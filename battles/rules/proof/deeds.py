"""Every command that the active group may be given, out of what `legal` offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import commands as c
from ..battle import Battle
from ..choices import ActivationChoice, Aim, Reach, UnitChoice
from ..hexes import Hex

Deeds = dict[str, list[c.Command]]


def deeds(battle: Battle, choice: ActivationChoice) -> Deeds:
    """By kind: move, leave, turn, stand, undo, attack, dash, power_shot, ram, inspire, end; those that there are."""
    found: Deeds = {}
    for unit in choice.units.values():
        for kind, of_unit in _of_unit(unit, machine=battle.units[unit.unit].is_machine).items():
            found.setdefault(kind, []).extend(of_unit)
    if choice.end is None:
        found["end"] = [c.EndActivation(choice.group)]
    return {kind: listed for kind, listed in found.items() if listed}


def _of_unit(unit: UnitChoice, *, machine: bool) -> Mapping[str, list[c.Command]]:
    id_ = unit.unit
    return {
        "move": [c.Move(id_, hex_, facing) for hex_, facing in _stops(unit.moves)],
        "leave": [c.Move(id_, "off", edge=edge) for edge in unit.edges],
        "turn": [c.Turn(id_, facing) for facing in unit.turns],
        "stand": [c.Stand(id_)] if unit.stand else [],
        "undo": [c.TakeBack(id_)] if unit.undo else [],
        "attack": [c.Attack(id_, aim.weapon, aim.target, n) for aim in unit.aims for n in _shots(aim, machine=machine)],
        "dash": list(_dashes(unit)),
        "power_shot": [
            c.Special(id_, "power_shot", weapon=aim.weapon, target=aim.target)
            for aim in unit.power_shots
            if aim.no is None
        ],
        "ram": [c.Special(id_, "ram", target=ram.target) for ram in unit.rams],
        "inspire": [c.Special(id_, "inspire")] if unit.inspire else [],
    }


def _dashes(unit: UnitChoice) -> Iterator[c.Command]:
    yield from (c.Special(unit.unit, "dash", to=hex_, facing=facing) for hex_, facing in _stops(unit.dashes))
    yield from (c.Special(unit.unit, "dash", to="off", edge=edge) for edge in unit.dash_edges)


def _stops(reaches: Mapping[Hex, Reach]) -> Iterator[tuple[Hex, str | None]]:
    """Hexes and facings; without a facing where that of arrival will do."""
    for hex_, reach in reaches.items():
        if reach.facing is None:
            yield hex_, None
        yield from ((hex_, facing) for facing in reach.facings)


def _shots(aim: Aim, *, machine: bool) -> tuple[int | None, ...]:
    """All the shots of a machine's weapon, as many as it likes of a squad's attacks."""
    if aim.no is not None:
        return ()
    return (None, aim.shots) if machine else (None, *range(1, aim.shots + 1))
