"""`link`: links (звенья) reviewed at the end of the preparatory chreda; who leaves, who is back, what dissolves.

Forming them is a part of deployment and entry (deployment.py), acting in them of activation.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .battle import Battle, Link, Unit, id_key
from .chronicle import Chronicle
from .commands import ReviewLink
from .deployment import SMALLEST, hanging, is_together
from .events import LinkDissolved, LinkEnded, LinkExcluded, LinkRejoined, LinkReviewed, LinkSuspended
from .initiative import worn
from .pending import Activation, Review
from .refusals import Refused

MOVING = ("dash", "ram")


def parted(battle: Battle, step: Activation) -> bool:
    """`link.special`, R56, R102: some but not all of the members that acted as such dashed or rammed."""
    if step.group not in battle.links:
        return False
    members = [battle.units[id_] for id_ in step.units if _acted_as_member(battle.units[id_])]
    moved = [unit for unit in members if unit.turn.special in MOVING]
    return bool(moved) and len(moved) < len(members)


def _acted_as_member(unit: Unit) -> bool:
    """Shaken and destroyed members do not count; one that dashed off the map does."""
    return unit.is_steady or (unit.state == "withdrawn" and unit.turn.special == "dash")


def open_reviews(chronicle: Chronicle) -> None:
    """`link.review`, R55: for each link forced dissolution, who is back, its size; then what its owner is asked."""
    owed: list[str] = []
    for link in _in_order(chronicle.battle):
        if link.dissolves_next:
            chronicle.tell(LinkDissolved(rule="link.special", link=link.id))
            owed.append(link.side)
            continue
        _take_back(chronicle, link)
        _judge_size(chronicle, chronicle.battle.links[link.id])
    questions = _questions(chronicle.battle, _in_order(chronicle.battle))
    _go_on(chronicle, questions, tuple(owed))


def _in_order(battle: Battle) -> list[Link]:
    return [battle.links[id_] for id_ in sorted(battle.links, key=id_key)]


def _go_on(chronicle: Chronicle, questions: tuple[tuple[str, str], ...], owed: tuple[str, ...]) -> None:
    """Ask, or where nothing is left to ask let the dissolved links be paid for (R55)."""
    if questions:
        chronicle.done(Review(questions, owed=owed))
        return
    chronicle.done()
    if chronicle.battle.options.dissolved_link_costs_morale:
        for side in owed:
            chronicle.pay(side, 1, rule="link.dissolved", why="link.dissolved")


def _take_back(chronicle: Chronicle, link: Link) -> None:
    """`link.shaken`, R102: who recovered is back if together with the others, else out for good."""
    for id_ in sorted(link.returning, key=id_key):
        battle = chronicle.battle
        now = battle.links[link.id]
        others = [other for other in battle.active_members(now) if other not in now.returning]
        if not battle.units[id_].is_steady or not connected(battle, [*others, id_]):
            chronicle.tell(LinkExcluded(rule="link.shaken", link=link.id, units=(id_,)))
        else:
            chronicle.tell(LinkRejoined(link=link.id, unit=id_))


def _judge_size(chronicle: Chronicle, link: Link) -> None:
    """R52, R53: with fewer than two active members it is suspended while shaken ones remain, else it ends free."""
    active = chronicle.battle.active_members(link)
    if len(active) >= SMALLEST:
        return
    shaken = any(chronicle.unit(id_).state == "shaken" and chronicle.unit(id_).on_map for id_ in link.members)
    waiting = any(chronicle.unit(id_).reserve for id_ in link.members)
    if waiting:
        return
    if not shaken:
        chronicle.tell(LinkEnded(link=link.id))
    elif not link.suspended:
        chronicle.tell(LinkSuspended(link=link.id))


def connected(battle: Battle, ids: Iterable[str]) -> bool:
    """`link.together`: the units, all on the map, hang together by steps of 3 hexes (machines) or 1 (squads)."""
    spots = {id_: battle.units[id_].spot for id_ in ids}
    return not spots or is_together(battle, spots)


def parts(battle: Battle, ids: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """`link.together`: the units in lots that hang together, the largest first, each in id order."""
    left, found = sorted(ids, key=id_key), []
    while left:
        lot = hanging(battle, {id_: battle.units[id_].spot for id_ in left})
        found.append(tuple(id_ for id_ in left if id_ in lot))
        left = [id_ for id_ in left if id_ not in lot]
    return tuple(sorted(found, key=len, reverse=True))


def keeps(battle: Battle, ids: Iterable[str], question: str) -> tuple[tuple[str, ...], ...]:
    """`link.review`, `link.initiative_gap`: the lots that may stay in a link, the largest first, then the quickest."""
    lots = parts(battle, ids)
    if question == "gap":
        found = {id_: worn(battle.units[id_]).value for id_ in ids}
        even = [[id_ for id_ in found if found[id_] == value] for value in sorted(set(found.values()))]
        lots = tuple(lot for units in even for lot in parts(battle, units))
    return tuple(sorted((lot for lot in lots if len(lot) >= SMALLEST), key=len, reverse=True))


def values(battle: Battle, ids: Iterable[str]) -> tuple[int, ...]:
    """`link.initiative_gap`, R10, R58: the members' values without personal modifiers, in id order."""
    return tuple(worn(battle.units[id_]).value for id_ in sorted(ids, key=id_key))


def _questions(battle: Battle, links: Iterable[Link]) -> tuple[tuple[str, str], ...]:
    return tuple((link.id, question) for link in links if (question := _question(battle, link)))


def _question(battle: Battle, link: Link) -> str:
    """R55, R58: whether the link hangs together, then whether its values are even or the worst has been accepted."""
    active = battle.active_members(link)
    if len(active) < SMALLEST or link.suspended:
        return ""
    if not connected(battle, active):
        return "together"
    found = values(battle, active)
    uneven = len(set(found)) > 1
    return "gap" if uneven and found != link.gap_accepted else ""


def answer(chronicle: Chronicle, side: str, command: ReviewLink) -> None:
    """`link.review`, R53, R87: an owner's choice, sealed until every question has its answer."""
    step = chronicle.battle.agenda[0]
    if not isinstance(step, Review):
        raise Refused("turn.pending", "not_awaited", {"do": command.do})
    link = chronicle.battle.links.get(command.link)
    asked = (command.link, command.question) in step.questions and command.link not in step.answers
    if link is None or link.side != side or not asked:
        raise Refused("link.review", "not_asked", {"link": command.link})
    refuse_choice(chronicle.battle, link, command)
    chronicle.done(replace(step, answers={**step.answers, command.link: command}))


def refuse_choice(battle: Battle, link: Link, command: ReviewLink) -> None:
    """R53, R87: dissolve; exclude units so that two or more that hang together are left; or accept the worst value."""
    match command.choice:
        case "dissolve":
            return
        case "accept_worst" if command.question == "gap":
            return
        case "exclude":
            _refuse_exclusion(battle, link, command.units)
        case _:
            raise Refused("link.review", "unknown_choice", {"choice": command.choice})


def _refuse_exclusion(battle: Battle, link: Link, units: tuple[str, ...]) -> None:
    active = battle.active_members(link)
    stranger = next((id_ for id_ in units if id_ not in active), None)
    if stranger is not None:
        raise Refused("link.review", "not_a_member", {"unit": stranger})
    rest = [id_ for id_ in active if id_ not in units]
    if not units or not connected(battle, rest):
        raise Refused("link.review", "still_apart", {"link": link.id})
    if len(rest) < SMALLEST:
        raise Refused("link.review", "one_left", {"link": link.id})


def run_review(chronicle: Chronicle, step: Review) -> None:
    """`link.review`: all answers take effect together; an exclusion may bring the next question (R87)."""
    owed = list(step.owed)
    for link, question in step.questions:
        command = step.answers[link]
        accepted = command.choice == "accept_worst"
        found = values(chronicle.battle, chronicle.battle.active_members(chronicle.battle.links[link]))
        rule = "link.initiative_gap" if question == "gap" else "link.review"
        chronicle.tell(
            LinkReviewed(
                rule=rule, link=link, question=question, choice=command.choice, values=found if accepted else ()
            )
        )
        _CHOICES[command.choice](chronicle, command, owed)
    asked = [chronicle.battle.links[link] for link, _ in step.questions if link in chronicle.battle.links]
    _go_on(chronicle, _questions(chronicle.battle, asked), tuple(owed))


def _dissolve(chronicle: Chronicle, command: ReviewLink, owed: list[str]) -> None:
    owed.append(chronicle.battle.links[command.link].side)
    chronicle.tell(LinkDissolved(link=command.link))


def _exclude(chronicle: Chronicle, command: ReviewLink, owed: list[str]) -> None:
    chronicle.tell(LinkExcluded(link=command.link, units=tuple(sorted(command.units, key=id_key))))


def _accept(chronicle: Chronicle, command: ReviewLink, owed: list[str]) -> None:
    """The link acts with the worst value: nothing more happens."""


_CHOICES: dict[str, Callable[[Chronicle, ReviewLink, list[str]], None]] = {
    "dissolve": _dissolve,
    "exclude": _exclude,
    "accept_worst": _accept,
}
