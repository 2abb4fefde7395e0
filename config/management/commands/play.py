"""`play`: everything that a start needs, then the server."""

import argparse
import errno
import socket
from typing import Any

from daphne.cli import CommandLineInterface
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

from config import bootstrap, lan

EVERYWHERE = "0.0.0.0"


class Command(BaseCommand):
    """Migrate, compile, collect, listen, say where, serve."""

    help = "Start the site on this machine."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--host", default="127.0.0.1", help="127.0.0.1: this machine only; 0.0.0.0: your network")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        door = listen(host, port)
        prepare()
        names = lan.names(host)
        self.stdout.write(greeting(names, host, port))
        self.stdout.flush()
        answer_to(names, port)
        serve(door)


def port(word: str) -> int:
    if word.isascii() and word.isdigit() and 1 <= int(word) <= 65535:
        return int(word)
    raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")


def listen(host: str, port: int) -> socket.socket:
    """Take the port at once: two starts at the same moment cannot both think that they have it."""
    try:
        return socket.create_server((host, port), backlog=128)
    except PermissionError:
        raise SystemExit(f"Port {port} needs more rights; choose one above 1023: play --port 8000") from None
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise SystemExit(f"Port {port} is busy; choose another: play --port {port % 65535 + 1}") from None
        raise SystemExit(f"Cannot listen on {host}: {fault.strerror or fault}; try --host 127.0.0.1") from None


def prepare() -> None:
    """What changed since the last start: database, translations, static files."""
    with bootstrap.alone():
        call_command("migrate", verbosity=0, interactive=False)
        call_command("compilepo", verbosity=0)
        collect()
    connections.close_all()


def collect() -> None:
    """Static files only when the build is another: a running server is not disturbed by a second start."""
    mark, manifest = settings.VAR_DIR / "collected", settings.STATIC_ROOT / "staticfiles.json"
    build = f"{settings.BUILD_ID} {bootstrap.wanted('play')}"
    collected = mark.exists() and manifest.exists() and mark.read_text() == build
    if not collected and not settings.DEBUG:  # while developing they come straight from the source
        call_command("collectstatic", verbosity=0, interactive=False)
        mark.write_text(build)


def greeting(names: list[str], host: str, port: int) -> str:
    if host != EVERYWHERE:
        return f"Druzhina is at http://{host}:{port}/ (Ctrl-C ends it)"
    if not names:
        return f"Druzhina is at http://127.0.0.1:{port}/; this machine has no network address (Ctrl-C ends it)"
    return (
        f"Druzhina is at http://{names[0]}:{port}/ for everybody in your network (Ctrl-C ends it).\n"
        "Open this address yourself too: the links that you send are made from the one you use."
    )


def answer_to(names: list[str], port: int) -> None:
    """The site answers under these names, besides those of the settings."""
    settings.ALLOWED_HOSTS += names
    settings.CSRF_TRUSTED_ORIGINS += [f"http://{name}:{port}" for name in names]


def serve(door: socket.socket) -> None:
    """Daphne in this process, with the door already open; Ctrl-C stops it."""
    CommandLineInterface().run(["-v", "0", "--fd", str(door.fileno()), "config.asgi:application"])
