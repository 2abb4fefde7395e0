"""One thing on against off: the side that has it plays the side that has not, twice over each pair of lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..battle import ENEMY, SIDES
from ..policy import STEADY, Temper
from .bout import PER_MEETING, Bout

ALL = STEADY.specials


@dataclass(frozen=True, slots=True)
class Trial:
    """`without` is how the side plays that lacks the thing; `aim` the gain that is wished for, in hundredths."""

    id: str
    without: Temper
    aim: int | None
    fearless: bool = False


TRIALS: Mapping[str, Trial] = {
    trial.id: trial
    for trial in (
        Trial("links", replace(STEADY, links=False), 5),
        Trial("spending", replace(STEADY, spends=False), 8),
        Trial("odds against always", replace(STEADY, cancels="always"), 3),
        Trial("odds against never", replace(STEADY, cancels="never"), None),
        *(Trial(special, replace(STEADY, specials=ALL - {special}), 2) for special in sorted(ALL)),
        Trial("fear", STEADY, None, fearless=True),
    )
}


def tempers(trial: Trial, number: int) -> Mapping[str, Temper]:
    """How both sides of a battle play: the holder has the thing, the other has not."""
    mine = holder(number)
    return {mine: STEADY, ENEMY[mine]: trial.without}


def holder(number: int) -> str:
    """The side that has the thing: in both battles of a pair, so that each list has it once; then the other side."""
    return SIDES[number // PER_MEETING % 2]


def gain(bouts: Mapping[int, Bout]) -> tuple[float, float]:
    """What having it wins, in hundredths of all battles above even, a draw as half; and the standard error.

    Pairs are one observation: the better list wins one for the holder and one for the other, which is no chance.
    """
    pairs: dict[int, list[float]] = {}
    for number, bout in bouts.items():
        score = 0.5 if bout.winner is None else float(bout.winner == holder(number))
        pairs.setdefault(number // PER_MEETING, []).append(score)
    means = [sum(scores) / len(scores) for scores in pairs.values()]
    mean = sum(means) / len(means)
    spread = sum((score - mean) ** 2 for score in means) / max(1, len(means) - 1)
    return 100 * (mean - 0.5), 100 * (spread / len(means)) ** 0.5
