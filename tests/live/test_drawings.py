"""A panel whose data did not change is not drawn again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from battles.live import drawings, field, frames, panels, tokens
from battles.live.tables import Table

from .test_panels import played, position

NAMED = {"red": "Ратибор", "blue": "Мстислава"}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the template of each panel was drawn."""
    found: Counter[str] = Counter()
    true_panel = panels._panel

    def panel(name: str, context: dict[str, object]) -> str:
        found[name] += 1
        return true_panel(name, context)

    monkeypatch.setattr(panels, "_panel", panel)
    return found


@pytest.fixture
def counters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The units whose counters were drawn, in order."""
    found: list[str] = []
    true_token = tokens.token

    def token(unit: object, *args: object) -> object:
        found.append(unit.id)  # type: ignore[attr-defined]
        return true_token(unit, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(field.tokens, "token", token)
    return found


@pytest.fixture(scope="module")
def battle_through() -> list[Table]:
    return list(played("one"))[:80]


@pytest.mark.parametrize("viewer", ["red", "blue", "watcher"])
def test_only_panels_that_come_out_otherwise_are_drawn(
    viewer: str, battle_through: list[Table], drawn: Counter[str]
) -> None:
    for before, after in pairwise(battle_through):
        old = panels.render(before, viewer, "en")
        drawn.clear()
        new = panels.render(after, viewer, "en")
        changed = {name for name in panels.PANELS if old[name] != new[name]}
        assert changed <= set(drawn)
        assert "answers" not in drawn or "answers" in changed
    assert sum(drawn.values()) < len(panels.PANELS)


def test_what_is_kept_is_what_would_be_drawn(battle_through: list[Table]) -> None:
    """Through a battle the kept panels are those of a process that remembers nothing, for everybody."""
    for table in battle_through[::3]:
        for viewer in ("red", "blue", "watcher"):
            for language in ("ru", "en"):
                kept = panels.render(table, viewer, language)
                drawings.forget_all()
                assert panels.render(table, viewer, language) == kept
        panels.render(battle_through[0], "red", "en")


def acting_in(table: Table) -> set[str]:
    battle = position(table)
    return set(battle.group_units(battle.active)) if battle.active else set()


def test_a_counter_that_stays_is_not_drawn(battle_through: list[Table], counters: list[str]) -> None:
    for before, after in pairwise(battle_through[10:40]):
        panels.render(before, "watcher", "en")
        counters.clear()
        panels.render(after, "watcher", "en")
        acting = acting_in(before) | acting_in(after)
        moved = {unit.id for unit in position(after).on_map() if unit != position(before).units[unit.id]}
        assert moved <= set(counters)
        assert set(counters) <= moved | acting


def test_another_name_at_the_table_draws_the_counters_again(battle_through: list[Table], counters: list[str]) -> None:
    table = battle_through[40]
    panels.render(table, "red", "en")
    counters.clear()
    html = panels.render(replace(table, names={**NAMED, "blue": "Олег"}), "red", "en")["map"]
    assert counters
    assert "Олег" in html


def test_frames_of_one_number_are_drawn_once(battle_through: list[Table], drawn: Counter[str]) -> None:
    frames.panels_of(battle_through[5], "red", "en")
    drawn.clear()
    frames.panels_of(battle_through[5], "red", "en")
    assert not drawn
