"""Lists for other eyes: shared links, files, printed sheets, and what a list can do."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from . import exports, imports, limits, lists, prospects, sheets, trials, wishes, wording
from .draft import Draft
from .identity import meet
from .models import ArmyList, Share
from .reading import Reading, known_of, read
from .views import for_owner, fresh, language, say, too_many

View = Callable[..., HttpResponse]
LONGEST_FILE_NAME = 80


# shared links


def for_readers(view: View) -> View:
    """Give the view what a link shows; 410 where it was deleted."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
        try:
            draft = lists.shared(token)
        except Share.DoesNotExist:
            raise Http404 from None
        if draft is None:
            return render(request, "armies/ended.html", status=410)
        return view(request, token, draft=draft, **kwargs)

    return guarded


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
@for_owner
def share(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    """The links of a list; a press makes one or ends one."""
    if request.method == "POST":
        _share(request, row, owner)
        return redirect("armies:share", row.pk)
    links = [_link(request, each) for each in row.shares.order_by("-created")]
    context = {"key": row.pk, "title": lists.draft_of(row).name, "version": row.version, "links": links}
    return render(request, "armies/share.html", context)


def _share(request: HttpRequest, row: ArmyList, owner: uuid.UUID) -> None:
    if ended := request.POST.get("end"):
        if row.shares.filter(token=ended).exists():
            lists.unshare(ended, owner=owner)
    elif request.POST.get("kind") in Share.Kind.values and row.shares.count() < lists.MOST_LINKS:
        lists.share(row.pk, owner=owner, kind=Share.Kind(request.POST["kind"]))


def _link(request: HttpRequest, made: Share) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse("armies:shared", args=[made.token]))
    return {
        "token": made.token,
        "address": address,
        "live": made.kind == Share.Kind.LIVE,
        "version": made.version,
        "created": made.created,
        "qr": qr(address),
    }


def qr(address: str) -> SafeString:
    """A code for the phone at the table; its colours come from the style sheet."""
    svg = segno.make(address, error="m").svg_inline(svgclass="qr", lineclass="qrline", omitsize=True, border=2)
    return SafeString(svg)


@fresh
@require_safe
@for_readers
def shared(request: HttpRequest, token: str, *, draft: Draft) -> HttpResponse:
    reading = read(draft, known_of(draft), language())
    outdated = draft.catalogue != known_of(draft).version
    people = wording.faction_name(draft.faction, reading.known, language())
    context = {"token": token, "reading": reading, "outdated": outdated, "people": people}
    return render(request, "armies/shared.html", context)


@fresh
@require_POST
@for_readers
def copy(request: HttpRequest, token: str, *, draft: Draft) -> HttpResponse:
    """A list of one's own like a shared one; it says whom it is after."""
    owner = meet(request.session)
    if not limits.may_make(request):
        return say(request, too_many(), 429)
    try:
        row = lists.create(draft, owner=owner, made=lists.ids_of(draft), credit={"name": draft.name, "token": token})
    except lists.TooMany:
        return say(request, gettext("So many lists are kept for nobody. Delete some first."), 422)
    return redirect("armies:edit", row.pk)


# files


def _reading(row: ArmyList) -> Reading:
    draft = lists.draft_of(row)
    return read(draft, known_of(draft), language())


def _file(reading: Reading, kind: str, credit: Mapping[str, str]) -> HttpResponse:
    if kind not in exports.KINDS:
        raise Http404
    write, content_type = exports.KINDS[kind]
    response = HttpResponse(write(reading, credit, language()), content_type=content_type)
    name = f"{reading.draft.name[:LONGEST_FILE_NAME] or 'druzhina'}.{kind}"
    response["Content-Disposition"] = content_disposition_header(True, name.replace("/", "_")) or "attachment"
    return response


@fresh
@require_safe
@for_owner
def export(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID, kind: str) -> HttpResponse:
    return _file(_reading(row), kind, row.credit)


@fresh
@require_safe
@for_readers
def export_shared(request: HttpRequest, token: str, *, draft: Draft, kind: str) -> HttpResponse:
    return _file(read(draft, known_of(draft), language()), kind, {"name": draft.name, "token": token})


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The form of a list file."""
    return JsonResponse(exports.SCHEMA, json_dumps_params={"indent": 1})


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Read a file or a pasted text: a list is made, and the page tells what became of each entry."""
    owner = meet(request.session)
    if request.method != "POST":
        return render(request, "armies/import.html")
    if not limits.may_make(request):
        return say(request, too_many(), 429)
    try:
        report = imports.read(_given(request), language=language())
        row = lists.create(report.draft, owner=owner, made=report.made)
    except imports.NothingToRead:
        fault = gettext("There is no list in this: neither a file of ours nor lines with units that we know.")
        return render(
            request, "armies/import.html", {"fault": fault, "given": request.POST.get("text", "")}, status=422
        )
    except lists.TooMany:
        return say(request, gettext("So many lists are kept for nobody. Delete some first."), 422)
    counts = {fate: report.count(fate) for fate in ("taken", "changed", "unknown")}
    context = {"key": row.pk, "title": report.draft.name, "report": report, "counts": counts}
    return render(request, "armies/report.html", context)


def _given(request: HttpRequest) -> str:
    upload = request.FILES.get("file")
    if upload is None:
        return wishes.readable(request.POST.get("text", ""))
    if not upload.size or upload.size > imports.LONGEST:
        raise imports.NothingToRead
    return wishes.readable(upload.read().decode("utf-8", errors="replace"))


# printed


@fresh
@require_safe
@for_owner
def printed(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    return _printed(request, lists.draft_of(row), reverse("armies:edit", args=[row.pk]))


@fresh
@require_safe
@for_readers
def print_shared(request: HttpRequest, token: str, *, draft: Draft) -> HttpResponse:
    return _printed(request, draft, reverse("armies:shared", args=[token]))


def _printed(request: HttpRequest, draft: Draft, back: str) -> HttpResponse:
    """Cards of all units, or one page for the opponent."""
    reading = read(draft, known_of(draft), language())
    summary = request.GET.get("page") == "summary"
    context = {"reading": reading, "back": back, "summary": summary, **sheets.context(reading, language())}
    return render(request, "armies/print.html", context)


# what it can do


@fresh
@require_safe
@for_owner
def insight(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    draft = lists.draft_of(row)
    context = {
        "key": row.pk,
        "title": draft.name,
        "trial": trials.state(row),
        **prospects.context(draft, known_of(draft), language()),
    }
    return render(request, "armies/insight.html", context)


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
@for_owner
def trial(request: HttpRequest, row: ArmyList, *, owner: uuid.UUID) -> HttpResponse:
    """Battles against the starters in the background: a press begins them, the page asks how far they are."""
    context: dict[str, Any] = {"key": row.pk}
    if request.method == "POST":
        try:
            army = lists.ready(row, size=lists.draft_of(row).size)
            begun = trials.begin(row, army)
            context["busy"] = not begun and trials.preset_of(army.size) is not None
            context["none"] = trials.preset_of(army.size) is None
        except lists.NotReady:
            context["unready"] = True
    return render(request, "armies/trial.html", context | {"trial": trials.state(row)})
