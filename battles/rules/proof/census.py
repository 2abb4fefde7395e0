"""What sort of battle it is: size, scenario, map, options, and who takes part; for the summary of many."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import Battle
from ..catalogue import catalogue
from .setups import SWITCHES


def kinds(start: Battle) -> Iterator[str]:
    """Words for a battle, each once."""
    options = start.options
    preset = next((each.id for each in catalogue().presets.values() if each.size == options.size), "other size")
    yield f"size {preset}"
    yield f"scenario {options.scenario}"
    yield "map " + ("wild" if not start.map.name else "made" if start.map.name.startswith("made-") else "drawn by hand")
    yield from (f"{switch} {'on' if getattr(options, switch) else 'off'}" for switch in SWITCHES)
    if start.referee:
        yield "a referee"
    yield from (f"faction {faction}" for faction in sorted({side.faction for side in start.sides.values()}))
    yield from (f"with {nature}" for nature in sorted({unit.nature for unit in start.units.values()}))
    if any(unit.stats.hits < catalogue().units[unit.type].stats.hits for unit in start.units.values()):
        yield "with squads of fewer figures"
    if any(sum(unit.company == company for unit in start.units.values()) > 1 for company in start.companies):
        yield "with companies of many"
