"""The odds of an attack as the card draws them: a number in parts, one bar of 100 %, and what follows in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from battles.rules import forecast, infantry, morale
from battles.rules.battle import Unit
from battles.rules.choices import Aim, Ram
from battles.rules.forecast import Forecast
from battles.rules.needed import Needed, Reasons

from . import arms, wording
from .scene import Scene

Context = dict[str, Any]
WIDTH = 372
ROOM_FOR_SHARE = 34.0
ROOM_FOR_NUMBER = 11.0
ROOM_FOR_DEATH = 46.0


def of_aim(scene: Scene, aim: Aim, *, shots: int | None = None) -> Context | None:
    """What an attack brings with so many of its shots, all of them if not told; None out of sight."""
    found = forecast.of_aim(scene.battle, aim, shots=shots)
    if found is None:
        return None
    target = scene.unit(aim.target)
    return _drawn(scene, found, target) | {"shots": shots or aim.shots, "price": _reduced(scene, target)}


def of_ram(scene: Scene, rammer: Unit, ram: Ram) -> Context:
    """What a ram brings, and what it costs."""
    found = forecast.of_ram(scene.battle, rammer, ram)
    target = scene.unit(ram.target)
    return _drawn(scene, found, target) | {"price": _price(scene, rammer, target), "shots": 1}


def _reduced(scene: Scene, target: Unit) -> str:
    """`combat.reduction`: the bar counts with what the target may still cancel this turn."""
    slots = infantry.free_slots(scene.battle, target)
    if not slots:
        return ""
    text = ngettext(
        "Counted with a reduction: the greatest loss is cancelled (%(slots)s).",
        "Counted with %(n)d reductions: the greatest losses are cancelled (%(slots)s).", len(slots))  # fmt: skip
    return text % {"n": len(slots), "slots": gettext(", ").join(map(wording.slot_name, slots))}


def _price(scene: Scene, rammer: Unit, target: Unit) -> str:
    """`combat.ram`: a point of structure against machines, a point of morale for a squad that bleeds."""
    if not target.is_machine:
        return gettext("If it draws blood, your own pool loses 1: a cruel death.")
    if rammer.hits == 1:
        return gettext("The blow costs the rammer 1 structure, its last.")
    if rammer.hits > rammer.stats.danger >= rammer.hits - 1:
        number = morale.daring(scene.battle, rammer).value
        return gettext("The blow costs the rammer 1 structure and brings it into danger: a check of %(n)s.") % {
            "n": wording.number(number)
        }
    return gettext("The blow costs the rammer 1 structure.")


def _drawn(scene: Scene, found: Forecast, target: Unit) -> Context:
    return {
        "bar": bar(found, target.hits),
        "label": label(found, target.hits),
        "sentence": sentence(scene, found, target),
    }


# --- the number in parts -----------------------------------------------------------------------------------------


def parts(needed: Needed, base_name: str, *, distance: str = "", moods: Reasons = ()) -> Context:
    """The number and what it is made of, in the order of the rules; `distance` as it is divided, «5 : 3», `moods`
    as the pieces of `morale.daring`."""
    rows = [{"value": wording.number(needed.base), "name": base_name}]
    for reason, value in needed.reasons:
        if reason == "morale.daring" and moods:
            rows += [{"value": wording.signed(by), "name": arms.mood_name(mood)} for mood, by in moods]
            continue
        name = wording.reason_link(reason)
        if reason == "combat.number" and distance:
            name = format_html("{} {}", name, distance)
        rows.append({"value": wording.signed(value), "name": name})
    return {"value": wording.number(needed.value), "parts": rows}


# --- the bar -----------------------------------------------------------------------------------------------------


def bar(found: Forecast, hits: int) -> SafeString:
    """Losses from left to right, darker the more; death in gold at the end."""
    return mark_safe("".join(_segments(found, hits)))


def _segments(found: Forecast, hits: int) -> Iterator[str]:
    left = 0.0
    crowded = WIDTH - ROOM_FOR_DEATH if 0 < found.destroyed * WIDTH < ROOM_FOR_DEATH else float(WIDTH)
    for losses, share in found.losses.items():
        width, dead = share * WIDTH, losses == hits
        shade = 4 if dead else min(losses, 3)
        middle = left + width / 2
        yield f'<rect class="lb lb{shade}" x="{left:.1f}" y="1" width="{width:.1f}" height="26"/>'
        if width >= ROOM_FOR_SHARE:
            text = wording.percent(share)
            yield f'<text class="lbt lbt{shade}" x="{middle:.1f}" y="18">{text}</text>'
        if dead:
            yield _under(min(middle, WIDTH - 22.0), gettext("death"))
        elif width >= ROOM_FOR_NUMBER and middle < crowded:
            yield _under(middle, str(losses))
        left += width


def _under(x: float, text: str) -> str:
    return f'<text class="lbn" x="{x:.1f}" y="42">{text}</text>'


def label(found: Forecast, hits: int) -> str:
    """The bar in words."""
    rows = [
        f"{gettext('death') if losses == hits else losses} — {wording.percent(share)}"
        for losses, share in found.losses.items()
    ]
    return gettext("Losses: %(rows)s") % {"rows": gettext(", ").join(rows)}


# --- the sentence ------------------------------------------------------------------------------------------------


def sentence(scene: Scene, found: Forecast, target: Unit) -> SafeString:
    """The mean, the chance of death, of a fear check, and of failing it."""
    said = [format_html(gettext("On average <b>{}</b>"), wording.decimal(found.mean))]
    if found.destroyed:
        said.append(format_html(gettext("death <b>{}</b>"), wording.percent(found.destroyed)))
    if found.critical:
        said.append(format_html(gettext("critical <b>{}</b>"), wording.percent(found.critical)))
    clauses = [mark_safe(gettext(", ").join(said)), *fear_clause(scene, found, target)]
    return mark_safe(" ".join(f"{clause}." for clause in clauses))


def fear_clause(scene: Scene, found: Forecast, target: Unit) -> Iterator[SafeString]:
    """The chance of a fear check and what it is likely to bring; nothing where there is none."""
    if not found.checked:
        return
    number = wording.number(morale.daring(scene.battle, target).value)
    outcomes = []
    if target.state == "steady":
        outcomes.append(format_html(gettext("shaken <b>{}</b>"), wording.percent(found.frightened - found.routed)))
    if found.routed:
        outcomes.append(format_html(gettext("in flight <b>{}</b>"), wording.percent(found.routed)))
    yield format_html(
        gettext("Fear check <b>{}</b> (Daring {}): {}"),
        wording.percent(found.checked), number, mark_safe(gettext(", ").join(outcomes)),
    )  # fmt: skip
