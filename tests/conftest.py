"""Fixtures of every test: servers in processes of their own, and browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from config import messages
from tests.daphne import Daphne, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).resolve().parent.parent
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NO_BROWSER = "Chromium is missing: browser tests need it (apt install chromium, or CHROMIUM=/path/to/it)"
BROWSER_FIXTURES = frozenset({"playwright", "browser", "browser_type", "context", "new_context", "page", "contexts"})


def chromium() -> str | None:
    """The browser of the browser tests."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, before the processes that run the tests
        messages.compile_all(ROOT / "config" / "locale")


# --- browser tests: last, and only where there is a browser ------------------------------------------------------


def needs_browser(item: pytest.Item) -> bool:
    asked = BROWSER_FIXTURES & set(getattr(item, "fixturenames", ()))
    return bool(asked) or item.get_closest_marker("browser") is not None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Playwright leaves an event loop running, which later asyncio tests would stumble over."""
    for item in items:
        if needs_browser(item):
            item.add_marker(pytest.mark.browser)
            if not chromium() and os.environ.get("REQUIRE_BROWSER") != "1":
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))
    items.sort(key=needs_browser)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if needs_browser(item) and not chromium():
        pytest.fail(NO_BROWSER, pytrace=False)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if any(NO_BROWSER in str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(NO_BROWSER, yellow=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    from playwright.sync_api import expect

    expect.set_options(timeout=15_000)  # a slow machine is not a fault of the page
    quiet = ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
    rights = ["--no-sandbox"] if os.geteuid() == 0 else []  # the sandbox refuses to work for root
    return {**browser_type_launch_args, "executable_path": chromium(), "args": [*quiet, *rights]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "en-US", "viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def contexts(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Callable[..., list[BrowserContext]]]:
    """`contexts(3)`: so many browsers that know nothing of each other; `contexts(1, **PHONE)`: of another kind."""
    made: list[BrowserContext] = []

    def make(count: int, **options: Any) -> list[BrowserContext]:
        new = [browser.new_context(**{**browser_context_args, **options}) for _ in range(count)]
        made.extend(new)
        return new

    yield make
    for context in made:
        context.close()


# --- servers -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("site"))


@pytest.fixture
def daphnes(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Daphne]]:
    """`daphnes(DRUZHINA_DICE_SEED="7")`: a server with a fresh database, not started yet; ended with the test."""
    made: list[Daphne] = []

    def make(**env: str) -> Daphne:
        made.append(site.server(tmp_path_factory.mktemp("server"), env))
        return made[-1]

    yield make
    for server in made:
        server.stop()
        print("\n".join(server.log))  # shown where the test failed
    assert [line for server in made for line in server.log if " ERROR " in line] == []


@pytest.fixture
def daphne(daphnes: Callable[..., Daphne]) -> Daphne:
    """A running server with a fresh database."""
    return daphnes().start()
