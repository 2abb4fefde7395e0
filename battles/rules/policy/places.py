"""`move`: the best place within reach of a unit, weighed by what it can do there, suffer there, and wants there."""

from __future__ import annotations

from dataclasses import dataclass

from .. import movement
from ..battle import Unit
from ..hexes import FACINGS, Hex, arc, distance
from ..shooting import ARCS_OF
from .bodies import tie
from .goals import pull
from .marks import Gunner, gunner
from .outlook import Danger, Outlook, Promise, Strike, offence, strikes

LOOKED_AT = 7  # hexes that are weighed for every facing
LED, HEAP, SHUN = 0.4, 0.15, 0.8
NEAR_COMMANDER = 3
FACING = {"front": 0.25, "side": 0.0, "rear": -0.4}
WATCHED = 9  # distance of enemies that a machine turns its front to


@dataclass(frozen=True, slots=True)
class Place:
    """A hex with the facing to have there and the score of both."""

    hex: Hex
    facing: str | None
    score: float
    strike: float


@dataclass(frozen=True, slots=True)
class _Spot:
    hex: Hex
    facings: tuple[str | None, ...]
    score: float  # without what it can do
    found: list[Strike]
    reach: float  # the most that it could do, whatever its facing


def best_place(outlook: Outlook, unit: Unit, *, shooting: bool = True) -> Place | None:
    """The best end of a move with the points that the unit has, its present place included; None off the map."""
    budget = movement.points(unit)
    nodes: dict[Hex, list[str | None]] = {}
    taken = {other.hex for other in outlook.battle.units.values() if other.on_map and other.id != unit.id}
    for hex_, facing in movement.ways(outlook.battle, unit, budget):
        if hex_ not in taken:
            nodes.setdefault(hex_, []).append(facing)
    spots = weigh(outlook, unit, nodes, shooting=shooting)
    return _finest(outlook, unit, gunner(outlook.battle, unit), spots)


def weigh(outlook: Outlook, unit: Unit, nodes: dict[Hex, list[str | None]], *, shooting: bool) -> list[_Spot]:
    """The most promising hexes, each weighed without its facing."""
    apart = tie(outlook.battle, unit)
    danger, goal, shooter = Danger(outlook, unit), pull(outlook, unit), gunner(outlook.battle, unit)
    promise, caution, hope = Promise(outlook, unit), outlook.caution, outlook.temper.hope
    commanders = [friend.spot for friend in outlook.friends if friend.commander and friend.id != unit.id]
    frightened = [friend.spot for friend in outlook.friends if friend.state != "steady" and friend.id != unit.id]
    spots = []
    for hex_, facings in nodes.items():
        found = strikes(outlook, shooter, hex_) if shooting else []
        reach = offence(shooter, found) if found else 0.0
        score = goal(hex_) + hope * promise.at(hex_) - caution * danger.at(hex_)
        score += LED * any(distance(hex_, spot) <= NEAR_COMMANDER for spot in commanders)
        score -= apart(hex_)
        score -= SHUN * any(distance(hex_, spot) <= 1 for spot in frightened)
        spots.append(_Spot(hex_, tuple(facings), score, found, reach))
    spots.sort(key=lambda spot: (-spot.score - spot.reach, spot.hex))
    return spots[:LOOKED_AT]


def _finest(outlook: Outlook, unit: Unit, shooter: Gunner, spots: list[_Spot]) -> Place | None:
    best: Place | None = None
    for spot in spots:
        if best is not None and spot.score + spot.reach + 1.0 < best.score:
            break
        for facing in spot.facings:
            strike = spot.reach if facing is None else offence(shooter, in_arc(spot.found, spot.hex, facing))
            score = spot.score + strike + (_watch(outlook, spot.hex, facing) if facing else 0.0)
            if spot.hex == unit.hex:
                score += 0.05  # who stands well does not fidget
                score += 0.05 * (facing == unit.facing)
            if best is None or score > best.score:
                best = Place(spot.hex, facing, score, strike)
    return best


def in_arc(found: list[Strike], hex_: Hex, facing: str) -> list[Strike]:
    """`map.arc`: the strikes that a machine can make with that facing."""
    return [strike for strike in found if arc(hex_, facing, strike[2].hex) in ARCS_OF[strike[1].arc]]


def _watch(outlook: Outlook, hex_: Hex, facing: str) -> float:
    """`combat.armour`: how well the front is turned to the enemies around."""
    total = 0.0
    for foe in outlook.foes:
        far = distance(hex_, foe.hex)
        if far <= WATCHED:
            total += FACING[arc(hex_, facing, foe.hex)] / max(1, far - 1)
    return total


def best_facing(outlook: Outlook, unit: Unit, facings: tuple[str, ...] = FACINGS) -> Place | None:
    """The best way to turn where the unit stands."""
    shooter = gunner(outlook.battle, unit)
    found = strikes(outlook, shooter, unit.spot)
    spot = _Spot(unit.spot, facings, 0.0, found, offence(shooter, found))
    return _finest(outlook, unit, shooter, [spot])
