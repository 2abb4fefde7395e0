"""The concordance: words of a query in any case and form, and where they occur."""

import pytest

from battles.rules.concordance import find, fold, marked, stems


def ids(query: str, language: str) -> list[str]:
    return [found.rule.id for found in find(query, language)]


@pytest.mark.parametrize(
    ("query", "language", "first"),
    [
        ("таран", "ru", "combat.ram"),
        ("ТАРАНОМ", "ru", "combat.ram"),
        ("лютая смерть", "ru", "morale.cruel_death"),
        ("смерть лютая", "ru", "morale.cruel_death"),
        ("дрогнувшие звенья", "ru", "link.shaken"),
        ("подьём", "ru", ""),
        ("подъем", "ru", "move.stand"),
        ("ПОДЪЁМ", "ru", "move.stand"),
        ("ram", "en", "combat.ram"),
        ("Rams", "en", "combat.ram"),
        ("cruel death", "en", "morale.cruel_death"),
        ("power shots", "en", "order.power_shot"),
        ("power_shot", "en", "order.power_shot"),
        ("mercenaries", "en", "army.hirelings"),
        ("Мономах", "ru", "initiative.commander"),
        ("таран", "en", "combat.ram"),
        ("ram", "ru", "combat.ram"),
        ("совершенно небывалое", "ru", ""),
    ],
)
def test_the_rule_that_is_meant_comes_first(query: str, language: str, first: str) -> None:
    found = ids(query, language)
    assert (first in found[:2]) if first else found == []


@pytest.mark.parametrize("query", ["", " ", "?!", "а", "<b>", "%", "'"])
def test_what_has_no_word_finds_nothing(query: str) -> None:
    assert find(query, "ru") == () or all(stems(query))


def test_every_word_has_to_occur() -> None:
    both = set(ids("звено приказ", "ru"))
    assert both
    assert both == set(ids("звено", "ru")) & set(ids("приказ", "ru"))


def test_a_word_is_looked_for_where_words_begin() -> None:
    """`ram` is not in `trample`."""
    assert all("ram" in f" {found.rule.id} {fold(found.passage)}".replace("trampl", "") for found in find("ram", "en"))


def test_a_long_query_is_cut() -> None:
    assert len(stems("слово " * 1000)) == 1
    assert len(stems(" ".join(f"слово{n}" for n in range(100)))) == 8
    assert all(len(stem) <= 40 for stem in stems("ы" * 1000 + " " + "щ" * 1000))


def test_the_passage_has_the_words_marked() -> None:
    (hit, *_) = find("мономах", "ru")
    pieces = list(marked(hit.passage, hit.stems))
    assert "".join(text for text, _ in pieces) == hit.passage
    assert [text for text, is_hit in pieces if is_hit] == ["Мономах"]
    (other, *_) = find("отмена страха", "ru")
    assert other.passage == other.rule.gist.ru
