"""What happened: one frozen value for each event of the battle notation. Every event names its rule.

Rolls carry `dice`, `number` (after modifiers), `base`, `modifiers` and their outcome. Events hold results, so that a
replay rolls nothing and decides nothing: see apply.py. Those of bookkeeping.py are stored with the others and never
shown or printed.
"""

from __future__ import annotations

from collections.abc import Mapping

from .blows import (
    AttackRolled,
    CasualtiesReduced,
    CaughtFire,
    CriticalRolled,
    Destroyed,
    Fell,
    FireChecked,
    Losses,
    PowerShotLost,
    Pushed,
    Rammed,
    Strayed,
    VolleyOffered,
    WeaponLost,
)
from .bookkeeping import AgendaSet, AnswersSet, DrawDeclined, ModifierSet
from .course import (
    Activated,
    ActivationEnded,
    ChredaBegan,
    Committed,
    Deployed,
    EdgeRolled,
    Entered,
    InitiativeImproved,
    InitiativeRolled,
    OrdersRevealed,
    TurnBegan,
    TurnEnded,
)
from .end import BattleEnded, DrawOffered, PointsScored
from .event import Event
from .fear import (
    Abandoned,
    CheckCancelled,
    ChecksOffered,
    DaringChecked,
    Exhausted,
    FirstStrike,
    MoraleChanged,
    OrderLost,
    Recovered,
    Routed,
    Shaken,
    TemporaryExpired,
    TemporaryGained,
)
from .hirelings import CompanionChecked, CompanionLeft, HirelingChecked, HirelingFled, HirelingSurrendered, TermsChanged
from .links import LinkDissolved, LinkEnded, LinkExcluded, LinkRejoined, LinkReviewed, LinkSuspended
from .moves import LeftMap, Moved, SpecialUsed, Stood, Turned, Undone, Withdrawn

EVENTS: Mapping[str, type[Event]] = {kind.event: kind for kind in Event.__subclasses__()}

__all__ = [
    "EVENTS",
    "Abandoned",
    "Activated",
    "ActivationEnded",
    "AgendaSet",
    "AnswersSet",
    "AttackRolled",
    "BattleEnded",
    "CasualtiesReduced",
    "CaughtFire",
    "CheckCancelled",
    "ChecksOffered",
    "ChredaBegan",
    "Committed",
    "CompanionChecked",
    "CompanionLeft",
    "CriticalRolled",
    "DaringChecked",
    "Deployed",
    "Destroyed",
    "DrawDeclined",
    "DrawOffered",
    "EdgeRolled",
    "Entered",
    "Event",
    "Exhausted",
    "Fell",
    "FireChecked",
    "FirstStrike",
    "HirelingChecked",
    "HirelingFled",
    "HirelingSurrendered",
    "InitiativeImproved",
    "InitiativeRolled",
    "LeftMap",
    "LinkDissolved",
    "LinkEnded",
    "LinkExcluded",
    "LinkRejoined",
    "LinkReviewed",
    "LinkSuspended",
    "Losses",
    "ModifierSet",
    "MoraleChanged",
    "Moved",
    "OrderLost",
    "OrdersRevealed",
    "PointsScored",
    "PowerShotLost",
    "Pushed",
    "Rammed",
    "Recovered",
    "Routed",
    "Shaken",
    "SpecialUsed",
    "Stood",
    "Strayed",
    "TemporaryExpired",
    "TemporaryGained",
    "TermsChanged",
    "TurnBegan",
    "TurnEnded",
    "Turned",
    "Undone",
    "VolleyOffered",
    "WeaponLost",
    "Withdrawn",
]
