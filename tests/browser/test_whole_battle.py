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


def test_a_whole_battle(
    daphnes: Callable[..., Daphne], contexts: Callable[[int], list[BrowserContext]], tmp_path: Path
) -> None:
    daphne = daphnes(DRUZHINA_DICE_SEED=SEED).start()
    pages = open_battle(daphne.url, contexts(3))
    replica = Replica()
    for side in ("red", "blue"):
        expect(pages[side].page.locator("#number")).to_be_visible()
        number = pages[side].number
        pages[side].set_answers(fear="ask", reduce="ask")
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
