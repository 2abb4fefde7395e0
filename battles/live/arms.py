"""The weapons of a unit and its numbers in words: what an experienced player would look up, without looking it up."""

from __future__ import annotations

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from battles.rules import initiative, morale, movement
from battles.rules.battle import Unit, Weapon
from battles.rules.needed import Needed

from . import wording
from .scene import Scene

Context = dict[str, Any]


def weapons(unit: Unit) -> list[Context]:
    """Each weapon with its numbers, what of it is left in this turn, and what it may be used at."""
    return [_weapon(unit, weapon) for weapon in unit.stats.weapons]


def _weapon(unit: Unit, weapon: Weapon) -> Context:
    return {
        "name": wording.weapon_name(weapon.id),
        "range": gettext("beside") if weapon.melee else str(weapon.range),
        "accuracy": unit.stats.accuracy,
        "power": weapon.power,
        "left": _left(unit, weapon),
        "traits": ", ".join(_traits(unit, weapon)),
        "lost": weapon.id in unit.lost_weapons,
    }


def _left(unit: Unit, weapon: Weapon) -> str:
    """`combat.weapons`, `combat.squad_attacks`: a machine fires each once, a squad has an attack a figure."""
    if weapon.id in unit.lost_weapons:
        return gettext("lost")
    used = weapon.id in unit.turn.weapons_used
    if unit.is_machine:
        return gettext("used") if used else f"×{weapon.shots}"
    attacks = max(0, unit.hits - unit.turn.attacks_made)
    if weapon.special:
        return gettext("used") if used else gettext("none left") if not attacks else "×1"
    return f"×{attacks}" if attacks else gettext("none left")


def _traits(unit: Unit, weapon: Weapon) -> list[str]:
    """Targets, arc, and what is special about it."""
    at = {("squads",): gettext("at squads only"), ("machines",): gettext("at machines only")}
    said = [at.get(tuple(weapon.targets), gettext("at squads and machines"))]
    if unit.is_machine:
        turret = weapon.arc == "turret"
        said.append(gettext("turret: front and sides") if turret else gettext("into the front arc"))
    if weapon.melee:
        said.append(gettext("hand to hand"))
    if weapon.special:
        said.append(gettext("once a turn, in place of one attack"))
    return said


# --- the numbers in words ---------------------------------------------------------------------------------------


def meanings(scene: Scene, unit: Unit) -> list[tuple[str, SafeString]]:
    """Each number of the card under its whole name, with what it is made of."""
    rows = [
        (gettext("Strength") if not unit.is_machine else gettext("Structure"), _hits(unit)),
        (gettext("Defence"), _defence(unit)),
        (gettext("Accuracy"), _said(gettext("the base number of every attack"), unit.stats.accuracy)),
        (gettext("Initiative"), _needed(initiative.unit_value(unit), gettext("low acts first"))),
    ]
    if unit.stats.daring is not None:
        needed = morale.daring(scene.battle, unit)
        rows.append((gettext("Daring"), _needed(needed, gettext("2d6 at most this in a check of fear"),
                                                morale.moods(scene.battle, unit))))  # fmt: skip
    rows.append((gettext("Move"), _speed(unit)))
    return rows


def _said(meaning: str, value: object) -> SafeString:
    return format_html("<b>{}</b>: {}", value, meaning)


def _hits(unit: Unit) -> SafeString:
    text = gettext("<b>{n}</b> of {full}; in danger from {danger} down")
    return format_html(text, n=unit.hits, full=unit.stats.hits, danger=unit.stats.danger)


def _defence(unit: Unit) -> SafeString:
    if not unit.is_machine:
        return _said(gettext("damage of so much costs a figure, twice as much two"), unit.stats.defence[0])
    front, side, rear = unit.stats.defence
    text = gettext("<b>{front}</b> from the front, <b>{side}</b> from the side, <b>{rear}</b> from the rear")
    return format_html(text, front=front, side=side, rear=rear)


def _needed(needed: Needed, meaning: str, moods: tuple[tuple[str, int], ...] = ()) -> SafeString:
    """`7 = 6 + 1 commander: …`, with `morale.daring` in its pieces."""
    pieces = [piece for piece in needed.reasons if piece[0] != "morale.daring" or not moods]
    named = [(wording.signed(value), wording.reason_name(reason)) for reason, value in pieces]
    named += [(wording.signed(value), mood_name(mood)) for mood, value in moods]
    if not named:
        return _said(meaning, wording.number(needed.value))
    parts = format_html_join("", " {} {}", named)
    return format_html("<b>{}</b> = {}{}: {}", wording.number(needed.value), needed.base, parts, meaning)


def mood_name(mood: str) -> str:
    """A piece of `morale.daring`."""
    return {
        "commander_near": gettext("a commander near"),
        "commander_fell": gettext("a commander has fallen"),
        "victor": gettext("has destroyed an enemy this turn"),
    }.get(mood, mood)


def _speed(unit: Unit) -> SafeString:
    left = movement.speed(unit) if unit.turn.points_left is None else unit.turn.points_left
    text = gettext("<b>{left}</b> of {speed} points left")
    return format_html(text, left=left, speed=movement.speed(unit))
