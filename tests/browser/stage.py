"""A battle made ready for a browser test: the same dice and policy as the whole battle, played on over the wire.

What a test is not about it need not click: `Stage.play` posts what the policy chooses, pages open at any point of the
battle with the cookies of either seat, and the replica beside them tells what they have to show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from playwright.sync_api import BrowserContext, expect

from battles.rules import army, stored, turn
from battles.rules import commands as c
from battles.rules.apply import replay
from battles.rules.battle import Answers, Battle, Options, Side
from battles.rules.catalogue import catalogue
from battles.rules.dice import SeededDice
from battles.rules.events import AttackRolled, Event, Moved
from battles.rules.legal import legal
from battles.rules.pending import Activation, pending
from tests.browser.hands import Hands
from tests.browser.policy import choose
from tests.visitor import Answer, Visitor

SEED, SHEET = "battle 7", "dvory"
ARMIES = {"red": "skirmish_otroki", "blue": "skirmish_zastava"}
NAMES = {"red": "Ёжик «Красный» <b>", "blue": "Мстислава 'Синяя' 🛡"}


class Replica:
    """The same battle beside the pages: it tells what is legal, and what they have to show."""

    def __init__(
        self, armies: Mapping[str, str] = ARMIES, sheet: str = SHEET, *, turns: int = 0, referee: bool = False
    ) -> None:
        known = catalogue()
        kind = known.presets[known.maps[sheet].preset]
        lists = {side: known.starters[starter].army("en") for side, starter in armies.items()}
        units = [unit for side, chosen in lists.items() for unit in army.muster(chosen, side)]
        hires = [company for side, chosen in lists.items() for company in army.companies(chosen, side)]
        sides = {side: Side(side, morale=army.starting_morale(chosen)) for side, chosen in lists.items()}
        battle = Battle(
            options=Options(turn_limit=turns or kind.turns, deploy_rows=kind.deploy_rows, size=kind.size),
            map=known.maps[sheet].map,
            sides={side: replace(each, answers=Answers("ask", "ask")) for side, each in sides.items()},
            units={unit.id: unit for unit in units},
            companies={company.id: company for company in hires},
            chreda="deployment",
            referee=referee,
        )
        self.dice = SeededDice(SEED)
        self.battle = replace(battle, agenda=turn.opening(battle))
        self.happened: Counter[str] = Counter()
        self._go_on(turn.begin(self.battle, self.dice))

    def commands(self) -> Iterator[tuple[str, c.Command]]:
        """Who does what next, until the battle is over; each is played here once the pages have been told."""
        while self.battle.result is None:
            side, command = self.upcoming()
            yield side, command
            self.play(side, command)

    def upcoming(self) -> tuple[str, c.Command]:
        side = self.next_side()
        choice = legal(self.battle, side).choice
        assert choice is not None
        return side, choose(self.battle, side, choice)

    def play(self, side: str, command: c.Command) -> None:
        self._go_on(turn.decide(self.battle, side, command, self.dice))

    def next_side(self) -> str:
        awaited = pending(self.battle)
        if awaited:
            return awaited[0].side
        step = self.battle.agenda[0]
        assert isinstance(step, Activation)
        return self.battle.units[step.units[0]].side

    def _go_on(self, events: tuple[Event, ...]) -> None:
        self.battle = replay(self.battle, events)
        for event in events:
            self.happened[event.event] += 1
            self.happened["power_shot"] += isinstance(event, AttackRolled) and event.deferred
            self.happened["retreat"] += isinstance(event, Moved) and event.rule == "morale.retreat"


def agree(replica: Replica, pages: dict[str, Hands]) -> None:
    """All three show what the rules say: pools, order of activation, who stands where."""
    battle = replica.battle
    for hands in pages.values():
        for side in battle.sides.values():
            shown = f"{side.morale}+{side.temporary}" if side.temporary else str(side.morale)
            expect(hands.page.locator(f"#pool-{side.id} .tnum")).to_have_text(shown)
        for standing in battle.standings.values():
            row = hands.page.locator(f"#i-{standing.group} .tot")
            if row.count():
                expect(row).to_have_text(str(standing.total).replace("-", "−"))
        tokens = hands.page.locator("#tokens > [id^=u-]")
        assert {token.get_attribute("id") for token in tokens.all()} == {f"u-{unit.id}" for unit in battle.on_map()}


def all_show(pages: Iterable[Hands], number: int) -> None:
    for hands in pages:
        hands.shows(number)


def open_battle(url: str, three: list[BrowserContext]) -> dict[str, Hands]:
    red, blue, watcher = (Hands(context.new_page()) for context in three)
    red.start_battle(url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    links = red.links()
    watcher.page.goto(links["watch"])
    blue.take_seat(links["invite"], name=NAMES["blue"], army=ARMIES["blue"])
    return {"red": red, "blue": blue, "watcher": watcher}


class Stage:
    """A battle whose players sit in seats over the wire until a test opens pages for them."""

    def __init__(self, url: str, *, names: Mapping[str, str] = NAMES) -> None:
        self.url = url
        self.visitors = {side: Visitor() for side in ("red", "blue")}
        self.number, self.presses = 0, 0
        self.battle = self._open(names["red"])
        self.links = self._links("red")
        self._enter("blue", self.links["invite"], name=names["blue"])
        self.number = self._shown("red")
        self.replica = Replica()
        for side in self.visitors:
            self.give(side, c.SetAnswers("ask", "ask"))

    @property
    def address(self) -> str:
        return f"{self.url}/b/{self.battle}/"

    def _open(self, name: str) -> str:
        self.visitors["red"].get(self.url)
        terms = {"preset": "skirmish", "map": SHEET, "army": ARMIES["red"], "name": name}
        opened = self.visitors["red"].post(f"{self.url}/battles/new", terms)
        assert opened.status == 200, opened.text
        return opened.path.split("/")[2]

    def _enter(self, side: str, link: str, *, name: str) -> None:
        self.visitors[side].get(link)
        seated = self.visitors[side].post(link, {"army": ARMIES[side], "name": name})
        assert seated.path == f"/b/{self.battle}/", seated.text

    def _links(self, side: str) -> dict[str, str]:
        text = self.visitors[side].get(self.address).text
        kinds = {"s": "invite", "w": "watch", "r": "recovery"}
        shown = re.findall(r'value="(http[^"]*/([swr])/[^"]+)"', text)
        return {kinds[kind]: link for link, kind in shown}

    def _shown(self, side: str) -> int:
        found = re.search(r'data-number="(\d+)"', self.visitors[side].get(self.address).text)
        assert found
        return int(found[1])

    # commands over the wire

    def post(self, who: Visitor, command: c.Command, *, seen: int | None = None, key: str | None = None) -> Answer:
        """Post a command as a page would; nothing is expected of the answer."""
        self.presses += 1
        sent = {"seen": str(self.number if seen is None else seen), "key": key or f"press-{self.presses:04}"}
        return who.post(f"{self.address}command", {**fields_of(command), **sent})

    def give(self, side: str, command: c.Command) -> None:
        answer = self.post(self.visitors[side], command)
        assert answer.status == 204, answer.text
        self.number += 1
        assert answer.headers["X-Number"] == str(self.number)

    def play(self, count: int = 1) -> None:
        """So many steps of the policy, whoever has to take them."""
        for _ in range(count):
            side, command = self.replica.upcoming()
            self.give(side, command)
            self.replica.play(side, command)

    def play_until(self, wanted: Callable[[str, c.Command], bool]) -> tuple[str, c.Command]:
        """Play on until that is what the policy would do next."""
        while not wanted(*self.replica.upcoming()):
            self.play()
        return self.replica.upcoming()

    def played(self, side: str, command: c.Command) -> None:
        """A page has given this command."""
        self.number += 1
        self.replica.play(side, command)

    # pages

    def cookies(self, side: str) -> list[Any]:
        """What opens that seat in another browser."""
        return [
            {"name": cookie.name, "value": cookie.value or "", "url": self.url}
            for cookie in self.visitors[side].cookies
        ]

    def open(self, context: BrowserContext, side: str, hands: Hands | None = None) -> Hands:
        """The battle page of a side, or of a watcher, in this browser."""
        hands = hands or Hands(context.new_page())
        if side in self.visitors:
            context.add_cookies(self.cookies(side))
        hands.page.goto(self.links["watch"] if side == "watcher" else self.address)
        hands.shows(self.number)
        return hands

    def open_all(self, three: list[BrowserContext]) -> dict[str, Hands]:
        sides = ("red", "blue", "watcher")
        return {side: self.open(context, side) for side, context in zip(sides, three, strict=True)}

    def agrees(self, pages: dict[str, Hands]) -> None:
        all_show(pages.values(), self.number)
        agree(self.replica, pages)


def next_is(kind: type[c.Command], side: str | None = None) -> Callable[[str, c.Command], bool]:
    return lambda acting, command: isinstance(command, kind) and side in (None, acting)


def fields_of(command: c.Command) -> dict[str, str]:
    """A command as its form sends it: mappings dotted, lists in one value."""
    return dict(_flat("", stored.command_to_json(command)))


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{name}.{key}" if name else key, each)
    elif value is not None:
        yield name, " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
