"""Changed copies of the values of a position."""

from dataclasses import replace
from typing import Any

import pytest

from battles.rules.battle import Side, ThisTurn
from battles.rules.values import changed


def test_a_changed_copy_is_the_value_made_anew() -> None:
    side = Side("red", morale=4)
    copy = changed(side, morale=3, points=20)
    assert copy == replace(side, morale=3, points=20)
    assert hash(copy) == hash(replace(side, morale=3, points=20))
    assert (side.morale, side.points) == (4, 0)


def test_what_the_value_does_not_have_cannot_be_changed() -> None:
    changes: dict[str, Any] = {"moral": 3}
    with pytest.raises(TypeError, match="Side has no moral"):
        changed(Side("red"), **changes)


def test_a_copy_is_as_frozen_as_the_value() -> None:
    copy: Any = changed(ThisTurn(), moved=True)
    with pytest.raises(AttributeError):
        copy.moved = False
