"""Every text colour on every ground it stands on, from the tokens themselves: at least 4.5, in both themes."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

LEAST = 4.5
PAIRS = [
    *((ink, ground) for ink in ("ink", "ink2") for ground in ("panel", "inset", "sheet", "ground")),
    *((ink, ground) for ink in ("red-ink", "blue-ink", "gold", "verd") for ground in ("panel", "inset", "sheet")),
    ("on-pri", "pri"), ("on-side", "red"), ("on-side", "blue"), ("panel", "ink"), ("focus", "panel"), ("ink", "loss1"),
]  # fmt: skip


def tokens(theme: str) -> dict[str, str]:
    text = (ROOT / "static" / "css" / "druzhina.css").read_text()
    found = dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", text.split("[data-theme=dark]{")[0]))
    if theme == "dark":
        found |= dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", text.split("[data-theme=dark]{")[1].split("}")[0]))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(theme: str) -> None:
    known = tokens(theme)
    assert [(ink, ground) for ink, ground in PAIRS if contrast(known[ink], known[ground]) < LEAST] == []


def test_the_measure() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
