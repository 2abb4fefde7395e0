"""A battle file played through the rules: what came of it, and whether that is what the file expects."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import turn
from ..apply import replay
from ..battle import Battle
from ..dice import DiceFault, ScriptedDice
from ..events import Event
from ..pending import pending
from ..refusals import Refused
from .battle_file import BadFile, BattleFile
from .expectation import Json, differences
from .reading import read
from .writing import event, position, position_in_full, whole_event

MATCHED, DIFFERS, BAD = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is printed for a file, how it ended (0, 1, 2) and how it should have."""

    output: Json
    exit: int
    differences: tuple[Json, ...] = ()
    expect_exit: int = MATCHED

    @property
    def status(self) -> int:
        """N38: a file that ends as its `expect_exit` says counts as 0."""
        return MATCHED if self.exit == self.expect_exit else self.exit or DIFFERS


@dataclass(slots=True)
class _Course:
    """How far a file has been played."""

    battle: Battle
    events: list[Event] = field(default_factory=list)
    refused: Json | None = None
    refused_last: bool = False

    def go_on(self, events: tuple[Event, ...]) -> None:
        self.battle = replay(self.battle, events)
        self.events += events


def adjudicate(data: object) -> Verdict:
    """Play a file and judge it; a bad file is a verdict too."""
    expected = _expected_exit(data)
    try:
        file = read(data)
        course = _play(file)
    except BadFile as bad:
        return Verdict(bad_output(data, bad), BAD, expect_exit=expected)
    found = _differences(file, course)
    output = {"name": file.name, **position(course.battle)}
    output["events"] = [event(happened) for happened in course.events if not happened.private]
    if course.refused:
        output["refused"] = course.refused
    if found:
        output["differences"] = found
    return Verdict(output, DIFFERS if found else MATCHED, tuple(found), expected)


def bad_output(data: object, bad: BadFile) -> Json:
    """What is printed for a bad file."""
    name = data.get("name") if isinstance(data, dict) else None
    return {"name": name if isinstance(name, str) else "", "error": {"rule": bad.rule, "reason": bad.reason}}


def _expected_exit(data: object) -> int:
    """N48, read before all else: a bad file may say that it is one."""
    value = data.get("expect_exit") if isinstance(data, dict) else None
    return value if type(value) is int and value in (DIFFERS, BAD) else MATCHED


def _play(file: BattleFile) -> _Course:
    """N6, N10, N34: to the last command or to the first refusal; dice that do not fit make the file bad."""
    dice = file.dice()
    course = _Course(file.start)
    try:
        course.go_on(turn.begin(file.start, dice))
        _check_awaited(file, course.battle)
        for number, (side, command) in enumerate(file.commands, 1):
            try:
                course.go_on(turn.decide(course.battle, side, command, dice))
            except Refused as refusal:
                course.refused = {"command": number, "rule": refusal.rule, "reason": refusal.reason}
                course.refused_last = number == len(file.commands)
                break
    except DiceFault as fault:
        raise BadFile(str(fault)) from None
    stopped = course.refused is not None and not course.refused_last
    if not stopped and isinstance(dice, ScriptedDice) and dice.left_over:
        raise BadFile(f"dice_left_over: {dice.left_over} of {len(file.rolls)} rolls")
    return course


def _check_awaited(file: BattleFile, battle: Battle) -> None:
    """N1: a snapshot must come to the decisions that it claims to have open."""
    awaited = {(one.side, one.kind) for one in pending(battle)}
    if file.awaited is not None and file.awaited != awaited:
        raise BadFile("pending: the position does not come to these decisions", "turn.pending")


def _differences(file: BattleFile, course: _Course) -> list[Json]:
    expect = file.expect or {}
    refused = course.refused
    if refused and not (course.refused_last and "refused" in expect):
        return [{"path": "refused", "expected": None, "found": refused}]
    return differences(
        expect,
        position=position_in_full(course.battle),
        events=[whole_event(happened) for happened in course.events if not happened.private],
        refused=str(refused["rule"]) if refused else None,
    )
