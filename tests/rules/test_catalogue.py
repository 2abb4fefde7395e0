"""The catalogue: every number of the army chapter, and what a wrong file is told."""

from dataclasses import replace
from importlib.resources import files

import pytest

from battles.rules.battle import Weapon
from battles.rules.catalogue import CatalogueFault, catalogue, make_unit, price, read_catalogue
from battles.rules.tables import parse

BOTH = ("squads", "machines")
DATA = (files("battles.rules") / "data" / "catalogue.toml").read_text(encoding="utf-8")


def firearm(reach: int) -> Weapon:
    return Weapon("firearm", power=0, range=reach, targets=("squads",))


def heavy(id_: str, power: int, reach: int, arc: str = "front", special: bool = False) -> Weapon:
    return Weapon(id_, power=power, range=reach, arc=arc, targets=("machines",), special=special)


def teeth(id_: str, power: int) -> Weapon:
    """A melee weapon of a squad."""
    return Weapon(id_, power=power, melee=True, targets=BOTH)


def fist(id_: str, power: int) -> Weapon:
    """A melee weapon of a machine."""
    return Weapon(id_, power=power, melee=True, targets=("machines",))


AVTO = Weapon("avtosmagovnitsa", power=2, range=6, shots=2, arc="turret", targets=BOTH)
HAND = Weapon("hand_pishchal", power=2, range=6, targets=BOTH, special=True)
FLAME = Weapon("flame", power=4, range=3, targets=BOTH, special=True)

SMALL_PISHCHAL, PISHCHAL = heavy("small_pishchal", 3, 8), heavy("pishchal", 5, 9)
GREAT_PISHCHAL, SMAGOVNITSA = heavy("great_pishchal", 7, 10), heavy("smagovnitsa", 4, 7, "turret")
TYUFYAK, ZAPAL = heavy("tyufyak", 5, 5, special=True), heavy("zapal", 6, 1, special=True)
TURNING = heavy("pishchal", 5, 9, "turret")
SAADAK = Weapon("saadak", power=1, range=7, shots=2, arc="turret", targets=BOTH)
SAMOSTREL = heavy("samostrel", 5, 8, "turret")
BOGATYR = (GREAT_PISHCHAL, SMAGOVNITSA, fist("fist", 4))

# id: Russian, kind, nature, hits, defence, accuracy, initiative, nerve, speed, danger, cost, weapons
UNITS = {
    "smerdy": ("Смерды", "squad", "druzhina", 5, 3, 6, 5, 5, 3, 2, 14, (firearm(5),)),
    "streltsy": ("Стрельцы", "squad", "druzhina", 3, 4, 8, 4, 6, 3, 1, 32, (firearm(7), HAND)),
    "kmeti": ("Кмети", "squad", "druzhina", 3, 4, 8, 3, 7, 3, 1, 37, (firearm(6), TYUFYAK)),
    "gridi": ("Гриди", "squad", "druzhina", 2, 5, 8, 2, 8, 4, 1, 27, (firearm(5), ZAPAL)),
    "otrok": ("Отрок", "walker", "druzhina", 5, (7, 6, 5), 6, 2, 6, 6, 1, 55, (AVTO, SMALL_PISHCHAL, fist("fist", 2))),
    "vityaz": ("Витязь", "walker", "druzhina", 8, (9, 8, 6), 6, 3, 7, 5, 1, 109, (PISHCHAL, AVTO, fist("mace", 5))),
    "bogatyr": ("Богатырь", "walker", "druzhina", 10, (10, 9, 7), 7, 4, 8, 4, 1, 118, BOGATYR),
    "vozok": ("Возок", "vehicle", "druzhina", 3, (6, 6, 5), 6, 2, 5, 8, 1, 28, (AVTO,)),
    "gulyay": ("Гуляй-город", "vehicle", "druzhina", 7, (8, 7, 6), 6, 5, 6, 3, 1, 60, (TURNING, AVTO)),
    "nukery": ("Нукеры", "squad", "druzhina", 4, 3, 7, 2, 6, 6, 1, 28, (firearm(5), teeth("blades", 1))),
    "tulpar": ("Тулпар", "walker", "druzhina", 6, (7, 6, 6), 7, 2, 6, 8, 1, 60, (SAADAK, fist("lance", 4))),
    "kibitka": ("Кибитка", "vehicle", "druzhina", 5, (6, 6, 5), 7, 4, 5, 6, 1, 38, (SAMOSTREL,)),
    "opolchenie": ("Ополчение", "squad", "mercenary", 5, 3, 6, 5, 6, 3, 1, 13, (firearm(5),)),
    "orda": ("Орда", "squad", "mercenary", 6, 3, 6, 4, 7, 4, 1, 22, (teeth("blades", 1),)),
    "naymity": ("Наймиты", "squad", "mercenary", 3, 4, 8, 4, 8, 3, 1, 20, (firearm(6),)),
    "volkolaki": ("Волколаки", "squad", "monster", 3, 4, 8, 2, 9, 5, 1, 34, (teeth("fangs", 3),)),
    "upyri": ("Упыри", "squad", "monster", 5, 4, 7, 4, 12, 3, 1, 34, (teeth("claws", 2),)),
    "zmey": ("Змей", "squad", "monster", 5, 6, 7, 3, 10, 5, 1, 96, (FLAME, teeth("claws", 3))),
    "oboz": ("Обоз", "squad", "camp", 3, 2, 5, 6, 2, 2, 1, 6, (teeth("knives", 0),)),
    "sputniki": ("Спутники", "squad", "companion", 2, 4, 8, 3, 8, 4, 1, 20, (firearm(5), teeth("blades", 2))),
}  # fmt: skip
NERVE = {"druzhina": "daring", "companion": "loyalty"}


def test_the_catalogue_has_these_units_and_no_others() -> None:
    assert set(catalogue().units) == set(UNITS)


@pytest.mark.parametrize("id_", UNITS)
def test_numbers_of_a_unit(id_: str) -> None:
    unit = catalogue().units[id_]
    stats = unit.stats
    name, kind, nature, hits, defence, accuracy, initiative, nerve, speed, danger, cost, weapons = UNITS[id_]
    assert (unit.id, unit.name.ru, unit.kind, unit.nature) == (id_, name, kind, nature)
    assert (stats.hits, stats.accuracy, stats.initiative) == (hits, accuracy, initiative)
    assert stats.defence == (defence if isinstance(defence, tuple) else (defence,) * 3)
    assert (stats.speed, stats.danger, stats.cost) == (speed, danger, cost)
    assert stats.weapons == weapons
    nerves = {"daring": stats.daring, "score": stats.score, "loyalty": stats.loyalty}
    assert {key: value for key, value in nerves.items() if value is not None} == {NERVE.get(nature, "score"): nerve}


@pytest.mark.parametrize("id_", UNITS)
def test_visibility_goes_by_kind(id_: str) -> None:
    unit = catalogue().units[id_]
    assert unit.stats.visibility == {"squad": 3, "vehicle": 4, "walker": 5}[unit.kind]


def test_only_walkers_have_a_mass_and_only_the_vozok_a_personal_initiative() -> None:
    units = catalogue().units.values()
    assert {unit.id: unit.stats.mass for unit in units if unit.stats.mass} == {
        "otrok": "light",
        "vityaz": "medium",
        "bogatyr": "heavy",
        "tulpar": "light",
    }
    personal = {unit.id: unit.stats.personal_initiative for unit in units if unit.stats.personal_initiative}
    assert personal == {"vozok": -1}


def test_every_carried_weapon_has_a_name() -> None:
    carried = {weapon.id for unit in catalogue().units.values() for weapon in unit.stats.weapons}
    assert carried == set(catalogue().weapons)


@pytest.mark.parametrize(
    ("id_", "numbers"),
    [("skirmish", (200, 11, 13, 6, 3)), ("battle", (300, 15, 17, 8, 2)), ("great_battle", (500, 21, 23, 10, 2))],
)
def test_presets(id_: str, numbers: tuple[int, ...]) -> None:
    """battle.presets"""
    preset = catalogue().presets[id_]
    assert (preset.size, preset.columns, preset.rows, preset.turns, preset.deploy_rows) == numbers
    assert len(catalogue().presets) == 3


def test_faction_commanders_and_traits() -> None:
    known = catalogue()
    assert {faction.id: faction.morale for faction in known.factions.values()} == {"rusichi": 6, "stepnyaki": 5}
    ranks = {rank.id: (rank.cost, rank.initiative, rank.daring, rank.morale) for rank in known.commanders.values()}
    assert ranks == {"prince": (15, -1, 1, 1), "voivode": (10, -1, 1, 0)}
    traits = {trait.id: (trait.cost, trait.morale, trait.link_initiative) for trait in known.traits.values()}
    assert traits == {"link_leader": (3, 0, -1), "beloved": (3, 1, 0), "fearless": (3, 0, 0)}


def test_who_serves_which_faction() -> None:
    """army.faction: each of the druzhina one, hirelings any."""
    units = catalogue().units.values()
    assert {unit.id for unit in units if unit.faction == "stepnyaki"} == {"nukery", "tulpar", "kibitka"}
    assert {unit.faction for unit in units if unit.nature == "druzhina"} == {"rusichi", "stepnyaki"}
    assert {unit.faction for unit in units if unit.nature != "druzhina"} == {None}
    kmeti, orda = catalogue().units["kmeti"], catalogue().units["orda"]
    assert (kmeti.serves("rusichi"), kmeti.serves("stepnyaki")) == (True, False)
    assert (orda.serves("rusichi"), orda.serves("stepnyaki")) == (True, True)


def test_options_and_terms_of_mercenaries() -> None:
    known = catalogue()
    options = {
        option.id: (option.cost, option.score, option.accuracy, option.speed) for option in known.options.values()
    }
    assert options == {"mounted": (7, 1, 0, 6), "elite": (6, 1, 1, None), "fanatic": (3, 2, 0, None)}
    terms = {terms.id: (terms.cost, terms.score) for terms in known.terms.values()}
    assert terms == {"harsh": (-2, -1), "usual": (0, 0), "generous": (3, 1)}


def test_the_catalogue_is_read_once_and_has_a_version() -> None:
    assert catalogue() is catalogue()
    assert catalogue().version == "2026.1"


def test_a_fresh_unit_is_whole_and_not_on_the_map() -> None:
    unit = make_unit(id="r1", side="red", type="kmeti", name="Бывалые", commander="voivode", trait="fearless")
    assert (unit.kind, unit.nature, unit.hits, unit.state, unit.hex) == ("squad", "druzhina", 3, "steady", None)
    assert (unit.name, unit.commander, unit.trait) == ("Бывалые", "voivode", "fearless")
    assert unit.stats == catalogue().units["kmeti"].stats


def test_hits_are_what_is_left_and_figures_what_was_hired() -> None:
    hurt = make_unit(id="r1", side="red", type="smerdy", hits=2)
    small = make_unit(id="r2", side="red", type="smerdy", figures=2)
    assert (hurt.hits, hurt.stats.hits, hurt.stats.cost) == (2, 5, 14)
    assert (small.hits, small.stats.hits, small.stats.cost) == (2, 2, 6)


def test_own_numbers_may_replace_those_of_the_catalogue() -> None:
    stats = replace(catalogue().units["otrok"].stats, hits=9)
    assert make_unit(id="r1", side="red", type="otrok", stats=stats).hits == 9


@pytest.mark.parametrize(("figures", "cost"), [(1, 3), (2, 6), (3, 9), (4, 12), (5, 14), (None, 14)])
def test_fewer_figures_cost_pro_rata_rounded_up(figures: int | None, cost: int) -> None:
    """army.figures"""
    assert price(make_unit(id="r1", side="red", type="smerdy", figures=figures)) == cost


def test_commander_and_trait_are_paid_on_top() -> None:
    """N52"""
    plain = make_unit(id="r1", side="red", type="otrok")
    prince = replace(plain, commander="prince")
    assert (price(plain), price(prince), price(replace(prince, trait="beloved"))) == (55, 70, 73)
    assert price(replace(plain, commander="voivode")) == 65


def test_options_and_terms_are_paid_for_each_mercenary() -> None:
    """R96"""
    orda = make_unit(id="r1", side="red", type="orda", options=("mounted", "elite", "fanatic"))
    assert [price(orda, terms=terms) for terms in ("harsh", "usual", "generous")] == [36, 38, 41]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("accuracy = 6", "acuracy = 6", ("units.smerdy", "accuracy", "is missing")),
        ("cost = 14", "cost = 14\nprize = 2", ("units.smerdy", "prize", "is unknown")),
        ("cost = 14", 'cost = "14"', ("units.smerdy", "cost", "must be a whole number")),
        ("cost = 14", "cost = true", ("units.smerdy", "cost", "must be a whole number")),
        ('ru = "Смерды"', 'ru = ""', ("units.smerdy", "name", "is empty")),
        ('{ en = "Smerdy", ru = "Смерды" }', '{ en = "Smerdy" }', ("units.smerdy.name", "ru", "is missing")),
        ("defence = [7, 6, 5]", "defence = [7, 6]", ("units.otrok", "defence", "must be 3 whole numbers")),
        ('mass = "light"', 'mass = "tiny"', ("units.otrok", "mass", "must be one of light, medium, heavy")),
        (
            'weapons = [{ id = "claws" }]',
            'weapons = [{ id = "paws" }]',
            ("units.upyri.weapons #1", "id", "must be one of"),
        ),
        ('weapons = [{ id = "claws" }]', "weapons = [3]", ("units.upyri", "weapons", "must be a list of tables")),
        ('weapons = [{ id = "claws" }]', 'weapons = [{ id = "claws", x = 1 }]', ("weapons #1", "x", "is unknown")),
        ('class = "firearm"', 'class = "sling"', ("weapons.firearm", "class", "must be one of")),
        ("daring = 5", "score = 5", ("units.smerdy", "daring", "a druzhina needs it")),
        ("loyalty = 8", "loyalty = 8\ndaring = 3", ("units.sputniki", "daring", "is unknown")),
        ('kind = "vehicle"', 'kind = "vehicle"\nmass = "light"', ("units.vozok", "mass", "is unknown")),
        ("schema = 1", "schema = 2", ("schema", "must be 1")),
        ("schema = 1", "schema = 1\nauthor = 1", ("author", "is unknown")),
        ("[factions.rusichi]", "[factions.rusichi", ("is no TOML",)),
    ],
)
def test_a_wrong_file_is_told_where(old: str, new: str, words: tuple[str, ...]) -> None:
    read_catalogue(parse(DATA, file="catalogue.toml"))
    assert old in DATA
    with pytest.raises(CatalogueFault) as fault:
        read_catalogue(parse(DATA.replace(old, new, 1), file="catalogue.toml"))
    assert all(word in str(fault.value) for word in ("catalogue.toml", *words)), str(fault.value)


def test_two_equal_weapons_have_ids_of_their_own() -> None:
    """N25"""
    twice = DATA.replace('weapons = [{ id = "claws" }]', 'weapons = [{ id = "claws" }, { id = "claws", power = 4 }]', 1)
    weapons = read_catalogue(parse(twice, file="catalogue.toml")).units["upyri"].stats.weapons
    assert [(weapon.id, weapon.power) for weapon in weapons] == [("claws", 2), ("claws-2", 4)]
