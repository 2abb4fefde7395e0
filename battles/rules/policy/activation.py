"""`turn.tactics`: what the active group does next. Nothing is remembered: each command is chosen from the position."""

from __future__ import annotations

from collections.abc import Callable

from .. import movement
from ..activation import (
    exits,
    refuse_attacking,
    refuse_dash,
    refuse_end,
    refuse_moving,
    refuse_standing,
    refuse_turning,
)
from ..battle import Unit
from ..choices import UnitChoice
from ..commands import Command, EndActivation, Move, Stand, Turn
from ..lattice import off
from ..pending import Activation
from ..repertoire import no_of, unit_choice
from ..shooting import weapon_of
from .attacks import best_attack
from .outlook import Danger, Outlook
from .places import best_facing, best_place
from .specials import Deed, dash, dashing, deeds, turn_for

BETTER = 0.3  # grivnas that a free turn must bring


def act(outlook: Outlook, step: Activation) -> Command | None:
    """The next command for the group: first all go, then all shoot; then it ends. None where that may not be."""
    waiting = [outlook.battle.units[id_] for id_ in step.units]
    waiting = [unit for unit in waiting if unit.on_map and not unit.turn.activated and unit.state != "routing"]
    for ways in (_going, _striking):
        for unit in waiting:
            command = ways(outlook, unit)
            if command is not None:
                return command
    may_end = _allowed(lambda: refuse_end(outlook.battle, outlook.side, step.group))
    return EndActivation(step.group) if may_end else None


def _going(outlook: Outlook, unit: Unit) -> Command | None:
    """Standing up, moving, turning, a special order; None where the unit has no more of these to do."""
    if unit.prone and _allowed(lambda: refuse_standing(unit)):
        return Stand(unit.id)
    if unit.state == "shaken":
        return _retreat(outlook, unit)
    match unit.turn.order:
        case "attack":
            return _advance(outlook, unit)
        case "hold":
            return _free_turn(outlook, unit)
        case "special":
            return _special(outlook, unit)
    return None


def _striking(outlook: Outlook, unit: Unit) -> Command | None:
    return best_attack(outlook, unit) if _allowed(lambda: refuse_attacking(outlook.battle, unit)) else None


def _allowed(refuse: Callable[[], object]) -> bool:
    return no_of(refuse) is None


# attack


def _advance(outlook: Outlook, unit: Unit) -> Command | None:
    """`order.attack`: one move to the best place, or a turn where the unit stands well."""
    if unit.turn.moved or unit.turn.turned or not _allowed(lambda: refuse_moving(unit)):
        return None
    if leaving := _over_the_edge(outlook, unit):
        return leaving
    best = best_place(outlook, unit)
    if best is None or (best.hex, best.facing) == (unit.hex, unit.facing):
        return None
    if best.hex == unit.hex:
        return Turn(unit.id, best.facing) if best.facing else None
    return Move(unit.id, best.hex, facing=best.facing)


def _over_the_edge(outlook: Outlook, unit: Unit) -> Command | None:
    """R72: who can break through does."""
    edges = exits(outlook.battle, unit)
    if "enemy" not in edges:
        return None
    found = movement.ways(outlook.battle, unit, movement.points(unit), edges=edges)
    return Move(unit.id, "off", edge="enemy") if (off("enemy"), None) in found else None


def _free_turn(outlook: Outlook, unit: Unit) -> Command | None:
    """R17: on hold a machine turns once for nothing."""
    if not unit.is_machine or unit.turn.turned or not _allowed(lambda: refuse_turning(outlook.battle, unit)):
        return None
    best = best_facing(outlook, unit)
    return Turn(unit.id, best.facing) if best and best.facing and best.facing != unit.facing else None


# special


def _special(outlook: Outlook, unit: Unit) -> Command | None:
    """`order.special`: the best variant now; a dash where no other is worth it."""
    if unit.turn.special is not None:
        return None
    found = [deed for deed in deeds(outlook, unit) if deed.gain > BETTER]
    if found:
        return _carried_out(outlook, unit, found[0])
    if not _allowed(lambda: refuse_dash(unit)):
        return None
    best = dash(outlook, unit)
    if best is not None and best.hex != unit.hex:
        return dashing(unit, best)
    return _free_turn(outlook, unit)


def _carried_out(outlook: Outlook, unit: Unit, deed: Deed) -> Command:
    """A power shot may need the free turn first."""
    command = deed.command
    if command.variant == "power_shot" and not unit.turn.turned:
        target = outlook.battle.units[command.target or ""]
        facing = turn_for(unit, target.spot, weapon_of(unit, command.weapon or "").arc)
        if facing is not None:
            return Turn(unit.id, facing)
    return command


# fear


def _retreat(outlook: Outlook, unit: Unit) -> Command | None:
    """`morale.retreat`: as far back as it must, to the least dangerous hex; off the map where that is owed."""
    if movement.has_retreated(outlook.battle, unit) or unit.prone:
        return None
    choice = unit_choice(outlook.battle, unit)
    return _homeward(outlook, unit, choice)


def _homeward(outlook: Outlook, unit: Unit, choice: UnitChoice) -> Command | None:
    goal, danger = movement.retreat_goal(outlook.battle, unit), Danger(outlook, unit)
    map_ = outlook.battle.map
    far_enough = [hex_ for hex_ in choice.moves if map_.steps_home(unit.side, hex_) <= goal]
    if far_enough:
        best = min(far_enough, key=lambda hex_: (danger.at(hex_), -map_.steps_home(unit.side, hex_), hex_))
        return Move(unit.id, best, facing=choice.moves[best].facing)
    if "home" in choice.edges:
        return Move(unit.id, "off", edge="home")
    if not choice.moves:
        return None
    nearest = min(choice.moves, key=lambda hex_: (map_.steps_home(unit.side, hex_), hex_))
    return Move(unit.id, nearest, facing=choice.moves[nearest].facing)
