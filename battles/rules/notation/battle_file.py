"""A battle file as a value: where it starts, what is commanded, which dice fall, what is expected at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..battle import Battle
from ..commands import Command
from ..dice import ScriptedDice, SeededDice

FORMAT = "druzhina-battle/1"


class BadFile(ValueError):
    """The file itself is wrong: `reason` says where and why, `rule` is the rule that it breaks, if any."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        self.reason = reason
        self.rule = rule
        super().__init__(f"{rule}: {reason}" if rule else reason)


@dataclass(frozen=True, slots=True)
class BattleFile:
    """What a file says. `awaited` are the open decisions that it claims, None where it claims nothing."""

    start: Battle
    name: str = ""
    commands: tuple[tuple[str, Command], ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()
    seed: str | None = None
    expect: Mapping[str, object] | None = None
    expect_exit: int = 0
    covers: tuple[str, ...] = ()
    awaited: frozenset[tuple[str, str]] | None = field(default=None)

    def dice(self) -> ScriptedDice | SeededDice:
        """N10, N11: fresh dice of the file; one that gives none has no roll to make."""
        return ScriptedDice(self.rolls) if self.seed is None else SeededDice(self.seed)
