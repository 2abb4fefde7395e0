"""The rulebook: every rule that is named anywhere has its text in both languages, and something proves it."""

import re

import pytest

from battles.rules.catalogue import catalogue
from battles.rules.rulebook import (
    LINK,
    Rule,
    chapters,
    gist,
    headings,
    linked,
    read_chapter,
    rules,
    sources,
    title,
)
from battles.rules.tables import CatalogueFault, Text, parse
from battles.rules.terrain import GROUNDS
from config import proofs

CHAPTERS = (
    *("dice", "map", "turn", "order", "initiative", "move", "combat"),
    *("morale", "link", "hireling", "army", "battle"),
)
CYRILLIC = re.compile("[А-Яа-яЁё]")
LATIN = re.compile(r"[A-Za-z]{2,}")


def russian(text: str) -> str:
    """What a Russian reads of a text: the words of its links, not their addresses; dice are written 2d6."""
    return LINK.sub(r"\1", text).replace("2d6", "")


# --- ids -----------------------------------------------------------------------------------------------------------


def test_every_rule_that_a_source_or_a_template_names_has_a_text() -> None:
    found = list(proofs.named_in_sources())
    assert len({rule for rule, _ in found}) > 80
    assert [(rule, file) for rule, file in found if rule not in headings()] == []


def test_every_rule_that_a_case_names_has_a_text() -> None:
    found = list(proofs.named_in_cases())
    assert len({rule for rule, _ in found}) > 80
    assert [(rule, file) for rule, file in found if rule not in headings()] == []


def test_every_chapter_is_there_in_the_order_of_play() -> None:
    """Ids are a chapter, or a chapter and a rule in it."""
    assert tuple(chapters()) == CHAPTERS
    assert len(rules()) == 97
    assert all(rule.chapter == chapter.id for chapter in chapters().values() for rule in chapter.rules)
    assert [item.id for item in headings().values()] == list(headings())


def test_an_unknown_rule_has_no_title() -> None:
    with pytest.raises(KeyError):
        title("morale.joy", "en")


# --- proof ---------------------------------------------------------------------------------------------------------


def test_every_rule_is_proven_by_a_case_or_a_test() -> None:
    assert proofs.holes() == []


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.id)
def test_what_a_rule_names_as_its_proof_proves_it(rule: Rule) -> None:
    """One of the cases and tests named beside a text proves the rule; the others exist and say that it is theirs."""
    proven, cases = proofs.proofs()[rule.id].names(), proofs.exercises()
    assert set(rule.proof) & proven
    others = [name for name in rule.proof if name not in proven]
    assert [name for name in others if name not in cases or rule.id not in cases[name].listed] == []


def test_a_case_that_does_not_end_as_it_says_proves_nothing() -> None:
    case = {
        "format": "druzhina-battle/1",
        "covers": ["combat.hit"],
        "sides": {"red": {}, "blue": {}},
        "units": [
            {"id": "r1", "side": "red", "type": "kmeti", "hex": "0805"},
            {"id": "b1", "side": "blue", "type": "kmeti", "hex": "0807"},
        ],
        "chreda": "tactics",
        "initiative": {"r1": 1, "b1": 9},
        "dice": [[1, 6]],
        "commands": [{"side": "red", "do": "attack", "unit": "r1", "weapon": "firearm", "target": "b1"}],
        "expect": {"events": [{"event": "attack_rolled", "hit": True}]},
    }
    assert "combat.hit" in proofs.exercise(case).shown
    case["expect"] = {"events": [{"event": "attack_rolled", "hit": False}]}
    assert not proofs.exercise(case).shown
    case["expect"] = {"events": ["attack_rolled"]}
    assert "combat.unready" in proofs.exercise(case).shown, "a modifier of an expected roll"
    assert "combat.damage" not in proofs.exercise(case | {"covers": []}).shown, "it happens, nobody looks"


# --- texts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", headings())
def test_a_title_is_short_and_in_its_language(id_: str) -> None:
    assert 0 < len(title(id_, "en")) <= 28
    assert 0 < len(title(id_, "ru")) <= 28
    assert not CYRILLIC.search(title(id_, "en") + gist(id_, "en"))
    assert CYRILLIC.search(title(id_, "ru"))
    assert CYRILLIC.search(gist(id_, "ru"))
    assert gist(id_, "en").endswith(".")
    assert gist(id_, "ru").endswith(".")


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.id)
def test_a_text_and_its_example_are_whole_and_in_their_language(rule: Rule) -> None:
    for text in (rule.text, rule.example):
        assert len(text.en) > 40
        assert len(text.ru) > 40
        assert CYRILLIC.search(text.ru)
        assert not LATIN.search(russian(text.ru))
        assert set(re.findall(r"[А-Яа-яЁё]+", text.en)) <= {"БД", "ПП", "Сеча", "Капище", "Прорыв", "ё", "е"}
    assert re.search(r"\d", rule.example.en), "an example is worked with numbers"
    assert sorted(linked(rule.text.en)) == sorted(linked(rule.text.ru))


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.id)
def test_numbers_of_an_example_are_the_same_in_both_languages(rule: Rule) -> None:
    def numbers(text: str) -> set[str]:
        return set(re.findall(r"\d+", text))

    spelt = {"1", "2", "3"}  # a small number is sometimes a word in one of the two
    assert numbers(rule.example.en) - spelt == numbers(rule.example.ru) - spelt


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_two_rules_of_a_language_have_one_title(language: str) -> None:
    titles = [rule.title.of(language) for rule in rules().values()]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("combat.number", "Число атаки"),
        ("initiative.will", "Воля к победе"),
        ("order.inspire", "Вдохновение дружины"),
        ("morale.first_strike", "Первый удар"),
        ("morale.cruel_death", "Лютая смерть"),
        ("morale.rout", "Бегство от ужаса"),
        ("morale.exhaustion", "Моральное истощение"),
        ("morale.contagion", "Заражение страхом"),
        ("morale.check", "Проверка Дрзст"),
        ("turn.tactics", "Чреда тактики"),
        ("link.together", "Звено вместе"),
    ],
)
def test_players_own_words(id_: str, words: str) -> None:
    assert title(id_, "ru") == words
    assert title(id_, "ru-ru") == words
    assert title(id_, "en") != words


def test_the_glossary_is_in_use() -> None:
    said = " ".join(text.ru for rule in rules().values() for text in (rule.title, rule.gist, rule.text)).lower()
    for word in ("БД", "Инц", "Дрзст", "Тч", "БК", "ПП", "чред", "звен", "пешц", "бронеход", "гриди", "рефери"):
        assert word.lower() in said, word


def test_sources_are_told_in_both_languages() -> None:
    assert sources().name("s2.strength", "en") == "Infantry: Strength"
    assert sources().name("s2.strength", "ru") == "Пешцы: Сила"
    assert sources().name("house", "ru") == "домашнее правило"
    used = {source for rule in rules().values() for source in rule.source}
    known = {f"{id_}.{section}" for id_, document in sources().documents.items() for section in document.sections}
    assert known - used <= {"s4.opening"}, "every section of the documents is the source of a rule"


# --- texts against the catalogue and the engine --------------------------------------------------------------------


def table_of(id_: str, language: str = "en") -> list[list[str]]:
    """The cells of the tables in a text, without their heads."""
    text = Text.of(rules()[id_].text, language)
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return rows[1:]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_table_of_sizes_is_the_catalogue_s(language: str) -> None:
    found = [
        [re.sub(r",.*", "", row[0]).lower(), *(int(n) for cell in row[1:] for n in re.findall(r"\d+", cell))]
        for row in table_of("battle.presets", language)
    ]
    assert found == [
        [one.name.of(language).lower(), one.size, one.columns, one.rows, one.turns, one.deploy_rows]
        for one in catalogue().presets.values()
    ]


def test_the_table_of_terrain_is_the_engine_s() -> None:
    found = {name: row for row in table_of("map.terrain") for name in row[0].split(", ")}
    assert list(found) == list(GROUNDS)
    for name, ground in GROUNDS.items():
        _, cost, closed, cover, machine, _ = found[name]
        assert int(cost.split(",")[0]) == ground.cost
        assert ("going up" in cost) == ground.high
        assert [kind for kind in ("vehicle", "squad", "walker") if kind in closed] == list(ground.closed_to)
        assert (cover == "yes") == ground.cover
        assert machine.startswith("−1") == ground.hides_machines


def test_prices_of_commanders_options_and_terms_are_the_catalogue_s() -> None:
    known = catalogue()
    leaders = {row[0]: int(row[1]) for row in table_of("army.commanders")}
    assert leaders == {id_: one.cost for id_, one in known.commanders.items()}
    hired = {row[0]: int(row[1].replace("−", "-")) for row in table_of("army.hirelings")}
    found = {name.partition(":")[0].partition(" ")[0]: price for name, price in hired.items()}
    priced = {id_: one.cost for id_, one in (*known.options.items(), *known.terms.items()) if one.cost}
    assert found == priced


def test_visibility_and_scores_are_the_catalogue_s() -> None:
    text = rules()["combat.number"].text.en
    for kind in ("squad", "vehicle", "walker"):
        sample = next(unit for unit in catalogue().units.values() if unit.kind == kind)
        assert f"{kind} {sample.stats.visibility}" in text
    scores = {row[0]: row[1] for row in table_of("hireling.score")}
    for id_, words in (("opolchenie", "untrained militia"), ("orda", "barbarian horde"), ("naymity", "trained")):
        found = next(score for name, score in scores.items() if name.startswith(words))
        assert int(found) == catalogue().units[id_].stats.score


# --- reading -------------------------------------------------------------------------------------------------------

GOOD = """
schema = 1
version = 1
id = "dice"
title = { en = "Dice", ru = "Кости" }
gist = { en = "Dice.", ru = "Кости." }
[rules."dice.check"]
title = { en = "Check", ru = "Проверка" }
gist = { en = "A check.", ru = "Проверка." }
text = { en = "Roll.", ru = "Бросьте." }
example = { en = "7.", ru = "7." }
source = ["house"]
see = ["dice.larger"]
proof = ["some-case"]
"""


def test_a_chapter_is_read() -> None:
    chapter = read_chapter(parse(GOOD, file="rulebook/01_dice.toml"))
    assert [rule.id for rule in chapter.rules] == ["dice.check"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('proof = ["some-case"]', 'proof = ["some-case"]\njist = "x"', r"01_dice.toml.*dice.check.*jist.*is unknown"),
        ('see = ["dice.larger"]', "", r"dice.check.*see.*is missing"),
        ('proof = ["some-case"]', "proof = []", r"dice.check.*proof.*is empty"),
        ('source = ["house"]', 'source = ["s2.joy"]', r"dice.check.*source.*s2.joy is no section"),
        ('ru = "Бросьте."', 'ru = " "', r"dice.check.*text.*is empty"),
        ('[rules."dice.check"]', '[rules."morale.check"]', r"morale.check.*is no rule of the chapter dice"),
        ("schema = 1", "schema = 2", r"schema.*must be 1"),
    ],
)
def test_a_wrong_chapter_is_told_where(old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(CatalogueFault, match=words):
        read_chapter(parse(GOOD.replace(old, new), file="rulebook/01_dice.toml"))
