"""The map in a browser: the view stays, counters glide, keys go from hex to hex, the ruler measures."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from battles.rules import commands as c
from battles.rules.hexes import distance
from battles.rules.shooting import BLOCKING, obstructions
from tests.browser.hands import Hands
from tests.browser.stage import Stage, next_is

Contexts = Callable[..., list[BrowserContext]]


def box(page: Page) -> list[float]:
    """What part of the sheet is seen: left, top, width, height."""
    return [float(part) for part in (page.locator("#map").get_attribute("viewBox") or "").split()]


def middle(page: Page, hex_: str) -> tuple[float, float]:
    around = page.locator(f"#c-{hex_}").bounding_box()
    assert around is not None
    return around["x"] + around["width"] / 2, around["y"] + around["height"] / 2


def overlay(page: Page) -> Locator:
    return page.locator("#overlay [data-unit]")


def ready(hands: Hands) -> Page:
    """The page once the overlay of its unit has come for the number that it shows."""
    expect(hands.page.locator(f'#overlay [data-number="{hands.number}"]')).to_be_attached()
    return hands.page


# --- the view -----------------------------------------------------------------------------------------------------


def test_zoom_and_place_survive_a_pushed_command_and_another_page(stage: Stage, contexts: Contexts) -> None:
    side, _ = stage.play_until(next_is(c.Move))
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    whole = box(page)
    page.mouse.move(*middle(page, "0606"))
    page.mouse.wheel(0, -240)
    expect(page.locator("#map")).to_have_class(re.compile("near"))
    near = box(page)
    assert near[2] < whole[2] * 0.8
    page.mouse.down()
    page.mouse.move(*[at + 60 for at in middle(page, "0606")], steps=4)
    page.mouse.up()
    moved = box(page)
    assert moved[2] == near[2]
    assert moved[0] < near[0] - 10
    stage.play()
    hands.shows(stage.number)
    assert box(page) == moved
    page.goto(f"{stage.url}/rules/")
    page.goto(stage.address)
    expect(page.locator("#map")).to_have_class(re.compile("near"))
    assert box(page) == pytest.approx(moved, abs=0.2)
    assert not hands.complaints


def test_a_drag_presses_nothing(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    posted = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    x, y = middle(page, command.to)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=5)
    page.mouse.move(x + 1, y + 1, steps=5)
    page.mouse.up()
    expect(overlay(page)).to_be_attached()
    assert posted == []
    page.mouse.click(*middle(page, command.to))
    hands.shows(stage.number + 1)
    assert len(posted) == 1


def test_keys_zoom_move_and_reset(stage: Stage, contexts: Contexts) -> None:
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    whole = box(page)
    page.locator("#cells [tabindex='0']").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = box(page)
    assert near[2] < whole[2] * 0.7
    page.keyboard.press("Shift+ArrowRight")
    assert box(page)[0] > near[0]
    page.keyboard.press("-")
    assert box(page)[2] > near[2]
    page.keyboard.press("0")
    assert box(page) == whole


def test_two_fingers_zoom(stage: Stage, contexts: Contexts) -> None:
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    whole = box(page)
    page.evaluate(
        """([x, y]) => {
          const say = (type, id, dx) => document.querySelector("#map").dispatchEvent(new PointerEvent(type,
            { pointerId: id, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true, isPrimary: id === 1 }));
          say("pointerdown", 1, -30); say("pointerdown", 2, 30);
          say("pointermove", 2, 60); say("pointermove", 1, -60);
          say("pointerup", 1, -60); say("pointerup", 2, 60);
        }""",
        list(middle(page, "0606")),
    )
    assert box(page)[2] == pytest.approx(whole[2] / 2, rel=0.05)


# --- flipping -----------------------------------------------------------------------------------------------------


def test_a_flipped_map_keeps_its_counters_upright_and_its_presses_right(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    unit = page.locator(f"#u-{command.unit}")
    before = middle(page, "0101")
    with page.expect_response(re.compile("/sheet/")):
        page.locator('.tools > [data-map="flip"]').click()
    page.wait_for_function(f"() => document.querySelector('#c-0101').getBoundingClientRect().x > {before[0]}")
    start = stage.replica.battle.units[command.unit].spot
    around = unit.bounding_box()
    assert around is not None
    x, y = middle(page, start)
    assert abs(around["x"] + around["width"] / 2 - x) < 12
    assert abs(around["y"] + around["height"] / 2 - y) < 12
    # a sign is turned back: its own axes point as those of the screen
    matrix = page.locator("#tokens .tok").first.evaluate(
        "node => { const m = node.getScreenCTM(); return [m.a, m.d]; }"
    )
    assert min(matrix) > 0
    expect(overlay(page)).to_be_attached()
    page.mouse.click(*middle(page, command.to))
    hands.shows(stage.number + 1)
    stage.played(side, command)
    page.reload()
    expect(page.locator("#map[data-turned]")).to_be_attached()
    assert not hands.complaints


# --- counters -----------------------------------------------------------------------------------------------------


def test_a_counter_keeps_its_node_and_glides(stage: Stage, contexts: Contexts) -> None:
    _, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    page.evaluate(
        """(id) => {
          window.before = document.getElementById(id);
          window.ran = [];
          document.addEventListener("transitionrun", (event) =>
            window.ran.push(`${event.target.id} ${event.propertyName}`));
        }""",
        f"u-{command.unit}",
    )
    stage.play()
    hands.shows(stage.number)
    assert page.evaluate("(id) => window.before === document.getElementById(id)", f"u-{command.unit}")
    page.wait_for_function("(run) => window.ran.includes(run)", arg=f"u-{command.unit} transform")
    spot = stage.replica.battle.units[command.unit].spot
    expect(page.locator(f"#u-{command.unit}")).to_have_attribute("data-hex", spot)


def test_reduced_motion_lets_nothing_travel(stage: Stage, contexts: Contexts) -> None:
    _, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    page.emulate_media(reduced_motion="reduce")
    page.evaluate('() => { window.ran = 0; document.addEventListener("transitionrun", () => window.ran++); }')
    stage.play()
    hands.shows(stage.number)
    assert page.evaluate("() => window.ran") == 0


def test_losses_are_marked_on_the_counter_that_took_them(stage: Stage, contexts: Contexts) -> None:
    stage.play_until(next_is(c.Attack))
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    page.evaluate(
        """() => {
          window.marks = [];
          new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes)
            window.marks.push(node.textContent); }).observe(document.querySelector("#marks"), { childList: true });
        }"""
    )
    before = {unit.id: unit.hits for unit in stage.replica.battle.on_map()}
    lost: list[str] = []
    for _ in range(60):
        stage.play()
        hands.shows(stage.number)
        now = {unit.id: unit.hits for unit in stage.replica.battle.on_map()}
        lost += [f"−{before[id_] - hits}" for id_, hits in now.items() if hits < before.get(id_, hits)]
        before = now
        if lost:
            break
    assert lost
    assert page.evaluate("() => window.marks") == lost


# --- layers and ways ----------------------------------------------------------------------------------------------


def test_one_layer_at_a_time_by_button_and_by_key(stage: Stage, contexts: Contexts) -> None:
    side, _ = stage.play_until(next_is(c.Attack))
    page = ready(stage.open(contexts(1)[0], side))
    names = [button.get_attribute("data-show") for button in page.locator("[data-show]").all()]
    assert len(names) > 1
    for i, name in enumerate(names):
        if i % 2:
            page.locator(f'[data-show="{name}"]').click()
        else:
            page.keyboard.press(str(i + 1))
        expect(page.locator(f'[data-show="{name}"]')).to_have_attribute("aria-pressed", "true")
        shown = page.locator("#overlay [data-layer].on, #aims [data-layer].on")
        assert {layer.get_attribute("data-layer") for layer in shown.all()} == {name}


def test_the_way_to_a_hex_is_shown_before_one_goes(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    assert page.locator("#aims g.leg.on").count() == 0
    page.mouse.move(*middle(page, command.to))
    start = stage.replica.battle.units[command.unit].spot
    legs = page.locator("#aims g.leg.on")
    expect(legs).not_to_have_count(0)
    assert legs.count() >= distance(start, command.to)
    assert page.locator(f"#aims g.leg.on[data-from^='l-{start}']").count() == 1
    assert page.locator(f"#aims g.leg.on[id^='l-{command.to}']").count() == 1


def test_a_finger_sees_the_way_before_it_goes(stage: Stage, browser: Browser) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
    hands = stage.open(context, side)
    page = ready(hands)
    page.evaluate("(hex) => document.getElementById(`c-${hex}`).focus()", command.to)
    page.locator("#legend > summary").tap()  # a narrow map keeps these under the legend: its buttons hide counters
    page.locator("#legend [data-map='out']").tap()
    page.locator("#legend > summary").tap()
    page.touchscreen.tap(*middle(page, command.to))
    expect(page.locator("#measure")).to_contain_text("Tap again to go.")
    expect(page.locator("#aims g.leg.on")).not_to_have_count(0)
    assert hands.number == stage.number
    page.touchscreen.tap(*middle(page, command.to))
    hands.shows(stage.number + 1)
    expect(page.locator(f"#u-{command.unit}")).to_have_attribute("data-hex", command.to)
    context.close()


# --- keys ---------------------------------------------------------------------------------------------------------


def walk(page: Page, to: str) -> None:
    """From the cell that has the focus to another one, by arrows alone."""
    flipped = page.locator("#map").get_attribute("data-flipped") is not None
    for _ in range(80):
        here = page.evaluate("() => document.activeElement.dataset.cell")
        if here == to:
            return
        across, along = int(to[:2]) - int(here[:2]), int(to[2:]) - int(here[2:])
        if flipped:
            across, along = -across, -along
        step = "Right" if across > 0 else "Left" if across < 0 else "Down" if along > 0 else "Up"
        page.keyboard.press(f"Arrow{step}")
    raise AssertionError(f"{to} not reached")


def test_the_keyboard_chooses_a_unit_and_moves_it(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Move))
    assert isinstance(command, c.Move)
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    battle = stage.replica.battle
    assert page.locator("#map [tabindex='0']").count() == 1
    page.locator("#cells [tabindex='0']").focus()
    walk(page, battle.units[command.unit].spot)
    cell = page.locator(f"#c-{battle.units[command.unit].spot}")
    expect(cell).to_have_attribute("aria-labelledby", re.compile(rf"u-{command.unit}\b"))
    walk(page, command.to)
    expect(page.locator("#aims g.leg.on")).not_to_have_count(0)
    spoken = page.locator(f"#c-{command.to}").get_attribute("aria-labelledby")
    assert spoken == f"c-{command.to} o-{command.to}"
    assert page.locator("#map [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    hands.shows(stage.number + 1)
    expect(page.locator(f"#u-{command.unit}")).to_have_attribute("data-hex", command.to)
    assert page.evaluate("() => document.activeElement.dataset.cell") == command.to
    assert not hands.complaints


def test_a_cell_is_spoken_with_ground_unit_and_what_may_be_done(stage: Stage, contexts: Contexts) -> None:
    side, command = stage.play_until(next_is(c.Attack))
    assert isinstance(command, c.Attack)
    hands = stage.open(contexts(1)[0], side)
    page = ready(hands)
    target = stage.replica.battle.units[command.target]
    page.locator("#cells [tabindex='0']").focus()
    walk(page, target.spot)
    session = page.context.new_cdp_session(page)
    tree = session.send("Accessibility.getFullAXTree")["nodes"]
    names = [node.get("name", {}).get("value", "") for node in tree if node.get("role", {}).get("value") == "gridcell"]
    spoken = next(name for name in names if name.startswith(f"{target.spot[:2]} {target.spot[2:]}, "))
    assert f"{target.hits}/{target.stats.hits}" in spoken
    assert re.search(r"target: .*, number -?\d+, \d+ % to hit", spoken)


# --- the ruler ----------------------------------------------------------------------------------------------------


def test_the_ruler_by_mouse_and_by_keys(stage: Stage, contexts: Contexts) -> None:
    hands = stage.open(contexts(1)[0], "watcher")
    page = hands.page
    map_ = stage.replica.battle.map
    page.locator('.tools > [data-map="ruler"]').click()
    for a, b in (("0302", "0911"), ("0101", "0104"), ("0606", "0109")):
        page.mouse.click(*middle(page, a))
        page.mouse.click(*middle(page, b))
        expect(page.locator(".measured")).to_contain_text(f"{a} → {b}: {distance(a, b)} hexes")
        count, hill = obstructions(map_, a, b)
        shut = page.locator(".measured.shut")
        expect(shut).to_have_count(int(hill or count >= BLOCKING))
    page.keyboard.press("Escape")
    expect(page.locator("#ruler > *")).to_have_count(0)
    page.locator("#cells [tabindex='0']").focus()
    walk(page, "0203")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    walk(page, "0206")
    expect(page.locator(".measured")).to_contain_text("0203 → 0206: 3 hexes")
    page.keyboard.press("Enter")
    walk(page, "0208")
    expect(page.locator(".measured")).to_contain_text("0203 → 0206: 3 hexes")
    page.keyboard.press("Escape")
    expect(page.locator('.tools > [data-map="ruler"]')).to_have_attribute("aria-pressed", "false")
    assert not hands.complaints
