"""The card of a unit: its numbers, and all that it may do now with the reason for every no."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from battles.rules import initiative, morale, movement
from battles.rules.battle import Unit
from battles.rules.choices import Aim, No, Ram, Reach, UnitChoice
from battles.rules.forecast import stands_up
from battles.rules.hexes import FACINGS
from battles.rules.needed import Needed

from . import arms, odds, refereeing, refusals, tokens, wording
from .log_play import facing_name
from .scene import Scene

Context = dict[str, Any]


def head(scene: Scene, unit: Unit) -> Context:
    """Portrait, name, what it is, where it stands, its order and its states."""
    about = [wording.kind_name(unit)]
    if unit.commander:
        about.append(wording.lower(wording.rank_name(unit)))
    if unit.hex:
        about.append(f"{unit.hex}, {wording.ground_name(scene.battle.map.kind(unit.hex))}")
    if unit.turn.order:
        about.append(gettext("order: %(order)s") % {"order": wording.order_name(unit.turn.order)})
    return {
        "unit": unit,
        "portrait": tokens.portrait(unit, "mini port"),
        "name": wording.unit_name(unit),
        "about": " · ".join(about),
        "states": [(f"s-{state}", wording.state_name(unit, state)) for state in tokens.states(unit)],
        "lost": [wording.weapon_name(weapon) for weapon in unit.lost_weapons],
        "stats": stats(scene, unit),
        "hire": refereeing.standing(scene, unit.id) if unit.is_hireling else None,
        "arms": arms.weapons(unit),
        "meanings": arms.meanings(scene, unit),
    }


def stats(scene: Scene, unit: Unit) -> list[Context]:
    """The six numbers, each with what it was at first or what it is made of."""
    defence = unit.stats.defence
    armour = "/".join(map(str, defence)) if unit.is_machine else str(defence[0])
    rows = [
        _stat(gettext("Str") if not unit.is_machine else gettext("Struct"), unit.hits, f"/{unit.stats.hits}"),
        _stat(gettext("Def"), armour),
        _stat(gettext("Acc"), unit.stats.accuracy),
        _needed(gettext("Init"), initiative.unit_value(unit)),
    ]
    if unit.stats.daring is not None and unit.hex:
        rows.append(_needed(gettext("Dar"), morale.daring(scene.battle, unit)))
    elif unit.stats.daring is not None:
        rows.append(_stat(gettext("Dar"), unit.stats.daring))
    rows.append(_stat(gettext("Move"), _points(unit), f"/{movement.speed(unit)}"))
    return rows


def _points(unit: Unit) -> int:
    return movement.speed(unit) if unit.turn.points_left is None else unit.turn.points_left


def _stat(name: str, value: object, note: str = "") -> Context:
    whole = {
        gettext("Str"): gettext("Strength"), gettext("Struct"): gettext("Structure"),
        gettext("Def"): gettext("Defence"), gettext("Acc"): gettext("Accuracy"),
        gettext("Init"): gettext("Initiative"), gettext("Dar"): gettext("Daring"),
    }.get(name, "")  # fmt: skip
    return {"name": name, "whole": whole if whole != name else "", "value": value, "note": note}


def _needed(name: str, needed: Needed) -> Context:
    note = (
        "".join([str(needed.base), *(wording.signed(value) for _, value in needed.reasons)]) if needed.reasons else ""
    )
    return _stat(name, wording.number(needed.value), note)


# --- what it may do ----------------------------------------------------------------------------------------------


def choices(scene: Scene, choice: UnitChoice) -> Context:
    """The card of a unit of the active group."""
    unit = scene.unit(choice.unit)
    shots = [aim for aim in choice.power_shots if aim.no is None]
    return head(scene, unit) | {
        "acts": _acts(unit, choice),
        "whys": whys(unit, choice),
        "moves": reaches(choice.moves.values()),
        "edges": choice.edges,
        "dashes": reaches(choice.dashes.values()),
        "dash_edges": choice.dash_edges,
        "turns": _turns(scene, choice),
        "turn_free": choice.turn_free,
        "turns_open": bool(choice.turns),
        "stand": choice.stand,
        "stand_chance": wording.percent(stands_up(choice.stand.value)) if choice.stand else "",
        "undo": choice.undo,
        "retreat": retreat(scene, unit),
        "targets": targets(scene, choice),
        "refused_aims": refused(scene, choice.aims),
        "power_shots": [_aim(scene, unit, aim) for aim in shots if aim.needed is not None],
        "far_shots": [_aim(scene, unit, aim) for aim in shots if aim.needed is None],
        "rams": [_ram(scene, unit, ram) for ram in choice.rams],
        "inspire": choice.inspire,
        "inspire_points": max(0, choice.inspire.value) if choice.inspire else 0,
    }


def retreat(scene: Scene, unit: Unit) -> str:
    """`morale.retreat`: how far a shaken unit still has to go, and what it may do afterwards."""
    if unit.state != "shaken" or unit.hex is None:
        return ""
    battle = scene.battle
    here = battle.map.steps_home(unit.side, unit.hex)
    goal = movement.retreat_goal(battle, unit)
    if here <= goal:
        return gettext("The retreat is done: any facing, then the usual attacks at −1.")
    edge = gettext("north") if unit.side == "red" else gettext("south")
    if goal == 0:
        return gettext("Retreat: the home edge (%(edge)s) is within reach, it must leave the map.") % {"edge": edge}
    text = ngettext(
        "Retreat: %(n)d hex nearer to the home edge (%(edge)s) at least, backward or not. Then it may attack at −1.",
        "Retreat: %(n)d hexes nearer to the home edge (%(edge)s) at least, backward or not. Then it may attack at −1.",
        here - goal)  # fmt: skip
    return text % {"n": here - goal, "edge": edge}


ACTS = (
    ("move", "i-move"), ("turn", "i-turn"), ("attack", "i-attack"), ("stand", "i-flip"),
    ("dash", "i-dash"), ("power_shot", "i-power"), ("ram", "i-ram"), ("inspire", "i-inspire"),
)  # fmt: skip


def act_names() -> dict[str, str]:
    return {
        "move": gettext("Move"), "turn": gettext("Turn"), "attack": gettext("Attack"), "stand": gettext("Stand up"),
        "dash": gettext("Dash"), "power_shot": gettext("Power shot"), "ram": gettext("Ram"),
        "inspire": gettext("Inspire"),
    }  # fmt: skip


def _fits(unit: Unit, act: str) -> bool:
    """Whether the control makes sense for such a unit at all; if so it stays, legal or not."""
    sense = {
        "stand": unit.prone,
        "ram": unit.kind == "walker",
        "inspire": bool(unit.commander),
        "turn": unit.is_machine,
    }
    return sense.get(act, True)


def _acts(unit: Unit, choice: UnitChoice) -> list[Context]:
    """The controls of the card; what is not legal stays in its place, with its reason."""
    able = {
        "move": bool(choice.moves or choice.edges), "turn": bool(choice.turns), "stand": choice.stand is not None,
        "attack": any(aim.no is None for aim in choice.aims), "dash": bool(choice.dashes or choice.dash_edges),
        "power_shot": any(aim.no is None for aim in choice.power_shots), "ram": bool(choice.rams),
        "inspire": choice.inspire is not None,
    }  # fmt: skip
    names = act_names()
    return [
        {"id": act, "icon": icon, "name": names[act], "able": able[act], "why": why(choice.nos.get(act))}
        for act, icon in ACTS
        if _fits(unit, act)
    ]


def why(no: No | None) -> str:
    return refusals.sentence(no.rule, no.reason, no.facts) if no else ""


def whys(unit: Unit, choice: UnitChoice) -> list[Context]:
    """Each reason once with its rule, and the controls that it closes."""
    names, found = act_names(), {}
    for act, no in choice.nos.items():
        if act in names and _fits(unit, act):
            found.setdefault((why(no), no.rule), []).append(names[act])
    return [
        {"acts": ", ".join(acts), "why": reason, "rule": wording.rule_link(rule)}
        for (reason, rule), acts in found.items()
    ]


def reaches(found: Iterable[Reach]) -> list[Context]:
    """Reachable hexes, nearest first, for those who pick from a list."""
    rows = []
    for reach in sorted(found, key=lambda reach: (-reach.points_left, reach.hex)):
        left = ngettext("%(n)d point left", "%(n)d points left", reach.points_left) % {"n": reach.points_left}
        rows.append({"hex": reach.hex, "left": left, "facing": reach.facing or ""})
    return rows


def _turns(scene: Scene, choice: UnitChoice) -> list[Context]:
    unit = scene.unit(choice.unit)
    return [
        {
            "facing": facing,
            "name": facing_name(facing),
            "angle": scene.board.angle(facing),
            "able": facing in choice.turns,
            "now": facing == unit.facing,
        }
        for facing in FACINGS
    ]


def targets(scene: Scene, choice: UnitChoice) -> list[Context]:
    """Targets that may be attacked, each with the weapons that reach it."""
    unit, found = scene.unit(choice.unit), {}
    for aim in choice.aims:
        if aim.no is None:
            found.setdefault(aim.target, []).append(aim)
    return [_target(scene, unit, scene.unit(target), aims) for target, aims in found.items()]


def _target(scene: Scene, unit: Unit, target: Unit, aims: list[Aim]) -> Context:
    """One target; the number stands once over all weapons that share it."""
    rows = [_aim(scene, unit, aim) for aim in aims]
    for i, row in enumerate(rows):
        row["same"] = i > 0 and aims[i].needed == aims[i - 1].needed
    best = max(aims, key=lambda aim: aim.hit)
    return {
        "unit": target,
        "name": wording.unit_name(target),
        "aims": rows,
        "token": tokens.portrait(target),
        "hits": _hits(target),
        "best": f"{wording.number(best.needed.value)} · {wording.percent(best.hit)}" if best.needed else "",
    }


def _hits(unit: Unit) -> str:
    text = gettext("structure %(n)d of %(full)d") if unit.is_machine else gettext("strength %(n)d of %(full)d")
    return text % {"n": unit.hits, "full": unit.stats.hits}


def _aim(scene: Scene, unit: Unit, aim: Aim) -> Context:
    target = scene.unit(aim.target)
    far = f"{aim.distance} : {target.stats.visibility}"
    return {
        "weapon": aim.weapon,
        "name": wording.weapon_name(aim.weapon),
        "target": aim.target,
        "target_name": wording.unit_name(target),
        "token": tokens.portrait(target),
        "eq": odds.parts(aim.needed, gettext("Acc"), distance=far) if aim.needed else None,
        "hit": wording.percent(aim.hit),
        "pierce": wording.percent(aim.pierce),
        "shots": aim.shots,
        "choices": list(range(aim.shots, 0, -1)) if not unit.is_machine and aim.shots > 1 else [],
        "power": aim.power,
        "defence": aim.defence,
        "arc": wording.arc_name(aim.arc) if target.is_machine else "",
        "odds": odds.of_aim(scene, aim),
    }


def _ram(scene: Scene, unit: Unit, ram: Ram) -> Context:
    target = scene.unit(ram.target)
    return {
        "target": ram.target,
        "name": wording.unit_name(target),
        "token": tokens.portrait(target),
        "power": ram.power,
        "defence": ram.defence,
        "arc": wording.arc_name(ram.arc) if target.is_machine else "",
        "hits": _hits(target),
        "odds": odds.of_ram(scene, unit, ram),
    }


def refused(scene: Scene, aims: Iterable[Aim]) -> list[Context]:
    """Why the other targets may not be attacked, by target and weapon."""
    return [
        {
            "weapon": wording.weapon_name(aim.weapon),
            "name": wording.unit_name(scene.unit(aim.target)),
            "why": why(aim.no),
            "rule": wording.rule_link(aim.no.rule),
        }
        for aim in aims
        if aim.no is not None
    ]


def points_line(unit: Unit, shown: Context) -> str:
    """What is left to spend in this activation: points where the unit may go, shots where it has a target."""
    left, shots = _points(unit), max(0, unit.hits - unit.turn.attacks_made)
    said = []
    if shown["moves"] or shown["edges"]:
        said.append(ngettext("%(n)d movement point", "%(n)d movement points", left) % {"n": left})
    if shown["targets"] and not unit.is_machine:
        said.append(ngettext("%(n)d shot", "%(n)d shots", shots) % {"n": shots})
    if shown["dashes"] or shown["dash_edges"]:
        said.append(ngettext("dash, %(n)d point", "dash, %(n)d points", left) % {"n": movement.points(unit)})
    return ", ".join(said) or gettext("nothing left to do")


def name_of(unit: Unit) -> SafeString:
    return wording.named(unit)
