"""What is posted becomes a command, or is refused as a form: the rules meet only well-formed values."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.http import QueryDict

from battles.live.forms import READERS, BadForm, command_of, key_of, seen_of
from battles.rules.commands import (
    COMMANDS,
    AnswerDraw,
    Attack,
    CancelChecks,
    Command,
    Deploy,
    EndActivation,
    Move,
    Placement,
    PlaceOrders,
    ReduceCasualties,
    Resign,
    ReviewLink,
    SetAnswers,
    Special,
    SpendInitiative,
    TakeBack,
    Turn,
)

GOOD = [
    ("do=resign", Resign()),
    ("do=answer_draw&accept=no", AnswerDraw(accept=False)),
    ("do=place_orders&orders.r1=attack&orders.rL1=hold", PlaceOrders({"r1": "attack", "rL1": "hold"})),
    ("do=place_orders&orders.r1=", PlaceOrders({})),
    ("do=spend_initiative&points.r1=2&points.r2=0&points.r3=", SpendInitiative({"r1": 2})),
    ("do=spend_initiative&points.r1=-1", SpendInitiative({"r1": -1})),
    ("do=cancel_checks", CancelChecks()),
    ("do=cancel_checks&units=r1&units=r10", CancelChecks(("r1", "r10"))),
    ("do=reduce_casualties&cancel=1&cancel=3", ReduceCasualties((1, 3))),
    ("do=move&unit=r1&to=0502&facing=SE", Move("r1", "0502", "SE")),
    ("do=move&unit=r1&to=off&edge=west&facing=", Move("r1", "off", None, None, "west")),
    ("do=move&unit=r1&to=0503&path=0502+0503", Move("r1", "0503", None, ("0502", "0503"))),
    ("do=move&unit=r1&to=0503&path=0502&path=0503", Move("r1", "0503", None, ("0502", "0503"))),
    ("do=turn&unit=r1&facing=N", Turn("r1", "N")),
    ("do=undo&unit=r1", TakeBack("r1")),
    ("do=special&unit=r1&variant=ram&target=b2", Special("r1", "ram", target="b2")),
    ("do=attack&unit=r1&weapon=firearm&target=b1&shots=3", Attack("r1", "firearm", "b1", 3)),
    ("do=attack&unit=r1&weapon=x-2&target=b1&shots=", Attack("r1", "x-2", "b1")),
    ("do=end_activation&group=rL1", EndActivation("rL1")),
    ("do=set_answers&cancel_checks=never", SetAnswers("never")),
    ("do=review_link&link=rL1&question=gap&choice=exclude&units=r1", ReviewLink("rL1", "gap", "exclude", ("r1",))),
    (
        "do=deploy&placements.r1.hex=0501&placements.r1.facing=S&placements.r2.hex=&reserve=r2&links.rL1=r1&links.rL1=r3",
        Deploy({"r1": Placement("0501", "S")}, ("r2",), {"rL1": ("r1", "r3")}),
    ),
    ("do=deploy&placements.r1.hex=0501", Deploy({"r1": Placement("0501")})),
    ("do=resign&csrfmiddlewaretoken=x&more=y", Resign()),
]

BAD = [
    "",
    "do=fly",
    "do=resign&do=resign",
    "do=move&to=0502",
    "do=move&unit=r1",
    "do=move&unit=r1&to=5",
    "do=move&unit=r1&to=٠٥٠٢",
    "do=move&unit=r1&unit=r2&to=0502",
    "do=move&unit=r1&to=0502&facing=X",
    "do=move&unit=r1%00&to=0502",
    "do=move&unit=../r1&to=0502",
    "do=move&unit=r1&to=0502&path=0502+x",
    "do=attack&unit=r1&weapon=firearm&target=b1&shots=many",
    "do=attack&unit=r1&weapon=firearm&target=b1&shots=99999",
    "do=cancel_checks&units=r1&units=r1",
    "do=place_orders&orders.<b>=hold",
    "do=place_orders&orders.r1=hold&orders.r1=attack",
    "do=spend_initiative&points.r1=1.5",
    "do=deploy&placements.r1.colour=red",
    "do=deploy&placements.r1=0501",
    "do=answer_draw",
    "do=answer_draw&accept=maybe",
    "do=cancel_checks&" + "&".join(f"units=r{n}" for n in range(500)),
]


@pytest.mark.parametrize(("query", "command"), GOOD)
def test_a_posted_command_is_read(query: str, command: Command) -> None:
    assert command_of(QueryDict(query)) == command


@pytest.mark.parametrize("query", BAD)
def test_what_is_no_command_is_a_bad_form(query: str) -> None:
    with pytest.raises(BadForm):
        command_of(QueryDict(query))


def test_every_field_of_every_command_has_a_reader() -> None:
    assert set(READERS) == {(do, field.name) for do, kind in COMMANDS.items() for field in fields(kind)}


@pytest.mark.parametrize("seen", ["", "-1", "x", "1.0", "9" * 30])
def test_the_number_seen_is_a_number(seen: str) -> None:
    with pytest.raises(BadForm):
        seen_of(QueryDict(f"seen={seen}"))
    assert seen_of(QueryDict("seen=41")) == 41


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", "ключключ"])
def test_a_key_is_long_enough_to_be_one(key: str) -> None:
    with pytest.raises(BadForm):
        key_of(QueryDict(f"key={key}"))
    assert key_of(QueryDict("key=01234567-89ab")) == "01234567-89ab"
