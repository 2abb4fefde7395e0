"""The panels: what each viewer gets of a battle, and that it fits the door in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from django.http import QueryDict
from django.urls import reverse

from battles.live import forms, habits, panels
from battles.live.models import Seat
from battles.live.tables import Table
from battles.rules.battle import Battle, Options, Side
from battles.rules.catalogue import catalogue, make_unit
from battles.rules.choices import ActivationChoice, OrdersChoice, SpendChoice
from battles.rules.dice import SeededDice
from battles.rules.legal import legal
from battles.rules.policy.deployment import suggest
from battles.rules.refusals import Refused
from battles.rules.turn import begin, decide, opening

from .commander import form_of

NASTY = "<img src=x onerror=alert(1)>\u202e\"'" + "Ы" * 150
VIEWERS = ("red", "blue", "watcher")
LANGUAGES = ("en", "ru")
ARMY = (("bogatyr", "voivode"), ("otrok", None), ("kmeti", None), ("smerdy", None))


def start(names: dict[str, str] | None = None) -> Table:
    """A fresh skirmish before its deployment."""
    sheet = next(sheet for sheet in catalogue().maps.values() if sheet.preset == "skirmish")
    units = {
        f"{side[0]}{i}": make_unit(id=f"{side[0]}{i}", side=side, type=kind, commander=rank, name=f"Имя {side[0]}{i}")
        for side in ("red", "blue")
        for i, (kind, rank) in enumerate(ARMY, start=1)
    }
    options = Options(turn_limit=6, deploy_rows=3, size=200)
    battle = Battle(options, sheet.map, {side: Side(side) for side in ("red", "blue")}, units, chreda="deployment")
    battle = replace(battle, agenda=opening(battle))
    table = Table(
        battle_id="b", number=0, phase="playing", battle=battle, log=(),
        names=names or {"red": "Ратибор", "blue": "Мстислава"},
        preset="skirmish", options={}, map_id=sheet.id,
    )  # fmt: skip
    return table.after(number=1, side=None, events=begin(battle, SeededDice("panels")))


def position(table: Table) -> Battle:
    assert table.battle is not None
    return table.battle


def given(table: Table, side: str, form: dict[str, object], dice: SeededDice) -> Table:
    """The table after one posted form."""
    post = QueryDict(mutable=True)
    for name, value in form.items():
        post.setlist(name, [str(each) for each in value] if isinstance(value, list) else [str(value)])
    events = decide(position(table), side, forms.command_of(post), dice)
    return table.after(number=table.number + 1, side=side, events=events)


def played(seed: str, names: dict[str, str] | None = None) -> Iterator[Table]:
    """A whole battle at random, table by table."""
    table, dice, chance = start(names), SeededDice(seed), Random(seed)
    while not position(table).result:
        yield table
        side = next(side for side in ("red", "blue") if legal(position(table), side).choice is not None)
        form = form_of(position(table), side, chance)
        assert form is not None
        try:
            table = given(table, side, form, dice)
        except Refused:
            continue
    yield table


@pytest.fixture(scope="module")
def battle_through() -> list[Table]:
    return list(played("one"))


def kinds(tables: list[Table]) -> set[str]:
    found = set()
    for table in tables:
        for viewer in ("red", "blue"):
            html = panels.render(table, viewer, "en")["decision"]
            found |= set(re.findall(r'data-kind="(\w+)"', html))
    return found


def test_every_step_of_a_battle_is_drawn_for_everybody(battle_through: list[Table]) -> None:
    for table in battle_through[::3] + battle_through[-1:]:
        for viewer in VIEWERS:
            for language in LANGUAGES:
                drawn = panels.render(table, viewer, language)
                assert set(drawn) == set(panels.PANELS)
                assert not [name for name, html in drawn.items() if "sec broken" in html]
                assert f'data-number="{table.number}"' in drawn["header"]


def test_all_kinds_of_decisions_were_among_them(battle_through: list[Table]) -> None:
    assert {"deploy", "orders", "spend", "activation", "waiting", "over"} <= kinds(battle_through)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_panel_has_its_own_element(viewer: str, battle_through: list[Table]) -> None:
    drawn = panels.render(battle_through[5], viewer, "ru")
    for name, html in drawn.items():
        if name == "map":
            assert html.startswith("<template><svg>")
            assert 'id="tokens" hx-swap-oob="morph"' in html
        else:
            assert re.match(rf'\s*<\w+ id="{name}"', html), html[:80]
            assert html.count("hx-swap-oob") == 1
    assert not any(
        "hx-swap-oob" in html for html in panels.page_context(battle_through[5], viewer, "ru")["panels"].values()
    )


def test_nothing_inline_that_the_policy_forbids(battle_through: list[Table]) -> None:
    for table in battle_through[::10]:
        for html in panels.render(table, "red", "en").values():
            assert not re.search(r"\sstyle=|<script|\son\w+=|hx-on|javascript:", html)


def test_names_are_harmless_and_isolated() -> None:
    for table, _ in zip(played("names", {"red": NASTY, "blue": NASTY}), range(12), strict=False):
        for viewer in VIEWERS:
            for html in panels.render(table, viewer, "ru").values():
                assert "<img" not in html


# --- what one may not know ---------------------------------------------------------------------------------------


def committed_orders(order: str) -> Table:
    """A battle in which blue has given its orders and red has not."""
    table, dice, chance = start(), SeededDice("secret"), Random(3)
    while legal(position(table), "blue").choice is None or position(table).chreda == "deployment":
        side = next(side for side in ("red", "blue") if legal(position(table), side).choice is not None)
        table = given(table, side, form_of(position(table), side, chance) or {}, dice)
    groups = {f"orders.{group}": order for group in position(table).groups() if group.startswith("b")}
    return given(table, "blue", {"do": "place_orders", **groups}, dice)


@pytest.mark.parametrize("viewer", ["red", "watcher"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_of_the_other_side_change_no_byte_before_the_reveal(viewer: str, language: str) -> None:
    one, other = committed_orders("attack"), committed_orders("hold")
    assert position(one).committed != position(other).committed
    assert panels.render(one, viewer, language) == panels.render(other, viewer, language)
    assert (
        panels.page_context(one, viewer, language)["panels"] == panels.page_context(other, viewer, language)["panels"]
    )


def test_standing_answers_of_the_other_side_are_not_shown() -> None:
    table = start()
    side = position(table).sides["blue"]
    changed = replace(side, answers=replace(side.answers, cancel_checks="never"))
    other = replace(table, battle=position(table).with_side(changed))
    seat = Seat(side="blue")
    assert habits.context(position(table), seat) != habits.context(position(other), seat)
    assert panels.render(table, "red", "en") == panels.render(other, "red", "en")


def test_who_is_waited_for_is_true_for_everybody() -> None:
    table = committed_orders("attack")
    assert "ждём: <bdi>Ратибор</bdi> — приказы" in panels.render(table, "blue", "ru")["decision"]
    assert "ждём: <bdi>Ратибор</bdi> — приказы" in panels.render(table, "watcher", "ru")["decision"]
    assert 'data-kind="orders"' in panels.render(table, "red", "ru")["decision"]


# --- what may be done --------------------------------------------------------------------------------------------


FORM = re.compile(r"<form[^>]*hx-post[^>]*>.*?</form>", re.DOTALL)


def first_values(form: str) -> QueryDict:
    """The form as an untouched browser would send it, by its first button."""
    post = QueryDict(mutable=True)
    for field in re.findall(r'<input type="hidden" name="([\w.-]+)" value="([^"]*)"', form):
        post.appendlist(*field)
    for name, select in re.findall(r'<select name="([\w.-]+)".*?>(.*?)</select>', form, re.DOTALL):
        options = re.findall(r'<option(?: value="([^"]*)")?([^>]*)>([^<]*)', select)
        chosen = next((o for o in options if "selected" in o[1]), options[0])
        post.appendlist(name, chosen[0])
        facing = re.search(r'data-facing="(\w+)"', chosen[1])
        if facing:
            post.appendlist("facing", facing[1])
    for name, value in re.findall(r'<input type="radio" name="([\w.-]+)" value="(\w+)" checked', form):
        post.appendlist(name, value)
    button = re.search(r'<button class="[^"]*" name="(\w+)" value="(\w+)"(?![^>]*disabled)', form)
    if button:
        post.appendlist(*button.groups())
    return post


def test_every_form_of_an_activation_is_accepted_by_the_rules(battle_through: list[Table]) -> None:
    tried = set()
    for table in battle_through[::2]:
        for side in ("red", "blue"):
            drawn = panels.render(table, side, "en")
            if 'data-kind="activation"' not in drawn["decision"]:
                continue
            for form in FORM.findall(drawn["decision"] + drawn["say"]):
                if "<button" in form and "disabled>" in form and 'name="facing"' not in form:
                    continue
                command = forms.command_of(first_values(form))
                if 'aria-disabled="true"' in form:  # shut, but it may be pressed to hear why
                    with pytest.raises(Refused):
                        decide(position(table), side, command, SeededDice("try"))
                    continue
                decide(position(table), side, command, SeededDice("try"))
                tried.add(command.do)
    assert {"move", "turn", "attack", "end_activation", "special"} <= tried


def test_what_is_not_legal_stays_with_its_reason(battle_through: list[Table]) -> None:
    html = "".join(panels.render(table, "red", "en")["decision"] for table in battle_through)
    assert 'aria-disabled="true"' in html
    assert "That needs the special order." in html


def with_reserve() -> Table:
    """Turn 2 of a battle whose red side has held a unit back."""
    table, dice = start(), SeededDice("reserve")
    for side in ("red", "blue"):
        held = f"{side[0]}4"
        spots = suggest(position(table), side).placements
        form: dict[str, object] = {f"placements.{id_}.hex": spot.hex for id_, spot in spots.items() if id_ != held}
        table = given(table, side, {"do": "deploy", "reserve": [held], **form}, dice)
    while position(table).turn == 1:
        side = next(side for side in ("red", "blue") if legal(position(table), side).choice is not None)
        match legal(position(table), side).choice:
            case OrdersChoice(groups=groups):
                form = {"do": "place_orders"} | {f"orders.{group}": "hold" for group in groups}
            case SpendChoice():
                form = {"do": "spend_initiative"}
            case ActivationChoice(group=group):
                form = {"do": "end_activation", "group": group}
        table = given(table, side, form, dice)
    return table


def test_reserves_are_asked_for_and_enter_by_the_form() -> None:
    table = with_reserve()
    for viewer in VIEWERS:
        assert not [name for name, html in panels.render(table, viewer, "ru").items() if "sec broken" in html]
    asked = panels.render(table, "red", "en")["decision"]
    assert 'data-kind="enter"' in asked
    assert "waiting for Мстислава" in panels.render(table, "watcher", "en")["decision"].replace("<bdi>", "")
    post = first_values(asked[asked.index("<form") :])
    hexes = re.findall(r"<option>(\d{4})</option>", asked)
    post.setlist("placements.r4.hex", [hexes[0]])
    dice = SeededDice("more")
    table = table.after(number=90, side="red", events=decide(position(table), "red", forms.command_of(post), dice))
    assert position(table).units["r4"].hex is None, "sealed until the other side has decided, too"
    table = given(table, "blue", {"do": "enter"}, dice)
    assert position(table).units["r4"].hex == hexes[0]
    assert [unit.id for unit in position(table).units.values() if unit.reserve] == ["b4"]


def test_suggested_places_are_lawful() -> None:
    table = start()
    html = panels.render(table, "red", "en")["decision"]
    places = re.findall(r'data-place="(\w+)" data-suggested="(\d{4})"', html)
    assert len(places) == len(ARMY)
    form: dict[str, object] = {"do": "deploy", **{f"placements.{unit}.hex": hex_ for unit, hex_ in places}}
    assert given(table, "red", form, SeededDice("x")).number == table.number + 1


def test_the_overlay_shows_the_reach_of_the_active_unit_only(battle_through: list[Table]) -> None:
    for table in battle_through:
        for side in ("red", "blue"):
            choice = legal(position(table), side).choice
            units = getattr(choice, "units", {})
            moving = next((unit for unit in units.values() if getattr(unit, "moves", {})), None)
            if moving is not None and hasattr(choice, "group"):
                own = panels.overlay(table, side, moving.unit, "en")
                assert set(re.findall(r'data-hex="(\d{4})" data-kind="move"', own)) == set(moving.moves)
                other = panels.overlay(table, "watcher", moving.unit, "en")
                assert "data-kind" not in other
                return
    pytest.fail("nobody moved")


# --- the end -----------------------------------------------------------------------------------------------------


def test_the_end_tells_the_winner_and_points_that_add_up(battle_through: list[Table]) -> None:
    last = battle_through[-1]
    html = panels.render(last, "watcher", "en")["end"]
    assert reverse("live:file", args=["b"]) in html
    listed = [int(points) for points in re.findall(r'<td class="num">(\d+)</td>', html)]
    assert sum(listed) == sum(side.points for side in position(last).sides.values())


def test_the_players_own_words(battle_through: list[Table]) -> None:
    html = "".join("".join(panels.render(table, "red", "ru").values()) for table in battle_through[::4])
    for word in ("БД", "Инц", "Дрзст", "Тч", "чред"):
        assert word in html
    assert not re.search(r">\s*(Order of activation|Morale|Log)\s*<", html)
