"""Battles at random keep what must hold, are the same again, and have nearly everything in them."""

from __future__ import annotations

import json
from functools import cache

import pytest

from battles.rules.notation import adjudicate
from battles.rules.proof.fight import Failure, Fight
from battles.rules.proof.tally import Tally

SEEDS = range(8)
ONLY_PLAYED = range(100, 125)


@cache
def fought(seed: int) -> tuple[Fight, Failure | None]:
    fight = Fight(f"tests {seed}")
    return fight, fight.run()


@pytest.mark.parametrize("seed", SEEDS)
def test_any_battle_keeps_what_must_hold(seed: int) -> None:
    fight, failure = fought(seed)
    assert failure is None, (failure.invariant, failure.found)
    assert fight.tally.checked["positions"] == len(fight.given)
    assert fight.again() == fight.battle


def test_a_battle_is_the_same_whether_it_is_looked_at_or_not() -> None:
    looked, _ = fought(0)
    played = Fight("tests 0", checked=False)
    assert played.run() is None
    assert (played.given, played.events) == (looked.given, looked.events)


def test_what_is_checked_comes_up() -> None:
    total = Tally()
    for seed in SEEDS:
        total.add(fought(seed)[0].tally)
    assert set(total.checked) == {
        "positions", "positions with every element", "full replays", "offers accepted", "denials refused",
        "pairs of secrets",
    }  # fmt: skip
    assert total.battles == len(SEEDS)


def test_these_battles_have_nearly_everything() -> None:
    total = Tally()
    for seed in ONLY_PLAYED:
        fight = Fight(f"tests {seed}", checked=False)
        assert fight.run() is None
        total.add(fight.tally)
    assert total.unseen_commands() in ([], ["resign"], ["stand"], ["resign", "stand"])
    assert set(total.happened) >= set(
        "link_reviewed link_dissolved entered hireling_checked hireling_fled hireling_surrendered companion_checked "
        "exhausted shaken recovered routed withdrawn destroyed strayed critical_rolled casualties_reduced rammed "
        "terms_changed temporary_gained special_used draw_offered power_shot_lost undone".split()
    )
    kinds = {"pitched", "shrine", "breakthrough"}
    assert {kind.partition(" ")[2] for kind in total.kinds if kind.startswith("scenario ")} == kinds
    assert {kind for kind in total.kinds if kind.startswith("map ")} == {"map wild", "map made", "map drawn by hand"}


def test_the_battle_file_up_to_a_breach_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file can be adjudicated and ends where something did not hold."""
    monkeypatch.setattr("battles.rules.proof.fight.LONGEST", 20)
    failure = Fight("tests 1").run()
    assert failure is not None
    assert failure.invariant == "battles end"
    verdict = adjudicate(json.loads(json.dumps(failure.file)))
    assert verdict.exit == 0
    assert len(failure.file["commands"]) == 20  # type: ignore[arg-type]
