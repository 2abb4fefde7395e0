"""Both pools over the turns as one drawing: small in the instrument, large with the moments named at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from . import wording
from .scene import Scene
from .tables import MoraleChange

Context = dict[str, Any]
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII",
         "XVIII", "XIX", "XX")  # fmt: skip
LEAST = 6
ROOM = 84.0  # two names on one height need so much between them
TOP = 22.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the curve lies in its drawing: from the left, so wide; from the base up, so high."""

    left: float
    width: float
    base: float
    height: float


SMALL = Frame(22.0, 296.0, 64.0, 52.0)
LARGE = Frame(34.0, 636.0, 186.0, 134.0)
At = Callable[[int, float], float]


def drawn(scene: Scene, frame: Frame = SMALL) -> Context:
    """Steps over the turns: azure solid with a ring, cinnabar dashed with a lozenge."""
    turns = scene.battle.options.turn_limit
    top = _top(scene)
    unit, width = frame.height / top, frame.width / turns

    def at(turn: int, part: float) -> float:
        return frame.left + width * (turn - 1 + part)

    lines = {side: _steps(scene, side, at, frame.base, unit) for side in ("red", "blue")}
    grid = [{"x": round(at(turn, 0), 1), "middle": round(at(turn, 0.5), 1), "name": ROMAN[turn - 1]}
            for turn in range(1, turns + 1)]  # fmt: skip
    levels = [{"y": round(frame.base - unit * level, 1), "name": level} for level in (0, top // 2, top)]
    return {"lines": lines, "grid": grid, "levels": levels, "base": frame.base, "right": frame.left + frame.width}


def _top(scene: Scene) -> int:
    """The highest that any pool has stood, temporary points and the start included."""
    sides = scene.battle.sides.values()
    pools = [change.morale + change.temporary for change in scene.table.morale_history]
    return max([LEAST, *pools, *(side.pool for side in sides), *(_start(scene, side.id) for side in sides)])


def _history(scene: Scene, side: str) -> list[MoraleChange]:
    return [change for change in scene.table.morale_history if change.side == side]


def _start(scene: Scene, side: str) -> int:
    """The pool that a side began with."""
    history = _history(scene, side)
    return history[0].morale - _permanent(history[0]) if history else scene.battle.sides[side].morale


def _permanent(change: MoraleChange) -> int:
    return change.by if change.why != "order.inspire" else 0


def _steps(scene: Scene, side: str, at: At, base: float, unit: float) -> Context:
    """The own points as one line of steps; temporary points on top of them as pieces of a second one."""
    history = _history(scene, side)
    end = at(max(1, scene.battle.turn), 0.95)
    xs = [at(change.turn, _within_turn(history, change)) for change in history]
    path, marks = [f"M{at(1, 0):.1f},{base - unit * _start(scene, side):.1f}"], []
    extra, above = [], False
    for change, x, until in zip(history, xs, [*xs, end][1:], strict=True):
        y = base - unit * change.morale
        path.append(f"H{x:.1f}V{y:.1f}")
        marks.append(_mark(scene, change, round(x, 1), round(y, 1)))
        if change.temporary:
            extra.append(f"{'' if above else f'M{x:.1f},{y:.1f}'}V{y - unit * change.temporary:.1f}H{until:.1f}")
        elif above:
            extra.append(f"V{y:.1f}")
        above = bool(change.temporary)
    path.append(f"H{end:.1f}")
    y = base - unit * scene.battle.sides[side].morale
    return {"d": "".join(path), "extra": "".join(extra), "x": round(end, 1), "y": round(y, 1), "marks": marks,
            "start": round(base - unit * _start(scene, side), 1)}  # fmt: skip


def _within_turn(history: list[MoraleChange], change: MoraleChange) -> float:
    same_turn = [other for other in history if other.turn == change.turn]
    return 0.1 + 0.8 * same_turn.index(change) / max(1, len(same_turn))


def _mark(scene: Scene, change: MoraleChange, x: float, y: float) -> Context:
    """A step of the curve: what it was, and the line that tells of it."""
    unit = wording.unit_name(scene.unit(change.unit)) if change.unit else ""
    words = [wording.signed(change.by), wording.lower(wording.rule_title(change.why)), unit]
    return {
        "x": x,
        "y": y,
        "line": line_of(change),
        "number": change.number,
        "words": " ".join(filter(None, words)),
        "broken": change.morale + change.temporary == 0,
        "why": change.why,
    }


def line_of(change: MoraleChange) -> str:
    """The id of its line in the log."""
    return f"l{change.number}-{change.index or 0}"


# --- names of moments, at the end ---------------------------------------------------------------------------------


def named(curve: Context) -> list[Context]:
    """What turned the course, each name once for a side, where it covers no other name and, if it can, no line."""
    found: list[Context] = []
    for side, line in curve["lines"].items():
        other = curve["lines"]["blue" if side == "red" else "red"]
        for mark, name in _worth_a_name(line["marks"]):
            upper = mark["y"] <= _height_at(other, mark["x"])
            spots = [mark["y"] + by for by in ((-16, -32, 24, 40) if upper else (24, 40, -16, -32))]
            free = [y for y in spots if TOP < y < curve["base"] - 2 and not _crowded(found, mark["x"], y)]
            if free:
                up = free[0] < mark["y"]
                found.append({"x": mark["x"], "text": free[0], "name": name, "from": mark["y"] + (-5 if up else 5),
                              "to": free[0] + (4 if up else -12)})  # fmt: skip
    return found


def _crowded(found: list[Context], x: float, y: float) -> bool:
    return any(abs(each["x"] - x) < ROOM and abs(each["text"] - y) < 15 for each in found)


def _height_at(line: Context, x: float) -> float:
    """How high the curve runs there."""
    passed = [mark["y"] for mark in line["marks"] if mark["x"] <= x]
    return float(passed[-1] if passed else line["start"])


def _worth_a_name(marks: list[Context]) -> Iterator[tuple[Context, str]]:
    names = {"morale.first_strike": gettext("first strike"), "morale.cruel_death": gettext("ram"),
             "order.inspire": gettext("inspiration"), "link.dissolved": gettext("a link dissolved")}  # fmt: skip
    told = set()
    for mark in sorted(marks, key=lambda mark: not mark["broken"]):
        name = gettext("the break") if mark["broken"] else names.get(mark["why"], "")
        gone = mark["why"] == "order.inspire" and not mark["words"].startswith("+")
        if name and name not in told and not gone:
            told.add(name)
            yield mark, name
