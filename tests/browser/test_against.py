"""Against the server: from the home page to the end of a skirmish, by the interface; and over the server's death."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from battles.rules.legal import legal
from battles.rules.policy import asked
from tests.browser.hands import Hands
from tests.browser.ledger import Stored, read
from tests.browser.policy import choose
from tests.browser.stage import SEED
from tests.daphne import Daphne

Contexts = Callable[..., list[BrowserContext]]
A_MINUTE = 60_000


def sit_down(page: Page, url: str) -> str:
    """What a newcomer does: opens the home page, chooses an army, presses one button; the id of the battle."""
    page.goto(url)
    quick = page.locator("#f-quick")
    quick.locator("select[name=army]").select_option("skirmish_otroki")
    quick.get_by_role("button", name="Play against the server").click()
    expect(page.locator("#decision[data-kind=deploy]")).to_be_visible(timeout=A_MINUTE)
    return page.url.rstrip("/").split("/")[-1]


def hurry(hands: Hands) -> None:
    """The server plays fast."""
    hands.look("more", "log")
    if hands.page.locator("#machine-more").get_attribute("open") is None:
        hands.push(hands.page.locator("#machine-more > summary"))
    hands.push(hands.page.locator("#f-pace button[value=fast]"))
    expect(hands.page.locator("#f-pace button[value=fast]")).to_have_attribute("aria-pressed", "true")


def give(hands: Hands, stored: Stored) -> None:
    """The next command of red by hand; back when the page shows what came of it."""
    press(hands, stored)
    expect_past(hands, stored.number)


def press(hands: Hands, stored: Stored) -> None:
    """The next command of red by hand; back when the server has taken it."""
    choice = legal(stored.battle, "red").choice
    assert choice is not None
    with hands.page.expect_response(lambda answer: answer.url.endswith("/command")) as answered:
        hands.give(choose(stored.battle, "red", choice))
    assert answered.value.status == 204


def expect_past(hands: Hands, number: int) -> None:
    """Wait until the page shows a later number than this."""
    expect(hands.page.locator(f"#number:not([data-number='{number}'])")).to_be_attached()


def test_a_newcomer_plays_a_skirmish_against_the_server(daphnes: Callable[..., Daphne], contexts: Contexts) -> None:
    daphne = daphnes(DRUZHINA_DICE_SEED=SEED).start()
    hands = Hands(contexts(1)[0].new_page())
    battle = sit_down(hands.page, daphne.url)
    expect(hands.page.locator("#presence [data-is=machine] [data-said]")).to_have_text("the server")
    hurry(hands)
    stored = read(daphne.database, battle)
    while stored.battle.result is None:
        if asked(stored.battle, "red"):
            give(hands, stored)
        else:
            hands.page.locator(f"#number:not([data-number='{stored.number}'])").wait_for(state="attached")
        stored = read(daphne.database, battle)
    expect(hands.page.locator("#end h2")).to_be_visible()
    assert {"deploy", "place_orders", "attack", "end_activation"} <= set(stored.of("blue"))
    assert hands.complaints == []


@pytest.fixture
def mortal(daphnes: Callable[..., Daphne], tmp_path: Path) -> Daphne:
    """A server that dies while it chooses a command for its own seat, once the file `last-thought` is there."""
    return daphnes(
        DRUZHINA_DICE_SEED=SEED,
        BUILD_ID="mortal",
        DJANGO_SETTINGS_MODULE="tests.browser.mortal",
        DRUZHINA_LAST_BREATH=str(tmp_path / "last-breath"),
    ).start()


def test_the_server_is_killed_while_it_thinks(mortal: Daphne, contexts: Contexts, tmp_path: Path) -> None:
    """Started again it goes on by itself, and has done nothing twice."""
    hands = Hands(contexts(1)[0].new_page())
    battle = sit_down(hands.page, mortal.url)
    expect(hands.page.locator("#say")).to_contain_text("The other side has decided", timeout=A_MINUTE)
    (tmp_path / "last-thought").touch()
    press(hands, read(mortal.database, battle))
    expect(hands.page.locator("html")).to_have_attribute("data-link", "lost", timeout=A_MINUTE)
    assert mortal.kill() == -signal.SIGKILL
    before = read(mortal.database, battle)
    assert before.of("blue") == ["deploy"]

    mortal.start()
    expect(hands.page.locator("html")).to_have_attribute("data-link", "live", timeout=A_MINUTE)
    give(hands, read(mortal.database, battle))
    expect(hands.page.locator("#header [aria-current=step]")).not_to_have_text("Preparation", timeout=A_MINUTE)
    assert read(mortal.database, battle).of("blue")[:2] == ["deploy", "place_orders"]
