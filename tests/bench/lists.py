"""How long a list takes: `evaluate` of sixty units, and the editor's answer to a change beside a bare Django view.

    .venv/bin/python -m tests.bench.lists

The bare view does what any page must that stores such a change and shows it: one transaction that reads a row, writes
its content and a line of a log, and a plain template with as many rows, each with its numbers and three forms, to as
many bytes. Both go through the same middleware, in turns, in one run.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import Context, Template  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.urls import path  # noqa: E402

from battles.armies import limits, lists  # noqa: E402
from battles.armies.draft import Draft, Hired  # noqa: E402
from battles.armies.models import ArmyList, Revision  # noqa: E402
from battles.rules.army_list import Entry  # noqa: E402
from battles.rules.catalogue import catalogue  # noqa: E402
from battles.rules.evaluation import evaluate  # noqa: E402

UNITS, TURNS = 60, 40
MOST_EVALUATE, MOST_TIMES = 5.0, 3.0
ROWS = Template(
    "{% for row in rows %}<li id='row-{{ row.id }}'><b>{{ row.name }}</b><p>{{ row.line }}</p><i>{{ row.cost }}</i>"
    "{% for do in row.forms %}<form action='{% url 'bare' %}' method='post'><input name='unit' value='{{ row.id }}'>"
    "<button name='do' value='{{ do }}'>{{ do }}</button></form>{% endfor %}{{ row.text }}</li>{% endfor %}"
)
FORMS = ("choose", "duplicate", "remove")
FRAME = 520  # what a row comes to without its text


def big_draft() -> Draft:
    """Sixty units of all types, in links and on their own."""
    types = list(catalogue().units)
    units = tuple(Hired(f"u{n}", Entry(types[n % len(types)], f"Unit {n}")) for n in range(UNITS))
    return Draft(size=500, name="Bench", units=units)


def milliseconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def bare(request: HttpRequest) -> HttpResponse:
    """A row read, its content and a line of the log written, and as many rows drawn to as many bytes."""
    with transaction.atomic():
        row = ArmyList.objects.select_for_update().get(pk=request.GET["key"])
        row.version += 1
        row.save()
        Revision.objects.create(army=row, number=row.version, content=row.content)
    text = "x" * max(0, int(request.GET["bytes"]) // UNITS - FRAME)
    rows = [
        {"id": unit["id"], "name": unit["name"], "line": unit["type"], "cost": n, "forms": FORMS, "text": text}
        for n, unit in enumerate(row.content["units"])
    ]
    return HttpResponse(ROWS.render(Context({"rows": rows})))


urlpatterns = [path("bare", bare, name="bare")]


def main() -> int:
    call_command("migrate", verbosity=0)
    limits.CHANGES = (10**9, 1)
    draft = big_draft()
    evaluations = [milliseconds(lambda: evaluate(draft.list(), catalogue())) for _ in range(TURNS)]
    client, presses = Client(SERVER_NAME="localhost"), iter(range(10**6))
    client.get("/lists/")
    key = client.post("/lists/new", {"size": "500"})["Location"].strip("/").split("/")[-1]
    owner = ArmyList.objects.get(pk=key).owner
    row = lists.create(draft, owner=owner, made=UNITS)

    def change() -> HttpResponse:
        form = {"do": "edit", "unit": "u7", "note": str(next(presses)), "seen": str(10**6)}
        return client.post(f"/lists/{row.pk}/change", form, headers={"HX-Request": "true"})

    size = len(change().content)
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(milliseconds(change))
        with override_settings(ROOT_URLCONF="tests.bench.lists"):
            theirs.append(milliseconds(lambda: client.post(f"/bare?key={row.pk}&bytes={size}")))
    cache.clear()
    evaluation, answer, plain = map(statistics.median, (evaluations, ours, theirs))
    times = answer / plain
    print(f"evaluate of {UNITS} units: {evaluation:.2f} ms (at most {MOST_EVALUATE})")
    print(f"answer to a change, {size} bytes: {answer:.1f} ms; a bare view: {plain:.1f} ms")
    print(f"{times:.2f} times the bare view (at most {MOST_TIMES})")
    return int(evaluation > MOST_EVALUATE or times > MOST_TIMES)


if __name__ == "__main__":
    sys.exit(main())
