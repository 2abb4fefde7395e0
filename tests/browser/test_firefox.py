"""Firefox plays a whole battle, too: Debian's, over WebDriver BiDi, by a small script of puppeteer-core."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess

import pytest

from tests.browser.stage import Stage
from tests.conftest import ROOT

SCRIPT = ROOT / "tests" / "browser" / "firefox.mjs"
NO_FIREFOX = "Firefox, node or puppeteer-core is missing: apt install firefox-esr nodejs npm; npm ci --prefix tests"
MOST, PATIENCE = 400, 300  # a slow machine is not a fault of the page


@pytest.fixture
def firefox() -> str:
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    modules = (ROOT / "tests" / "node_modules" / "puppeteer-core").is_dir()
    if found and modules and shutil.which("node"):
        return found
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(NO_FIREFOX, pytrace=False)
    pytest.skip(NO_FIREFOX)


def run(words: list[str]) -> tuple[int, str, str]:
    """A process in a group of its own, so that no browser outlives it."""
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT / "tests", start_new_session=True
    )
    try:
        said, complained = process.communicate(timeout=PATIENCE)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, said, complained


@pytest.mark.browser
def test_firefox_plays_a_battle(stage: Stage, firefox: str) -> None:
    """Two windows, from the deployment to the result; neither browser complains of anything."""
    seats = [stage.cookies(side) for side in ("red", "blue")]
    wanted = {"binary": firefox, "address": stage.address, "cookies": seats, "most": MOST}
    status, said, complained = run(["node", str(SCRIPT), json.dumps(wanted)])
    assert status == 0, complained
    seen = json.loads(said)
    print(seen)
    assert seen["complaints"] == []
    assert seen["end"].strip()
    assert {"deploy", "place_orders", "spend_initiative", "attack", "end_activation"} <= set(seen["done"])
