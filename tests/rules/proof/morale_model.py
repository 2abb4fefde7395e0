"""Morale foretold from the rules' words alone: who checks, at what number, who pays and who runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from battles.rules import commands as c
from battles.rules import events as e
from battles.rules.battle import ENEMY, SIDES, Battle, Unit
from battles.rules.hexes import distance
from battles.rules.pending import pending

DARING = {"smerdy": 5, "streltsy": 6, "kmeti": 7, "gridi": 8, "otrok": 6, "vityaz": 7, "bogatyr": 8, "vozok": 5}
DANGER = {"smerdy": 2}
COURSE = (e.TurnBegan, e.ChredaBegan, e.Activated, e.ActivationEnded, e.OrdersRevealed, e.TurnEnded)


@dataclass
class Soul:
    """What the rules of fear need to know of a unit."""

    id: str
    side: str
    type: str
    machine: bool
    hits: int
    hex: str
    commander: bool
    fearless: bool
    state: str = "steady"
    infected: bool = False
    victory: int = 0

    @property
    def stands(self) -> bool:
        return self.state in ("steady", "shaken", "routing")

    @property
    def daring(self) -> int:
        return DARING[self.type] + self.commander


@dataclass
class Blow:
    """A volley, a ram or the fires of a turn, until its fear is over: what it broke."""

    hits: dict[str, int] = field(default_factory=dict)
    critical: set[str] = field(default_factory=set)
    strays: dict[str, str] = field(default_factory=dict)
    rammed: str = ""
    rammer: str = ""
    near: tuple[str, ...] = ()


@dataclass
class Due:
    """Checks of one cause, by unit what the cause adds; `offered` once both sides could cancel."""

    cause: str
    units: dict[str, int]
    offered: dict[str, list[str]] | None = None
    answers: dict[str, list[str]] = field(default_factory=dict)
    reroll: bool = False


class Model:
    """Morale by sections 6 and 8 and by R34 to R50."""

    def __init__(self, start: Battle) -> None:
        self.souls = {id_: soul(unit) for id_, unit in start.units.items()}
        self.morale = {side: start.sides[side].morale for side in SIDES}
        self.temporary = {side: start.sides[side].temporary for side in SIDES}
        self.gone_at = dict.fromkeys(
            SIDES, start.turn
        )  # the turn at the end of whose initiative temporary points are gone
        self.answers = {side: start.sides[side].answers.cancel_checks for side in SIDES}
        self.links = {link.id: set(link.units) for link in start.links.values()}
        self.fallen: dict[str, list[int]] = {side: [] for side in SIDES}
        self.struck, self.exhausted = False, set[str]()
        self.turn, self.chreda, self.recoveries = start.turn, start.chreda, True
        self.fresh: set[str] = set()
        self.emptied: set[str] = set()
        self.spent: dict[str, int] = {}
        self.blow, self.due = Blow(), list[Due]()

    # the pool

    def pool(self, side: str) -> int:
        return self.morale[side] + self.temporary[side]

    def lose(self, side: str, points: int) -> None:
        """Temporary points first, never below 0; the fall to 0 exhausts, once in a battle."""
        for _ in range(points):
            if self.temporary[side]:
                self.temporary[side] -= 1
            elif self.morale[side]:
                self.morale[side] -= 1
            else:
                return
            if not self.pool(side) and side not in self.exhausted:
                self.emptied.add(side)

    # what is said

    def said(self, before: Battle, side: str, command: c.Command) -> None:
        match command:
            case c.SetAnswers(cancel_checks=answer) if answer:
                self.answers[side] = answer
            case c.CancelChecks(units=units):
                self.due[0].answers[side] = list(units)
            case c.SpendInitiative(points=points):
                self.spent[side] = sum(points.values())
                if len(pending(before)) == 1:
                    for payer, count in self.spent.items():
                        self.lose(payer, count)
                    self.spent = {}
            case c.Special(unit=id_, variant="inspire"):
                wounded = before.units[id_]
                value = wounded.stats.initiative + wounded.stats.personal_initiative - 1 + wounded.initiative_loss
                value += wounded.is_machine and 2 * wounded.hits <= wounded.stats.hits
                self.temporary[side] += max(0, 7 - value)
                self.gone_at[side] = self.turn + 1

    # what happens

    def told(self, event: e.Event) -> None:
        if isinstance(event, COURSE):
            self.settle()
        for hear in (self.hear_course, self.hear_blow, self.hear_move, self.hear_fear):
            hear(event)

    def hear_course(self, event: e.Event) -> None:
        match event:
            case e.TurnBegan(turn=number):
                self.turn, self.chreda, self.recoveries = number, "preparatory", True
                for each in self.souls.values():
                    each.infected = False
            case e.ChredaBegan(chreda=chreda):
                self.chreda = chreda
                for side in SIDES:
                    if chreda == "tactics" and self.gone_at[side] == self.turn:
                        self.temporary[side] = 0
            case e.Activated(units=units):
                exposed = {id_: 0 for id_ in units if self.souls[id_].state != "routing" and self.is_exposed(id_)}
                self.due += [Due("morale.contagion", exposed)] if exposed else []

    def hear_blow(self, event: e.Event) -> None:
        match event:
            case e.AttackRolled(critical=True, target=target):
                self.blow.critical.add(target)
            case e.Strayed(unit=firer, target=target):
                self.blow.strays[target] = self.souls[firer].side
            case e.Rammed(unit=rammer, target=target, path=path):
                self.rammed(rammer, target)
                self.souls[rammer].hex = path[-1] if path else self.souls[rammer].hex
            case e.Losses(unit=id_, left=left):
                self.blow.hits.setdefault(id_, self.souls[id_].hits)
                self.souls[id_].hits = left
            case e.Destroyed(unit=id_, by=by):
                self.destroyed(id_, by)

    def hear_move(self, event: e.Event) -> None:
        match event:
            case e.Withdrawn(unit=id_):
                self.out(id_, "withdrawn")
            case e.Abandoned(unit=id_, crew=crew):
                self.out(id_, "abandoned")
                if crew:
                    self.souls[crew.id] = replace(soul(crew), state="routing")
            case e.Moved(unit=id_, hex=hex_) | e.Pushed(unit=id_, hex=hex_):
                self.souls[id_].hex = hex_
            case e.Undone(unit=id_, hex=hex_):
                self.souls[id_].hex = hex_

    def hear_fear(self, event: e.Event) -> None:
        match event:
            case e.LinkDissolved(link=link):
                self.lose(SIDES["b" in link], 1)
                del self.links[link]
            case e.LinkEnded(link=link):
                del self.links[link]
            case e.LinkExcluded(link=link, units=units):
                self.links[link] -= set(units)
            case e.ChecksOffered(side=side, cause=cause, units=units):
                due = self.current()
                assert (due.cause, (due.offered or {}).get(side)) == (cause, list(units))
            case e.CheckCancelled(unit=id_, cause=cause):
                self.cancelled(id_, cause)
            case e.DaringChecked():
                self.checked(event)

    def rammed(self, rammer: str, target: str) -> None:
        victim = self.souls[target]
        self.blow.rammed, self.blow.rammer = target, rammer
        near = [each.id for each in self.souls.values() if each.side == victim.side and each.stands
                and not each.machine and distance(each.hex, victim.hex) <= 2]  # fmt: skip
        self.blow.near = () if victim.machine else tuple(near)

    def destroyed(self, id_: str, by: str | None) -> None:
        victim = self.souls[id_]
        side = self.souls[by].side if by else self.blow.strays.get(id_)
        if side == ENEMY[victim.side] and not self.struck and not id_.endswith("-gridi"):
            self.struck = True
            self.morale[side] += 1
        if by:
            self.souls[by].victory = self.turn
        self.out(id_, "destroyed")

    def out(self, id_: str, state: str) -> None:
        self.souls[id_].state = state
        if self.souls[id_].commander:
            self.fallen[self.souls[id_].side].append(self.turn)

    # who checks

    def is_exposed(self, id_: str) -> bool:
        me = self.souls[id_]
        return not me.infected and any(
            other.side == me.side and other.id != id_ and other.state in ("shaken", "routing")
            and distance(other.hex, me.hex) == 1
            for other in self.souls.values()
        )  # fmt: skip

    def close_blow(self) -> None:
        """R34: critical, danger, friendly fire, cruel death, each a new check."""
        blow, self.blow = self.blow, Blow()
        if blow.rammed in blow.hits and not self.souls[blow.rammed].machine:
            self.lose(self.souls[blow.rammer].side, 1)
        threshold = {id_: DANGER.get(self.souls[id_].type, 1) for id_ in blow.hits}
        danger = [id_ for id_, hits in blow.hits.items() if hits > threshold[id_] >= self.souls[id_].hits > 0]
        friendly = [id_ for id_, side in blow.strays.items() if self.souls[id_].side == side]
        cruel = {id_: -2 if id_ == blow.rammed else -1 for id_ in blow.near}
        self.due += [
            Due("morale.critical", dict.fromkeys(blow.critical, 0)),
            Due("morale.danger", dict.fromkeys(danger, 0)),
            Due("morale.friendly_fire", dict.fromkeys(friendly, -1)),
            Due("morale.cruel_death", cruel),
        ]

    def more(self) -> bool:
        """The next checks when none are left: a wave, recoveries, exhaustion and its wave."""
        fresh, self.fresh = [self.souls[id_] for id_ in self.fresh], set()
        calm = [one for one in self.souls.values() if one.state == "steady" and not one.infected]
        beside = ((one, other) for one in calm for other in fresh if one is not other and one.side == other.side)
        wave = {one.id: 0 for one, other in beside if distance(one.hex, other.hex) == 1}
        if wave:
            self.due.append(Due("morale.contagion", wave))
        elif self.chreda == "preparatory" and self.recoveries:
            self.recoveries = False
            shaken = {one.id: -1 for one in self.souls.values() if one.state == "shaken"}
            self.due.append(Due("morale.recovery", shaken))
        elif self.emptied:
            everybody = {one.id: -1 for one in self.souls.values() if one.side in self.emptied}
            self.exhausted, self.emptied = self.exhausted | self.emptied, set()
            self.due.append(Due("morale.exhaustion", everybody))
        else:
            return False
        return True

    def current(self) -> Due | None:
        """The checks that are being made; those of units that may not check fall away."""
        if self.blow != Blow():
            self.close_blow()
        while True:
            while self.due and not self.due[0].units:
                self.due.pop(0)
            if self.due:
                if self.due[0].offered is None:
                    self.offer(self.due[0])
                if self.due[0].units:
                    return self.due[0]
            elif not self.more():
                return None

    def offer(self, due: Due) -> None:
        states = ("shaken",) if due.cause == "morale.recovery" else ("steady", "shaken")
        due.units = {id_: by for id_, by in sorted(due.units.items()) if self.souls[id_].state in states}
        due.offered = {}
        for side in SIDES:
            mine = [id_ for id_ in due.units if self.souls[id_].side == side]
            mine = [id_ for id_ in mine if due.cause == "morale.recovery" or not self.souls[id_].fearless]
            pool, answer = self.pool(side), self.answers[side]
            if due.cause == "morale.exhaustion" or not pool or not mine:
                continue
            if answer == "ask":
                due.offered[side] = mine
            else:
                due.answers[side] = mine[: {"never": 0, "always": pool, "best": pool - 1}[answer]]

    def awaited(self) -> set[str]:
        due = self.current()
        return {side for side in (due.offered or {}) if side not in due.answers} if due else set()

    def settle(self) -> None:
        assert self.current() is None, f"{self.due} were never made"

    # what comes of it

    def cancelled(self, id_: str, cause: str) -> None:
        due = self.current()
        assert due is not None
        assert due.cause == cause
        assert id_ in due.answers[self.souls[id_].side]
        due.answers[self.souls[id_].side].remove(id_)
        del due.units[id_]
        self.lose(self.souls[id_].side, 1)
        if cause == "morale.recovery":
            self.souls[id_].state = "steady"
        self.souls[id_].infected |= cause == "morale.contagion"

    def number(self, me: Soul) -> int:
        near = any(other.commander and other.state == "steady" and other.side == me.side and other is not me
                   and distance(other.hex, me.hex) <= 3 for other in self.souls.values())  # fmt: skip
        mourned = any(self.turn in (fell, fell + 1) for fell in self.fallen[me.side])
        return me.daring + near - mourned + (me.victory == self.turn)

    def checked(self, event: e.DaringChecked) -> None:
        due, me = self.current(), self.souls[event.unit]
        assert due is not None
        assert not any(due.answers.values()), "who pays comes before who rolls"
        id_ = next(iter(due.units))
        assert (id_, due.cause, due.reroll) == (event.unit, event.cause, event.reroll)
        if me.fearless and due.cause != "morale.recovery":
            me.fearless, passed = False, True
            assert event.dice == ()
        else:
            assert event.number == self.number(me) + due.units[id_], (event, me)
            passed = sum(event.dice) == 2 or sum(event.dice) <= min(11, event.number)
        assert event.passed == passed
        me.infected |= due.cause == "morale.contagion"
        due.reroll = not passed and not event.reroll and any(id_ in link for link in self.links.values())
        if due.reroll:
            return
        del due.units[id_]
        if due.cause == "morale.recovery":
            me.state = "steady" if passed else me.state
        elif not passed:
            me.state = "shaken" if me.state == "steady" else "routing"
            self.fresh.add(id_)


def soul(unit: Unit) -> Soul:
    fearless = unit.trait == "fearless"
    return Soul(unit.id, unit.side, unit.type, unit.is_machine, unit.hits, unit.spot, bool(unit.commander), fearless)
