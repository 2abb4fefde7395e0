"""PostgreSQL and Redis: two server processes share a battle, and each tells the other's browsers."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from battles.rules.catalogue import catalogue
from tests.daphne import Daphne, Site, django, surroundings
from tests.visitor import Visitor

MISSING = "SMOKE_DATABASE_URL and SMOKE_REDIS_URL name no services to try"


@pytest.fixture
def services(site: Site) -> Iterator[dict[str, str]]:
    """A fresh database on the PostgreSQL server, and Redis: the environment of processes that use them."""
    database, redis = os.environ.get("SMOKE_DATABASE_URL"), os.environ.get("SMOKE_REDIS_URL")
    if not database or not redis:
        if os.environ.get("REQUIRE_SERVICES") == "1":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    name = f"druzhina_smoke_{secrets.token_hex(4)}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            env = {"DATABASE_URL": urlunsplit(urlsplit(database)._replace(path=f"/{name}")), "REDIS_URL": redis}
            django("migrate", "--verbosity", "0", env=surroundings(site.var, env))
            yield env
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def first(things: dict[str, object], preset: str) -> str:
    return next(id_ for id_, thing in things.items() if getattr(thing, "preset", None) == preset)


def test_two_processes_share_a_battle(services: dict[str, str], daphnes: Callable[..., Daphne]) -> None:
    one, two = daphnes(**services).start(), daphnes(**services).start()
    army = first(dict(catalogue().starters), "skirmish")
    red, blue = Visitor(), Visitor()
    assert red.get(f"{one.url}/").status == 200
    chosen = {"preset": "skirmish", "map": first(dict(catalogue().maps), "skirmish"), "army": army}
    page = red.post(f"{one.url}/battles/new", {"name": "Рада", **chosen})
    assert page.status == 200, page.text
    assert re.fullmatch(r"/b/[^/]+/", page.path)
    (invitation,) = set(re.findall(r"/s/[\w-]+/", page.text))

    listener = red.listen(f"{one.url}/ws{page.path}")
    try:
        before = listener.receive()["seq"]
        assert blue.get(two.url + invitation).status == 200
        taken = blue.post(two.url + invitation, {"name": "Борис", "army": army})
        assert taken.status == 200, taken.text
        assert taken.path == page.path
        pushed = listener.receive()
        while "Борис" not in pushed.get("html", ""):
            pushed = listener.receive()
        assert pushed["seq"] > before
    finally:
        listener.close()
