"""Battles of all that may be hired, and a player who forms links, reviews them and judges hirelings at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from battles.rules import army, turn
from battles.rules import commands as c
from battles.rules.army import ArmyList, Entry
from battles.rules.battle import SIDES, Battle, Options, Side
from battles.rules.catalogue import UnitType, catalogue
from battles.rules.choices import Choice, DeployChoice, EnterChoice, FateChoice, ReviewChoice
from battles.rules.hexes import Hex, distance, place
from battles.rules.terrain import Map
from tests.rules.random_player import Chance, choose_boldly

SCENARIOS = ("pitched", "pitched", "shrine", "breakthrough")
GROUNDS = ("forest", "village", "hill", "swamp", "water", "road")


# armies


def random_army(chance: Chance, size: int) -> ArmyList:
    """A lawful list of random units, hirelings and companions among them."""
    faction = chance.choice(list(catalogue().factions))
    list_ = ArmyList(size=size, faction=faction, entries=tuple(_entries(chance, size, faction)), name="Any")
    while army.faults(list_) or len(list_.entries) < 2:
        if len(list_.entries) < 2:
            return random_army(chance, size)
        drop = chance.randrange(1, len(list_.entries))
        list_ = replace(list_, entries=list_.entries[:drop] + list_.entries[drop + 1 :])
    return list_


def _entries(chance: Chance, size: int, faction: str) -> Iterator[Entry]:
    known = catalogue()
    kinds = list(known.units.values())
    own = [kind for kind in kinds if kind.faction == faction]
    hired = [kind for kind in kinds if kind.nature in ("mercenary", "monster", "camp")]
    trait = chance.choice([None, *known.traits])
    yield Entry(chance.choice(own).id, "Leader", commander=chance.choice(list(known.commanders)), trait=trait)
    if size >= army.SECOND_VOIVODE_FROM:
        yield Entry(chance.choice(own).id, "Second", commander="voivode")
    yield Entry("sputniki", "Companions")
    for n in range(chance.randint(2, 10)):
        yield from (
            _hire(chance, chance.choice(hired), n) if chance.random() < 0.4 else _own(chance, chance.choice(own), n)
        )


def _own(chance: Chance, kind: UnitType, n: int) -> list[Entry]:
    few = kind.kind == "squad" and chance.random() < 0.2
    return [Entry(kind.id, f"Own {n}", figures=chance.randint(1, kind.stats.hits) if few else None)]


def _hire(chance: Chance, kind: UnitType, n: int) -> list[Entry]:
    """A squad alone, or a company of two."""
    paid = kind.nature == "mercenary"
    options = tuple(option for option in catalogue().options if paid and chance.random() < 0.3)
    terms = chance.choice(list(catalogue().terms)) if paid else "usual"
    entry = Entry(kind.id, f"Hired {n}", options=options, terms=terms)
    if chance.random() < 0.5:
        return [entry]
    return [replace(entry, name=f"Hired {n}{half}", company=f"company {n}") for half in "ab"]


# battles


def any_battle(chance: Chance) -> Battle:
    """Any size, scenario, options and map; sometimes with hardly any morale, sometimes with a referee."""
    preset = chance.choice(list(catalogue().presets.values()))
    scenario = chance.choice(SCENARIOS)
    lists = {side: random_army(chance, preset.size) for side in SIDES}
    poor = {side: chance.choice([0, 1, 2, army.starting_morale(list_)]) for side, list_ in lists.items()}
    switches = ("dissolved_link_costs_morale", "unready", "focus", "daring")
    battle = Battle(
        options=Options(
            scenario=scenario,
            size=preset.size,
            turn_limit=chance.choice([3, 6, 8]),
            deploy_rows=chance.choice([2, 3]),
            **{switch: chance.random() < 0.7 for switch in switches},
        ),
        map=_map(chance, scenario),
        sides={side: Side(side, morale=morale) for side, morale in poor.items()},
        units={unit.id: unit for side, list_ in lists.items() for unit in army.muster(list_, side)},
        companies={hire.id: hire for side, list_ in lists.items() for hire in army.companies(list_, side)},
        chreda="deployment",
        referee=chance.random() < 0.3,
    )
    return replace(battle, agenda=turn.opening(battle))


def _map(chance: Chance, scenario: str) -> Map:
    """One of the catalogue, or a wild one that no maker of maps would pass."""
    map_ = chance.choice(list(catalogue().maps.values())).map
    if chance.random() < 0.5:
        map_ = Map(columns=chance.randint(9, 15), rows=chance.randint(8, 13), terrain={})
        share = chance.choice([0.0, 0.05, 0.15, 0.25])
        map_ = replace(map_, terrain={h: chance.choice(GROUNDS) for h in map_.hexes() if chance.random() < share})
    if scenario == "shrine":
        inner = [hex_ for hex_ in map_.hexes() if 4 <= place(hex_)[1] <= map_.rows - 3]
        map_ = replace(map_, terrain={**map_.terrain, **dict.fromkeys(chance.sample(inner, 3), "shrine")})
    return map_


# the player


class NoRoom(Exception):
    """A wild map has no hexes left for a unit that must be placed."""


class Ground:
    """Hexes that units may be placed on, fewer with each that is."""

    def __init__(self, chance: Chance, hexes: Mapping[str, Sequence[Hex]]) -> None:
        self.chance = chance
        self.free = {unit: list(offered) for unit, offered in hexes.items()}
        self.placed: dict[str, c.Placement] = {}

    def put(self, spots: Mapping[str, Hex]) -> None:
        self.placed |= {unit: c.Placement(hex_) for unit, hex_ in spots.items()}
        for unit, offered in self.free.items():
            self.free[unit] = [hex_ for hex_ in offered if hex_ not in spots.values()]

    def together(self, units: Sequence[str], reach: int, most: int) -> dict[str, Hex]:
        """Some of the units, each within reach of another."""
        waiting = [unit for unit in units if unit not in self.placed and self.free.get(unit)]
        self.chance.shuffle(waiting)
        spots: dict[str, Hex] = {}
        for unit in waiting[:most]:
            near = [h for h in self.free[unit] if h not in spots.values() and _is_near(h, spots, reach)]
            if near:
                spots[unit] = self.chance.choice(near)
        return spots


def _is_near(hex_: Hex, spots: Mapping[str, Hex], reach: int) -> bool:
    return not spots or any(distance(hex_, other) <= reach for other in spots.values())


def _shape(battle: Battle, units: Sequence[str]) -> tuple[int, int]:
    """`link.form`, `link.together`: how near and how many the members of such a link are."""
    return (1, 5) if battle.units[units[0]].kind == "squad" else (3, 3)


def _links(ground: Ground, battle: Battle, offered: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    links = {}
    for link, units in offered.items():
        if ground.chance.random() < 0.7:
            spots = ground.together(units, *_shape(battle, units))
            if len(spots) >= 2:
                ground.put(spots)
                links[link] = tuple(spots)
    return links


def _deploy(chance: Chance, battle: Battle, choice: DeployChoice) -> c.Command:
    ground = Ground(chance, choice.hexes)
    links = _links(ground, battle, choice.links)
    held: list[str] = []
    for unit in choice.hexes:
        if unit in ground.placed:
            continue
        if ground.placed and choice.reserve and (chance.random() < 0.2 or not ground.free[unit]):
            held.append(unit)
        elif not ground.free[unit]:
            raise NoRoom
        else:
            ground.put({unit: chance.choice(ground.free[unit])})
    links |= _held_links(battle, held, links)
    if links and chance.random() < 0.2:  # a name that the other side may choose, too
        links = {"L1": links.popitem()[1], **links}
    return c.Deploy(placements=ground.placed, reserve=tuple(held), links=links)


def _held_links(battle: Battle, held: Sequence[str], links: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """One link in reserve, if there are two of a kind."""
    for kind in ("squad", "walker", "vehicle"):
        units = [id_ for id_ in held if battle.units[id_].kind == kind and not battle.units[id_].is_hireling]
        if len(units) >= 2:
            free = next(name for name in ("R1", "R2") if name not in links)
            return {battle.units[units[0]].side[0] + free: tuple(units[: _shape(battle, units)[1]])}
    return {}


def _enter(chance: Chance, battle: Battle, choice: EnterChoice) -> c.Command:
    ground = Ground(chance, choice.hexes)
    for units in choice.bound.values():
        spots = ground.together(units, *_shape(battle, units)) if chance.random() < 0.7 else {}
        if len(spots) == len(units):
            ground.put(spots)
    bound = {unit for units in choice.bound.values() for unit in units}
    links = _links(ground, battle, choice.links)
    for unit in choice.hexes:
        if unit not in ground.placed and unit not in bound and ground.free[unit] and chance.random() < 0.7:
            ground.put({unit: chance.choice(ground.free[unit])})
    return c.Enter(placements=ground.placed, links=links)


def _review(chance: Chance, battle: Battle, choice: ReviewChoice) -> c.Command:
    may = [each for each in choice.choices if each != "exclude" or choice.keeps]
    chosen = chance.choice(may)
    kept = chance.choice(choice.keeps) if chosen == "exclude" else choice.units
    out = tuple(unit for unit in choice.units if unit not in kept)
    return c.ReviewLink(link=choice.link, question=choice.question, choice=chosen, units=out)


def _fate(chance: Chance, battle: Battle, choice: FateChoice) -> c.Command:
    return c.HirelingFate(company=choice.company, fate=chance.choice(("flee", "surrender")))


_CHOOSE: Mapping[type, Callable[..., c.Command]] = {
    DeployChoice: _deploy,
    EnterChoice: _enter,
    ReviewChoice: _review,
    FateChoice: _fate,
}


def choose_anything(chance: Chance, choice: Choice, battle: Battle) -> c.Command:
    """A command out of what a side may do now, whatever it is asked."""
    known = _CHOOSE.get(type(choice))
    return known(chance, battle, choice) if known else choose_boldly(chance, choice, battle)


def interference(chance: Chance, battle: Battle) -> tuple[str, c.Command] | None:
    """Now and then somebody says something that was not asked for: the referee, or a side at any time."""
    word = chance.random()
    if word < 0.03 and battle.referee and battle.companies:
        company = chance.choice(list(battle.companies))
        said = (c.HirelingModifier(company, chance.randint(-2, 2)), c.HirelingCheck(company))
        return "referee", chance.choice((*said, c.HirelingTerms(company, chance.choice(list(catalogue().terms)))))
    if word > 0.98:
        answers = [chance.choice(("ask", "never", "always", "best")) for _ in range(2)]
        return chance.choice(SIDES), chance.choice((c.SetAnswers(*answers), c.OfferDraw(), c.AnswerDraw(False)))
    return None
