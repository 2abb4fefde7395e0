"""`hireling`: companies check their score, companions their loyalty, and what the referee may do (S1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from . import orders
from .battle import ENEMY, Battle, Company, Unit, id_key
from .catalogue import catalogue
from .chronicle import Chronicle
from .commands import HirelingCheck, HirelingFate, HirelingModifier, HirelingTerms
from .events import (
    CompanionChecked,
    CompanionLeft,
    HirelingChecked,
    HirelingFled,
    HirelingSurrendered,
    ModifierSet,
    TermsChanged,
    Withdrawn,
)
from .hexes import distance, neighbours
from .lattice import brinks, may_enter, step_cost
from .movement import speed
from .needed import Needed
from .pending import Fate, Hirelings, Run, Step, Wave
from .refusals import Refused
from .victory import score_unit

NEVER_FIGHTS, NEVER_CHECKS = 2, 12
ENOUGH_PASSES = 2
MOST_MODIFIER = 2
GONE = ("destroyed", "abandoned", "withdrawn")
FATES = ("flee", "surrender")


def hurt_by(battle: Battle, before: Mapping[str, Unit], endangered: list[str]) -> tuple[Step, ...]:
    """`hireling.when`, R34, R64: the step for companies and companions that are concerned; or none."""
    changed = [unit for unit in battle.units.values() if before.get(unit.id) is not unit]
    weaker = [unit for unit in changed if _weaker(before.get(unit.id), unit)]
    companies = {unit.company for unit in weaker if unit.company and unit.nature != "companion"}
    fallen = tuple(unit.id for unit in changed if unit.commander and unit.state in GONE)
    afraid = tuple(id_ for id_ in endangered if battle.units[id_].nature == "companion")
    if not (companies or fallen or afraid):
        return ()
    return (Hirelings(tuple(sorted(companies, key=id_key)), afraid, fallen),)


def _weaker(before: Unit | None, after: Unit) -> bool:
    return before is not None and (after.hits < before.hits or (before.on_map and not after.on_map))


# companies


def members(battle: Battle, company: str) -> list[Unit]:
    """The units of a company in id order."""
    return [unit for unit in battle.in_order() if unit.company == company]


def strength(battle: Battle, company: str) -> int:
    """`hireling.when`, R104: figures in action, on the map or in reserve; out of action in any other way is lost."""
    fit = (unit for unit in members(battle, company) if unit.state == "steady" and (unit.on_map or unit.reserve))
    return sum(unit.hits for unit in fit)


def score(battle: Battle, company: Company) -> int:
    """`hireling.score`, R61: base, options and terms, clamped to 2 and 12."""
    unit = members(battle, company.id)[0]
    known = catalogue()
    options = sum(known.options[option].score for option in unit.options)
    terms = known.terms[company.terms].score if unit.nature == "mercenary" else 0
    return max(NEVER_FIGHTS, min(NEVER_CHECKS, (unit.stats.score or NEVER_FIGHTS) + options + terms))


def needed(battle: Battle, company: Company) -> Needed:
    """`hireling.modifiers`, R61, R63: commanders fallen and the referee's word, -2 to +2 in all; none to 2 and 12."""
    base = score(battle, company)
    if base in (NEVER_FIGHTS, NEVER_CHECKS):
        return Needed(base)
    own, enemy = (_commander_fell(battle, side) for side in (company.side, ENEMY[company.side]))
    total = max(-MOST_MODIFIER, min(MOST_MODIFIER, company.modifier - own + enemy))
    return Needed.of(base, ("hireling.modifiers", total))


def _commander_fell(battle: Battle, side: str) -> bool:
    """R63: each side's counts once."""
    return any(unit.side == side and unit.commander and unit.state in GONE for unit in battle.units.values())


def trigger(battle: Battle, company: Company) -> str:
    """`hireling.when`, R66, R67: `first_death`, `half`, or nothing to check for."""
    left = strength(battle, company.id)
    done = company.failed or company.passed >= ENOUGH_PASSES or score(battle, company) == NEVER_CHECKS
    if done or not left:
        return ""
    if left < company.initial and "first_death" not in company.checked:
        return "first_death"
    return "half" if 2 * left <= company.initial and "half" not in company.checked else ""


def run(chronicle: Chronicle, step: Hirelings) -> None:
    """R34, R86: companies one after another, each trigger a check of its own; then companions, in unit id order."""
    if step.companies:
        _next_company(chronicle, step)
        return
    chronicle.done()
    for unit in tuple(chronicle.battle.in_order()):
        if unit.id in step.endangered:
            check_loyalty(chronicle, unit.id, "danger")
        if unit.attached_to in step.fallen:
            check_loyalty(chronicle, unit.id, "commander")


def _next_company(chronicle: Chronicle, step: Hirelings) -> None:
    company = chronicle.battle.companies[step.companies[0]]
    cause = trigger(chronicle.battle, company)
    if not cause:
        chronicle.done(replace(step, companies=step.companies[1:]))
    elif not check(chronicle, company, cause):
        chronicle.done(replace(step, companies=step.companies[1:]))
        decide_fate(chronicle, company.id)


def check(chronicle: Chronicle, company: Company, cause: str) -> bool:
    """`hireling.check`, R3: 2d6 above the score fails; morale score checks have no extremes."""
    number = needed(chronicle.battle, company)
    dice = chronicle.dice.check()
    passed = sum(dice) <= number.value
    chronicle.tell(
        HirelingChecked(
            company=company.id,
            cause=cause,
            dice=dice,
            number=number.value,
            base=number.base,
            modifiers=number.reasons,
            passed=passed,
        )
    )
    return passed


def decide_fate(chronicle: Chronicle, company: str) -> None:
    """`hireling.fate`, R65: a seated referee chooses, else each unit by its place; its reserves are withdrawn."""
    if chronicle.battle.referee:
        chronicle.first(Fate(company))
        return
    for unit in members(chronicle.battle, company):
        give_up = unit.on_map and (_enemy_beside(chronicle.battle, unit) or not has_a_way(chronicle.battle, unit))
        _suffer(chronicle, unit, "surrender" if give_up else "flee")


def choose_fate(chronicle: Chronicle, side: str, command: HirelingFate) -> None:
    """`hireling.fate`: the referee's choice is the whole company's."""
    step = chronicle.battle.agenda[0]
    if not isinstance(step, Fate) or step.company != command.company:
        raise Refused("turn.pending", "not_awaited", {"do": command.do})
    if command.fate not in FATES:
        raise Refused("hireling.fate", "unknown_fate", {"fate": command.fate})
    chronicle.done()
    for unit in members(chronicle.battle, step.company):
        _suffer(chronicle, unit, command.fate)


def _suffer(chronicle: Chronicle, unit: Unit, fate: str) -> None:
    if unit.reserve:
        chronicle.tell(Withdrawn(rule="hireling.fate", unit=unit.id))
        score_unit(chronicle, unit, "withdrawn")
    elif not unit.on_map or unit.state == "routing":
        return
    elif fate == "surrender":
        chronicle.tell(HirelingSurrendered(unit=unit.id, company=unit.company or unit.id))
        score_unit(chronicle, unit, "surrendered")
    else:
        chronicle.tell(HirelingFled(unit=unit.id, company=unit.company or unit.id))
        orders.lose(chronicle, unit.id)


def _enemy_beside(battle: Battle, unit: Unit) -> bool:
    return any(distance(enemy.spot, unit.spot) == 1 for enemy in battle.on_map(ENEMY[unit.side]))


def has_a_way(battle: Battle, unit: Unit) -> bool:
    """R62, R65, R90: whether the unit has a legal step, off the map counting as one."""
    points = speed(unit)
    if not points:
        return False
    steps = dict(neighbours(unit.spot))
    if unit.spot in brinks(battle.map, unit.side):
        return True
    return any(
        may_enter(battle.map, unit.kind, hex_)
        and not battle.at(hex_)
        and step_cost(battle.map, unit.spot, hex_) <= points
        for hex_ in steps.values()
    )


def refuse_attack(battle: Battle, unit: Unit) -> None:
    """`hireling.extremes`, R62: score 2 never fights unless cornered: an enemy beside it and no legal step."""
    company = battle.companies.get(unit.company or "")
    if company is None or score(battle, company) != NEVER_FIGHTS:
        return
    if not _enemy_beside(battle, unit) or has_a_way(battle, unit):
        raise Refused("hireling.extremes", "never_fights", {"unit": unit.id})


# companions


def check_loyalty(chronicle: Chronicle, unit_id: str, cause: str) -> None:
    """`hireling.companion`, R64: 2d6 of loyalty or less, no extremes and no modifiers, else they leave as fleeing."""
    unit = chronicle.unit(unit_id)
    if unit.nature != "companion" or not unit.is_steady:
        return
    dice, loyalty = chronicle.dice.check(), unit.stats.loyalty or 0
    passed = sum(dice) <= loyalty
    chronicle.tell(CompanionChecked(unit=unit_id, cause=cause, dice=dice, number=loyalty, passed=passed))
    if not passed:
        chronicle.tell(CompanionLeft(unit=unit_id))
        orders.lose(chronicle, unit_id)


# the referee


def _of_referee(battle: Battle, side: str, company: str, do: str) -> Company:
    if side != "referee" or not battle.referee:
        raise Refused("turn.pending", "not_awaited", {"do": do})
    found = battle.companies.get(company)
    if found is None:
        raise Refused("hireling", "unknown_company", {"company": company})
    if members(battle, company)[0].nature == "companion":  # of a battle begun when they still were a company
        raise Refused("hireling.companion", "never_checks", {"company": company})
    return found


def set_modifier(chronicle: Chronicle, side: str, command: HirelingModifier) -> None:
    """`hireling.modifiers`, N31: stands until the next one; at any time."""
    _of_referee(chronicle.battle, side, command.company, command.do)
    if abs(command.value) > MOST_MODIFIER:
        raise Refused("hireling.modifiers", "modifier_too_large", {"value": command.value})
    chronicle.tell(ModifierSet(company=command.company, value=command.value))


def set_terms(chronicle: Chronicle, side: str, command: HirelingTerms) -> None:
    """`hireling.score`, R100: the referee changes a mercenary company's terms at once."""
    company = _of_referee(chronicle.battle, side, command.company, command.do)
    if command.terms not in catalogue().terms:
        raise Refused("hireling.score", "unknown_terms", {"terms": command.terms})
    if members(chronicle.battle, company.id)[0].nature != "mercenary":
        raise Refused("hireling.score", "only_mercenaries", {"company": company.id})
    chronicle.tell(TermsChanged(company=company.id, terms=command.terms))


def call_check(chronicle: Chronicle, side: str, command: HirelingCheck) -> None:
    """`hireling.when`, R88: a seated referee may call for a check at any other time."""
    company = _of_referee(chronicle.battle, side, command.company, command.do)
    if score(chronicle.battle, company) == NEVER_CHECKS:
        raise Refused("hireling.extremes", "never_checks", {"company": company.id})
    if company.failed or company.passed >= ENOUGH_PASSES or not strength(chronicle.battle, company.id):
        raise Refused("hireling.check", "checks_no_more", {"company": company.id})
    chronicle.first(Wave(), Run("exhaustion"), Run("count"))
    if not check(chronicle, company, "referee"):
        decide_fate(chronicle, company.id)
