"""`combat` for squads (пешцы), S2: how many attacks they have, and casualty reduction."""

from __future__ import annotations

from .battle import Battle, Unit, Weapon
from .pending import Volley
from .refusals import Refused


def attacks_left(unit: Unit) -> int:
    """`combat.squad_attacks`: attacks a turn by current strength, less those made."""
    return max(0, unit.hits - unit.turn.attacks_made)


def refuse_budget(unit: Unit, weapon: Weapon, shots: int) -> None:
    """`combat.squad_attacks`: attacks by current strength; the special weapon once a turn, and it uses one up."""
    left = attacks_left(unit)
    if weapon.special and weapon.id in unit.turn.weapons_used:
        raise Refused("combat.squad_attacks", "special_weapon_used", {"weapon": weapon.id})
    if weapon.special and shots != 1:
        raise Refused("combat.squad_attacks", "special_weapon_once", {"weapon": weapon.id})
    if shots < 1:
        raise Refused("combat.squad_attacks", "no_shots", {"shots": shots})
    if shots > left:
        raise Refused("combat.squad_attacks", "attacks_spent", {"shots": shots, "left": left})


def free_slots(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """`combat.reduction`, R29, R84: reductions that a squad has now, cover first; machines have none."""
    if unit.is_machine or unit.hex is None:
        return ()
    has = {"cover": battle.map.ground(unit.hex).cover, "hold": unit.turn.order == "hold"}
    return tuple(slot for slot, given in has.items() if given and slot not in unit.turn.reductions_used)


def cancellable(volley: Volley) -> dict[int, int]:
    """R30, N14: rolls of the volley that may be cancelled, from 1, with their losses: penetrating, not critical."""
    return {
        i: shot.losses
        for i, shot in enumerate(volley.shots, start=1)
        if shot.losses and not shot.critical and not shot.stray
    }


def best_cancelled(volley: Volley, slots: int) -> tuple[int, ...]:
    """R50: the greatest losses first, of equal ones the lowest number."""
    losses = cancellable(volley)
    return tuple(sorted(sorted(losses, key=lambda i: (-losses[i], i))[:slots]))
