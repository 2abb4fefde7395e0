"""A server of its own for a test: a Daphne process on its own port and database file."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30
OURS = frozenset("DATABASE_URL REDIS_URL SECRET_KEY DEBUG ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS BUILD_ID".split())
OURSELVES = "config.asgi:application"
LISTENING = "Listening on TCP"
QUIETLY = ("-v", "1", "--access-log", os.devnull, "-b", "127.0.0.1")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def surroundings(var: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a process under test: nothing of this machine's own settings, everything in `var`."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    kept |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DRUZHINA_VAR": str(var), "DRUZHINA_TESTING": "1"}
    return kept | {"LOG_LEVEL": "INFO", "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"} | dict(extra or {})


def django(command: str, *words: str, env: Mapping[str, str]) -> None:
    """Run a management command in a process of its own; its output is shown when it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "django", command, *words], env=dict(env), cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


class Daphne:
    """Start, stop, kill and start again on the same port and database."""

    def __init__(
        self, *, var: Path, database: Path, env: Mapping[str, str] | None = None, application: str = OURSELVES
    ) -> None:
        self.port = free_port()
        self.application = application
        self.database = database
        self.env = surroundings(var, {"DATABASE_URL": f"sqlite:///{database}", **(env or {})})
        self.log: list[str] = []
        self._said = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, **env: str) -> Daphne:
        """Return when the port is open; `env` changes the environment from this start on."""
        assert not self.running, "already running"
        self.env |= env
        listening, started = threading.Event(), len(self.log)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "daphne", *QUIETLY, "-p", str(self.port), self.application],
            env=self.env,
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process, listening), daemon=True)
        self._reader.start()
        listening.wait(PATIENCE)
        said = self.log[started:]
        assert any(LISTENING in line for line in said), "the server did not start:\n" + "\n".join(said)
        return self

    def _read(self, process: subprocess.Popen[str], listening: threading.Event) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            with self._said:
                self.log.append(line.rstrip())
                self._said.notify_all()
            if LISTENING in line:
                listening.set()
        listening.set()  # it ended: nobody need wait any longer

    def hears(self, text: str, times: int = 1) -> None:
        """Wait until its log has said something so often."""
        with self._said:
            heard = self._said.wait_for(lambda: sum(text in line for line in self.log) >= times, PATIENCE)
        assert heard, f"not heard: {text}\n" + "\n".join(self.log[-80:])

    def stop(self) -> int:
        """Ask it to end (SIGTERM), as a service manager does."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """SIGKILL: no time to say goodbye."""
        return self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self.running:
            self._process.send_signal(number)
        status = self._ended(self._process)
        if self._reader is not None:
            self._reader.join(PATIENCE)
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._process = None
        return status

    def _ended(self, process: subprocess.Popen[str]) -> int:
        """The status; whoever does not go in time says where it hangs (PYTHONFAULTHANDLER), and the test fails."""
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            process.wait(PATIENCE)
            if self._reader is not None:
                self._reader.join(PATIENCE)
            raise AssertionError("a server did not end in time:\n" + "\n".join(self.log[-80:])) from None

    def get(self, path: str = "/") -> str:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())


class Site:
    """What all servers of a test run share: collected static files, and a migrated database to copy."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.template = var / "template.sqlite3"
        env = surroundings(var, {"DATABASE_URL": f"sqlite:///{self.template}"})
        django("migrate", "--verbosity", "0", env=env)
        django("collectstatic", "--noinput", "--verbosity", "0", env=env)

    def server(self, folder: Path, env: Mapping[str, str] | None = None) -> Daphne:
        """A server that is not started yet, with a fresh database in `folder`."""
        database = folder / "druzhina.sqlite3"
        shutil.copy(self.template, database)
        return Daphne(var=self.var, database=database, env=env)
