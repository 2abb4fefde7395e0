"""The server of the bare page, on a database file of its own."""

from __future__ import annotations

from pathlib import Path

from tests.daphne import Daphne, Site, django, surroundings

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare.settings"}


def bare_server(site: Site, folder: Path) -> Daphne:
    """It is not started yet."""
    database = folder / "bare.sqlite3"
    env = surroundings(site.var, {**SETTINGS, "DATABASE_URL": f"sqlite:///{database}"})
    django("migrate", "--run-syncdb", "--verbosity", "0", env=env)
    return Daphne(var=site.var, database=database, env=SETTINGS, application="tests.bench.bare.asgi:application")
