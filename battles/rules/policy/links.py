"""`link.review`: what an owner does about a link that does not hang together, or whose values differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..battle import Battle
from ..choices import ReviewChoice
from ..commands import ReviewLink
from ..links import refuse_choice, values
from ..refusals import Refused
from ..repertoire import no_of


def review(battle: Battle, choice: ReviewChoice) -> ReviewLink:
    """The fewest are excluded; a small gap is borne; a link is dissolved only where nothing else is lawful."""
    for command in _ways(battle, choice):
        if no_of(lambda: refuse_choice(battle, battle.links[choice.link], command)) is None:  # noqa: B023
            return command
    raise Refused("link.review", "unknown_choice", {"choice": choice.question})


BORNE = 1  # a gap of so much is accepted


def _ways(battle: Battle, choice: ReviewChoice) -> Iterator[ReviewLink]:
    if choice.question == "gap":
        found = values(battle, choice.units)
        if max(found) - min(found) <= BORNE or len(choice.units) < 3:
            yield ReviewLink(choice.link, choice.question, "accept_worst")
    for count in range(1, len(choice.units) - 1):
        for units in combinations(choice.units, count):
            yield ReviewLink(choice.link, choice.question, "exclude", units)
    if choice.question == "gap":
        yield ReviewLink(choice.link, choice.question, "accept_worst")
    yield ReviewLink(choice.link, choice.question, "dissolve")
