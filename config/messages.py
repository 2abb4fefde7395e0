"""The texts of the site: found in the source, kept in .po files, compiled to .mo. Needs no gettext tools."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from django.utils.translation.template import templatize

# How many leading arguments each call has, and what they are.
CONTEXT, ONE, MANY = "context", "one", "many"
CALLS: dict[str, tuple[str, ...]] = {
    "_": (ONE,),
    "gettext": (ONE,),
    "gettext_noop": (ONE,),
    "ngettext": (ONE, MANY),
    "pgettext": (CONTEXT, ONE),
    "npgettext": (CONTEXT, ONE, MANY),
}
CALLS |= {f"{name}_lazy": parts for name, parts in CALLS.items() if name not in ("_", "gettext_noop")}

LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
TEMPLATE_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({LITERAL}(?:\s*,\s*{LITERAL})*)", re.DOTALL)
LITERALS = re.compile(LITERAL, re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")

HEADERS = {
    "Project-Id-Version": "Druzhina",
    "Language": "ru",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
    ),
}

Key = tuple[str | None, str]


@dataclass
class Message:
    """A text of the source and the files that say it."""

    one: str
    context: str | None = None
    many: str | None = None
    files: set[str] = field(default_factory=set)

    @property
    def key(self) -> Key:
        return self.context, self.one


# --- found in the source -----------------------------------------------------------------------------------------


def source_messages(root: Path) -> dict[Key, Message]:
    """Every text that Python files and templates give to gettext."""
    found: dict[Key, Message] = {}
    for path, message in messages_by_file(root):
        known = found.setdefault(message.key, message)
        known.many = known.many or message.many
        known.files.add(path.relative_to(root).as_posix())
    return found


def messages_by_file(root: Path) -> Iterator[tuple[Path, Message]]:
    for part in ("battles", "config"):
        for path in sorted((root / part).rglob("*.py")):
            yield from ((path, message) for message in python_messages(path.read_text(encoding="utf-8")))
    for path in sorted((root / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            yield from ((path, message) for message in template_messages(path.read_text(encoding="utf-8")))


def python_messages(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (parts := CALLS.get(called(node.func))):
            yield from message(parts, [text_of(argument) for argument in node.args])


def called(function: ast.expr) -> str:
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def text_of(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def template_messages(source: str) -> Iterator[Message]:
    """Django turns a template into gettext calls between blanked-out text."""
    for name, literals in TEMPLATE_CALL.findall(templatize(source)):
        yield from message(CALLS[name], [ast.literal_eval(literal) for literal in LITERALS.findall(literals)])


def message(parts: tuple[str, ...], texts: list[str | None]) -> Iterator[Message]:
    named = dict(zip(parts, texts, strict=False))
    if named.get(ONE):  # a text that is not written out here is written out, and found, somewhere else
        yield Message(one=named[ONE] or "", context=named.get(CONTEXT), many=named.get(MANY))


# --- kept in the catalogue ---------------------------------------------------------------------------------------


def merge(catalogue: Path, found: dict[Key, Message]) -> polib.POFile:
    """Bring the catalogue up to the source; translations stay, those of vanished texts as obsolete ones."""
    old = polib.pofile(str(catalogue)) if catalogue.exists() else polib.POFile()
    known = {(entry.msgctxt, entry.msgid): entry for entry in sorted(old, key=lambda entry: not entry.obsolete)}
    new = polib.POFile()
    new.metadata = {**HEADERS, "Language": catalogue.parts[-3]}
    new.extend(sorted((entry_of(text, known.get(text.key)) for text in found.values()), key=sorting))
    gone = [entry for key, entry in known.items() if key not in found and translated(entry)]
    new.extend(sorted((obsolete(entry) for entry in gone), key=sorting))
    return new


def entry_of(text: Message, known: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(msgid=text.one, msgctxt=text.context, occurrences=[(name, "") for name in sorted(text.files)])
    if known:
        entry.comment, entry.tcomment, entry.flags = known.comment, known.tcomment, list(known.flags)
    if text.many is None:
        entry.msgstr = known.msgstr if known else ""
        return entry
    entry.msgid_plural = text.many
    entry.msgstr_plural = (known.msgstr_plural if known else None) or {0: "", 1: "", 2: ""}
    return entry


def obsolete(entry: polib.POEntry) -> polib.POEntry:
    entry.obsolete, entry.occurrences = True, []
    return entry


def translated(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr) or any(entry.msgstr_plural.values())


def sorting(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgid, entry.msgctxt or ""


def write(catalogue: Path, entries: polib.POFile) -> None:
    catalogue.parent.mkdir(parents=True, exist_ok=True)
    replace(catalogue, str(entries).encode() + b"\n")


def replace(path: Path, content: bytes) -> None:
    """Write so that nobody reads half a file."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


# --- compiled for play -------------------------------------------------------------------------------------------


def compile_all(folder: Path) -> list[Path]:
    """Compile every .po below the folder whose .mo says something else; fuzzy texts stay English."""
    return [path for path in sorted(folder.rglob("*.po")) if compile_one(path)]


def compile_one(catalogue: Path) -> bool:
    compiled, content = catalogue.with_suffix(".mo"), polib.pofile(str(catalogue)).to_binary()
    if compiled.exists() and compiled.read_bytes() == content:
        return False
    replace(compiled, content)
    return True


# --- what is wrong with a translation ----------------------------------------------------------------------------


def faults(catalogue: Path, found: dict[Key, Message]) -> list[str]:
    """A line for every text that has no full translation, or one whose placeholders differ."""
    entries = {(entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete}
    checked = ((text, amiss(text, entries.get(text.key))) for text in found.values())
    return [f"{text.one!r} ({', '.join(sorted(text.files))}): {fault}" for text, fault in checked if fault]


def amiss(text: Message, entry: polib.POEntry | None) -> str | None:
    if entry is None:
        return "not in the catalogue: run manage.py makepo"
    if entry.fuzzy:
        return "fuzzy"
    forms = [entry.msgstr] if text.many is None else [entry.msgstr_plural.get(form, "") for form in range(3)]
    if not all(forms):
        return "not translated" if text.many is None else "needs three plural forms"
    allowed = set(PLACEHOLDER.findall(text.many or text.one))
    strange = [form for form in forms if set(PLACEHOLDER.findall(form)) != allowed]
    return f"other placeholders in {strange[0]!r}" if strange else None
