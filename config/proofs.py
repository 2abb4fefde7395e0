"""Which cases and tests prove each rule of the rulebook, and where rules are named; read from the source tree.

A case proves a rule if its expected outcome cites it (a refusal, or an event with its reasons), or if the case lists
the rule and it is seen at work in it. A rule that nothing ever cites by name, since it only works inside others, is
proven by a case that lists it: the numbers expected there come out by it. A test proves the rules that its docstring
begins with.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from battles.rules.notation.coverage import Exercise, exercise
from battles.rules.rulebook import chapters, headings, rules

ROOT = Path(__file__).resolve().parent.parent
CASES = ("tests/cases", "tests/rules/own_cases")
SOURCES = ("battles", "config", "templates")
NO_RULES = {"battle.poke"}  # what the consumers call their message
FILES = (".html", ".json", ".toml", ".css", ".js")


@dataclass(frozen=True, slots=True)
class Proof:
    """The cases, by name, and the tests, by address, that prove a rule."""

    cases: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    def names(self) -> frozenset[str]:
        return frozenset((*self.cases, *self.tests))


@cache
def proofs() -> Mapping[str, Proof]:
    """The proof of each rule in the order of the rulebook, and of each chapter that something names as a rule."""
    cases, tests = exercises(), tested()
    silent = rules().keys() - frozenset[str]().union(*(found.cited for found in cases.values()))
    named_ids = {id_ for id_, _ in named()}
    return {
        id_: Proof(
            cases=tuple(name for name, found in cases.items() if _proves(found, id_, silent=id_ in silent)),
            tests=tuple(address for address, ids in tests.items() if id_ in ids),
        )
        for id_ in headings()
        if id_ in rules() or id_ in named_ids
    }


def _proves(found: Exercise, id_: str, *, silent: bool) -> bool:
    return id_ in found.shown or (silent and id_ in found.listed)


def holes() -> list[str]:
    """Rules that no case and no test proves."""
    return [id_ for id_, proof in proofs().items() if not proof.names()]


# --- cases and tests ---------------------------------------------------------------------------------------------


def case_files() -> list[Path]:
    return [path for folder in CASES for path in sorted((ROOT / folder).glob("*.json"))]


@cache
def exercises() -> Mapping[str, Exercise]:
    """What each case proves, by the name of its file."""
    return {path.stem: exercise(json.loads(path.read_text(encoding="utf-8"))) for path in case_files()}


@cache
def tested() -> Mapping[str, tuple[str, ...]]:
    """The rules that the docstring of a test begins with, by the address of the test."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if "node_modules" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            ids = _claimed(node)
            if ids and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[f"{path.relative_to(ROOT)}::{node.name}"] = ids
    return found


def _claimed(node: ast.AST) -> tuple[str, ...]:
    """The rules that a test says it is about; nothing else says so."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
        return _head(ast.get_docstring(node) or "")
    return ()


def _head(docstring: str) -> tuple[str, ...]:
    """The ids before the first colon, or alone in the first line: `army.figures, R2: fewer figures cost less`."""
    first = docstring.partition("\n")[0].partition(":")[0]
    words = [word.strip("`. ") for word in first.split(",")]
    return tuple(word for word in words if word in headings()) if all(_is_id(word) for word in words) else ()


def _is_id(word: str) -> bool:
    return word in headings() or re.fullmatch(r"[RN]\d+", word) is not None


# --- where rules are named ---------------------------------------------------------------------------------------


def named() -> Iterator[tuple[str, str]]:
    """Every rule id that a source, a template or a case writes as a whole text, with the file."""
    yield from named_in_sources()
    yield from named_in_cases()


def named_in_sources() -> Iterator[tuple[str, str]]:
    ids = "|".join(chapters())
    rule = re.compile(rf"""["']((?:{ids})\.[a-z_]+)["']""")
    refusal = re.compile(rf"""(?:Refused|Fault)\(\s*["']({ids})["']""")
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.*")):
        if path.suffix not in (".py", ".html"):
            continue
        text = path.read_text(encoding="utf-8")
        for id_ in (*rule.findall(text), *refusal.findall(text)):
            if id_ not in NO_RULES and not id_.endswith(FILES):
                yield id_, path.name


def named_in_cases() -> Iterator[tuple[str, str]]:
    whole = re.compile(rf"""(?:{"|".join(chapters())})\.[a-z_]+""")
    for path in case_files():
        for text in _texts(json.loads(path.read_text(encoding="utf-8"))):
            if whole.fullmatch(text):
                yield text, path.name


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
