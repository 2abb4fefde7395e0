"""Words: every event is told, every reason has its sentence, in both languages and with harmless names."""

from __future__ import annotations

import ast
import dataclasses
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

import battles.rules
from battles.live import log, odds, refusals, wording
from battles.live.wording import Speaker
from battles.rules.battle import Battle, Options, Side
from battles.rules.catalogue import make_unit
from battles.rules.events import EVENTS, Event, Losses, Moved, Shaken
from battles.rules.needed import Needed
from battles.rules.sight import is_told
from battles.rules.terrain import Map

NASTY = "<img src=x onerror=alert(1)>\"'\u202eё\U0001f642"
LANGUAGES = ("en", "ru")


@pytest.fixture
def speaker() -> Speaker:
    """Two units and two players with names that try to break out."""
    units = {
        "r1": make_unit(id="r1", side="red", type="otrok", name=NASTY),
        "b1": make_unit(id="b1", side="blue", type="kmeti", name=NASTY),
    }
    sides = {"red": Side("red"), "blue": Side("blue")}
    return Speaker(Battle(Options(), Map(), sides, units), {"red": NASTY, "blue": NASTY})


def samples(kind: type[Event]) -> Iterator[Event]:
    """An event of the kind, for each outcome that it may have."""
    hints = typing.get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    for outcome in (True, False):
        yield kind(**{name: sample(name, hints[name], outcome) for name in names})


def sample(name: str, hint: Any, outcome: bool) -> Any:
    known: dict[str, Any] = {
        "rule": "combat.hit", "unit": "r1", "target": "b1", "by": "r1", "group": "r1", "side": "red", "dice": (3, 6),
        "modifiers": (("combat.number", -1),), "cause": "morale.danger", "why": "destroyed", "units": ("r1", "b1"),
        "candidates": ("r1",), "slots": ("cover",), "orders": {"r1": "hold"}, "placements": {"r1": None},
        "path": ("0101", "0102"), "hex": "0102", "facing": "SE", "weapon": "pishchal", "arc": "side", "crew": None,
        "points": {"red": 3, "blue": 5}, "winner": "red" if outcome else None, "order": "hold", "choice": "dissolve",
        "chreda": "tactics", "do": "place_orders", "content": None,
    }  # fmt: skip
    if name == "why" and hint is str:
        return "morale.danger" if outcome else "destroyed"
    if name in ("by", "points") and hint is int:
        return 2 if outcome else -1
    if name in known:
        return known[name]
    return {int: 2, int | None: 2 if outcome else None, bool: outcome, str: "morale.danger"}.get(hint, ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name, kind in EVENTS.items() if is_told(kind)])
def test_every_event_is_told_and_names_stay_harmless(name: str, language: str, speaker: Speaker) -> None:
    with override(language):
        for event in samples(EVENTS[name]):
            told = log.sentence(event, speaker)
            assert told.strip()
            assert "<img" not in told
            assert "\u202e" not in re.sub(r"<bdi>.*?</bdi>", "", told)


def test_private_events_are_not_told() -> None:
    private = {name for name, kind in EVENTS.items() if not is_told(kind)}
    assert private
    assert not private & set(log.SENTENCES)


# --- refusals ----------------------------------------------------------------------------------------------------


def reasons_of_the_rules() -> set[tuple[str, str]]:
    """Every (rule, reason) that the sources write out, read from their syntax trees; a rule that is no text is ''."""
    found = set()
    for path in Path(battles.rules.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refused", "No") and len(node.args) > 1:
                rule, reason = node.args[:2]
                if isinstance(reason, ast.Constant):
                    found.add((rule.value if isinstance(rule, ast.Constant) else "", str(reason.value)))
    return found


def test_every_reason_has_a_sentence() -> None:
    found = reasons_of_the_rules()
    assert len(found) > 50
    untold = {
        reason
        for rule, reason in found
        if reason not in refusals.SENTENCES and f"{rule}:{reason}" not in refusals.PER_RULE
    }
    assert not untold


@pytest.mark.parametrize("reason", ["weapon_not_at_machines", "weapon_not_at_squads", "link_size", "link_of_two_kinds"])
def test_reasons_that_the_rules_choose_between_have_a_sentence(reason: str) -> None:
    assert reason in refusals.SENTENCES


def test_a_refusal_names_the_reason_and_the_rule() -> None:
    facts = {"distance": 9, "range": 6}
    english = refusals.refusal_sentence("combat.sight", "out_of_range", facts, "en")
    russian = refusals.refusal_sentence("combat.sight", "out_of_range", facts, "ru")
    assert "9" in english
    assert "6" in english
    assert english.endswith(")")
    assert "Далеко" in russian


def test_an_unknown_reason_still_names_its_rule() -> None:
    assert "Fires" in refusals.refusal_sentence("turn.fires", "never_heard_of", {}, "en")


# --- plurals, glossary, numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "words"),
    [(1, "1 очко хода"), (2, "2 очка хода"), (5, "5 очков хода"), (11, "11 очков хода"), (21, "21 очко хода")],
)
def test_russian_plurals(left: int, words: str, speaker: Speaker) -> None:
    event = Moved(unit="b1", path=("0102",), hex="0102", facing=None, cost=1, points_left=left)
    with override("ru"):
        assert words in log.sentence(event, speaker)


def test_a_machine_is_one_and_a_squad_is_many(speaker: Speaker) -> None:
    with override("ru"):
        one = log.sentence(Shaken(unit="r1", cause="morale.danger"), speaker)
        many = log.sentence(Shaken(unit="b1", cause="morale.danger"), speaker)
    assert "дрогнул." in one
    assert "дрогнули." in many


def test_losses_are_of_strength_or_structure(speaker: Speaker) -> None:
    with override("ru"):
        assert "прочности 3" in log.sentence(Losses(unit="r1", losses=1, left=3), speaker)
        assert "силы 2" in log.sentence(Losses(unit="b1", losses=1, left=2), speaker)


def test_a_number_is_taken_apart() -> None:
    needed = Needed.of(8, ("combat.number", -1), ("combat.unready", 1))
    with override("ru"):
        told = wording.reasons(needed.base, "Тч", needed.reasons)
        parts = odds.parts(needed, "Тч", distance="5 : 3")
    assert told.startswith("8 Тч − 1 ")
    assert "даль" in told
    assert "не готовы" in told
    assert parts["value"] == "8"
    assert [part["value"] for part in parts["parts"]] == ["8", "−1", "+1"]
    assert "даль</a> 5 : 3" in parts["parts"][1]["name"]


def test_the_larger_die_has_a_thick_edge() -> None:
    drawn = wording.dice((2, 5), larger=True)
    assert drawn.index('"i"') < drawn.index('"i bk"')
    assert "bk" not in wording.dice((2, 5))
