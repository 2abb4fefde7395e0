"""`initiative`: what a group's value is, its roll, morale spent on it, and who acts next."""

from __future__ import annotations

from .battle import ENEMY, SIDES, Battle, Unit, id_key
from .catalogue import catalogue
from .chronicle import Chronicle
from .commands import SpendInitiative
from .events import ChredaBegan, Committed, InitiativeImproved, InitiativeRolled, TemporaryExpired
from .movement import is_damaged
from .needed import Needed
from .pending import Secret
from .refusals import Refused


def unit_value(unit: Unit) -> Needed:
    """R10: base, personal modifier, commander, damage, criticals."""
    return Needed.of(
        unit.stats.initiative,
        ("initiative.personal", unit.stats.personal_initiative),
        ("army.commanders", catalogue().commanders[unit.commander].initiative if unit.commander else 0),
        *_wear(unit),
    )


def _wear(unit: Unit) -> tuple[tuple[str, int], ...]:
    return ("initiative.damage", int(is_damaged(unit))), ("combat.critical_table", unit.initiative_loss)


def worn(unit: Unit) -> Needed:
    """R10: the value without personals: base, damage, criticals."""
    return Needed.of(unit.stats.initiative, *_wear(unit))


def value_of(battle: Battle, group: str) -> Needed:
    """`initiative.roll`, R10: the value of a group; of a link that of its worst member, with personals if shared."""
    link = battle.links.get(group)
    members = [battle.units[id_] for id_ in battle.group_units(group)]
    if link is None or not members:
        return unit_value(battle.units[group]) if group in battle.units else Needed(0)
    worst = max(members, key=lambda unit: worn(unit).value)
    shared = max(unit.stats.personal_initiative for unit in members)
    everyone = all(unit.stats.personal_initiative for unit in members)
    led = min((catalogue().traits[unit.trait].link_initiative for unit in members if unit.trait), default=0)
    return Needed.of(
        worst.stats.initiative,
        ("initiative.personal", shared if everyone else 0),
        ("initiative.commander", led),
        *_wear(worst),
    )


def roll(chronicle: Chronicle) -> None:
    """`initiative.roll`, N21: one die for each group on the map, in group id order, shaken and routing ones too."""
    chronicle.done()
    if chronicle.battle.chreda != "initiative":
        chronicle.tell(ChredaBegan(rule="turn.initiative", chreda="initiative"))
    for group in chronicle.battle.groups():
        value = value_of(chronicle.battle, group)
        die = chronicle.dice.d6()
        chronicle.tell(
            InitiativeRolled(
                group=group, dice=(die,), base=value.base, modifiers=value.reasons, total=die + value.value
            )
        )


def open_spending(chronicle: Chronicle) -> None:
    """`initiative.will`: both sides are asked after all rolls."""
    asked = tuple(side for side in SIDES if any(chronicle.battle.on_map(side)))
    chronicle.done(Secret("spend_initiative", asked))


def improvable(battle: Battle, group: str) -> bool:
    """`initiative.will`: routing units and hirelings cannot be improved."""
    units = [battle.units[id_] for id_ in battle.group_units(group)]
    return bool(units) and all(unit.state != "routing" and not unit.is_hireling for unit in units)


def spend(chronicle: Chronicle, side: str, command: SpendInitiative) -> None:
    """`initiative.will`, R13: commit points to groups; one group that may not be improved refuses the whole."""
    battle = chronicle.battle
    for group, points in command.points.items():
        known = group in battle.standings and group in battle.groups() and battle.group_side(group) == side
        if not known:
            raise Refused("initiative.will", "unknown_group", {"group": group})
        if not improvable(battle, group):
            raise Refused("initiative.will", "cannot_be_improved", {"group": group})
        if points < 0:
            raise Refused("initiative.will", "negative_points", {"group": group, "points": points})
    total, pool = sum(command.points.values()), battle.sides[side].pool
    if total > pool:
        raise Refused("initiative.will", "beyond_the_pool", {"points": total, "pool": pool})
    chronicle.tell(Committed(rule="initiative.will", side=side, do=command.do, content=command))


def reveal_spending(chronicle: Chronicle) -> None:
    """R13: both pay, totals fall; exhaustion and expiry follow."""
    committed = chronicle.battle.committed
    chronicle.done()
    for side in SIDES:
        content = committed.get(side)
        if not isinstance(content, SpendInitiative):
            continue
        points = {group: n for group, n in content.points.items() if n}
        chronicle.pay(side, sum(points.values()), rule="initiative.will", why="initiative.will")
        for group in sorted(points, key=id_key):
            total = chronicle.battle.standings[group].total - points[group]
            chronicle.tell(InitiativeImproved(group=group, points=points[group], total=total))


def expire(chronicle: Chronicle) -> None:
    """`order.inspire`: unspent temporary points vanish at the end of the initiative chreda."""
    chronicle.done()
    for side in SIDES:
        if left := chronicle.side(side).temporary:
            chronicle.tell(TemporaryExpired(side=side, by=-left))


def edge_side(battle: Battle) -> str:
    """`initiative.edge`: the edge holder in odd turns, the other side in even ones."""
    edge = battle.options.edge
    return edge if battle.turn % 2 else ENEMY[edge]


def standing_group(battle: Battle, group: str) -> str | None:
    """The group whose die a group acts by: its own, or that of the link that a shaken member belonged to (R54)."""
    if group in battle.standings:
        return group
    link = battle.link_of(group)
    return link.id if link is not None and link.id in battle.standings else None


def order_key(battle: Battle, group: str) -> tuple[object, ...]:
    """`initiative.order`: total, then value as rolled, then the side with the edge, then group id."""
    owner = standing_group(battle, group) or group
    standing = battle.standings[owner]
    trailing = battle.group_side(owner) != edge_side(battle)
    return standing.total, standing.value, trailing, id_key(owner), group != owner, id_key(group)


def order(battle: Battle) -> tuple[str, ...]:
    """`initiative.order`: all groups with a total in the order of their activation, those that have acted too."""
    known = {group for group in battle.standings if group in battle.units or group in battle.links}
    known |= {group for group in battle.groups() if standing_group(battle, group)}
    return tuple(sorted(known, key=lambda group: order_key(battle, group)))


def still_to_act(battle: Battle) -> tuple[str, ...]:
    """Groups whose activation is to come, in order; a group without a living unit is skipped (R15)."""
    return tuple(group for group in order(battle) if _waits(battle, group))


def _waits(battle: Battle, group: str) -> bool:
    if group in battle.units and battle.group_of(group) != group:
        return False
    return any(not battle.units[id_].turn.activated for id_ in battle.group_units(group))
