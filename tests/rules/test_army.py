"""Army lists: what is lawful and what is not, one difference at a time; units mustered; starter armies."""

from collections import Counter
from dataclasses import replace

import pytest

from battles.rules.army import (
    ArmyList,
    Entry,
    NoArmyList,
    companies,
    cost,
    faults,
    muster,
    points,
    starting_morale,
)
from battles.rules.catalogue import catalogue, price

LEADER = Entry("kmeti", "Leader", commander="voivode")
STARTERS = sorted(catalogue().starters)


def army(*entries: Entry, size: int = 200) -> ArmyList:
    return ArmyList(size=size, faction="rusichi", entries=entries, name="Test")


def others(*types: str, **fields: object) -> tuple[Entry, ...]:
    """Entries of these types with names of their own."""
    return tuple(Entry(type_, f"{type_} {n}", **fields) for n, type_ in enumerate(types, 1))  # type: ignore[arg-type]


def found(list_: ArmyList) -> list[tuple[str, str, int | None]]:
    return [(fault.rule, fault.reason, fault.scope) for fault in faults(list_)]


def of(list_: ArmyList) -> tuple[object, object]:
    """What there is and what is allowed, by the only fault."""
    (fault,) = faults(list_)
    return fault.have, fault.need


def test_points_are_those_of_all_units_together() -> None:
    list_ = army(replace(LEADER, trait="beloved"), *others("otrok", "smerdy"))
    assert points(list_) == 37 + 10 + 3 + 55 + 14
    assert points(list_) == sum(price(unit) for unit in muster(list_, "red"))


def test_a_list_costs_at_most_its_size() -> None:
    """army.points"""
    exact = army(LEADER, *others("bogatyr", "smerdy"), size=179)
    assert points(exact) == 179
    assert found(exact) == []
    short = replace(exact, size=178)
    assert found(short) == [("army.points", "too_dear", None)]
    assert of(short) == (179, 178)


@pytest.mark.parametrize(
    ("size", "ranks", "reasons"),
    [
        (200, [], ["no_commander"]),
        (200, ["voivode"], []),
        (200, ["prince"], []),
        (200, ["voivode", "voivode"], ["too_many_commanders"]),
        (299, ["prince", "voivode"], ["too_many_commanders"]),
        (300, ["prince", "voivode"], []),
        (300, ["voivode", "voivode"], []),
        (300, ["prince", "prince"], ["two_princes"]),
        (300, ["prince", "voivode", "voivode"], ["too_many_commanders"]),
        (200, ["prince", "prince"], ["too_many_commanders", "two_princes"]),
        (500, ["voivode", "voivode", "voivode"], ["too_many_commanders"]),
    ],
)
def test_commanders_of_a_list(size: int, ranks: list[str], reasons: list[str]) -> None:
    """army.commander, R2"""
    led = [Entry("smerdy", f"Led {n}", commander=rank) for n, rank in enumerate(ranks)]
    assert [fault.reason for fault in faults(army(*led, *others("smerdy"), size=size))] == reasons


@pytest.mark.parametrize("type_", ["otrok", "gulyay", "gridi"])
def test_walkers_vehicles_and_squads_may_carry_a_commander(type_: str) -> None:
    assert found(army(Entry(type_, "Led", commander="voivode"))) == []


@pytest.mark.parametrize("type_", ["opolchenie", "upyri", "oboz", "sputniki"])
def test_hirelings_may_not(type_: str) -> None:
    led = Entry(type_, "Led", commander="voivode")
    assert found(army(led)) == [("army.commanders", "hireling_commander", 0)]


@pytest.mark.parametrize("trait", ["link_leader", "beloved", "fearless"])
def test_traits_are_for_commanders(trait: str) -> None:
    assert found(army(replace(LEADER, trait=trait))) == []
    plain = Entry("smerdy", "Plain", trait=trait)
    assert found(army(LEADER, plain)) == [("army.commanders", "trait_without_commander", 1)]


@pytest.mark.parametrize(
    ("entry", "rule", "reason"),
    [
        (Entry("dragon", "X"), "army", "unknown_unit"),
        (Entry("smerdy", "X", commander="tsar"), "army.commanders", "unknown_commander"),
        (Entry("smerdy", "X", commander="voivode", trait="lucky"), "army.commanders", "unknown_trait"),
        (Entry("orda", "X", options=("winged",)), "army.hirelings", "unknown_option"),
        (Entry("orda", "X", terms="free"), "army.hirelings", "unknown_terms"),
    ],
)
def test_what_the_catalogue_does_not_know_is_a_fault(entry: Entry, rule: str, reason: str) -> None:
    """army"""
    assert (rule, reason, 1) in found(army(LEADER, entry, size=500))


def test_an_unknown_faction_is_a_fault() -> None:
    """army.faction"""
    assert found(replace(army(LEADER), faction="livonians")) == [("army.faction", "unknown_faction", None)]


def test_a_list_is_of_one_faction() -> None:
    """army.faction: every other people's unit is a fault; hirelings serve any, and morale is the people's."""
    riders = [Entry("nukery", "Khan", commander="voivode"), Entry("tulpar", "Wind"), Entry("orda", "Hired")]
    steppe = replace(army(*riders), faction="stepnyaki")
    assert found(steppe) == []
    assert starting_morale(steppe) == 5
    mixed = replace(steppe, entries=(*riders, Entry("kmeti", "Guests"), Entry("vozok", "Cart")))
    assert found(mixed) == [("army.faction", "other_faction", 3), ("army.faction", "other_faction", 4)]
    assert [(fault.have, fault.need) for fault in faults(mixed)] == [("rusichi", "stepnyaki")] * 2
    assert found(army(LEADER, riders[1])) == [("army.faction", "other_faction", 1)]


@pytest.mark.parametrize(
    ("type_", "figures", "reason"),
    [
        ("smerdy", 1, None),
        ("smerdy", 5, None),
        ("smerdy", 0, "figures"),
        ("smerdy", -2, "figures"),
        ("smerdy", 6, "figures"),
        ("otrok", 5, "figures_of_a_machine"),
    ],
)
def test_a_squad_may_be_hired_smaller(type_: str, figures: int, reason: str | None) -> None:
    """army.figures"""
    list_ = army(LEADER, Entry(type_, "Some", figures=figures))
    assert found(list_) == ([("army.figures", reason, 1)] if reason else [])


@pytest.mark.parametrize(("figures", "grivnas"), [(1, 11), (2, 22), (3, 32), (99, 32), (-99, 11)])
def test_fewer_figures_cost_less_and_never_less_than_one(figures: int, grivnas: int) -> None:
    """army.figures"""
    assert cost(Entry("streltsy", "Some", figures=figures)) == grivnas


def test_a_smaller_squad_is_mustered_smaller() -> None:
    (unit,) = muster(army(Entry("smerdy", "Few", figures=2)), "red")
    assert (unit.hits, unit.stats.hits, unit.stats.danger, unit.stats.cost) == (2, 2, 2, 6)


@pytest.mark.parametrize("name", ["", "   ", "\t\n", "\u200b", "\u200f \u200e"])
def test_every_unit_has_a_name(name: str) -> None:
    """army.names"""
    assert found(army(LEADER, Entry("smerdy", name))) == [("army.names", "unnamed", 1)]


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("Ёлка", "елка", True),
        ("Смерды", "  СМЕРДЫ ", True),
        ("Grey  Wolf", "grey wolf", True),
        ("Wolf", "Wo\u200blf", True),
        ("Straße", "STRASSE", True),
        ("й", "и\u0306", True),
        ("й", "и", False),
        ("Wolf", "Wolf 2", False),
        ("🐺", "🐻", False),
    ],
)
def test_names_are_unique(one: str, two: str, same: bool) -> None:
    """army.names"""
    list_ = army(replace(LEADER, name=one), Entry("smerdy", two))
    assert found(list_) == ([("army.names", "name_taken", 1)] if same else [])


def test_names_are_two_hundred_signs_at_most() -> None:
    longest = replace(LEADER, name="<" * 200)
    assert found(army(longest)) == []
    longer = army(replace(LEADER, name="<" * 201))
    assert found(longer) == [("army.names", "name_too_long", 0)]
    assert of(longer) == (201, 200)


@pytest.mark.parametrize("name", ["<b>&\"'", "Ёж 🦔", "\u202eслон", "x" * 200])
def test_any_name_comes_back_as_it_was(name: str) -> None:
    (unit,) = muster(army(replace(LEADER, name=name)), "red")
    assert unit.name == name
    assert ArmyList.from_json(army(replace(LEADER, name=name)).to_json()).entries[0].name == name


def test_hirelings_cost_at_most_two_fifths() -> None:
    """army.hirelings: 80 of 200"""
    list_ = army(LEADER, *others("upyri", "orda", "naymity"))
    assert found(list_) == []
    more = army(LEADER, *others("upyri", "orda", "naymity", "oboz"))
    assert found(more) == [("army.hirelings", "too_many_hirelings", None)]
    assert of(more) == (82, 80)


def test_terms_and_options_count_as_hirelings_cost() -> None:
    """army.hirelings: with options and terms"""
    orda = Entry("orda", "Riders", options=("mounted", "elite"), terms="generous")
    assert cost(orda) == 22 + 7 + 6 + 3
    assert found(army(LEADER, orda, *others("orda", "naymity"))) == []
    assert of(army(LEADER, replace(orda, options=("mounted", "elite", "fanatic")), *others("orda", "naymity"))) == (
        83,
        80,
    )


def test_each_commander_may_have_one_companion() -> None:
    """hireling.companion"""
    assert found(army(LEADER, *others("sputniki"))) == []
    assert found(army(LEADER, *others("sputniki", "sputniki"))) == [("hireling.companion", "too_many_companions", None)]


def test_companions_follow_their_commanders() -> None:
    second = replace(LEADER, name="Second")
    units = muster(army(*others("sputniki"), LEADER, second, Entry("sputniki", "More"), size=300), "red")
    assert [unit.attached_to for unit in units] == ["r2", None, None, "r3"]


def test_companions_are_no_company() -> None:
    """hireling.companion, R64: they never check a score, so that nothing is kept of one"""
    list_ = army(LEADER, *others("sputniki", "orda"))
    assert [unit.company for unit in muster(list_, "red")] == [None, None, "r3"]
    assert [company.id for company in companies(list_, "red")] == ["r3"]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry("smerdy", "X", options=("elite",)), "options_of_mercenaries_only"),
        (Entry("upyri", "X", terms="harsh"), "options_of_mercenaries_only"),
        (Entry("orda", "X", options=("elite", "elite")), "option_twice"),
        (Entry("smerdy", "X", company="Horde"), "company_of_hirelings_only"),
    ],
)
def test_options_terms_and_companies_are_for_those_who_serve_for_pay(entry: Entry, reason: str) -> None:
    assert found(army(LEADER, entry)) == [("army.hirelings", reason, 1)]


def test_a_company_is_one_hire() -> None:
    orda = others("orda", "orda", company="Horde")
    assert found(army(LEADER, *orda)) == []
    mixed = army(LEADER, orda[0], replace(orda[1], terms="harsh"))
    assert found(mixed) == [("army.hirelings", "mixed_company", None)]
    assert faults(mixed)[0].subject == "Horde"


def test_companies_are_mustered_with_their_strength() -> None:
    list_ = army(LEADER, *others("orda", "orda", company="Horde", terms="generous"), Entry("naymity", "Lone"))
    units = muster(list_, "blue")
    assert [unit.company for unit in units] == [None, "bC1", "bC1", "b4"]
    hires = companies(list_, "blue")
    assert [(hire.id, hire.side, hire.initial, hire.terms) for hire in hires] == [
        ("bC1", "blue", 12, "generous"),
        ("b4", "blue", 3, "usual"),
    ]


@pytest.mark.parametrize(
    ("types", "reason"),
    [
        (["smerdy"], "link_size"),
        (["smerdy"] * 2, None),
        (["smerdy", "gridi", "smerdy", "smerdy", "smerdy"], None),
        (["smerdy"] * 6, "link_size"),
        (["vozok"] * 3, None),
        (["vozok"] * 4, "link_size"),
        (["otrok"], "link_size"),
        (["otrok"] * 3, None),
        (["otrok", "vozok"], "mixed_link"),
        (["smerdy", "vozok"], "mixed_link"),
    ],
)
def test_planned_links_obey_the_form(types: list[str], reason: str | None) -> None:
    """army.links, link.form"""
    list_ = army(LEADER, *others(*types, link="First"), size=300)
    assert found(list_) == ([("link.form", reason, None)] if reason else [])


def test_hirelings_form_no_links() -> None:
    """army.links"""
    list_ = army(LEADER, *others("smerdy", "smerdy", link="First"))
    assert found(list_) == []
    hired = army(LEADER, *others("smerdy", "opolchenie", link="First"))
    assert found(hired) == [("link.form", "hireling_in_link", 2)]


def test_all_faults_are_told_at_once() -> None:
    list_ = army(*others("bogatyr", "bogatyr"), Entry("smerdy", "", figures=9))
    assert {fault.rule for fault in faults(list_)} == {"army.points", "army.commander", "army.names", "army.figures"}


def test_an_empty_list_is_told_that_it_has_no_commander() -> None:
    assert found(army()) == [("army.commander", "no_commander", None)]


@pytest.mark.parametrize(
    ("commander", "trait", "morale"),
    [
        ("voivode", None, 6),
        ("prince", None, 7),
        ("voivode", "beloved", 7),
        ("prince", "beloved", 8),
        ("prince", "fearless", 7),
    ],
)
def test_a_prince_and_love_bring_morale(commander: str, trait: str | None, morale: int) -> None:
    """morale.pool"""
    assert starting_morale(army(replace(LEADER, commander=commander, trait=trait))) == morale


def test_units_are_numbered_by_side() -> None:
    list_ = army(LEADER, *others("otrok", "smerdy"))
    assert [unit.id for unit in muster(list_, "red")] == ["r1", "r2", "r3"]
    blue = muster(list_, "blue")
    assert [(unit.id, unit.side, unit.type, unit.name) for unit in blue] == [
        ("b1", "blue", "kmeti", "Leader"),
        ("b2", "blue", "otrok", "otrok 1"),
        ("b3", "blue", "smerdy", "smerdy 2"),
    ]
    assert blue[0].commander == "voivode"


def test_a_list_comes_back_from_its_plain_form() -> None:
    rich = Entry("orda", "X", figures=4, options=("elite",), terms="harsh", company="C", link="L")
    list_ = army(replace(LEADER, trait="fearless"), rich)
    assert ArmyList.from_json(list_.to_json()) == list_
    assert list_.to_json()["entries"][0] == {  # type: ignore[index]
        "type": "kmeti", "name": "Leader", "commander": "voivode", "trait": "fearless",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "druzhina-army/9"}, "format"),
        ({"size": "200"}, "size"),
        ({"size": True}, "size"),
        ({"entries": {}}, "entries"),
        ({"entries": ["kmeti"]}, "entry must be an object"),
        ({"entries": [{"type": "kmeti"}]}, "name"),
        ({"entries": [{"type": "kmeti", "name": "X", "figures": 1.5}]}, "figures"),
        ({"entries": [{"type": "kmeti", "name": "X", "options": [1]}]}, "options"),
        ({"entries": [{"type": "kmeti", "name": "X", "cheat": 1}]}, "unknown field cheat"),
        ({"cheat": 1}, "unknown field cheat"),
    ],
)
def test_what_is_no_list_is_told_why(change: dict[str, object], words: str) -> None:
    plain = army(LEADER).to_json()
    assert ArmyList.from_json(plain) == army(LEADER)
    with pytest.raises(NoArmyList, match=words):
        ArmyList.from_json({**plain, **change})


@pytest.mark.parametrize("data", [None, [], "x", {1: 2}])
def test_what_is_no_object_is_no_list(data: object) -> None:
    with pytest.raises(NoArmyList):
        ArmyList.from_json(data)


def test_three_starters_or_more_for_either_size() -> None:
    assert Counter(starter.preset for starter in catalogue().starters.values()) == {
        "skirmish": 6,
        "battle": 6,
        "great_battle": 3,
    }


def test_a_companion_follows_the_commander_that_was_chosen() -> None:
    """hireling.companion: by name, the others whoever has none; who leads nobody or is served already is a fault."""
    second = Entry("kmeti", "Second", commander="voivode")
    plain, chosen = Entry("sputniki", "Plain"), Entry("sputniki", "Chosen", lord=LEADER.name.upper())
    list_ = replace(army(LEADER, second, plain, chosen), size=500)
    assert found(list_) == []
    assert [unit.attached_to for unit in muster(list_, "red")] == [None, None, "r2", "r1"]
    assert ArmyList.from_json(list_.to_json()) == list_
    for lord in ("Nobody", "Plain"):
        strange = replace(list_, entries=(LEADER, second, plain, replace(chosen, lord=lord)))
        assert found(strange) == [("hireling.companion", "no_such_lord", 3)]
    twice = replace(list_, entries=(LEADER, second, replace(plain, lord=LEADER.name), chosen))
    assert found(twice) == [("hireling.companion", "lord_taken", 3)]
    other = replace(list_, entries=(LEADER, replace(second, lord=LEADER.name)))
    assert found(other) == [("hireling.companion", "lord_of_companions_only", 1)]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("id_", STARTERS)
def test_a_starter_is_lawful_and_spends_its_grivnas(id_: str, language: str) -> None:
    starter = catalogue().starters[id_]
    list_ = starter.army(language)
    assert found(list_) == []
    assert list_.size == catalogue().presets[starter.preset].size
    assert points(list_) >= 0.95 * list_.size
    assert list_.name == starter.title.of(language)
    assert [entry.name for entry in list_.entries] == [name.of(language) for name in starter.names]


def test_starters_show_all_that_a_list_can_hold() -> None:
    entries = [entry for id_ in STARTERS for entry in catalogue().starters[id_].entries]
    natures = {catalogue().units[entry.type].nature for entry in entries}
    assert natures == {"druzhina", "mercenary", "monster", "camp", "companion"}
    assert any(entry.link for entry in entries)
    assert any(entry.company for entry in entries)
    assert any(entry.options for entry in entries)


def test_starters_have_styles_of_their_own() -> None:
    kinds = {
        id_: Counter(catalogue().units[entry.type].kind for entry in catalogue().starters[id_].entries)
        for id_ in STARTERS
    }
    for preset in ("skirmish", "battle"):
        mine = [kinds[id_] for id_ in STARTERS if catalogue().starters[id_].preset == preset]
        assert any(kind["walker"] > kind["squad"] + kind["vehicle"] for kind in mine)
        assert any(kind["squad"] == kind.total() for kind in mine)
        assert any(kind["vehicle"] > kind["walker"] for kind in mine)
