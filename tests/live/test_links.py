"""Links at the table: formed, reviewed, led as one body, and seen by everybody who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from battles.live import panels, tables
from battles.live.models import Move
from battles.rules.battle import Battle
from battles.rules.choices import ActivationChoice, DeployChoice, OrdersChoice, ReviewChoice, SpendChoice
from battles.rules.hexes import distance
from battles.rules.legal import legal
from battles.rules.policy.deployment import suggest
from battles.rules.together import formation

from .conftest import Player, seat_link

Opened = Callable[..., Player]
GUARD = ("r1", "r2")


@dataclass
class Linked:
    """A skirmish of two frontier bands; red's guard of two squads is a link."""

    red: Player
    blue: Player

    @property
    def battle(self) -> Battle:
        battle = tables.load(self.red.battle).battle
        assert battle is not None
        return battle

    def panel(self, name: str, viewer: str = "red") -> str:
        return panels.render(tables.load(self.red.battle), viewer, "en")[name]

    def until(self, kind: type) -> object:
        """Everybody holds and passes until red is asked for that, or leads its guard."""
        while True:
            for player in (self.red, self.blue):
                choice = legal(self.battle, player.side).choice
                leads = not isinstance(choice, ActivationChoice) or choice.group == "rL1"
                if player is self.red and isinstance(choice, kind) and leads:
                    return choice
                self._pass(player, choice)

    def _pass(self, player: Player, choice: object) -> None:
        match choice:
            case OrdersChoice(groups=groups):
                self._given(player.give("place_orders", **{f"orders.{group}": "attack" for group in groups}))
            case SpendChoice():
                self._given(player.give("spend_initiative"))
            case ActivationChoice(group=group):
                self._given(player.give("end_activation", group=group))

    @staticmethod
    def _given(answer: HttpResponse) -> None:
        assert answer.status_code == 204, answer.content.decode()

    def together(self, key: str = "together-1", **fields: object) -> HttpResponse:
        seen = tables.load(self.red.battle).number
        return self.red.client.post(f"/b/{self.red.battle}/together", {"seen": seen, "key": key, **fields})


@pytest.fixture
def linked(opened: Opened) -> Linked:
    red = opened(army="skirmish_vataga")
    client = Client()
    assert client.post(seat_link(red.battle), {"name": "Олег", "army": "skirmish_vataga"}).status_code == 302
    pair = Linked(red, Player(client, red.battle, "blue"))
    for player in (pair.red, pair.blue):
        links = {"rL1": GUARD} if player is pair.red else {}
        command = suggest(pair.battle, player.side, links)
        form = {f"placements.{id_}.hex": spot.hex for id_, spot in command.placements.items()}
        member = {f"member.{id_}": link for link, units in command.links.items() for id_ in units}
        Linked._given(player.give("deploy", **form, **member))
    return pair


def test_the_form_offers_links_and_shows_those_that_the_list_plans(opened: Opened) -> None:
    red = opened(army="skirmish_vataga")
    Client().post(seat_link(red.battle), {"name": "Олег", "army": "skirmish_vataga"})
    table = tables.load(red.battle)
    html = panels.render(table, "red", "en")["decision"]
    choice = legal(table.battle, "red").choice if table.battle else None
    assert isinstance(choice, DeployChoice)
    assert html.count('name="member.') == 5  # five squads of the druzhina; hirelings form no links
    assert 'name="member.r6"' not in html
    rows = {row.split('"')[0]: row for row in html.split('data-place="')[1:]}
    assert 'value="rL1" selected' in rows["r1"]
    assert 'value="rL1" selected' in rows["r2"]
    assert "selected" not in rows["r3"].split('name="member.r3"')[1].split("</select>")[0]
    assert 'value="rL2" selected' in rows["r4"]


def test_a_link_is_one_group_and_one_body_for_everybody(linked: Linked) -> None:
    assert linked.battle.links["rL1"].members == GUARD
    for viewer in ("red", "blue", "watcher"):
        html = linked.panel("map", viewer)
        assert html.count('class="bond red-b"') == 1
        assert ">Link 1</text>" in html
    assert 'name="orders.rL1"' in linked.panel("decision")
    assert 'name="orders.r1"' not in linked.panel("decision")


def test_hirelings_in_a_link_are_refused_with_the_rule(opened: Opened) -> None:
    red = opened(army="skirmish_vataga")
    client = Client()
    client.post(seat_link(red.battle), {"name": "Олег", "army": "skirmish_vataga"})
    table = tables.load(red.battle)
    assert table.battle is not None
    form = {f"placements.{id_}.hex": spot.hex for id_, spot in suggest(table.battle, "red").placements.items()}
    answer = red.give("deploy", **form, **{"member.r6": "rL1", "member.r7": "rL1"})
    assert answer.status_code == 422
    assert "Hirelings form no links." in answer.content.decode()


def test_the_body_goes_together_and_keeps_its_shape(linked: Linked) -> None:
    choice = linked.until(ActivationChoice)
    assert isinstance(choice, ActivationChoice)
    before = linked.battle
    assert 'id="body"' in linked.panel("decision")
    goal = next(
        hex_ for hex_ in choice.units["r1"].moves if formation(before, "r1", hex_)["r2"] in choice.units["r2"].moves
    )
    answer = linked.together(do="go", unit="r1", to=goal)
    assert answer.status_code == 204, answer.content.decode()
    after = linked.battle
    assert after.units["r1"].hex == goal
    apart = [distance(each.units["r1"].spot, each.units["r2"].spot) for each in (before, after)]
    assert apart == [1, 1]
    moves = Move.objects.filter(battle_id=linked.red.battle).order_by("-number")[:2]
    assert [move.command["do"] for move in moves] == ["move", "move"]
    assert int(answer["X-Number"]) == moves[0].number


def test_the_same_press_twice_moves_once(linked: Linked) -> None:
    choice = linked.until(ActivationChoice)
    assert isinstance(choice, ActivationChoice)
    goal = sorted(choice.units["r1"].moves)[0]
    first = linked.together(do="go", unit="r1", to=goal)
    number = linked.battle, tables.load(linked.red.battle).number
    second = linked.together(do="go", unit="r1", to=goal)
    assert first.status_code == 204
    assert second.status_code in (409, 422)
    assert (linked.battle, tables.load(linked.red.battle).number) == number


@pytest.mark.parametrize("wish", [{"do": "go", "unit": "b1", "to": "0505"}, {"do": "fire", "target": "r3"},
                                  {"do": "fire", "target": "nobody"}, {"do": "go", "unit": "r1", "to": "9999x"},
                                  {"do": "dance"}])  # fmt: skip
def test_nonsense_together_changes_nothing(linked: Linked, wish: dict[str, str]) -> None:
    linked.until(ActivationChoice)
    before = tables.load(linked.red.battle).number
    assert linked.together(**wish).status_code == 422
    assert tables.load(linked.red.battle).number == before


def test_strangers_and_the_other_side_do_not_lead_the_body(linked: Linked, stranger: Client) -> None:
    linked.until(ActivationChoice)
    before = tables.load(linked.red.battle).number
    for client, status in ((stranger, 403), (linked.blue.client, 422)):
        form = {"do": "go", "unit": "r1", "to": "0505", "seen": before, "key": "together-2"}
        assert client.post(f"/b/{linked.red.battle}/together", form).status_code == status
    assert tables.load(linked.red.battle).number == before


def torn(linked: Linked) -> ReviewChoice:
    """The guard is torn apart in its activation; the next review asks red about it."""
    choice = linked.until(ActivationChoice)
    assert isinstance(choice, ActivationChoice)
    other = linked.battle.units["r2"].spot
    far = max(choice.units["r1"].moves, key=lambda hex_: distance(hex_, other))
    assert linked.red.give("move", unit="r1", to=far).status_code == 204
    assert 'class="bond far"' in linked.panel("map", "blue")
    review = linked.until(ReviewChoice)
    assert isinstance(review, ReviewChoice)
    return review


def test_a_torn_link_is_dissolved_for_a_point(linked: Linked) -> None:
    review = torn(linked)
    assert review.keeps == ()
    html = linked.panel("decision")
    assert "Link 1 has come apart" in html
    assert "Dissolve the link for 1 morale" in html
    assert 'id="f-review-exclude"' in html
    pool = linked.battle.sides["red"].morale
    fields = {"link": "rL1", "question": "together"}
    assert linked.red.give("review_link", **fields, choice="exclude", units="r1").status_code == 422
    assert linked.red.give("review_link", **fields, choice="dissolve").status_code == 204
    assert "rL1" not in linked.battle.links
    assert linked.battle.sides["red"].morale == pool - 1
    assert "bond" not in linked.panel("map")


def test_what_was_spent_on_a_link_is_told_after_its_end(linked: Linked) -> None:
    while not isinstance(choice := legal(linked.battle, "red").choice, SpendChoice):
        for player in (linked.red, linked.blue):
            linked._pass(player, legal(linked.battle, player.side).choice)
    assert "rL1" in choice.groups
    assert linked.red.give("spend_initiative", **{"points.rL1": 1}).status_code == 204
    torn(linked)
    fields = {"link": "rL1", "question": "together", "choice": "dissolve"}
    assert linked.red.give("review_link", **fields).status_code == 204
    for viewer in ("red", "blue", "watcher"):
        assert "Link 1" in linked.panel("morale", viewer)
        assert "rL1" not in linked.panel("log", viewer)


def test_the_other_side_and_watchers_see_only_that_a_review_is_awaited(linked: Linked) -> None:
    torn(linked)
    for viewer in ("blue", "watcher"):
        html = linked.panel("decision", viewer)
        assert "review of a link" in html
        assert "review_link" not in html
