"""Small pictures of the maps as files of their own: browsers keep them, and a page need not carry the drawings."""

from __future__ import annotations

import re
from functools import lru_cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from battles.rules import atlas

from . import board, limits

THEMES = ("day", "night")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CLASS = re.compile(r"\.([\w-]+)")
COLOUR = re.compile(r"(--[\w-]+):([^;}]+)")


def address(map_id: str, theme: str) -> str:
    return reverse("live:picture", args=[settings.BUILD_ID, map_id, theme])


@require_safe
def picture(request: HttpRequest, build: str, map_id: str, theme: str) -> HttpResponse:
    """The address names the build, so that what is kept is never of an older one; 429 for too many made maps."""
    if atlas.MADE.fullmatch(map_id) and not limits.may_draw(request):
        return HttpResponse(status=429)
    return _kept(request, map_id, theme)


@cache_control(public=True, immutable=True, max_age=60 * 60 * 24 * 365)
def _kept(request: HttpRequest, map_id: str, theme: str) -> HttpResponse:
    if atlas.sheet(map_id) is None or theme not in THEMES:
        raise Http404
    return HttpResponse(_drawn(map_id, theme), content_type="image/svg+xml")


@lru_cache(maxsize=64)
def _drawn(map_id: str, theme: str) -> str:
    found = atlas.sheet(map_id)
    if found is None:
        raise Http404
    sheet = found.map
    size = board.Board(sheet.columns, sheet.rows)
    drawing = re.sub(r"(\d+\.\d)\d+", r"\1", board.preview(sheet, size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-45 -41 {round(size.width + 90)} {round(size.height + 82)}">'
        f"<style>{_styles(drawing, theme)}</style>{drawing}</svg>"
    )


def _styles(drawing: str, theme: str) -> str:
    """Of the site's own styles those that the drawing uses, with the colours of the theme put in."""
    text = _css()
    used = {name for value in re.findall(r'class="([^"]*)"', drawing) for name in value.split()}
    colours = dict(COLOUR.findall(text.split("[data-theme=dark]")[0]))
    if theme == "night":
        colours |= dict(COLOUR.findall(text.split("[data-theme=dark]")[1].split("}")[0]))
    rules = [
        f"{selector.strip()}{{{body}}}"
        for selector, body in RULE.findall(text)
        if CLASS.findall(selector) and set(CLASS.findall(selector)) <= used and ":" not in selector
    ]
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours.get(found[1], "none"), "".join(rules))


def _css() -> str:
    found = finders.find("css/druzhina.css")
    assert isinstance(found, str)
    with open(found, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
