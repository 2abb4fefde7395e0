"""`battle.deploy`: a sensible lawful placement: forward, in cover, not in a heap, the heavy ones in the middle."""

from __future__ import annotations

from collections.abc import Mapping

from ..battle import Battle, Unit, id_key
from ..commands import Deploy, Placement
from ..deployment import is_together, link_reach, rows, unplaced
from ..hexes import Hex, distance, hex_id, neighbours, place
from .march import to_enemy_edge

COVER = 1.5  # what cover is worth in points of march
COLUMN = 0.6  # one column away from the unit's own
HEAP = 1.2  # a friend beside it: fear is catching
LED = 0.4  # a commander near enough to hearten
APART = 50.0  # a member of a link out of reach of the others
COMMANDER_REACH = 3
FAR = 99


def suggest(seen: Battle, side: str, links: Mapping[str, tuple[str, ...]] | None = None) -> Deploy:
    """`battle.deploy`, R75: every unit on a lawful free hex; those for whom there is none stay in reserve.

    `link.form`: wished links are placed together; one for which there is no room together is not formed.
    """
    units = in_line(unplaced(seen, side))
    columns = _shared(
        dict(zip((unit.id for unit in units), _columns(seen.map.columns, len(units)), strict=True)), links
    )
    mates = {id_: tuple(members) for members in (links or {}).values() for id_ in members}
    placed: dict[str, Hex] = {}
    for unit in sorted(units, key=lambda unit: _first(seen, unit, mates)):
        hex_ = _best(seen, unit, columns[unit.id], placed, mates.get(unit.id, ()))
        if hex_ is not None:
            placed[unit.id] = hex_
    ids = sorted((unit.id for unit in units), key=id_key)
    return Deploy(
        placements={id_: Placement(placed[id_]) for id_ in ids if id_ in placed},
        reserve=tuple(id_ for id_ in ids if id_ not in placed),
        links={link: members for link, members in (links or {}).items() if _together(seen, members, placed)},
    )


def _shared(columns: dict[str, float], links: Mapping[str, tuple[str, ...]] | None) -> dict[str, float]:
    """The members of a link share the middle of their places."""
    for members in (links or {}).values():
        middle = sum(columns[id_] for id_ in members) / len(members)
        columns |= dict.fromkeys(members, middle)
    return columns


def _first(seen: Battle, unit: Unit, mates: Mapping[str, tuple[str, ...]]) -> tuple[object, ...]:
    """Members of a link are placed one after another, in the turn of the first of them."""
    body = [seen.units[id_] for id_ in mates.get(unit.id, (unit.id,))]
    return min(_rank(each) for each in body), _rank(unit)


def _together(seen: Battle, members: tuple[str, ...], placed: Mapping[str, Hex]) -> bool:
    return all(id_ in placed for id_ in members) and is_together(seen, {id_: placed[id_] for id_ in members})


def in_line(units: tuple[Unit, ...]) -> list[Unit]:
    """From west to east: the heaviest in the middle, the light ones on the wings."""
    line: list[Unit] = []
    for i, unit in enumerate(sorted(units, key=lambda unit: (-_weight(unit), id_key(unit.id)))):
        line.insert(0 if i % 2 else len(line), unit)
    return line


def _weight(unit: Unit) -> float:
    return 1000.0 * bool(unit.commander) + unit.stats.cost - 10 * unit.stats.speed


def _columns(width: int, count: int) -> list[float]:
    """The middle of each unit's share of the front."""
    return [(i + 0.5) * width / count + 0.5 for i in range(count)]


def _rank(unit: Unit) -> tuple[object, ...]:
    """Who chooses first: commanders, then those who can go to few places, then the dear ones."""
    return not unit.commander, unit.kind != "vehicle", -unit.stats.cost, id_key(unit.id)


def _best(
    seen: Battle, unit: Unit, column: float, placed: Mapping[str, Hex], mates: tuple[str, ...] = ()
) -> Hex | None:
    march = to_enemy_edge(seen.map, unit.kind, unit.side)
    free = [hex_ for hex_ in _open_hexes(seen, unit) if hex_ not in placed.values()]
    beside = [placed[id_] for id_ in mates if id_ in placed]
    others = {id_: spot for id_, spot in placed.items() if id_ not in mates}

    def cost(hex_: Hex) -> float:
        apart = bool(beside) and min(distance(hex_, spot) for spot in beside) > link_reach(unit)
        return _cost(seen, unit, hex_, column, march, others) + APART * apart

    return min(free, key=lambda hex_: (cost(hex_), hex_), default=None)


def _open_hexes(seen: Battle, unit: Unit) -> list[Hex]:
    """R75: hexes of the rows that the unit may stand in."""
    return [
        hex_
        for column in range(1, seen.map.columns + 1)
        for row in rows(seen, unit.side)
        if unit.kind not in seen.map.ground(hex_ := hex_id(column, row)).closed_to and seen.at(hex_) is None
    ]


def _cost(
    seen: Battle, unit: Unit, hex_: Hex, column: float, march: Mapping[Hex, int], placed: Mapping[str, Hex]
) -> float:
    ground = seen.map.ground(hex_)
    covered = ground.hides_machines if unit.is_machine else ground.cover
    beside = {other for _, other in neighbours(hex_)}
    led = any(seen.units[id_].commander and distance(hex_, spot) <= COMMANDER_REACH for id_, spot in placed.items())
    return (
        march.get(hex_, FAR)
        - COVER * covered
        + COLUMN * abs(place(hex_)[0] - column)
        + HEAP * sum(spot in beside for spot in placed.values())
        - LED * led
    )
