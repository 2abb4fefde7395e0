"""Links proposed from loose units: lawful ones, equals together, nobody left over who could join."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from battles.rules.army import faults
from battles.rules.army_list import ArmyList, Entry
from battles.rules.catalogue import catalogue
from battles.rules.linking import propose


def of(*types: str) -> ArmyList:
    return ArmyList(500, "rusichi", tuple(Entry(type_, f"{type_} {n}") for n, type_ in enumerate(types)))


@pytest.mark.parametrize(
    ("types", "groups"),
    [
        (("otrok",), []),
        (("otrok", "otrok"), [(0, 1)]),
        (("otrok",) * 4, [(0, 1), (2, 3)]),
        (("smerdy",) * 6, [(0, 1, 2), (3, 4, 5)]),
        (("otrok", "vozok"), []),
        (("otrok", "vityaz", "otrok"), [(0, 1, 2)]),
        (("kmeti", "gridi"), [(0, 1)]),
        (("orda", "orda", "sputniki"), []),
    ],
)
def test_what_is_proposed(types: tuple[str, ...], groups: list[tuple[int, ...]]) -> None:
    """link.form"""
    assert [proposal.entries for proposal in propose(of(*types), catalogue())] == groups


def test_equals_are_told_from_those_who_wait() -> None:
    """link.initiative_gap"""
    (even,) = propose(of("otrok", "otrok"), catalogue())
    (gap,) = propose(of("otrok", "vityaz"), catalogue())
    assert (even.even, even.initiative) == (True, 2)
    assert (gap.even, gap.initiative) == (False, 3)


@pytest.mark.parametrize("seed", range(60))
def test_every_proposal_is_lawful_and_nobody_is_in_two(seed: int) -> None:
    random = Random(seed)
    list_ = of(*random.choices(list(catalogue().units), k=random.randint(0, 20)))
    proposals = propose(list_, catalogue())
    linked = list(list_.entries)
    for n, proposal in enumerate(proposals):
        for i in proposal.entries:
            assert linked[i].link is None
            linked[i] = replace(linked[i], link=str(n))
    assert [fault for fault in faults(replace(list_, entries=tuple(linked))) if fault.rule == "link.form"] == []
    assert len(propose(replace(list_, entries=tuple(linked)), catalogue())) <= 1 or not proposals
