"""What happens to hirelings and their companies."""

from __future__ import annotations

from typing import Any

from .. import events as e
from ..battle import Battle
from ..values import changed
from .changes import frightened, gone
from .effect import Effects


def _company(battle: Battle, id_: str, **changes: Any) -> Battle:
    return changed(battle, companies={**battle.companies, id_: changed(battle.companies[id_], **changes)})


def _hireling_checked(battle: Battle, event: e.HirelingChecked) -> Battle:
    company = battle.companies[event.company]
    checked = company.checked if event.cause == "referee" else (*company.checked, event.cause)
    passed = company.passed + event.passed
    return _company(battle, event.company, checked=checked, passed=passed, failed=not event.passed)


def _hireling_fled(battle: Battle, event: e.HirelingFled) -> Battle:
    return frightened(battle, event.unit, "routing")


def _hireling_surrendered(battle: Battle, event: e.HirelingSurrendered) -> Battle:
    return gone(battle, event.unit, "surrendered")


def _companion_left(battle: Battle, event: e.CompanionLeft) -> Battle:
    return frightened(battle, event.unit, "routing")


def _terms_changed(battle: Battle, event: e.TermsChanged) -> Battle:
    return _company(battle, event.company, terms=event.terms)


def _modifier_set(battle: Battle, event: e.ModifierSet) -> Battle:
    return _company(battle, event.company, modifier=event.value)


EFFECTS: Effects = {
    e.ModifierSet: _modifier_set,
    e.HirelingChecked: _hireling_checked,
    e.HirelingFled: _hireling_fled,
    e.HirelingSurrendered: _hireling_surrendered,
    e.CompanionLeft: _companion_left,
    e.TermsChanged: _terms_changed,
}
