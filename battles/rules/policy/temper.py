"""How the practice opponent plays: its weights, and what it may use at all; one value for each kind of player."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """`caution` weighs what may be lost against what may be won, `press` is the pull towards the enemy or the goal.

    The switches turn one thing off, to measure what it is worth.
    """

    caution: float = 0.45
    press: float = 0.05
    hope: float = 0.5  # what could be done next turn, against what is done now
    holding: float = 0.9  # how good a stand must be against the best of moving, to be held
    links: bool = True
    spends: bool = True
    cancels: str = "odds"  # odds, always, never
    specials: frozenset[str] = frozenset({"dash", "power_shot", "ram", "inspire"})


STEADY = Temper()
