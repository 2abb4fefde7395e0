"""Firefox plays a whole battle, too: Debian's, over WebDriver BiDi, by a small script of puppeteer-core."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from tests.browser.stage import Stage
from tests.conftest import ROOT

SCRIPT = ROOT / "tests" / "browser" / "firefox.mjs"
NO_FIREFOX = "Firefox, node or puppeteer-core is missing: apt install firefox-esr nodejs npm; npm ci --prefix tests"
MOST, PATIENCE = 400, 85


@pytest.fixture
def firefox() -> str:
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    modules = (ROOT / "tests" / "node_modules" / "puppeteer-core").is_dir()
    if found and modules and shutil.which("node"):
        return found
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(NO_FIREFOX, pytrace=False)
    pytest.skip(NO_FIREFOX)


@pytest.mark.browser
def test_firefox_plays_a_battle(stage: Stage, firefox: str) -> None:
    """Two windows, from the deployment to the result; neither browser complains of anything."""
    seats = [stage.cookies(side) for side in ("red", "blue")]
    wanted = {"binary": firefox, "address": stage.address, "cookies": seats, "most": MOST}
    played = subprocess.run(
        ["node", str(SCRIPT), json.dumps(wanted)], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT / "tests"
    )
    assert played.returncode == 0, played.stderr
    seen = json.loads(played.stdout)
    print(seen)
    assert seen["complaints"] == []
    assert seen["end"].strip()
    assert {"deploy", "place_orders", "spend_initiative", "attack", "end_activation"} <= set(seen["done"])
