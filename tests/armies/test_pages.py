"""The pages of lists over HTTP: whose they are, what they say, and that nothing strange gets in."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from battles.armies import lists
from battles.armies.models import ArmyList, Fielding
from battles.live.models import LiveBattle, Seat
from battles.rules.army import muster
from battles.rules.catalogue import catalogue

pytestmark = pytest.mark.django_db
MAP = next(sheet.id for sheet in catalogue().maps.values() if sheet.preset == "skirmish")


class Builder:
    """A guest with a list, pressing as its page does."""

    def __init__(self, size: int = 200) -> None:
        self.client = Client()
        self.client.get("/lists/")
        answer = self.client.post("/lists/new", {"size": str(size), "name": "Переславль"})
        assert answer.status_code == 302
        self.key = answer["Location"].strip("/").split("/")[-1]

    @property
    def row(self) -> ArmyList:
        return ArmyList.objects.get(pk=self.key)

    def post(self, what: str = "change", **fields: str | list[str]):  # type: ignore[no-untyped-def]  # noqa: ANN201
        form = {"seen": str(self.row.version), **fields}
        return self.client.post(f"/lists/{self.key}/{what}", form, headers={"HX-Request": "true"})

    def built(self) -> Builder:
        self.post(do="add", type="otrok")
        assert self.post(do="edit", unit="u1", commander="voivode").status_code == 200
        return self


def test_the_same_total_everywhere() -> None:
    """Index, editor, lobby and battle say one number: it is added up anew each time."""
    one = Builder().built()
    assert '<b id="points">65</b>' in one.client.get(f"/lists/{one.key}/").content.decode()
    assert re.search(r'class="cost">65<small> / 200', one.client.get("/lists/").content.decode())
    assert "65 grivnas" in one.client.get("/").content.decode()
    assert "65 grivnas" in one.client.get("/lists/pick/skirmish/").content.decode()


def test_the_price_of_the_picker_is_that_of_the_unit() -> None:
    one = Builder(500)
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    before = 0
    for type_ in (kind.id for kind in catalogue().units.values() if kind.serves("rusichi")):
        offered = re.search(rf'id="p-{type_}".*?class="cost">(\d+)<', page, re.DOTALL)
        assert offered
        answer = one.post(do="add", type=type_).content.decode()
        total = int(re.search(r'id="points">(\d+)<', answer).group(1))  # type: ignore[union-attr]
        assert total - before == int(offered.group(1)), type_
        before = total
    assert 'id="p-tulpar"' not in page, "another faction's"


def test_a_list_of_somebody_else_is_not_there() -> None:
    one, other = Builder().built(), Client()
    assert other.get(f"/lists/{one.key}/").status_code == 404
    assert other.post(f"/lists/{one.key}/change", {"do": "remove", "unit": "u1", "seen": "0"}).status_code == 404
    for what in ("undo", "redo", "delete", "restore"):
        assert other.post(f"/lists/{one.key}/{what}").status_code == 404
    form = {"name": "Олег", "preset": "skirmish", "map": MAP, "army": f"list-{one.key}"}
    assert other.post("/battles/new", form).status_code == 422
    assert len(one.row.content["units"]) == 1


def test_a_deleted_list_says_so_and_comes_back() -> None:
    one = Builder().built()
    one.post("delete")
    assert one.client.get(f"/lists/{one.key}/").status_code == 410
    assert one.client.post(f"/lists/{one.key}/restore").status_code == 302
    assert one.client.get(f"/lists/{one.key}/").status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {"do": "add", "type": "griffin"},
        {"do": "add"},
        {"do": "fly"},
        {"do": "edit", "unit": "u1", "commander": "tsar"},
        {"do": "edit", "unit": "u1", "figures": "1e3"},
        {"do": "edit", "unit": "u1", "options_shown": "1", "options": ["wings"]},
        {"do": "edit", "unit": "'; --", "name": "x"},
        {"do": "list", "size": "201"},
        {"do": "new_body", "sort": "crowd"},
        {"do": "add", "type": "otrok", "seen": "-1"},
        {"do": "add", "type": "otrok", "seen": "99999999999"},
        {"do": "add", "type": "otrok", "press": "x"},
    ],
)
def test_what_no_page_sends_changes_nothing(form: dict[str, str | list[str]]) -> None:
    one = Builder().built()
    before = one.row.content
    assert one.post(**form).status_code == 422
    assert one.row.content == before


def test_names_are_cleaned_and_never_run() -> None:
    one = Builder().built()
    answer = one.post(do="edit", unit="u1", name="<b>x</b>\x00\u2028 ёж", note="a\r\nb\x07")
    assert answer.status_code == 200
    unit = one.row.content["units"][0]
    assert (unit["name"], unit["note"]) == ("<b>x</b> ёж", "a\nb")
    assert "<b>x</b>" not in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_fault_is_told_with_its_rule_and_mended_by_its_first_fix(language: str) -> None:
    """Press the first fix of the first fault until there is none: each says what it costs, and is right."""
    one = Builder()
    one.client.cookies["django_language"] = language
    for type_ in ("orda", "orda", "orda", "orda", "smerdy", "otrok", "sputniki", "zmey"):
        one.post(do="add", type=type_)
    one.post(do="new_body", sort="link", units=["u5", "u6"])
    one.post(do="edit", unit="u5", figures="9", name="")
    one.post(do="edit", unit="u6", name="x" * 150)
    for _ in range(30):
        page = one.post(do="list", name="Переславль").content.decode()
        box = re.search(r'<div class="fault" id="fault-(.*?)">(.*?)</form>', page, re.DOTALL)
        if box is None:
            break
        assert 'class="rule"' in box.group(2)
        fields: dict[str, str | list[str]] = {}
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', box.group(2)):
            fields[name] = [*fields[name], value] if isinstance(fields.get(name), list) else value
            if name == "units":
                fields[name] = re.findall(r'name="units" value="([^"]*)"', box.group(2))
        before = int(re.search(r'id="points">(\d+)<', page).group(1))  # type: ignore[union-attr]
        tag = re.search(r", ([+−]\d+|free|даром)</span>", box.group(2))
        assert tag, box.group(2)
        after = one.post(**fields).content.decode()
        change = int(re.search(r'id="points">(\d+)<', after).group(1)) - before  # type: ignore[union-attr]
        assert change == (0 if tag.group(1) in ("free", "даром") else int(tag.group(1).replace("−", "-")))
    else:
        pytest.fail("faults are left: " + re.sub("<.*?>", " ", page)[-1500:])
    assert one.client.post("/battles/new", battle(one)).status_code == 302


def battle(one: Builder) -> dict[str, str]:
    return {"name": "Олег", "preset": "skirmish", "map": MAP, "army": f"list-{one.key}"}


def test_into_battle_as_a_copy() -> None:
    one, other = Builder().built(), Builder().built()
    answer = one.client.post("/battles/new", battle(one))
    id_ = answer["Location"].strip("/").removeprefix("b/")
    link = f"/s/{Seat.objects.get(battle_id=id_, side='blue').invite_token}/"
    assert "Переславль" in other.client.get(link).content.decode()
    assert other.client.post(link, {"name": "Игорь", "army": f"list-{other.key}"}).status_code == 302
    assert LiveBattle.objects.get(pk=id_).phase == "playing"
    assert set(Fielding.objects.values_list("army_id", "version", "side")) == {
        (one.key, one.row.version, "red"), (other.key, other.row.version, "blue"),
    }  # fmt: skip
    one.post(do="edit", unit="u1", name="Changed")
    assert Seat.objects.get(battle_id=id_, side="red").army["entries"][0]["name"] == "Falcon"


def test_with_faults_a_list_takes_no_seat() -> None:
    one = Builder()
    one.post(do="add", type="otrok")
    assert one.client.post("/battles/new", battle(one)).status_code == 422
    page = one.client.get("/").content.decode()
    assert re.search(rf'value="list-{one.key}"[^>]*disabled', page)


def test_a_stale_page_is_answered_with_a_sentence_and_changes_nothing() -> None:
    one = Builder().built()
    seen = str(one.row.version)
    one.post(do="edit", unit="u1", name="Hawk", commander="voivode")
    answer = one.post(do="edit", unit="u1", name="Kite", commander="voivode", seen=seen)
    assert answer.status_code == 409
    assert one.row.content["units"][0]["name"] == "Hawk"


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of before, in which the otrok cost 50, is kept beside the present one."""
    then = catalogue()
    otrok = then.units["otrok"]
    cheaper = replace(otrok, stats=replace(otrok.stats, cost=50))
    old = replace(then, version="2025.1", units={**then.units, "otrok": cheaper})
    known = {"2025.1": old, then.version: then}
    monkeypatch.setattr("battles.armies.reading.edition", known.get)


def test_a_list_of_an_older_catalogue_opens_as_it_was(released: None) -> None:
    """Index, editor, share page, export and lobby say the old points; nothing is rewritten until the owner accepts."""
    one = Builder().built()
    then = {**one.row.content, "catalogue": "2025.1"}
    one.row.revisions.update(content=then)
    ArmyList.objects.update(content=then)
    one.client.post(f"/lists/{one.key}/share/", {"kind": "snapshot"})
    token = one.row.shares.get().token
    before = one.row.content
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert '<b id="points">60</b>' in page
    assert "50 → 55" not in page
    assert "60 → 65 grivnas" in page
    assert 'class="cost">60<small>' in one.client.get("/lists/").content.decode()
    for _ in range(2):
        assert '<b id="points">60</b>' in one.client.get(f"/lists/l/{token}/").content.decode()
    assert one.client.get(f"/lists/{one.key}/export.txt").content.decode().count("60") == 3
    assert "60 grivnas" in one.client.get("/").content.decode()
    assert one.client.post("/battles/new", battle(one)).status_code == 422
    assert one.row.content == before
    assert '<b id="points">65</b>' in one.post(do="accept").content.decode()
    assert one.client.post("/battles/new", battle(one)).status_code == 302
    assert '<b id="points">60</b>' in one.post("undo").content.decode()


def test_a_list_of_a_catalogue_that_is_not_kept_opens_and_can_be_taken_over() -> None:
    one = Builder().built()
    ArmyList.objects.update(content={**one.row.content, "catalogue": "2020.1"})
    assert "is not kept" in one.client.get(f"/lists/{one.key}/").content.decode()
    one.post(do="list", size="300")
    one.post(do="accept")
    assert one.row.content["catalogue"] == catalogue().version
    assert one.row.content["size"] == 300


def test_links_are_proposed_with_a_reason_and_made_in_one_press() -> None:
    one = Builder(500)
    for type_ in ("otrok", "otrok", "smerdy", "kmeti", "orda"):
        one.post(do="add", type=type_)
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert "2 links could be made" in page
    assert "nobody waits" in page
    box = re.search(r'id="proposals".*?</form>', page, re.DOTALL)
    assert box
    units = re.findall(r'name="units" value="(\w+)"', box.group(0))
    answer = one.post(do="new_body", sort="link", units=units).content.decode()
    assert "1 link could be made" in answer
    assert len(re.findall(r'id="in-', answer)) == 2


def test_companies_are_named_and_dissolved() -> None:
    one = Builder(500)
    for type_ in ("orda", "orda"):
        one.post(do="add", type=type_)
    one.post(do="new_body", sort="company", units=["u1", "u2"])
    page = one.post(do="name_body", body="b3", name="Степняки").content.decode()
    assert 'value="Степняки"' in page
    assert [unit["company"] for unit in one.row.content["units"]] == ["b3", "b3"]
    one.post(do="remove_body", body="b3")
    assert not any("company" in unit for unit in one.row.content["units"])


def test_lists_of_one_name_are_two_and_lie_in_their_folders() -> None:
    one = Builder().built()
    one.post(do="list", folder="Стычки")
    for name in ("Переславль", "ПЕРЕСЛАВЛЬ", "Переславль"):
        assert one.client.post("/lists/new", {"size": "200", "name": name}).status_code == 302
    page = one.client.get("/lists/").content.decode()
    assert len(re.findall(r'id="list-', page)) == 4
    assert '<h2 class="shelf"><bdi>Стычки</bdi></h2>' in page


def test_the_page_of_a_list_tells_its_battles() -> None:
    one = Builder().built()
    answer = one.client.post("/battles/new", battle(one))
    assert answer["Location"] in one.client.get(f"/lists/{one.key}/").content.decode()


@pytest.mark.parametrize(("language", "name"), [("en", "Thunder"), ("ru", "Гром")])
def test_a_copied_starter_has_links_with_names_and_is_ready(language: str, name: str) -> None:
    client = Client()
    client.cookies["django_language"] = language
    for starter in catalogue().starters.values():
        key = client.post("/lists/new", {"starter": starter.id})["Location"].strip("/").split("/")[-1]
        content = ArmyList.objects.get(pk=key).content
        assert [body["name"] for body in content["bodies"] if body["sort"] == "link"][:1] in ([], [name])
        assert '<a class="btn pri" href="/?list=' in client.get(f"/lists/{key}/").content.decode()


def test_a_companion_is_tied_to_the_commander_that_was_chosen() -> None:
    """In the form, on the row, in print and in battle; when the commander goes, it follows whoever has none."""
    one = Builder(300)
    for type_ in ("otrok", "vityaz", "sputniki"):
        one.post(do="add", type=type_)
    for unit in ("u1", "u2"):
        one.post(do="edit", unit=unit, commander="voivode")
    names = [unit["name"] for unit in one.row.content["units"]]
    page = one.post(do="edit", unit="u3", lord="u2", open="u3").content.decode()
    assert f"companion of “{names[1]}”" in page
    assert re.search(r'<option value="u2" selected', page)
    assert f"companion of “{names[1]}”" in one.client.get(f"/lists/{one.key}/print/").content.decode()
    army = lists.ready(one.row, size=300)
    assert [unit.attached_to for unit in muster(army, "blue")] == [None, None, "b2"]
    page = one.post(do="edit", unit="u2", commander="").content.decode()
    assert 'id="fault-no_such_lord-u3"' in page
    assert "Companion of <bdi>" in page
    assert one.post(do="edit", unit="u3", lord="u9").status_code == 409
    page = one.post(do="remove", unit="u2").content.decode()
    assert "fault-no_such_lord" not in page
    page = one.post("undo").content.decode()
    assert 'id="fault-no_such_lord-u3"' in page


def test_a_list_is_of_the_people_that_was_chosen() -> None:
    """At creation, in the picker, on every page and in every file; changed later with faults and their fixes."""
    client = Client()
    client.get("/lists/")
    answer = client.post("/lists/new", {"size": "300", "name": "Орда", "faction": "stepnyaki"})
    one = Builder(300)
    one.client, one.key = client, answer["Location"].strip("/").split("/")[-1]
    page = client.get(f"/lists/{one.key}/").content.decode()
    assert 'id="p-nukery"' in page
    assert 'id="p-otrok"' not in page
    assert 'id="p-orda"' in page
    for type_ in ("tulpar", "orda"):
        one.post(do="add", type=type_)
    one.post(do="edit", unit="u1", commander="voivode")
    assert lists.ready(one.row, size=300).faction == "stepnyaki"
    client.post(f"/lists/{one.key}/share/", {"kind": "snapshot"})
    for address in (f"/lists/l/{one.row.shares.get().token}/", f"/lists/{one.key}/print/", "/lists/"):
        assert "Stepnyaki ·" in client.get(address).content.decode(), address
    for kind in ("json", "txt", "md"):
        text = client.get(f"/lists/{one.key}/export.{kind}").content.decode()
        assert client.post("/lists/import", {"text": text}).status_code == 200
        assert ArmyList.objects.order_by("-created").first().content["faction"] == "stepnyaki", kind  # type: ignore[union-attr]

    page = one.post(do="list", faction="rusichi").content.decode()
    assert "serves another faction" in page
    assert 'id="p-otrok"' in page
    assert "A list of the Stepnyaki, " in page
    assert 'class="fault" id=' not in one.post(do="list", faction="stepnyaki").content.decode()
    assert one.post(do="list", faction="livonians").status_code == 422
    page = client.get(f"/lists/{one.key}/history/").content.decode()
    assert "Rusichi" in page


def test_a_people_that_the_catalogue_has_not_is_a_fault_with_fixes() -> None:
    one = Builder().built()
    ArmyList.objects.update(content={**one.row.content, "faction": "livonians"})
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert "Unknown faction livonians" in page
    assert "A list of the Rusichi, " in page
    assert one.post(do="list", name="Livonia", faction="livonians").status_code == 200
    assert 'class="fault" id=' not in one.post(do="list", faction="rusichi").content.decode()


def test_an_old_list_is_changed_by_its_own_catalogue(released: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not sold any more can still be hired into a list of its time; both versions are added up by their own."""
    from battles.armies import reading

    then = reading.edition("2025.1")
    assert then is not None
    gone = replace(then, units={**then.units, "griffin": replace(then.units["otrok"], id="griffin")})
    monkeypatch.setattr("battles.armies.reading.edition", {"2025.1": gone, catalogue().version: catalogue()}.get)
    one = Builder().built()
    ArmyList.objects.update(content={**one.row.content, "catalogue": "2025.1"})
    one.post(do="add", type="griffin")
    page = one.client.get(f"/lists/{one.key}/").content.decode()
    assert '<b id="points">110</b>' in page
    assert "not in the present catalogue" in page
    page = one.post(do="accept").content.decode()
    assert "is not in the catalogue" in page
    assert "Dismiss <bdi>griffin" in page
