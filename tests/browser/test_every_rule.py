"""Two players and a referee play links, hirelings, a monster, a camp and a reserve by the interface alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import BrowserContext, expect

from battles.rules import commands as c
from battles.rules.legal import legal
from battles.rules.pending import pending
from battles.rules.policy.deployment import suggest
from tests.browser.hands import Hands
from tests.browser.stage import SEED, Replica, agree, all_show
from tests.daphne import Daphne

ARMY, FIELD, TURNS = "battle_vataga", "kurgany", 4
LINK = {"rL1": ("r3", "r4")}
HAPPENED = {
    "link_reviewed": "a link reviewed",
    "link_dissolved": "a link dissolved",
    "entered": "a reserve entered",
    "hireling_checked": "hirelings checked",
    "modifier_set": "a referee's modifier",
    "terms_changed": "a referee's terms",
}


def open_refereed(url: str, three: list[BrowserContext]) -> dict[str, Hands]:
    red, blue, referee = (Hands(context.new_page()) for context in three)
    red.start_battle(url, name="Ратибор", sheet=FIELD, army=ARMY, preset="battle", turns=TURNS, referee=True)
    fields = red.page.locator(".linkrow input")
    expect(fields.first).to_be_attached()
    invite, bench = (link for field in fields.all() if "/s/" in (link := field.input_value()))
    referee.page.goto(bench)
    referee._named("Судья Ёж")
    blue.take_seat(invite, name="Мстислава", army=ARMY)
    return {"red": red, "blue": blue, "referee": referee}


def first_deployment(replica: Replica, side: str) -> c.Deploy:
    """The camp waits in reserve; red forms the link that its list plans."""
    command = suggest(replica.battle, side, LINK if side == "red" else {})
    camp = next(id_ for id_ in command.placements if replica.battle.units[id_].type == "oboz")
    placements = {id_: spot for id_, spot in command.placements.items() if id_ != camp}
    return replace(command, placements=placements, reserve=(camp,))


def test_a_battle_of_every_rule(
    daphnes: Callable[..., Daphne], contexts: Callable[[int], list[BrowserContext]]
) -> None:
    daphne = daphnes(DRUZHINA_DICE_SEED=SEED).start()
    pages = open_refereed(daphne.url, contexts(3))
    replica = Replica({"red": ARMY, "blue": ARMY}, FIELD, turns=TURNS, referee=True)
    for side in ("red", "blue"):
        expect(pages[side].page.locator("#number")).to_be_visible()
        number = pages[side].number
        pages[side].set_answers(fear="ask", reduce="ask")
        all_show(pages.values(), number + 1)

    def give(side: str, command: c.Command) -> None:
        agree(replica, pages)
        number = pages[side].number
        pages[side].give(command)
        all_show(pages.values(), number + 1)
        replica.play(side, command)

    for side in ("red", "blue"):
        give(side, first_deployment(replica, side))
    expect(pages["blue"].page.locator("#map .bondname")).to_have_text("Link 1")
    hired = next(unit.company or "" for unit in replica.battle.units.values() if unit.nature == "mercenary")
    give("referee", c.HirelingModifier(hired, -2))
    asked: set[str] = set()
    while replica.battle.result is None:
        if not pending(replica.battle) and not replica.happened["terms_changed"]:
            give("referee", c.HirelingTerms(hired, "harsh"))
            give("referee", c.HirelingCheck(hired))
            continue
        side, command = replica.upcoming()
        asked.add(type(legal(replica.battle, side).choice).__name__)
        give(side, command)
    assert [what for name, what in HAPPENED.items() if not replica.happened[name]] == []
    assert {"EnterChoice", "ReviewChoice", "FateChoice"} <= asked
    for hands in pages.values():
        expect(hands.page.locator("#end h2")).to_be_visible()
        assert hands.complaints == []
