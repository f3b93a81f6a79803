"""The features as documented, and the evaluation as their weighted sum."""

import re
from pathlib import Path

import pytest

from egypt.core.position import Position, Rng
from egypt.games.ra import evaluate
from egypt.games.ra.game import RaGame
from tests.games.ra.positions import BOX, DISASTERS, GAME, MONUMENTS, play, position, seat, seats


def columns_of(header):
    """The names of the enum in a header, in its order; the last one counts them."""
    text = Path(evaluate.__file__).with_name(header).read_text()
    return [name.lower() for name in re.findall(r"^    ([A-Z][A-Z0-9_]+)\b", text.partition("cdef enum:")[2], re.MULTILINE)]


WEIGHED = columns_of("evaluate.pxd")[:-1]


def present(row):
    """The columns of the weighted sums that are not zero."""
    return {name: row[name] for name in WEIGHED if row[name]}


def test_columns_names_and_weights_are_in_the_same_order():
    """Lists of the same things: the enums in evaluate.pxd and evaluate_counts.pxd, the names in evaluate.pyx, the game's."""
    assert columns_of("evaluate.pxd")[-1] == "feature_nb"
    suns, *counts = columns_of("evaluate_counts.pxd")
    assert (suns, counts[-1]) == ("sun_up", "column_nb")
    suns = [f"sun_{value}_up" for value in range(1, 17)]
    counts.remove("first_common")
    assert (*WEIGHED, *suns, *counts[:-1]) == evaluate.FEATURES == GAME.feature_names


def counted(row, *names):
    return [row[name] for name in names]


def test_suns_are_counted_one_by_one_and_against_each_other():
    first, second = seats(2)
    first |= {"up": (9, 6), "down": (5, 2)}
    second |= {"up": (8, 7, 4), "down": (3,)}
    _, rows = position(first, second).features()
    assert [value for value in range(1, 17) if rows[0][f"sun_{value}_up"]] == [6, 9]
    assert [value for value in range(1, 17) if rows[1][f"sun_{value}_up"]] == [4, 7, 8]
    assert counted(rows[0], "suns_down", "suns_top", "suns_over", "rivals_over") == [2, 1, 3 + 1, 0]
    assert counted(rows[1], "suns_top", "suns_over", "rivals_over") == [0, 2, 1]
    assert [row["center_top"] for row in rows] == [0, 0] and rows[0]["center"] == rows[1]["center"] == 1


def test_who_has_the_turn_after_the_next():
    three = seats(3)
    assert [row["turn_next"] for row in position(*three, turn="p2").features()[1]] == [0, 0, 1]
    three[2] |= {"up": (), "down": (11, 10, 7, 4)}
    assert [row["turn_next"] for row in position(*three, turn="p2").features()[1]] == [1, 0, 0]


def test_what_is_left_in_the_bag_for_a_seat():
    _, (first, second) = position(*seats(2, p1="art*2 obelisk*2 palace", p2="art temple")).features()
    assert counted(first, "monuments_hope", "monuments_missing") == [3, 4 + 5 * 5]
    assert counted(second, "monuments_hope", "monuments_missing") == [0, 3 + 4 + 5 * 5]
    assert first["kinds_hope"] == second["kinds_hope"] == 20 * 6 // 30


def test_what_the_track_holds_for_a_seat():
    _, rows = position(*seats(2, p1="art obelisk*2"), track="art writing obelisk temple unrest").features()
    assert counted(rows[0], "lot_kinds", "lot_monuments", "lot_copies") == [1, 1, 1]
    assert counted(rows[1], "lot_kinds", "lot_monuments", "lot_copies") == [2, 2, 0]


def test_bag_track_and_time_are_the_same_for_all():
    where = position(*seats(3, p2="gold flood*2"), track="god gold pharaoh*2 funeral drought", ra=7)
    _, rows = where.features()
    common = evaluate.FEATURES[evaluate.FEATURES.index("bag_ra") :]
    assert [counted(row, *common) for row in rows] == [counted(rows[0], *common)] * 3
    assert counted(rows[0], "bag_ra", "bag_gods", "bag_golds", "bag_pharaohs") == [23, 7, 3, 23]
    assert counted(rows[0], "bag_niles", "bag_floods") == [25, 10]
    assert counted(rows[0], "bag_civilization", "bag_monuments", "bag_disasters") == [25, 40, 8]
    assert counted(rows[0], "ra_left", "ra_last", "ra_last_but_one", "draws_left") == [1, 1, 0, rows[0]["bag_tiles"] // 23]
    assert counted(rows[0], "track_tiles", "track_gods", "track_golds", "track_pharaohs") == [6, 1, 1, 2]
    assert counted(rows[0], "track_funerals", "track_droughts", "track_unrests", "track_earthquakes") == [1, 1, 0, 0]


@pytest.mark.parametrize(("ra", "late", "last"), [(3, 0, 0), (4, 4, 0), (5, 4, 4)])
def test_suns_are_late_before_the_last_ra_tiles(ra, late, last):
    _, rows = position(*seats(2), ra=ra).features()
    assert [(row["suns_up_late"], row["suns_up_last"]) for row in rows] == [(late, last)] * 2


def test_features_of_the_start():
    stage, (first, second) = position(*seats(2)).features()
    assert stage == 0
    assert present(first) == {
        "score": 10,
        "kinds_0": 1,
        "suns_up": 4,
        "suns_up_sum": 22,
        "suns_up_highest": 9,
        "suns_up_time": 24,
        "suns_sum_time": 16,
        "suns_up_others": 4,
        "turn": 1,
        "suns_up_draws": 36,
        "center_gain": -1,
    }
    assert present(second) == {
        "score": 10,
        "kinds_0": 1,
        "suns_up": 4,
        "suns_up_sum": 22,
        "suns_up_highest": 8,
        "suns_up_time": 24,
        "suns_sum_time": 16,
        "suns_up_others": 4,
        "suns_up_draws": 36,
        "center_gain": -2,
    }


def test_features_of_tiles():
    monuments = "sphinx*3 temple*2 palace*2 obelisk fortress statues"
    held = f"god*2 gold pharaoh*3 nile*4 flood*2 art*3 religion {monuments}"
    _, (first, second) = position(*seats(2, p1=held, p2="nile*3 pharaoh")).features()
    expected = {
        "gods": 2,
        "golds": 1,
        "river": 6,
        "floods": 2,
        "niles": 4,
        "niles_dry": 0,
        "kinds_0": 0,
        "kinds_2": 1,
        "civilization_spare": 2,
        "pharaohs": 3,
        "pharaohs_most": 1,
        "pharaohs_fewest": 0,
        "pharaohs_lead": 2,
        "pharaohs_above": 2,
        "monument_points": 11,
        "monuments": 10,
        "monument_kinds": 6,
        "monument_kinds_6up": 1,
        "monument_pairs": 2,
        "monument_triples": 1,
    }
    assert {name: first[name] for name in expected} == expected
    expected = {
        "river": 0,
        "niles": 3,
        "niles_dry": 3,
        "kinds_0": 1,
        "pharaohs_most": 0,
        "pharaohs_fewest": 1,
        "pharaohs_lead": -2,
        "pharaohs_above": -2,
        "monument_points": 0,
    }
    assert {name: second[name] for name in expected} == expected


@pytest.mark.parametrize("kinds", range(6))
def test_exactly_one_column_of_kinds_is_set(kinds):
    names = ("art", "agriculture", "religion", "astronomy", "writing")[:kinds]
    _, rows = position(*seats(2, p1=" ".join(names))).features()
    assert [rows[0][f"kinds_{number}"] for number in range(6)] == [int(number == kinds) for number in range(6)]


def test_features_of_suns():
    players = [seat((13, 2), (5, 1), "art"), seat((), (12, 9, 6, 4)), seat((11,), (10, 7, 3), "art")]
    stage, rows = position(*players, center=8, ra=6, epoch=2).features()
    assert stage == 3
    columns = (
        "suns_up",
        "suns_up_sum",
        "suns_up_highest",
        "suns_down_sum",
        "suns_down_highest",
        "suns_up_late",
        "suns_up_others",
        "suns_up_alone",
        "suns_total_highest",
        "suns_total_lowest",
        "kinds_0_done",
        "suns_up_time",
        "suns_sum_time",
    )
    assert [[row[name] for name in columns] for row in rows] == [
        [2, 15, 13, 6, 5, 2, 1, 0, 0, 1, 0, 4, 3],
        [0, 0, 0, 31, 12, 0, 3, 0, 1, 0, 1, 0, 0],
        [1, 11, 11, 20, 10, 1, 2, 0, 1, 0, 0, 2, 2],
    ]


def test_the_last_one_with_suns_is_alone():
    _, rows = position(seat((5, 3), (1, 2)), seat((), (4, 6, 7, 8)), center=9).features()
    assert [row["suns_up_alone"] for row in rows] == [2, 0]


def test_hopes_last_as_long_as_the_epoch_and_the_suns():
    """Of 60 tiles in the bag 10 are Ra tiles and 5 are floods: two more Ra tiles are twelve draws, one of them a flood."""
    players = [
        seat((9, 4), (5, 1), "nile*6 art religion"),
        seat((), (13, 12, 8, 2), "nile*6 art"),
        seat((), (11, 10, 7, 3), "nile flood art"),
    ]
    gone = {
        **dict.fromkeys(MONUMENTS, 5),
        **{name: BOX[name] for name in DISASTERS},
        "ra": 20,
        "flood": 6,
        "god": 5,
        "art": 2,
        "religion": 4,
        "agriculture": 5,
        "astronomy": 5,
        "writing": 5,
    }
    _, rows = position(*players, center=6, ra=6, epoch=3, gone=gone).features()
    columns = ("suns_up_draws", "center_gain", "niles_dry_hope", "kinds_time")
    assert [[row[name] for name in columns] for row in rows] == [[6, 2, 6, 4], [0, 0, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(("epoch", "ra", "stage"), [(1, 0, 0), (1, 2, 0), (1, 3, 1), (2, 0, 2), (2, 5, 3), (3, 5, 5)])
def test_stages_are_halves_of_epochs(epoch, ra, stage):
    assert position(*seats(2), epoch=epoch, ra=ra).features()[0] == stage


def test_the_lot_counts_for_those_who_can_still_bid():
    players = [seat((9,), (1, 2, 3), "art"), seat((4, 8), (6, 7), "art")]
    _, rows = position(*players, center=5, track="gold*2 flood", turn="p2").features()
    assert [(row["lot"], row["lot_top"], row["lot_turn"]) for row in rows] == [(7, 7, 0), (7, 0, 7)]
    players = [seat((9,), (1, 2, 3), "art"), seat((), (4, 6, 7, 8), "art")]
    _, rows = position(*players, center=5, track="gold*2 flood").features()
    assert [row["lot"] for row in rows] == [7, 0]


@pytest.mark.parametrize(
    ("held", "track", "lot"),
    [
        ("art", "gold god", 5),
        ("", "art", 5),
        ("flood*2 art", "drought", -2),
        ("art religion writing", "unrest", -5),
        ("art*3 religion writing", "unrest", 0),
        ("art pharaoh*3", "funeral pharaoh", -1),
    ],
)
def test_the_lot_includes_its_disasters(held, track, lot):
    """Unrest is guessed to take duplicates first."""
    _, rows = position(*seats(2, p1=held), track=track, epoch=3).features()
    assert rows[0]["lot"] == lot


@pytest.fixture(scope="module")
def simple():
    """Ra with weights that a test can calculate with: a gold is worth three points, a usable sun two."""
    game = RaGame()
    table = {"points": {"golds": 3, "suns_up": 2}, "spread": 10}
    game.load_weights({"features": list(evaluate.FEATURES), "players": dict.fromkeys("2345", table)})
    return game


def rows_of(where, game):
    return Position.from_text(where.to_text(), game).features()[1]


def test_an_auction_is_thought_through_to_its_end(simple):
    """p1 has invoked; p2 wants two golds for their lowest sun, p3 outbids p2, p1 outbids both."""
    auction = play(position(*seats(3), track="gold*2"), "invoke")
    rows = rows_of(auction, simple)
    assert [row["golds"] for row in rows] == [2, 0, 0]
    assert (rows[0]["suns_up"], rows[0]["suns_up_sum"], rows[0]["suns_down_sum"]) == (3, 23, 1)  # for the 5, over the 4
    assert [row["turn"] for row in rows] == [0, 1, 0]


def test_a_bid_that_nobody_can_or_wants_to_beat_wins_disasters_included(simple):
    auction = play(position(*seats(3, p3="pharaoh"), track="gold*2 funeral"), "invoke", "pass", "bid:11")
    taken = rows_of(play(auction, "pass"), simple)
    assert (taken[2]["golds"], taken[2]["pharaohs"], taken[2]["suns_up_sum"]) == (2, 0, 21)
    nobody_wants_it = play(position(*seats(3), track="nile"), "invoke", "pass", "bid:4")
    assert [row["niles"] for row in rows_of(nobody_wants_it, simple)] == [0, 0, 1]


def test_who_invoked_must_take_what_nobody_wants(simple):
    rows = rows_of(play(position(*seats(3), track="nile"), "invoke"), simple)
    assert [row["niles"] for row in rows] == [1, 0, 0]
    assert (rows[0]["suns_up"], rows[0]["suns_up_sum"]) == (3, 26)


def test_what_nobody_wants_stays_after_a_ra_tile_and_goes_when_the_track_was_full(simple):
    rows = rows_of(play(position(*seats(3, p1="flood"), track="nile"), "draw", "tile:ra"), simple)
    assert [(row["niles"], row["lot"]) for row in rows] == [(0, 1), (0, 0), (0, 0)]
    rows = rows_of(play(position(*seats(3, p1="flood"), track="nile*8"), "invoke"), simple)
    assert [(row["niles"], row["lot"]) for row in rows] == [(0, 0), (0, 0), (0, 0)]


def field(where, name):
    return where.to_text().partition(f";{name}=")[2].partition(";")[0]


def without(where, names):
    stage, rows = where.features()
    return stage, [{name: row[name] for name in row if name not in names} for row in rows]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_bids_last_is_judged_by_how_the_auction_then_lies(players):
    """By a pass, or by their lowest sun that suffices: every column is as after it.

    The sun in the centre, too, where the network has columns of its own.
    """
    unlearned = [] if players < 4 else ["center_gain", "center", "center_top"]
    compared, rng = 0, Rng(players)
    for _ in range(12):
        where = Position.start(GAME, players).settle(rng)
        while not where.is_over:
            codes = where.legal_codes()
            if field(where, "phase") == "auction" and field(where, "turn") == field(where, "act"):
                outcomes = [where.after(code) for code in sorted(codes)[:2]]
                goes_on = ("turn", field(where, "epoch"))
                quiet = all((field(then, "phase"), field(then, "epoch")) == goes_on for then in outcomes)
                if quiet and not any(one in field(where, "track") for one in DISASTERS):
                    assert without(where, unlearned) in [without(then, unlearned) for then in outcomes]
                    compared += 1
            where = where.after(codes[rng.below(len(codes))]).settle(rng)
    assert compared > 50


def weighted_sum(position):
    stage, rows = position.features()
    weights = GAME.weights.points(position.players)
    return [sum(row[name] * weights[name][stage] for name in row) for row in rows]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_points_are_a_weighted_sum_and_chances_sum_to_one(players):
    rng = Rng(players)
    where = Position.start(GAME, players).settle(rng)
    while not where.is_over:
        points, chances = where.evaluate()
        assert points == weighted_sum(where)
        assert sum(chances) == pytest.approx(1, abs=players / 65536)
        codes = where.legal_codes()
        where = where.after(codes[rng.below(len(codes))]).settle(rng)
    points, chances = where.evaluate()
    assert points == where.scores()
    assert chances == [float(rank == 1) for rank in where.ranks()]


def test_more_is_better():
    """What any player prefers, so does the evaluation; for every number of players."""
    for players in (2, 3, 4, 5):
        poor = position(*seats(players, p1="art")).evaluate()[0][0]
        assert position(*seats(players, p1="art gold")).evaluate()[0][0] > poor
        assert position(*seats(players, p1="art religion writing")).evaluate()[0][0] > poor
        assert position(*seats(players, p1="art flood nile")).evaluate()[0][0] > poor
