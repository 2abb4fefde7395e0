"""Hands of a player: they press the controls of the page, and know nothing of the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from battles.rules import commands as c


class Hands:
    """A page of one person, and every complaint that its browser made."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    # before the battle

    def start_battle(
        self, url: str, *, name: str, sheet: str, army: str, preset: str = "skirmish", turns: int = 0,
        referee: bool = False,
    ) -> None:  # fmt: skip
        """Start a battle from the home page; the page shows its links afterwards."""
        self.page.goto(url)
        self._check("preset", preset)
        self._check("map", sheet)
        self._check("army", army)
        if turns or referee:
            self.page.locator("form.setup .more-options > summary").click()
            self.page.locator('[name="turn_limit"]').fill(str(turns))
            self.page.locator('[name="referee"]').set_checked(referee)
        self._named(name)

    def take_seat(self, invite: str, *, name: str, army: str) -> None:
        self.page.goto(invite)
        self._check("army", army)
        self._named(name)

    def _check(self, field: str, value: str) -> None:
        self.page.locator(f'input[type=radio][name="{field}"][value="{value}"]').check(force=True)

    def _named(self, name: str) -> None:
        self.page.locator('form.setup input[name="name"]').fill(name)
        self.page.locator("form.setup button.pri").click()

    def links(self) -> dict[str, str]:
        """The links that the page shows: invite, watch, recovery."""
        expect(self.page.locator(".linkrow input").first).to_be_attached()
        shown = [field.input_value() for field in self.page.locator(".linkrow input").all()]
        kinds = {"/s/": "invite", "/w/": "watch", "/r/": "recovery"}
        return {name: link for link in shown for mark, name in kinds.items() if mark in link}

    # in the battle

    @property
    def number(self) -> int:
        return int(self.page.locator("#number").get_attribute("data-number") or 0)

    def shows(self, number: int) -> None:
        """Wait until the page is at this number."""
        expect(self.page.locator("#number")).to_have_attribute("data-number", str(number))

    def set_answers(self, *, fear: str, reduce: str) -> None:
        """Open the habits, choose what to answer to fear and casualties, and keep it."""
        form = self.open_habits()
        self.choose(form.locator("[name=fear]"), fear)
        self.choose(form.locator("[name=reduce]"), reduce)
        self.push(form.get_by_role("button"))
        expect(self.page.locator("#f-habits .kept")).to_be_visible()
        self.push(self.page.locator("#habits-more > summary"))

    def open_habits(self) -> Locator:
        """The panel of the habits, read anew."""
        self.look("more", "log")
        if self.page.locator("#habits-more").get_attribute("open") is None:
            self.push(self.page.locator("#habits-more > summary"))
        form = self.page.locator("#f-habits")
        expect(form).to_be_visible()
        return form

    def give(self, command: c.Command) -> None:
        """Do on the page what the command says."""
        self.look("unit")
        _GIVE[type(command)](self, command)

    def look(self, *tabs: str) -> None:
        """Bring an instrument up by the first of these tabs that the width has; a wide page shows all of them."""
        shown = [tab for name in tabs if (tab := self.page.locator(f'.tabs [data-tab="{name}"]')).is_visible()]
        if shown and shown[0].get_attribute("aria-pressed") != "true":
            self.push(shown[0])

    # what a hand does; keys and fingers do it in their own way

    def push(self, control: Locator) -> None:
        control.click()

    def choose(self, field: Locator, value: str) -> None:
        field.select_option(value)

    def tick(self, box: Locator) -> None:
        box.check(force=True)

    def untick(self, box: Locator) -> None:
        box.uncheck(force=True)

    def alone(self, form: Locator) -> None:
        """Answer what is asked and nothing else of the turn's preparation."""
        whole = form.locator('[name="then"]')
        if whole.count():
            self.untick(whole)

    def go(self, form: Locator, to: str) -> None:
        """Send a unit to a hex of those that its form offers."""
        choice = form.locator("select[name=to]")
        expect(choice).to_be_visible()
        self.choose(choice, to)
        self.press(form)

    def form(self, do: str, **fields: str | None) -> Locator:
        """The form that sends this command with these fixed fields."""
        fixed = {"do": do, **{name: value for name, value in fields.items() if value is not None}}
        having = "".join(f':has(input[type="hidden"][name="{name}"][value="{value}"])' for name, value in fixed.items())
        return self.page.locator(f"form.cmd{having}")

    def press(self, form: Locator) -> None:
        self.push(form.get_by_role("button").last)
        self.agree()

    def agree(self) -> None:
        """Say yes, if the page asks before what cannot be taken back."""
        yes = self.page.locator(".surely [data-yes]")
        if yes.count():
            self.push(yes)

    def map_hex(self, hex_: str) -> Locator:
        return self.page.locator(f'#overlay [data-hex="{hex_}"]')


def _deploy(hands: Hands, command: c.Deploy) -> None:
    form = hands.form("deploy")
    _place(hands, form, command)
    for unit in command.reserve:
        hands.tick(form.locator(f'input[name="reserve"][value="{unit}"]'))
    hands.push(form.locator("button.pri"))
    hands.agree()


def _place(hands: Hands, form: Locator, command: c.Deploy | c.Enter) -> None:
    for unit, spot in command.placements.items():
        hands.choose(form.locator(f'select[name="placements.{unit}.hex"]'), spot.hex)
    linked = {unit: link for link, units in command.links.items() for unit in units}
    for row in form.locator("select[data-link]").all():
        hands.choose(row, linked.get((row.get_attribute("name") or "").removeprefix("member."), ""))


def _enter(hands: Hands, command: c.Enter) -> None:
    form = hands.form("enter")
    _place(hands, form, command)
    hands.alone(form)
    hands.press(form)


def _review(hands: Hands, command: c.ReviewLink) -> None:
    form = hands.form("review_link", link=command.link, question=command.question, choice=command.choice)
    for box in form.locator("input[type=checkbox][name=units]").all() if command.choice == "exclude" else ():
        box.set_checked(box.get_attribute("value") in command.units)
    hands.press(form)


def _fate(hands: Hands, command: c.HirelingFate) -> None:
    hands.press(hands.form("hireling_fate", company=command.company, fate=command.fate))


def _modifier(hands: Hands, command: c.HirelingModifier) -> None:
    form = hands.form("hireling_modifier", company=command.company)
    hands.choose(form.locator("select"), str(command.value))
    hands.press(form)


def _terms(hands: Hands, command: c.HirelingTerms) -> None:
    form = hands.form("hireling_terms", company=command.company)
    hands.choose(form.locator("select"), command.terms)
    hands.press(form)


def _call(hands: Hands, command: c.HirelingCheck) -> None:
    hands.press(hands.form("hireling_check", company=command.company))


def _orders(hands: Hands, command: c.PlaceOrders) -> None:
    form = hands.form("place_orders")
    for group, order in command.orders.items():
        hands.tick(form.locator(f'input[name="orders.{group}"][value="{order}"]'))
    hands.press(form)


def _spend(hands: Hands, command: c.SpendInitiative) -> None:
    form = hands.form("spend_initiative")
    for group, points in command.points.items():
        row = form.locator("li").filter(has=hands.page.locator(f'input[name="points.{group}"]'))
        for _ in range(points):
            hands.push(row.locator("[data-more]"))
    hands.press(form)


def _checks(hands: Hands, command: c.CancelChecks) -> None:
    page = hands.page
    expect(page.locator('#decision[data-kind="checks"]')).to_be_visible()
    if page.locator("#f-roll").count():
        hands.press(page.locator("#f-cancel" if command.units else "#f-roll"))
        return
    for unit in command.units:
        hands.tick(page.locator(f'#f-cancel input[name="units"][value="{unit}"]'))
    hands.alone(page.locator("#f-cancel"))
    hands.press(page.locator("#f-cancel"))


def _reduction(hands: Hands, command: c.ReduceCasualties) -> None:
    form = hands.form("reduce_casualties")
    for shot in command.cancel:
        hands.tick(form.locator(f'input[name="cancel"][value="{shot}"]'))
    hands.press(form)


def _move(hands: Hands, command: c.Move) -> None:
    if command.to == "off":
        hands.press(hands.form("move", unit=command.unit, to="off", edge=command.edge))
        return
    hands.go(hands.form("move", unit=command.unit), command.to)


def _go(hands: Hands, form: Locator, to: str) -> None:
    choice = form.locator("select[name=to]")
    expect(choice).to_be_visible()
    choice.select_option(to)
    hands.press(form)


def _turn(hands: Hands, command: c.Turn) -> None:
    hands.push(hands.form("turn", unit=command.unit).locator(f'button[value="{command.facing}"]'))


def _stand(hands: Hands, command: c.Stand) -> None:
    hands.press(hands.form("stand", unit=command.unit))


def _special(hands: Hands, command: c.Special) -> None:
    form = hands.form(
        "special", variant=command.variant, unit=command.unit, weapon=command.weapon, target=command.target
    )
    if command.to:
        hands.go(form, command.to)
    else:
        hands.press(form)


def _attack(hands: Hands, command: c.Attack) -> None:
    target = hands.page.locator(f"#t-{command.unit}-{command.target}")
    expect(target).to_be_visible()
    if target.get_attribute("open") is None:
        hands.push(target.locator("summary"))
    form = hands.form("attack", unit=command.unit, weapon=command.weapon, target=command.target)
    if form.locator("select[name=shots]").count():
        hands.choose(form.locator("select[name=shots]"), str(command.shots or 1))
    hands.press(form)


def _end(hands: Hands, command: c.EndActivation) -> None:
    hands.press(hands.form("end_activation", group=command.group))


_GIVE: Mapping[type, Callable[[Hands, Any], None]] = {
    c.Deploy: _deploy,
    c.Enter: _enter,
    c.ReviewLink: _review,
    c.HirelingFate: _fate,
    c.HirelingModifier: _modifier,
    c.HirelingTerms: _terms,
    c.HirelingCheck: _call,
    c.PlaceOrders: _orders,
    c.SpendInitiative: _spend,
    c.CancelChecks: _checks,
    c.ReduceCasualties: _reduction,
    c.Move: _move,
    c.Turn: _turn,
    c.Stand: _stand,
    c.Special: _special,
    c.Attack: _attack,
    c.EndActivation: _end,
}
