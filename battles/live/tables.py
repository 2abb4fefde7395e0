"""A live battle as one value: what panels.py draws from. Opening one costs a position and the moves after it.

Tables are kept in the memory of the process by battle and checked against the stored number, so that every process may
have its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple

from ..rules import stored
from ..rules.apply import apply
from ..rules.army_list import ArmyList
from ..rules.battle import Battle
from ..rules.commands import PlaceOrders
from ..rules.events import (
    Event,
    InitiativeImproved,
    MoraleChanged,
    OrdersRevealed,
    TemporaryExpired,
    TemporaryGained,
)
from ..rules.sight import is_told
from .models import LiveBattle, Machine, Move, Screen, Seat

LOG_LENGTH = 60
Line = tuple[int, int]
KEPT = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log: `number.index`; `side` gave the command, None for the table itself."""

    number: int
    index: int
    event: Event
    side: str | None


class MoraleChange(NamedTuple):
    """A change of a pool, what the side had after it, the unit that it was about, its line `number.index`, and the
    groups that will was spent on, divided by spaces."""

    turn: int
    number: int
    side: str
    by: int
    why: str
    morale: int
    temporary: int
    unit: str | None = None
    index: int | None = None
    groups: str = ""


class Played(NamedTuple):
    """That the server plays a side: how fast, and whether the seat is lent to it."""

    pace: str
    lent: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A battle with everything that is shown around it. `battle` is the full position: only sight.py may pass it on.

    `armies` tells which side has picked, `guests` who holds the seats, `machines` which of them the server plays,
    `planned` in which link of its list a unit is meant to be, `shared` that both sides sit at one screen, `guided` that
    lessons stand beside the prompts, `moved` which side made the last move, as far as known, `ordered` the orders
    that were revealed last.
    """

    battle_id: str
    number: int
    phase: str
    battle: Battle | None
    log: tuple[Entry, ...]
    names: Mapping[str, str]
    preset: str
    options: Mapping[str, Any]
    map_id: str
    morale_history: tuple[MoraleChange, ...] = ()
    armies: Mapping[str, bool] = field(default_factory=dict)
    guests: Mapping[str, str | None] = field(default_factory=dict)
    machines: Mapping[str, Played] = field(default_factory=dict)
    planned: Mapping[str, str] = field(default_factory=dict)
    shared: bool = False
    guided: bool = False
    moved: str | None = field(default=None, compare=False)
    ordered: Mapping[str, str] = field(default_factory=dict)

    def after(self, *, number: int, side: str | None, events: Iterable[Event]) -> Table:
        """The table after one more move."""
        battle, log, history = self.battle, list(self.log), list(self.morale_history)
        events, ordered = tuple(events), self.ordered
        for index, event in enumerate(events):
            battle = apply(_present(battle), event)
            if is_told(event):
                log.append(Entry(number, index, event, side))
            if isinstance(event, OrdersRevealed):
                ordered = event.orders
            if isinstance(event, MoraleChanged | TemporaryGained | TemporaryExpired):
                change = _morale_change(battle, (number, index), event)
                willed = change.why == "initiative.will"
                history.append(change._replace(groups=_improved(battle, change.side, events)) if willed else change)
        return replace(
            self,
            number=number,
            moved=side,
            battle=battle,
            log=tuple(log[-LOG_LENGTH:]),
            morale_history=tuple(history),
            ordered=ordered,
            phase=str(LiveBattle.Phase.OVER) if battle and battle.result else self.phase,
        )


def _present(battle: Battle | None) -> Battle:
    if battle is None:
        raise ValueError("an event before the battle has begun")
    return battle


def _morale_change(
    battle: Battle, line: tuple[int, int], event: MoraleChanged | TemporaryGained | TemporaryExpired
) -> MoraleChange:
    side = battle.sides[event.side]
    why = event.why if isinstance(event, MoraleChanged) else event.rule
    by = -abs(event.by) if isinstance(event, TemporaryExpired) else event.by
    unit = None if isinstance(event, TemporaryExpired) else event.unit
    number, index = line
    return MoraleChange(battle.turn, number, side.id, by, why, side.morale, side.temporary, unit, index)


def _improved(battle: Battle, side: str, events: Iterable[Event]) -> str:
    """`initiative.will`: the groups of a side that a reveal of spendings has improved."""
    groups = (event.group for event in events if isinstance(event, InitiativeImproved))
    return " ".join(group for group in groups if battle.group_side(group) == side)


_tables: OrderedDict[str, Table] = OrderedDict()
_lock = Lock()


def keep(table: Table) -> None:
    """Remember a table whose number is committed."""
    with _lock:
        _tables[table.battle_id] = table
        _tables.move_to_end(table.battle_id)
        while len(_tables) > KEPT:
            _tables.popitem(last=False)


def forget_all() -> None:
    """Drop what this process remembers, as a restart does."""
    with _lock:
        _tables.clear()


def load(battle_id: str) -> Table:
    """The table as it is stored now; LiveBattle.DoesNotExist where there is none."""
    return at(battle_id, LiveBattle.objects.values_list("number", flat=True).get(pk=battle_id))


def at(battle_id: str, number: int) -> Table:
    """The table at its stored number, which the caller has just read."""
    known = remembered(battle_id)
    if known and known.number == number:
        return known
    if known and known.battle and known.number < number:
        table = _follow(known, number)
    else:
        table = open_table(LiveBattle.objects.get(pk=battle_id))
    keep(table)
    return table


def remembered(battle_id: str) -> Table | None:
    """What this process knows of a battle; the stored number may be higher."""
    with _lock:
        return _tables.get(battle_id)


def _follow(table: Table, number: int) -> Table:
    """The table with the moves that another process made."""
    table = _with_seats(table)
    return _fold(table, table.number, number)


def open_table(row: LiveBattle) -> Table:
    """A table from the stored position and the moves after it; `load` is for everybody who holds no lock."""
    table = Table(
        battle_id=row.id,
        number=row.number,
        phase=row.phase,
        battle=stored.position_from_json(row.position) if row.position else None,
        log=_log_until(row),
        names={},
        preset=row.preset,
        options=row.options,
        map_id=row.map_id,
        guided=row.guided,
        morale_history=tuple(MoraleChange(*change) for change in row.morale),
        ordered=_ordered_until(row),
    )
    return _fold(_with_seats(table), row.position_number, row.number) if row.position else _with_seats(table)


def _with_seats(table: Table) -> Table:
    seats = Seat.objects.filter(battle_id=table.battle_id).defer("army").order_by("-side")
    machines = Machine.objects.filter(seat__battle_id=table.battle_id).select_related("seat").defer("seat__army")
    picked = set(seats.filter(army__isnull=False).values_list("side", flat=True))
    return replace(
        table,
        names={seat.side: seat.name for seat in seats},
        armies={seat.side: seat.side in picked for seat in seats},
        guests={seat.side: str(seat.guest_id) if seat.guest_id else None for seat in seats},
        machines={played.seat.side: Played(played.pace, played.lent) for played in machines},
        shared=_is_shared(table.battle_id, {seat.side: seat.guest_id for seat in seats}),
        planned=_planned(table.battle_id) if table.battle and table.battle.chreda == "deployment" else {},
    )


def _is_shared(battle_id: str, holders: Mapping[str, Any]) -> bool:
    screen = Screen.objects.filter(battle_id=battle_id).first()
    return bool(screen and screen.blue_id) and (holders["red"], holders["blue"]) == (screen.red_id, screen.blue_id)


def _planned(battle_id: str) -> dict[str, str]:
    """`army.links`: units by the link that their list plans for them; nobody is bound to it."""
    seats = Seat.objects.filter(battle_id=battle_id, army__isnull=False).values_list("side", "army")
    lists = ((side, ArmyList.from_json(army)) for side, army in seats)
    return {
        f"{side[0]}{number}": entry.link
        for side, army in lists
        for number, entry in enumerate(army.entries, 1)
        if entry.link
    }


def _fold(table: Table, after: int, until: int) -> Table:
    moves = Move.objects.filter(battle_id=table.battle_id, number__gt=after, number__lte=until)
    for move in moves.order_by("number").select_related("seat").defer("seat__army"):
        table = table.after(number=move.number, side=_side(move), events=events_of(move))
    return table


def _ordered_until(row: LiveBattle) -> Mapping[str, str]:
    """The orders that were revealed last before the stored position: with the later of the two commitments."""
    moves = Move.objects.filter(battle_id=row.id, number__lte=row.position_number, command__do=PlaceOrders.do)
    for move in moves.order_by("-number")[:3]:
        for event in events_of(move):
            if isinstance(event, OrdersRevealed):
                return event.orders
    return {}


def _log_until(row: LiveBattle) -> tuple[Entry, ...]:
    """The last entries of the log up to the stored position; the moves after it are folded in."""
    moves = Move.objects.filter(battle_id=row.id, number__lte=row.position_number)
    entries: list[Entry] = []
    for move in moves.order_by("-number").select_related("seat").defer("seat__army")[:LOG_LENGTH]:
        entries = [*entries_of(move), *entries]
        if len(entries) >= LOG_LENGTH:
            break
    return tuple(entries[-LOG_LENGTH:])


def entries_between(battle_id: str, *, before: Line, since: Line = (0, 0), most: int) -> list[Entry]:
    """Older entries of the log, the newest `most` of those from `since` on and before `before`, in order."""
    moves = Move.objects.filter(battle_id=battle_id, number__lte=before[0], number__gte=since[0])
    entries: list[Entry] = []
    for move in moves.order_by("-number").select_related("seat").defer("seat__army").iterator(chunk_size=20):
        found = [entry for entry in entries_of(move) if since <= (entry.number, entry.index) < before]
        entries = [*found, *entries]
        if len(entries) >= most:
            break
    return entries[-most:]


def entries_since(battle_id: str, number: int) -> list[Entry]:
    """Everything that happened after a number, in order."""
    moves = Move.objects.filter(battle_id=battle_id, number__gt=number).order_by("number")
    return [entry for move in moves.select_related("seat").defer("seat__army") for entry in entries_of(move)]


def entries_of(move: Move) -> list[Entry]:
    """The entries of one move, in order."""
    events = enumerate(events_of(move))
    return [Entry(move.number, index, event, _side(move)) for index, event in events if is_told(event)]


def events_of(move: Move) -> tuple[Event, ...]:
    return tuple(stored.event_from_json(event) for event in move.events)


def _side(move: Move) -> str | None:
    return move.seat.side if move.seat else None
