"""`morale`: fear checks offered, cancelled and rolled, contagion, exhaustion, recovery."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from . import orders
from .battle import SIDES, Battle, Unit, id_key
from .catalogue import catalogue
from .chronicle import Chronicle
from .commands import CancelChecks
from .events import CheckCancelled, ChecksOffered, DaringChecked, Exhausted, Recovered, Routed, Shaken
from .needed import Needed, Reasons
from .pending import Batch, Check, Run, Step, Wave
from .refusals import Refused

COMMANDER_REACH = 3
RECOVERY = "morale.recovery"
EXHAUSTION = "morale.exhaustion"
CONTAGION = "morale.contagion"


def batch(cause: str, units: Iterable[str], modifiers: Reasons = ()) -> tuple[Batch, ...]:
    """A batch of checks of one cause in unit id order; none where there is nobody to check."""
    checks = tuple(Check(id_, modifiers) for id_ in sorted(set(units), key=id_key))
    return (Batch(cause, checks),) if checks else ()


def frighten(chronicle: Chronicle, *steps: Step) -> None:
    """R34: the causes in their order, contagion, exhaustion, and whether the battle is over, before all else."""
    chronicle.first(*steps, Wave(), Run("exhaustion"), Run("count"))


def daring(battle: Battle, unit: Unit, extra: Reasons = ()) -> Needed:
    """`morale.check`, `morale.daring`: daring with all that raises and lowers it, then what the cause adds."""
    own: Reasons = (("army.commanders", catalogue().commanders[unit.commander].daring if unit.commander else 0),)
    own += (("morale.daring", sum(value for _, value in moods(battle, unit))),)
    return Needed.of(unit.stats.daring or 0, *own, *extra)


def moods(battle: Battle, unit: Unit) -> Reasons:
    """`morale.daring`, R98: a commander near, a commander fallen, an enemy destroyed this turn; those that hold."""
    if not battle.options.daring:
        return ()
    fell = battle.sides[unit.side].commander_fell
    mourning = fell is not None and battle.turn <= fell + 1
    found = (("commander_near", +_led(battle, unit)), ("commander_fell", -mourning),
             ("victor", +(unit.victor == battle.turn)))  # fmt: skip
    return tuple((mood, value) for mood, value in found if value)


def _led(battle: Battle, unit: Unit) -> bool:
    if unit.hex is None:
        return False
    near = battle.within(unit.hex, COMMANDER_REACH, unit.side)
    return any(other.commander and other.is_steady and other.id != unit.id for other in near)


# a batch of checks


def _may_check(unit: Unit, cause: str) -> bool:
    """Routers never check, hirelings have no daring (R35, R60)."""
    wanted = ("shaken",) if cause == RECOVERY else ("steady", "shaken")
    return unit.on_map and unit.state in wanted and not unit.is_hireling


def is_fearless(unit: Unit) -> bool:
    """`army.commanders`, R39: whether its next fear check passes without offer or dice."""
    return unit.trait == "fearless" and bool(unit.commander) and not unit.fearless_used


def _fearless(unit: Unit, cause: str) -> bool:
    """R39: recovery is no fear check and does not use it up."""
    return is_fearless(unit) and cause != RECOVERY


def run_batch(chronicle: Chronicle, step: Batch) -> None:
    """`morale.cancel`, R34, R38: offer what may be cancelled, wait for all answers, then pay and roll."""
    if step.offered is None:
        step = _offer(chronicle, step)
        if step.offered:
            chronicle.done(step)
            return
    chronicle.done()
    _resolve(chronicle, step)


def _offer(chronicle: Chronicle, step: Batch) -> Batch:
    checks = tuple(check for check in step.checks if _may_check(chronicle.unit(check.unit), step.cause))
    offered: dict[str, tuple[str, ...]] = {}
    answers: dict[str, tuple[str, ...]] = {}
    for side in SIDES:
        units = _cancellable(chronicle.battle, side, checks, step.cause)
        if not units:
            continue
        standing = _standing_answer(chronicle.battle, side, units)
        if standing is None:
            offered[side] = units
            rule = RECOVERY if step.cause == RECOVERY else "morale.cancel"
            chronicle.tell(ChecksOffered(rule=rule, side=side, cause=step.cause, units=units))
        else:
            answers[side] = standing
    return replace(step, checks=checks, offered=offered, answers=answers)


def _cancellable(battle: Battle, side: str, checks: tuple[Check, ...], cause: str) -> tuple[str, ...]:
    if cause == EXHAUSTION or battle.sides[side].pool < 1:
        return ()
    units = (battle.units[check.unit] for check in checks)
    return tuple(unit.id for unit in units if unit.side == side and not _fearless(unit, cause))


def _standing_answer(battle: Battle, side: str, units: tuple[str, ...]) -> tuple[str, ...] | None:
    """R50: `always` cancels in id order while points last, `best` never the last point; None asks."""
    pool = battle.sides[side].pool
    match battle.sides[side].answers.cancel_checks:
        case "never":
            return ()
        case "always":
            return units[:pool]
        case "best":
            return units[: max(0, pool - 1)]
    return None


def cancel(chronicle: Chronicle, side: str, command: CancelChecks) -> None:
    """`morale.cancel`, R38: name the offered checks to pay for; sealed until the other side has answered too."""
    step = chronicle.battle.agenda[0]
    if not isinstance(step, Batch) or not step.offered:
        raise Refused("turn.pending", "not_awaited", {"do": command.do})
    offered = step.offered.get(side, ())
    named = tuple(dict.fromkeys(command.units))
    stranger = next((id_ for id_ in named if id_ not in offered), None)
    if stranger is not None:
        raise Refused("morale.cancel", "not_offered", {"unit": stranger})
    pool = chronicle.side(side).pool
    if len(named) > pool:
        raise Refused("morale.cancel", "beyond_the_pool", {"points": len(named), "pool": pool})
    chronicle.done(replace(step, answers={**step.answers, side: named}))


def _resolve(chronicle: Chronicle, step: Batch) -> None:
    cancelled = {id_ for units in step.answers.values() for id_ in units}
    for check in step.checks:
        if check.unit in cancelled:
            _cancelled(chronicle, check.unit, step.cause)
    for check in step.checks:
        if check.unit not in cancelled:
            _check(chronicle, check, step.cause)


def _cancelled(chronicle: Chronicle, unit_id: str, cause: str) -> None:
    side = chronicle.unit(unit_id).side
    rule = RECOVERY if cause == RECOVERY else "morale.cancel"
    chronicle.tell(CheckCancelled(rule=rule, side=side, unit=unit_id, cause=cause))
    chronicle.pay(side, 1, rule=rule, why=cause, unit=unit_id)
    if cause == RECOVERY:
        chronicle.tell(Recovered(unit=unit_id))


def _check(chronicle: Chronicle, check: Check, cause: str) -> None:
    """`morale.check`: one unit's check with its reroll in a link, and what follows."""
    unit = chronicle.unit(check.unit)
    if not _may_check(unit, cause):
        return
    needed = daring(chronicle.battle, unit, check.modifiers)
    passed = _roll(chronicle, unit, cause, needed)
    if not passed and chronicle.battle.link_of(unit.id) is not None:
        passed = _roll(chronicle, unit, cause, needed, reroll=True)
    if cause == RECOVERY:
        if passed:
            chronicle.tell(Recovered(unit=unit.id))
    elif not passed:
        _afraid(chronicle, unit, cause)


def _roll(chronicle: Chronicle, unit: Unit, cause: str, needed: Needed, *, reroll: bool = False) -> bool:
    """`dice.extremes`: in daring checks a natural 2 succeeds and a natural 12 fails; the fearless do not roll."""
    dice = () if _fearless(unit, cause) else chronicle.dice.check()
    total = sum(dice)
    passed = not dice or total == 2 or (total != 12 and total <= needed.value)
    chronicle.tell(
        DaringChecked(
            rule="link.reroll" if reroll else cause,
            unit=unit.id,
            cause=cause,
            dice=dice,
            number=needed.value,
            base=needed.base,
            modifiers=needed.reasons,
            passed=passed,
            reroll=reroll,
        )
    )
    return passed


def _afraid(chronicle: Chronicle, unit: Unit, cause: str) -> None:
    """`morale.shaken`, `morale.rout`: a steady unit is shaken and loses its order, a shaken one routs."""
    if unit.state == "steady":
        chronicle.tell(Shaken(unit=unit.id, cause=cause))
        orders.lose(chronicle, unit.id)
    else:
        chronicle.tell(Routed(unit=unit.id, cause=cause))


# contagion, exhaustion, recovery


def run_wave(chronicle: Chronicle) -> None:
    """`morale.contagion`, R35: steady own neighbours of those just frightened check; again for those newly shaken."""
    battle = chronicle.battle
    exposed = {unit.id for id_ in battle.spreading for unit in exposed_to(battle, battle.units[id_])}
    chronicle.clear_spreading()
    if exposed:
        chronicle.done(*batch(CONTAGION, exposed), Wave())
    else:
        chronicle.done()


def exposed_to(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """`morale.contagion`, R35: who would check at once if this unit became shaken or routing now."""
    beside = _neighbours(battle, unit)
    return tuple(
        other for other in beside
        if other.state == "steady" and not other.is_hireling and not other.turn.contagion_checked
    )  # fmt: skip


def _neighbours(battle: Battle, unit: Unit) -> list[Unit]:
    if unit.hex is None:
        return []
    return [other for other in battle.within(unit.hex, 1, unit.side) if other.id != unit.id]


def at_activation(battle: Battle, units: Iterable[str]) -> tuple[Step, ...]:
    """`morale.contagion`, R36: members beside a frightened friend check first thing in their activation."""
    exposed = [id_ for id_ in units if is_exposed(battle, battle.units[id_])]
    checks = batch(CONTAGION, exposed)
    return (*checks, Wave(), Run("exhaustion"), Run("count")) if checks else ()


def is_exposed(battle: Battle, unit: Unit) -> bool:
    """R36: whether a unit beside a frightened friend has still to check when it is activated."""
    if unit.is_hireling or unit.state not in ("steady", "shaken") or unit.turn.contagion_checked:
        return False
    return any(other.state in ("shaken", "routing") for other in _neighbours(battle, unit))


def run_exhaustion(chronicle: Chronicle) -> None:
    """`morale.exhaustion`, R37, R83: every unit of a side whose pool fell to 0 checks at -1, once a battle."""
    due = tuple(side for side in SIDES if chronicle.side(side).exhaustion_due)
    if not due:
        chronicle.done()
        return
    for side in due:
        chronicle.tell(Exhausted(side=side))
    units = [unit.id for unit in chronicle.battle.on_map() if unit.side in due]
    chronicle.done(*batch(EXHAUSTION, units, ((EXHAUSTION, -1),)), Wave())


def recoveries(battle: Battle) -> tuple[Check, ...]:
    """`morale.recovery`, R44: every shaken unit checks daring -1; a camp near heartens (`hireling.camp`)."""
    return tuple(
        Check(unit.id, ((RECOVERY, -1), ("hireling.camp", int(_near_camp(battle, unit)))))
        for unit in battle.on_map()
        if unit.state == "shaken" and not unit.is_hireling
    )


def open_recoveries(chronicle: Chronicle) -> None:
    """`morale.recovery`: all of them at once, if there are any."""
    checks = recoveries(chronicle.battle)
    chronicle.done(*((Batch(RECOVERY, checks),) if checks else ()))


def _near_camp(battle: Battle, unit: Unit) -> bool:
    """R101: once, however many camps; a fleeing camp heartens nobody."""
    if unit.hex is None:
        return False
    near = battle.within(unit.hex, 3, unit.side)
    return any(other.nature == "camp" and other.state == "steady" for other in near)
