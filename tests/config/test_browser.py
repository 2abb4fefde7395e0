"""A browser opens the site; and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.conftest import NO_BROWSER
from tests.daphne import ROOT, Daphne

THIS = "tests/config/test_browser.py::test_the_home_page_opens_without_a_complaint"


def test_the_home_page_opens_without_a_complaint(page: Page, daphne: Daphne) -> None:
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(daphne.url, wait_until="networkidle")  # its pictures are still being drawn otherwise
    page.wait_for_function("() => [...document.images].every((image) => !image.checkVisibility() || image.complete)")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize(("required", "status"), [("", 0), ("1", 1)])
def test_without_chromium_one_line_says_so(required: str, status: int) -> None:
    env = {**os.environ, "PATH": "", "CHROMIUM": "", "REQUIRE_BROWSER": required}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", THIS],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert NO_BROWSER in done.stdout
