"""What every page has, and a server that is killed and started again."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import threading
import urllib.request
from collections.abc import Callable

import pytest

from config import lan
from tests.daphne import Daphne, free_port

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


def test_headers_of_a_page(daphne: Daphne) -> None:
    with urllib.request.urlopen(f"{daphne.url}/") as answer:
        assert set(answer.headers["Content-Security-Policy"].split("; ")) == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_static_files_have_names_that_change_with_them(daphne: Daphne) -> None:
    names = set(re.findall(r'"(/static/[^"#]+)', daphne.get("/")))
    assert names
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        with urllib.request.urlopen(daphne.url + name) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
    assert not [line for line in daphne.log if "Warning" in line]


def test_killed_and_started_again_on_the_same_port(daphne: Daphne) -> None:
    url = daphne.url
    assert daphne.kill() == -signal.SIGKILL
    with pytest.raises(OSError, match="refused"):
        daphne.get("/")
    daphne.start()
    assert daphne.url == url
    assert "<html" in daphne.get("/")
    assert daphne.stop() == 0


def test_a_server_ends_while_requests_are_answered(daphnes: Callable[..., Daphne]) -> None:
    """Ctrl-C in the middle of a press: no thread waits for a loop that has stopped."""
    daphne = daphnes()
    daphne.application = "tests.config.dawdling:application"
    daphne.start()
    askers = [threading.Thread(target=ask, args=(daphne,)) for _ in range(3)]
    for each in askers:
        each.start()
    daphne.hears("dawdling", len(askers))
    assert daphne.stop() == 0
    for each in askers:
        each.join()


def ask(daphne: Daphne) -> None:
    """An answer, or none from a server that goes."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        daphne.get("/")


def test_a_server_that_cannot_start_says_why(daphnes: Callable[..., Daphne]) -> None:
    with pytest.raises(AssertionError, match="foreseeable"):
        daphnes(DRUZHINA_DICE_SEED="7", DRUZHINA_TESTING="0").start()


def test_names_of_this_machine_alone() -> None:
    assert lan.names("127.0.0.1") == ["127.0.0.1"]
    assert not any(name.startswith("127.") for name in lan.names("0.0.0.0"))


def test_free_ports_are_free() -> None:
    assert len({free_port() for _ in range(3)}) > 1
