"""Set-up from nothing, again, after a pull, half made, without a network, without python3-venv, on an old Python."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import manage

ROOT = Path(__file__).resolve().parent.parent.parent
DOOR = """
import sys
{before}
from config import bootstrap
bootstrap.enter(sys.argv)
print("in", sys.prefix, *sys.argv[1:])
"""
WITHOUT_ENSUREPIP = "sys.modules['ensurepip'] = None"  # quicker, too
NOT_THERE = "druzhina-has-no-such-package==1.0\n"

Enter = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of which nothing but the door is left, and nothing is required."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "__init__.py").touch()
    shutil.copy(ROOT / "config" / "bootstrap.py", tmp_path / "config")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "requirements.txt").touch()
    (tmp_path / "requirements.txt").touch()
    return tmp_path


@pytest.fixture
def enter(checkout: Path) -> Enter:
    """Run a command through the door; no index can be reached from here."""

    def run(*words: str, before: str = "") -> subprocess.CompletedProcess[str]:
        (checkout / "door.py").write_text(DOOR.format(before=before))
        offline = {
            "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_EXTRA_INDEX_URL": "",
        }
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        command = [sys.executable, "door.py", *words]
        return subprocess.run(command, cwd=checkout, env=kept | offline, capture_output=True, text=True)

    return run


def answered(done: subprocess.CompletedProcess[str], checkout: Path, *words: str) -> bool:
    """The command ran in the .venv of this checkout, and stdout is the command's alone."""
    assert done.returncode == 0, done.stderr
    return done.stdout == " ".join(["in", str(checkout / ".venv"), *words]) + "\n"


def test_it_sets_up_once_and_then_only_after_a_change(checkout: Path, enter: Enter) -> None:
    first = enter("play", "--port", "1")
    assert answered(first, checkout, "play", "--port", "1")
    assert "making .venv" in first.stderr

    second = enter("check")
    assert answered(second, checkout, "check")
    assert second.stderr == ""

    test = enter("test", "-x")
    assert answered(test, checkout, "test", "-x")
    assert "tests/requirements.txt" in test.stderr
    assert enter("test").stderr == enter("play").stderr == ""

    (checkout / "requirements.txt").write_text("# after a pull\n")
    pulled = enter("play")
    assert answered(pulled, checkout, "play")
    assert "installing requirements.txt" in pulled.stderr
    assert "making .venv" not in pulled.stderr


def test_without_a_network_it_says_so_and_recovers_later(checkout: Path, enter: Enter) -> None:
    (checkout / "requirements.txt").write_text(NOT_THERE)
    done = enter("play", before=WITHOUT_ENSUREPIP)
    assert done.returncode == 1
    assert done.stdout == ""
    *progress, sentence = done.stderr.strip().splitlines()
    assert all(line.startswith("Setting up:") for line in progress)
    assert "connect to the network" in sentence

    (checkout / "requirements.txt").write_text("")
    assert answered(enter("play", before=WITHOUT_ENSUREPIP), checkout, "play")


def test_a_broken_venv_is_made_again(checkout: Path, enter: Enter) -> None:
    venv = checkout / ".venv"
    stamp = venv / "requirements.play"

    def interrupted() -> None:
        (venv / "unfinished").touch()
        shutil.rmtree(venv / "lib")

    breakages: list[Callable[[], object]] = [
        venv.mkdir,
        (venv / "bin" / "python").unlink,
        interrupted,
        lambda: stamp.write_text("/usr/bin/python3.0 " + stamp.read_text().split()[1]),
    ]
    for breaks in breakages:
        breaks()
        done = enter("play", before=WITHOUT_ENSUREPIP)
        assert answered(done, checkout, "play")
        assert "making .venv" in done.stderr


def test_without_ensurepip_this_pythons_own_pip_does_it(checkout: Path, enter: Enter) -> None:
    done = enter("play", before=WITHOUT_ENSUREPIP)
    assert answered(done, checkout, "play")
    assert not list((checkout / ".venv").rglob("site-packages/pip"))


def test_without_venv_it_names_the_package_to_install(enter: Enter) -> None:
    done = enter("play", before="sys.modules['ensurepip'] = sys.modules['pip'] = None")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith("apt install python3-venv")


def test_other_complaints_of_pip_are_one_sentence(checkout: Path, enter: Enter) -> None:
    (checkout / "requirements.txt").write_text("this is no requirement\n")
    done = enter("play", before=WITHOUT_ENSUREPIP)
    assert done.returncode == 1
    assert "could not be installed" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_so(version: tuple[int, ...]) -> None:
    found = f"{version[0]}.{version[1]}"
    assert manage.too_old(version) == f"Druzhina needs Python 3.11 or newer; this is Python {found}."


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 1), (4, 0, 0)])
def test_a_new_python_is_welcome(version: tuple[int, ...]) -> None:
    assert manage.too_old(version) is None


def test_the_door_parses_on_old_pythons() -> None:
    source = (ROOT / "manage.py").read_text(encoding="ascii")
    tree = ast.parse(source, feature_version=(3, 4))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.AnnAssign)]
    for name in ("python2.7", "python3.6", "python3.8", "python3.10"):  # those that are here
        old = shutil.which(name)
        if old and subprocess.run([old, "-c", ""], capture_output=True).returncode == 0:
            done = subprocess.run([old, "manage.py", "play"], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 1
            assert done.stderr.startswith("Druzhina needs Python 3.11 or newer; this is Python ")
            assert done.stderr.count("\n") == 1
