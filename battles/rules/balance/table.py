"""The table of a run: each figure with what is aimed at, as rows for a terminal and for a page alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from ..catalogue import Catalogue
from .bout import Bout
from .trials import TRIALS, gain
from .worth import worths

OFF = 0.15  # of its cost: more is too much


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, the names of the columns, and rows of texts; the first column is a name, the others numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sections(plain: Sequence[Bout], trials: Mapping[str, Mapping[int, Bout]], known: Catalogue) -> list[Section]:
    """Everything that a run can say, in order; worths also from the uneven battles."""
    even = [bout for bout in plain if bout.meeting.even]
    found = [_results(even), _morale(even), _worth(plain, known), _factions(even, known)]
    return [*found, *([_trials(trials)] if trials else [])]


def as_text(found: Sequence[Section]) -> str:
    lines: list[str] = []
    for section in found:
        widths = [max(map(len, column)) for column in zip(section.columns, *section.rows, strict=True)]
        lines += ["", section.title]
        for row in (section.columns, *section.rows):
            cells = [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
            lines.append("  " + "  ".join(cells).rstrip())
    return "\n".join(lines).lstrip("\n") + "\n"


def _share(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _error(part: float, whole: int) -> str:
    """The standard error of a share."""
    if not whole:
        return "–"
    share = part / whole
    return f"± {100 * sqrt(share * (1 - share) / whole):.1f}"


def _results(bouts: Sequence[Bout]) -> Section:
    count = len(bouts)
    won = [bout for bout in bouts if bout.winner]
    struck = [bout for bout in won if bout.first]
    led = [bout for bout in won if bout.half]
    red = sum(bout.winner == "red" for bout in bouts)
    draws = count - len(won)
    back = sum(bout.half != bout.winner for bout in led)
    first = sum(bout.first == bout.winner for bout in struck)
    decided = [bout.decided / bout.turns for bout in won if bout.decided is not None]
    rows = (
        ("battles of equal purses", str(count), "", ""),
        ("red wins", _share(red, count), _error(red, count), ""),
        ("blue wins", _share(len(won) - red, count), _error(len(won) - red, count), ""),
        ("draws", _share(draws, count), _error(draws, count), "under 12 %"),
        ("red of those decided", _share(red, len(won)), _error(red, len(won)), "50 ± 1 %"),
        ("first striker wins", _share(first, len(struck)), _error(first, len(struck)), "at most 57 %"),
        ("behind at half-time wins", _share(back, len(led)), _error(back, len(led)), "at least 20 %"),
        ("decided after, share of the turns", _share(sum(decided), len(decided)), "", ""),
        ("turns a battle", _mean([bout.turn for bout in bouts]), "", ""),
        ("commands a battle", _mean([bout.commands for bout in bouts]), "", ""),
        ("stops of the other side a turn", _mean([bout.stops / bout.turn for bout in bouts]), "", ""),
    )
    return Section("Results", ("", "is", "error", "aim"), rows)


def _mean(numbers: Sequence[float]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "–"


def _morale(bouts: Sequence[Bout]) -> Section:
    """Points that changed hands in a battle, both sides together, by the rule that moved them."""
    used: Counter[str] = Counter()
    for bout in bouts:
        used.update(bout.spent)
    rows = tuple(
        (why, f"{points / len(bouts):.2f}") for why, points in sorted(used.items(), key=lambda it: (-it[1], it[0]))
    )
    return Section("Morale: points a battle", ("rule", "points"), rows)


def _worth(bouts: Sequence[Bout], known: Catalogue) -> Section:
    rows = tuple(
        (
            found.type, str(found.cost), f"{found.worth:.1f}", f"± {found.error:.1f}", f"{100 * found.off:+.0f} %",
            str(found.seen), ("dear" if found.off < 0 else "cheap") if abs(found.off) > OFF and found.certain else "",
        )
        for found in worths(bouts, known)
    )  # fmt: skip
    return Section("Units: worth against cost", ("type", "cost", "worth", "error", "off", "battles", "says"), rows)


def _factions(bouts: Sequence[Bout], known: Catalogue) -> Section:
    """Battles between two peoples: a draw counts as half."""
    rows = []
    for faction in known.factions:
        scores = [score for bout in bouts for score in _scores(bout, faction)]
        rows.append((faction, str(len(scores)), _share(sum(scores), len(scores)), _error(sum(scores), len(scores))))
    return Section("Peoples against another", ("people", "battles", "won", "error"), tuple(rows))


def _scores(bout: Bout, faction: str) -> list[float]:
    sides = [side for side, army in bout.meeting.armies.items() if army.faction == faction]
    if len(sides) != 1:
        return []
    return [0.5 if bout.winner is None else float(bout.winner == sides[0])]


def _trials(trials: Mapping[str, Mapping[int, Bout]]) -> Section:
    rows = []
    for id_, bouts in trials.items():
        won, error = gain(bouts)
        aim = TRIALS[id_].aim
        rows.append((id_, str(len(bouts)), f"{won:+.1f} %", f"± {error:.1f}", f"+{aim} %" if aim else ""))
    return Section("One thing on against off", ("thing", "battles", "gain", "error", "aim"), tuple(rows))
