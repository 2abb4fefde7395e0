"""The habits of a player: what he answers without being asked, and the ordinary command that he would give.

They are no part of a battle and of no file: whoever plays with habits gives the same commands as whoever presses. What
the engine answers by itself (standing answers, R50: casualty reduction `best` or `never`) is not repeated here; a habit
speaks only where the engine has stopped and asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from . import infantry
from .battle import Battle
from .choices import (
    ChecksChoice,
    EnterChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
)
from .commands import CancelChecks, Command, EndActivation, Enter, ReduceCasualties, ReviewLink, SpendInitiative
from .deployment import SMALLEST, hanging
from .forecast import places_gained
from .hexes import distance
from .idleness import is_idle
from .legal import legal
from .movement import speed
from .pending import Activation, Volley, pending
from .policy.entries import enter

FATES = ("ask", "let", "hold")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "reduce": ("ask", "best", "never"),
    "fear": FATES,
    "will": ("ask", "idle", "pass"),
    "end": ("ask", "clear", "all"),
    "gap": ("ask", "accept"),
    "stray": ("ask", "exclude"),
    "reserves": ("ask", "enter", "wait"),
}
PERCENT = range(101)
POINTS = range(21)


@dataclass(frozen=True, slots=True)
class Habits:
    """What is answered without asking; a new seat is asked everything.

    `saving` are squads that keep their casualty reduction for the next volley. Fear: what to do in general, for single
    units (`fates`), below which chance to hold, in percent, it is asked or paid for, and how many points are kept.
    `chain` is the activation in which all further fear is let go, see `moment`.
    """

    reduce: str = "ask"
    saving: tuple[str, ...] = ()
    fear: str = "ask"
    fates: Mapping[str, str] = field(default_factory=dict)
    below: int = 100
    keep: int = 1
    chain: str = ""
    will: str = "ask"
    end: str = "ask"
    gap: str = "ask"
    stray: str = "ask"
    reserves: str = "ask"

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "saving": list(self.saving)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Habits:
        """What is stored; a field or a word of another version of the game asks."""
        known = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        known |= {name: "ask" for name, words in CHOICES.items() if known.get(name, "ask") not in words}
        return replace(cls(**known), saving=tuple(known.get("saving", ())))


# what is offered to newcomers: no point of morale is ever spent by it, and nothing that may be taken back is closed
NEWCOMER = Habits(reduce="best", below=75, will="idle", end="clear", gap="accept", stray="exclude")
# nobody is kept waiting: fear is let go, too
SWIFT = replace(NEWCOMER, fear="let", will="pass", end="all", reserves="enter")


def moment(battle: Battle) -> str:
    """The activation, or the part of the turn, that a chain of fear belongs to."""
    return f"{battle.turn} {battle.chreda} {battle.active or ''}".strip()


def answer(battle: Battle, side: str, habits: Habits) -> Command | None:
    """`turn.pending`: the command that the side's habits give now; None where it is to be asked, or nothing is open.

    The battle is as the side sees it.
    """
    if battle.result is not None:
        return None
    if any(open_.side == side for open_ in pending(battle)):
        choice = legal(battle, side).choice
        habit = _HABITS.get(type(choice))
        return habit(battle, side, habits, choice) if habit else None
    return _end(battle, side, habits)


# fear


def _fear(battle: Battle, side: str, habits: Habits, choice: ChecksChoice) -> Command | None:
    """`morale.cancel`, R91: one answer for the whole offer: who has no fate yet makes it a question."""
    fates = {offer.unit: habits.fates.get(offer.unit, habits.fear) for offer in choice.offers}
    if habits.chain == moment(battle):
        fates = {unit: "let" if fate == "ask" else fate for unit, fate in fates.items()}
    grave = [offer for offer in choice.offers if 100 * offer.chance < habits.below]
    if any(fates[offer.unit] == "ask" for offer in grave):
        return None
    held = sorted((offer for offer in grave if fates[offer.unit] == "hold"), key=lambda offer: offer.chance)
    return CancelChecks(tuple(offer.unit for offer in held[: max(0, choice.affordable - habits.keep)]))


# casualties


def _reduction(battle: Battle, side: str, habits: Habits, choice: ReductionChoice) -> Command | None:
    """`combat.reduction`: as the standing answer `best`, or saved for the next volley."""
    step = battle.agenda[0]
    assert isinstance(step, Volley)
    if choice.target in habits.saving:
        saved = _bearable(battle, step) and set(battle.units[step.target].turn.attacked_by) <= {step.unit}
        return ReduceCasualties(() if saved else infantry.best_cancelled(step, len(choice.slots)))
    if habits.reduce == "best":
        return ReduceCasualties(infantry.best_cancelled(step, len(choice.slots)))
    return ReduceCasualties() if habits.reduce == "never" else None


def _bearable(battle: Battle, volley: Volley) -> bool:
    """Whether all losses of the volley leave the unit above its danger threshold."""
    target = battle.units[volley.target]
    return target.hits - sum(shot.losses for shot in volley.shots if not shot.stray) > target.stats.danger


# the will to win


def _will(battle: Battle, side: str, habits: Habits, choice: SpendChoice) -> Command | None:
    """`initiative.will`: nothing is spent; asked only where one point may matter, if the habit is to be `idle`."""
    if habits.will == "ask" or (habits.will == "idle" and choice.pool > habits.keep and matters(battle, side, choice)):
        return None
    return SpendInitiative()


def matters(battle: Battle, side: str, choice: SpendChoice) -> bool:
    """Whether one point would put a group in front of an enemy's that it may meet this turn."""
    return any(
        battle.group_side(other) != side and _may_meet(battle, group, other)
        for group in choice.groups
        for other in places_gained(battle, group, 1)
    )


def _may_meet(battle: Battle, group: str, other: str) -> bool:
    """Whether two groups are so near that one may move and then attack the other."""
    return any(
        distance(battle.units[mine].spot, battle.units[theirs].spot)
        <= max(_reach(battle, mine), _reach(battle, theirs))
        for mine in battle.group_units(group)
        for theirs in battle.group_units(other)
    )


def _reach(battle: Battle, unit_id: str) -> int:
    unit = battle.units[unit_id]
    return speed(unit) + max((weapon.range for weapon in unit.stats.weapons), default=0)


# links and reserves


def _review(battle: Battle, side: str, habits: Habits, choice: ReviewChoice) -> Command | None:
    """`link.review`: the worst value is accepted, strays leave; a dissolution, which costs, is always asked."""
    if choice.question == "gap":
        return ReviewLink(choice.link, "gap", "accept_worst") if habits.gap == "accept" else None
    rest = _hangs_together(battle, choice.units)
    if habits.stray != "exclude" or len(rest) < SMALLEST:
        return None
    out = tuple(unit for unit in choice.units if unit not in rest)
    return ReviewLink(choice.link, choice.question, "exclude", out)


def _hangs_together(battle: Battle, units: tuple[str, ...]) -> tuple[str, ...]:
    """The largest part of a link that is still together; of equal ones that with the first member."""
    spots = {id_: battle.units[id_].spot for id_ in units}
    parts = [hanging(battle, {first: spots[first], **spots}) for first in units]
    largest = max(parts, key=len)
    return tuple(id_ for id_ in units if id_ in largest)


def _reserves(battle: Battle, side: str, habits: Habits, choice: EnterChoice) -> Command | None:
    """`turn.reserves`: all that find a place come at once, or nobody does."""
    if habits.reserves == "ask":
        return None
    return enter(battle, side) if habits.reserves == "enter" else Enter()


# the end of an activation


def _end(battle: Battle, side: str, habits: Habits) -> Command | None:
    """`turn.tactics`: an activation with nothing useful left ends; `clear` leaves what may still be taken back."""
    step = battle.agenda[0] if battle.agenda else None
    if habits.end == "ask" or not isinstance(step, Activation) or battle.units[step.units[0]].side != side:
        return None
    if pending(battle) or (habits.end == "clear" and battle.undo):
        return None
    return EndActivation(step.group) if is_idle(battle, step) else None


_HABITS: Mapping[type, Callable[[Battle, str, Habits, Any], Command | None]] = {
    ChecksChoice: _fear,
    ReductionChoice: _reduction,
    SpendChoice: _will,
    ReviewChoice: _review,
    EnterChoice: _reserves,
}
