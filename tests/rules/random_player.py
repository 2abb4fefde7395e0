"""A player that chooses at random among the commands that `legal` offers; battles to let it loose in."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from battles.rules import army, atlas, catalogue, turn
from battles.rules import commands as c
from battles.rules.battle import Battle, Options, Side
from battles.rules.choices import (
    ActivationChoice,
    ChecksChoice,
    Choice,
    DeployChoice,
    EnterChoice,
    OrdersChoice,
    ReductionChoice,
    SpendChoice,
    UnitChoice,
)
from battles.rules.hexes import distance

Chance = random.Random


def new_battle(chance: Chance, *, preset: str = "skirmish", starter: str = "", **options: Any) -> Battle:
    """A battle of two starter armies on a map of their size, before deployment; `starter` is one for both."""
    known = catalogue.catalogue()
    kind = known.presets[preset]
    fits = [each for each in known.starters.values() if each.preset == preset]
    starters = [known.starters[starter]] if starter else fits
    sheets = [sheet for sheet in known.maps.values() if sheet.preset == preset]
    sheet = chance.choice(sheets) if sheets else atlas.sheet(atlas.made_id(preset, str(chance.randrange(1000))))
    assert sheet is not None
    lists = {side: chance.choice(starters).army("ru") for side in ("red", "blue")}
    units = [unit for side, chosen in lists.items() for unit in army.muster(chosen, side)]
    hires = [company for side, chosen in lists.items() for company in army.companies(chosen, side)]
    battle = Battle(
        options=Options(turn_limit=kind.turns, deploy_rows=kind.deploy_rows, size=kind.size, **options),
        map=sheet.map,
        sides={side: Side(side, morale=army.starting_morale(chosen)) for side, chosen in lists.items()},
        units={unit.id: unit for unit in units},
        companies={company.id: company for company in hires},
        chreda="deployment",
    )
    return replace(battle, agenda=turn.opening(battle))


def some(chance: Chance, items: Sequence[Any], most: int | None = None) -> tuple[Any, ...]:
    """A random part of a sequence, in its order."""
    count = chance.randint(0, len(items) if most is None else min(most, len(items)))
    chosen = set(chance.sample(range(len(items)), count))
    return tuple(item for i, item in enumerate(items) if i in chosen)


def _deploy(chance: Chance, choice: DeployChoice) -> c.Command:
    placements: dict[str, c.Placement] = {}
    taken: set[str] = set()
    for unit, hexes in choice.hexes.items():
        hex_ = chance.choice([hex_ for hex_ in hexes if hex_ not in taken])
        taken.add(hex_)
        placements[unit] = c.Placement(hex_)
    held = (chance.choice(list(placements)),) if choice.reserve and chance.random() < 0.2 else ()
    return c.Deploy(placements={id_: spot for id_, spot in placements.items() if id_ not in held}, reserve=held)


def _enter(chance: Chance, choice: EnterChoice) -> c.Command:
    placements: dict[str, c.Placement] = {}
    for unit, hexes in choice.hexes.items():
        free = [hex_ for hex_ in hexes if hex_ not in {spot.hex for spot in placements.values()}]
        if free and chance.random() < 0.7:
            placements[unit] = c.Placement(chance.choice(free))
    return c.Enter(placements=placements)


def _orders(chance: Chance, choice: OrdersChoice) -> c.Command:
    return c.PlaceOrders({group: chance.choice(("attack", "attack", *given)) for group, given in choice.groups.items()})


def _spend(chance: Chance, choice: SpendChoice) -> c.Command:
    groups, left = list(choice.groups), min(choice.pool, chance.randint(0, 2))
    points: dict[str, int] = {}
    for _ in range(left if groups else 0):
        group = chance.choice(groups)
        points[group] = points.get(group, 0) + 1
    return c.SpendInitiative(points)


def _checks(chance: Chance, choice: ChecksChoice) -> c.Command:
    return c.CancelChecks(some(chance, [offer.unit for offer in choice.offers], choice.affordable))


def _reduction(chance: Chance, choice: ReductionChoice) -> c.Command:
    return c.ReduceCasualties(some(chance, list(choice.losses), len(choice.slots)))


def deeds(choice: ActivationChoice) -> dict[str, list[c.Command]]:
    """Every command that the active group may be given, by kind."""
    found: dict[str, list[c.Command]] = {}
    for unit in choice.units.values():
        for kind, some_deeds in _unit_deeds(unit).items():
            found.setdefault(kind, []).extend(some_deeds)
    if choice.end is None:
        found["end"] = [c.EndActivation(choice.group)]
    return {kind: listed for kind, listed in found.items() if listed}


def _unit_deeds(unit: UnitChoice) -> dict[str, list[c.Command]]:
    id_ = unit.unit
    aims = [aim for aim in unit.aims if aim.no is None]
    return {
        "move": [c.Move(id_, hex_, reach.facing) for hex_, reach in unit.moves.items()]
        + [c.Move(id_, hex_, facing) for hex_, reach in unit.moves.items() for facing in reach.facings],
        "leave": [c.Move(id_, "off", edge=edge) for edge in unit.edges],
        "turn": [c.Turn(id_, facing) for facing in unit.turns],
        "stand": [c.Stand(id_)] if unit.stand else [],
        "undo": [c.TakeBack(id_)] if unit.undo else [],
        "attack": [c.Attack(id_, aim.weapon, aim.target, shots) for aim in aims for shots in _shots(aim.shots, unit)],
        "dash": [c.Special(id_, "dash", to=hex_) for hex_ in unit.dashes],
        "power_shot": [
            c.Special(id_, "power_shot", weapon=aim.weapon, target=aim.target)
            for aim in unit.power_shots
            if aim.no is None
        ],
        "ram": [c.Special(id_, "ram", target=ram.target) for ram in unit.rams],
        "inspire": [c.Special(id_, "inspire")] if unit.inspire else [],
    }


def _shots(most: int, unit: UnitChoice) -> Sequence[int | None]:
    return (None,) if most < 2 else (most, None)[:1]


def _activation(chance: Chance, choice: ActivationChoice) -> c.Command:
    found = deeds(choice)
    kinds = [kind for kind in found if kind not in ("undo", "end", "turn")]
    if kinds and chance.random() < 0.85:
        return chance.choice(found[chance.choice(kinds)])
    return chance.choice(found[chance.choice(list(found))])


def choose_boldly(chance: Chance, choice: Choice, battle: Battle) -> c.Command:
    """As `choose`, but mostly rams, attacks, or comes nearer to the enemy, so that more happens."""
    if not isinstance(choice, ActivationChoice) or chance.random() < 0.2:
        return choose(chance, choice)
    found = deeds(choice)
    for kind in ("ram", "attack", "inspire", "stand"):
        if found.get(kind):
            return chance.choice(found[kind])
    moves = [command for kind in ("move", "dash") for command in found.get(kind, ())]
    nearer = [command for command in moves if _gap(battle, command) < _gap(battle, command, there=False)]
    if nearer:
        return min(nearer, key=lambda command: (_gap(battle, command), chance.random()))
    return chance.choice(found.get("end") or [choose(chance, choice)])


def _gap(battle: Battle, command: Any, *, there: bool = True) -> int:
    """Distance to the nearest enemy, from where a command leads or from where the unit stands."""
    unit = battle.units[command.unit]
    hex_ = command.to if there else unit.spot
    enemies = battle.on_map("blue" if unit.side == "red" else "red")
    return min((distance(hex_, enemy.spot) for enemy in enemies), default=0)


_CHOOSE: Mapping[type, Callable[[Chance, Any], c.Command]] = {
    DeployChoice: _deploy,
    EnterChoice: _enter,
    OrdersChoice: _orders,
    SpendChoice: _spend,
    ChecksChoice: _checks,
    ReductionChoice: _reduction,
    ActivationChoice: _activation,
}


def choose(chance: Chance, choice: Choice) -> c.Command:
    """A random command out of what a side may do now."""
    return _CHOOSE[type(choice)](chance, choice)
