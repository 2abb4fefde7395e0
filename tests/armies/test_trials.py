"""Trying a list over its page: battles are counted, one trial at a time, nothing without a lawful list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from battles.armies import trials
from battles.rules.catalogue import catalogue
from battles.rules.trial import start

from .test_pages import Builder

pytestmark = pytest.mark.django_db


class AtOnce:
    """A thread that has ended when it is started."""

    def __init__(self, *, target: Callable[..., None], args: tuple[Any, ...], daemon: bool) -> None:
        self.work = target, args

    def start(self) -> None:
        self.work[0](*self.work[1])


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(trials, "BATTLES", 3)
    monkeypatch.setattr(trials, "BREATH", 0)
    monkeypatch.setattr(trials, "Thread", AtOnce)


def test_the_share_won_is_told_with_its_error() -> None:
    one = Builder().built()
    assert "Try it: 40 battles" in one.client.get(f"/lists/{one.key}/insight/").content.decode()
    page = one.client.post(f"/lists/{one.key}/trial/").content.decode()
    assert "in 3 battles." in page
    found = trials.state(one.row)
    assert found is not None
    assert (found["done"], found["running"]) == (3, False)
    assert 0 <= found["won"] + found["drawn"] <= 3
    assert "in 3 battles." in one.client.get(f"/lists/{one.key}/insight/").content.decode()
    one.post(do="add", type="smerdy")
    assert trials.state(one.row) is None


def test_one_trial_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Builder().built()
    with trials._one_at_a_time:
        assert "Another list is being tried" in one.client.post(f"/lists/{one.key}/trial/").content.decode()
    assert "in 3 battles." in one.client.post(f"/lists/{one.key}/trial/").content.decode()


def test_a_trial_that_breaks_off_lets_the_next_one_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Builder().built()

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(trials, "winner", broken)
        one.client.post(f"/lists/{one.key}/trial/")
    assert "in 3 battles." in one.client.post(f"/lists/{one.key}/trial/").content.decode()


@pytest.mark.parametrize("preset", catalogue().presets)
def test_every_size_has_maps_and_rivals(preset: str) -> None:
    known = catalogue().presets[preset]
    assert trials.preset_of(known.size) == known
    assert len(trials._maps(known)) >= 3
    army = catalogue().starters[next(id_ for id_, each in catalogue().starters.items() if each.preset == preset)]
    for map_id in trials._maps(known):
        battle = start({"red": army.army("en"), "blue": army.army("en")}, known, map_id)
        assert (battle.map.columns, battle.map.rows) == (known.columns, known.rows)


def test_with_faults_or_without_rivals_nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Builder()
    one.post(do="add", type="otrok")
    assert "may not take the field" in one.client.post(f"/lists/{one.key}/trial/").content.decode()
    one.post(do="edit", unit="u1", commander="voivode")
    monkeypatch.setattr(trials, "_rivals", lambda _preset: [])
    assert "nobody to try against" in one.client.post(f"/lists/{one.key}/trial/").content.decode()
    assert trials.state(one.row) is None
    assert Builder().client.post(f"/lists/{one.key}/trial/").status_code == 404


@pytest.mark.parametrize(("won", "done", "share", "error"), [(20, 40, 50, 15), (40, 40, 100, 7), (0, 40, 0, 7)])
def test_the_error_is_never_told_as_none(won: int, done: int, share: int, error: int) -> None:
    assert trials._share({"won": won, "drawn": 0, "done": done}) == (share, error)
