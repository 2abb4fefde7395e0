"""What the pages of history, comparison and conflict are drawn from."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ..rules.catalogue import catalogue
from ..rules.evaluation import evaluate
from . import wording
from .differences import FIELDS, Words, differences
from .draft import Draft
from .lists import Conflict, draft_of, lists_of, own, version_of
from .models import ArmyList, Revision
from .operations import Path, apply, value_at
from .reading import known_of

Context = dict[str, Any]
SHOWN = 60


def history_context(row: ArmyList, language: str, *, before: int | None = None) -> Context:
    """Versions with what each changed, the newest first; `before` turns the page."""
    newest = row.revisions.order_by("-number")
    rows = list(newest.filter(number__lt=before) if before is not None else newest)[: SHOWN + 1]
    shown = rows[:SHOWN]
    contents = {revision.number: Draft.from_json(revision.content) for revision in rows}
    named = row.revisions.exclude(label="").order_by("-number")
    return {
        "key": row.pk,
        "title": draft_of(row).name,
        "version": row.version,
        "revisions": [_revision(revision, contents, language) for revision in shown],
        "older": shown[-1].number if len(rows) > SHOWN else None,
        "named": [{"number": each.number, "label": each.label} for each in named],
        "others": [{"key": each.pk, "name": draft_of(each).name} for each in lists_of(row.owner) if each.pk != row.pk],
    }


def _revision(revision: Revision, contents: dict[int, Draft], language: str) -> Context:
    before, after = contents.get(revision.number - 1), contents[revision.number]
    return {
        "number": revision.number,
        "kind": {"undo": gettext("undone"), "redo": gettext("brought back"), "start": gettext("the beginning")}.get(
            revision.kind, ""
        ),
        "label": revision.label,
        "created": revision.created,
        "units": len(after.units),
        "lines": differences(before, after, catalogue(), language) if before else [],
    }


def compare_context(row: ArmyList, given: QueryDict, owner: uuid.UUID, language: str) -> Context:
    """From one version to another of a list, or from a list to another one; ValueError for what is no number."""
    other = given.get("with", "")
    if other:
        theirs = own(other, owner=owner)
        before, after = draft_of(row), draft_of(theirs)
        titles = before.name, after.name
    else:
        first, second = sorted((int(given.get("a", "")), int(given.get("b", ""))))
        before, after = version_of(row, first), version_of(row, second)
        titles = gettext("version %(n)d") % {"n": first}, gettext("version %(n)d") % {"n": second}
    return {
        "key": row.pk,
        "title": draft_of(row).name,
        "titles": titles,
        "lines": differences(before, after, catalogue(), language, alike=not other),
        "points": [_points(each) for each in (before, after)],
    }


def _points(draft: Draft) -> int:
    return evaluate(draft.list(), known_of(draft)).points


def clashes(conflict: Conflict, language: str) -> list[Context]:
    """Each thing that both have changed: what it was, what it is now, what is wanted."""
    words = Words(catalogue(), language)
    wanted = _wanted(conflict)
    return [
        {
            "what": _subject(conflict, path, words),
            "theirs": _value(conflict.now, path, words),
            "yours": _value(wanted, path, words),
            "gone": path[0] == "unit" and conflict.now.unit(path[1]) is None,
        }
        for path in dict.fromkeys(conflict.paths)
    ]


def _wanted(conflict: Conflict) -> Draft:
    """What the list would be if only this change had been made."""
    return apply(conflict.base, conflict.wanted)


def _subject(conflict: Conflict, path: Path, words: Words) -> SafeString:
    match path:
        case ("unit", id_, *rest):
            unit = conflict.base.unit(id_) or conflict.now.unit(id_)
            name = words.name(unit) if unit else SafeString(id_)
            return format_html("{}, {}", name, gettext(FIELDS.get(rest[0], rest[0]))) if rest else name
        case ("body", id_, *_rest):
            body = conflict.base.body(id_) or conflict.now.body(id_)
            return wording.isolated(body.name if body else id_)
    return SafeString(gettext(FIELDS[path[1]]))


def _value(draft: Draft, path: Path, words: Words) -> str:
    match path:
        case ("unit", id_) | ("unit", id_, "place"):
            place = [unit.id for unit in draft.units].index(id_) + 1 if draft.unit(id_) else 0
            return gettext("at place %(n)d") % {"n": place} if place else gettext("dismissed")
        case ("unit", id_, field):
            if draft.unit(id_) is None:
                return gettext("dismissed")
            return words.value(draft, field, value_at(draft, path)) or "—"
        case ("body", id_):
            return gettext("there") if draft.body(id_) else gettext("dissolved")
        case ("body", id_, "name"):
            body = draft.body(id_)
            return body.name if body else gettext("dissolved")
    return str(value_at(draft, path)) or "—"
