"""`hireling`: what the referee decides, sets and calls for, and what everybody may know of a company."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from battles.rules import hirelings
from battles.rules.battle import Company
from battles.rules.catalogue import catalogue
from battles.rules.choices import FateChoice

from . import tokens, wording
from .scene import Scene

Context = dict[str, Any]


def bench(scene: Scene) -> Context:
    """The referee's panel: each company with its score, its checks, and what may be done with it."""
    if scene.viewer != "referee" or scene.battle.result:
        return {"shown": False}
    companies = [_company(scene, company) for company in scene.battle.companies.values()]
    return {"shown": True, "companies": companies, "busy": bool(scene.awaited)}


def fate(scene: Scene, choice: FateChoice) -> Context:
    """`hireling.fate`: a company has failed its check."""
    company = scene.battle.companies[choice.company]
    return {"company": company.id, "name": name(scene, company), "units": _units(scene, company)}


def name(scene: Scene, company: Company) -> str:
    """A company by its first unit, and how many there are."""
    units = hirelings.members(scene.battle, company.id)
    more = gettext(" and %(n)d more") % {"n": len(units) - 1} if len(units) > 1 else ""
    return wording.unit_name(units[0]) + more


def _company(scene: Scene, company: Company) -> Context:
    battle = scene.battle
    units = hirelings.members(battle, company.id)
    needed = hirelings.needed(battle, company)
    left = hirelings.strength(battle, company.id)
    extreme = needed.base in (hirelings.NEVER_FIGHTS, hirelings.NEVER_CHECKS)
    return {
        "id": company.id,
        "side": wording.side_name(scene.table.names, company.side),
        "shield": tokens.shield(company.side),
        "name": name(scene, company),
        "token": tokens.portrait(units[0]),
        "score": wording.number(needed.value),
        "reasons": wording.reasons(needed.base, gettext("morale score"), needed.reasons),
        "left": left,
        "initial": company.initial,
        "passed": company.passed,
        "failed": company.failed,
        "extreme": extreme,
        "modifier": company.modifier,
        "modifiers": [] if extreme else list(range(-hirelings.MOST_MODIFIER, hirelings.MOST_MODIFIER + 1)),
        "terms": _terms(company) if units[0].nature == "mercenary" else [],
        "may_check": bool(left) and not company.failed and company.passed < hirelings.ENOUGH_PASSES
        and needed.base != hirelings.NEVER_CHECKS,
    }  # fmt: skip


def _terms(company: Company) -> list[tuple[str, str, bool]]:
    known = catalogue().terms
    return [(id_, known[id_].name.of(wording.language()), id_ == company.terms) for id_ in known]


def _units(scene: Scene, company: Company) -> list[Context]:
    units = hirelings.members(scene.battle, company.id)
    return [{"unit": unit, "token": tokens.portrait(unit), "name": wording.unit_name(unit)}
            for unit in units if unit.on_map]  # fmt: skip


def standing(scene: Scene, unit_id: str) -> Context | None:
    """For the card of a hireling: the score that its company checks against, with its reasons and what is past."""
    unit = scene.unit(unit_id)
    company = scene.battle.companies.get(unit.company or "")
    if unit.nature == "companion":
        return {"loyalty": unit.stats.loyalty}
    if company is None:
        return None
    needed = hirelings.needed(scene.battle, company)
    return {
        "score": wording.number(needed.value),
        "reasons": wording.reasons(needed.base, gettext("morale score"), needed.reasons),
        "left": hirelings.strength(scene.battle, company.id),
        "initial": company.initial,
        "passed": company.passed,
        "failed": company.failed,
        "never_checks": needed.base == hirelings.NEVER_CHECKS,
        "never_fights": needed.base == hirelings.NEVER_FIGHTS,
    }
