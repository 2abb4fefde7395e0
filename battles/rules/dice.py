"""`dice`: where every die comes from. The only place that may draw one by chance."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

Pair = tuple[int, int]
T = TypeVar("T")


class DiceFault(ValueError):
    """Scripted dice do not fit the rolls; `code` is `dice_exhausted`, `dice_mismatch` or `dice_left_over`."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(f"{code}: {detail}")


class Dice(Protocol):
    """What the rules ask of dice: one die, or the two of a check."""

    def d6(self) -> int: ...

    def check(self) -> Pair: ...


class RolledDice:
    """Dice of the live table, drawn from the system's own randomness."""

    def d6(self) -> int:
        return secrets.randbelow(6) + 1

    def check(self) -> Pair:
        return self.d6(), self.d6()


class SeededDice:
    """N11: dice of the battle format, the same on every machine: bytes of SHA-256(seed:k), 252 and more skipped."""

    def __init__(self, seed: str) -> None:
        self._faces = self._draw(seed)

    @staticmethod
    def _draw(seed: str) -> Iterator[int]:
        block = 0
        while True:
            for byte in hashlib.sha256(f"{seed}:{block}".encode()).digest():
                if byte < 252:
                    yield byte % 6 + 1
            block += 1

    def d6(self) -> int:
        return next(self._faces)

    def check(self) -> Pair:
        return self.d6(), self.d6()


class ScriptedDice:
    """N10: dice that a file or a test gives, in the order of the rolls: a pair for 2d6, one number for a d6."""

    def __init__(self, rolls: Sequence[Sequence[int]]) -> None:
        self._rolls = [tuple(roll) for roll in rolls]
        self._next = 0

    def _take(self, count: int) -> tuple[int, ...]:
        if self._next >= len(self._rolls):
            raise DiceFault("dice_exhausted", f"roll {self._next + 1} is missing")
        roll = self._rolls[self._next]
        if len(roll) != count:
            raise DiceFault("dice_mismatch", f"roll {self._next + 1} is {list(roll)}, {count} dice are rolled")
        self._next += 1
        return roll

    def d6(self) -> int:
        return self._take(1)[0]

    def check(self) -> Pair:
        first, second = self._take(2)
        return first, second

    @property
    def left_over(self) -> int:
        return len(self._rolls) - self._next


class RecordingDice:
    """Dice that remember what fell, roll by roll."""

    def __init__(self, inner: Dice) -> None:
        self._inner = inner
        self._rolls: list[tuple[int, ...]] = []

    def d6(self) -> int:
        face = self._inner.d6()
        self._rolls.append((face,))
        return face

    def check(self) -> Pair:
        pair = self._inner.check()
        self._rolls.append(pair)
        return pair

    @property
    def rolls(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._rolls)


class Lots:
    """Seeded draws for what is not a die (`map.maker`): bytes of SHA-256(seed:k), the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._seed, self._block = seed, 0

    def below(self, count: int) -> int:
        """A number from 0 to count - 1; the few high draws that would favour the low numbers are skipped."""
        while True:
            digest = hashlib.sha256(f"lots:{self._seed}:{self._block}".encode()).digest()
            self._block += 1
            drawn = int.from_bytes(digest[:8], "big")
            if drawn < 2**64 - 2**64 % count:
                return drawn % count

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]
