"""Units as seen over a sight: who may be hit and how hard that is (Mark), who shoots and how well (Gunner)."""

from __future__ import annotations

from dataclasses import dataclass

from ..battle import Battle, Unit, Weapon
from ..catalogue import catalogue
from ..hexes import Hex, arc
from ..infantry import free_slots
from ..shooting import UNREADY_REACH
from .lines import BLOCKED
from .worth import toll, worth

ARCS = ("front", "side", "rear")
NEAR_COMMANDER = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """A unit as a target where it stands, or where it is thought to stand."""

    unit: Unit
    hex: Hex
    worth: float
    kind: str  # of a weapon's targets: squads or machines
    visibility: int
    hidden: int
    slots: int
    unready: int
    daring: int

    def defence(self, source: Hex) -> int:
        """`combat.armour`: that of the side which the line comes from."""
        if self.kind == "squads" or self.unit.facing is None:
            return self.unit.stats.defence[0]
        return self.unit.stats.defence[ARCS.index(arc(self.hex, self.unit.facing, source))]


def mark(battle: Battle, unit: Unit) -> Mark:
    """The unit as a target where it stands now."""
    ground = battle.map.ground(unit.spot)
    fears = not unit.is_hireling and unit.stats.daring is not None
    return Mark(
        unit=unit,
        hex=unit.spot,
        worth=worth(unit),
        kind="machines" if unit.is_machine else "squads",
        visibility=unit.stats.visibility,
        hidden=int(unit.is_machine and ground.hides_machines),
        slots=len(free_slots(battle, unit)),
        unready=int(battle.options.unready and not unit.turn.begun),
        daring=_daring(unit) if fears else -1,
    )


def _daring(unit: Unit) -> int:
    """`morale.daring`, without what is near: good enough to weigh."""
    return (unit.stats.daring or 0) + (catalogue().commanders[unit.commander].daring if unit.commander else 0)


@dataclass(frozen=True, slots=True)
class Gunner:
    """A unit as a shooter: its number before distance and ground, and what it has to shoot with."""

    unit: Unit
    base: int
    weapons: tuple[Weapon, ...]
    attacks: int  # of a squad
    focused: frozenset[str]
    reach: int


def gunner(battle: Battle, unit: Unit, *, hold: bool | None = None) -> Gunner:
    """The unit as a shooter now; `hold` asks what it would be on that order or on another."""
    on_hold = unit.turn.order == "hold" if hold is None else hold
    spent = unit.turn.weapons_used if hold is None else ()
    base = unit.stats.accuracy + ("elite" in unit.options) + on_hold
    weapons = tuple([weapon for weapon in unit.stats.weapons if _works(unit, weapon, spent)])
    return Gunner(
        unit=unit,
        base=base - (unit.state == "shaken") - unit.prone - unit.stunned,
        weapons=weapons,
        reach=max([weapon.range for weapon in weapons], default=0),
        attacks=max(0, unit.hits - (unit.turn.attacks_made if hold is None else 0)),
        focused=_focused(battle, unit),
    )


def _works(unit: Unit, weapon: Weapon, spent: tuple[str, ...]) -> bool:
    """`combat.weapons`, `combat.squad_attacks`: not lost, and not used up in this activation."""
    return weapon.id not in unit.lost_weapons and not (weapon.id in spent and (unit.is_machine or weapon.special))


def _focused(battle: Battle, unit: Unit) -> frozenset[str]:
    """`link.focus`: enemies that a link mate has attacked this turn."""
    link = battle.link_of(unit.id) if battle.options.focus and battle.links else None
    if link is None or unit.state != "steady":
        return frozenset()
    mates = {id_ for id_ in link.members if id_ != unit.id}
    return frozenset(other.id for other in battle.units.values() if mates.intersection(other.turn.attacked_by))


def number(shooter: Gunner, weapon: Weapon, target: Mark, far: int, obstructed: int) -> int | None:
    """`combat.number` by what is known beforehand; None where range or line forbid it. Arcs are asked elsewhere."""
    if target.kind not in weapon.targets or far > (1 if weapon.melee else weapon.range):
        return None
    value = shooter.base - target.hidden + (target.unready if far <= UNREADY_REACH else 0)
    value += target.unit.id in shooter.focused
    if weapon.melee:
        return value
    return None if obstructed == BLOCKED else value - far // target.visibility - obstructed


def shots_of(shooter: Gunner, weapon: Weapon) -> int:
    """`combat.squad_attacks`: rolls of one volley at its fullest."""
    if shooter.unit.is_machine:
        return weapon.shots
    return min(1, shooter.attacks) if weapon.special else shooter.attacks


def gain(
    value: int, weapon: Weapon, target: Mark, source: Hex, shots: int, *, power: int = 0, slots: int | None = None
) -> float:
    """What a volley is likely to take from the target, in grivnas; `slots` are the reductions that it will have."""
    unit = target.unit
    share = toll(
        value, weapon.power + power, target.defence(source), unit.is_machine, shots,
        min(target.slots if slots is None else slots, shots),
        unit.hits, unit.stats.hits, unit.stats.danger, target.daring,
    )  # fmt: skip
    return share * target.worth
