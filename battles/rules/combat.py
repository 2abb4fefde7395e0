"""`combat`: attacks rolled, strays, casualty reduction, losses, criticals, destruction."""

from __future__ import annotations

from dataclasses import replace

from . import hirelings, infantry, rout, shooting, victory
from .battle import ENEMY, Battle, Deferred, Unit, Weapon
from .chronicle import Chronicle
from .commands import Attack, ReduceCasualties
from .events import (
    AttackRolled,
    CasualtiesReduced,
    CaughtFire,
    CriticalRolled,
    Destroyed,
    Fell,
    FireChecked,
    FirstStrike,
    Losses,
    PowerShotLost,
    Strayed,
    VolleyOffered,
    WeaponLost,
)
from .morale import batch, frighten
from .movement import speed
from .needed import Needed
from .pending import Run, Shot, Volley, Wave
from .refusals import Refused

POWER_SHOT_POWER = 2


def check(battle: Battle, unit: Unit, command: Attack) -> tuple[Weapon, Unit, int]:
    """`combat`, R80: whether the unit may make this attack now; weapon, target and number of rolls, else Refused."""
    weapon = shooting.weapon_of(unit, command.weapon)
    if unit.is_machine and weapon.id in unit.turn.weapons_used:
        raise Refused("combat.weapons", "weapon_used", {"weapon": weapon.id})
    if unit.is_machine and command.shots not in (None, weapon.shots):
        raise Refused("combat.weapons", "shots_of_the_weapon", {"shots": weapon.shots})
    target = shooting.refuse_target(weapon, unit, battle.units.get(command.target))
    shooting.refuse_sight(battle, unit, weapon, target)
    if unit.is_machine:
        return weapon, target, weapon.shots
    shots = 1 if command.shots is None else command.shots
    infantry.refuse_budget(unit, weapon, shots)
    if (weapon.id, target.id) in unit.turn.volleys:
        raise Refused("combat.reduction", "one_volley", {"weapon": weapon.id, "target": target.id})
    return weapon, target, shots


def attack(chronicle: Chronicle, unit: Unit, command: Attack) -> None:
    """`combat.hit`: the rolls of one volley; its losses come when reductions are settled."""
    weapon, target, shots = check(chronicle.battle, unit, command)
    needed = shooting.number(chronicle.battle, unit, weapon, target)
    volley = Volley(unit.id, weapon.id, target.id, _roll(chronicle, unit, weapon, target, needed, shots))
    chronicle.first(volley)


def _roll(
    chronicle: Chronicle,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    needed: Needed,
    shots: int,
    *,
    deferred: bool = False,
) -> tuple[Shot, ...]:
    if deferred:
        weapon = replace(weapon, power=weapon.power + POWER_SHOT_POWER)
    rolled: list[Shot] = []
    for i in range(1, shots + 1):
        shot = _shoot(chronicle, unit, weapon, target, needed, i, deferred)
        if sum(shot.dice) == 12 and not weapon.melee:
            shot = _stray(chronicle, unit, weapon, target, shot)
        rolled.append(shot)
    return tuple(rolled)


def _shoot(
    chronicle: Chronicle, unit: Unit, weapon: Weapon, target: Unit, needed: Needed, shot: int, deferred: bool
) -> Shot:
    """`combat.hit`, `dice.extremes`, `combat.damage`: one roll; the larger die and power against the defence."""
    dice = chronicle.dice.check()
    total = sum(dice)
    hit = total == 2 or (total != 12 and total <= needed.value)
    defence, arc = shooting.defence(target, unit.spot)
    damage = max(dice) + weapon.power
    critical = total == 2
    losses = _losses(target, damage, defence, critical) if hit else 0
    chronicle.tell(
        AttackRolled(
            unit=unit.id,
            weapon=weapon.id,
            target=target.id,
            shot=shot,
            dice=dice,
            number=needed.value,
            base=needed.base,
            modifiers=needed.reasons,
            hit=hit,
            critical=critical,
            larger=max(dice),
            power=weapon.power,
            damage=damage,
            defence=defence,
            arc=arc,
            losses=losses,
            deferred=deferred,
        )
    )
    return Shot(dice, hit, critical, losses)


def _losses(target: Unit, damage: int, defence: int, critical: bool) -> int:
    """`combat.damage`, `combat.critical`: damage by defence; a critical takes 1 of a squad, of a machine at least 1."""
    if critical and not target.is_machine:
        return 1
    return max(damage // defence, int(critical))


def _stray(chronicle: Chronicle, unit: Unit, weapon: Weapon, target: Unit, shot: Shot) -> Shot:
    """`combat.stray`, R27: a natural 12 hits somebody beside the target whom the weapon may hit."""
    near = chronicle.battle.within(target.spot, 1)
    candidates = [other for other in near if other.id not in (unit.id, target.id) and shooting.may_hit(weapon, other)]
    if not candidates:
        return shot
    chosen = (chronicle.dice.d6(),) if len(candidates) > 1 else ()
    victim = candidates[(chosen[0] - 1) % len(candidates)] if chosen else candidates[0]
    die = chronicle.dice.d6()
    defence, _ = shooting.defence(victim, unit.spot)
    damage = die + weapon.power
    chronicle.tell(
        Strayed(
            unit=unit.id,
            weapon=weapon.id,
            target=victim.id,
            candidates=tuple(other.id for other in candidates),
            dice=(*chosen, die),
            power=weapon.power,
            damage=damage,
            defence=defence,
            losses=damage // defence,
        )
    )
    return replace(shot, losses=damage // defence, stray=victim.id)


# casualty reduction


def run_volley(chronicle: Chronicle, step: Volley) -> None:
    """`combat.reduction`, R30, R50: offer the free slots once, or settle by the standing answer; then the losses."""
    if not step.offered:
        target = chronicle.unit(step.target)
        slots, losses = infantry.free_slots(chronicle.battle, target), infantry.cancellable(step)
        if slots and losses:
            answer = chronicle.side(target.side).answers.reduce_casualties
            if answer == "ask":
                _offer(chronicle, step, target, slots)
                return
            if answer in ("always", "best"):
                step = _reduce(chronicle, step, infantry.best_cancelled(step, len(slots)))
    chronicle.done()
    _resolve(chronicle, step)


def _offer(chronicle: Chronicle, step: Volley, target: Unit, slots: tuple[str, ...]) -> None:
    chronicle.tell(
        VolleyOffered(
            side=target.side,
            unit=step.unit,
            weapon=step.weapon,
            target=target.id,
            shots=tuple(infantry.cancellable(step)),
            slots=slots,
        )
    )
    chronicle.done(replace(step, offered=True))


def reduce_casualties(chronicle: Chronicle, side: str, command: ReduceCasualties) -> None:
    """`combat.reduction`, N14: cancel penetrating rolls, one for each free slot; then the rest takes effect."""
    step = chronicle.battle.agenda[0]
    if not isinstance(step, Volley):
        raise Refused("turn.pending", "not_awaited", {"do": command.do})
    losses = infantry.cancellable(step)
    named = tuple(dict.fromkeys(command.cancel))
    wrong = next((shot for shot in named if shot not in losses), None)
    if wrong is not None:
        raise Refused("combat.reduction", "roll_not_cancellable", {"shot": wrong})
    slots = infantry.free_slots(chronicle.battle, chronicle.unit(step.target))
    if len(named) > len(slots):
        raise Refused("combat.reduction", "too_many_cancelled", {"named": len(named), "slots": len(slots)})
    step = _reduce(chronicle, step, named)
    chronicle.done()
    _resolve(chronicle, step)


def _reduce(chronicle: Chronicle, step: Volley, cancelled: tuple[int, ...]) -> Volley:
    if not cancelled:
        return step
    slots = infantry.free_slots(chronicle.battle, chronicle.unit(step.target))[: len(cancelled)]
    chronicle.tell(CasualtiesReduced(target=step.target, cancelled=cancelled, slots=slots))
    return replace(step, cancelled=cancelled)


# losses and what they bring


def _resolve(chronicle: Chronicle, step: Volley) -> None:
    """R34, N17: losses in the order of the shots, criticals, then fear: critical, danger, friendly fire."""
    before = dict(chronicle.battle.units)
    for i, shot in enumerate(step.shots, start=1):
        if shot.losses and i not in step.cancelled:
            by = None if shot.stray else step.unit
            hurt(chronicle, shot.stray or step.target, shot.losses, by=by, source=step.unit)
    criticals = [shot for shot in step.shots if shot.critical and chronicle.unit(step.target).on_map]
    for _ in criticals:
        critical(chronicle, step.target)
    own = chronicle.unit(step.unit).side
    victims = [chronicle.unit(shot.stray) for shot in step.shots if shot.stray]
    strayed = [unit.id for unit in victims if unit.side == own and unit.on_map]
    afraid = endangered(chronicle.battle, before)
    frighten(
        chronicle,
        *batch("morale.critical", [step.target] if criticals else []),
        *batch("morale.danger", afraid),
        *batch("morale.friendly_fire", strayed, (("morale.friendly_fire", -1),)),
        *hirelings.hurt_by(chronicle.battle, before, afraid),
    )


def endangered(battle: Battle, before: dict[str, Unit]) -> list[str]:
    """`morale.danger`: units that a loss brought from above their threshold to it or below, and not to 0."""
    return [
        unit.id
        for unit in battle.on_map()
        if unit.id in before and before[unit.id].hits > unit.stats.danger >= unit.hits
    ]


def hurt(
    chronicle: Chronicle, unit_id: str, losses: int, *, by: str | None, source: str | None, rule: str = "combat.damage"
) -> None:
    """`combat.damage`, `combat.destroyed`: take strength or structure; at 0 the unit is removed."""
    unit = chronicle.unit(unit_id)
    if not unit.on_map:
        return
    losses = min(losses, unit.hits)
    chronicle.tell(Losses(rule=rule, unit=unit_id, losses=losses, left=unit.hits - losses, by=by))
    if unit.hits == losses:
        destroy(chronicle, unit_id, by=by, source=source)


def destroy(chronicle: Chronicle, unit_id: str, *, by: str | None, source: str | None) -> None:
    """`combat.destroyed`, R48, R51: remove a unit; points, and the first strike where an enemy's blow did it.

    A crew that fled from its walker is worth nothing and gives no first strike (R43).
    """
    unit = chronicle.unit(unit_id)
    chronicle.tell(Destroyed(unit=unit_id, by=by))
    victory.score_unit(chronicle, unit, "destroyed")
    enemy = ENEMY[unit.side]
    struck = any(side.first_strike for side in chronicle.battle.sides.values())
    counts = source is not None and chronicle.unit(source).side == enemy
    if counts and not struck and not rout.is_crew(chronicle.battle, unit):
        chronicle.tell(FirstStrike(side=enemy, unit=unit_id))
        chronicle.gain(enemy, 1, rule="morale.first_strike", why="morale.first_strike", unit=unit_id)


def critical(chronicle: Chronicle, unit_id: str) -> None:
    """`combat.critical_table`, R31: a machine that was critically hit and still stands rolls a d6."""
    unit = chronicle.unit(unit_id)
    if not unit.is_machine:
        return
    die = chronicle.dice.d6()
    effect = _critical_effect(unit, die)
    chronicle.tell(CriticalRolled(unit=unit_id, dice=(die,), effect=effect))
    if effect == "weapon_lost":
        chronicle.tell(WeaponLost(unit=unit_id, weapon=_strongest(unit)))
    elif effect == "caught_fire":
        chronicle.tell(CaughtFire(unit=unit_id))
    elif effect == "fell":
        chronicle.tell(Fell(unit=unit_id, immobile=unit.kind == "vehicle"))


def _critical_effect(unit: Unit, die: int) -> str:
    effect = ("stunned", "weapon_lost", "slowed", "slowed_initiative", "caught_fire", "fell")[die - 1]
    nothing = {
        "weapon_lost": not _strongest(unit),
        "slowed": speed(unit) == 0,
        "caught_fire": unit.on_fire,
        "fell": unit.immobile if unit.kind == "vehicle" else unit.prone,
    }
    return "nothing" if nothing.get(effect) else effect


def _strongest(unit: Unit) -> str:
    """R31: the working weapon of the highest power, melee included, ties by catalogue order; none is empty."""
    working = [weapon for weapon in unit.stats.weapons if weapon.id not in unit.lost_weapons]
    return max(working, key=lambda weapon: weapon.power).id if working else ""


# power shots


def run_deferred(chronicle: Chronicle) -> None:
    """`order.power_shot`, R22: deferred shots one after another, in the order of their declaration."""
    if not chronicle.battle.deferred:
        chronicle.done()
        return
    shot = chronicle.battle.deferred[0]
    reason = _lost_because(chronicle.battle, shot)
    if reason:
        chronicle.tell(PowerShotLost(unit=shot.unit, weapon=shot.weapon, target=shot.target, reason=reason))
        return
    unit, target = chronicle.unit(shot.unit), chronicle.unit(shot.target)
    weapon = shooting.weapon_of(unit, shot.weapon)
    needed = shooting.number(chronicle.battle, unit, weapon, target, deferred=True)
    rolls = _roll(chronicle, unit, weapon, target, needed, 1, deferred=True)
    chronicle.first(Volley(unit.id, weapon.id, target.id, rolls))


def _lost_because(battle: Battle, shot: Deferred) -> str:
    """R22: the shot is lost if the firer has lost its order, the weapon, the target or the sight of it; else empty."""
    unit, target = battle.units[shot.unit], battle.units[shot.target]
    if not unit.on_map:
        return "firer_gone"
    if unit.turn.order != "special" or unit.state != "steady":
        return "order_lost"
    if shot.weapon in unit.lost_weapons:
        return "weapon_lost"
    if not target.on_map:
        return "target_gone"
    try:
        shooting.refuse_sight(battle, unit, shooting.weapon_of(unit, shot.weapon), target)
    except Refused:
        return "no_sight"
    return ""


# fires


def run_fires(chronicle: Chronicle) -> None:
    """`turn.fires`: each burning unit rolls 2d6, 7 or less puts it out, else it loses 1 structure; then danger."""
    chronicle.done()
    before = dict(chronicle.battle.units)
    for unit in tuple(chronicle.battle.on_map()):
        if unit.on_fire:
            dice = chronicle.dice.check()
            out = sum(dice) <= 7
            chronicle.tell(FireChecked(unit=unit.id, dice=dice, number=7, passed=out))
            if not out:
                hurt(chronicle, unit.id, 1, by=None, source=None, rule="turn.fires")
    afraid = endangered(chronicle.battle, before)
    hired = hirelings.hurt_by(chronicle.battle, before, afraid)
    chronicle.first(*batch("morale.danger", afraid), *hired, Wave(), Run("count"))
