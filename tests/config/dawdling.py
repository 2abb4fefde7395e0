"""The site with one page more, which takes its time; for tests of what happens meanwhile."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.asgi import application as application

MOMENT = 0.5


def dawdle(_request: HttpRequest) -> HttpResponse:
    logging.getLogger("battles").info("dawdling")
    threading.Event().wait(MOMENT)
    return HttpResponse("done")


settings.ROOT_URLCONF = __name__
urlpatterns = [path("", dawdle)]
