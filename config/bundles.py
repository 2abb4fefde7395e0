"""The styles and scripts of every page, each kind in one answer that browsers keep: few round trips on a slow line."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

BUNDLES = {
    "druzhina.css": (
        "css/druzhina.css",
        "css/table.css",
        "css/map.css",
        "css/instruments.css",
        "css/machine.css",
        "css/seats.css",
        "css/rulebook.css",
        "css/habits.css",
        "css/phone.css",
        "css/end.css",
    ),
    "druzhina.js": (
        "django_htmx/htmx-2.min.js",
        "js/morph.js",
        "js/live-socket.js",
        "js/presence.js",
        "js/marks.js",
        "js/table.js",
        "js/map.js",
        "js/ruler.js",
        "js/layers.js",
        "js/grid.js",
        "js/instruments.js",
        "js/drafts.js",
        "js/gestures.js",
        "js/site.js",
        "js/rule-box.js",
        "js/sheet.js",
        "js/motion.js",
        "js/notify.js",
        "js/sound.js",
        "js/end.js",
    ),
    "lists.css": ("css/lists.css", "css/sheets.css"),
    "lists.js": ("js/lists.js", "js/network.js", "js/carry.js"),
}
TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
A_YEAR = 60 * 60 * 24 * 365


class Bundle(NamedTuple):
    """The files one after the other, plain and packed, and the name of exactly this content."""

    plain: bytes
    packed: bytes
    digest: str


def bundle_of(name: str) -> Bundle:
    """Put together once; anew for each edit while DEBUG is on."""
    files = tuple(_path(part) for part in BUNDLES[name])
    return _bundle(files, sum(path.stat().st_mtime_ns for path in files) if settings.DEBUG else 0)


def _path(part: str) -> Path:
    found = finders.find(part)
    if not isinstance(found, str):
        raise FileNotFoundError(part)
    return Path(found)


@lru_cache(maxsize=16)
def _bundle(files: tuple[Path, ...], _edited: int) -> Bundle:
    plain = b"\n".join(path.read_bytes() for path in files)
    return Bundle(plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:12])


def address(name: str) -> str:
    return reverse("bundle", args=[bundle_of(name).digest, name])


@require_safe
def bundle(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """For ever under the name of its content; a page of another build gets the present one, not to be kept."""
    if name not in BUNDLES:
        raise Http404
    found = bundle_of(name)
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(found.packed if packs else found.plain, content_type=TYPES[Path(name).suffix])
    if packs:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = f"public, max-age={A_YEAR}, immutable" if digest == found.digest else "no-store"
    return response
