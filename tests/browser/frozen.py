"""A browser of its own that can be frozen with all its processes, as a phone freezes one, and thawed again."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType

from tests.conftest import chromium
from tests.daphne import free_port

QUIET = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-sandbox"]


class Frozen:
    """A Chromium in a process group of its own."""

    def __init__(self, profile: Path) -> None:
        self.port = free_port()
        told = [f"--remote-debugging-port={self.port}", f"--user-data-dir={profile}", "--window-size=1440,900"]
        self._process = subprocess.Popen(
            [str(chromium()), *QUIET, *told, "about:blank"], start_new_session=True, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if "DevTools listening" in line:
                break

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def freeze(self) -> None:
        os.killpg(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self._process.pid, signal.SIGCONT)

    def end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()


@contextmanager
def frozen(browser_type: BrowserType, profile: Path) -> Iterator[tuple[Frozen, Any]]:
    """The browser, and its context for pages."""
    body = Frozen(profile)
    try:
        browser = browser_type.connect_over_cdp(body.address)
        yield body, browser.contexts[0]
        body.thaw()
        browser.close()
    finally:
        body.end()
