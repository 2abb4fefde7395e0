"""How the two players of the browser test play: a policy over what `legal` offers, the same for the same battle.

It knows no dice. It goes for the enemy, rams and inspires where it can, spends a little of everything, so that a short
battle holds every kind of decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from battles.rules import charge, infantry
from battles.rules import commands as c
from battles.rules.battle import ENEMY, Battle, Unit
from battles.rules.choices import (
    ActivationChoice,
    Aim,
    ChecksChoice,
    Choice,
    DeployChoice,
    EnterChoice,
    FateChoice,
    OrdersChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
    UnitChoice,
)
from battles.rules.hexes import FACINGS, arc, distance
from battles.rules.refusals import Refused


def choose(battle: Battle, side: str, choice: Choice) -> c.Command:
    """The next command of a side that has something to decide or a group to lead."""
    return _CHOOSE[type(choice)](battle, side, choice)


def _deploy(battle: Battle, side: str, choice: DeployChoice) -> c.Command:
    """The front row first, from the middle outwards."""
    middle = (battle.map.columns + 1) / 2
    placements: dict[str, c.Placement] = {}
    for unit, hexes in choice.hexes.items():
        taken = {spot.hex for spot in placements.values()}
        free = [hex_ for hex_ in hexes if hex_ not in taken]
        best = min(free, key=lambda hex_: (-battle.map.steps_home(side, hex_), abs(int(hex_[:2]) - middle), hex_))
        placements[unit] = c.Placement(best)
    return c.Deploy(placements=placements)


def _enter(battle: Battle, side: str, choice: EnterChoice) -> c.Command:
    """Everybody at once, from the west."""
    placements: dict[str, c.Placement] = {}
    for unit, hexes in choice.hexes.items():
        taken = {spot.hex for spot in placements.values()}
        placements[unit] = c.Placement(next(hex_ for hex_ in hexes if hex_ not in taken))
    return c.Enter(placements=placements)


def _review(battle: Battle, side: str, choice: ReviewChoice) -> c.Command:
    """Whoever is apart is let go; where nobody is left together the link is dissolved."""
    named = c.ReviewLink(choice.link, choice.question, "dissolve")
    if choice.question == "gap":
        return replace(named, choice="accept_worst")
    if choice.keeps:
        return replace(named, choice="exclude", units=tuple(id_ for id_ in choice.units if id_ not in choice.keeps[0]))
    return named


def _fate(battle: Battle, side: str, choice: FateChoice) -> c.Command:
    return c.HirelingFate(choice.company, "flee")


def _orders(battle: Battle, side: str, choice: OrdersChoice) -> c.Command:
    leaders = {group: battle.links[group].members[0] if group in battle.links else group for group in choice.groups}
    return c.PlaceOrders({group: _order(battle, battle.units[unit]) for group, unit in leaders.items()})


def _order(battle: Battle, unit: Unit) -> str:
    if unit.commander and not battle.sides[unit.side].inspired and battle.turn >= 2:
        return "special"
    if _may_ram(battle, unit) or (unit.is_machine and _power_shot_in(battle, unit)):
        return "special"
    near = any(distance(unit.spot, enemy.spot) <= 4 for enemy in _enemies(battle, unit))
    covered = "cover" in infantry.free_slots(battle, unit)
    return "hold" if near and covered and not unit.is_machine else "attack"


def _may_ram(battle: Battle, unit: Unit) -> bool:
    for enemy in _enemies(battle, unit):
        if not enemy.is_machine:
            try:
                charge.way(battle, unit, enemy)
            except Refused:
                continue
            return True
    return False


def _power_shot_in(battle: Battle, unit: Unit) -> bool:
    """The machine with the lowest id tries a power shot in the third turn, where a machine stands before it."""
    machines = [other for other in battle.on_map(unit.side) if other.is_machine and other.is_steady]
    heavy = any(not weapon.melee and "squads" not in weapon.targets for weapon in unit.stats.weapons)
    return (
        battle.turn == 3 and machines[0].id == unit.id and heavy and any(e.is_machine for e in _enemies(battle, unit))
    )


def _enemies(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    return tuple(battle.on_map(ENEMY[unit.side]))


def _spend(battle: Battle, side: str, choice: SpendChoice) -> c.Command:
    """One point for the slowest group while there is plenty."""
    if choice.pool < 4 or not choice.groups:
        return c.SpendInitiative()
    slowest = max(choice.groups, key=lambda group: (choice.groups[group], group))
    return c.SpendInitiative({slowest: 1})


def _checks(battle: Battle, side: str, choice: ChecksChoice) -> c.Command:
    """Fear of a whole machine is worth a point, recoveries are left to the dice."""
    worth = [offer.unit for offer in choice.offers if battle.units[offer.unit].is_machine or offer.chance < 0.4]
    keep = choice.cause == "morale.recovery" or choice.affordable < 3
    return c.CancelChecks(() if keep else tuple(worth[:1]))


def _reduction(battle: Battle, side: str, choice: ReductionChoice) -> c.Command:
    worst = sorted(choice.losses, key=lambda shot: (-choice.losses[shot], shot))
    return c.ReduceCasualties(tuple(sorted(worst[: len(choice.slots)])))


def _activation(battle: Battle, side: str, choice: ActivationChoice) -> c.Command:
    for unit_choice in choice.units.values():
        command = _deed(battle, battle.units[unit_choice.unit], unit_choice)
        if command is not None:
            return command
    return c.EndActivation(choice.group)


def _deed(battle: Battle, unit: Unit, choice: UnitChoice) -> c.Command | None:
    if unit.state == "shaken":
        return _retreat(battle, unit, choice)
    if unit.turn.order == "special":
        return _special(battle, unit, choice)
    if choice.stand:
        return c.Stand(unit.id)
    return _attack(unit, choice) or _advance(battle, unit, choice)


def _retreat(battle: Battle, unit: Unit, choice: UnitChoice) -> c.Command | None:
    if choice.stand:
        return c.Stand(unit.id)
    if choice.edges:
        return c.Move(unit.id, "off", edge=choice.edges[0])
    here = battle.map.steps_home(unit.side, unit.spot)
    homeward = [hex_ for hex_ in choice.moves if battle.map.steps_home(unit.side, hex_) < here]
    if homeward and not choice.aims:
        best = min(homeward, key=lambda hex_: (battle.map.steps_home(unit.side, hex_), hex_))
        return c.Move(unit.id, best, facing=choice.moves[best].facing)
    return _attack(unit, choice)


def _special(battle: Battle, unit: Unit, choice: UnitChoice) -> c.Command | None:
    if choice.inspire:
        return c.Special(unit.id, "inspire")
    squads = [ram.target for ram in choice.rams if not battle.units[ram.target].is_machine]
    if squads:
        return c.Special(unit.id, "ram", target=squads[0])
    shots = [aim for aim in choice.power_shots if aim.no is None and aim.needed is not None]
    if shots:
        best = max(shots, key=lambda aim: (aim.mean, aim.weapon, aim.target))
        return c.Special(unit.id, "power_shot", weapon=best.weapon, target=best.target)
    if choice.dashes:
        return c.Special(unit.id, "dash", to=_nearest(battle, unit, tuple(choice.dashes)))
    return None


def _attack(unit: Unit, choice: UnitChoice) -> c.Command | None:
    aims = [aim for aim in choice.aims if aim.no is None]
    if not aims:
        return None
    best = max(aims, key=lambda aim: (aim.mean * aim.shots, aim.weapon, aim.target))
    return c.Attack(unit.id, best.weapon, best.target, _shots(unit, best))


def _shots(unit: Unit, aim: Aim) -> int | None:
    return None if unit.is_machine else aim.shots


def _advance(battle: Battle, unit: Unit, choice: UnitChoice) -> c.Command | None:
    if unit.turn.moved or not choice.moves:
        return _face(battle, unit, choice)
    best = _nearest(battle, unit, tuple(choice.moves))
    if _gap(battle, unit, best) >= _gap(battle, unit, unit.spot):
        return _face(battle, unit, choice)
    return c.Move(unit.id, best, facing=choice.moves[best].facing)


def _face(battle: Battle, unit: Unit, choice: UnitChoice) -> c.Command | None:
    """Turn the front to the nearest enemy, if it is not there already."""
    enemies = _enemies(battle, unit)
    if not choice.turns or not enemies or unit.facing is None:
        return None
    enemy = min(enemies, key=lambda enemy: (distance(unit.spot, enemy.spot), enemy.id))
    if arc(unit.spot, unit.facing, enemy.spot) == "front":
        return None
    wanted = [facing for facing in choice.turns if arc(unit.spot, facing, enemy.spot) == "front"]
    return c.Turn(unit.id, min(wanted, key=FACINGS.index)) if wanted else None


def _nearest(battle: Battle, unit: Unit, hexes: tuple[str, ...]) -> str:
    return min(hexes, key=lambda hex_: (_gap(battle, unit, hex_), hex_))


def _gap(battle: Battle, unit: Unit, hex_: str) -> int:
    return min((distance(hex_, enemy.spot) for enemy in _enemies(battle, unit)), default=0)


_CHOOSE: Mapping[type, Callable[[Battle, str, Any], c.Command]] = {
    DeployChoice: _deploy,
    EnterChoice: _enter,
    ReviewChoice: _review,
    FateChoice: _fate,
    OrdersChoice: _orders,
    SpendChoice: _spend,
    ChecksChoice: _checks,
    ReductionChoice: _reduction,
    ActivationChoice: _activation,
}
