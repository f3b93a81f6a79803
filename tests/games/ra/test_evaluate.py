"""The features as documented, and the evaluation as their weighted sum."""

import pytest

from engine.core.position import Position, Rng
from tests.games.ra.positions import GAME, play, position, seat, seats

FEATURES = (
    "score",
    "gods",
    "golds",
    "river",
    "floods",
    "niles",
    "niles_dry",
    "kinds_0",
    "kinds_1",
    "kinds_2",
    "kinds_3",
    "kinds_4",
    "kinds_5",
    "kinds_0_done",
    "civilization_spare",
    "pharaohs",
    "pharaohs_most",
    "pharaohs_fewest",
    "pharaohs_lead",
    "pharaohs_above",
    "monument_points",
    "monuments",
    "monument_kinds",
    "monument_kinds_6up",
    "monument_pairs",
    "monument_triples",
    "suns_up",
    "suns_up_sum",
    "suns_up_highest",
    "suns_down_sum",
    "suns_down_highest",
    "suns_total_highest",
    "suns_total_lowest",
    "suns_up_time",
    "suns_sum_time",
    "suns_up_late",
    "suns_up_last",
    "suns_up_alone",
    "suns_up_others",
    "turn",
    "lot",
    "lot_top",
    "lot_turn",
)


def present(row):
    return {name: value for name, value in row.items() if value}


def test_feature_names():
    assert GAME.feature_names == FEATURES


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
    assert [rows[0][f"kinds_{number}"] for number in range(6)] == [
        int(number == kinds) for number in range(6)
    ]


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


@pytest.mark.parametrize(
    ("epoch", "ra", "stage"), [(1, 0, 0), (1, 2, 0), (1, 3, 1), (2, 0, 2), (2, 5, 3), (3, 5, 5)]
)
def test_stages_are_halves_of_epochs(epoch, ra, stage):
    assert position(*seats(2), epoch=epoch, ra=ra).features()[0] == stage


def test_the_lot_counts_for_those_who_can_still_bid():
    players = [
        seat((9,), (1, 2, 3), "art"),
        seat((4, 8), (6, 7), "art"),
    ]
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


def test_an_open_auction_gives_the_lot_to_the_best_bidder():
    auction = play(position(*seats(3, p3="pharaoh"), track="gold*2 funeral"), "invoke", "pass", "bid:7")
    _, rows = auction.features()
    assert (rows[2]["golds"], rows[2]["pharaohs"]) == (2, 0)
    assert (rows[2]["suns_up"], rows[2]["suns_up_sum"], rows[2]["suns_down_sum"]) == (3, 25, 1)
    assert [row["lot"] for row in rows] == [0, 0, 0]
    assert [row["golds"] for row in rows] == [0, 0, 2]


def test_a_drawn_auction_without_a_bid_leaves_the_lot_on_the_track():
    _, rows = play(position(*seats(3, p1="art", p2="art", p3="art"), track="gold*2"), "draw", "tile:ra").features()
    assert [row["lot"] for row in rows] == [6, 6, 6]
    assert [row["golds"] for row in rows] == [0, 0, 0]


def test_an_invoked_auction_without_a_bid_gives_the_lot_to_the_ra_player_for_his_lowest_sun():
    _, rows = play(position(*seats(3, p1="art", p2="art", p3="art"), track="gold*2"), "invoke").features()
    assert [row["lot"] for row in rows] == [0, 0, 0]
    assert [row["golds"] for row in rows] == [2, 0, 0]
    assert (rows[0]["suns_up"], rows[0]["suns_up_sum"], rows[0]["suns_down_sum"]) == (3, 26, 1)


def weighted_sum(position):
    stage, rows = position.features()
    weights, _ = GAME.weights_of(position.players)
    return [sum(row[name] * weights[name][stage] for name in row) for row in rows]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_evaluation_is_a_weighted_sum_and_chances_sum_to_one(players):
    rng = Rng(players)
    where = Position.start(GAME, players).settle(rng)
    while not where.is_over:
        points, chances = where.evaluate()
        assert points == weighted_sum(where)
        assert sum(chances) == pytest.approx(1, abs=players / 65536)
        best = max(range(players), key=points.__getitem__)
        assert chances[best] == max(chances)
        codes = where.legal_codes()
        where = where.play(codes[rng.below(len(codes))]).settle(rng)
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
