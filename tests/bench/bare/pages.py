"""The page, its script, and what its button does."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import path
from django.views.decorators.http import require_POST

from .models import Press

GROUP = "bare"
PAGE = """<!doctype html><title>bare</title>
<script src="{htmx}"></script><script src="/bare.js" defer></script>
<form hx-post="/press" hx-swap="none"><button>press</button>
<input type="hidden" name="csrfmiddlewaretoken" value="{token}"></form>
<b id="number" data-number="{number}">{number}</b>"""
SCRIPT = """
const shown = document.getElementById("number")
new WebSocket(`ws://${location.host}/ws`).onmessage = ({ data }) => {
  shown.dataset.number = data
  shown.textContent = data
}
"""


def page(request: HttpRequest) -> HttpResponse:
    htmx = static("django_htmx/htmx-2.min.js")
    return HttpResponse(PAGE.format(htmx=htmx, token=get_token(request), number=Press.objects.count()))


def script(request: HttpRequest) -> HttpResponse:
    return HttpResponse(SCRIPT, content_type="text/javascript")


@require_POST
def press(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        number = Press.objects.create().pk
        transaction.on_commit(lambda: _tell(number))
    return HttpResponse(status=204)


def _tell(number: int) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async_to_sync(layer.group_send)(GROUP, {"type": "pressed", "number": number})


urlpatterns = [path("", page), path("bare.js", script), path("press", press)]
