"""`manage.py play`: an address, two at once, a busy port, the network, a clean end."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from config import lan
from config.management.commands import play
from tests.daphne import PATIENCE, ROOT, free_port, surroundings

Play = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Play]:
    """Start `play` with its var/ in a folder of the test; whatever still runs afterwards is killed."""
    running: list[subprocess.Popen[str]] = []

    def run(*words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "manage.py", "play", *words]
        env = surroundings(tmp_path / "var", {"LOG_LEVEL": "WARNING"})
        running.append(
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        return running[-1]

    yield run
    for process in running:
        process.kill()
        process.communicate()


def address(process: subprocess.Popen[str]) -> str:
    """What it says it is reached at."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+/", line)
    assert found, line + (process.stderr.read() if process.stderr else "")
    return found[0]


def status(url: str, host: str | None = None) -> int:
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code


def test_it_serves_where_it_says_and_ends_cleanly(start: Play, tmp_path: Path) -> None:
    process = start("--port", str(free_port()))
    url = address(process)
    assert status(url) == 200
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 130)
    assert errors == ""


def test_two_at_once(start: Play) -> None:
    processes = [start("--port", str(free_port())) for _ in range(2)]
    assert [status(address(process)) for process in processes] == [200, 200]


def test_a_busy_port_is_named(start: Play) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        process = start("--port", str(number))
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert output == ""
    assert errors.count("\n") == 1
    assert f"Port {number} is busy" in errors
    assert "--port" in errors


def test_in_the_network(start: Play) -> None:
    if not lan.names("0.0.0.0"):
        pytest.skip("this machine has no network address")
    process = start("--port", str(free_port()), "--host", "0.0.0.0")
    url = address(process)
    assert "127.0.0.1" not in url
    assert status(url) == 200
    assert status(url, host="somebody.else") == 400


def test_the_network_is_trusted_only_under_the_names_of_this_machine(settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["battles.example"], []
    play.answer_to(["192.168.1.5", "desk"], 8000)
    assert settings.ALLOWED_HOSTS == ["battles.example", "192.168.1.5", "desk"]
    assert settings.CSRF_TRUSTED_ORIGINS == ["http://192.168.1.5:8000", "http://desk:8000"]


def test_greetings() -> None:
    assert "http://127.0.0.1:8000/" in play.greeting(["127.0.0.1"], "127.0.0.1", 8000)
    assert "http://192.168.1.5:81/ for everybody" in play.greeting(["192.168.1.5", "desk"], "0.0.0.0", 81)
    assert "no network address" in play.greeting([], "0.0.0.0", 8000)


@pytest.mark.parametrize("word", ["0", "65536", "-1", "http", "８０００"])
def test_a_port_is_a_number(start: Play, word: str) -> None:
    process = start(f"--port={word}")
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "from 1 to 65535" in errors
