"""Texts: all found, all translated, all compiled."""

from __future__ import annotations

import gettext
from pathlib import Path

import polib
import pytest

from config import messages

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "config" / "locale" / "ru" / "LC_MESSAGES" / "django.po"

PYTHON = """
from django.utils import translation
from django.utils.translation import gettext_lazy as _, ngettext, pgettext_lazy
title = _("Red " "moves")
count = ngettext("%(n)d unit", "%(n)d units", 3)
order = pgettext_lazy("order", "Hold")
plain = translation.gettext("Blue moves")
later = _(title)
"""
TEMPLATE = """
{% load i18n %}<p title="{% translate "It's quiet" %}">{{ _("Wait") }}</p>
{% translate "Hold" context "order" %} {% translate 'Said "no"' as no %}
{% blocktranslate trimmed with name=unit.name %}
  {{ name }} is
  shaken
{% endblocktranslate %}
{% blocktranslate count n=units|length %}One unit{% plural %}{{ n }} units{% endblocktranslate %}
"""


def keys(found: list[messages.Message]) -> set[tuple[str | None, str, str | None]]:
    return {(text.context, text.one, text.many) for text in found}


def test_texts_of_python_files() -> None:
    assert keys(list(messages.python_messages(PYTHON))) == {
        (None, "Red moves", None),
        (None, "%(n)d unit", "%(n)d units"),
        ("order", "Hold", None),
        (None, "Blue moves", None),
    }


def test_texts_of_templates() -> None:
    assert keys(list(messages.template_messages(TEMPLATE))) == {
        (None, "It's quiet", None),
        (None, "Wait", None),
        ("order", "Hold", None),
        (None, 'Said "no"', None),
        (None, "%(name)s is shaken", None),
        (None, "One unit", "%(n)s units"),
    }


def found(*texts: messages.Message) -> dict[messages.Key, messages.Message]:
    return {text.key: text for text in texts}


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    return tmp_path / "ru" / "LC_MESSAGES" / "django.po"


def translate(catalogue: Path, one: str, *forms: str) -> None:
    entries = polib.pofile(str(catalogue))
    entry = entries.find(one)
    if entry.msgid_plural:
        entry.msgstr_plural = dict(enumerate(forms))
    else:
        (entry.msgstr,) = forms
    entries.save()


def test_merging_keeps_translations_and_brings_them_back(catalogue: Path) -> None:
    hold, units = messages.Message("Hold"), messages.Message("%(n)d unit", many="%(n)d units")
    messages.write(catalogue, messages.merge(catalogue, found(hold, units)))
    translate(catalogue, "Hold", "Стоять")
    translate(catalogue, "%(n)d unit", "%(n)d единица", "%(n)d единицы", "%(n)d единиц")
    messages.write(catalogue, messages.merge(catalogue, found(units)))
    assert len(messages.faults(catalogue, found(hold, units))) == 1
    messages.write(catalogue, messages.merge(catalogue, found(hold, units)))
    assert messages.faults(catalogue, found(hold, units)) == []


@pytest.mark.parametrize(
    ("forms", "fault"),
    [
        (("", "", ""), "three plural forms"),
        (("%(n)d единица", "%(n)d единицы", ""), "three plural forms"),
        (("одна единица", "%(n)d единицы", "%(n)d единиц"), "other placeholders"),
        (("%(n)d единица", "%(m)d единицы", "%(n)d единиц"), "other placeholders"),
    ],
)
def test_faults_of_a_translation(catalogue: Path, forms: tuple[str, ...], fault: str) -> None:
    units = found(messages.Message("%(n)d unit", many="%(n)d units"))
    messages.write(catalogue, messages.merge(catalogue, units))
    translate(catalogue, "%(n)d unit", *forms)
    (line,) = messages.faults(catalogue, units)
    assert fault in line


def test_fuzzy_is_a_fault_and_stays_english(catalogue: Path) -> None:
    hold = found(messages.Message("Hold"))
    messages.write(catalogue, messages.merge(catalogue, hold))
    translate(catalogue, "Hold", "Стоять?")
    entries = polib.pofile(str(catalogue))
    entries.find("Hold").flags = ["fuzzy"]
    entries.save()
    assert "fuzzy" in messages.faults(catalogue, hold)[0]
    assert messages.compile_all(catalogue.parent) == [catalogue]
    with open(catalogue.with_suffix(".mo"), "rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Hold") == "Hold"


@pytest.mark.parametrize(
    ("count", "form"), [(1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (14, 2), (21, 0), (22, 1), (111, 2), (0, 2)]
)
def test_russian_plurals(catalogue: Path, count: int, form: int) -> None:
    units = found(messages.Message("unit", many="units"))
    messages.write(catalogue, messages.merge(catalogue, units))
    translate(catalogue, "unit", "единица", "единицы", "единиц")
    messages.compile_all(catalogue.parent)
    with open(catalogue.with_suffix(".mo"), "rb") as compiled:
        said = gettext.GNUTranslations(compiled).ngettext("unit", "units", count)
    assert said == ("единица", "единицы", "единиц")[form]


def test_every_text_has_its_russian() -> None:
    faults = messages.faults(CATALOGUE, messages.source_messages(ROOT))
    assert not faults, "\n".join(faults)


def test_the_catalogue_says_nothing_that_the_source_does_not() -> None:
    known = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(CATALOGUE)) if not entry.obsolete}
    assert known <= set(messages.source_messages(ROOT))
