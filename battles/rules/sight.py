"""What a viewer may know: positions and events without the secrets of others. The one exit of the rules to the world.

Secret are what a side has committed and the other has not yet answered, sealed answers to a common batch of checks, and
standing answers. A watcher knows what both sides know; the referee knows all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .battle import Answers, Battle
from .commands import Command
from .events import Committed, Event, ModifierSet
from .pending import Batch, Review, Step
from .values import changed

SEALED = Command()


def seen_by(battle: Battle, viewer: str) -> Battle:
    """The position as a viewer (red, blue, referee, watcher) may know it; who has committed is known, not what."""
    if viewer == "referee":
        return battle
    committed = {side: content if side == viewer else SEALED for side, content in battle.committed.items()}
    sides = {id_: side if id_ == viewer else changed(side, answers=Answers()) for id_, side in battle.sides.items()}
    agenda = tuple(_seen_step(battle, step, viewer) for step in battle.agenda)
    return changed(battle, committed=committed, sides=sides, agenda=agenda)


def _seen_step(battle: Battle, step: Step, viewer: str) -> Step:
    match step:
        case Batch(answers=answers):
            return replace(step, answers={side: units if side == viewer else () for side, units in answers.items()})
        case Review(answers=answers):
            own = {link: answer for link, answer in answers.items() if battle.links[link].side == viewer}
            sealed = {link: replace(answer, choice="", units=()) for link, answer in answers.items()}
            return replace(step, answers=sealed | own)
    return step


def seen_events(events: Iterable[Event], viewer: str) -> tuple[Event, ...]:
    """Events as a viewer may know them: no book-keeping, and of what others committed only that they did."""
    return tuple(_seen_event(event, viewer) for event in events if is_told(event))


def is_told(event: Event | type[Event]) -> bool:
    """N31: the format does not list what a referee sets as a modifier, but whoever is at the table hears it."""
    return not event.private or event.event == ModifierSet.event


def _seen_event(event: Event, viewer: str) -> Event:
    if isinstance(event, Committed) and viewer not in (event.side, "referee"):
        return replace(event, content=None)
    return event
