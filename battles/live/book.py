"""The rulebook's pages: contents, a page for each chapter, the search, and a rule alone for the table's popover."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from battles.rules import concordance
from battles.rules.rulebook import Chapter, Rule, chapters, rules, sources, title

from . import replies, wording
from .prose import prose

Context = dict[str, Any]
AN_HOUR = 3600


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """All chapters with their rules."""
    return render(request, "rules/contents.html", _contents(replies.language()))


@require_safe
def chapter(request: HttpRequest, name: str) -> HttpResponse:
    """One chapter: its rules in full, with anchors by their ids."""
    found = chapters().get(name)
    if found is None:
        raise Http404
    language = replies.language()
    ids = list(chapters())
    at = ids.index(name)
    context = _contents(language) | {
        "chapter": _chapter(found, language),
        "entries": [_entry(rule, language, _to_page) for rule in found.rules],
        "version": found.version,
        "previous": _chapter(chapters()[ids[at - 1]], language) if at else None,
        "next": _chapter(chapters()[ids[at + 1]], language) if at + 1 < len(ids) else None,
    }
    return render(request, "rules/chapter.html", context)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Rules with the words of the query: a whole page, or for who types only what was found."""
    query = request.GET.get("q", "")[:200].strip()
    language = replies.language()
    found = [_hit(hit, language) for hit in concordance.find(query, language)]
    context = {"query": query, "found": found, "asked": bool(concordance.stems(query))}
    part = request.headers.get("HX-Target") == "found"
    template = "rules/found.html" if part else "rules/search.html"
    response = render(request, template, context if part else context | _contents(language))
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@require_safe
@cache_control(private=True, max_age=AN_HOUR)
def card(request: HttpRequest, rule: str) -> HttpResponse:
    """A rule alone; a chapter where only it is named. Kept by the browser in this language."""
    language = replies.language()
    if rule in rules():
        context = {"entry": _entry(rules()[rule], language, wording.to_rule)}
    elif rule in chapters():
        context = {"chapter": _chapter(chapters()[rule], language)}
    else:
        raise Http404
    response = render(request, "rules/card.html", context)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _contents(language: str) -> Context:
    return {"chapters": [_chapter(found, language) for found in chapters().values()]}


def _chapter(found: Chapter, language: str) -> Context:
    return {
        "id": found.id,
        "title": found.title.of(language),
        "gist": found.gist.of(language),
        "href": wording.rule_address(found.id),
        "rules": [
            {"id": rule.id, "title": rule.title.of(language), "href": wording.rule_address(rule.id)}
            for rule in found.rules
        ],
    }


def _entry(rule: Rule, language: str, to_rule: Any) -> Context:
    return {
        "id": rule.id,
        "href": wording.rule_address(rule.id),
        "chapter": title(rule.chapter, language),
        "title": rule.title.of(language),
        "gist": rule.gist.of(language),
        "text": prose(rule.text.of(language), to_rule),
        "example": rule.example.of(language),
        "source": [sources().name(source, language) for source in rule.source],
        "see": [to_rule(other, title(other, language)) for other in rule.see],
    }


def _to_page(rule: str, words: str) -> SafeString:
    """Within the rulebook a rule is simply gone to."""
    return format_html('<a class="to-rule" href="{}">{}</a>', wording.rule_address(rule), words)


def _hit(hit: concordance.Found, language: str) -> Context:
    return {
        "id": hit.rule.id,
        "href": wording.rule_address(hit.rule.id),
        "title": _marked(hit.rule.title.of(language), hit.stems),
        "chapter": title(hit.rule.chapter, language),
        "passage": _marked(hit.passage, hit.stems),
    }


def _marked(text: str, stems: tuple[str, ...]) -> SafeString:
    pieces = (("mark" if hit else "span", piece) for piece, hit in concordance.marked(text, stems) if piece)
    return format_html_join("", "<{0}>{1}</{0}>", pieces)
