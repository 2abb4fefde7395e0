"""What the table asks of its viewer: the decision that is open, the activation that is led, or whom it waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from battles.rules import council, morale, orders, prospects
from battles.rules.battle import ENEMY, Unit
from battles.rules.choices import (
    ActivationChoice,
    CheckOffer,
    ChecksChoice,
    DeployChoice,
    EnterChoice,
    FateChoice,
    OrdersChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
)
from battles.rules.deployment import link_fault
from battles.rules.hexes import FACINGS, Hex, place
from battles.rules.morale import RECOVERY
from battles.rules.pending import Batch
from battles.rules.policy import deployment as placing

from . import card, fear, linking, odds, reduction, refereeing, spending, story, tokens, wording
from .log_play import facing_name
from .scene import Scene

Context = dict[str, Any]


def decision(scene: Scene) -> Context:
    """The context of the decision panel; `kind` names its include file, `about` the hex that it is about."""
    return _decision(scene) | {"about": _about(scene)}


def _about(scene: Scene) -> str:
    """Where on the map the viewer's answer matters: the first unit of the question, or the one that acts."""
    match scene.legal.choice if scene.legal else None:
        case ChecksChoice(offers=offers) if offers:
            unit = offers[0].unit
        case ReductionChoice(target=target):
            unit = target
        case ReviewChoice(units=units) if units:
            unit = units[0]
        case ActivationChoice(units=units) if units:
            unit = next(iter(units))
        case _:
            return ""
    return scene.unit(unit).hex or ""


def _decision(scene: Scene) -> Context:
    if scene.battle.result:
        return {"kind": "over"}
    match scene.legal.choice if scene.legal else None:
        case DeployChoice() as choice:
            return {"kind": "deploy", "ask": True} | _deploy(scene, choice)
        case EnterChoice() as choice:
            return {"kind": "enter", "ask": True} | _enter(scene, choice)
        case OrdersChoice() as choice:
            return {"kind": "orders", "ask": True} | _orders(scene, choice)
        case SpendChoice() as choice:
            return {"kind": "spend", "ask": True} | spending.question(scene, choice)
        case ChecksChoice() as choice:
            return {"kind": "checks", "ask": True} | _checks(scene, choice)
        case ReductionChoice() as choice:
            return {"kind": "reduction", "ask": True} | reduction.question(scene, choice)
        case FateChoice() as choice:
            return {"kind": "fate", "ask": True} | refereeing.fate(scene, choice)
        case ReviewChoice() as choice:
            return {"kind": "review", "ask": True} | linking.question(scene, choice)
        case ActivationChoice() as choice:
            return {"kind": "activation"} | _activation(scene, choice)
        case _:
            return {"kind": "waiting"} | waiting(scene)


# --- waiting -----------------------------------------------------------------------------------------------------


def waiting(scene: Scene) -> Context:
    """Whom the battle waits for, and for what; true for everybody, whoever looks."""
    rows = [
        {"side": each.side, "shield": tokens.shield(each.side) if each.side != "referee" else "",
         "name": scene.speak.side(each.side), "what": _what(scene, each.kind)}
        for each in scene.awaited
    ]  # fmt: skip
    active = scene.active
    if not rows and active:
        side = scene.battle.group_side(active)
        rows = [{"side": side, "shield": tokens.shield(side), "name": scene.speak.side(side),
                 "what": gettext("activation")}]  # fmt: skip
    own = scene.side in scene.battle.committed if scene.side else False
    cards = [card.head(scene, scene.unit(id_)) for id_ in scene.battle.group_units(active)] if active else []
    return {
        "rows": rows,
        "decided": own,
        "cards": cards,
        "drafts": scene.side is not None and not scene.table.shared and scene.battle.chreda != "deployment",
    }


def _what(scene: Scene, kind: str) -> str:
    """A recovery is paid for with the same command as a fear is cancelled, but it is another question."""
    step = scene.battle.agenda[0] if scene.battle.agenda else None
    recovering = isinstance(step, Batch) and step.cause == RECOVERY
    return gettext("recovery of the shaken") if recovering else wording.do_name(kind)


# --- deployment --------------------------------------------------------------------------------------------------


def _deploy(scene: Scene, choice: DeployChoice) -> Context:
    planned = linking.planned(scene, choice.links)
    suggested = _suggested(scene, planned)
    rows = [
        _placing(scene, id_, hexes)
        | {"suggested": suggested.get(id_, ""), "links": linking.offered(choice.links, id_), "link": planned.get(id_)}
        for id_, hexes in choice.hexes.items()
    ]
    depth = scene.battle.options.deploy_rows
    return {"rows": rows, "depth": depth, "reserve": choice.reserve, "token": f"deploy-{scene.side}"}


def _suggested(scene: Scene, planned: Mapping[str, str]) -> dict[str, Hex]:
    """A lawful sensible placement, planned links together."""
    bodies: dict[str, tuple[str, ...]] = {}
    for id_, link in planned.items():
        bodies[link] = (*bodies.get(link, ()), id_)
    lawful = {link: units for link, units in bodies.items() if not link_fault(scene.battle, scene.side or "", units)}
    found = placing.suggest(scene.battle, scene.side or "", lawful)
    return {id_: spot.hex for id_, spot in found.placements.items()}


def _enter(scene: Scene, choice: EnterChoice) -> Context:
    bound = {id_: wording.link_name(link) for link, members in choice.bound.items() for id_ in members}
    rows = [
        _placing(scene, id_, hexes) | {"links": linking.offered(choice.links, id_), "bound": bound.get(id_, "")}
        for id_, hexes in choice.hexes.items()
    ]
    offers = council.recoveries(scene.battle, scene.side or "")
    return {"rows": rows, "token": f"enter-{scene.side}-{scene.battle.turn}", "council": _council(scene, offers)}


def _placing(scene: Scene, id_: str, hexes: tuple[Hex, ...]) -> Context:
    """A unit that is to be put on the map, and where it may be put."""
    unit = scene.unit(id_)
    return {
        "unit": unit,
        "name": wording.unit_name(unit),
        "about": " · ".join(filter(None, (wording.kind_name(unit), wording.lower(wording.rank_name(unit))))),
        "ghost": tokens.ghost(unit),
        "hexes": hexes,
        "facings": [(f, facing_name(f)) for f in FACINGS] if unit.is_machine else [],
    }


# --- orders ------------------------------------------------------------------------------------------------------


def _council(scene: Scene, offers: Sequence[CheckOffer]) -> Context | None:
    """What else this turn's preparation will ask, to be settled on the same sheet; None where there is nothing."""
    groups = council.groups(scene.battle, scene.side or "")
    if not groups and not offers:
        return None
    return {
        "offers": [_offer(scene, offer) for offer in offers],
        "most": scene.battle.sides[scene.side or ""].pool,
        "orders": [row | {"when": _when(scene, row["group"])} for row in order_rows(scene, _every_order(groups))],
        "token": _orders_token(scene),
    }


def _when(scene: Scene, group: str) -> str:
    """On what it depends whether the group gets its order; empty for who gets it anyway."""
    link = scene.battle.links.get(group)
    units = [scene.unit(id_) for id_ in (link.units if link else (group,))]
    if any(unit.is_steady for unit in units):
        return ""
    return gettext("if it recovers") if any(unit.state == "shaken" for unit in units) else gettext("if it enters")


def _every_order(groups: Iterable[str]) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(groups, orders.ORDERS)


def _orders_token(scene: Scene) -> str:
    return f"orders-{scene.side}-{scene.battle.turn}"


def _orders(scene: Scene, choice: OrdersChoice) -> Context:
    return {
        "rows": order_rows(scene, choice.groups),
        "again": any(group in scene.table.ordered for group in choice.groups),
        "token": _orders_token(scene),
    }


def order_rows(scene: Scene, groups: Mapping[str, tuple[str, ...]]) -> list[Context]:
    """Groups to be ordered, each with its order of last turn already chosen."""
    return [
        {"group": group, "token": scene.portrait(group), "name": scene.speak.group(group),
         "chosen": scene.table.ordered.get(group, known[0]),
         "orders": [(order, wording.order_name(order)) for order in known]}
        for group, known in groups.items()
    ]  # fmt: skip


# --- fear and casualties -----------------------------------------------------------------------------------------


def _checks(scene: Scene, choice: ChecksChoice) -> Context:
    recovery = choice.cause == RECOVERY
    pool = scene.battle.sides[scene.side or "blue"].pool
    return {
        "cause": wording.rule_link(choice.cause),
        "recovery": recovery,
        "heading": gettext("Recover for a point of morale?") if recovery else gettext("Cancel the fear check?"),
        "offers": [_offer(scene, offer) for offer in choice.offers],
        "single": len(choice.offers) == 1,
        "affordable": choice.affordable,
        "pool": pool,
        "left": pool - 1,
        "token": f"checks-{scene.table.number}",
        "council": _council(scene, ()) if recovery else None,
    }


def _offer(scene: Scene, offer: CheckOffer) -> Context:
    unit = scene.unit(offer.unit)
    return {
        "unit": unit,
        "name": wording.unit_name(unit),
        "token": tokens.portrait(unit),
        "eq": odds.parts(offer.needed, gettext("Daring"), moods=morale.moods(scene.battle, unit)),
        "story": story.of(scene, unit, offer.cause),
        "state": wording.state_name(unit, unit.state) if unit.state != "steady" else "",
        "chance": wording.percent(offer.chance),
        "bar": round(offer.chance * 100),
        "fails": wording.percent(1 - offer.chance),
        "worse": _worse(unit, offer.cause),
        "beside": fear.exposed(scene, unit) if offer.cause != RECOVERY else [],
    }


def _worse(unit: Unit, cause: str) -> str:
    if cause == RECOVERY:
        return gettext("stays shaken")
    if unit.state == "shaken":
        return gettext("routs")
    return gettext("shaken, the order is lost") if unit.turn.order else gettext("shaken")


# --- activation --------------------------------------------------------------------------------------------------


def _activation(scene: Scene, choice: ActivationChoice) -> Context:
    cards = [card.choices(scene, unit) for unit in choice.units.values()]
    return {
        "group": choice.group,
        "heading": scene.speak.group(choice.group),
        "cards": cards,
        "first": next(iter(choice.units), ""),
        "idle": _idle(scene, choice),
        "attacks": any(aim.no is None for unit in choice.units.values() for aim in unit.aims),
        "end": choice.end is None,
        "end_why": card.why(choice.end),
        "undoable": [unit for unit in choice.units.values() if unit.undo],
        "undo_why": next((card.why(unit.nos["undo"]) for unit in choice.units.values() if "undo" in unit.nos), ""),
    } | linking.body(scene, choice)


def _idle(scene: Scene, choice: ActivationChoice) -> bool:
    """Whether nothing has been done yet, though something might be."""
    done = any(scene.unit(id_).turn.acted for id_ in choice.units)
    return not done and any(
        unit.moves or unit.edges or unit.stand or unit.dashes or unit.dash_edges or unit.rams or unit.inspire
        or any(aim.no is None for aim in unit.power_shots)
        for unit in choice.units.values()
    )  # fmt: skip


def hopeless(scene: Scene) -> Context | None:
    """What the offer to give up says, where the battle is decided against the viewer's side; else None."""
    side = scene.side
    if side is None or not prospects.is_lost(scene.battle, side):
        return None
    points = {id_: each.points for id_, each in scene.battle.sides.items()}
    return {
        "behind": points[ENEMY[side]] - points[side],
        "own": round(prospects.strength(scene.battle, side)),
        "theirs": round(prospects.strength(scene.battle, ENEMY[side])),
    }


# --- the strip under the map -------------------------------------------------------------------------------------


def say(scene: Scene, context: Context, queue: Context) -> Context:
    """One sentence for everybody: what the battle waits for."""
    upcoming = queue["next"]["name"] if queue["next"] else ""
    if context["kind"] == "over":
        return {"heading": gettext("The battle is over"), "kind": "over"}
    if context["kind"] == "activation":
        lines = [card.points_line(scene.unit(c["unit"].id), c) for c in context["cards"]]
        return context | {"line": "; ".join(lines), "next": upcoming}
    if context["kind"] == "waiting":
        return {"kind": "waiting", "rows": context["rows"], "decided": context["decided"], "next": upcoming}
    others = [row for row in waiting(scene)["rows"] if row["side"] != scene.side]
    kind = "recovery" if context.get("recovery") else context["kind"]
    return {"kind": "ask", "heading": headings()[kind], "others": others}


def headings() -> dict[str, str]:
    return {
        "deploy": gettext("Place your units"),
        "enter": gettext("Bring in reserves?"),
        "orders": gettext("Give your orders"),
        "spend": gettext("Will to win"),
        "checks": gettext("A check to cancel"),
        "recovery": gettext("The shaken may recover"),
        "reduction": gettext("Casualties to reduce"),
        "review": gettext("A link to review"),
        "fate": gettext("The fate of a company"),
    }


def row_of(hex_: Hex) -> int:
    return place(hex_)[1]
