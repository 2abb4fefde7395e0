"""Lists built in the editor, as their builder sees them, and taken into battle by both seats."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.builder import Builder, army_of
from tests.browser.hands import Hands
from tests.browser.keys import Keys
from tests.browser.stage import SHEET

Contexts = Callable[..., list[BrowserContext]]


def test_a_list_is_built_and_taken_into_battle_by_both_seats(house_url: str, contexts: Contexts) -> None:
    one, other = (Builder(context.new_page()) for context in contexts(2))
    key = one.begin(house_url, name="Переславль")
    expect(one.page.locator("#fault-no_commander")).to_be_visible()
    expect(one.page.locator(".treasury .go button")).to_be_disabled()
    otrok, smerdy = one.hire("otrok"), one.hire("smerdy")
    one.costs(69)
    one.choose(otrok, commander="voivode", trait="fearless")
    one.costs(82)
    one.choose(smerdy, figures="3")
    one.costs(77)
    assert one.faults() == []
    one.to_battle()
    one.page.locator(f'input[name=map][value="{SHEET}"]').check(force=True)
    one.page.locator("form.setup input[name=name]").fill("Ратибор")
    one.page.locator("form.setup button.pri").click()
    invite = one.hands.links()["invite"]

    theirs = other.begin(house_url, name="Муром")
    lead = other.hire("bogatyr")
    other.choose(lead, commander="prince")
    other.costs(133)
    other.page.goto(invite)
    guest = Hands(other.page)
    guest.take_seat(invite, name="Мстислава", army=f"list-{theirs}")
    expect(one.page.locator("#decision")).to_be_visible()
    assert army_of(one.page) == ["Otrok “Falcon”", "Smerdy “Across the River”"]
    assert army_of(other.page) == ["Bogatyr “Svyatogor”"]

    page = one.page.context.new_page()
    page.goto(f"{house_url}/lists/{key}/")
    expect(page.locator("#points")).to_have_text("77")
    assert one.hands.complaints == other.hands.complaints == []


def test_a_seat_without_an_army_picks_its_own_list_at_the_table(house_url: str, contexts: Contexts) -> None:
    one, other = contexts(2)
    host, guest = Hands(one.new_page()), Builder(other.new_page())
    host.page.goto(house_url)
    key = guest.begin(house_url, name="Муром")
    guest.choose(guest.hire("otrok"), commander="voivode")
    host.start_battle(house_url, name="Ратибор", sheet=SHEET, army="skirmish_otroki")
    invite = host.links()["invite"]
    guest.page.goto(invite)
    # a form without an army takes the seat alone
    for choice in guest.page.locator("input[name=army]").all():
        choice.evaluate("node => { node.checked = false }")
    guest.page.locator("form.setup input[name=name]").fill("Олег")
    guest.page.locator("form.setup button.pri").click()
    own = guest.page.locator(f'#lobby input[value="list-{key}"]')
    expect(own).to_be_attached()
    own.check(force=True)
    guest.page.locator("#lobby button.pri").click()
    expect(guest.page.locator("#decision")).to_be_visible()
    assert army_of(guest.page) == ["Otrok “Falcon”"]


def test_what_is_undone_is_brought_back_and_what_is_deleted_too(house_url: str, contexts: Contexts) -> None:
    one = Builder(contexts(1)[0].new_page())
    one.begin(house_url, name="Муром")
    for type_ in ("otrok", "gridi"):
        one.hire(type_)
    one.page.locator("#f-undo button").click()
    one.costs(55)
    one.page.keyboard.press("Control+z")
    one.costs(0)
    one.page.locator("#f-redo button").click()
    one.page.locator("#f-redo button").click()
    one.costs(82)
    one.page.goto(f"{house_url}/lists/")
    one.page.get_by_role("button", name="Delete Муром").click()
    one.page.get_by_role("button", name="Bring back Муром").click()
    one.costs(82)


def test_quick_presses_are_all_done(house_url: str, contexts: Contexts) -> None:
    """A press while the last one is answered waits its turn, and none is lost."""
    one = Builder(contexts(1)[0].new_page())
    one.begin(house_url, name="Муром")
    add = one.page.locator("#p-smerdy .add")
    for _ in range(8):
        add.click(no_wait_after=True)
    expect(one.page.locator("[data-unit]")).to_have_count(8)
    one.costs(8 * 14)
    one.page.locator("#open-u1").click()
    one.page.locator("#open-u2").click()
    expect(one.page.locator("#form-u2")).to_be_visible()


def test_by_mouse_and_by_keyboard_alone_and_both_fight(house_url: str, contexts: Contexts) -> None:
    """300 points with links, mercenaries and a commander; the order changed by drag and by keys."""
    mouse, keys = contexts(2)
    one, other = Builder(mouse.new_page()), Builder(keys.new_page(), keys=True)
    one.begin(house_url, name="Мышь", size=300)
    units = [one.hire(type_) for type_ in ("otrok", "otrok", "kmeti", "orda", "naymity", "smerdy", "smerdy")]
    one.choose(units[0], commander="prince", trait="link_leader")
    one.page.locator("#proposals summary").click()
    one.page.locator("#proposals button").first.click()
    expect(one.page.locator("article.zv [data-unit]")).to_have_count(2)
    one.page.locator("#f-newlink button").click()
    expect(one.page.locator("article.zv")).to_have_count(2)
    target = one.page.locator("article.zv").nth(1)
    for unit in (units[5], units[6]):
        one.row(unit).drag_to(target.locator("header"))
        expect(target.locator(f"#row-{unit}")).to_be_visible()
    one.open(units[3]).locator("[name=options][value=mounted]").check()
    expect(one.row(units[3]).locator(".chip")).to_have_count(1)
    one.costs(55 + 55 + 15 + 3 + 37 + 22 + 7 + 20 + 14 + 14)
    assert one.faults() == []
    one.to_battle()
    one.page.locator('input[name=map][data-preset="battle"]').first.check(force=True)
    one.page.locator("form.setup input[name=name]").fill("Ратибор")
    one.page.locator("form.setup button.pri").click()
    invite = one.hands.links()["invite"]

    key = other.begin(house_url, name="Клавиши", size=300)
    hired = [other.hire(type_) for type_ in ("bogatyr", "kmeti", "smerdy", "sputniki", "opolchenie")]
    other.choose(hired[0], commander="voivode", trait="beloved")
    other.choose(hired[2], figures="4")
    other.hands.push(other.page.locator("#f-newlink button"))
    link = other.page.locator("article.zv")
    expect(link).to_be_visible()
    for unit in (hired[1], hired[2]):
        other.open(unit)
        other.hands.choose(other.open(unit).locator("[name=link]"), str(link.get_attribute("data-drop")))
        expect(link.locator(f"#row-{unit}")).to_be_visible()
    assert isinstance(other.hands, Keys)
    other.hands.reach(other.page.locator(f"#open-{hired[2]}"))
    other.page.keyboard.press("Alt+ArrowUp")
    expect(link.locator("[data-unit]").first).to_have_attribute("data-unit", hired[2])
    other.costs(118 + 10 + 3 + 37 + 12 + 20 + 13)
    assert other.faults() == []
    Hands(other.page).take_seat(invite, name="Мстислава", army=f"list-{key}")
    for page in (one.page, other.page):
        expect(page.locator("#decision")).to_be_visible()
    assert [name.split()[0] for name in army_of(one.page)] == [
        "Otrok",
        "Otrok",
        "Kmeti",
        "Orda",
        "Naymity",
        "Smerdy",
        "Smerdy",
    ]
    assert [name.split()[0] for name in army_of(other.page)] == ["Bogatyr", "Smerdy", "Kmeti", "Sputniki", "Opolchenie"]
    assert one.hands.complaints == other.hands.complaints == []


def test_search_finds_by_any_spelling(house_url: str, contexts: Contexts) -> None:
    one = Builder(contexts(1, locale="ru-RU")[0].new_page())
    one.begin(house_url, name="Муром")
    one.page.locator("[data-search]").fill("лЁгкий бронеход")
    expect(one.page.locator("#picker li:visible")).to_have_count(1)
    expect(one.page.locator("#p-otrok")).to_be_visible()
    one.hire("otrok")
    expect(one.page.locator("#picker li:visible")).to_have_count(1)
    one.page.locator("[data-search]").fill("")
    expect(one.page.locator("#p-smerdy")).to_be_visible()


def test_two_devices_and_one_of_them_offline_lose_no_unit(house_url: str, contexts: Contexts) -> None:
    """Both edit one list; what was done offline waits, seen, and is merged; the same changed twice is asked."""
    (context,) = contexts(1)
    one = Builder(context.new_page())
    key = one.begin(house_url, name="Муром")
    otrok, smerdy = one.hire("otrok"), one.hire("smerdy")
    other_context = contexts(1, storage_state=context.storage_state())[0]
    other = Builder(other_context.new_page())
    other.page.goto(f"{house_url}/lists/{key}/")
    name = one.open(otrok).locator("[name=name]")
    other.open(smerdy)

    context.set_offline(True)
    for press in ("gridi", "vozok"):
        one.page.locator(f"#p-{press} .add").click()
    name.fill("Ястреб")
    name.press("Tab")
    expect(one.page.locator("#unsaved")).to_contain_text("3")
    other.hire("kmeti")
    theirs = other.open(otrok).locator("[name=name]")
    theirs.fill("Коршун")
    theirs.press("Tab")
    expect(other.row(otrok)).to_contain_text("Коршун")

    context.set_offline(False)
    clash = one.page.locator("#clash")
    expect(clash).to_contain_text("Коршун", timeout=30_000)
    expect(clash).to_contain_text("Ястреб")
    expect(one.page.locator("[data-unit]")).to_have_count(5)
    clash.get_by_role("button", name="Make my change").click()
    expect(one.row(otrok)).to_contain_text("Ястреб")
    expect(one.page.locator("#unsaved")).to_be_empty()
    expect(clash).to_have_count(0)

    one.page.reload()
    expect(one.page.locator("[data-unit]")).to_have_count(5)
    expect(one.row(otrok)).to_contain_text("Ястреб")
    one.page.goto(f"{house_url}/lists/{key}/history/")
    expect(one.page.locator(".versions")).to_contain_text("Коршун → Ястреб")


def test_history_goes_back_and_tells_what_is_otherwise(house_url: str, contexts: Contexts) -> None:
    one = Builder(contexts(1)[0].new_page())
    key = one.begin(house_url, name="Муром")
    for type_ in ("otrok", "gridi"):
        one.hire(type_)
    one.page.goto(f"{house_url}/lists/{key}/history/")
    first = one.page.locator("#v1")
    first.locator("input[name=label]").fill("only a walker")
    first.get_by_role("button", name="Name it").click()
    expect(first.locator("h2")).to_contain_text("only a walker")
    first.locator("input[name=a]").check()
    one.page.get_by_role("button", name="What is otherwise").click()
    expect(one.page.locator(".diff li")).to_have_text(["+hired or made: Gridi “Near Ones”"])
    one.page.go_back()
    first.get_by_role("button", name="Go back to it").click()
    one.costs(55)
    one.page.locator("#f-undo button").click()
    one.costs(82)


def test_printed_pages_hold_every_card_whole(house_url: str, contexts: Contexts) -> None:
    """As Chromium prints them on A4: nothing cut at an edge, no card torn, and one page for the opponent."""
    one = Builder(contexts(1)[0].new_page())
    key = one.begin(house_url, name="Муром", size=500)
    for type_ in ("otrok", "vityaz", "bogatyr", "gulyay", "zmey", "orda", "smerdy", "kmeti", "sputniki"):
        one.hire(type_)
    one.page.goto(f"{house_url}/lists/{key}/print/")
    one.page.emulate_media(media="print")
    one.page.set_viewport_size({"width": 718, "height": 1032})  # A4 without its margins, in CSS pixels
    assert one.page.evaluate(CUT) == []
    expect(one.page.locator(".pcard")).to_have_count(9)
    expect(one.page.locator(".nav")).to_be_hidden()
    cards = one.page.pdf(prefer_css_page_size=True)
    one.page.goto(f"{house_url}/lists/{key}/print/?page=summary")
    summary = one.page.pdf(prefer_css_page_size=True)
    assert pages_of(summary) == 1
    assert 3 <= pages_of(cards) <= 4


# what reaches beyond its box or the sheet, or is taller than a page so that it would be torn
CUT = """() => [...document.querySelectorAll(".paper *")].filter((node) => {
  const box = node.getBoundingClientRect()
  const card = node.closest(".pcard")
  const wide = box.right > 719 || (card && box.right > card.getBoundingClientRect().right + 1)
  return wide || (node.matches(".pcard") && box.height > 1000)
}).map((node) => node.outerHTML.slice(0, 80))"""


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))
