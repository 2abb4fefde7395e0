"""Titles: every rule that the code names has a title and a gist in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from battles.rules.tables import CatalogueFault, parse
from battles.rules.titles import gist, headings, read_headings, title

BATTLES = Path(__file__).resolve().parents[2] / "battles"
TEMPLATES = BATTLES.parent / "templates"
CHAPTERS = (
    *("dice", "map", "turn", "order", "initiative", "move", "combat"),
    *("morale", "link", "hireling", "army", "battle"),
)
RULE = re.compile(rf"""["']((?:{"|".join(CHAPTERS)})\.[a-z_]+)["']""")
NO_RULES = {"battle.poke"}  # what the consumers call their message
FILES = (".html", ".json", ".toml", ".css", ".js")
CYRILLIC = re.compile("[А-Яа-яЁё]")


def named() -> Iterator[tuple[str, str]]:
    """Every rule id that a source or a template writes as a whole text, with the file."""
    for path in sorted([*BATTLES.rglob("*.py"), *TEMPLATES.rglob("*.html")]):
        for rule in RULE.findall(path.read_text(encoding="utf-8")):
            if rule not in NO_RULES and not rule.endswith(FILES):
                yield rule, path.name


def test_every_rule_that_the_code_names_has_a_title() -> None:
    found = list(named())
    assert len({rule for rule, _ in found}) > 30
    assert [(rule, file) for rule, file in found if rule not in headings()] == []


def test_every_chapter_has_a_title_and_rules() -> None:
    """Ids are a chapter, or a chapter and a rule in it."""
    ids = set(headings())
    assert set(CHAPTERS) == {id_ for id_ in ids if "." not in id_}
    assert set(CHAPTERS) == {id_.split(".")[0] for id_ in ids if "." in id_}
    assert len(ids) == 108


@pytest.mark.parametrize("id_", headings())
def test_a_title_is_short_and_in_its_language(id_: str) -> None:
    assert 0 < len(title(id_, "en")) <= 28
    assert 0 < len(title(id_, "ru")) <= 28
    assert not CYRILLIC.search(title(id_, "en") + gist(id_, "en"))
    assert CYRILLIC.search(title(id_, "ru"))
    assert CYRILLIC.search(gist(id_, "ru"))
    assert gist(id_, "en").endswith(".")
    assert gist(id_, "ru").endswith(".")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_two_rules_of_a_language_have_one_title(language: str) -> None:
    titles = [title(id_, language) for id_ in headings() if "." in id_]
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
    said = " ".join(heading.title.ru + " " + heading.gist.ru for heading in headings().values())
    for word in ("БД", "Инц", "Дрзст", "Тч", "БК", "ПП", "чред", "звен", "пешц", "Бронеход"):
        assert word in said, word


def test_an_unknown_rule_has_no_title() -> None:
    with pytest.raises(KeyError):
        title("morale.joy", "en")


def test_a_wrong_file_of_titles_is_told_where() -> None:
    good = 'schema = 1\n[rules."dice"]\ntitle = { en = "Dice", ru = "Кости" }\ngist = { en = "Dice.", ru = "Кости." }\n'
    assert list(read_headings(parse(good, file="titles.toml"))) == ["dice"]
    with pytest.raises(CatalogueFault, match=r"titles.toml.*rules.dice.*jist.*is unknown"):
        read_headings(parse(good + 'jist = "x"\n', file="titles.toml"))
