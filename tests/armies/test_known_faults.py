"""Faults that other builders of army lists are known for, each tried on ours."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from battles.armies import exports, lists
from battles.armies.draft import Draft
from battles.armies.models import ArmyList
from battles.rules.army import faults, hireling_share, muster
from battles.rules.army_list import ArmyList as Army
from battles.rules.army_list import Entry
from battles.rules.catalogue import catalogue, price
from battles.rules.evaluation import evaluate

from .test_pages import Builder

pytestmark = pytest.mark.django_db


def read_in(one: Builder, **plain: object) -> Builder:
    """A list from a file, made by the same guest."""
    given = {"format": exports.FORMAT, "size": 200, "units": [], **plain}
    assert one.client.post("/lists/import", {"text": json.dumps(given)}).status_code == 200
    one.key = ArmyList.objects.order_by("-created")[0].pk
    return one


def reasons(one: Builder) -> list[str]:
    return sorted(fault.reason for fault in faults(lists.draft_of(one.row).list()))


def test_a_list_from_an_older_file_is_not_stuck() -> None:
    """Its limit can be changed, it is saved, and it opens with today's points."""
    one = read_in(Builder(), catalogue="2019.9", units=[{"type": "otrok", "commander": "voivode", "cost": 1}])
    assert one.row.content["catalogue"] == catalogue().version
    for size in ("500", "200", "300"):
        assert one.post(do="list", size=size).status_code == 200
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert '<b id="points">65</b>' in page
    assert lists.ready(one.row, size=300).size == 300


@pytest.mark.parametrize("size", [200, 300, 500])
def test_a_share_is_of_the_size_and_whole(size: int) -> None:
    """40 % of what may be spent, not of what is; no fraction is kept, read or sent."""
    assert hireling_share(size) * 100 == size * 40
    draft = Draft(size=size)
    assert "too_many_hirelings" not in [fault.reason for fault in faults(draft.list())]
    one = read_in(Builder(), size=size, units=[{"type": "smerdy", "figures": 2.5}, {"type": "smerdy", "figures": 3.0}])
    assert [unit.entry.figures for unit in lists.draft_of(one.row).units] == [None, None]
    assert one.post(do="edit", unit="u1", figures="2.5").status_code == 422
    assert '"number"' not in json.dumps(exports.SCHEMA)


def test_the_same_verdict_by_web_file_and_battle() -> None:
    one = Builder(300)
    for type_ in ("otrok", "orda", "orda", "orda", "orda", "orda", "orda"):
        one.post(do="add", type=type_)
    one.post(do="edit", unit="u1", commander="voivode")
    told = reasons(one)
    assert told == ["too_many_hirelings"]
    other = read_in(one, **json.loads(one.client.get(f"/lists/{one.key}/export.json").content))
    assert reasons(other) == told
    with pytest.raises(lists.NotReady):
        lists.ready(other.row, size=300)


def test_room_that_is_left_is_no_fault() -> None:
    """A link of two where three may be, a company of one, a squad of one."""
    one = Builder(300)
    for type_ in ("otrok", "otrok", "orda", "smerdy"):
        one.post(do="add", type=type_)
    one.post(do="edit", unit="u1", commander="voivode")
    one.post(do="new_body", sort="link", units=["u1", "u2"])
    one.post(do="new_body", sort="company", units=["u3"])
    one.post(do="edit", unit="u4", figures="1")
    assert reasons(one) == []


@pytest.mark.parametrize(
    ("size", "leaders", "told"),
    [(200, 1, []), (200, 2, ["too_many_commanders"]), (300, 2, []), (300, 3, ["too_many_commanders"]),
     (500, 2, []), (500, 3, ["too_many_commanders"])],
)  # fmt: skip
def test_a_limit_by_size_holds_at_the_size_itself(size: int, leaders: int, told: list[str]) -> None:
    one = Builder(size)
    for n in range(1, leaders + 1):
        one.post(do="add", type="gridi")
        one.post(do="edit", unit=f"u{n}", commander="voivode")
    assert reasons(one) == told


@pytest.mark.parametrize("figures", [0, 6, 999])
def test_a_squad_beyond_its_size_is_a_fault_however_it_came(figures: int) -> None:
    """By a form, by a file; the page offers none of it, and one press mends it."""
    one = Builder().built()
    one.post(do="add", type="smerdy")
    page = one.client.get(f"/lists/{one.key}/?open=u2").content.decode()
    assert re.findall(r'<option value="(\d+)"', page.split('name="figures"')[1].split("</select>")[0]) == list("12345")
    one.post(do="edit", unit="u2", figures=str(figures))
    assert reasons(one) == ["figures"]
    by_file = read_in(
        Builder(), units=[{"type": "gridi", "commander": "voivode"}, {"type": "smerdy", "figures": figures}]
    )
    assert reasons(by_file) == ["figures"]
    one.post(do="edit", unit="u2", figures="")
    assert reasons(one) == []


def test_what_is_chosen_for_a_unit_makes_no_figures() -> None:
    for kind in catalogue().units.values():
        plain = evaluate(_alone(kind.id), catalogue()).numbers[0]
        chosen = evaluate(_alone(kind.id, "voivode", "link_leader", tuple(catalogue().options)), catalogue()).numbers[0]
        assert plain is not None
        assert chosen is not None
        assert (plain.hits, plain.full) == (chosen.hits, chosen.full)


def _alone(type_: str, commander: str | None = None, trait: str | None = None, options: tuple[str, ...] = ()) -> Army:
    return Army(500, "rusichi", (Entry(type_, "One", commander=commander, trait=trait, options=options),))


def test_what_is_told_of_links_is_what_a_fresh_list_would_say() -> None:
    """Links made, dissolved and made again leave nothing behind."""
    one = Builder(500).built()
    for type_ in ("smerdy", "kmeti", "vozok", "gulyay"):
        one.post(do="add", type=type_)
    one.post(do="new_body", sort="link", units=["u2", "u4"])
    one.post(do="new_body", sort="link", units=["u3"])
    assert reasons(one) == ["link_size", "mixed_link"]
    one.post(do="remove_body", body="b6")
    one.post(do="new_body", sort="link", units=["u4", "u5"])
    assert reasons(one) == ["link_size"]
    again, _ = Draft.of_army(lists.draft_of(one.row).army())
    assert [fault.reason for fault in faults(again.list())] == ["link_size"]
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert len(re.findall(r'class="fault" id=', page)) == 1


def test_a_commander_in_a_link_can_be_raised_released_and_dismissed() -> None:
    one = Builder(300)
    for type_ in ("otrok", "otrok", "otrok", "sputniki"):
        one.post(do="add", type=type_)
    one.post(do="edit", unit="u1", commander="voivode")
    one.post(do="edit", unit="u4", lord="u1")
    one.post(do="new_body", sort="link", units=["u1", "u2", "u3"])
    one.post(do="edit", unit="u1", commander="prince", trait="beloved")
    assert reasons(one) == []
    one.post(do="edit", unit="u1", link="")
    one.post(do="remove_body", body="b5")
    assert reasons(one) == []
    one.post(do="edit", unit="u1", link="")
    one.post(do="remove", unit="u1")
    assert reasons(one) == ["no_commander", "too_many_companions"]
    one.post("undo")
    assert reasons(one) == []


def test_three_that_are_equal_are_three_everywhere() -> None:
    """Rows, sets of boxes, files, the battle: never the first of them alone, never one twice."""
    one = Builder(300).built()
    one.post(do="add", type="smerdy")
    for _ in range(2):
        one.post(do="duplicate", unit="u2")
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert len(re.findall(r'id="row-u\d+"', page)) == 4
    page = one.client.get(f"/lists/{one.key}/print/").content.decode()
    assert page.count('class="pcard"') == 4
    assert page.count('class="hitbox') == 5 + 3 * 5
    assert one.client.get(f"/lists/{one.key}/export.csv").content.decode().count("Smerdy") == 3
    army = lists.ready(one.row, size=300)
    units = muster(army, "red")
    assert Counter(unit.type for unit in units) == {"otrok": 1, "smerdy": 3}
    assert len({unit.id for unit in units}) == len({unit.name for unit in units}) == 4
    # what may stay in reserve is of these same units: nothing is counted twice
    assert sum(price(unit) for unit in units) == evaluate(army, catalogue()).points
