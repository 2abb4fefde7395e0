"""Two people play a whole battle from the links to the result through the interface alone, a third one watches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from battles.rules.notation import adjudicate
from tests.browser.stage import SEED, Replica, agree, all_show, open_battle
from tests.daphne import Daphne

HAPPENED = {
    "check_cancelled": "a cancelled check",
    "casualties_reduced": "a casualty reduction",
    "initiative_improved": "morale spent on initiative",
    "temporary_gained": "an inspiration",
    "retreat": "a shaken unit's retreat",
    "recovered": "a recovery",
    "routed": "a rout",
    "rammed": "a ram",
    "power_shot": "a power shot",
    "destroyed": "a destroyed unit",
}


class Replica:
    """The same battle beside the pages: it tells what is legal, and what they have to show."""

    def __init__(self) -> None:
        known = catalogue()
        kind = known.presets["skirmish"]
        lists = {side: known.starters[starter].army("en") for side, starter in ARMIES.items()}
        units = [unit for side, chosen in lists.items() for unit in army.muster(chosen, side)]
        sides = {side: Side(side, morale=army.starting_morale(chosen)) for side, chosen in lists.items()}
        battle = Battle(
            options=Options(turn_limit=kind.turns, deploy_rows=kind.deploy_rows, size=kind.size),
            map=known.maps[SHEET].map,
            sides={side: replace(each, answers=Answers("ask", "ask")) for side, each in sides.items()},
            units={unit.id: unit for unit in units},
            chreda="deployment",
        )
        self.dice = SeededDice(SEED)
        self.battle = replace(battle, agenda=turn.opening(battle))
        self.happened: Counter[str] = Counter()
        self._go_on(turn.begin(self.battle, self.dice))

    def commands(self) -> Iterator[tuple[str, c.Command]]:
        """Who does what next, until the battle is over; each is played here once the pages have been told."""
        while self.battle.result is None:
            side = self._next_side()
            choice = legal(self.battle, side).choice
            assert choice is not None
            command = choose(self.battle, side, choice)
            yield side, command
            self._go_on(turn.decide(self.battle, side, command, self.dice))

    def _next_side(self) -> str:
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


def open_battle(daphne: Daphne, three: list[BrowserContext]) -> dict[str, Hands]:
    red, blue, watcher = (Hands(context.new_page()) for context in three)
    red.start_battle(daphne.url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    links = red.links()
    watcher.page.goto(links["watch"])
    blue.take_seat(links["invite"], name=NAMES["blue"], army=ARMIES["blue"])
    return {"red": red, "blue": blue, "watcher": watcher}


def test_a_whole_battle(
    daphnes: Callable[..., Daphne], contexts: Callable[[int], list[BrowserContext]], tmp_path: Path
) -> None:
    daphne = daphnes(DRUZHINA_DICE_SEED=SEED).start()
    pages = open_battle(daphne.url, contexts(3))
    replica = Replica()
    for side in ("red", "blue"):
        expect(pages[side].page.locator("#number")).to_be_visible()
        number = pages[side].number
        pages[side].set_answers(cancel_checks="ask", reduce_casualties="ask")
        all_show(pages.values(), number + 1)
    for side, command in replica.commands():
        agree(replica, pages)
        number = pages[side].number
        pages[side].give(command)
        all_show(pages.values(), number + 1)
    assert [what for name, what in HAPPENED.items() if not replica.happened[name]] == []
    for hands in pages.values():
        expect(hands.page.locator("#end h2")).to_be_visible()
        assert hands.complaints == []
    _file_replays(pages["watcher"].page, replica, tmp_path)


def _file_replays(page: Page, replica: Replica, folder: Path) -> None:
    """The battle file that anyone may download replays to the same end."""
    with page.expect_download() as download:
        page.locator("#end a[download]").click()
    target = folder / "battle.json"
    download.value.save_as(target)
    verdict = adjudicate(json.loads(target.read_text()))
    assert verdict.exit == 0
    assert verdict.output["points"] == {side.id: side.points for side in replica.battle.sides.values()}
    units = verdict.output["units"]
    assert {id_: unit["hex"] for id_, unit in units.items()} == {u.id: u.hex for u in replica.battle.in_order()}
