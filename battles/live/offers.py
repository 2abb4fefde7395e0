"""What the pages before a battle offer: sizes, maps, armies, and the battles that somebody already plays."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import QueryDict

from ..armies import lists, shelf
from ..armies.lists import NoSuchArmy, NotReady, starter
from ..armies.models import ArmyList
from ..rules import atlas
from ..rules.army import points
from ..rules.battle import SIDES, Options
from ..rules.catalogue import catalogue
from .forms import PATIENCES, PRESETS_OPEN, SCENARIOS, SWITCHES, BadForm
from .guests import BadName, Session, guest_id, last_name
from .models import PATIENCE, Guest, LiveBattle, Seat
from .seating import NotSeated

# what may be wrong with a form of these pages
UNFIT = (BadName, BadForm, NoSuchArmy, NotReady, NotSeated)
BATTLES_SHOWN = 50
SEEDS = 500  # few enough for browsers and servers to keep their pictures
OWN = "list-"  # before the key of an own list, where else the id of a starter stands


def reason_of(fault: Exception) -> str:
    """The code of the sentence for one of UNFIT."""
    if isinstance(fault, NotSeated):
        return fault.reason
    return {BadName: "name", NoSuchArmy: "army", NotReady: "not_ready"}.get(type(fault), "form")


def home_context(session: Session, language: str, *, chosen: str = "") -> dict[str, Any]:
    """Everything that can be chosen for a new battle; titles in the reader's language. `chosen` is an own list."""
    own = [army for id_ in PRESETS_OPEN for army in own_armies(session, id_, language)]
    picked = next((army for army in own if army["key"] == chosen and army["ready"]), None)
    return {
        "presets": [
            {"preset": catalogue().presets[id_], "name": catalogue().presets[id_].name.of(language)}
            for id_ in PRESETS_OPEN
        ],
        "maps": maps(language),
        "made_maps": made_maps(),
        "scenarios": SCENARIOS,
        "starters": [army for id_ in PRESETS_OPEN for army in starters(id_, language)],
        "own_armies": own,
        "chosen_list": picked["key"] if picked else "",
        "chosen_preset": picked["preset"] if picked else "",
        "options": Options(),
        "switches": SWITCHES,
        "patiences": PATIENCES,
        "patience": PATIENCE,
        "name": last_name(session),
        "battles": battles_of(session),
    }


def seat_context(seat: Seat, session: Session, language: str) -> dict[str, Any]:
    """The battle that an invitation is for, before it is accepted."""
    row = seat.battle
    others = row.seats.exclude(pk=seat.pk).order_by("-side")
    host = others.filter(side__in=SIDES).exclude(guest=None).first() or others[0]
    return {
        "seat": seat,
        "battle": row,
        "token": seat.invite_token,
        "taken": seat.guest_id is not None,
        "own_battle": guest_id(session) in {str(other.guest_id) for other in others if other.guest_id},
        "opponent": host.name,
        "referee": seat.side == "referee",
        "refereed": seat.side == "referee" or any(other.side == "referee" for other in others),
        "preset": catalogue().presets[row.preset],
        "preset_name": catalogue().presets[row.preset].name.of(language),
        "options": Options(**row.options),
        "switches": [switch for switch in SWITCHES if row.options.get(switch)],
        "map": _map_line(row.map_id, language),
        "starters": starters(row.preset, language),
        "own_armies": own_armies(session, row.preset, language),
        "name": last_name(session),
    }


def maps(language: str) -> list[dict[str, Any]]:
    """The hand-made maps, each for its preset."""
    return [line for map_id in catalogue().maps if (line := _map_line(map_id, language))]


def _map_line(map_id: str, language: str) -> dict[str, Any] | None:
    sheet = atlas.sheet(map_id)
    if sheet is None:
        return None
    title, about = sheet.title.of(language), sheet.about.of(language)
    return {"id": sheet.id, "preset": sheet.preset, "title": title, "about": about}


def made_maps() -> list[dict[str, Any]]:
    """`map.maker`: for each preset one made map of many, another one for every visit; tests foresee it."""
    seeds = {preset: 0 if settings.DRUZHINA_DICE_SEED else secrets.randbelow(SEEDS) for preset in PRESETS_OPEN}
    ids = {preset: atlas.made_id(preset, f"{seed:03}") for preset, seed in seeds.items()}
    return [{"preset": preset, "id": map_id} for preset, map_id in ids.items()]


def starters(preset: str, language: str) -> list[dict[str, Any]]:
    """The starter armies of a preset."""
    return [
        {
            "id": found.id,
            "preset": found.preset,
            "title": found.title.of(language),
            "motto": found.motto.of(language),
            "about": found.about.of(language),
            "points": points(found.army(language)),
            "units": [entry.name for entry in found.army(language).entries],
        }
        for found in catalogue().starters.values()
        if found.preset == preset
    ]


def own_armies(session: Session, preset: str, language: str) -> list[dict[str, Any]]:
    """The lists of this guest that are built for the size of a preset."""
    guest = guest_id(session)
    if guest is None:
        return []
    found = shelf.choices(uuid.UUID(guest), size=catalogue().presets[preset].size, language=language)
    return [army | {"preset": preset, "id": f"{OWN}{army['key']}"} for army in found]


def army_of(post: QueryDict, *, preset: str, owner: Guest, language: str) -> Mapping[str, Any] | None:
    """The army that was chosen; None where none was, to be picked at the table."""
    return chosen_army(post, preset=preset, owner=owner, language=language) if post.get("army") else None


def chosen_army(post: QueryDict, *, preset: str, owner: Guest, language: str) -> Mapping[str, Any]:
    """A copy of the army that was chosen: later changes of the list do not reach the battle."""
    mine = _own_list(post, owner)
    if mine is not None:
        return lists.ready(mine, size=catalogue().presets[preset].size).to_json()
    return starter(starter_id=post.get("army", ""), preset=preset, language=language).to_json()


def note_fielding(post: QueryDict, *, owner: Guest, battle: str, side: str) -> None:
    """Let the page of an own list tell which battles it has fought."""
    mine = _own_list(post, owner)
    if mine is not None:
        lists.fought(mine, battle=battle, side=side)


def _own_list(post: QueryDict, owner: Guest) -> ArmyList | None:
    chosen = post.get("army", "")
    if not chosen.startswith(OWN):
        return None
    try:
        return lists.own(chosen.removeprefix(OWN), owner=owner.pk)
    except ArmyList.DoesNotExist:
        raise NoSuchArmy(chosen) from None


def battles_of(session: Session) -> list[dict[str, Any]]:
    """The battles of this guest, the newest first."""
    guest = guest_id(session)
    if guest is None:
        return []
    light = LiveBattle.objects.defer("start", "position", "morale", "options")
    rows = (
        light.filter(Q(seats__guest_id=guest) | Q(screen__guest_id=guest))
        .distinct()
        .order_by("-created")
        .prefetch_related("seats__machine")[:BATTLES_SHOWN]
    )
    return [_battle_line(row, guest) for row in rows]


def _battle_line(row: LiveBattle, guest: str) -> dict[str, Any]:
    seats = list(row.seats.all())
    own = [seat for seat in seats if str(seat.guest_id) == guest]
    mine = own[0] if own else next(seat for seat in seats if seat.side == "red")  # at one screen both are
    others = [seat for seat in seats if seat.pk != mine.pk and seat.side in SIDES]
    machine = any(hasattr(other, "machine") for other in others)
    names = ", ".join(other.name for other in others if other.name)
    return {"battle": row, "side": mine.side, "opponent": names, "phase": row.phase, "machine": machine}
