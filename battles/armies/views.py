"""The pages of lists: who, what, do, answer."""

from __future__ import annotations

import contextlib
import functools
import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from ..rules.catalogue import catalogue
from . import chronicle, limits, lists, pages, shelf, wishes
from .draft import BadDraft, Draft
from .identity import meet
from .models import ArmyList, Revision
from .operations import Gone

View = Callable[..., HttpResponse]


def fresh(view: View) -> View:
    """Nothing of a list is kept by browsers or proxies, and a fragment is never taken for a page."""
    return never_cache(vary_on_headers("HX-Request")(view))


def for_owner(view: View) -> View:
    """Give the view the owner's list; everybody else meets a page that says there is none."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        owner = meet(request.session)
        try:
            row = lists.own(key, owner=owner)
        except ArmyList.DoesNotExist:
            return _not_yours(request, key, owner)
        return view(request, row, owner=owner, **kwargs)

    return guarded


def _not_yours(request: HttpRequest, key: str, owner: uuid.UUID) -> HttpResponse:
    away = ArmyList.objects.filter(pk=key, owner=owner).exists()
    status = 410 if away else 404
    if request.headers.get("HX-Request") and not request.headers.get("HX-Boosted"):
        answer = say(request, _nowhere(away=away), status)
        answer["HX-Retarget"], answer["HX-Reswap"] = "#notice", "innerHTML"
        return answer
    return render(request, "armies/none.html", {"key": key if away else ""}, status=status)


def _nowhere(*, away: bool) -> str:
    """To a page whose list cannot be written to any more; what it has not sent stays in the browser."""
    if away:
        return gettext("This druzhina is deleted. Bring it back under “Druzhinas”, then reload this page.")
    return gettext("This druzhina is not yours here. Sign in as whoever made it, then reload this page.")


@fresh
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "armies/index.html", shelf.index_context(meet(request.session), language()))


@fresh
@require_safe
def pick(request: HttpRequest, preset: str) -> HttpResponse:
    """The own lists that the lobby of a battle offers, as they are now."""
    found = catalogue().presets.get(preset)
    own = shelf.choices(meet(request.session), size=found.size, language=language()) if found else []
    own = [army | {"preset": preset, "id": f"list-{army['key']}"} for army in own]
    return render(request, "armies/pick.html", {"own_armies": own})


@fresh
@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """A list of a size, empty or like a starter."""
    owner = meet(request.session)
    if not limits.may_make(request):
        return say(request, too_many(), 429)
    try:
        draft, made = _beginning(request)
        row = lists.create(draft, owner=owner, made=made)
    except wishes.BadWish:
        return redirect("armies:index")
    except lists.TooMany:
        return say(request, gettext("So many lists are kept for nobody. Delete some first."), 422)
    return redirect("armies:edit", row.pk)


def _beginning(request: HttpRequest) -> tuple[Draft, int]:
    if starter := request.POST.get("starter"):
        found = catalogue().starters.get(starter)
        if found is None:
            raise wishes.BadWish("starter")
        draft, made = Draft.of_army(found.army(language()))
        return wishes.with_named_bodies(draft, language()), made
    size = wishes.size_of(request.POST.get("size", ""))
    name = wishes.clean(request.POST.get("name", ""), 200)
    faction = wishes.faction_of(request.POST.get("faction", ""))
    return Draft(size=size, faction=faction, name=name or gettext("New druzhina")), 0


@fresh
@require_safe
@for_owner
def edit(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    return _editor(request, row)


@fresh
@require_POST
@for_owner
def change(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    """One press of the editor. What somebody else changed meanwhile is kept."""
    if not limits.within("change", limits.visitor(request), limits.CHANGES):
        return say(request, too_many(), 429)
    before = row.version
    try:
        row = lists.change(
            row.pk,
            owner=owner,
            wanted=wishes.wish_of(request.POST, language=language()),
            seen=wishes.seen_of(request.POST),
            press=wishes.press_of(request.POST),
            mine=wishes.mine_of(request.POST),
            lost=wishes.lost_of(request.POST),
        )
    except lists.Conflict as conflict:
        return _conflict(request, row, conflict)
    except Gone:
        return _stale(request, row, "armies/gone.html", {})
    except (wishes.BadWish, BadDraft, Revision.DoesNotExist):
        return say(request, gettext("This page sent something that cannot be read. Reload it."), 422)
    except lists.TooMany:
        return say(request, gettext("No druzhina has so many units."), 422)
    return _changed(request, row, before)


@fresh
@require_POST
@for_owner
def undo(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    return _changed(request, lists.undo(row.pk, owner=owner, press=request.POST.get("press")), row.version)


@fresh
@require_POST
@for_owner
def redo(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    return _changed(request, lists.redo(row.pk, owner=owner, press=request.POST.get("press")), row.version)


@fresh
@require_POST
@for_owner
def delete(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    lists.delete(row.pk, owner=owner)
    return redirect("armies:index")


@fresh
@require_POST
def restore(request: HttpRequest, key: str) -> HttpResponse:
    """Bring back what was deleted in the last 30 days."""
    try:
        row = lists.restore(key, owner=meet(request.session))
    except ArmyList.DoesNotExist:
        return render(request, "armies/none.html", {"key": ""}, status=404)
    return redirect("armies:edit", row.pk)


@fresh
@require_safe
@for_owner
def history(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    """Every version, the newest first, with what each changed."""
    return render(request, "armies/history.html", chronicle.history_context(row, language(), before=_before(request)))


def _before(request: HttpRequest) -> int | None:
    text = request.GET.get("before", "")
    return int(text) if wishes.NUMBER.fullmatch(text) else None


@fresh
@require_safe
@for_owner
def compare(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    """Two versions of a list side by side, or two lists."""
    try:
        context = chronicle.compare_context(row, request.GET, owner, language())
    except (ValueError, Revision.DoesNotExist, ArmyList.DoesNotExist):
        return redirect("armies:history", row.pk)
    return render(request, "armies/compare.html", context)


@fresh
@require_POST
@for_owner
def become(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID, number: int) -> HttpResponse:
    """Go back to a version; an undo takes that back, too."""
    try:
        lists.become(row.pk, owner=owner, number=number)
    except Revision.DoesNotExist:
        return redirect("armies:history", row.pk)
    return redirect("armies:edit", row.pk)


@fresh
@require_POST
@for_owner
def label(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID, number: int) -> HttpResponse:
    """Name a version."""
    with contextlib.suppress(Revision.DoesNotExist):
        lists.label(row.pk, owner=owner, number=number, text=wishes.clean(request.POST.get("label", ""), 200))
    return redirect(f"{reverse('armies:history', args=[row.pk])}#v{number}")


# answers


def language() -> str:
    """The language of this request."""
    return get_language() or "en"


def too_many() -> str:
    return gettext("Too much at once. Wait a moment, then go on.")


def _editor(request: HttpRequest, row: ArmyList, *, said: bool = False) -> HttpResponse:
    """The page, or for htmx the part of it that changes."""
    open_unit = request.POST.get("open", request.GET.get("open", ""))
    context = pages.editor_context(row, language(), open_unit=open_unit, said=said)
    fragment = request.headers.get("HX-Request") and not request.headers.get("HX-Boosted")
    return render(request, "armies/editor.html" if fragment else "armies/edit.html", context)


def _changed(request: HttpRequest, row: ArmyList, before: int) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("armies:edit", row.pk)
    return _editor(request, row, said=row.version != before)


def say(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return render(request, "live/notice.html", {"sentence": sentence, "status": status}, status=status)


def _conflict(request: HttpRequest, row: ArmyList, conflict: lists.Conflict) -> HttpResponse:
    """Both versions, and a press for each: nothing is written until the owner has chosen."""
    row.refresh_from_db()
    unsent = ("seen", "press", "mine", "open", "lost", "csrfmiddlewaretoken")
    fields = [(name, value) for name, given in request.POST.lists() if name not in unsent for value in given]
    clashes = chronicle.clashes(conflict, language())
    lost = request.POST.get("seen", "") if any(clash["gone"] for clash in clashes) else ""
    context = {"clashes": clashes, "fields": fields, "lost": lost}
    return _stale(request, row, "armies/conflict.html", context)


def _stale(request: HttpRequest, row: ArmyList, template: str, context: dict[str, Any]) -> HttpResponse:
    """A notice together with the list as it is now."""
    row.refresh_from_db()
    editor = pages.editor_context(row, language(), open_unit=request.POST.get("open", ""))
    return render(request, template, editor | context | {"oob": True}, status=409)
