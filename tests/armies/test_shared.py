"""Shared links: a snapshot never changes, a live link follows, a deleted list says so, a copy gives credit."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from battles.armies.models import ArmyList, Share

from .test_pages import Builder

pytestmark = pytest.mark.django_db


def link(one: Builder, kind: str) -> str:
    assert one.client.post(f"/lists/{one.key}/share/", {"kind": kind}).status_code == 302
    return Share.objects.order_by("created").filter(kind=kind).last().token  # type: ignore[union-attr]


def points(page: str) -> str:
    found = re.search(r'id="points">(\d+)<', page)
    assert found
    return found.group(1)


def test_a_snapshot_stays_and_a_live_link_follows() -> None:
    one, reader = Builder().built(), Client()
    snapshot, live = link(one, "snapshot"), link(one, "live")
    assert link(one, "snapshot") == snapshot
    stored = Share.objects.get(pk=snapshot).content
    one.post(do="add", type="smerdy")
    assert points(reader.get(f"/lists/l/{snapshot}/").content.decode()) == "65"
    assert points(reader.get(f"/lists/l/{live}/").content.decode()) == "79"
    for _ in range(2):
        reader.get(f"/lists/l/{snapshot}/")
    assert Share.objects.get(pk=snapshot).content == stored
    assert link(one, "snapshot") != snapshot


def test_what_is_deleted_answers_gone_and_what_never_was_does_not() -> None:
    one, reader = Builder().built(), Client()
    tokens = [link(one, kind) for kind in ("snapshot", "live")]
    one.post("delete")
    for token in tokens:
        for page in ("", "print/", "export.json"):
            assert reader.get(f"/lists/l/{token}/{page}").status_code == 410
        assert reader.post(f"/lists/l/{token}/copy").status_code == 410
    one.post("restore")
    assert reader.get(f"/lists/l/{tokens[0]}/").status_code == 200
    ArmyList.objects.all().delete()
    assert reader.get(f"/lists/l/{tokens[0]}/").status_code == 410
    assert reader.get("/lists/l/never-was/").status_code == 404


def test_a_link_that_is_ended_leads_nowhere_and_only_its_owner_ends_it() -> None:
    one, other = Builder().built(), Builder().built()
    token = link(one, "live")
    other.client.post(f"/lists/{other.key}/share/", {"end": token})
    assert other.client.get(f"/lists/l/{token}/").status_code == 200
    one.client.post(f"/lists/{one.key}/share/", {"end": token})
    assert other.client.get(f"/lists/l/{token}/").status_code == 410


def test_a_copy_is_ones_own_and_gives_credit() -> None:
    one, reader = Builder().built(), Client()
    token = link(one, "snapshot")
    answer = reader.post(f"/lists/l/{token}/copy")
    key = answer["Location"].strip("/").split("/")[-1]
    assert "Переславль" in reader.get(f"/lists/{key}/").content.decode()
    exported = json.loads(reader.get(f"/lists/{key}/export.json").content)
    assert exported["credit"] == {"name": "Переславль", "token": token}
    reader.post(f"/lists/{key}/change", {"do": "remove", "unit": "u1", "seen": "0"}, headers={"HX-Request": "true"})
    reader.post(f"/lists/{key}/change", {"do": "add", "type": "otrok", "seen": "1"}, headers={"HX-Request": "true"})
    (unit,) = ArmyList.objects.get(pk=key).content["units"]
    assert unit["id"] != "u1"
    assert len(one.row.content["units"]) == 1


@pytest.mark.parametrize("kind", ["json", "txt", "md", "csv"])
def test_files_carry_the_name_of_the_list(kind: str) -> None:
    one = Builder().built()
    answer = one.client.get(f"/lists/{one.key}/export.{kind}")
    assert answer.status_code == 200
    assert "filename*=utf-8''%D0%9F" in answer["Content-Disposition"]
    assert one.client.get(f"/lists/{one.key}/export.exe").status_code == 404


def test_reading_in_makes_a_list_and_a_report_that_sums() -> None:
    one = Builder().built()
    text = one.client.get(f"/lists/{one.key}/export.json").content.decode()
    page = one.client.post("/lists/import", {"text": text}).content.decode()
    assert "Of 1 entries 1 were taken, 0 changed, 0 are unknown." in page
    assert ArmyList.objects.count() == 2
    assert one.client.post("/lists/import", {"text": "nothing"}).status_code == 422
    assert ArmyList.objects.count() == 2


def test_the_printed_cards_have_as_many_boxes_as_the_data_say() -> None:
    """Each unit of the catalogue: its boxes, its danger, its weapons; a full and a fewer squad."""
    from battles.rules.catalogue import catalogue

    one = Builder(500)
    for type_ in catalogue().units:
        one.post(do="add", type=type_)
    page = one.client.get(f"/lists/{one.key}/print/").content.decode()
    cards = re.findall(r'<article class="pcard".*?</article>', page, re.DOTALL)
    assert len(cards) == len(catalogue().units)
    by_name = {re.search(r"<h3><bdi>(.*?)</bdi>", card).group(1): card for card in cards}  # type: ignore[union-attr]
    for unit in one.row.content["units"]:
        kind, card = catalogue().units[unit["type"]], by_name[unit["name"].replace("'", "&#x27;")]
        assert card.count('class="hitbox') == kind.stats.hits
        assert card.count("hitbox danger") == kind.stats.danger
        assert card.count('class="chances"') == len(kind.stats.weapons)
    one.post(do="edit", unit="u1", figures="2")
    page = one.client.get(f"/lists/{one.key}/print/").content.decode()
    assert page.count('class="hitbox') == sum(k.stats.hits for k in catalogue().units.values()) - 3
    assert one.client.get(f"/lists/{one.key}/print/?page=summary").content.decode().count("pcard") == 0


def test_what_a_list_can_do_is_told_for_every_unit() -> None:
    from battles.rules.catalogue import catalogue

    one = Builder(500)
    for type_ in catalogue().units:
        one.post(do="add", type=type_)
    one.post(do="new_body", sort="link", units=["u1", "u2"])
    one.post(do="edit", unit="u1", commander="prince", trait="fearless")
    page = one.client.get(f"/lists/{one.key}/insight/").content.decode()
    assert page.count('aria-labelledby="u-') == len(catalogue().units)
    assert "never checks" in page
    assert "never fights unless cornered" in page
