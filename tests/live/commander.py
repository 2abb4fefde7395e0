"""A commander that posts some legal form at random: enough to bring a battle to its end."""

from __future__ import annotations

from random import Random

from battles.rules.battle import Battle
from battles.rules.choices import (
    ActivationChoice,
    Aim,
    ChecksChoice,
    DeployChoice,
    EnterChoice,
    OrdersChoice,
    ReductionChoice,
    SpendChoice,
    UnitChoice,
)
from battles.rules.legal import legal

Form = dict[str, object]


def form_of(battle: Battle, side: str, chance: Random) -> Form | None:
    """One legal answer of a side to what it is asked now; None while it waits."""
    match legal(battle, side).choice:
        case DeployChoice(hexes=hexes):
            return {"do": "deploy", **_spots(hexes, chance)}
        case EnterChoice(hexes=hexes):
            return {"do": "enter", **_spots(hexes, chance)}
        case OrdersChoice(groups=groups):
            orders = {f"orders.{group}": chance.choice(offered) for group, offered in groups.items()}
            return {"do": "place_orders", **orders}
        case SpendChoice(pool=pool, groups=groups):
            some = sorted(groups) if pool > 2 and chance.random() < 0.4 else []
            return {"do": "spend_initiative", **{f"points.{group}": 1 for group in some[:1]}}
        case ChecksChoice(offers=offers, affordable=affordable):
            few = [offer.unit for offer in offers if chance.random() < 0.3]
            return {"do": "cancel_checks", "units": few[:affordable]}
        case ReductionChoice(losses=losses, slots=slots):
            return {"do": "reduce_casualties", "cancel": sorted(losses)[: len(slots)]}
        case ActivationChoice() as choice:
            return _act(choice, chance)
        case _:
            return None


def _spots(hexes: dict[str, tuple[str, ...]], chance: Random) -> Form:
    taken: set[str] = set()
    form: Form = {}
    for unit, offered in hexes.items():
        spot = chance.choice([hex_ for hex_ in offered if hex_ not in taken])
        taken.add(spot)
        form[f"placements.{unit}.hex"] = spot
    return form


def _act(choice: ActivationChoice, chance: Random) -> Form:
    """Attacks are liked best, then rams, power shots and moves; an activation ends where nothing else is wanted."""
    units = list(choice.units.values())
    chance.shuffle(units)
    offers = [form for unit in units for form in _deeds(unit, chance)]
    if choice.end is None and (not offers or chance.random() < 0.15):
        return {"do": "end_activation", "group": choice.group}
    if not offers:
        raise AssertionError(f"{choice.group} may neither act nor end: {choice.end}")
    return offers[0] if chance.random() < 0.8 else chance.choice(offers)


def _deeds(unit: UnitChoice, chance: Random) -> list[Form]:
    name: Form = {"unit": unit.unit}
    deeds: list[Form] = []
    deeds += [{"do": "attack", **name, **_at(aim)} for aim in unit.aims if aim.no is None]
    deeds += [{"do": "special", **name, "variant": "ram", "target": ram.target} for ram in unit.rams]
    shots = [aim for aim in unit.power_shots if aim.no is None]
    deeds += [{"do": "special", **name, "variant": "power_shot", **_at(aim)} for aim in shots]
    if unit.stand:
        deeds.append({"do": "stand", **name})
    if unit.moves:
        deeds.append({"do": "move", **name, "to": chance.choice(sorted(unit.moves))})
    if unit.dashes:
        deeds.append({"do": "special", **name, "variant": "dash", "to": chance.choice(sorted(unit.dashes))})
    if unit.edges:
        deeds.append({"do": "move", **name, "to": "off", "edge": unit.edges[0]})
    return deeds


def _at(aim: Aim) -> Form:
    return {"weapon": aim.weapon, "target": aim.target}
