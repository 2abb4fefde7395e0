"""Settings: what the environment may change, and what stays shut."""

from __future__ import annotations

import logging
import secrets
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from config import environment, logs
from config.build import build_id
from config.secret import secret_key
from tests.daphne import ROOT, surroundings


def asked(expression: str, var: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """What the settings say in a process with this environment."""
    code = f"from config import settings; print({expression})"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=surroundings(var, env), capture_output=True, text=True
    )


def test_defaults_are_safe(tmp_path: Path) -> None:
    done = asked("settings.DEBUG, settings.DRUZHINA_DICE_SEED, '*' in settings.ALLOWED_HOSTS", tmp_path)
    assert done.stdout.strip() == "False None False", done.stderr


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    first = secret_key(path)
    assert len(first) >= 50
    assert secret_key(path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    code = "from config import settings; print(settings.SECRET_KEY)"
    env = surroundings(tmp_path / "var")
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in started}) == 1


def test_fixed_dice_need_a_second_word(tmp_path: Path) -> None:
    assert environment.dice_seed({}) is None
    assert environment.dice_seed({"DRUZHINA_DICE_SEED": "7", "DRUZHINA_TESTING": "1"}) == "7"
    with pytest.raises(ValueError, match="DRUZHINA_TESTING"):
        environment.dice_seed({"DRUZHINA_DICE_SEED": "7"})
    refused = asked("settings.DRUZHINA_DICE_SEED", tmp_path, {"DRUZHINA_DICE_SEED": "7", "DRUZHINA_TESTING": ""})
    assert refused.returncode == 1
    assert "foreseeable" in refused.stderr.splitlines()[-1]


def test_sqlite_waits_instead_of_failing(tmp_path: Path) -> None:
    done = asked("settings.DATABASES['default']['OPTIONS']['transaction_mode']", tmp_path)
    assert done.stdout.strip() == "IMMEDIATE", done.stderr


def test_postgresql_and_redis_by_the_environment(tmp_path: Path) -> None:
    env = {"DATABASE_URL": "postgres://red:blue@db.example/druzhina", "REDIS_URL": "redis://cache.example/0"}
    asks = (
        "settings.DATABASES['default']['ENGINE'], settings.DATABASES['default']['CONN_MAX_AGE'], "
        "settings.CHANNEL_LAYERS['default']['BACKEND'], settings.CACHES['default']['BACKEND']"
    )
    assert asked(asks, tmp_path, env).stdout.split() == [
        "django.db.backends.postgresql",
        "600",
        "channels_redis.pubsub.RedisPubSubChannelLayer",
        "django.core.cache.backends.redis.RedisCache",
    ]


def test_cookies_of_two_installations_do_not_meet(tmp_path: Path) -> None:
    ask = "settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME"
    names = [asked(ask, tmp_path / place).stdout.split() for place in ("one", "two")]
    assert len({*names[0], *names[1]}) == 4
    assert asked(ask, tmp_path / "one").stdout.split() == names[0]


def test_behind_tls_cookies_are_secure(tmp_path: Path) -> None:
    ask = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE"
    assert asked(ask, tmp_path).stdout.split() == ["False", "False"]
    assert asked(ask, tmp_path, {"HTTPS": "1"}).stdout.split() == ["True", "True"]


@pytest.mark.parametrize("part", ["config/a.py", "battles/b.toml", "templates/c.html", "static/d.js"])
def test_the_build_changes_with_what_it_is_made_of(tmp_path: Path, part: str) -> None:
    changed = tmp_path / part
    changed.parent.mkdir()
    changed.write_text("one")
    before = build_id(tmp_path)
    assert build_id(tmp_path) == before
    changed.write_text("two")
    assert build_id(tmp_path) != before


def line(message: str, *arguments: object, **extra: object) -> str:
    record = logging.makeLogRecord(
        {"name": "battles", "msg": message, "args": arguments, "levelname": "ERROR", **extra}
    )
    return logs.Line().format(record).split(" ", 2)[2]


def test_a_log_line_names_battle_and_number() -> None:
    assert line("refused", battle_id=7, number=41) == "ERROR battles [battle 7 number 41]: refused"
    assert line("refused", battle_id=7) == "ERROR battles [battle 7]: refused"
    assert line("refused") == "ERROR battles: refused"


def test_a_log_line_keeps_keys_to_itself() -> None:
    key = secrets.token_urlsafe(24)
    try:
        raise KeyError(key)
    except KeyError:
        said = line("Not Found: %s", f"/s/{key}/", exc_info=sys.exc_info())
    assert "Traceback" in said
    assert key not in said
    assert line("set_the_language_of_every_reader failed").endswith("set_the_language_of_every_reader failed")
