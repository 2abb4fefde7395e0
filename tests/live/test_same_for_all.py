"""What both players and the watchers are shown alike, and what is said aloud to all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from battles.live import panels
from battles.live.tables import Table
from battles.rules import initiative

from .test_panels import VIEWERS, played, position

Steps = list[tuple[Table, Mapping[str, Mapping[str, str]]]]


@pytest.fixture(scope="module")
def steps() -> list[tuple[Table, Mapping[str, Mapping[str, str]]]]:
    """Every fifth step of a battle, as all three are shown it."""
    tables = list(played("three"))[1::5]
    return [(table, {viewer: panels.render(table, viewer, "ru") for viewer in VIEWERS}) for table in tables]


def rows(html: str, mark: str) -> list[str]:
    return re.findall(rf'<li id="{mark}-([\w-]+)"', html)


def test_the_order_of_activation_is_one_and_that_of_the_rules(steps: Steps) -> None:
    """Not only the totals: the rows stand in the same order for everybody, in both places."""
    orders = set()
    for table, drawn in steps:
        battle = position(table)
        if not battle.standings or battle.result:
            continue
        living = [group for group in initiative.order(battle) if battle.group_units(group) or group == battle.active]
        for viewer, shown in drawn.items():
            assert rows(shown["initiative"], "i") == living, (viewer, table.number)
            assert rows(shown["strip"], "s") == living, (viewer, table.number)
        orders.add(tuple(living))
    assert len(orders) > 2


def test_what_happens_is_said_aloud_to_everybody(steps: Steps) -> None:
    """The live region holds what the newest number brought, and is one where a reader listens."""
    said = 0
    for table, drawn in steps:
        for viewer, shown in drawn.items():
            assert 'role="log" aria-live="polite"' in shown["told"]
            if table.log and table.log[-1].number == table.number:
                assert f'id="told-{table.number}-' in shown["told"], (viewer, table.number)
                said += 1
    assert said > 30


def test_whom_the_battle_waits_for_is_one_to_all(steps: Steps) -> None:
    """Nobody is told to wait for the other while the other is told the same."""
    for table, drawn in steps:
        waiting = [viewer for viewer in ("red", "blue") if 'data-kind="waiting"' in drawn[viewer]["decision"]]
        assert len(waiting) < 2, table.number
