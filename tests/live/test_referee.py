"""The referee's seat: a third link, everything seen, hirelings led, nobody commanded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from battles.live import panels, tables
from battles.live.models import LiveBattle, Seat
from battles.rules.battle import Battle
from battles.rules.choices import OrdersChoice
from battles.rules.legal import legal
from battles.rules.policy.deployment import suggest

from .conftest import Player, seat_link

Opened = Callable[..., Player]
BAND = "skirmish_vataga"
BENCH: dict[str, dict[str, object]] = {
    "hireling_modifier": {"value": 2},
    "hireling_check": {},
    "hireling_terms": {"terms": "harsh"},
    "hireling_fate": {"fate": "flee"},
}
PLAYERS_OWN: dict[str, dict[str, object]] = {
    "place_orders": {"orders.r1": "hold"},
    "resign": {},
    "offer_draw": {},
    "set_answers": {"cancel_checks": "never"},
    "move": {"unit": "r1", "to": "0505"},
}


@dataclass
class Three:
    red: Player
    blue: Player
    referee: Player

    @property
    def battle(self) -> Battle:
        battle = tables.load(self.red.battle).battle
        assert battle is not None
        return battle

    def page(self, player: Player) -> str:
        return player.client.get(f"/b/{player.battle}/").content.decode()

    def panel(self, name: str, viewer: str) -> str:
        return panels.render(tables.load(self.red.battle), viewer, "en")[name]


@pytest.fixture
def three(opened: Opened) -> Three:
    red = opened(army=BAND, referee="on")
    clients = {}
    for side, form in (("referee", {"name": "Судья Ёж"}), ("blue", {"name": "Олег", "army": BAND})):
        clients[side] = Client()
        answer = clients[side].post(seat_link(red.battle, side), form)
        assert answer.status_code == 302, answer.content.decode()
    found = Three(red, Player(clients["blue"], red.battle, "blue"), Player(clients["referee"], red.battle, "referee"))
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"
    return found


def deployed(three: Three) -> Three:
    for player in (three.red, three.blue):
        command = suggest(three.battle, player.side)
        form = {f"placements.{id_}.hex": spot.hex for id_, spot in command.placements.items()}
        assert player.give("deploy", **form).status_code == 204
    return three


@pytest.mark.parametrize("last", ["blue", "referee"])
def test_the_battle_begins_when_everybody_sits(opened: Opened, last: str) -> None:
    red = opened(army=BAND, referee="on")
    first = "referee" if last == "blue" else "blue"
    for side in (first, last):
        assert LiveBattle.objects.get(pk=red.battle).phase != "playing"
        form = {"name": "Олег"} | ({"army": BAND} if side == "blue" else {})
        assert Client().post(seat_link(red.battle, side), form).status_code == 302
    assert LiveBattle.objects.get(pk=red.battle).phase == "playing"
    battle = tables.load(red.battle).battle
    assert battle is not None
    assert battle.referee


def test_the_third_link_is_shown_to_the_players_until_it_is_taken(opened: Opened) -> None:
    red = opened(army=BAND, referee="on")
    link = seat_link(red.battle, "referee")
    assert link in red.client.get(f"/b/{red.battle}/").content.decode()
    page = Client().get(link).content.decode()
    assert "asks you to be the referee" in page
    assert 'name="army"' not in page
    referee = Client()
    assert referee.post(link, {"name": "Судья"}).status_code == 302
    assert link not in red.client.get(f"/b/{red.battle}/").content.decode()
    assert Client().post(link, {"name": "Другой"}).status_code == 422
    recovery = Seat.objects.get(battle_id=red.battle, side="referee").recovery_token
    assert recovery in referee.get(f"/b/{red.battle}/").content.decode()
    assert recovery not in red.client.get(f"/b/{red.battle}/").content.decode()


def test_nobody_is_player_and_referee(opened: Opened) -> None:
    red = opened(army=BAND, referee="on")
    assert red.client.post(seat_link(red.battle, "referee"), {"name": "Ярослав"}).status_code == 422


def test_a_battle_without_a_referee_has_two_seats(red_player: Player) -> None:
    assert set(Seat.objects.filter(battle_id=red_player.battle).values_list("side", flat=True)) == {"red", "blue"}


def test_the_referee_sees_what_is_sealed(three: Three) -> None:
    command = suggest(three.battle, "red")
    form = {f"placements.{id_}.hex": spot.hex for id_, spot in command.placements.items()}
    assert three.red.give("deploy", **form).status_code == 204
    assert three.battle.committed["red"] == command or three.battle.committed["red"]
    assert three.page(three.referee)
    for viewer, sees in (("referee", True), ("blue", False), ("watcher", False)):
        assert ("The referee's bench" in three.panel("referee", viewer)) == sees


def test_what_the_referee_sets_is_in_the_log_of_all(three: Three) -> None:
    deployed(three)
    company = next(id_ for id_ in three.battle.companies if id_.startswith("r"))
    assert three.referee.give("hireling_modifier", company=company, value=-2).status_code == 204
    assert three.battle.companies[company].modifier == -2
    for viewer in ("red", "blue", "watcher", "referee"):
        assert "−2" in three.panel("log", viewer)
    assert "hireling_modifier" in three.panel("referee", "referee")
    for viewer in ("red", "blue", "watcher"):
        assert "hireling_modifier" not in "".join(panels.render(tables.load(three.red.battle), viewer, "en").values())


def acting(three: Three) -> None:
    """On to the first activation: only there the referee changes terms and calls for checks."""
    deployed(three)
    for player in (three.red, three.blue):
        choice = legal(three.battle, player.side).choice
        assert isinstance(choice, OrdersChoice)
        assert (
            player.give("place_orders", **{f"orders.{group}": "attack" for group in choice.groups}).status_code == 204
        )
    for player in (three.red, three.blue):
        assert player.give("spend_initiative").status_code == 204


def test_terms_and_checks_wait_for_open_decisions(three: Three) -> None:
    deployed(three)
    company = next(iter(three.battle.companies))
    assert three.referee.give("hireling_check", company=company).status_code == 422
    assert "Terms and checks wait" in three.panel("referee", "referee")
    acting_battle = three.battle
    assert acting_battle.companies[company].passed == 0


def test_terms_and_checks_are_the_referees(three: Three) -> None:
    acting(three)
    mercenary = next(unit.company for unit in three.battle.units.values() if unit.nature == "mercenary") or ""
    answer = three.referee.give("hireling_terms", company=mercenary, terms="generous")
    assert answer.status_code == 204, answer.content.decode()
    assert three.battle.companies[mercenary].terms == "generous"
    assert three.referee.give("hireling_check", company=mercenary).status_code == 204
    if three.battle.companies[mercenary].failed:
        assert "f-flee" in three.panel("decision", "referee")
        assert "fate of the hirelings" in three.panel("decision", "red")
        assert three.referee.give("hireling_fate", company=mercenary, fate="surrender").status_code == 204
        gone = [unit.state for unit in three.battle.units.values() if unit.company == mercenary]
        assert set(gone) == {"surrendered"}
    else:
        assert three.battle.companies[mercenary].passed == 1


@pytest.mark.parametrize("side", ["red", "blue"])
def test_players_do_nothing_of_a_referee(three: Three, side: str) -> None:
    deployed(three)
    player, company = getattr(three, side), next(iter(three.battle.companies))
    for do, fields in BENCH.items():
        assert player.give(do, company=company, **fields).status_code == 422


def test_the_referee_commands_nobody(three: Three) -> None:
    deployed(three)
    before = tables.load(three.red.battle).number
    for do, fields in PLAYERS_OWN.items():
        assert three.referee.give(do, **fields).status_code in (409, 422), do
    assert tables.load(three.red.battle).number == before


def test_the_referee_picks_no_army_and_lends_no_seat(three: Three) -> None:
    battle = three.red.battle
    assert three.referee.client.post(f"/b/{battle}/army", {"army": BAND}).status_code in (403, 409, 422)
    for do in ("lend", "fill"):
        assert three.referee.client.post(f"/b/{battle}/machine", {"do": do}).status_code >= 400


def test_every_page_of_the_battle_opens_for_the_referee(three: Three) -> None:
    deployed(three)
    battle = three.red.battle
    for path in ("", "sync/?since=0", "log/", "away/?since=0", "overlay/r1/", "sheet/"):
        assert three.referee.client.get(f"/b/{battle}/{path}").status_code == 200, path
