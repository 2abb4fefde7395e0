"""The rulebook's pages: contents, chapters with anchors, the search, the rule alone; and links to them at the table."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client

from battles.live import refusals, wording
from battles.live.prose import prose
from battles.rules.rulebook import chapters, linked, rules

pytestmark = pytest.mark.django_db
RUSSIAN = {"accept-language": "ru"}


def text_of(client: Client, address: str, **headers: str) -> str:
    page = client.get(address, headers={"accept-language": "en", **headers})
    assert page.status_code == 200, address
    return unescape(page.content.decode())


def test_the_contents_lead_to_every_rule(stranger: Client) -> None:
    page = text_of(stranger, "/rules/")
    for rule in rules().values():
        assert f'<a href="/rules/{rule.chapter}/#{rule.id}">{rule.title.en}</a>' in page


@pytest.mark.parametrize("name", chapters())
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_chapter_tells_its_rules(stranger: Client, name: str, language: str) -> None:
    page = text_of(stranger, f"/rules/{name}/", **{"accept-language": language})
    assert re.findall(r'<section class="entry" id="([a-z_.]+)"', page) == [rule.id for rule in chapters()[name].rules]
    for rule in chapters()[name].rules:
        assert rule.example.of(language) in page
        assert rule.gist.of(language) in page
        first = re.sub(r"\[([^\]]+)\]\([a-z_.]+\)", r"\1", rule.text.of(language)).split(".")[0]
        if not first.startswith(("|", "-")):
            assert first.splitlines()[0] in re.sub("<[^>]+>", "", page)
    assert "](" not in page


def test_every_link_of_a_chapter_leads_to_an_anchor(stranger: Client) -> None:
    anchors = {f"/rules/{rule.chapter}/#{rule.id}" for rule in rules().values()}
    for name in chapters():
        page = text_of(stranger, f"/rules/{name}/")
        found = set(re.findall(r'href="(/rules/[a-z]+/#[^"]+)"', page))
        assert found
        assert found <= anchors


def test_chapters_lead_from_one_to_the_next(stranger: Client) -> None:
    names = list(chapters())
    for before, after in pairwise(names):
        assert f'rel="next" href="/rules/{after}/"' in text_of(stranger, f"/rules/{before}/")
        assert f'rel="prev" href="/rules/{before}/"' in text_of(stranger, f"/rules/{after}/")
    assert 'rel="prev"' not in text_of(stranger, f"/rules/{names[0]}/")
    assert 'rel="next"' not in text_of(stranger, f"/rules/{names[-1]}/")


@pytest.mark.parametrize("address", ["/rules/joy/", "/rules/morale.rout/", "/rules/card/morale.joy/", "/rules/card/~/"])
def test_what_is_no_chapter_and_no_rule_is_not_found(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 404


# --- search --------------------------------------------------------------------------------------------------------


def test_the_search_answers_with_a_page_or_with_what_was_found(stranger: Client) -> None:
    page = text_of(stranger, "/rules/search/?q=подъем", **RUSSIAN)
    assert page.lstrip().startswith("<!doctype html>")
    assert 'href="/rules/move/#move.stand"' in page
    assert 'value="подъем"' in page
    answer = stranger.get("/rules/search/?q=ПОДЪЁМ", headers={**RUSSIAN, "HX-Request": "true", "HX-Target": "found"})
    part = answer.content.decode()
    assert "<html" not in part
    assert 'href="/rules/move/#move.stand"' in part
    assert {"HX-Request", "HX-Target"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_nothing_found_is_said_and_nothing_asked_is_nothing(stranger: Client) -> None:
    target = {"HX-Request": "true", "HX-Target": "found"}
    assert "No rule has these words" in text_of(stranger, "/rules/search/?q=xylophone", **target)
    assert text_of(stranger, "/rules/search/?q=", **target).strip() == ""
    assert text_of(stranger, "/rules/search/", **target).strip() == ""


def test_a_query_is_shown_as_text(stranger: Client) -> None:
    page = stranger.get("/rules/search/", {"q": '"><script>x</script>' + "ы" * 5000}).content.decode()
    assert "<script>x" not in page
    assert len(page) < 60_000


# --- a rule alone --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_rule_alone_is_a_fragment_that_is_kept(stranger: Client, language: str) -> None:
    answer = stranger.get("/rules/card/morale.cruel_death/", headers={"accept-language": language})
    card, rule = unescape(answer.content.decode()), rules()["morale.cruel_death"]
    assert "<html" not in card
    assert rule.title.of(language) in card
    assert rule.example.of(language) in card
    assert 'href="/rules/morale/#morale.cruel_death" target="_blank" rel="noopener"' in card
    assert 'data-rule="combat.ram"' in card
    assert "max-age=3600" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_a_chapter_that_is_named_as_a_rule_has_a_card(stranger: Client) -> None:
    assert "Hirelings" in text_of(stranger, "/rules/card/hireling/")


# --- links at the table --------------------------------------------------------------------------------------------


def test_a_refusal_leads_to_its_rule() -> None:
    told = refusals.refusal_sentence("combat.sight", "out_of_range", {"distance": 9, "range": 6}, "en")
    assert 'data-rule="combat.sight" href="/rules/combat/#combat.sight">Target in sight</a>)' in told
    risky = refusals.refusal_sentence("combat.sight", "hex_taken", {"hex": "<b>"}, "en")
    assert "<b>" not in risky


def test_a_rule_s_address_is_its_anchor() -> None:
    assert wording.rule_address("morale.rout") == "/rules/morale/#morale.rout"
    assert wording.rule_address("army") == "/rules/army/"


# --- prose ---------------------------------------------------------------------------------------------------------


def test_prose_has_paragraphs_lists_tables_and_links() -> None:
    text = "One [ram](combat.ram) & more.\n\n- first\n- [second](combat.hit)\n\n| a | b |\n| <i> | 2 |\n\nLast."
    assert prose(text, wording.to_rule) == (
        f"<p>One {wording.to_rule('combat.ram', 'ram')} &amp; more.</p>"
        f"<ul><li>first</li><li>{wording.to_rule('combat.hit', 'second')}</li></ul>"
        '<table class="ruletable"><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
        '<tbody><tr><th scope="row">&lt;i&gt;</th><td data-th="b">2</td></tr></tbody></table>'
        "<p>Last.</p>"
    )


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_text_is_drawn_whole(language: str) -> None:
    for rule in rules().values():
        text = rule.text.of(language)
        drawn = prose(text, wording.to_rule)
        assert drawn.count("data-rule=") == len(list(linked(text)))
        assert drawn.count("<li>") == len(re.findall(r"^- ", text, re.M))
        assert drawn.count("<tr>") == len(re.findall(r"^\|", text, re.M))
