"""Chance for whoever plays at random: what is asked of it, and a seeded one that is the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ..dice import Lots

T = TypeVar("T")
FINE = 2**53


class Chance(Protocol):
    """What a random player asks of chance; `random.Random` will do, too."""

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...

    def shuffle(self, x: list[Any]) -> None: ...


class SeededChance:
    """Chance from a seed, drawn as the maps are."""

    def __init__(self, seed: str) -> None:
        self._lots = Lots(seed)

    def random(self) -> float:
        return self._lots.below(FINE) / FINE

    def randrange(self, stop: int, /) -> int:
        return self._lots.below(stop)

    def randint(self, a: int, b: int) -> int:
        return self._lots.between(a, b)

    def choice(self, seq: Sequence[T]) -> T:
        return self._lots.pick(seq)

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        left = list(population)
        return [left.pop(self._lots.below(len(left))) for _ in range(k)]

    def shuffle(self, x: list[Any]) -> None:
        x[:] = self.sample(x, len(x))


def some(chance: Chance, items: Sequence[T], most: int | None = None) -> tuple[T, ...]:
    """A random part of a sequence, in its order."""
    count = chance.randint(0, len(items) if most is None else min(most, len(items)))
    chosen = set(chance.sample(range(len(items)), count))
    return tuple(item for i, item in enumerate(items) if i in chosen)
