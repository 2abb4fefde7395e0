"""Seats that the server plays: given and taken back, claimed by one process at a time, played command by command.

A command of the server goes through `play.give` like any other. Its key is made from the number that it was chosen at,
so that no number is ever answered twice, whatever happens to the process in between.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ..rules.battle import ENEMY, SIDES, Battle
from ..rules.commands import Command
from ..rules.dice import Dice, RolledDice, SeededDice
from ..rules.policy import asked, choose, lawful
from ..rules.sight import seen_by
from . import play, seating, tables
from .bells import bells
from .models import Guest, LiveBattle, Machine, Seat
from .play import NotYourSeat, Stale, locked, note

log = logging.getLogger(__name__)

HELD = timedelta(seconds=8)  # a claim; renewed when half of it has gone
PAUSED = timedelta(seconds=90)  # without anybody looking
NOTED = timedelta(seconds=20)  # how exactly it is known when somebody looked


# seats


@transaction.atomic
def open_against(
    *, guest: Guest, name: str, terms: seating.Terms, army: Mapping[str, Any], machine: Mapping[str, Any], called: str
) -> LiveBattle:
    """A battle of a guest, red, against the server, which sits down at once."""
    row = seating.open_battle(guest=guest, name=name, terms=terms, army=army)
    sit_down(battle_id=row.id, side="blue", name=called, army=machine)
    return row


@transaction.atomic
def open_spectacle(*, terms: seating.Terms, armies: Mapping[str, Mapping[str, Any]], called: Mapping[str, str]) -> str:
    """A battle of the server against itself; the token of its spectators' link."""
    own = Guest.objects.create(name=called["red"])
    row = seating.open_battle(guest=own, name=called["red"], terms=terms, army=armies["red"])
    _machine(row.seats.get(side="red"))
    sit_down(battle_id=row.id, side="blue", name=called["blue"], army=armies["blue"])
    return row.watch_token


@transaction.atomic
def sit_down(*, battle_id: str, side: str, name: str, army: Mapping[str, Any]) -> None:
    """The server takes a free seat as a guest of its own; NotSeated where somebody has it."""
    seat = Seat.objects.get(battle_id=battle_id, side=side)
    _machine(seat)
    seating.take_seat(token=seat.invite_token, guest=Guest.objects.create(name=name), name=name, army=army)


@transaction.atomic
def fill(*, battle_id: str, guest: str | None, name: str, army: Mapping[str, Any]) -> int:
    """Whoever waits in the lobby lets the server take the other seat; the number after it."""
    row = locked(battle_id)
    other = row.seats.get(side=ENEMY[_own(row, guest).side])
    if other.guest_id:
        raise seating.NotSeated("taken")
    sit_down(battle_id=battle_id, side=other.side, name=name, army=army)
    return LiveBattle.objects.values_list("number", flat=True).get(pk=battle_id)


def _machine(seat: Seat, *, lent: bool = False) -> Machine:
    return Machine.objects.create(seat=seat, lent=lent, looked_at=timezone.now())


def _own(row: LiveBattle, guest: str | None) -> Seat:
    seat = row.seats.filter(guest_id=guest, side__in=SIDES).defer("army").first() if guest else None
    if seat is None:
        raise NotYourSeat
    return seat


@transaction.atomic
def lend(*, battle_id: str, guest: str | None) -> int:
    """The server plays on for the owner of a seat; the number after it."""
    row = locked(battle_id)
    seat = _own(row, guest)
    if not Machine.objects.filter(seat=seat).exists():
        _machine(seat, lent=True)
        note(row, seat=seat, do="lend_seat")
        transaction.on_commit(partial(bells.ring, battle_id))
    return row.number


@transaction.atomic
def take_back(*, battle_id: str, guest: str | None) -> int:
    """The owner plays again; what the server is just thinking comes to nothing."""
    row = locked(battle_id)
    seat = _own(row, guest)
    if Machine.objects.filter(seat=seat, lent=True).delete()[0]:
        note(row, seat=seat, do="take_back_seat")
    return row.number


@transaction.atomic
def set_pace(*, battle_id: str, guest: str | None, pace: str) -> int:
    """Either player says how fast the server plays in this battle."""
    row = locked(battle_id)
    seat = _own(row, guest)
    if pace not in Machine.Pace.values:
        raise NotYourSeat
    if Machine.objects.filter(seat__battle=row).exclude(pace=pace).update(pace=pace):
        note(row, seat=seat, do="set_pace", pace=pace)
    return row.number


# when it plays


def looked(battle_id: str) -> None:
    """Somebody looks at the battle: what has paused goes on."""
    now = timezone.now()
    if Machine.objects.filter(seat__battle_id=battle_id, looked_at__lt=now - NOTED).update(looked_at=now):
        bells.ring(battle_id)


def looked_at(table: tables.Table) -> None:
    """As `looked`, without asking the database where the server plays no seat."""
    if table.machines and table.phase == LiveBattle.Phase.PLAYING:
        looked(table.battle_id)


def waiting(holder: str) -> list[str]:
    """The battles with a seat that this process plays or may claim, and at which somebody looks."""
    now = timezone.now()
    free = Q(held_until=None) | Q(held_until__lt=now) | Q(holder=holder)
    playing = Machine.objects.filter(free, looked_at__gte=now - PAUSED, seat__battle__phase=LiveBattle.Phase.PLAYING)
    return list(playing.order_by("seat__battle_id").values_list("seat__battle_id", flat=True).distinct())


def claim(battle_id: str, side: str, holder: str) -> bool:
    """Whether this process, and no other, plays the seat for the next while; nobody does where nobody looks."""
    now = timezone.now()
    machine = Machine.objects.filter(seat__battle_id=battle_id, seat__side=side, looked_at__gte=now - PAUSED)
    if machine.filter(holder=holder, held_until__gt=now + HELD / 2).exists():
        return True
    free = Q(held_until=None) | Q(held_until__lt=now) | Q(holder=holder)
    return bool(machine.filter(free).update(holder=holder, held_until=now + HELD))


# playing


def act(battle_id: str, holder: str) -> Command | None:
    """One command of a seat that this process plays; None where none of them is asked, or none is its own."""
    table = tables.load(battle_id)
    if table.battle is None or table.battle.result:
        return None
    for side in table.machines:
        seen = seen_by(table.battle, side)
        if asked(seen, side) and claim(battle_id, side, holder):
            return _play(table, side, seen, holder)
    return None


def _play(table: tables.Table, side: str, seen: Battle, holder: str) -> Command | None:
    dice = _whims(table)
    try:
        command = choose(seen, side, dice)
        return _given(table, side, command, holder) if command else None
    except Exception:
        facts = {"battle_id": table.battle_id, "number": table.number}
        log.exception("the practice opponent failed; something lawful instead", extra=facts)
    command = lawful(seen, side, dice)
    return _given(table, side, command, holder) if command else None


def _given(table: tables.Table, side: str, command: Command, holder: str) -> Command | None:
    """Given under the battle's lock, if the seat is still ours to play; None if the battle has moved on."""
    try:
        with transaction.atomic():
            locked(table.battle_id)
            if not Machine.objects.filter(seat__battle_id=table.battle_id, seat__side=side, holder=holder).exists():
                return None
            play.give(
                battle_id=table.battle_id,
                guest=table.guests[side],
                command=command,
                seen=table.number,
                key=f"machine-{table.number}",
            )
    except (Stale, NotYourSeat):
        return None
    return command


def _whims(table: tables.Table) -> Dice:
    """Not the dice of the battle: what it does where it has no opinion; foreseeable only where all dice are."""
    seed = settings.DRUZHINA_DICE_SEED
    return SeededDice(f"{seed} whim {table.number}") if seed else RolledDice()
