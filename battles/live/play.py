"""The one door in: every change of a battle goes through here, under its lock, and is announced after the commit."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from ..rules import stored, turn
from ..rules.battle import ENEMY, SIDES, Battle
from ..rules.commands import CancelChecks, Command, EndActivation, Enter, OfferDraw, Resign
from ..rules.council import CHREDA, Council
from ..rules.dice import Dice, RecordingDice, RolledDice, SeededDice
from ..rules.events import BattleEnded, Event, PointsScored, TurnBegan
from ..rules.habits import Habits, moment
from ..rules.pending import pending
from ..rules.refusals import Refused
from . import bells, steward, tables
from .announce import announce
from .decisions import decided_since, is_stale
from .models import LiveBattle, Move, Seat
from .tables import Table

log = logging.getLogger(__name__)

POSITION_EVERY = 50
MOVING = ("number", "phase", "decided_since", "dice_rolled", "position_number")
STORED = ("start", "position", "morale")


OWN = ":"  # in keys that no browser can send

Change = Callable[[Habits, LiveBattle, Battle | None], Habits]


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


def give(*, battle_id: str, guest: str | None, command: Command, seen: int, key: str, then_end: bool = False,
         council: Council | None = None) -> Given:  # fmt: skip
    """A command of whoever holds a seat: it is accepted and numbered, or Refused, Stale or NotYourSeat is raised.

    `then_end`: the activation ends with it, if the command has left it open. `council`: what the seat has settled with
    it for the rest of the preparation. What councils and habits of the seats answer follows at once, in the same
    transaction.
    """
    with transaction.atomic():
        row = locked(battle_id)
        seats = _seats(row)
        seat = _own(seats, guest)
        known = row.moves.filter(seat=seat, key=key).first()
        if known:
            return _again(known, row, command)
        table = tables.at(row.id, row.number)
        if table.battle is None:
            raise Refused("battle.deploy", "not_begun")
        if is_stale(since=row.decided_since, side=seat.side, command=command, seen=seen, number=row.number):
            raise Stale(row.number)
        _refuse_insisting(table.battle, seat.side, command)
        _settle(seat, table.battle, command, council)
        table = _decide(row, table, seat, command, key=key)
        given = Given(row.number, already=False)
        if then_end:
            table = _end_too(row, table, seat)
        _told(_serve(row, table, seats))
    return given


def _settle(seat: Seat, battle: Battle, command: Command, council: Council | None) -> None:
    """Keep the council of this turn; a question of the preparation that is answered alone ends an older one."""
    if battle.chreda != CHREDA or not isinstance(command, Enter | CancelChecks):
        return
    kept = replace(council, turn=battle.turn).to_json() if council else {}
    if kept != seat.council:
        seat.council = kept
        seat.save(update_fields=["council"])


def _decide(row: LiveBattle, table: Table, seat: Seat, command: Command, *, key: str) -> Table:
    """What the rules make of a command, recorded; Refused, and nothing has happened."""
    events, dice = _events(row, table, seat, command)
    return record(row, table=table, seat=seat, command=command, key=key, events=events, dice=dice.rolls, tell=False)


def _events(row: LiveBattle, table: Table, seat: Seat, command: Command) -> tuple[tuple[Event, ...], RecordingDice]:
    if table.battle is None:
        raise Refused("battle.deploy", "not_begun")
    dice = RecordingDice(dice_of(row))
    return turn.decide(table.battle, seat.side, command, dice), dice


def _end_too(row: LiveBattle, table: Table, seat: Seat) -> Table:
    """The second half of one gesture; where the first has ended the activation or opened a question it is dropped."""
    group = table.battle.active if table.battle and not pending(table.battle) else None
    if group is None or table.battle is None or table.battle.group_side(group) != seat.side:
        return table
    try:
        return _decide(row, table, seat, EndActivation(group), key=f"end{OWN}{row.number + 1}")
    except Refused:
        return table


def _serve(row: LiveBattle, table: Table, seats: Sequence[Seat]) -> Table:
    """What the habits of both seats answer, one command after the other, until somebody has to be asked."""
    for _ in range(steward.MOST_ANSWERS):
        told = steward.told(table, seats)
        if told is None:
            break
        try:
            events, dice = _events(row, table, *told)
        except Exception:  # the player is asked instead; what he or the other side has done stands
            log.exception("habit not obeyed", extra={"battle_id": row.id, "number": row.number})
            break
        seat, command = told
        key = f"habit{OWN}{row.number + 1}"
        table = record(
            row, table=table, seat=seat, command=command, key=key, events=events, dice=dice.rolls, tell=False
        )
    return table


def catch_up(battle_id: str) -> None:
    """What habits have still to answer, whatever has kept them from it: looked at without a lock, given under it."""
    table = tables.load(battle_id)
    if steward.told(table, _seats(battle_id)):
        with transaction.atomic():
            row = locked(battle_id)
            _told(_serve(row, tables.at(row.id, row.number), _seats(row)))


def keep_habits(*, battle_id: str, guest: str | None, change: Change, standing: bool = True) -> int:
    """Change what a seat answers without being asked; an open question that it answers is answered at once.

    `standing` says that the standing answers of the engine follow.
    """
    with transaction.atomic():
        row = locked(battle_id)
        seats = _seats(row)
        seat = _own(seats, guest)
        table = tables.at(row.id, row.number)
        habits = change(steward.habits_of(seat), row, table.battle)
        seat.habits = habits.to_json()
        seat.save(update_fields=["habits"])
        if table.battle is not None and table.battle.result is None:
            aligned = steward.standing(table.battle, seat.side, habits) if standing else None
            if aligned:
                table = _decide(row, table, seat, aligned, key=f"habits{OWN}{row.number + 1}")
            _told(_serve(row, table, seats))
    return row.number


def let_chain_go(*, battle_id: str, guest: str | None, seen: int) -> int:
    """`morale.cancel`: let this fear and all that it sets off in this activation take its course."""

    def change(habits: Habits, row: LiveBattle, battle: Battle | None) -> Habits:
        side = _own(_seats(row), guest).side
        if battle is None or is_stale(
            since=row.decided_since, side=side, command=CancelChecks(), seen=seen, number=row.number
        ):
            raise Stale(row.number)
        return replace(habits, chain=moment(battle))

    return keep_habits(battle_id=battle_id, guest=guest, change=change, standing=False)


def _refuse_insisting(battle: Battle, side: str, command: Command) -> None:
    """The rules let a side offer a draw whenever none is offered; at the table once a turn is enough."""
    insists = side in battle.sides and battle.sides[side].offered == battle.turn
    if isinstance(command, OfferDraw) and battle.offer is None and insists:
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


def seat_held(row: LiveBattle, guest: str | None) -> Seat:
    """The seat of whoever asks; NotYourSeat for anybody else."""
    return _own(_seats(row), guest)


def _seats(battle: LiveBattle | str) -> Sequence[Seat]:
    """Both seats of a battle, red's first."""
    return Seat.objects.filter(battle=battle).defer("army").order_by("-side")


def _own(seats: Sequence[Seat], guest: str | None) -> Seat:
    seat = next((seat for seat in seats if guest and str(seat.guest_id) == guest), None)
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
    tell: bool = True,
) -> Table:
    """The next move of a locked battle whose table is at its number; the table after it.

    Of several moves in one transaction the last one alone is told: nobody is to see what is answered already.
    """
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
    if tell:
        _told(after)
    return after


def _told(table: Table) -> None:
    """Once the transaction is over, this is what everybody sees."""
    transaction.on_commit(partial(_made, table))


def close(*, battle_id: str, guest: str | None) -> None:
    """End a battle of which this release can read nothing but who plays: whoever closes it resigns.

    A battle that can be read, and one that is over, are left as they are.
    """
    with transaction.atomic():
        row = locked(battle_id)
        seat = seat_held(row, guest)
        if seat.side not in SIDES:
            raise NotYourSeat
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
    bells.moved(table)
