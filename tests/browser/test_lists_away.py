"""Lists without a network: the editor opens from its copy, changes wait and are sent, nobody meets another's copy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.builder import Builder
from tests.daphne import Daphne

Contexts = Callable[..., list[BrowserContext]]
UNTIL = """async ([path, words, gone]) => {
  const kept = async () => (await Promise.all((await caches.keys()).map(async (name) => {
    const copy = path && await caches.match(path, {cacheName: name}) // to open one that has gone would make it again
    return name + (copy ? await copy.text() : "")
  }))).join("\\n")
  const end = performance.now() + 15000
  for (let all = await kept(); all.includes(words) === gone; all = await kept()) {
    if (performance.now() > end) throw new Error(all.slice(0, 200))
    await new Promise(requestAnimationFrame)
  }
  return caches.keys()
}"""


def until_kept(page: Page, words: str, *, path: str = "", gone: bool = False) -> list[str]:
    """The worker has a copy of a page that says so, or no more; the names of what is kept."""
    names: list[str] = page.evaluate(UNTIL, [path or page_path(page), words, gone])
    return names


def page_path(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


@pytest.fixture
def own(daphnes: Callable[..., Daphne]) -> Daphne:
    """A server that goes away, and whose build is what the test says."""
    return daphnes(BUILD_ID="first").start()


def test_the_editor_opens_without_a_network_and_what_is_done_there_is_sent(own: Daphne, contexts: Contexts) -> None:
    one = Builder(contexts(1)[0].new_page())
    key = one.begin(own.url, name="Муром")
    one.hire("otrok")
    until_kept(one.page, "Falcon")
    own.kill()

    one.page.reload()
    expect(one.page.locator("#network")).to_contain_text("No network: this is the list as it was")
    expect(one.page.locator("[data-unit]")).to_have_count(1)
    for type_ in ("smerdy", "gridi"):
        one.page.locator(f"#p-{type_} .add").click()
    expect(one.page.locator("#unsaved")).to_contain_text("2")
    one.page.reload()
    expect(one.page.locator("#unsaved")).to_contain_text("2")
    one.page.goto(f"{own.url}/lists/{key}/insight/")
    expect(one.page.locator("h1")).to_have_text("No network")
    expect(one.page.locator("#waits")).to_contain_text("2")
    one.page.goto(f"{own.url}/lists/{key}/")

    own.start()
    expect(one.page.locator("[data-unit]")).to_have_count(3, timeout=30_000)
    expect(one.page.locator("#unsaved")).to_be_empty()
    expect(one.page.locator("#network")).to_be_hidden()
    one.costs(55 + 14 + 27)


def test_another_build_throws_the_copies_away(own: Daphne, contexts: Contexts) -> None:
    one = Builder(contexts(1)[0].new_page())
    one.begin(own.url, name="Муром")
    until_kept(one.page, "Муром")
    own.kill()
    own.start(BUILD_ID="second")
    one.page.goto(f"{own.url}/lists/")
    assert until_kept(one.page, "lists first", gone=True) == ["lists second"]
    until_kept(one.page, "Муром")


def test_whoever_comes_next_meets_no_copy_of_the_last_one(own: Daphne, contexts: Contexts) -> None:
    one = Builder(contexts(1)[0].new_page())
    one.page.goto(f"{own.url}/account/join")
    for name, value in {"username": "olga", "password1": "vespers-at-nine", "password2": "vespers-at-nine"}.items():
        one.page.locator(f"main [name={name}]").fill(value)
    one.page.locator("main form button").click()
    key = one.begin(own.url, name="Тайная дружина")
    until_kept(one.page, "Тайная дружина")
    one.page.goto(f"{own.url}/account/")
    one.page.get_by_role("button", name="Sign out").click()
    until_kept(one.page, "Тайная дружина", path=f"/lists/{key}/", gone=True)
    own.kill()
    for path in (f"/lists/{key}/", "/lists/"):
        one.page.goto(own.url + path)
        expect(one.page.locator("h1")).to_have_text("No network")


def test_what_somebody_else_may_not_send_stays_in_the_browser(own: Daphne, contexts: Contexts) -> None:
    """Signed out in another tab: the change is kept, the page says why, and it is sent after signing in again."""
    (context,) = contexts(1)
    one = Builder(context.new_page())
    one.begin(own.url, name="Муром")
    one.hire("otrok")
    cookies = context.cookies()
    context.set_offline(True)
    one.page.locator("#p-gridi .add").click()
    expect(one.page.locator("#unsaved")).to_contain_text("1")
    context.clear_cookies()
    context.set_offline(False)
    expect(one.page.locator("#notice")).to_contain_text("not yours here", timeout=20_000)
    expect(one.page.locator("#unsaved")).to_contain_text("1")
    context.clear_cookies()
    context.add_cookies([{"name": each["name"], "value": each["value"], "url": own.url} for each in cookies])
    one.page.reload()
    expect(one.page.locator("[data-unit]")).to_have_count(2, timeout=20_000)
    expect(one.page.locator("#unsaved")).to_be_empty()
