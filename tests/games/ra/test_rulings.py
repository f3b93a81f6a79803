"""The rulings of README.md, one test each: where the rulebook is silent, garbled or often misread."""

import pytest

from egypt.core.position import Position
from tests.games.ra.positions import GAME, RA_LIMIT, expect, plain, play, position, seat, seats, tiles_of


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_01_ra_limits(players):
    last = RA_LIMIT[players]
    expect(play(position(*seats(players), ra=last - 2), "draw", "tile:ra"), phase="auction", ra_tiles=last - 1)
    expect(play(position(*seats(players), ra=last - 1), "draw", "tile:ra"), phase="turn", epoch=2, ra_tiles=0)


def test_ruling_02_invoke_on_an_empty_track():
    start = position(*seats(3))
    assert "invoke" in start.legal_moves()
    caller = play(start, "invoke", "pass", "pass")
    assert caller.legal_moves() == ["bid:2", "bid:5", "bid:8", "bid:13"]
    expect(play(caller, "bid:5"), center_sun=5, to_act="p2", p1={"suns_down": [1], "tiles": {}})


def test_ruling_03_any_number_of_gods_in_one_turn():
    after = position(*seats(2, p1="god*4"), track="gold nile pharaoh art")
    for name in ("gold", "nile", "pharaoh"):
        after = play(after, f"god:{name}")
        expect(after, to_act="p1", phase="god")
    expect(
        play(after, "god:art"),
        to_act="p2",
        phase="turn",
        track={},
        p1={"tiles": {"gold": 1, "pharaoh": 1, "nile": 1, "art": 1}},
    )


def test_ruling_04_god_takes_a_disaster_and_it_is_carried_out():
    after = play(position(*seats(2, p1="god pharaoh*3"), track="funeral gold"), "god:funeral")
    expect(after, to_act="p2", track={"gold": 1}, gone={"god": 1, "funeral": 1, "pharaoh": 2}, p1={"tiles": {"pharaoh": 1}})


def test_ruling_05_god_takes_no_god():
    assert position(*seats(2, p1="god*2"), track="god nile").legal_moves() == ["draw", "invoke", "god:nile"]
    assert position(*seats(2, p1="god*2"), track="god*3").legal_moves() == ["draw", "invoke"]
    assert position(*seats(2, p1="god"), track="god*7 nile").legal_moves() == ["invoke", "god:nile"]


def test_ruling_06_god_on_a_full_track():
    assert position(*seats(2, p1="god"), track="gold*4 flood*4").legal_moves() == ["invoke", "god:gold", "god:flood"]


def test_ruling_07_disasters_of_gods_in_the_order_of_picks():
    start = position(*seats(2, p1="god*2"), track="funeral pharaoh")
    assert tiles_of(play(start, "god:funeral", "god:pharaoh"), "p1") == {"pharaoh": 1}
    assert tiles_of(play(start, "god:pharaoh", "god:funeral"), "p1") == {}


def test_ruling_08_lone_player_goes_on_while_they_have_suns():
    start = position(seat((5, 3), (1, 2)), seat((), (4, 6, 7, 8)), center=9, track="gold")
    expect(play(start, "invoke", "bid:3"), to_act="p1", phase="turn", epoch=1, p1={"suns_up": [5]})
    expect(play(start, "invoke", "bid:3", "invoke", "bid:5"), phase="turn", epoch=2)


def test_ruling_09_next_epoch_starts_with_the_highest_own_sun():
    start = position(seat((5,), (1, 2, 8)), seat((4,), (3, 6, 12)), seat((7,), (9, 10, 11)), center=13, ra=7, turn="p3")
    expect(play(start, "draw", "tile:ra"), epoch=2, to_act="p2", center_sun=13)


def test_ruling_10_floor_on_the_total_of_the_epoch():
    players = [seat((9, 6, 5, 2), tiles="gold pharaoh", score=0), seat((8, 7, 4, 3), tiles="god*3", score=0)]
    assert play(position(*players, ra=5), "draw", "tile:ra").scores() == [3, 0]


def test_ruling_10_monuments_and_suns_are_in_the_same_sum():
    players = [seat((4, 3, 2, 1), tiles="sphinx*3 temple", score=0), seat((8, 7, 6, 5), tiles="art", score=0)]
    end = play(position(*players, center=9, epoch=3, ra=5), "draw", "tile:ra")
    assert end.scores() == [0, 5]  # civilization -5, monuments 2 + 5, suns -5


@pytest.mark.parametrize("pharaohs", ["", "pharaoh*2"])
def test_ruling_11_all_equal_gives_nothing(pharaohs):
    held = f"art {pharaohs}"
    start = position(*seats(2, p1=held, p2=held), epoch=3, ra=5)
    assert play(start, "draw", "tile:ra").scores() == [10, 10]  # sun totals are 22 each


def test_ruling_12_never_both_most_and_fewest():
    start = position(*seats(2, p1="art pharaoh", p2="art"), ra=5)
    assert play(start, "draw", "tile:ra").scores() == [15, 8]


def test_ruling_13_forced_bid_is_free_among_own_suns():
    start = position(*seats(4, p1="gold"), turn="p3")
    assert play(start, "invoke", "pass", "pass", "pass").legal_moves() == ["bid:4", "bid:8", "bid:11"]


def test_ruling_14_who_cannot_outbid_is_passed_over():
    start = position(*seats(3), turn="p1", track="gold")
    after = play(start, "invoke", "bid:12")  # p3's best is 11
    expect(after, to_act="p1", phase="auction")
    assert after.legal_moves() == ["pass", "bid:13"]


def test_ruling_14_an_auction_may_end_with_the_first_bid():
    players = [seat((5,), (1, 2, 3)), seat((8, 7), (4, 6))]
    expect(
        play(position(*players, center=9, track="gold"), "invoke", "bid:7"),
        to_act="p2",
        phase="turn",
        center_sun=7,
        p2={"suns_up": [8], "suns_down": [9, 6, 4], "tiles": {"gold": 1}},
    )


def test_ruling_15_disasters_before_scoring():
    start = position(seat((5,), (1, 2, 3), "flood nile*2 art"), seat((), (4, 6, 7, 8), "art"), center=9, track="drought")
    end = play(start, "invoke", "bid:5")
    expect(end, epoch=2, p1={"tiles": {"nile": 1}})
    assert end.scores() == [10, 10]


def test_ruling_16_track_is_empty_when_suns_end_the_epoch():
    start = position(seat((5,), (1, 2, 3)), seat((), (4, 6, 7, 8)), center=9, track="temple*2")
    end = play(start, "invoke", "bid:5")
    expect(end, epoch=2, track={}, gone={}, p1={"tiles": {"temple": 2}})


def test_ruling_17_places_on_the_track_do_not_matter():
    start = position(*seats(2))
    one = play(start, "draw", "tile:gold", "draw", "tile:nile", "draw", "tile:unrest")
    other = play(start, "draw", "tile:unrest", "draw", "tile:gold", "draw", "tile:nile")
    assert one == other


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_18_start_score(players):
    assert Position.start(GAME, players).scores() == [10] * players


def test_ruling_19_gods_are_scored_and_removed():
    end = play(position(*seats(2, p1="art god*2", p2="art"), ra=5), "draw", "tile:ra")
    assert end.scores() == [14, 10]
    expect(end, p1={"tiles": {}})
    assert plain(end)["gone"]["god"] == 2
