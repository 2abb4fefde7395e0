"""What a side may do now: `legal(battle, side)` fills in the values of choices.py.

Every element that it offers is accepted by `turn.decide`, and every no is the refusal that `decide` would give.
"""

from __future__ import annotations

from collections.abc import Callable

from . import deployment, infantry, initiative, links, orders
from .activation import refuse_end
from .battle import ENEMY, SIDES, Battle, id_key
from .choices import (
    ActivationChoice,
    CheckOffer,
    ChecksChoice,
    Choice,
    DeployChoice,
    EnterChoice,
    FateChoice,
    Legal,
    No,
    OrdersChoice,
    ReductionChoice,
    ReviewChoice,
    SpendChoice,
)
from .morale import daring
from .odds import check_chance
from .pending import Activation, Batch, Check, Fate, Review, Volley, pending
from .repertoire import no_of, unit_choice


def legal(battle: Battle, side: str) -> Legal:
    """`turn.pending`, `turn.tactics`: the decision that a side owes or the activation it leads; what is always open."""
    if battle.result is not None:
        return Legal(side, None)
    kind = next((awaited.kind for awaited in pending(battle) if awaited.side == side), None)
    choice = _DECISIONS[kind](battle, side) if kind else _activation(battle, side)
    return Legal(side, choice, _anytime(battle, side))


def _anytime(battle: Battle, side: str) -> tuple[str, ...]:
    if side not in SIDES:
        return ()
    if battle.offer == ENEMY[side]:
        return "set_answers", "answer_draw", "resign"
    return ("set_answers", "resign") if battle.offer else ("set_answers", "offer_draw", "resign")


def _deploy(battle: Battle, side: str) -> Choice:
    hexes = {
        unit.id: tuple(
            hex_
            for hex_ in battle.map.hexes()
            if int(hex_[2:]) in deployment.rows(battle, side)
            and unit.kind not in battle.map.ground(hex_).closed_to
            and battle.at(hex_) is None
        )
        for unit in deployment.unplaced(battle, side)
    }
    return DeployChoice(hexes, reserve=len(hexes) > 1, links=deployment.linkable(battle, side, hexes))


def _enter(battle: Battle, side: str) -> Choice:
    hexes = {unit.id: deployment.free_entries(battle, unit) for unit in deployment.in_reserve(battle, side)}
    kept = {link.id: tuple(id_ for id_ in link.members if id_ in hexes) for link in battle.links.values()}
    bound = {link: members for link, members in kept.items() if members}
    return EnterChoice(hexes, deployment.linkable(battle, side, hexes), bound)


def _orders(battle: Battle, side: str) -> Choice:
    return OrdersChoice(dict.fromkeys(orders.needing(battle, side), orders.ORDERS))


def _spend(battle: Battle, side: str) -> Choice:
    groups = {
        group: battle.standings[group].total
        for group in initiative.order(battle)
        if battle.group_side(group) == side and group in battle.groups() and initiative.improvable(battle, group)
    }
    return SpendChoice(battle.sides[side].pool, groups)


def _checks(battle: Battle, side: str) -> Choice:
    step = battle.agenda[0]
    assert isinstance(step, Batch)
    offered = (step.offered or {}).get(side, ())
    offers = tuple(check_offer(battle, check, step.cause) for check in step.checks if check.unit in offered)
    return ChecksChoice(step.cause, offers, battle.sides[side].pool)


def check_offer(battle: Battle, check: Check, cause: str) -> CheckOffer:
    """`morale.check`: a check that may be paid for, with its number and the chance to pass it unpaid."""
    needed = daring(battle, battle.units[check.unit], check.modifiers)
    chance = check_chance(needed.value, reroll=battle.link_of(check.unit) is not None)
    return CheckOffer(check.unit, cause, needed, chance)


def _reduction(battle: Battle, side: str) -> Choice:
    step = battle.agenda[0]
    assert isinstance(step, Volley)
    slots = infantry.free_slots(battle, battle.units[step.target])
    return ReductionChoice(step.unit, step.weapon, step.target, infantry.cancellable(step), slots)


def _review(battle: Battle, side: str) -> Choice:
    step = battle.agenda[0]
    assert isinstance(step, Review)
    link, question = next(
        (link, question)
        for link, question in step.questions
        if battle.links[link].side == side and link not in step.answers
    )
    choices = ("accept_worst", "exclude", "dissolve") if question == "gap" else ("exclude", "dissolve")
    units = battle.active_members(battle.links[link])
    return ReviewChoice(
        link,
        question,
        choices,
        units,
        values=dict(zip(sorted(units, key=id_key), links.values(battle, units), strict=True)),
        keeps=links.keeps(battle, units, question),
        costs=battle.options.dissolved_link_costs_morale,
    )


def _fate(battle: Battle, side: str) -> Choice:
    step = battle.agenda[0]
    assert isinstance(step, Fate)
    return FateChoice(step.company)


_DECISIONS: dict[str, Callable[[Battle, str], Choice]] = {
    "deploy": _deploy,
    "enter": _enter,
    "place_orders": _orders,
    "spend_initiative": _spend,
    "cancel_checks": _checks,
    "reduce_casualties": _reduction,
    "review_link": _review,
    "hireling_fate": _fate,
}


def _activation(battle: Battle, side: str) -> Choice | None:
    step = battle.agenda[0] if battle.agenda else None
    if not isinstance(step, Activation) or pending(battle) or battle.units[step.units[0]].side != side:
        return None
    waiting = [battle.units[id_] for id_ in step.units]
    units = {unit.id: unit_choice(battle, unit) for unit in waiting if unit.on_map and not unit.turn.activated}
    return ActivationChoice(step.group, units, end=no_of_end(battle, side, step.group))


def no_of_end(battle: Battle, side: str, group: str) -> No | None:
    """Why the activation may not be ended now; None where it may."""
    return no_of(lambda: refuse_end(battle, side, group))
