"""What one unit of the active group may do now: ways, turns, aims, special orders, each with its number or its no."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import activation, charge, combat, infantry, initiative, movement, shooting
from .battle import ENEMY, Battle, Unit, Weapon
from .choices import Aim, No, Ram, Reach, UnitChoice
from .commands import Attack
from .hexes import FACINGS, TURNS, Hex, distance
from .lattice import Node, off
from .movement import Way
from .needed import Needed
from .odds import chance, losses_of_roll, succeeds
from .refusals import Refused
from .values import changed


def no_of(refuse: Callable[[], object]) -> No | None:
    """The refusal of a rule as a value; None where it does not refuse."""
    try:
        refuse()
    except Refused as refused:
        return No(refused.rule, refused.reason, refused.facts)
    return None


def unit_choice(battle: Battle, unit: Unit) -> UnitChoice:
    """All that the unit may do, and the reason of every control that it may not use."""
    dash_no = no_of(lambda: activation.refuse_dash(unit))
    nos = {
        "move": no_of(lambda: activation.refuse_moving(unit)),
        "turn": no_of(lambda: activation.refuse_turning(battle, unit)),
        "stand": no_of(lambda: activation.refuse_standing(unit)),
        "undo": no_of(lambda: activation.refuse_taking_back(battle, unit)),
        "attack": no_of(lambda: activation.refuse_attacking(battle, unit)),
        "dash": dash_no,
        "power_shot": no_of(lambda: _refuse_power_shots(unit)),
        "ram": no_of(lambda: _refuse_rams(unit)),
        "inspire": no_of(lambda: activation.refuse_inspire(battle, unit)),
    }
    moves, edges = _moves(battle, unit) if nos["move"] is None else ({}, ())
    dashes, dash_edges = _moves(battle, unit) if dash_no is None else ({}, ())
    return UnitChoice(
        unit=unit.id,
        moves=moves,
        edges=edges,
        turns=_turns(battle, unit) if nos["turn"] is None else (),
        turn_free=nos["turn"] is None and activation.refuse_turning(battle, unit),
        stand=Needed(movement.STAND_NUMBER) if nos["stand"] is None else None,
        undo=nos["undo"] is None,
        aims=_aims(battle, unit) if nos["attack"] is None else (),
        dashes=dashes,
        dash_edges=dash_edges,
        power_shots=_power_shots(battle, unit) if nos["power_shot"] is None else (),
        rams=_rams(battle, unit) if nos["ram"] is None else (),
        inspire=_inspire(unit) if nos["inspire"] is None else None,
        nos={control: no for control, no in nos.items() if no is not None},
    )


# ways


def _moves(battle: Battle, unit: Unit) -> tuple[Mapping[Hex, Reach], tuple[str, ...]]:
    """`move.points`: where the unit can stop, the edges it can leave by; a shaken one keeps its retreat (R82)."""
    budget = movement.points(unit)
    found = movement.ways(battle, unit, budget, edges=activation.exits(battle, unit))
    taken = {other.hex for other in battle.units.values() if other.on_map}
    left: dict[Hex, dict[str, int]] = {}
    keeps = _keeping_retreat(battle, unit)
    for (hex_, facing), way in found.items():
        if hex_ not in taken and not hex_.startswith("off/") and keeps((hex_, facing), way):
            left.setdefault(hex_, {})[facing or ""] = budget - way.cost
    reaches = {hex_: _reach(unit, hex_, by, found) for hex_, by in sorted(left.items())}
    return reaches, tuple(edge for edge in movement.EDGES if (off(edge), None) in found)


def _reach(unit: Unit, hex_: Hex, by: Mapping[str, int], found: Mapping[Node, Way]) -> Reach:
    """N23: a hex with what is left for each facing; the facing of arrival needs no name."""
    if not unit.is_machine:
        return Reach(hex_, max(by.values()))
    arrival = movement.best_way(found, hex_, None, machine=True)
    best = max(by, key=lambda facing: (by[facing], -FACINGS.index(facing)))
    named = None if arrival and arrival.facing in by else best
    return Reach(hex_, max(by.values()), by, named)


def _keeping_retreat(battle: Battle, unit: Unit) -> Callable[[Node, Way], bool]:
    """R82: whether a shaken unit's retreat stays within reach after a way; always so for others."""
    if unit.state != "shaken":
        return lambda node, way: True
    goal, budget = movement.retreat_goal(battle, unit), movement.points(unit)

    def keeps(node: Node, way: Way) -> bool:
        if battle.map.steps_home(unit.side, node[0]) <= goal:
            return True
        turn = changed(unit.turn, points_left=budget - way.cost)
        there = changed(unit, hex=node[0], facing=node[1], turn=turn)
        return movement.least_home(battle.with_unit(there), there, budget - way.cost) <= goal

    return keeps


def _turns(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """`move.points`, R17, R82: facings that the unit may turn to now."""
    others = [facing for facing in FACINGS if facing != unit.facing]
    if activation.refuse_turning(battle, unit):
        return tuple(others)
    budget = movement.points(unit)
    keeps = _keeping_retreat(battle, unit)
    costs = {facing: TURNS[unit.facing or "N", facing] for facing in others}
    return tuple(
        facing
        for facing in others
        if costs[facing] <= budget and keeps((unit.spot, facing), Way(costs[facing], (), facing))
    )


# attacks


def _enemies(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    return tuple(battle.on_map(ENEMY[unit.side]))


def _aims(battle: Battle, unit: Unit) -> tuple[Aim, ...]:
    """`combat`: every weapon at every enemy, with its number and chances or with its no."""
    return tuple(_aim(battle, unit, weapon, enemy) for weapon in unit.stats.weapons for enemy in _enemies(battle, unit))


def _aim(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Aim:
    no = no_of(lambda: combat.check(battle, unit, Attack(unit.id, weapon.id, target.id)))
    if no is not None:
        return Aim(weapon.id, target.id, no)
    most = weapon.shots if unit.is_machine else 1 if weapon.special else infantry.attacks_left(unit)
    return _reckoned(battle, unit, weapon, target, shots=most)


def _reckoned(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, *, shots: int, deferred: bool = False) -> Aim:
    """The number of an attack with its reasons and the chances of one roll."""
    needed = shooting.number(battle, unit, weapon, target, deferred=deferred)
    defence, arc = shooting.defence(target, unit.spot)
    power = weapon.power + (combat.POWER_SHOT_POWER if deferred else 0)
    losses = losses_of_roll(needed.value, power, defence, machine=target.is_machine)
    return Aim(
        weapon=weapon.id,
        target=target.id,
        needed=needed,
        distance=distance(unit.spot, target.spot),
        arc=arc,
        defence=defence,
        power=power,
        shots=shots,
        hit=chance(lambda dice: succeeds(dice, needed.value)),
        pierce=sum(share for n, share in losses.items() if n),
        mean=sum(n * share for n, share in losses.items()),
    )


def _refuse_power_shots(unit: Unit) -> None:
    activation.refuse_special(unit)
    if unit.turn.tried_to_stand:
        raise Refused("order.power_shot", "no_movement", {"unit": unit.id})


def _power_shots(battle: Battle, unit: Unit) -> tuple[Aim, ...]:
    """`order.power_shot`: shots that may be declared; without a number where there is no sight as things stand."""
    aims = []
    for weapon in unit.stats.weapons:
        for target in _enemies(battle, unit):
            no = no_of(lambda: activation.refuse_power_shot(battle, unit, weapon.id, target.id))  # noqa: B023
            if no is not None:
                aims.append(Aim(weapon.id, target.id, no))
            elif no_of(lambda: shooting.refuse_sight(battle, unit, weapon, target)):  # noqa: B023
                aims.append(Aim(weapon.id, target.id))
            else:
                aims.append(_reckoned(battle, unit, weapon, target, shots=1, deferred=True))
    return tuple(aims)


# other special orders


def _refuse_rams(unit: Unit) -> None:
    activation.refuse_special(unit)
    if unit.kind != "walker":
        raise Refused("combat.ram", "only_walkers", {"unit": unit.id})


def _rams(battle: Battle, unit: Unit) -> tuple[Ram, ...]:
    rams = []
    for target in _enemies(battle, unit):
        try:
            path = charge.way(battle, unit, target)
        except Refused:
            continue
        defence, arc = shooting.defence(target, path[-1] if path else unit.spot)
        rams.append(Ram(target.id, path, charge.MASS_POWER[unit.stats.mass or "light"], defence, arc))
    return tuple(rams)


def _inspire(unit: Unit) -> Needed:
    value = initiative.unit_value(unit).value
    return Needed.of(activation.INSPIRED_FROM, ("initiative.roll", -value))
