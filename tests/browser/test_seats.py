"""Links and seats in browsers: a press takes a seat, opening a link never does; a recovery link moves it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from battles.rules import commands as c
from tests.browser.hands import Hands
from tests.browser.stage import ARMIES, NAMES, SHEET, Stage, next_is
from tests.conftest import PHONE
from tests.visitor import Visitor

Contexts = Callable[..., list[BrowserContext]]


def test_opening_the_invitation_takes_nothing_a_press_does(house_url: str, contexts: Contexts) -> None:
    """Robots that preview links open it, two people do; the first who presses has the seat."""
    red, first, second = (Hands(context.new_page()) for context in contexts(3))
    red.start_battle(house_url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    links = red.links()
    robot = Visitor()
    for link in (links["invite"], links["recovery"], links["watch"]):
        assert robot.get(link).status == 200
    for hands in (first, second):
        hands.page.goto(links["invite"])
        expect(hands.page.get_by_role("button", name="Take the seat")).to_be_visible()
    expect(red.page.locator("#seat-blue")).to_contain_text("waiting for somebody")

    first.take_seat(links["invite"], name=NAMES["blue"], army=ARMIES["blue"])
    for hands in (first, red):
        expect(hands.page.locator("#decision")).to_have_attribute("data-kind", "deploy")
    address = second.page.url
    second.page.locator('input[name="name"]').fill("Третий")
    second.page.get_by_role("button", name="Take the seat").click()
    expect(second.page.locator("#notice")).to_have_text(re.compile("Somebody else has taken this seat"))
    assert second.page.url == address
    second.page.goto(links["invite"])
    expect(second.page.locator("main")).to_contain_text("Somebody has taken this seat")
    expect(second.page.locator("form.setup")).to_have_count(0)
    assert red.complaints == first.complaints == []


def test_a_double_click_takes_one_seat(house_url: str, contexts: Contexts) -> None:
    red, blue = (Hands(context.new_page()) for context in contexts(2))
    red.start_battle(house_url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    blue.page.goto(red.links()["invite"])
    blue.page.locator('input[name="name"]').fill(NAMES["blue"])
    blue.page.get_by_role("button", name="Take the seat").dblclick()
    for hands in (blue, red):
        expect(hands.page.locator("#decision")).to_have_attribute("data-kind", "deploy")
    assert red.number == blue.number
    assert blue.complaints == red.complaints == []


def test_the_opener_cannot_take_the_other_seat(house_url: str, contexts: Contexts) -> None:
    red = Hands(contexts(1)[0].new_page())
    red.start_battle(house_url, name=NAMES["red"], sheet=SHEET, army=ARMIES["red"])
    red.page.goto(red.links()["invite"])
    expect(red.page.locator("main")).to_contain_text("This is the seat of your opponent")
    expect(red.page.locator("form.setup")).to_have_count(0)


def test_a_recovery_link_moves_the_seat_to_another_browser(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    old_context, blue_context, new_context = contexts(3)
    old, blue = stage.open(old_context, "red"), stage.open(blue_context, "blue")
    new = Hands(new_context.new_page())
    new.page.goto(stage.links["recovery"])
    expect(new.page.locator("main")).to_contain_text("This link gives the seat of")
    stage.agrees({"old": old, "blue": blue})

    new.page.get_by_role("button", name="Take the seat here").click()
    stage.number += 1  # the seat's new holder is a step of the battle
    stage.agrees({"new": new, "blue": blue})
    expect(old.page.locator("h1")).to_have_text("Your seat has moved")
    expect(old.page.locator("form.cmd, #decision, #log")).to_have_count(0)
    new.give(command)
    stage.played(side, command)
    stage.agrees({"new": new, "blue": blue})
    assert new.complaints == blue.complaints == []

    assert stage.post(stage.visitors["red"], command).status == 403
    old.page.goto(stage.links["watch"])
    stage.agrees({"old": old})
    expect(old.page.locator("#answers form")).to_have_count(0)


def test_a_way_back_to_a_seat_that_was_lost_shows_a_closed_door(stage: Stage, contexts: Contexts) -> None:
    """The battle page is left, the seat goes to another browser, and the back button is pressed."""
    old = stage.open(contexts(1)[0], "red")
    old.page.locator("a.brand").click()
    expect(old.page.locator("h1")).to_be_focused()
    thief = Visitor()
    thief.get(stage.links["recovery"])
    assert thief.post(stage.links["recovery"], {}).path == f"/b/{stage.battle}/"
    old.page.go_back()
    expect(old.page.locator("h1")).to_have_text("Your seat has moved")
    expect(old.page.locator("live-socket")).to_have_count(0)


def test_a_seat_goes_from_desk_to_phone_and_back(stage: Stage, contexts: Contexts) -> None:
    """By the link that the desk shows; the desk is told and watches, and a fresh link brings the seat back."""
    side, command = stage.play_until(next_is(c.PlaceOrders, "red"))
    desk_context, blue_context = contexts(2)
    desk, blue = stage.open(desk_context, "red"), stage.open(blue_context, "blue")
    phone = Hands(contexts(1, **PHONE)[0].new_page())
    phone.page.goto(passage(desk))
    phone.page.get_by_role("button", name="Take the seat here").click()
    stage.number += 1
    phone.shows(stage.number)
    expect(desk.page.locator("h1")).to_have_text("Your seat has moved")
    phone.give(command)
    stage.played(side, command)
    desk.page.get_by_role("link", name="Watch from here").click()
    expect(desk.page.locator("#moved")).to_be_visible()
    stage.agrees({"desk": desk, "phone": phone, "blue": blue})
    expect(desk.page.locator("form.cmd")).to_have_count(0)
    desk.page.goto(passage(phone))
    desk.page.get_by_role("button", name="Take the seat here").click()
    stage.number += 1
    desk.shows(stage.number)
    expect(phone.page.locator("h1")).to_have_text("Your seat has moved")
    assert blue.complaints == []


def passage(hands: Hands) -> str:
    """The link to another device, as the page shows it beside its code."""
    hands.look("more", "log")
    hands.push(hands.page.locator("#links-more > summary"))
    hands.push(hands.page.get_by_role("button", name="Move my seat"))
    expect(hands.page.locator("#passage svg.qr")).to_be_visible()
    return hands.page.locator("#passage input").input_value()
