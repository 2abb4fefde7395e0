"""Battles are opened, seats are taken, armies are picked; the last pick begins the battle.

A seat belongs to the guest who took it. Opening a link changes nothing, a press does; no link seats two people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ..rules import atlas, stored, turn
from ..rules.battle import RULESET, SIDES, Options
from ..rules.catalogue import catalogue
from ..rules.dice import RecordingDice
from . import tables
from .models import PATIENCE, Guest, LiveBattle, Screen, Seat
from .muster import start_position
from .play import NotYourSeat, dice_of, locked, note, record

OPTIONS = frozenset(option.name for option in fields(Options))


class NotSeated(Exception):
    """Why somebody does not get a seat or an army: `taken`, `own_battle`, `free`, `begun`, `outdated`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the one who opens a battle has chosen; `options` are fields of the rules' Options, the rest is not."""

    preset: str
    map_id: str
    options: Mapping[str, Any]
    patience: int = PATIENCE
    referee: bool = False
    guided: bool = False


@transaction.atomic
def open_battle(*, guest: Guest, name: str, terms: Terms, army: Mapping[str, Any] | None) -> LiveBattle:
    """A new battle; whoever opens it sits on the red side."""
    row = LiveBattle.objects.create(
        preset=terms.preset,
        options=dict(terms.options),
        map_id=terms.map_id,
        patience=terms.patience,
        guided=terms.guided,
        ruleset=RULESET,
        catalogue=catalogue().version,
    )
    for side in ("blue", *(["referee"] if terms.referee else [])):
        Seat.objects.create(battle=row, side=side)
    Seat.objects.create(battle=row, side="red", guest=guest, name=name, army=army, taken_at=timezone.now())
    return row


def open_again(seat: Seat) -> LiveBattle:
    """The same terms and the same army once more, for a new opponent or the same one."""
    guest, terms = again_of(seat)
    return open_battle(guest=guest, name=seat.name, terms=terms, army=seat.army)


def again_of(seat: Seat) -> tuple[Guest, Terms]:
    """Who played in a battle that is over, and its terms; NotSeated where they cannot be had once more."""
    old = seat.battle
    if seat.guest is None or old.phase != LiveBattle.Phase.OVER:
        raise NotSeated("begun")
    if old.map_id not in catalogue().maps or old.catalogue != catalogue().version:
        raise NotSeated("outdated")
    return seat.guest, Terms(old.preset, old.map_id, old.options)


@transaction.atomic
def take_seat(*, token: str, guest: Guest, name: str, army: Mapping[str, Any] | None) -> Seat:
    """The seat of an invitation; pressing twice is harmless. Seat.DoesNotExist where there is no such link."""
    row, seat = _locked_seat(invite_token=token)
    if seat.guest_id == guest.pk:
        return seat
    if seat.guest_id:
        raise NotSeated("taken")
    not_both(row, guest)
    _can_begin(row)
    seat.guest, seat.name, seat.taken_at = guest, name, timezone.now()
    seat.save(update_fields=["guest", "name", "taken_at"])
    if not row.seats.filter(guest=None).exists():
        row.phase = LiveBattle.Phase.MUSTERING
    note(row, seat=seat, do="take_seat")
    if seat.side == "referee":
        _begin_if_complete(row)
    elif army is not None:
        _pick(row, seat, army)
    return seat


@transaction.atomic
def recover_seat(*, token: str, guest: Guest) -> Seat:
    """The seat of a recovery link goes over to this guest; whoever held it until now has lost it."""
    row, seat = _locked_seat(recovery_token=token)
    if seat.guest_id == guest.pk:
        return seat
    if not seat.guest_id:
        raise NotSeated("free")
    not_both(row, guest)
    seat.guest = guest
    seat.save(update_fields=["guest"])
    note(row, seat=seat, do="recover_seat")
    return seat


@transaction.atomic
def pick_army(*, battle_id: str, guest: str | None, army: Mapping[str, Any]) -> None:
    """Pick, or pick again while the other side has not; sealed until both have."""
    row = locked(battle_id)
    seat = row.seats.filter(guest_id=guest).first() if guest else None
    if seat is None or seat.side not in SIDES:
        raise NotYourSeat
    if row.phase not in (LiveBattle.Phase.SEATING, LiveBattle.Phase.MUSTERING):
        raise NotSeated("begun")
    _can_begin(row)
    _pick(row, seat, army)


def _locked_seat(**token: str) -> tuple[LiveBattle, Seat]:
    battle_id = Seat.objects.values_list("battle_id", flat=True).get(**token)
    row = locked(battle_id)
    return row, row.seats.get(**token)


def not_both(row: LiveBattle, guest: Guest) -> None:
    """Nobody plays against himself through one browser: he would see both sides' secrets."""
    if row.seats.filter(guest=guest).exists() or Screen.objects.filter(battle=row, guest=guest).exists():
        raise NotSeated("own_battle")


def _can_begin(row: LiveBattle) -> None:
    """A battle copies its map when it begins; one that waited too long may find that a release has dropped it."""
    if atlas.sheet(row.map_id) is None or is_forgotten(row):
        raise NotSeated("outdated")


def is_forgotten(row: LiveBattle) -> bool:
    """Whether a release has dropped the size of this battle, or one of its options."""
    return row.preset not in catalogue().presets or not set(row.options) <= OPTIONS


def _pick(row: LiveBattle, seat: Seat, army: Mapping[str, Any]) -> None:
    seat.army = army
    seat.save(update_fields=["army"])
    note(row, seat=seat, do="pick_army")
    _begin_if_complete(row)


def _begin_if_complete(row: LiveBattle) -> None:
    """Everybody has a seat, and both sides an army."""
    missing = Q(guest=None) | Q(army__isnull=True, side__in=SIDES)
    if not row.seats.filter(missing).exists():
        _begin(row)


def _begin(row: LiveBattle) -> None:
    """Both armies step forward; the engine advances to the first decision."""
    start = start_position(row, {seat.side: seat for seat in row.seats.all()})
    row.start = row.position = stored.position_to_json(start)
    row.position_number = row.number
    row.phase = LiveBattle.Phase.PLAYING
    row.morale = []
    table = replace(tables.open_table(row), phase=str(LiveBattle.Phase.PLAYING))
    dice = RecordingDice(dice_of(row))
    record(row, table=table, seat=None, command=None, events=turn.begin(start, dice), dice=dice.rolls)
