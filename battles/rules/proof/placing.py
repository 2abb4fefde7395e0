"""Deployment, entry and the links formed with them, at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import commands as c
from ..battle import Battle
from ..choices import DeployChoice, EnterChoice
from ..deployment import link_reach
from ..hexes import FACINGS, Hex, distance
from .chance import Chance


class NoRoom(Exception):
    """A wild map has no hexes left for a unit that must be placed."""


class Camp:
    """Hexes that units may be placed on, fewer with each that is; those that have been placed."""

    def __init__(self, chance: Chance, battle: Battle, hexes: Mapping[str, Sequence[Hex]]) -> None:
        self.chance, self.battle = chance, battle
        self.free = {unit: list(offered) for unit, offered in hexes.items()}
        self.placed: dict[str, c.Placement] = {}

    def put(self, spots: Mapping[str, Hex]) -> None:
        self.placed |= {unit: c.Placement(hex_, self._facing(unit)) for unit, hex_ in spots.items()}
        for unit, offered in self.free.items():
            self.free[unit] = [hex_ for hex_ in offered if hex_ not in spots.values()]

    def _facing(self, unit: str) -> str | None:
        turned = self.battle.units[unit].is_machine and self.chance.random() < 0.2
        return self.chance.choice(FACINGS) if turned else None

    def together(self, units: Sequence[str]) -> dict[str, Hex]:
        """Some of the units, as many as a link may have, each within reach of another."""
        reach = link_reach(self.battle.units[units[0]])
        waiting = [unit for unit in units if unit not in self.placed and self.free.get(unit)]
        self.chance.shuffle(waiting)
        spots: dict[str, Hex] = {}
        for unit in waiting[: _most(self.battle, units)]:
            near = [h for h in self.free[unit] if h not in spots.values() and _is_near(h, spots, reach)]
            if near:
                spots[unit] = self.chance.choice(near)
        return spots

    def links(self, offered: Mapping[str, Sequence[str]], share: float) -> dict[str, tuple[str, ...]]:
        """Form some of the links that are offered, and place them."""
        formed = {}
        for link, units in offered.items():
            spots = self.together(units) if self.chance.random() < share else {}
            if len(spots) >= 2:
                self.put(spots)
                formed[link] = tuple(spots)
        return formed


def _is_near(hex_: Hex, spots: Mapping[str, Hex], reach: int) -> bool:
    return not spots or any(distance(hex_, other) <= reach for other in spots.values())


def _most(battle: Battle, units: Sequence[str]) -> int:
    """`link.form`"""
    return 5 if battle.units[units[0]].kind == "squad" else 3


def deploy(chance: Chance, battle: Battle, choice: DeployChoice) -> c.Command:
    camp = Camp(chance, battle, choice.hexes)
    links = camp.links(choice.links, share=0.7)
    held: list[str] = []
    for unit in choice.hexes:
        if unit in camp.placed:
            continue
        if camp.placed and choice.reserve and (chance.random() < 0.2 or not camp.free[unit]):
            held.append(unit)
        elif not camp.free[unit]:
            raise NoRoom
        else:
            camp.put({unit: chance.choice(camp.free[unit])})
    links |= _held_links(battle, held, links)
    if links and chance.random() < 0.2:  # a name that the other side may choose, too
        links = {"L1": links.popitem()[1], **links}
    return c.Deploy(placements=camp.placed, reserve=tuple(held), links=links)


def loosely(chance: Chance, battle: Battle, choice: DeployChoice) -> c.Deploy:
    """Everybody on the map, and no links."""
    camp = Camp(chance, battle, choice.hexes)
    for unit in choice.hexes:
        camp.put({unit: chance.choice(camp.free[unit])})
    return c.Deploy(placements=camp.placed)


def _held_links(battle: Battle, held: Sequence[str], links: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """One link in reserve, if there are two of a kind."""
    for kind in ("squad", "walker", "vehicle"):
        units = [id_ for id_ in held if battle.units[id_].kind == kind and not battle.units[id_].is_hireling]
        if len(units) >= 2:
            free = next(name for name in ("R1", "R2") if name not in links)
            return {battle.units[units[0]].side[0] + free: tuple(units[: _most(battle, units)])}
    return {}


def enter(chance: Chance, battle: Battle, choice: EnterChoice) -> c.Command:
    camp = Camp(chance, battle, choice.hexes)
    for units in choice.bound.values():
        spots = camp.together(units) if chance.random() < 0.7 else {}
        if len(spots) == len(units):
            camp.put(spots)
    bound = {unit for units in choice.bound.values() for unit in units}
    links = camp.links(choice.links, share=0.7)
    for unit in choice.hexes:
        if unit not in camp.placed and unit not in bound and camp.free[unit] and chance.random() < 0.7:
            camp.put({unit: chance.choice(camp.free[unit])})
    return c.Enter(placements=camp.placed, links=links)
