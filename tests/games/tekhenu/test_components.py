"""Every number of the box against a second copy, and a data file that is refused with the name of the wrong entry."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest

from egypt import Position, Rng
from egypt.core.data import DataError
from egypt.games.tekhenu.cards import EDGE_COLOURS, GODS, NAMES, PIECES
from egypt.games.tekhenu.components import DATA_FILE, DIE_COLOURS, load
from egypt.games.tekhenu.data_reader import GAINS
from tests.games.tekhenu.positions import GAME

TEXT = DATA_FILE.read_text(encoding="utf-8")
COMPONENTS = load()


def gain(row):
    """A gain without its zeros."""
    return {name: number for name, number in zip(GAINS, row.units(), strict=True) if number}


# -- counts ----------------------------------------------------------------------------------------------------


def test_numbers_of_cards_and_tiles():
    counts = {name: len(getattr(COMPONENTS, name)) for name in NAMES}
    assert counts == {"blessings": 24, "technologies": 24, "decrees": 24, "starting": 12, "destiny": 4, "tiles": 27}
    assert sum(counts.values()) - counts["tiles"] == 88


@pytest.mark.parametrize(
    ("players", "dice"), [(1, (4, 4, 4, 4, 6)), (2, (4, 4, 4, 4, 6)), (3, (5, 5, 5, 5, 4)), (4, (5, 5, 5, 5, 6))]
)
def test_dice_in_the_bag(players, dice):
    assert COMPONENTS.dice[players] == dice
    assert sum(dice) == 18 + 2 * max(players, 2)  # the bag is empty before every Maat phase, never short


def test_pieces_of_a_player():
    numbers = COMPONENTS.numbers
    assert [numbers[f"player.{name}"] for name in ("buildings", "pillars", "statues")] == [10, 8, 6]
    assert [numbers[f"player.production_{name}"] for name in ("start", "max")] == [2, 6]
    assert [numbers[f"game.start_{name}"] for name in ("vp", "happiness", "population")] == [10, 2, 5]
    assert gain(COMPONENTS.start_gain) == {"gold": 1, "scribe": 1}


def test_what_depends_on_the_number_of_players():
    assert COMPONENTS.by_players["game.starting_cards"] == {1: 3, 2: 5, 3: 7, 4: 9}
    assert COMPONENTS.by_players["game.god_statue_spaces"] == {1: 1, 2: 1, 3: 2, 4: 3}
    assert COMPONENTS.by_players["game.refill_dice"] == {1: 2, 2: 2, 3: 3, 4: 4}
    assert COMPONENTS.also_when_built == {1: False, 2: False, 3: True, 4: False}
    assert COMPONENTS.also_for_own_actions == {1: True, 2: True, 3: False, 4: False}
    assert COMPONENTS.removed == {"T16": 2, "D20": 2}
    sites = {players: sum(map(len, sides.values())) for players, sides in COMPONENTS.temple.sites.items()}
    assert sites == {1: 10, 2: 10, 3: 15, 4: 20}


def test_the_course_of_the_game():
    numbers = COMPONENTS.numbers
    assert (numbers["game.rounds"], numbers["game.maat_every"], numbers["game.score_every"]) == (16, 4, 2)
    assert (numbers["game.scribe_shift"], numbers["game.anubis_scribes"], numbers["game.decrees_scored"]) == (2, 2, 3)
    assert COMPONENTS.lists["game.last_order_vp"] == (3, 2)
    assert numbers["game.last_order_second_from"] == 3


# -- boards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("light", "row"),
    [
        ("sunny", "white pure, yellow tainted, black forbidden, brown forbidden, grey tainted"),
        ("shaded", "white tainted, yellow pure, black tainted, brown pure, grey tainted"),
        ("dark", "white forbidden, yellow forbidden, black pure, brown tainted, grey tainted"),
    ],
)
def test_status_of_dice(light, row):
    expected = dict(word.split() for word in row.split(", "))
    column = ("sunny", "shaded", "dark").index(light)
    assert {colour: COMPONENTS.status[colour][column] for colour in DIE_COLOURS} == expected


def test_light_of_the_wheel():
    assert COMPONENTS.light == ("sunny", "sunny", "shaded", "dark", "dark", "shaded")


def test_tracks():
    numbers = COMPONENTS.numbers
    assert COMPONENTS.triangles == {9: 1, 13: 2, 16: 3, 19: 4, 21: 5}
    assert COMPONENTS.opens_section == {9: 3, 13: 4}
    assert [numbers[f"track.{name}"] for name in ("gold_at", "scribe_at", "action_at", "max")] == [16, 19, 21, 21]
    assert COMPONENTS.lists["track.section_from"] == (1, 5, 9, 13)
    assert COMPONENTS.lists["maat.penalty"] == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
    assert COMPONENTS.lists["score.statues"] == (0, 1, 3, 6, 10, 15, 21)


def test_market():
    assert COMPONENTS.sections == ((2, 1, 0), (2, 2, 0), (1, 2, 1), (1, 1, 2))
    assert COMPONENTS.lists["thoth.cards"] == (1, 1, 2, 2, 3, 3)
    assert COMPONENTS.lists["thoth.papyrus"] == (0, 0, 2, 2, 3, 3)
    assert COMPONENTS.lists["bastet.scribes"] == (2, 2, 1, 1, 0, 0)


def test_ra_slots():
    assert COMPONENTS.ra_slot == (2, 2, 1, 1, 0, 0)
    assert COMPONENTS.ra_slot_vp == (3, 2, 1)


def test_horus_spaces():
    plain = [gain(bonus.gain) for bonus in COMPONENTS.bonus]
    assert plain == [{"faith": 1}, {}, {}, {"gold": 1}, {"vp": 2}, {"scribe": 1}]
    choices = [bonus.either for bonus in COMPONENTS.bonus if bonus.either]
    assert choices == [("papyrus", "bread"), ("limestone", "granite")]
    assert COMPONENTS.printed_gods == ("thoth", "bastet", "osiris", "hathor", "ra", "horus")
    assert COMPONENTS.lists["player.statue_granite"] == (2, 2, 3, 3, 4, 4)


def test_osiris_rows():
    effects = [(row.raises, row.any, row.units, row.gold) for row in COMPONENTS.osiris_rows]
    assert effects == [(1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 1), (2, 0, 2, 0), (2, 1, 2, 0)]
    # Every resource is advanced equally often.
    shown = Counter(kind for row in COMPONENTS.osiris_rows for cell in row.shown for kind in cell)
    assert set(shown.values()) == {8}
    assert COMPONENTS.osiris_statues == (("papyrus", "bread"), ("limestone", "granite"))


def test_building_row():
    assert sum(COMPONENTS.lists["player.building_vp"]) == 12
    assert sum(COMPONENTS.lists["player.building_bread"]) == 5


def test_temple():
    temple = COMPONENTS.temple
    kinds = Counter(kind for row in temple.cells for _, kind in row)
    assert kinds == {"papyrus": 4, "bread": 4, "limestone": 4, "granite": 4, "gold": 5, "faith": 4}
    assert Counter(colour for side in temple.rim.values() for colour in side) == dict.fromkeys(range(4), 5)
    assert temple.site_bread == (2, 3, 4, 3, 2)
    assert (temple.statue_row, temple.statue_column) == (3, 3)


def test_two_players_have_one_site_per_line_and_four_have_lines_with_two():
    for players, expected in ((2, {1}), (4, {2})):
        sides = COMPONENTS.temple.sites[players]
        rows, columns = Counter(sides["west"] + sides["east"]), Counter(sides["north"] + sides["south"])
        assert set(rows.values()) == set(columns.values()) == expected
        assert len(rows) == len(columns) == 5


def test_tile_edges_and_lights():
    edges = Counter(colour for tile in COMPONENTS.tiles for colour in tile.edges)
    assert edges == dict.fromkeys(range(len(EDGE_COLOURS)), 27)
    lights = Counter(tile.light for tile in COMPONENTS.tiles)
    assert lights == {"sunny": 7, "shaded": 7, "dark": 7, "none": 6}


def test_decree_symbols():
    symbols = Counter(decree.symbol for decree in COMPONENTS.decrees)
    assert set(symbols.values()) == {4}
    assert len(symbols) == 6
    assert len(PIECES) == 8


def test_ankh_values():
    assert [card.ankh for card in COMPONENTS.destiny] == [0, 1, 2, 3]
    assert [card.ankh for card in COMPONENTS.technologies if card.effect == "faithful"] == [5]


def test_the_automaton():
    solo = COMPONENTS.solo
    assert (solo.numbers["start_happiness"], solo.numbers["start_population"], solo.numbers["ankh"]) == (4, 7, 4)
    assert solo.balance == (3, 2, 1, 1)
    assert solo.destiny == ("F01", "F02")
    assert len(solo.god_tiles) + len(solo.resource_tiles) == 10
    assert [gain(bonus) for bonus in solo.bonus[::2]] == [{"scribe": 1}, {"vp": 1}, {"scribe": 1, "vp": 1}]
    assert [(level.statues, len(level.buildings), level.pillar) for level in solo.levels] == [
        ((1,), 0, False),
        ((1,), 2, True),
        ((1, 4), 2, True),
    ]
    assert (solo.decree_vp, solo.hard_decree_vp) == (4, 8)


# -- a data file that is wrong ---------------------------------------------------------------------------------

WRONG = [
    ("no toml", "[game]\nrounds", "[game\nrounds", "data.toml"),
    ("happy from the start", "gold_at = 16", "gold_at = 1", "[track]: 'gold_at' is 1, must be above 4"),
    ("out of order", "scribe_at = 19", "scribe_at = 12", "[track]: 'scribe_at' is 12, must be above 16"),
    ("no section", "[wheel]\n", "[wheels]\n", "[wheel]: is missing"),
    ("unknown section", "[wheel]\n", "[weather]\nrain = 1\n[wheel]\n", "'weather'"),
    (
        "missing number",
        "start_vp = 10                   # printed\nstart_happ",
        "start_happ",
        "[game]: 'start_vp' is missing",
    ),
    ("no number", "rounds = 16", "rounds = 'sixteen'", "[game]: 'rounds' must be an integer, not 'sixteen'"),
    ("truth as number", "rounds = 16", "rounds = true", "[game]: 'rounds'"),
    ("number too large", "scribe_shift = 2", "scribe_shift = 7", "[game]: 'scribe_shift' is 7"),
    ("unknown number", "scribe_shift = 2", "scribe_shift = 2\nscribe_drift = 1", "[game]: 'scribe_drift'"),
    ("odd end", "rounds = 16", "rounds = 12", "[game]: the last round"),
    (
        "missing player count",
        "starting_cards = { 1 = 3, 2 = 5, 3 = 7, 4 = 9 }",
        "starting_cards = { 1 = 3 }",
        "[game.starting_cards]: '2' is missing",
    ),
    ("five players", "4 = 9 }", "4 = 9, 5 = 11 }", "[game.starting_cards]: '5'"),
    ("too few starting cards", "3 = 7, 4 = 9", "3 = 5, 4 = 9", "'starting_cards': 5 do not give 3"),
    ("unknown removal", "T16 = 2", "X16 = 2", "[removed]: 'X16'"),
    ("die missing", "grey   = { 1 = 6, 2 = 6, 3 = 4, 4 = 6 }", "grey   = { 1 = 6, 2 = 6, 3 = 4, 4 = 5 }", "25 dice for 4"),
    ("bag runs short", "3 = 4, 4 = 6", "3 = 3, 4 = 6", "[dice]: 23 dice for 3 players, but 24"),
    ("wrong product", 'produces = "papyrus"', 'produces = "bread"', "[colours.yellow]: 'produces'"),
    ("unknown status", 'sunny = "pure"', 'sunny = "clean"', "[colours.white]: 'sunny': 'clean'"),
    ("three shades", '"dark", "dark"', '"dark", "shaded"', "[wheel]: 'light'"),
    ("short row", "statue_granite = [2, 2, 3, 3, 4, 4]", "statue_granite = [2, 2, 3]", "[player]: 'statue_granite' has 3"),
    ("triangles descend", "19 = 4, 21 = 5", "19 = 5, 21 = 4", "[track.triangles]: the numbers"),
    ("spaces descend", "19 = 4, 21 = 5", "21 = 4, 19 = 5", "[track.triangles]: the spaces"),
    ("space no number", "{ 9 = 1, 13", "{ nine = 1, 13", "[track.triangles]: 'nine'"),
    ("beyond the track", "gold_at = 16", "gold_at = 22", "[track]: 'gold_at'"),
    ("section open at once", "{ 9 = 3, 13 = 4 }", "{ 7 = 3, 13 = 4 }", "[track]: 'opens_section'"),
    (
        "too many cards",
        "section2 = { blessing = 2, technology = 2",
        "section2 = { blessing = 3, technology = 2",
        "[market.section2]: must hold",
    ),
    (
        "early decree",
        "section2 = { blessing = 2, technology = 2, decree = 0",
        "section2 = { blessing = 2, technology = 1, decree = 1",
        "[market]: sections 1 and 2",
    ),
    ("unknown slot", '["right", "right"', '["top", "right"', "[ra]: 'slot': 'top'"),
    (
        "god twice",
        'printed_gods = ["thoth", "bastet"',
        'printed_gods = ["thoth", "thoth"',
        "[horus]: 'printed_gods': 'thoth' twice",
    ),
    ("bonus of nothing", "    { faith = 1 },", "    {},", "[horus.bonus 1.gain]: gains nothing"),
    ("unknown bonus", "    { faith = 1 },", "    { hope = 1 },", "[horus.bonus 1.gain]: 'hope'"),
    ("happier than many", "start_happiness = 2", "start_happiness = 6", "[game]: happiness starts above"),
    ("columns swapped", 'columns = ["papyrus", "bread"', 'columns = ["bread", "papyrus"', "[osiris]: 'columns'"),
    (
        "cell of another district",
        '["bread", "papyrus"], ["limestone", "granite"], [',
        '["papyrus", "bread"], ["limestone", "granite"], [',
        "[osiris.rows 3]: the cell of the bread",
    ),
    ("cell too rich", '"1 papyrus"', '"4 papyrus"', "[temple]: a cell shows 1..3"),
    ("cell of points", '"1 papyrus"', '"1 vp"', "[temple]: a cell shows"),
    ("colour of the rim", 'north = "RGBYR"', 'north = "RGBYX"', "[temple.rim]: 'north'"),
    ("site cost", "site_bread = [2,", "site_bread = [1,", "[temple]: 'site_bread' is 1"),
    ("site beyond", "east = [1, 3, 5]", "east = [1, 3, 6]", "[temple.sites.3]: 'east': 6"),
    (
        "shrinking penalty",
        "penalty = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]",
        "penalty = [0, 0, 0, 1, 1, 1, 2, 2, 1, 3, 3]",
        "[maat]",
    ),
    ("tile missing", "P27 = {", "P28 = {", "[tiles]: 'P28'"),
    ("tile cost", 'cost = "1L2G", edges = "RRGG"', 'cost = "2G1L", edges = "RRGG"', "[tiles.P02]: 'cost'"),
    ("free tile", 'cost = "1L2G", edges = "RRGG"', 'cost = "", edges = "RRGG"', "[tiles.P02]: 'cost'"),
    ("tile edges", 'edges = "RRGG"', 'edges = "RRG"', "[tiles.P02]: 'edges'"),
    (
        "ability in no light",
        'light = "dark",   cost = "1L2G", edges = "RRGG"',
        'light = "none", cost = "1L2G", edges = "RRGG"',
        "[tiles.P02]: 'light'",
    ),
    (
        "seven idle tiles",
        'P21 = { light = "dark",   cost = "1L2G", edges = "YYYR", ability = "double-cell" }',
        'P21 = { light = "none", cost = "1L2G", edges = "YYYR", ability = "none" }',
        "[tiles]: 7 tiles",
    ),
    ("value 7", "values = [1, 2, 3]", "values = [1, 2, 7]", "[tiles.P12]: 'values'"),
    ("two values", 'ability = "osiris", values = [3]', 'ability = "osiris", values = [3, 4]', "[tiles.P15]: 'values'"),
    ("unknown effect", 'S12 = { effect = "gain"', 'S12 = { effect = "gian"', "[starting.S12]: 'effect': 'gian'"),
    ("effect without parameter", 'effect = "mix", units = 5,', 'effect = "mix",', "[starting.S04]: 'units' is missing"),
    ("parameter too many", "F03 = { ankh = 2,", "F03 = { ankh = 2, gold = 1,", "[destiny.F03]: 'gold'"),
    ("ankh twice", "F02 = { ankh = 1", "F02 = { ankh = 0", "[destiny]: an ankh value twice"),
    ("wrong time", 'B07 = { when = "any-time"', 'B07 = { when = "production"', "[blessings.B07]: 'when'"),
    ("unknown god", 'when = ["ra", "horus"]', 'when = ["re", "horus"]', "[blessings.B13]: 'when': 're'"),
    (
        "technology effect twice",
        'T18 = { effect = "pure-vp", vp = 1 }',
        'T18 = { effect = "anubis-vp", vp = 1 }',
        "[technologies]: the effect 'anubis-vp'",
    ),
    ("D04 and D08 alike", 'D08 = { symbol = "scroll"', 'D08 = { symbol = "ankh"', "[decrees]: D04 and D08"),
    ("seven symbols", 'D24 = { symbol = "feather"', 'D24 = { symbol = "moon"', "[decrees]: 7 symbols"),
    ("unknown piece", "vp = { quarry = 3 }", "vp = { query = 3 }", "[decrees.D09.vp]: 'query'"),
    ("short solo", "balance = [3, 2, 1, 1]", "balance = [3, 2, 1]", "[solo]: 'balance' has 3"),
    (
        "tile of one colour",
        '["granite", "limestone", "bread", "papyrus"]',
        '["granite", "limestone", "bread"]',
        "'resource_tiles'",
    ),
    (
        "automaton eats bread",
        "    { scribe = 1 },\n    { scribe = 1 },\n    { vp = 1 }",
        "    { bread = 1 },\n    { scribe = 1 },\n    { vp = 1 }",
        "[solo]: 'bonus'",
    ),
    ("unknown level", "low    = {", "lowest = {", "[solo.levels]: 'low'"),
    (
        "building beyond",
        '["bread", 5], ["granite", 5]], pillar = true }\nhigh',
        '["bread", 7]], pillar = true }\nhigh',
        "[solo.levels.medium]: 'buildings'",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_wrong_data_is_refused_by_name(old, new, message, tmp_path):
    assert old in TEXT
    with pytest.raises(DataError, match=re.escape(message)):
        load(written(tmp_path, TEXT.replace(old, new, 1)))


def written(folder, text):
    path = folder / "data.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_correction_needs_no_code(tmp_path):
    corrected = TEXT.replace("statue_granite = [2, 2, 3, 3, 4, 4]", "statue_granite = [1, 2, 3, 4, 5, 6]")
    rows = load(written(tmp_path, corrected))
    assert rows.lists["player.statue_granite"] == (1, 2, 3, 4, 5, 6)
    assert rows.rules_hash != COMPONENTS.rules_hash


# -- the engine plays with these numbers -----------------------------------------------------------------------


def test_rules_hash_is_that_of_the_file():
    assert GAME.rules_hash == COMPONENTS.rules_hash
    assert GAME.variants == tuple(row.name for row in COMPONENTS.variants)
    assert GAME.variants[0] == "standard"


def test_every_level_comes_with_every_way_to_make_it_harder():
    solo = [(row.level, row.random_start, row.hard_decrees) for row in COMPONENTS.variants if row.level]
    assert sorted(solo) == sorted(product(("low", "medium", "high"), (False, True), (False, True)))
    assert [row.name for row in COMPONENTS.variants if row.printed_gods] == ["printed"]


@pytest.mark.parametrize(("players", "bag", "technologies", "decrees"), [(2, 4, 20, 19), (3, 6, 21, 18), (4, 8, 21, 16)])
def test_a_game_starts_with_these_numbers(players, bag, technologies, decrees):
    """The first decision is which decree to keep: the board is laid out, two decrees each are dealt."""
    start = Position.start(GAME, players).settle(Rng(3)).as_dict()
    assert start["phase"] == "keep"
    assert [len(sector["dice"]) for sector in start["wheel"]] == [3] * 6
    assert sum(start["bag"].values()) == bag
    assert sorted(row["god"] for row in start["horus"]) == sorted(GODS)
    assert None not in [slot["tile"] for slot in start["slots"]]
    assert start["tiles_left"] == 24
    market = [place + slot["card"][0] for place, slot in start["market"].items()]
    assert market == ["1aB", "1bB", "1cT", "2aB", "2bB", "2cT", "2dT"]
    assert (start["blessings_left"], start["technologies_left"], start["decrees_left"]) == (20, technologies, decrees)
    for row in start["seats"]:
        assert (row["score"], row["population"], row["happiness"], row["decrees_held"]) == (10, 5, 2, 2)
        assert row["goods"] == {"gold": 1, "scribe": 1}
        assert row["production"] == {"papyrus": 2, "bread": 2, "limestone": 2, "granite": 2}


@pytest.mark.parametrize(("players", "shown"), [(2, 5), (3, 7), (4, 9)])
def test_starting_cards_on_the_table(players, shown):
    rng = Rng(4)
    where = Position.start(GAME, players).settle(rng)
    while where.as_dict()["phase"] == "keep":
        where = where.after(where.legal_moves()[0]).settle(rng)
    assert len(where.as_dict()["starting"]) == shown


def test_printed_gods_need_no_luck():
    start = Position.start(GAME, 2, "printed").settle(Rng(5)).as_dict()
    assert [row["god"] for row in start["horus"]] == ["thoth", "bastet", "osiris", "hathor", "ra", "horus"]


@pytest.mark.parametrize(
    ("variant", "gods", "shops", "pillars"),
    [("solo-low", 1, [], 0), ("solo-normal", 1, ["bread5", "granite5"], 1), ("solo-high", 2, ["bread5", "granite5"], 1)],
)
def test_the_automaton_starts_with_its_level(variant, gods, shops, pillars):
    rng = Rng(6)
    where = Position.start(GAME, 2, variant).settle(rng)
    while where.as_dict()["phase"] in ("keep", "draft"):
        where = where.after(where.legal_moves()[0]).settle(rng)
    automaton = where.as_dict()["seats"][1]
    assert (automaton["automaton"], automaton["score"]) == (True, 10)
    assert (automaton["happiness"], automaton["population"]) == (4, 7)
    built = [shop["at"].partition(":")[2] for shop in automaton["shops"]]
    assert (sum(automaton["gods"].values()), built, len(automaton["pillars"])) == (gods, shops, pillars)
