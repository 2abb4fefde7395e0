"""Reading the environment: every variable of the README goes through here."""

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

TRUE = frozenset({"1", "true", "yes", "on"})


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    return text(name).lower() in TRUE


def words(name: str) -> list[str]:
    """A list with commas between its words."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def dice_seed(environment: Mapping[str, str]) -> str | None:
    """The seed of foreseeable dice: only where DRUZHINA_TESTING says that nobody plays in earnest."""
    seed = environment.get("DRUZHINA_DICE_SEED") or None
    if seed and environment.get("DRUZHINA_TESTING") != "1":
        raise ValueError("DRUZHINA_DICE_SEED makes every roll foreseeable: only for tests, with DRUZHINA_TESTING=1.")
    return seed


def mail(url: str) -> dict[str, Any]:
    """Django's settings for `smtp://user:password@host:port`, `smtps://…` (TLS from the start) or `smtp+tls://…`."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps", "smtp+tls") or not parts.hostname:
        raise ValueError("EMAIL_URL must be smtp://, smtps:// or smtp+tls:// with a host")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_TIMEOUT": 20,
    }
