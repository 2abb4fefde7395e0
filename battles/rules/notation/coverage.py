"""Which rules a battle file exercises: those that its outcome cites where the file looks, and those that it lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .adjudication import Verdict, adjudicate
from .expectation import Json, matched

CITING = ("rule", "cause", "why")  # fields of an event that hold a rule id


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a file proves.

    `asserted`: rules of the refusal, of the fault, or of the events that the file expects: it fails without them.
    `cited`: rules of anything that happened in it. `listed`: what it says that it covers.
    """

    asserted: frozenset[str]
    cited: frozenset[str]
    listed: frozenset[str]

    @property
    def shown(self) -> frozenset[str]:
        """Rules that this file alone proves to be at work: expected, or listed and seen to happen."""
        return self.asserted | (self.listed & self.cited)


def exercise(data: Mapping[str, object]) -> Exercise:
    """Play a file; nothing is asserted by one that does not end as it says."""
    verdict = adjudicate(data)
    if verdict.status:
        return Exercise(frozenset(), frozenset(), frozenset())
    events = _events(verdict.output)
    ended = _named(verdict)
    expect = data.get("expect")
    wanted = expect.get("events", []) if isinstance(expect, dict) else []
    asserted = ended.union(*(cites(event) for event in matched(wanted, events)))
    cited = ended.union(*(cites(event) for event in events))
    covers = data.get("covers")
    return Exercise(asserted, cited, frozenset(covers if isinstance(covers, list) else ()))


def cites(event: Mapping[str, object]) -> frozenset[str]:
    """The rules that an event names: what made it happen, what for, and by which modifiers."""
    found = {value for key in CITING if isinstance(value := event.get(key), str)}
    modifiers = event.get("modifiers")
    if isinstance(modifiers, list | tuple):
        found |= {str(modifier[0]) for modifier in modifiers}
    return frozenset(found)


def _events(output: Json) -> Sequence[Json]:
    found = output.get("events")
    return found if isinstance(found, list) else []


def _named(verdict: Verdict) -> frozenset[str]:
    """The rule of the refusal that ended the file, or of its fault."""
    ends = (verdict.output.get(key) for key in ("refused", "error"))
    rules = (end.get("rule") for end in ends if isinstance(end, dict))
    return frozenset(rule for rule in rules if isinstance(rule, str))
