"""The one door in: every change of a battle goes through here, under its lock, and is announced after the commit."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from ..rules import stored, turn
from ..rules.battle import ENEMY, SIDES, Battle
from ..rules.commands import Command, OfferDraw, Resign
from ..rules.dice import Dice, RecordingDice, RolledDice, SeededDice
from ..rules.events import BattleEnded, Event, PointsScored, TurnBegan
from ..rules.refusals import Refused
from . import tables
from .announce import announce
from .decisions import decided_since, is_stale
from .models import LiveBattle, Move, Seat
from .tables import Table

POSITION_EVERY = 50
MOVING = ("number", "phase", "decided_since", "dice_rolled", "position_number")
STORED = ("start", "position", "morale")


class NotYourSeat(Exception):
    """Whoever asks holds no seat of this battle."""


class Stale(Exception):
    """The decision that a command answers is no longer open; `number` is where the battle is now."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"the battle is at {number}")


@dataclass(frozen=True, slots=True)
class Given:
    """The number that a command got; `already` says that it had been given before, with the same key."""

    number: int
    already: bool


def give(*, battle_id: str, guest: str | None, command: Command, seen: int, key: str) -> Given:
    """A command of whoever holds a seat: it is accepted and numbered, or Refused, Stale or NotYourSeat is raised."""
    with transaction.atomic():
        row = locked(battle_id)
        seat = _seat(row, guest)
        known = row.moves.filter(seat=seat, key=key).first()
        if known:
            return _again(known, row, command)
        table = tables.at(row.id, row.number)
        if table.battle is None:
            raise Refused("battle.deploy", "not_begun")
        if is_stale(since=row.decided_since, side=seat.side, command=command, seen=seen, number=row.number):
            raise Stale(row.number)
        _refuse_insisting(table.battle, seat.side, command)
        dice = RecordingDice(dice_of(row))
        events = turn.decide(table.battle, seat.side, command, dice)
        record(row, table=table, seat=seat, command=command, key=key, events=events, dice=dice.rolls)
    return Given(row.number, already=False)


def _refuse_insisting(battle: Battle, side: str, command: Command) -> None:
    """The rules let a side offer a draw whenever none is offered; at the table once a turn is enough."""
    if isinstance(command, OfferDraw) and battle.offer is None and battle.sides[side].offered == battle.turn:
        raise Refused("battle.end", "offered_this_turn")


def _again(known: Move, row: LiveBattle, command: Command) -> Given:
    """The same press once more; another command under its key has not been given, and must not look so."""
    if known.command != stored.command_to_json(command):
        raise Stale(row.number)
    return Given(known.number, already=True)


def locked(battle_id: str) -> LiveBattle:
    """The row of a battle, ours until the transaction ends: a row lock, and SQLite's one writer."""
    light = LiveBattle.objects.defer("start", "position", "morale")
    return light.select_for_update().get(pk=battle_id)


def _seat(row: LiveBattle, guest: str | None) -> Seat:
    seat = Seat.objects.filter(battle=row, guest_id=guest).defer("army").first() if guest else None
    if seat is None:
        raise NotYourSeat
    return seat


def dice_of(row: LiveBattle) -> Dice:
    """Real dice; with the test-only seed those that follow the dice already rolled in this battle."""
    if not settings.DRUZHINA_DICE_SEED:
        return RolledDice()
    dice = SeededDice(settings.DRUZHINA_DICE_SEED)
    for _ in range(row.dice_rolled):
        dice.d6()
    return dice


def record(
    row: LiveBattle,
    *,
    table: Table,
    seat: Seat | None,
    command: Command | None,
    key: str | None = None,
    events: Sequence[Event] = (),
    dice: Sequence[Sequence[int]] = (),
) -> None:
    """The next move of a locked battle whose table is at its number."""
    side = seat.side if seat else None
    row.number += 1
    after = table.after(number=row.number, side=side, events=events)
    Move.objects.create(
        battle=row,
        number=row.number,
        seat=seat,
        key=key,
        command=stored.command_to_json(command) if command else {"do": "begin"},
        events=[stored.event_to_json(event) for event in events],
        dice=[list(roll) for roll in dice],
    )
    _advance(row, before=table, after=after, side=side, command=command, dice=sum(map(len, dice)))
    if any(isinstance(event, TurnBegan) for event in events) or row.number - row.position_number >= POSITION_EVERY:
        store_position(row, after)
    row.save(update_fields=_changed(row))
    transaction.on_commit(partial(_made, after))


def close(*, battle_id: str, guest: str | None) -> None:
    """End a battle of which this release can read nothing but who plays: whoever closes it resigns.

    A battle that can be read, and one that is over, are left as they are.
    """
    with transaction.atomic():
        row = locked(battle_id)
        seat = _seat(row, guest)
        if row.phase != LiveBattle.Phase.PLAYING or _can_be_read(row):
            return
        row.number += 1
        row.phase = LiveBattle.Phase.OVER
        ended = BattleEnded(winner=ENEMY[seat.side], reason="resigned", points=_points(row))
        Move.objects.create(
            battle=row,
            number=row.number,
            seat=seat,
            key=secrets.token_urlsafe(),
            command=stored.command_to_json(Resign()),
            events=[stored.event_to_json(ended)],
        )
        row.save(update_fields=["number", "phase"])
        transaction.on_commit(partial(announce, row.id, row.number))


def _can_be_read(row: LiveBattle) -> bool:
    try:
        tables.at(row.id, row.number)
    except stored.Unreadable:
        return False
    return True


def _points(row: LiveBattle) -> dict[str, int]:
    """What each side has scored, from the events as they are stored."""
    points = dict.fromkeys(SIDES, 0)
    for events in row.moves.order_by("number").values_list("events", flat=True):
        points |= {event["side"]: event["total"] for event in events if event["event"] == PointsScored.event}
    return points


def _advance(
    row: LiveBattle, *, before: Table, after: Table, side: str | None, command: Command | None, dice: int
) -> None:
    row.dice_rolled += dice
    row.phase = after.phase
    if after.battle:
        row.decided_since = decided_since(
            since=row.decided_since,
            before=before.battle,
            after=after.battle,
            side=side,
            command=command,
            number=row.number,
        )


def store_position(row: LiveBattle, table: Table) -> None:
    """Keep the position, so that a battle that is opened folds only the moves after it."""
    if table.battle is None:
        raise ValueError("a battle that has not begun has no position")
    row.position = stored.position_to_json(table.battle)
    row.position_number = table.number
    row.morale = [list(change) for change in table.morale_history]


def _changed(row: LiveBattle) -> list[str]:
    """What a move changes; the position only where it was stored anew."""
    return [*MOVING, *(field for field in STORED if field not in row.get_deferred_fields())]


def note(row: LiveBattle, *, seat: Seat, do: str, **facts: Any) -> None:
    """A numbered change of a locked battle that the rules know nothing of: a seat is taken, an army is picked."""
    row.number += 1
    Move.objects.create(battle=row, number=row.number, seat=seat, command={"do": do, **facts})
    row.save(update_fields=["number", "phase"])
    transaction.on_commit(partial(announce, row.id, row.number))


def _made(table: Table) -> None:
    tables.keep(table)
    announce(table.battle_id, table.number)
