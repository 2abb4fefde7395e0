"""Reading the environment: every variable of the README goes through here."""

import os
from collections.abc import Mapping

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
