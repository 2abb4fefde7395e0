"""A position, its events and commands as plain JSON values and back, without loss: what the database keeps.

The codec is made once for each class from its type hints. Fields at their default are left out, unknown ones are an
error; an event is tagged by `event`, a command by `do`, a step of the agenda by `step`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from .battle import Battle
from .commands import COMMANDS, Command
from .events import EVENTS, Event
from .pending import Step

VERSION = 1

Json = Any
Coder = Callable[[Any], Any]


class Unreadable(ValueError):
    """Stored values that are not of the shape that this version writes."""


def position_to_json(battle: Battle) -> dict[str, Json]:
    """A whole position with its agenda, and the version of this form."""
    return {"v": VERSION, **_shape(Battle).pack(battle)}


def position_from_json(data: Json) -> Battle:
    values = dict(_object(data))
    if values.pop("v", None) != VERSION:
        raise Unreadable(f"not a position of version {VERSION}")
    battle: Battle = _shape(Battle).unpack(values)
    return battle


def event_to_json(event: Event) -> dict[str, Json]:
    return {"event": event.event, **_shape(type(event)).pack(event)}


def event_from_json(data: Json) -> Event:
    event: Event = _tagged(data, "event", EVENTS)
    return event


def event_in_full(event: Event) -> dict[str, Json]:
    """An event with its defaults too, for those who read it without knowing them."""
    return {"event": event.event, **_shape(type(event)).pack_all(event)}


def command_to_json(command: Command) -> dict[str, Json]:
    return {"do": command.do, **_shape(type(command)).pack(command)}


def command_from_json(data: Json) -> Command:
    command: Command = _tagged(data, "do", COMMANDS)
    return command


def step_to_json(step: Step) -> dict[str, Json]:
    return {"step": type(step).__name__, **_shape(type(step)).pack(step)}


def step_from_json(data: Json) -> Step:
    step: Step = _tagged(data, "step", _steps())
    return step


def _steps() -> Mapping[str, type[Step]]:
    return {kind.__name__: kind for kind in Step.__subclasses__()}


def _object(data: Json) -> Mapping[str, Json]:
    if not isinstance(data, dict):
        raise Unreadable(f"an object is expected, not {data!r}")
    return data


def _tagged(data: Json, tag: str, kinds: Mapping[str, type]) -> Any:
    values = dict(_object(data))
    name = values.pop(tag, None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Unreadable(f"{tag}: unknown: {name!r}")
    return _shape(kind).unpack(values)


class _Field(NamedTuple):
    """A field of a class: its coders (None: the value is plain) and its default, MISSING where it must be given."""

    name: str
    pack: Coder | None
    pack_all: Coder | None
    unpack: Coder
    default: Any


class _Shape:
    """How one class is written and read."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.fields: tuple[_Field, ...] = ()
        self.names: frozenset[str] = frozenset()

    def learn(self, given: tuple[_Field, ...]) -> None:
        self.fields = given
        self.names = frozenset(field.name for field in given)

    def pack(self, value: Any) -> dict[str, Json]:
        packed = {}
        for name, pack, _, _, default in self.fields:
            part = getattr(value, name)
            if part is default or part == default:
                continue
            packed[name] = part if pack is None else pack(part)
        return packed

    def pack_all(self, value: Any) -> dict[str, Json]:
        return {
            name: getattr(value, name) if pack_all is None else pack_all(getattr(value, name))
            for name, _, pack_all, _, _ in self.fields
        }

    def unpack(self, data: Json) -> Any:
        values = _object(data)
        if not self.names.issuperset(values):
            raise Unreadable(f"{self.kind.__name__}: unknown: {', '.join(sorted(set(values) - self.names))}")
        parts = {name: unpack(values[name]) for name, _, _, unpack, _ in self.fields if name in values}
        missing = [name for name, *_, default in self.fields if default is MISSING and name not in parts]
        if missing:
            raise Unreadable(f"{self.kind.__name__}: missing: {', '.join(missing)}")
        return self.kind(**parts)


_SHAPES: dict[type, _Shape] = {}


def _shape(kind: type) -> _Shape:
    """The shape of a class, learnt at its first use; known before its fields are, for classes that hold themselves."""
    shape = _SHAPES.get(kind)
    if shape is None:
        shape = _Shape(kind)
        hints = get_type_hints(kind, localns={"Command": Command, "Step": Step})
        shape.learn(tuple(_field(field, hints[field.name]) for field in fields(kind)))
        _SHAPES[kind] = shape
    return shape


def _field(field: Any, hint: Any) -> _Field:
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    pack, unpack = _coders(hint)
    return _Field(field.name, pack, _whole(hint) or pack, unpack, default)


def _whole(hint: Any) -> Coder | None:
    """Values held directly in a field are written whole as well."""
    return (lambda value: _shape(hint).pack_all(value)) if _is_plain_class(hint) else None


def _is_plain_class(hint: Any) -> bool:
    return is_dataclass(hint) and hint not in _TAGGED


_TAGGED: Mapping[Any, tuple[Coder, Coder]] = {
    Event: (event_to_json, event_from_json),
    Command: (command_to_json, command_from_json),
    Step: (step_to_json, step_from_json),
}


@cache
def _coders(hint: Any) -> tuple[Coder | None, Coder]:
    """Writer (None where the value is plain JSON already) and reader of one type hint."""
    if hint in (str, int, bool):
        return None, _plain(hint)
    if hint in _TAGGED:
        return _TAGGED[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return (lambda value: _shape(hint).pack(value)), (lambda data: _shape(hint).unpack(data))
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and len(args) == 2 and args[1] is type(None):
        return _optional(args[0])
    if origin is tuple:
        return _series(args[0]) if args[-1] is Ellipsis else _row(args)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping) and args[0] is str:
        return _mapping(args[1])
    raise TypeError(f"no JSON form for {hint!r}")


def _plain(kind: type) -> Coder:
    def unpack(data: Json) -> Any:
        if type(data) is not kind:
            raise Unreadable(f"{kind.__name__} is expected, not {data!r}")
        return data

    return unpack


def _optional(hint: Any) -> tuple[Coder | None, Coder]:
    pack, unpack = _coders(hint)
    write: Coder | None = None if pack is None else lambda value: None if value is None else pack(value)
    return write, lambda data: None if data is None else unpack(data)


def _series(hint: Any) -> tuple[Coder, Coder]:
    pack, unpack = _coders(hint)
    write: Coder = list if pack is None else lambda value: [pack(item) for item in value]
    return write, lambda data: tuple([unpack(item) for item in _list(data)])


def _row(hints: tuple[Any, ...]) -> tuple[Coder, Coder]:
    """A tuple of fixed length."""
    packs, unpacks = zip(*(_coders(hint) for hint in hints), strict=True)

    def unpack(data: Json) -> Any:
        if len(_list(data)) != len(unpacks):
            raise Unreadable(f"{len(unpacks)} values are expected, not {data!r}")
        return tuple([read(item) for read, item in zip(unpacks, data, strict=True)])

    if not any(packs):
        return list, unpack
    return (lambda row: [item if p is None else p(item) for p, item in zip(packs, row, strict=True)]), unpack


def _mapping(hint: Any) -> tuple[Coder, Coder]:
    pack, unpack = _coders(hint)
    write: Coder = dict if pack is None else lambda value: {key: pack(item) for key, item in value.items()}
    return write, lambda data: {_key(key): unpack(item) for key, item in _object(data).items()}


def _key(key: Json) -> str:
    if not isinstance(key, str):
        raise Unreadable(f"a key is text, not {key!r}")
    return key


def _list(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise Unreadable(f"a list is expected, not {data!r}")
    return data
