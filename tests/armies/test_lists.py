"""Lists as they are stored: every change kept, undone to the beginning, merged and never written over unseen."""

from __future__ import annotations

import uuid
from datetime import timedelta
from random import Random

import pytest
from django.http import QueryDict
from django.utils import timezone

from battles.armies import lists
from battles.armies.draft import Draft
from battles.armies.lists import Conflict, NoSuchArmy, NotReady, starter
from battles.armies.models import ArmyList
from battles.armies.operations import Gone
from battles.armies.wishes import wish_of
from battles.rules.army import ArmyList as Army
from battles.rules.army import faults, points
from battles.rules.catalogue import catalogue
from battles.rules.evaluation import evaluate

STARTERS = sorted(catalogue().starters)
OWNER = uuid.uuid4()

pytestmark = pytest.mark.django_db


def wish(do: str, **fields: str | list[str]) -> lists.Change:
    post = QueryDict(mutable=True)
    for name, given in {"do": do, **fields}.items():
        for value in [given] if isinstance(given, str) else given:
            post.appendlist(name, value)
    return wish_of(post, language="en")


def do(
    row: ArmyList, what: str, *, seen: int | None = None, press: str | None = None, **fields: str | list[str]
) -> ArmyList:
    """One press on the page of a list, which shows the present version if not told."""
    row.refresh_from_db()
    version = row.version if seen is None else seen
    return lists.change(row.pk, owner=OWNER, wanted=wish(what, **fields), seen=version, press=press)


@pytest.fixture
def row() -> ArmyList:
    return lists.create(Draft(size=200, name="Test"), owner=OWNER)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("id_", STARTERS)
def test_a_starter_is_copied_whole_and_takes_the_field(id_: str, language: str) -> None:
    army = starter(starter_id=id_, preset=catalogue().starters[id_].preset, language=language)
    draft, made = Draft.of_army(army)
    kept = lists.create(draft, owner=OWNER, made=made)
    kept.refresh_from_db()
    assert lists.draft_of(kept) == draft
    assert lists.ready(kept, size=army.size) == army
    assert faults(army) == ()


@pytest.mark.parametrize(("id_", "preset"), [("of-nobody", "skirmish"), ("skirmish_otroki", "battle")])
def test_an_army_of_another_size_is_none(id_: str, preset: str) -> None:
    with pytest.raises(NoSuchArmy):
        starter(starter_id=id_, preset=preset, language="en")


def test_no_total_is_stored(row: ArmyList) -> None:
    do(row, "add", type="otrok")
    row = do(row, "edit", unit="u1", commander="voivode", trait="beloved")
    assert row.content["units"] == [
        {"id": "u1", "type": "otrok", "name": "Falcon", "commander": "voivode", "trait": "beloved"}
    ]
    assert not {"points", "cost", "morale"} & set(str(row.content).replace("'", " ").split())
    assert row.content["catalogue"] == catalogue().version


def test_every_added_unit_is_lawful_at_once() -> None:
    """A fresh unit brings no fault of its own, however many there are."""
    row = lists.create(Draft(size=500, name="Test"), owner=OWNER)
    for type_ in (kind.id for kind in catalogue().units.values() if kind.serves("rusichi")):
        for _ in range(3):
            row = do(row, "add", type=type_)
            found = evaluate(lists.draft_of(row).list(), catalogue())
            assert [fault for fault in found.faults if fault.scope is not None] == []


def test_a_copy_stands_right_below_and_leads_nobody(row: ArmyList) -> None:
    for type_ in ("otrok", "smerdy"):
        do(row, "add", type=type_)
    do(row, "edit", unit="u1", commander="prince", trait="beloved", note="mine")
    row = do(row, "duplicate", unit="u1")
    units = lists.draft_of(row).units
    assert [unit.id for unit in units] == ["u1", "u3", "u2"]
    assert (units[1].entry.type, units[1].entry.commander, units[1].note) == ("otrok", None, "mine")
    assert units[1].entry.name != units[0].entry.name


def test_with_the_rank_the_trait_goes_and_comes_back_by_undo(row: ArmyList) -> None:
    """An option of an option is never left behind with its price."""
    do(row, "add", type="otrok")
    before = do(row, "edit", unit="u1", commander="prince", trait="beloved").content
    row = do(row, "edit", unit="u1", commander="")
    (unit,) = lists.draft_of(row).units
    assert (unit.entry.commander, unit.entry.trait) == (None, None)
    assert points(lists.draft_of(row).list()) == 55
    assert lists.undo(row.pk, owner=OWNER).content == before


def test_options_are_the_same_in_whatever_order_they_are_chosen(row: ArmyList) -> None:
    contents = []
    for order in (["mounted", "elite"], ["elite", "mounted"]):
        do(row, "add", type="orda")
        unit = lists.draft_of(ArmyList.objects.get(pk=row.pk)).units[-1].id
        row = do(row, "edit", unit=unit, options_shown="1", options=order)
        contents.append(lists.draft_of(row).units[-1].entry.options)
    assert contents[0] == contents[1] == ("mounted", "elite")


# undo, redo


def test_undo_to_the_start_gives_the_empty_list_and_redo_all_of_it(row: ArmyList) -> None:
    start = row.content
    contents = [start, *(do(row, "add", type=type_).content for type_ in ("otrok", "vityaz", "smerdy"))]
    for content in reversed(contents[:-1]):
        assert lists.undo(row.pk, owner=OWNER).content == content
    assert lists.undo(row.pk, owner=OWNER).content == start
    for content in contents[1:]:
        assert lists.redo(row.pk, owner=OWNER).content == content
    assert lists.redo(row.pk, owner=OWNER).content == contents[-1]


def test_a_change_after_an_undo_begins_a_new_way(row: ArmyList) -> None:
    do(row, "add", type="otrok")
    do(row, "add", type="smerdy")
    lists.undo(row.pk, owner=OWNER)
    row = do(row, "add", type="gridi")
    assert [unit.entry.type for unit in lists.draft_of(row).units] == ["otrok", "gridi"]
    assert lists.redo(row.pk, owner=OWNER).version == row.version
    row = lists.undo(row.pk, owner=OWNER)
    assert [unit.entry.type for unit in lists.draft_of(row).units] == ["otrok"]
    assert lists.draft_of(lists.undo(row.pk, owner=OWNER)).units == ()


def test_what_changes_nothing_makes_no_revision(row: ArmyList) -> None:
    do(row, "add", type="otrok")
    before = row.revisions.count()
    do(row, "edit", unit="u1", name="Falcon", commander="", note="")
    do(row, "list", name="Test", size="200")
    assert row.revisions.count() == before


def test_one_press_is_done_once(row: ArmyList) -> None:
    for _ in range(3):
        row = do(row, "add", seen=0, press="one-press", type="otrok")
    assert len(lists.draft_of(row).units) == 1


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_done_undo_goes_back_to_the_start_and_redo_to_the_end(seed: int) -> None:
    """Random presses with undo and redo among them: every state on the way is met again, in order, both ways."""
    random = Random(seed)
    row = lists.create(Draft(size=200, name="Test"), owner=OWNER)
    way = [row.content]
    at = 0
    for _ in range(40):
        row.refresh_from_db()
        turn = random.random()
        if turn < 0.15:
            row = lists.undo(row.pk, owner=OWNER)
            at = max(0, at - 1)
        elif turn < 0.25:
            row = lists.redo(row.pk, owner=OWNER)
            at = min(len(way) - 1, at + 1)
        else:
            what, fields = some_wish(lists.draft_of(row), random)
            row = do(row, what, **fields)
            if row.content != way[at]:
                way = [*way[: at + 1], row.content]
                at += 1
        assert row.content == way[at]
    for content in reversed(way[:at]):
        assert lists.undo(row.pk, owner=OWNER).content == content
    assert lists.draft_of(lists.undo(row.pk, owner=OWNER)).units == ()
    for content in way[1:]:
        assert lists.redo(row.pk, owner=OWNER).content == content


# two devices


def test_changes_of_different_things_come_together(row: ArmyList) -> None:
    for type_ in ("otrok", "smerdy", "gridi"):
        do(row, "add", type=type_)
    seen = ArmyList.objects.get(pk=row.pk).version
    do(row, "edit", seen=seen, unit="u1", name="Hawk", note="", commander="voivode")
    do(row, "add", seen=seen, type="vozok")
    do(row, "edit", seen=seen, unit="u1", name="Falcon", note="fast", commander="")
    do(row, "edit", seen=seen, unit="u2", figures="3")
    do(row, "remove", seen=seen, unit="u3")
    row = do(row, "remove", seen=seen, unit="u3")
    units = {unit.id: unit for unit in lists.draft_of(row).units}
    assert set(units) == {"u1", "u2", "u4"}
    assert (units["u1"].entry.name, units["u1"].entry.commander, units["u1"].note) == ("Hawk", "voivode", "fast")
    assert units["u2"].entry.figures == 3


@pytest.mark.parametrize(
    ("first", "second", "paths"),
    [
        (("edit", {"name": "Hawk"}), ("edit", {"name": "Kite"}), [("unit", "u1", "name")]),
        (("edit", {"name": "Hawk"}), ("remove", {}), [("unit", "u1")]),
        (("remove", {}), ("edit", {"name": "Kite"}), [("unit", "u1", "name")]),
    ],
)
def test_changes_of_the_same_are_answered_with_both(
    row: ArmyList, first: tuple[str, dict[str, str]], second: tuple[str, dict[str, str]], paths: list[object]
) -> None:
    do(row, "add", type="otrok")
    seen = ArmyList.objects.get(pk=row.pk).version
    kept = do(row, first[0], seen=seen, unit="u1", **first[1]).content
    with pytest.raises(Conflict) as both:
        do(row, second[0], seen=seen, unit="u1", **second[1])
    assert list(both.value.paths) == paths
    row.refresh_from_db()
    assert row.content == kept


def test_the_same_change_on_two_devices_is_no_conflict(row: ArmyList) -> None:
    do(row, "add", type="otrok")
    seen = ArmyList.objects.get(pk=row.pk).version
    for _ in range(2):
        row = do(row, "edit", seen=seen, unit="u1", name="Hawk")
    assert lists.draft_of(row).units[0].entry.name == "Hawk"


def test_what_is_gone_is_not_made_up_again(row: ArmyList) -> None:
    with pytest.raises(Gone):
        do(row, "edit", unit="u9", name="Nobody")
    with pytest.raises(Gone):
        do(row, "duplicate", unit="u9")


# whose it is, and into battle


def test_a_list_is_its_owners(row: ArmyList) -> None:
    with pytest.raises(ArmyList.DoesNotExist):
        lists.change(row.pk, owner=uuid.uuid4(), wanted=wish("add", type="otrok"), seen=0)
    with pytest.raises(ArmyList.DoesNotExist):
        lists.own(row.pk, owner=uuid.uuid4())
    assert lists.lists_of(uuid.uuid4()) == []


def test_deleting_can_be_undone_for_30_days(row: ArmyList) -> None:
    lists.delete(row.pk, owner=OWNER)
    assert (lists.lists_of(OWNER), lists.deleted_of(OWNER)) == ([], [row])
    assert lists.restore(row.pk, owner=OWNER) == row
    assert lists.lists_of(OWNER) == [row]
    lists.delete(row.pk, owner=OWNER)
    ArmyList.objects.update(deleted=timezone.now() - timedelta(days=29))
    assert lists.deleted_of(OWNER) == [row]
    ArmyList.objects.update(deleted=timezone.now() - timedelta(days=31))
    assert lists.deleted_of(OWNER) == []


def test_faults_block_nothing_but_the_field(row: ArmyList) -> None:
    row = do(row, "add", type="otrok")
    with pytest.raises(NotReady, match="faults"):
        lists.ready(row, size=200)
    row = do(row, "edit", unit="u1", commander="voivode")
    assert lists.ready(row, size=200).entries[0].commander == "voivode"
    content = {**row.content, "catalogue": "2020.1"}
    ArmyList.objects.update(content=content)
    with pytest.raises(NotReady, match="catalogue"):
        lists.ready(ArmyList.objects.get(pk=row.pk), size=200)


def test_the_list_that_takes_the_field_is_the_list(row: ArmyList) -> None:
    """Count, order, links, names, options and terms, to the last one."""
    row = do(row, "list", size="500")
    for type_ in ("otrok", "otrok", "orda", "orda", "smerdy", "sputniki"):
        do(row, "add", type=type_)
    do(row, "edit", unit="u1", name="  Сокол\u202e ", commander="prince", trait="fearless")
    do(row, "new_body", sort="link", units=["u1", "u2"])
    do(row, "new_body", sort="company", units=["u3", "u4"])
    for unit in ("u3", "u4"):
        do(row, "edit", unit=unit, options_shown="1", options=["fanatic", "mounted"], terms="harsh")
    do(row, "edit", unit="u5", figures="3")
    row = do(row, "move", unit="u5", after="")
    army = lists.ready(row, size=500)
    assert Army.from_json(army.to_json()) == army
    chosen = [(each.type, each.figures, each.options, each.terms, each.link, each.company) for each in army.entries]
    assert chosen == [
        ("smerdy", 3, (), "usual", None, None),
        ("otrok", None, (), "usual", "Thunder", None),
        ("otrok", None, (), "usual", "Thunder", None),
        ("orda", None, ("mounted", "fanatic"), "harsh", None, "First hire"),
        ("orda", None, ("mounted", "fanatic"), "harsh", None, "First hire"),
        ("sputniki", None, (), "usual", None, None),
    ]  # fmt: skip


# whatever is done in whatever order


def some_wish(draft: Draft, random: Random) -> tuple[str, dict[str, str | list[str]]]:
    """Any press that a page could offer."""
    types = list(catalogue().units)
    units = [unit.id for unit in draft.units]
    if not units or random.random() < 0.35:
        return "add", {"type": random.choice(types)}
    unit = random.choice(units)
    bodies = [body.id for body in draft.bodies]
    return random.choice(
        [
            ("remove", {"unit": unit}),
            ("duplicate", {"unit": unit}),
            ("move", {"unit": unit, "by": random.choice(["up", "down"])}),
            ("move", {"unit": unit, "after": random.choice(["", *units])}),
            ("edit", {"unit": unit, "commander": random.choice(["", "prince", "voivode"])}),
            ("edit", {"unit": unit, "trait": random.choice(["", *catalogue().traits])}),
            ("edit", {"unit": unit, "figures": str(random.randint(1, 5))}),
            ("edit", {"unit": unit, "options_shown": "1", "options": random.sample(list(catalogue().options), 2)}),
            ("edit", {"unit": unit, "terms": random.choice(list(catalogue().terms))}),
            (
                "new_body",
                {"sort": random.choice(["link", "company"]), "units": random.sample(units, min(2, len(units)))},
            ),
            ("edit", {"unit": unit, "link": random.choice(["", *(b.id for b in draft.of_sort("link"))])}),
            ("remove_body", {"body": random.choice(bodies)}) if bodies else ("names", {}),
            ("edit", {"unit": unit, "lord": random.choice(["", *units])}),
            ("list", {"size": random.choice(["200", "300", "500"])}),
            ("list", {"faction": random.choice(list(catalogue().factions))}),
        ]
    )


def test_ten_thousand_random_presses_come_to_what_a_fresh_build_does() -> None:
    """The same final choices give the same totals and faults, whatever was done before."""
    from battles.armies import operations
    from battles.armies.lists import Ids, Moment

    presses = 0
    for seed in range(250):
        random, draft, ids = Random(seed), Draft(size=200, name="Test"), Ids(0)
        for _ in range(40):
            what, fields = some_wish(draft, random)
            draft = operations.apply(draft, tuple(wish(what, **fields)(Moment(draft, draft, ids))))
            presses += 1
        again = Draft.from_json(draft.to_json())
        rebuilt, _ = Draft.of_army(draft.army())
        found = evaluate(draft.list(), catalogue())
        assert again == draft
        assert rebuilt.army() == draft.army()
        fresh = evaluate(draft.army(), catalogue())
        assert (found.points, found.morale, found.hired, found.commanders) == (
            fresh.points, fresh.morale, fresh.hired, fresh.commanders,
        )  # fmt: skip
        assert sorted((f.rule, f.reason, f.scope or -1, str(f.have)) for f in found.faults) == sorted(
            (f.rule, f.reason, f.scope or -1, str(f.have)) for f in fresh.faults
        )
        assert len({unit.id for unit in draft.units}) == len(draft.units)
    assert presses == 10_000
