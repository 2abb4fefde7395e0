"""How the rules say no: a refusal names its rule, the reason as a code, and the facts."""

from __future__ import annotations

from collections.abc import Mapping

Fact = str | int | bool | None
Facts = Mapping[str, Fact]


class Refused(Exception):
    """A command that the rules do not allow; nothing has changed.

    `rule` is an id of the rulebook, `reason` a stable code (the sentence is made by the reader's language),
    `facts` what the sentence needs.
    """

    def __init__(self, rule: str, reason: str, facts: Facts | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.facts: Facts = dict(facts or {})
        super().__init__(f"{rule}: {reason}" + (f" {self.facts}" if self.facts else ""))
