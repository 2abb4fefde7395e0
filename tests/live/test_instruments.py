"""The instruments: every figure shown is that of the rules, and a preview changes nothing and is told to nobody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.test import Client
from django.utils.translation import override

from battles.live import fear, frames, instruments, panels, previews, reduction, spending, tables, wording
from battles.live.models import Move
from battles.live.scene import Scene, scene_of
from battles.live.tables import Table
from battles.rules import forecast, initiative, morale
from battles.rules.battle import ENEMY, Battle
from battles.rules.choices import ActivationChoice, ChecksChoice, ReductionChoice, SpendChoice
from battles.rules.legal import legal
from battles.rules.odds import check_chance
from battles.rules.pending import Batch, Check, Shot, Step, Volley

from .conftest import Player, a_map, seat_link, starters
from .test_panels import played, position, start
from .test_whole_battle import play_on

SIDES = ("red", "blue")
SEEDS = ("one", "two", "three")


@pytest.fixture(scope="module")
def battles_through() -> list[Table]:
    return [table for seed in SEEDS for table in played(seed)]


def asked(through: list[Table], kind: type) -> Iterator[tuple[Scene, object]]:
    """Scenes in English of those who are asked such a question."""
    for table in through:
        for side in SIDES:
            choice = legal(position(table), side).choice if not position(table).result else None
            if isinstance(choice, kind):
                yield scene_of(table, side, "en"), choice


SPOTS = {"b1": "0505", "b2": "0506", "b3": "0605", "b4": "0909", "r1": "0508", "r2": "0109", "r3": "0209", "r4": "0309"}


def crowded(*steps: Step, **states: str) -> Table:
    """b1, b2 and b3 beside each other, b4 and red far off; the engine waits at the given steps."""
    table = start()
    units = [
        replace(
            unit, hex=SPOTS[unit.id], facing="N" if unit.is_machine else None, state=states.get(unit.id, "steady"),
            turn=replace(unit.turn, order="attack"),
        )
        for unit in position(table).units.values()
    ]  # fmt: skip
    battle = replace(position(table).with_units(units), chreda="tactics", turn=2, agenda=steps)
    return replace(table, battle=battle)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("&lt;", "<").replace("&gt;", ">").strip()


def decision(scene: Scene) -> str:
    return panels.render(scene.table, scene.viewer, scene.language)["decision"]


# --- odds --------------------------------------------------------------------------------------------------------


def forms(html: str, do: str, **fields: str) -> list[str]:
    """The forms of a panel that send this command with these fixed fields."""
    found = re.findall(r"<form.*?</form>", html, re.DOTALL)
    wanted = {"do": do, **fields}
    return [form for form in found
            if all(f'name="{name}" value="{value}"' in form for name, value in wanted.items())]  # fmt: skip


def as_percent(text: str) -> float:
    return 0.0 if text.startswith("<") else 100.0 if text.startswith(">") else float(text.strip(" %"))


def test_every_figure_of_an_attack_is_that_of_the_forecast(battles_through: list[Table]) -> None:
    seen = 0
    for scene, choice in asked(battles_through, ActivationChoice):
        assert isinstance(choice, ActivationChoice)
        html = decision(scene)
        for unit, each in choice.units.items():
            for aim in each.aims:
                if aim.no is not None:
                    assert not forms(html, "attack", unit=unit, weapon=aim.weapon, target=aim.target)
                    continue
                (form,) = forms(html, "attack", unit=unit, weapon=aim.weapon, target=aim.target)
                shown = [text_of(figure) for figure in re.findall(r'class="fig"><b>(.*?)</b>', form)]
                assert shown == [wording.percent(aim.hit), wording.percent(aim.pierce)]
                found = forecast.of_aim(scene.battle, aim)
                assert found is not None
                check_odds(form, found, scene.unit(aim.target).hits)
                seen += 1
    assert seen > 60


def check_odds(html: str, found: forecast.Forecast, hits: int) -> None:
    """The bar is 100 % wide, each part as wide as its share; words and figures agree with it."""
    widths = [float(width) for width in re.findall(r'class="lb lb\d" x="[\d.]+" y="1" width="([\d.]+)"', html)]
    assert widths == pytest.approx([share * 372 for share in found.losses.values()], abs=0.06)
    assert sum(widths) == pytest.approx(372, abs=0.06 * len(widths))
    label = re.search(r'aria-label="Losses: ([^"]*)"', html)
    assert label
    told = [part.split(" — ") for part in label[1].replace("&lt;", "<").replace("&gt;", ">").split(", ")]
    assert [name for name, _ in told] == ["death" if n == hits else str(n) for n in found.losses]
    shares = [as_percent(share) / 100 for _, share in told]
    assert shares == pytest.approx(list(found.losses.values()), abs=0.0051)
    note = text_of(re.findall(r'<p class="note">(.*?)</p>', html, re.DOTALL)[-1])
    assert note.startswith(f"On average {wording.decimal(found.mean)}")
    assert ("death" in note) == (found.destroyed > 0)
    assert ("Fear check" in note) == (found.checked > 0)
    if found.checked:
        assert f"Fear check {wording.percent(found.checked)}" in note
        assert (f"in flight {wording.percent(found.routed)}" in note) == (found.routed > 0)


def test_the_number_is_the_sum_of_its_parts(battles_through: list[Table]) -> None:
    sums = 0
    for scene, _ in asked(battles_through, ActivationChoice):
        for eq in re.findall(r'<div class="eq">(.*?)</div>\s*\n', decision(scene), re.DOTALL):
            figures = [int(figure.replace("−", "-")) for figure in re.findall(r"<b>([+−\d]+)</b>", eq)]
            assert figures[0] == sum(figures[1:])
            sums += 1
    assert sums > 40


def test_rams_and_power_shots_show_their_forecast(battles_through: list[Table]) -> None:
    seen = {"ram": 0, "power_shot": 0}
    for scene, choice in asked(battles_through, ActivationChoice):
        assert isinstance(choice, ActivationChoice)
        html = decision(scene)
        for unit, each in choice.units.items():
            for ram in each.rams:
                (form,) = forms(html, "special", variant="ram", unit=unit, target=ram.target)
                found = forecast.of_ram(scene.battle, scene.unit(unit), ram)
                check_odds(form, found, scene.unit(ram.target).hits)
                seen["ram"] += 1
            for aim in each.power_shots:
                if aim.no is None and aim.needed is not None:
                    (form,) = forms(
                        html, "special", variant="power_shot", unit=unit, weapon=aim.weapon, target=aim.target
                    )
                    expected = forecast.of_aim(scene.battle, aim)
                    assert expected is not None
                    check_odds(form, expected, scene.unit(aim.target).hits)
                    seen["power_shot"] += 1
    assert all(seen.values()), seen


def test_each_number_of_shots_has_its_own_odds(battles_through: list[Table]) -> None:
    several = 0
    for scene, choice in asked(battles_through, ActivationChoice):
        assert isinstance(choice, ActivationChoice)
        for unit, each in choice.units.items():
            for aim in each.aims:
                if aim.no is not None or aim.shots == 1 or several > 20:
                    continue
                several += 1
                named = {"unit": unit, "weapon": aim.weapon, "target": aim.target}
                for shots in range(1, aim.shots + 1):
                    html = previews.odds_of(scene.table, scene.viewer, "en", **named, shots=shots)
                    found = forecast.of_aim(scene.battle, aim, shots=shots)
                    assert html
                    assert found
                    check_odds(html, found, scene.unit(aim.target).hits)
                for shots in (0, aim.shots + 1):
                    assert previews.odds_of(scene.table, scene.viewer, "en", **named, shots=shots) is None
                for viewer in (ENEMY[scene.viewer], "watcher"):
                    assert previews.odds_of(scene.table, viewer, "en", **named, shots=1) is None
    assert several


# --- decisions ---------------------------------------------------------------------------------------------------


def test_an_offered_check_shows_its_chance(battles_through: list[Table]) -> None:
    seen = 0
    for scene, choice in asked(battles_through, ChecksChoice):
        assert isinstance(choice, ChecksChoice)
        text = text_of(decision(scene))
        for offer in choice.offers:
            assert wording.percent(offer.chance) in text
            assert wording.percent(1 - offer.chance) in text
            seen += 1
    assert seen


@pytest.mark.parametrize("count", [1, 2])
def test_an_offered_check_names_whom_a_fright_would_infect(count: int) -> None:
    """b3 stands beside b1 and b2; b2, shaken, is not infected by a wave."""
    offered = ("b3", "b4")[:count]
    batch = Batch("morale.danger", tuple(map(Check, offered)), offered={"blue": offered})
    for shaken, expected in (("", ["b1", "b2"]), ("b2", ["b1"])):
        scene = scene_of(crowded(batch, **({shaken: "shaken"} if shaken else {})), "blue", "en")
        assert [unit.id for unit in morale.exposed_to(scene.battle, scene.unit("b3"))] == expected
        text = text_of(decision(scene))
        beside = text.split("beside it", 1)[1]
        for id_ in expected:
            chance = check_chance(morale.daring(scene.battle, scene.unit(id_)).value)
            assert re.search(rf"{re.escape(wording.unit_name(scene.unit(id_)))}.*?{wording.percent(chance)}", beside)
        for id_ in {"b1", "b2"} - set(expected):
            assert wording.unit_name(scene.unit(id_)) not in beside
        if count == 2:
            assert "nobody beside it would check" in text


SHOTS = (
    Shot((3, 4), hit=True, critical=False, losses=2),
    Shot((6, 6), hit=False, critical=False, losses=1, stray="b1"),
    Shot((1, 1), hit=True, critical=True, losses=1),
    Shot((2, 2), hit=True, critical=False, losses=1),
)


def test_every_answer_to_a_reduction_shows_what_remains() -> None:
    """kmeti of 3 on hold in a village: a critical cannot be cancelled, a stray is not theirs."""
    table = crowded(Volley("r1", "pishchal", "b3", SHOTS, offered=True))
    battle = position(table)
    kmeti = replace(battle.units["b3"], turn=replace(battle.units["b3"].turn, order="hold"))
    battle = replace(battle.with_unit(kmeti), map=replace(battle.map, terrain={"0605": "village"}))
    scene = scene_of(replace(table, battle=battle), "blue", "en")
    choice = scene.legal.choice if scene.legal else None
    assert isinstance(choice, ReductionChoice)
    assert len(choice.slots) == 2
    with override("en"):
        outcomes = {row["when"]: text_of(row["text"]) for row in reduction.question(scene, choice)["outcomes"]}
    full = kmeti.stats.hits
    assert full == 3
    assert set(outcomes) == {"", "1", "4", "1,4"}
    assert outcomes[""] == "Nobody is left ."
    left = {"1": 1, "4": 0, "1,4": 2}
    for when, remain in left.items():
        taken = [shot for i, shot in enumerate(SHOTS, start=1) if str(i) not in when and not shot.stray]
        found = forecast.of_losses(battle, kmeti, sum(shot.losses for shot in taken), critical=True)
        if not remain:
            assert found.destroyed == 1
            assert "Nobody is left" in outcomes[when]
            continue
        assert f"{remain} of 3 remain" in outcomes[when]
        assert "Fear check 100 %" in outcomes[when]
        assert f"shaken {wording.percent(found.frightened - found.routed)}" in outcomes[when]
    html = panels.render(replace(table, battle=battle), "blue", "en")["decision"]
    assert re.findall(r'class="outcome"( hidden)? data-when="([^"]*)"', html) == [
        ("", ""), (" hidden", "1"), (" hidden", "4"), (" hidden", "1,4")]  # fmt: skip


# --- spending ----------------------------------------------------------------------------------------------------


def drafts(choice: SpendChoice, chance: Random) -> Iterator[dict[str, int]]:
    yield {}
    for _ in range(4):
        draft: dict[str, int] = {}
        for _ in range(chance.randint(1, choice.pool or 1)):
            group = chance.choice(sorted(choice.groups))
            draft[group] = draft.get(group, 0) + 1
        yield draft


def test_a_plan_shows_the_order_that_the_draft_would_bring(battles_through: list[Table]) -> None:
    chance, seen = Random(5), 0
    for scene, choice in asked(battles_through, SpendChoice):
        assert isinstance(choice, SpendChoice)
        for draft in drafts(choice, chance) if choice.groups and choice.pool else ():
            before, after = initiative.order(scene.battle), forecast.order_with(scene.battle, draft)
            html = previews.plan_of(scene.table, scene.viewer, "en", draft)
            assert html
            for group in before:
                total = scene.battle.standings[group].total - draft.get(group, 0)
                assert f'id="tot-{group}" hx-swap-oob="morph">{wording.number(total)}<' in html
                gained = len([o for o in before[: before.index(group)] if after.index(o) > after.index(group)])
                mark = re.search(rf'id="mv-{group}"[^>]*>(.*?)</span>\n', html, re.DOTALL)
                if group in choice.groups:
                    assert mark
                    assert text_of(mark[1]) == (f"▲{gained}" if gained else "")
            strips = re.findall(r"<ol>(.*?)</ol>", html, re.DOTALL)
            names = [[text_of(name) for name in re.findall(r'class="vh">(.*?)<', strip)] for strip in strips]
            assert names == [[plain(scene, group) for group in order] for order in (before, after)]
            seen += 1
    assert seen > 10


def plain(scene: Scene, group: str) -> str:
    return wording.unit_name(scene.unit(group))


def test_what_one_point_more_buys_is_what_it_would_bring(battles_through: list[Table]) -> None:
    told = 0
    for scene, choice in asked(battles_through, SpendChoice):
        assert isinstance(choice, SpendChoice)
        with override("en"):
            rows = spending.question(scene, choice)["rows"]
        for row in rows:
            if not row["more"]:
                continue
            points = int(re.match(r"(\d+) points? more", text_of(row["more"]))[1])  # type: ignore[index]
            gained = forecast.places_gained(scene.battle, row["group"], points)
            assert gained
            assert not forecast.places_gained(scene.battle, row["group"], points - 1)
            told += 1
    assert told


def test_no_plan_for_what_may_not_be_spent(battles_through: list[Table]) -> None:
    scene, choice = next(asked(battles_through, SpendChoice))
    assert isinstance(choice, SpendChoice)
    own = next(iter(choice.groups))
    foe = next(group for group in initiative.order(scene.battle) if scene.battle.group_side(group) != scene.viewer)
    for draft in ({own: choice.pool + 1}, {own: -1}, {foe: 1}, {"nobody": 1}):
        assert previews.plan_of(scene.table, scene.viewer, "en", draft) is None
    assert previews.plan_of(scene.table, "watcher", "en", {}) is None
    assert previews.plan_of(scene.table, scene.viewer, "en", {own: choice.pool}) is not None


# --- morale and initiative ---------------------------------------------------------------------------------------


def test_who_would_check_at_the_break(battles_through: list[Table]) -> None:
    seen = 0
    for table in battles_through[::4]:
        scene = scene_of(table, "watcher", "en")
        for side in scene.battle.sides.values():
            with override("en"):
                rows = fear.at_the_break(scene, side)
            due = [unit for unit in scene.battle.on_map(side.id) if unit.state != "routing" and not unit.is_hireling]
            assert [row["unit"] for row in rows] == ([] if side.exhausted else [unit.id for unit in due])
            for row in rows:
                number = morale.daring(scene.battle, scene.unit(row["unit"])).value - 1
                assert row["number"] == wording.number(number)
                seen += 1
    assert seen


def test_the_frightened_and_whom_they_put_in_fear() -> None:
    """b2 has still to check beside b3, b1 has done so; whose fright would spread is told for every unit."""
    table = crowded(b3="shaken", b4="routing")
    checked = position(table).units["b1"]
    checked = replace(checked, turn=replace(checked.turn, contagion_checked=True))
    table = replace(table, battle=position(table).with_unit(checked))
    html = panels.render(table, "red", "en")["morale"]
    assert re.findall(r'id="fr-([\w-]+)"', html) == ["b3", "b4"]
    scene = scene_of(table, "red", "en")
    with override("en"):
        rows = {row["unit"]: row["beside"] for row in fear.frightened(scene)}
        panics = {row["unit"]: [each["unit"] for each in row["beside"]] for row in fear.panics(scene)}
    assert [each["unit"] for each in rows["b3"]] == ["b2"]
    assert rows["b4"] == []
    _, chance = fear.held(scene.battle, scene.unit("b2"))
    assert rows["b3"][0]["chance"] == wording.percent(chance)
    assert panics == {"b1": ["b2"], "b3": ["b2"], "r2": ["r3"], "r3": ["r2", "r4"], "r4": ["r3"]}


def test_every_change_of_morale_leads_to_its_line(battles_through: list[Table]) -> None:
    table = max(battles_through, key=lambda table: len(table.morale_history))
    lines = {f"l{entry.number}-{entry.index}": entry.event for entry in _log_of_all(battles_through, table)}
    html = panels.render(table, "watcher", "en")["morale"]
    links = re.findall(r'class="w" href="[^"]*" data-line="(l\d+-\d+)"', html)
    assert len(links) == len(table.morale_history)
    for link, change in zip(links, table.morale_history[::-1], strict=True):
        assert lines[link].side == change.side  # type: ignore[attr-defined]
        assert abs(lines[link].by) == abs(change.by)  # type: ignore[attr-defined]


def _log_of_all(through: list[Table], last: Table) -> list[tables.Entry]:
    """Every entry that some table of the same battle has shown."""
    found = {}
    for table in through[: through.index(last) + 1][-last.number :]:
        found |= {(entry.number, entry.index): entry for entry in table.log}
    return list(found.values())


def test_a_tie_is_explained_by_what_decides_it(battles_through: list[Table]) -> None:
    kinds = set()
    for table in battles_through:
        scene = scene_of(table, "red", "en")
        order = initiative.order(scene.battle) if scene.battle.standings else ()
        for first, second in pairwise(order):
            with override("en"):
                said = text_of(str(instruments.tie_of(scene, order, second)))
            one, two = scene.battle.standings[first], scene.battle.standings[second]
            assert bool(said) == (one.total == two.total)
            if not said:
                continue
            foes = scene.battle.group_side(first) != scene.battle.group_side(second)
            expected = "tie: Init" if one.value != two.value else "tie: the edge" if foes else "tie: by number"
            assert said.startswith(expected)
            kinds.add(expected)
    assert len(kinds) == 3


def test_the_track_marks_past_present_and_next(battles_through: list[Table]) -> None:
    for scene, choice in asked(battles_through[::3], ActivationChoice):
        assert isinstance(choice, ActivationChoice)
        html = panels.render(scene.table, scene.viewer, "en")["initiative"]
        assert re.findall(r'id="i-([\w-]+)" class="act-now" aria-current="step"', html) == [choice.group]
        done = set(re.findall(r'id="i-([\w-]+)" class="done"', html))
        acted = {unit.id for unit in scene.battle.on_map() if unit.turn.activated} - {choice.group}
        assert acted <= done
        waiting = [g for g in initiative.still_to_act(scene.battle) if g != choice.group]
        following = re.findall(r'id="i-([\w-]+)" class="next"', html)
        assert following == waiting[:1]


# --- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "words"), [(1, "1 очко"), (2, "2 очка"), (5, "5 очков"), (6, "6 очков")])
def test_points_are_counted_in_russian(n: int, words: str) -> None:
    table = next(table for table in played("one") if position(table).chreda == "initiative")
    side = next(s for s in SIDES if isinstance(legal(position(table), s).choice, SpendChoice))
    rich = position(table).with_side(replace(position(table).sides[side], morale=9))
    scene = scene_of(replace(table, battle=rich), side, "ru")
    choice = legal(rich, side).choice
    assert isinstance(choice, SpendChoice)
    with override("ru"):
        plan = spending.question(scene, choice, {next(iter(choice.groups)): n})["plan"]
    assert plan["label"] == f"Потратить {words} БД"


def test_rare_is_not_never_and_likely_is_not_certain() -> None:
    with override("ru"):
        assert [wording.percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == [
            "0 %", "< 1 %", "50 %", "> 99 %", "100 %"]  # fmt: skip
        assert wording.percent(0.1 + 0.2 + 0.7) == "100 %"


# --- through the door --------------------------------------------------------------------------------------------


@pytest.fixture
def in_battle(opened: Callable[..., Player], settings: object, monkeypatch: pytest.MonkeyPatch) -> dict[str, Player]:
    """A skirmish that has been played for a while."""
    monkeypatch.setattr("battles.live.limits.COMMANDS", (10**6, 10))
    settings.DRUZHINA_DICE_SEED = "instruments"  # type: ignore[attr-defined]
    red = opened(preset="skirmish", map=a_map("skirmish"), army=starters("skirmish")[0])
    client = Client()
    army = starters("skirmish")[1]
    assert client.post(seat_link(red.battle), {"name": "Олег", "army": army}).status_code == 302
    return {"red": red, "blue": Player(client, red.battle, "blue")}


def battle_of(player: Player) -> Battle:
    found = tables.load(player.battle).battle
    assert found is not None
    return found


def test_previews_change_nothing_and_tell_nobody(in_battle: dict[str, Player], monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(2)
    while not isinstance(legal(battle_of(in_battle["red"]), "red").choice, SpendChoice):
        assert play_on(in_battle, chance, until=1) == 1
    told: list[object] = []
    monkeypatch.setattr("battles.live.play.announce", lambda *facts: told.append(facts))
    table = tables.load(in_battle["red"].battle)
    before = {viewer: dict(frames.panels_of(table, viewer, "en")) for viewer in ("red", "blue", "watcher")}
    moves = Move.objects.count()
    address = f"/b/{table.battle_id}"
    choice = legal(battle_of(in_battle["red"]), "red").choice
    assert isinstance(choice, SpendChoice)
    form = {"do": "spend_initiative", f"points.{next(iter(choice.groups))}": "1"}
    client = in_battle["red"].client
    answers = [
        client.post(f"{address}/plan/", form),
        client.get(f"{address}/log/?before=5.0"),
        client.get(f"{address}/away/?since=1"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert "▲" in answers[0].content.decode() or 'id="plan"' in answers[0].content.decode()
    frames.forget_all()
    tables.forget_all()
    after = tables.load(table.battle_id)
    assert after.number == table.number
    assert Move.objects.count() == moves
    assert told == []
    for viewer, drawn in before.items():
        assert frames.panels_of(after, viewer, "en") == drawn


def test_a_plan_is_drawn_only_for_who_is_asked(in_battle: dict[str, Player], stranger: Client) -> None:
    chance = Random(2)
    while not isinstance(legal(battle_of(in_battle["red"]), "red").choice, SpendChoice):
        play_on(in_battle, chance, until=1)
    address = f"/b/{in_battle['red'].battle}/plan/"
    assert stranger.post(address, {"do": "spend_initiative"}).status_code == 403
    assert in_battle["red"].client.get(address).status_code == 405
    for form in ({"do": "resign"}, {"do": "nonsense"}, {}, {"do": "spend_initiative", "points.r1": "-1"}):
        assert in_battle["red"].client.post(address, form).status_code == 204


def lines(html: str) -> list[str]:
    return re.findall(r'<li id="(l\d+-\d+)"', html)


def test_pages_of_the_log_hold_every_line_once(in_battle: dict[str, Player]) -> None:
    assert play_on(in_battle, Random(3), until=60)
    table = tables.load(in_battle["red"].battle)
    expected = [f"l{entry.number}-{entry.index}" for move in Move.objects.order_by("number")
                for entry in tables.entries_of(move)]  # fmt: skip
    client, address = in_battle["blue"].client, f"/b/{table.battle_id}/log/"
    shown = lines(panels.render(table, "blue", "ru")["log"])
    before = re.search(r'data-before="([\d.]+)"', panels.render(table, "blue", "ru")["log"])
    pages = 0
    while before and pages < 50:
        html = client.get(address, {"before": before[1]}).content.decode()
        shown += lines(html)
        before = re.search(r'data-before="([\d.]+)" data-more', html)
        pages += 1
    assert pages > 1
    assert len(shown) == len(set(shown))
    assert sorted(shown) == sorted(expected)
    some = client.get(address, {"before": "20.0", "since": "10.0"}).content.decode()
    wanted = [line for line in expected if 10 <= int(line[1:].split("-")[0]) < 20]
    assert sorted(lines(some)) == sorted(wanted)


def test_the_summary_tells_what_others_did(in_battle: dict[str, Player]) -> None:
    play_on(in_battle, Random(3), until=60)
    table = tables.load(in_battle["red"].battle)
    client, address = in_battle["red"].client, f"/b/{table.battle_id}/away/"
    assert client.get(address, {"since": table.number}).status_code == 204
    assert client.get(address).status_code == 204
    html = client.get(address, {"since": 5}).content.decode()
    losses = sum(
        event.losses for entry in tables.entries_since(table.battle_id, 5) if (event := entry.event).event == "losses"
    )  # fmt: skip
    assert losses
    assert sum(int(n) for n in re.findall(r'class="num">−(\d+)<', html)) == losses
    own = [entry for entry in tables.entries_since(table.battle_id, table.number - 1) if entry.side == "red"]
    last = client.get(address, {"since": table.number - 1}).content.decode()
    assert bool(last) != bool(own)


def test_a_new_battle_has_nothing_older() -> None:
    html = panels.render(start(), "red", "en")["log"]
    assert 'id="log-more"' not in html or re.search(r'id="log-more"[^>]*hidden', html)
