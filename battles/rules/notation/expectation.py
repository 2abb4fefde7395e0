"""What a file expects of the end, compared with what came (N33, N34, N35, N49)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .battle_file import BadFile
from .fields import as_object, checked

Json = dict[str, object]
POSITION = (
    "options", "map", "sides", "units", "links", "companies", "turn", "chreda", "orders", "initiative", "active",
    "begun", "deferred_order", "points", "offer", "committed", "pending", "referee", "catalogue", "ruleset",
)  # fmt: skip
NOTHING = "nothing"


def check_expectation(expect: Mapping[str, object] | None) -> Mapping[str, object] | None:
    """N4: an expectation names only what an output has."""
    for key in expect or ():
        if key not in (*POSITION, "events", "refused"):
            raise BadFile(f"expect.{key}: is unknown")
    if expect is None:
        return None
    if "refused" in expect:
        checked(expect["refused"], str, "expect.refused")
    for item in _list(expect, "events"):
        if not isinstance(item, str) and not isinstance(as_object(item, "expect.events").get("event"), str):
            raise BadFile("expect.events: an item is a name, or an object with one")
    for item in _list(expect, "pending"):
        as_object(item, "expect.pending")
    return {**expect, "units": _by_id(expect["units"])} if "units" in expect else expect


def _list(expect: Mapping[str, object], key: str) -> list[object]:
    return checked(expect.get(key, []), list, f"expect.{key}")


def _by_id(units: object) -> object:
    """N33: both shapes of units are read."""
    if not isinstance(units, list):
        return as_object(units, "expect.units")
    found = {}
    for item in units:
        unit = dict(as_object(item, "expect.units"))
        found[checked(unit.pop("id", None), str, "expect.units.id")] = unit
    return found


def differences(
    expect: Mapping[str, object], *, position: Json, events: Sequence[Json], refused: str | None
) -> list[Json]:
    """Each expected value that is not there, with what was found instead."""
    found = []
    if expect.get("refused") != refused:
        found.append(_difference("refused", expect.get("refused"), refused))
    for key, value in expect.items():
        if key in POSITION:
            found += _pending(value, position[key]) if key == "pending" else _compare(key, value, position[key])
    return found + _events(expect, events)


def _difference(path: str, expected: object, found: object) -> Json:
    return {"path": path, "expected": expected, "found": found}


def _compare(path: str, expected: object, found: object) -> Iterator[Json]:
    """An object is compared by the fields that are expected, a list as a whole."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from _compare(f"{path}.{key}", value, found[key])
            elif value is not None:
                yield _difference(f"{path}.{key}", value, NOTHING)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (value, other) in enumerate(zip(expected, found, strict=True)):
            yield from _compare(f"{path}[{number}]", value, other)
    elif not _same(expected, found):
        yield _difference(path, expected, found)


def _same(expected: object, found: object) -> bool:
    return type(expected) is type(found) and expected == found


def _pending(expected: object, found: object) -> Iterator[Json]:
    """N49: open decisions are compared as a set."""
    if _as_set(expected) != _as_set(found):
        yield _difference("pending", expected, found)


def _as_set(decisions: object) -> set[tuple[object, object]]:
    items = decisions if isinstance(decisions, list) else []
    return {(item.get("side"), item.get("kind")) for item in items}


def _events(expect: Mapping[str, object], events: Sequence[Json]) -> list[Json]:
    """The expected events occur in their order, others between them; the first that does not is the difference."""
    wanted = _list(expect, "events")
    found = len(matched(wanted, events))
    return [] if found == len(wanted) else [_difference(f"events[{found}]", wanted[found], NOTHING)]


def matched(wanted: Sequence[object], events: Sequence[Json]) -> list[Json]:
    """The events that fit what is wanted, one after another, up to the first that is not there."""
    found: list[Json] = []
    place = 0
    for item in wanted:
        shape = {"event": item} if isinstance(item, str) else item
        place = next((n + 1 for n in range(place, len(events)) if not any(_compare("", shape, events[n]))), 0)
        if not place:
            break
        found.append(events[place - 1])
    return found
