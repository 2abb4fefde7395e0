"""Lists without a network: the worker that keeps their pages in the browser, and the page for what it has not kept."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escapejs
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Another build is another worker, which throws away what the last one kept."""
    context = {"build": escapejs(settings.BUILD_ID), "away": reverse("armies:away")}
    return render(request, "armies/worker.js", context, content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def away(request: HttpRequest) -> HttpResponse:
    """Nobody's page: the worker asks for it without cookies and shows it instead of one that it has not kept."""
    return render(request, "armies/away.html")
