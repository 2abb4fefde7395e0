"""`battle.deploy`, `turn.reserves`: units placed in secret at the start, and those that enter later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from .battle import SIDES, Battle, Unit, id_key
from .chronicle import Chronicle
from .commands import Command, Deploy, Enter, Placement
from .events import Committed, Deployed, EdgeRolled, Entered
from .hexes import FACINGS, distance, place
from .pending import Secret
from .refusals import Refused

SMALLEST = 2


def unplaced(battle: Battle, side: str) -> tuple[Unit, ...]:
    """Units of a side that are still to be deployed."""
    return tuple(
        unit
        for unit in battle.in_order()
        if unit.side == side and unit.hex is None and unit.state == "steady" and not unit.reserve
    )


def in_reserve(battle: Battle, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in battle.in_order() if unit.side == side and unit.reserve and unit.state == "steady")


def rows(battle: Battle, side: str, *, entering: bool = False) -> range:
    """R75: the first `deploy_rows` rows from the home edge, for entrants the edge row alone."""
    return battle.map.home_rows(side, 1 if entering else battle.options.deploy_rows)


def refuse_hex(battle: Battle, unit: Unit, spot: Placement, *, entering: bool = False) -> None:
    """R75, R80: on the map, legal terrain, free, within the rows; a machine's facing is one of six."""
    rule = "turn.reserves" if entering else "battle.deploy"
    try:
        held = battle.map.holds(spot.hex)
    except ValueError:
        held = False
    if not held:
        raise Refused(rule, "off_the_map", {"hex": spot.hex})
    if unit.kind in battle.map.ground(spot.hex).closed_to:
        raise Refused("map.terrain", "ground_closed", {"hex": spot.hex, "unit": unit.id})
    if battle.at(spot.hex):
        raise Refused("map.stacking", "hex_taken", {"hex": spot.hex})
    if place(spot.hex)[1] not in rows(battle, unit.side, entering=entering):
        raise Refused(rule, "outside_rows", {"hex": spot.hex, "unit": unit.id})
    if spot.facing is not None and spot.facing not in FACINGS:
        raise Refused(rule, "unknown_facing", {"facing": spot.facing})


def _refuse_placements(battle: Battle, placements: Mapping[str, Placement], *, entering: bool = False) -> None:
    taken: set[str] = set()
    for id_, spot in placements.items():
        refuse_hex(battle, battle.units[id_], spot, entering=entering)
        if spot.hex in taken:
            raise Refused("map.stacking", "hex_taken", {"hex": spot.hex})
        taken.add(spot.hex)


def deploy(chronicle: Chronicle, side: str, command: Deploy) -> None:
    """`battle.deploy`: place every unit or leave it in reserve, at least one on the map, sealed until both are."""
    battle = chronicle.battle
    own = {unit.id for unit in unplaced(battle, side)}
    named = [*command.placements, *command.reserve]
    stranger = next((id_ for id_ in named if id_ not in own), None)
    if stranger is not None:
        raise Refused("battle.deploy", "not_yours_to_place", {"unit": stranger})
    twice = next((id_ for id_ in command.reserve if id_ in command.placements), None)
    if twice is not None:
        raise Refused("battle.deploy", "placed_and_in_reserve", {"unit": twice})
    missing = next((id_ for id_ in sorted(own, key=id_key) if id_ not in named), None)
    if missing is not None:
        raise Refused("battle.deploy", "unit_not_placed", {"unit": missing})
    _refuse_placements(battle, command.placements)
    if not command.placements and own:
        raise Refused("battle.deploy", "nobody_on_the_map")
    _refuse_links(battle, side, command.links, command.placements, command.reserve)
    chronicle.tell(Committed(rule="battle.deploy", side=side, do=command.do, content=command))


def _refuse_links(
    battle: Battle,
    side: str,
    links: Mapping[str, tuple[str, ...]],
    placements: Mapping[str, Placement],
    reserve: tuple[str, ...],
) -> None:
    """`link.form`, R59: lawful links, wholly placed together or wholly in reserve."""
    seen: set[str] = set()
    for link, units in links.items():
        form_fault = link_fault(battle, side, units)
        if _is_taken(battle, link):
            form_fault = "link_id_taken"
        if form_fault:
            raise Refused("link.form", form_fault, {"link": link})
        if not set(units) <= {*placements, *reserve}:
            raise Refused("link.form", "not_yours_to_place", {"link": link})
        if seen & set(units) or any(battle.link_of(id_) for id_ in units):
            raise Refused("link.form", "in_two_links", {"link": link})
        seen |= set(units)
        _refuse_apart(battle, link, units, placements)


def _is_taken(battle: Battle, id_: str) -> bool:
    """N12, N32: ids are unique over links, units and companies; so are those that crews may get later."""
    crews = (f"{unit.id}-gridi" for unit in battle.units.values() if unit.kind == "walker")
    return id_ in battle.links or id_ in battle.units or id_ in battle.companies or id_ in crews


def named_apart(battle: Battle) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """N12: the links that both sides have committed; a name that both chose in secret gets the letter of its side."""
    given = {side: _links_of(battle.committed.get(side)) for side in SIDES}
    both = set(given["red"]) & set(given["blue"])
    used = {*battle.links, *battle.units, *battle.companies, *given["red"], *given["blue"]}
    named: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for side in SIDES:
        own = {}
        for id_, units in given[side].items():
            free = id_
            while id_ in both and free in used:
                free = side[0] + free
            used.add(free)
            own[free] = units
        named[side] = own
    return named


def _links_of(content: Command | None) -> Mapping[str, tuple[str, ...]]:
    return content.links if isinstance(content, Deploy | Enter) else {}


def _refuse_apart(battle: Battle, link: str, units: tuple[str, ...], placements: Mapping[str, Placement]) -> None:
    """R59: a link is placed wholly and together, or not at all."""
    placed = [id_ for id_ in units if id_ in placements]
    if placed and len(placed) < len(units):
        raise Refused("link.form", "link_partly_in_reserve", {"link": link})
    if placed and not is_together(battle, {id_: placements[id_].hex for id_ in units}):
        raise Refused("link.form", "link_apart", {"link": link})


def link_fault(battle: Battle, side: str, units: tuple[str, ...]) -> str:
    """`link.form`: why these units make no link, as a reason; empty where they do."""
    members = [battle.units.get(id_) for id_ in units]
    if any(unit is None or unit.side != side for unit in members):
        return "not_yours_to_place"
    known = [unit for unit in members if unit is not None]
    if any(unit.is_hireling for unit in known):
        return "no_hirelings_in_links"
    if len({unit.kind for unit in known}) > 1:
        return "link_of_two_kinds"
    most = 5 if known and known[0].kind == "squad" else 3
    if len(set(units)) != len(units) or not SMALLEST <= len(units) <= most:
        return "link_size"
    return ""


def linkable(battle: Battle, side: str, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """`link.form`: free ids of links and the units of one kind that each may take, as many as there can be links."""
    kinds: dict[str, list[str]] = {}
    for id_ in sorted(ids, key=id_key):
        unit = battle.units[id_]
        if not unit.is_hireling and not battle.link_of(id_):
            kinds.setdefault(unit.kind, []).append(id_)
    free = (f"{side[0]}L{number}" for number in count(1) if f"{side[0]}L{number}" not in battle.links)
    return {next(free): tuple(units) for units in kinds.values() for _ in range(len(units) // SMALLEST)}


def is_together(battle: Battle, spots: Mapping[str, str]) -> bool:
    """`link.together`: connected by steps of 3 hexes for machines, 1 for squads."""
    return len(hanging(battle, spots)) == len(spots)


def link_reach(unit: Unit) -> int:
    """`link.together`: how far the next of its link may be."""
    return 3 if unit.is_machine else 1


def hanging(battle: Battle, spots: Mapping[str, str]) -> set[str]:
    """`link.together`: all who are connected with the first unit by such steps."""
    ids = list(spots)
    reach = link_reach(battle.units[ids[0]])
    found, fresh = {ids[0]}, [ids[0]]
    while fresh:
        here = fresh.pop()
        near = [id_ for id_ in ids if id_ not in found and distance(spots[here], spots[id_]) <= reach]
        found.update(near)
        fresh += near
    return found


def reveal(chronicle: Chronicle) -> None:
    """`battle.deploy`: both deployments are shown together."""
    committed, links = chronicle.battle.committed, named_apart(chronicle.battle)
    chronicle.done()
    for side in SIDES:
        content = committed.get(side)
        if isinstance(content, Deploy):
            chronicle.tell(
                Deployed(side=side, placements=content.placements, reserve=content.reserve, links=links[side])
            )


def roll_edge(chronicle: Chronicle) -> None:
    """`initiative.edge`, N54: a d6 once both have deployed; odd, red holds the edge, even, blue."""
    chronicle.done()
    die = chronicle.dice.d6()
    chronicle.tell(EdgeRolled(dice=(die,), side="red" if die % 2 else "blue"))


# reserves


def free_entries(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """R76: the hexes of the home edge on which a unit in reserve may enter now."""
    row = rows(battle, unit.side, entering=True)
    return tuple(
        hex_
        for hex_ in battle.map.hexes()
        if place(hex_)[1] in row and unit.kind not in battle.map.ground(hex_).closed_to and not battle.at(hex_)
    )


def open_entries(chronicle: Chronicle) -> None:
    """`turn.reserves`, N29: from turn 2 the sides that have units in reserve are asked, once a turn."""
    battle = chronicle.battle
    asked = tuple(side for side in SIDES if battle.turn >= 2 and in_reserve(battle, side))
    chronicle.done(*((Secret("enter", asked),) if asked else ()))


def enter(chronicle: Chronicle, side: str, command: Enter) -> None:
    """`turn.reserves`: bring any units of the reserve onto free hexes of the home edge; nobody is allowed too."""
    battle = chronicle.battle
    own = {unit.id for unit in in_reserve(battle, side)}
    stranger = next((id_ for id_ in command.placements if id_ not in own), None)
    if stranger is not None:
        raise Refused("turn.reserves", "not_in_reserve", {"unit": stranger})
    _refuse_placements(battle, command.placements, entering=True)
    _refuse_links(battle, side, command.links, command.placements, ())
    for link in battle.links.values():
        _refuse_apart(battle, link.id, link.members, command.placements)
    chronicle.tell(Committed(rule="turn.reserves", side=side, do=command.do, content=command))


def reveal_entries(chronicle: Chronicle) -> None:
    """`turn.reserves`: what both bring is shown together."""
    committed, links = chronicle.battle.committed, named_apart(chronicle.battle)
    chronicle.done()
    for side in SIDES:
        content = committed.get(side)
        if isinstance(content, Enter) and content.placements:
            chronicle.tell(Entered(side=side, placements=content.placements, links=links[side]))
