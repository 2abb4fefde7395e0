"""Least squares with standard errors, in a few lines: what each column adds to the answer, the others held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

RIDGE = 1e-9  # keeps columns that are always empty from dividing by nothing


@dataclass(frozen=True, slots=True)
class Fit:
    """`slopes` with their standard `errors`, in the order of the columns."""

    slopes: tuple[float, ...]
    errors: tuple[float, ...]


def least_squares(rows: Sequence[Sequence[float]], answers: Sequence[float]) -> Fit:
    """The slopes that come nearest to all answers; there is no constant unless a column is one."""
    width = len(rows[0])
    square = [[sum(row[i] * row[j] for row in rows) + RIDGE * (i == j) for j in range(width)] for i in range(width)]
    inverse = inverted(square)
    known = [sum(row[i] * answer for row, answer in zip(rows, answers, strict=True)) for i in range(width)]
    slopes = [sum(inverse[i][j] * known[j] for j in range(width)) for i in range(width)]
    left = [answer - sum(map(_times, row, slopes)) for row, answer in zip(rows, answers, strict=True)]
    spread = sum(miss * miss for miss in left) / max(1, len(rows) - width)
    return Fit(tuple(slopes), tuple(sqrt(max(0.0, spread * inverse[i][i])) for i in range(width)))


def _times(a: float, b: float) -> float:
    return a * b


def inverted(square: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a square matrix by elimination; ZeroDivisionError where it has none."""
    size = len(square)
    work = [[*map(float, row), *(float(i == j) for j in range(size))] for i, row in enumerate(square)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(work[k][i]))
        work[i], work[pivot] = work[pivot], work[i]
        work[i] = [value / work[i][i] for value in work[i]]
        for k in range(size):
            if k != i and work[k][i]:
                factor = work[k][i]
                work[k] = [value - factor * top for value, top in zip(work[k], work[i], strict=True)]
    return [row[size:] for row in work]
