"""How often each command, event and rule came up in battles: what they have covered, and what never happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..commands import COMMANDS, Command
from ..events import EVENTS, Event
from ..refusals import Refused
from ..rulebook import rules


@dataclass(slots=True)
class Tally:
    """Counts of some battles; `seconds` of the engine alone and of the checks are told by who has a clock."""

    battles: int = 0
    given: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    cited: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def commands(self) -> int:
        return sum(self.given.values())

    def add(self, other: Tally) -> None:
        """The counts of other battles on top."""
        self.battles += other.battles
        for name in ("given", "happened", "cited", "refused", "checked", "kinds", "reasons"):
            getattr(self, name).update(getattr(other, name))

    def command(self, command: Command) -> None:
        variant = getattr(command, "variant", "")
        self.given[f"{command.do} {variant}".strip()] += 1

    def events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.happened[event.event] += 1
            self.cited.update(set(cited(event)))

    def refusal(self, refusal: Refused) -> None:
        self.refused[refusal.rule] += 1
        self.reasons[f"{refusal.rule} {refusal.reason}"] += 1

    def unseen_commands(self) -> list[str]:
        seen = {name.partition(" ")[0] for name in self.given}
        return sorted(set(COMMANDS) - seen)

    def unseen_events(self) -> list[str]:
        return sorted(set(EVENTS) - set(self.happened))

    def unseen_rules(self) -> list[str]:
        """Rules that no event and no refusal has named, in the order of the rulebook."""
        return [id_ for id_ in rules() if id_ not in self.cited and id_ not in self.refused]


def cited(event: Event) -> Iterator[str]:
    """The rules that an event names: what made it happen, what for, and by which modifiers."""
    yield event.rule
    named = [getattr(event, name, None) for name in ("cause", "why")]
    yield from (str(rule) for rule in named if rule in rules())
    yield from (rule for rule, _ in getattr(event, "modifiers", ()) or ())
