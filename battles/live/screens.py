"""Two at one screen: the server decides which side one browser shows now, and when a curtain comes between.

What is decided in secret is decided alone: the curtain falls before it and after it, and is lifted by the one who is
asked. What is open is shown to both, as a watcher sees it, with the controls of whoever has to decide.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from ..rules.battle import SIDES, Battle
from ..rules.pending import Activation, Batch, Review, Secret, pending
from ..rules.stored import Unreadable
from . import seating, tables
from .decisions import decision_key
from .models import Guest, LiveBattle, Screen, Seat
from .seating import NotSeated, Terms
from .tables import Table


class Turn(NamedTuple):
    """Who has to decide at the screen, and whether alone; `stamp` is another for every page that may be shown."""

    side: str
    secret: bool
    stamp: str


class Eyes(NamedTuple):
    """Whom a browser shows now: None behind the curtain; `holder` is the guest of that seat, `stamp` of both sides."""

    side: str | None
    holder: str | None
    stamp: str | None


def turn(battle: Battle) -> Turn:
    """Whose turn it is to sit before the screen; when all is over, both look at it."""
    if battle.result or not battle.agenda:
        return Turn("red", secret=False, stamp="over")
    step = battle.agenda[0]
    asked = [each.side for each in pending(battle) if each.side in SIDES]
    if asked and is_secret(battle):
        mark = hashlib.sha256(repr(decision_key(battle, asked[0])).encode()).hexdigest()[:24]
        return Turn(asked[0], secret=True, stamp=f"{asked[0]}-{mark}")
    acting = battle.group_side(step.group) if isinstance(step, Activation) else "red"
    side = asked[0] if asked else acting
    return Turn(side, secret=False, stamp=side)


def is_secret(battle: Battle) -> bool:
    """Whether what is decided now stays sealed until both have: then each looks alone."""
    match battle.agenda[0] if battle.agenda and not battle.result else None:
        case Secret():
            return True
        case Batch(offered=offered) if offered:
            return all(offered.get(side) for side in SIDES)
        case Review(questions=questions):
            return len({battle.links[link].side for link, _ in questions}) == len(SIDES)
    return False


def is_veiled(table: Table) -> bool:
    """Whether both look at the same page: then it shows nothing that only one of them may know."""
    return table.shared and (table.battle is None or not is_secret(table.battle))


def eyes_of(guest: str | None, battle_id: str) -> Eyes | None:
    """What the screen of this guest shows of a battle; None for whoever has none there."""
    screen = Screen.objects.filter(battle_id=battle_id, guest_id=guest).first() if guest else None
    if screen is None:
        return None
    kept = {side: str(holder) for side, holder in (("red", screen.red_id), ("blue", screen.blue_id)) if holder}
    held = {seat.side: kept[seat.side] for seat in Seat.objects.filter(battle_id=battle_id).defer("army")
            if str(seat.guest_id) == kept.get(seat.side)}  # fmt: skip
    if len(held) < len(SIDES):  # the other side has not come yet, or has gone to a screen of its own
        return next((Eyes(side, holder, None) for side, holder in held.items()), None)
    try:
        battle = tables.load(battle_id).battle
    except Unreadable:  # a battle of another release has no secrets that it could show
        battle = None
    if battle is None:
        return Eyes("red", held["red"], None)
    now = turn(battle)
    shown = now.side if not now.secret or screen.lifted == now.stamp else None
    return Eyes(shown, held.get(shown or ""), now.stamp)


def waits_for_second(guest: str | None, battle_id: str) -> bool:
    """Whether the second player has still to sit down at the screen of this guest."""
    return bool(guest) and Screen.objects.filter(battle_id=battle_id, guest_id=guest, blue=None).exists()


@transaction.atomic
def open_battle(*, guest: Guest, name: str, terms: Terms, army: Mapping[str, Any] | None) -> LiveBattle:
    """A battle at one screen; the second player comes to it next."""
    if army is None:
        raise NotSeated("no_army")
    red = Guest.objects.create(name=name)
    row = seating.open_battle(guest=red, name=name, terms=terms, army=army)
    Screen.objects.create(battle=row, guest=guest, red=red)
    return row


@transaction.atomic
def sit_second(*, screen: Screen, name: str, army: Mapping[str, Any] | None) -> None:
    """The second player sits down at the same screen, and the battle begins."""
    if army is None:
        raise NotSeated("no_army")
    seat = Seat.objects.get(battle_id=screen.battle_id, side="blue")
    if seat.guest_id:
        return
    screen.blue = Guest.objects.create(name=name)
    screen.save(update_fields=["blue"])
    seating.take_seat(token=seat.invite_token, guest=screen.blue, name=name, army=army)


def lift(*, battle_id: str, guest: str | None, stamp: str) -> None:
    """The one who is asked is alone before the screen; an older press lifts nothing."""
    eyes = eyes_of(guest, battle_id)
    if eyes and eyes.side is None and eyes.stamp == stamp:
        Screen.objects.filter(battle_id=battle_id, guest_id=guest).update(lifted=stamp)
