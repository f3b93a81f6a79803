"""Every number of the box, and a data file that is refused with the name of the wrong entry."""

import re

import pytest

from egypt.core.data import DataError
from egypt.core.position import Position, Rng
from egypt.games.ra.components import DATA_FILE, load
from tests.games.ra.positions import BOX, CIVILIZATIONS, DISASTERS, GAME, MONUMENTS, RA_LIMIT, SUN_SETS, plain

COMPONENTS = load()
COUNT = {tile.name: tile.count for tile in COMPONENTS.tiles}


@pytest.mark.parametrize(("kind", "count"), BOX.items())
def test_tile_count(kind, count):
    assert COUNT[kind] == count


@pytest.mark.parametrize(
    ("kinds", "total"),
    [(tuple(BOX), 180), (CIVILIZATIONS, 25), (MONUMENTS, 40), (("nile", "flood"), 37), (DISASTERS, 10)],
    ids=["all", "civilization", "monuments", "river", "disasters"],
)
def test_sums_of_tiles(kinds, total):
    assert sum(COUNT[kind] for kind in kinds) == total


def test_there_are_no_other_tiles():
    assert len(COMPONENTS.tiles) == len(BOX) == 23
    assert len(CIVILIZATIONS) == 5
    assert len(MONUMENTS) == 8
    assert len(DISASTERS) == 4


@pytest.mark.parametrize("kind", BOX)
def test_tiles_kept_between_epochs(kind):
    kept = {tile.name: tile.kept for tile in COMPONENTS.tiles}
    assert kept[kind] == (kind in ("pharaoh", "nile", *MONUMENTS))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ra_limit(players):
    assert COMPONENTS.ra_limit[players] == RA_LIMIT[players]
    assert 3 * RA_LIMIT[players] <= 30


@pytest.mark.parametrize(
    ("players", "totals", "highest"),
    [(2, [22, 22], 9), (3, [28, 30, 32], 13), (4, [21, 22, 23, 24], 13), (5, [25, 26, 27, 28, 29], 16)],
)
def test_sun_sets(players, totals, highest):
    sets = COMPONENTS.sun_sets[players]
    assert sets == SUN_SETS[players]
    assert sorted(sum(suns) for suns in sets) == totals
    assert sorted([1, *(sun for suns in sets for sun in suns)]) == list(range(1, highest + 1))
    assert {len(suns) for suns in sets} == {4 if players < 4 else 3}


@pytest.mark.parametrize(
    ("name", "value"),
    [("epochs", 3), ("start_score", 10), ("track_size", 8), ("center_sun", 1), ("discards_per_disaster", 2)],
)
def test_game_numbers(name, value):
    assert COMPONENTS.game[name] == value


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("god", 2),
        ("gold", 3),
        ("pharaohs_most", 5),
        ("pharaohs_fewest", -2),
        ("river_tile_with_flood", 1),
        ("suns_highest", 5),
        ("suns_lowest", -5),
    ],
)
def test_points(name, points):
    assert COMPONENTS.score[name] == points


def test_tables_of_points():
    assert COMPONENTS.civilization_kinds == (-5, 0, 0, 5, 10, 15)
    assert COMPONENTS.monument_kinds == (0, 1, 2, 3, 4, 5, 6, 10, 15)
    assert COMPONENTS.monument_copies == (0, 0, 0, 5, 10, 15)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_engine_starts_with_these_numbers(players):
    start = plain(Position.start(GAME, players).settle(Rng(1)))
    assert start["bag"] == BOX
    assert start["gone"] == start["track"] == {}
    assert (start["epochs"], start["epoch"], start["ra_tiles"]) == (3, 1, 0)
    assert (start["ra_limit"], start["center_sun"], start["track_size"]) == (RA_LIMIT[players], 1, 8)
    assert {tuple(player["suns_up"]) for player in start["seats"]} == set(SUN_SETS[players])
    assert all(player["score"] == 10 and player["tiles"] == {} for player in start["seats"])


# -- a data file that is wrong -------------------------------------------------------------------------------

WRONG_DATA = [
    ("no number", "epochs = 3 ", "epochs = 'three' ", r"\[game\]: 'epochs' .*three"),
    ("number too large", "track_size = 8", "track_size = 9", r"\[game\]: 'track_size' is 9"),
    ("negative start", "start_score = 10", "start_score = -1", r"\[game\]: 'start_score' is -1"),
    ("missing number", "center_sun = 1 ", "#", r"\[game\]: 'center_sun' is missing"),
    ("harmless disasters", "discards_per_disaster = 2", "discards_per_disaster = 0", r"'discards_per_disaster' is 0"),
    ("missing section", "[ra_limit]", "[ra_limits]", r"^data.toml: 'ra_limit' is missing"),
    ("Ra tiles run out", "5 = 10", "5 = 11", r"\[ra_limit\]: '5' is 11: 30 Ra tiles"),
    ("missing player count", "4 = 9\n", "", r"\[ra_limit\]: '4' is missing"),
    ("sun twice", "[8, 7, 4, 3]", "[8, 7, 4, 2]", r"\[sun_sets\]: '2': sun 2 twice"),
    ("centre sun dealt", "[8, 7, 4, 3]", "[8, 7, 4, 1]", r"\[sun_sets\]: '2': sun 1 twice"),
    ("sun too high", "[13, 8, 5, 2]", "[17, 8, 5, 2]", r"\[sun_sets\]: '3': .*17"),
    ("uneven sets", "[13, 8, 5, 2]", "[13, 8, 5]", r"\[sun_sets\]: '3' must be sets of the same size"),
    ("set missing", ", [12, 11, 6]", "", r"\[sun_sets\]: '5' has 4 entries, must have 5"),
    ("unknown tile", "statues      =", "statue       =", r"\[tiles\]: 'statues' is missing"),
    ("missing tile", "gold         = { count = 5,  kept = false }\n", "", r"\[tiles\]: 'gold' is missing"),
    ("too many tiles", "god          = { count = 8,", "god          = { count = 16,", r"\[tiles.god\]: 'count' is 16"),
    ("count no number", "ra           = { count = 30 }", "ra           = { count = 1.5 }", r"\[tiles.ra\]: 'count' .*1\.5"),
    ("no count", "ra           = { count = 30 }", "ra           = {}", r"\[tiles.ra\]: 'count' is missing"),
    ("box too big", "ra           = { count = 30 }", "ra           = { count = 120 }", r"\[tiles\]: 270 tiles in all"),
    (
        "kept forgotten",
        "nile         = { count = 25, kept = true }",
        "nile         = { count = 25 }",
        r"\[tiles.nile\]: 'kept' is missing",
    ),
    (
        "disaster kept",
        "funeral      = { count = 2 }",
        "funeral      = { count = 2, kept = true }",
        r"\[tiles.funeral\]: 'kept' is not asked for",
    ),
    ("missing points", "gold = 3\n", "", r"\[score\]: 'gold' is missing"),
    ("wild points", "suns_lowest = -5", "suns_lowest = -500", r"\[score\]: 'suns_lowest' is -500"),
    ("short row", "[-5, 0, 0, 5, 10, 15]", "[-5, 0, 0, 5, 10]", r"\[score\]: 'civilization_kinds' has 5 entries"),
    (
        "long row",
        "[0, 1, 2, 3, 4, 5, 6, 10, 15]",
        "[0, 1, 2, 3, 4, 5, 6, 10, 15, 20]",
        r"'monument_kinds' has 10 entries, must have 9",
    ),
    (
        "wild row",
        "monument_copies = [0, 0, 0, 5, 10, 15]",
        "monument_copies = [0, 0, 0, 5, 10, 'x']",
        r"'monument_copies' .*'x'",
    ),
    ("unknown number", "epochs = 3 ", "moons = 1\nepochs = 3 ", r"\[game\]: 'moons' is not asked for"),
    ("unknown points", "gold = 3\n", "gold = 3\nsilver = 2\n", r"\[score\]: 'silver' is not asked for"),
    ("unknown section", "[score]", "[market]\n[score]", r"^data.toml: 'market' is not asked for"),
    ("unknown player count", "5 = 10\n", "5 = 10\n6 = 12\n", r"\[ra_limit\]: '6' is not asked for"),
    ("no toml", "[game]", "[game", r"data\.toml"),
]


@pytest.mark.parametrize(("old", "new", "message"), [row[1:] for row in WRONG_DATA], ids=[row[0] for row in WRONG_DATA])
def test_wrong_data_is_refused_by_name(tmp_path, old, new, message):
    text = DATA_FILE.read_text()
    assert old in text
    path = tmp_path / "data.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        load(path)
    assert re.search(message, str(caught.value)), caught.value


def test_tiles_in_another_order_are_refused(tmp_path):
    swapped = re.sub(r"(god  .*\n)(gold .*\n)", r"\2\1", DATA_FILE.read_text())
    path = tmp_path / "data.toml"
    path.write_text(swapped)
    with pytest.raises(DataError, match=r"\[tiles\]: 'gold' stands where 'god' belongs"):
        load(path)


def test_rules_hash_follows_the_data(tmp_path):
    path = tmp_path / "data.toml"
    path.write_text(DATA_FILE.read_text().replace("god = 2", "god = 3"))
    assert load(path).rules_hash != COMPONENTS.rules_hash == GAME.rules_hash
