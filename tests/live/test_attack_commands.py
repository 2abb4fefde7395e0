"""Well-formed nonsense at every stage of a battle: it is done or refused with a sentence, never a fault of ours."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from battles.live import tables
from battles.rules.battle import Battle
from battles.rules.commands import COMMANDS
from battles.rules.hexes import FACINGS

from .conftest import Player
from .test_whole_battle import _no_limits, play_on, two_players  # noqa: F401  fixtures

Form = dict[str, object]
WORDS = ["ask", "never", "always", "best", "attack", "hold", "special", "dash", "ram", "power_shot", "inspire", "home",
         "west", "enemy", "gap", "exclude", "surrender", "x"]  # fmt: skip


def nonsense(battle: Battle, chance: Random) -> Form:
    """Any command with values that exist, or nearly."""
    units = [*battle.units, "r99", "zz", "rL1"]
    hexes = [*battle.map.hexes(), "0000", "9999", "0100"]
    weapons = [weapon for unit in battle.units.values() for weapon in unit.stats.weapons] + ["firearm", "fists"]
    unit, other = chance.choice(units), chance.choice(units)
    some = chance.sample(units, chance.randint(0, 4))
    fields: Form = {
        "unit": unit, "target": other, "group": unit, "weapon": str(chance.choice(weapons)), "units": some,
        "shots": chance.randint(-3, 99), "cancel": chance.sample(range(-1, 9), 3), "link": "rL1", "company": "rH1",
        "to": chance.choice([*hexes, "off"]), "facing": chance.choice(FACINGS), "edge": chance.choice(WORDS),
        "path": " ".join(chance.sample(hexes, chance.randint(0, 6))), "variant": chance.choice(WORDS),
        "accept": chance.choice(["yes", "no"]), "value": chance.randint(-9999, 9999), "terms": "x", "fate": "x",
        "cancel_checks": chance.choice(WORDS), "reduce_casualties": chance.choice(WORDS), "choice": "exclude",
        "question": "gap", "reserve": some[:1],
    }  # fmt: skip
    for group in some:
        fields[f"orders.{group}"] = chance.choice(WORDS)
        fields[f"points.{group}"] = chance.randint(-9, 9999)
        fields[f"placements.{group}.hex"] = chance.choice(hexes)
        fields[f"placements.{group}.facing"] = chance.choice(FACINGS)
        fields[f"links.{group}"] = chance.sample(units, 2)
    kept = {name: value for name, value in fields.items() if chance.random() < 0.7 or name in ("unit", "to", "target")}
    return {**kept, "do": chance.choice([do for do in COMMANDS if do not in ("resign", "answer_draw")])}


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_nonsense_is_refused_at_every_stage(
    two_players: Callable[[str, int], dict[str, Player]],  # noqa: F811
    seed: int,
) -> None:
    players, chance, codes = two_players("skirmish", seed), Random(seed), set()
    for _ in range(40):
        for side in ("red", "blue", "red", "blue", "red", "blue"):
            battle = tables.load(players[side].battle).battle
            assert battle is not None
            form = nonsense(battle, chance)
            answer = players[side].give(str(form.pop("do")), **form)
            codes.add(answer.status_code)
            assert answer.status_code in (204, 409, 422), (side, form, answer.content.decode())
            if answer.status_code == 422:
                assert "<p" in answer.content.decode()
        if play_on(players, chance, until=3) < 3:
            break
    assert codes >= {204, 422}
