"""`manage.py test` and the commands that keep the texts."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.core.management import call_command
from pytest_django import Settings

from config import proofs
from tests.daphne import ROOT

TEMPLATE = '{% load i18n %}{% translate "Hold" %}'


def test_the_words_after_test_are_pytests() -> None:
    command = [sys.executable, "manage.py", "test", "--collect-only", "-q", "tests/config/test_settings.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "test_settings.py::test_defaults_are_safe" in done.stdout
    assert "test_commands.py" not in done.stdout


def test_the_exit_status_is_pytests() -> None:
    command = [sys.executable, "manage.py", "test", "-q", "-p", "no:cacheprovider", "tests/config/no_such_file.py"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True).returncode == pytest.ExitCode.USAGE_ERROR


def test_texts_are_collected_translated_and_compiled(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "orders.html").write_text(TEMPLATE)
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "config" / "locale"]
    catalogue = tmp_path / "config" / "locale" / "ru" / "LC_MESSAGES" / "django.po"

    said = io.StringIO()
    call_command("makepo", stdout=said)
    assert "'Hold' (templates/orders.html): not translated" in said.getvalue()
    assert said.getvalue().splitlines()[-1] == "1 texts, 1 to translate"

    entries = polib.pofile(str(catalogue))
    entries[0].msgstr = "Стоять"
    entries.save()
    said = io.StringIO()
    call_command("makepo", stdout=said)
    assert said.getvalue() == "1 texts, 0 to translate\n"

    said = io.StringIO()
    call_command("compilepo", stdout=said)
    call_command("compilepo", stdout=said)
    assert said.getvalue() == "compiled config/locale/ru/LC_MESSAGES/django.po\n"
    assert polib.mofile(str(catalogue.with_suffix(".mo")))[0].msgstr == "Стоять"


def test_the_rulebook_s_table_has_no_hole() -> None:
    said = io.StringIO()
    call_command("rulebook", "--coverage", "--language", "ru", stdout=said)
    lines = said.getvalue().splitlines()
    assert any(line.startswith("morale.cruel_death") and "Лютая смерть" in line for line in lines)
    assert lines[-1].endswith("no hole.")


def test_a_hole_in_the_rulebook_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**proofs.proofs(), "morale.rout": proofs.Proof()}
    monkeypatch.setattr(proofs, "proofs", lambda: known)
    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("rulebook", "--coverage", stdout=said)
    assert ended.value.code == 1
    assert said.getvalue().splitlines()[-1] == "1 without a case or a test: morale.rout"


def test_the_rulebook_is_listed_by_chapter() -> None:
    said = io.StringIO()
    call_command("rulebook", stdout=said)
    assert said.getvalue().startswith("Dice (dice, 1)\n  dice.check                Check\n")
