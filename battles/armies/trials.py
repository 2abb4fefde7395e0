"""Trying a list: battles of the practice opponent with it against the starters, in the background."""

from __future__ import annotations

import logging
import math
import secrets
from itertools import cycle, islice
from threading import Lock, Thread
from time import sleep
from typing import Any

from django.core.cache import cache

from ..rules import atlas
from ..rules.army_list import ArmyList as Army
from ..rules.catalogue import Preset, catalogue
from ..rules.trial import Endless, start, winner
from .models import ArmyList

log = logging.getLogger(__name__)

BATTLES = 40
MADE = ("a", "b", "c", "d")
KEPT = 60 * 60 * 24
BREATH = 0.02  # seconds between two battles, for whoever plays meanwhile
SURE = 1.96  # standard errors in which nineteen of twenty shares lie
_one_at_a_time = Lock()


def _key(row: ArmyList) -> str:
    return f"trial:{row.pk}:{row.version}"


def state(row: ArmyList) -> dict[str, Any] | None:
    """How far the trial of this version is; None where none was begun."""
    found: dict[str, Any] | None = cache.get(_key(row))
    return found | {"share": _share(found)} if found else None


def _share(found: dict[str, Any]) -> tuple[int, int] | None:
    """The share won in hundredths, a draw as half, and its error."""
    fought = found["done"]
    if not fought:
        return None
    won = found["won"] + found["drawn"] / 2
    likely = (won + 2) / (fought + 4)  # Agresti and Coull: honest near none and near all, too
    return round(won / fought * 100), math.ceil(SURE * math.sqrt(likely * (1 - likely) / (fought + 4)) * 100)


def preset_of(size: int) -> Preset | None:
    """The preset of that size that has starters to try against."""
    fits = (preset for preset in catalogue().presets.values() if preset.size == size)
    return next((preset for preset in fits if _rivals(preset)), None)


def _maps(preset: Preset) -> list[str]:
    """The hand-made maps of a preset; for the largest one, which has none, some that are made."""
    drawn = [sheet.id for sheet in catalogue().maps.values() if sheet.preset == preset.id]
    return drawn or [atlas.made_id(preset.id, seed) for seed in MADE]


def _rivals(preset: Preset) -> list[Army]:
    return [each.army("en") for each in catalogue().starters.values() if each.preset == preset.id]


def begin(row: ArmyList, army: Army) -> bool:
    """Start the battles in a thread of their own; False while another trial is on, or without a preset."""
    preset = preset_of(army.size)
    if preset is None or not _one_at_a_time.acquire(blocking=False):
        return False
    cache.set(_key(row), {"done": 0, "of": BATTLES, "won": 0, "drawn": 0, "running": True}, KEPT)
    Thread(target=_try, args=(_key(row), army, preset), daemon=True).start()
    return True


def _try(key: str, army: Army, preset: Preset) -> None:
    found = {"done": 0, "of": BATTLES, "won": 0, "drawn": 0, "running": True}
    try:
        rounds = islice(zip(cycle(_rivals(preset)), cycle(_maps(preset)), strict=False), BATTLES)
        for n, (rival, map_id) in enumerate(rounds):
            mine = ("red", "blue")[n % 2]
            armies = {mine: army, ("blue", "red")[n % 2]: rival}
            try:
                won = winner(start(armies, preset, map_id), secrets.token_hex(8))
            except Endless:
                continue
            found["done"] += 1
            found["won"] += won == mine
            found["drawn"] += won is None
            cache.set(key, found, KEPT)
            sleep(BREATH)
    except Exception:
        log.exception("trial broken off")
    finally:
        cache.set(key, found | {"running": False}, KEPT)
        _one_at_a_time.release()
