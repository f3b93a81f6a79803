"""Auctions: who bids when, who must, what the winner gets and who goes on."""

import pytest

from egypt.core.errors import IllegalMoveError
from tests.games.ra.positions import BOX, DISASTERS, expect, plain, play, position, seat, seats

START = {"drawn": ("draw", "tile:ra"), "invoked": ("invoke",), "full": ("invoke",)}
TRACK = {"drawn": "gold", "invoked": "gold", "full": "nile*8"}


@pytest.mark.parametrize("kind", START)
@pytest.mark.parametrize("caller", ["p1", "p2", "p3", "p4"])
def test_bidding_starts_left_of_the_ra_player_and_ends_with_them(kind, caller):
    auction = play(position(*seats(4), turn=caller, track=TRACK[kind]), *START[kind])
    first = int(caller[1])
    order = [f"p{(first + i) % 4 + 1}" for i in range(4)]
    assert order[-1] == caller
    for name in order:
        expect(auction, to_act=name, phase="auction", auction=kind, turn=caller)
        auction = play(auction, "pass") if name != caller else auction


@pytest.mark.parametrize(("kind", "may_pass"), [("drawn", True), ("full", True), ("invoked", False)])
def test_may_the_ra_player_pass_when_nobody_has_bid(kind, may_pass):
    auction = play(position(*seats(2), track=TRACK[kind]), *START[kind], "pass")
    assert ("pass" in auction.legal_moves()) == may_pass
    if not may_pass:
        with pytest.raises(IllegalMoveError, match="pass"):
            auction.after("pass")


@pytest.mark.parametrize("kind", START)
def test_the_ra_player_may_pass_when_another_has_bid(kind):
    auction = play(position(*seats(2), track=TRACK[kind]), *START[kind], "bid:3")
    assert auction.legal_moves() == ["pass", "bid:5", "bid:6", "bid:9"]


@pytest.mark.parametrize("kind", START)
def test_others_may_always_pass(kind):
    assert "pass" in play(position(*seats(2), track=TRACK[kind]), *START[kind]).legal_moves()


@pytest.mark.parametrize("tiles", range(8))
def test_invoking_on_a_track_with_room_obliges(tiles):
    auction = play(position(*seats(2), track=f"nile*{tiles}"), "invoke")
    expect(auction, auction="invoked")
    assert play(auction, "pass").legal_moves() == ["bid:2", "bid:5", "bid:6", "bid:9"]


def test_all_pass_after_a_drawn_ra_tile_leaves_everything():
    after = play(position(*seats(3), track="gold funeral", turn="p2"), "draw", "tile:ra", "pass", "pass", "pass")
    expect(
        after,
        track={"gold": 1, "funeral": 1},
        center_sun=1,
        to_act="p3",
        phase="turn",
        gone={"ra": 1},
        auction=None,
        best_bid=None,
        best_bidder=None,
    )


def test_the_first_bid_is_free():
    assert play(position(*seats(2)), "invoke").legal_moves() == ["pass", "bid:3", "bid:4", "bid:7", "bid:8"]


def test_a_bid_must_be_higher_than_the_last():
    auction = play(position(*seats(5), track="gold"), "invoke", "bid:8")
    assert auction.legal_moves() == ["pass", "bid:9", "bid:14"]
    auction = play(auction, "pass")
    assert auction.legal_moves() == ["pass", "bid:10", "bid:13"]
    auction = play(auction, "bid:10")
    assert auction.legal_moves() == ["pass", "bid:11", "bid:12"]
    auction = play(auction, "bid:12")
    assert auction.legal_moves() == ["pass", "bid:16"]
    expect(auction, best_bid=12, best_bidder="p5")


def test_only_suns_that_lie_face_up_are_bid():
    start = position(seat((9,), (1, 2, 5)), seat((3, 7), (4, 8)), center=6, track="gold")
    assert play(start, "invoke").legal_moves() == ["pass", "bid:3", "bid:7"]


def test_each_seat_acts_once():
    after = play(position(*seats(3), track="gold"), "invoke", "bid:3", "bid:4", "bid:5")
    expect(after, phase="turn", to_act="p2", center_sun=5, p1={"tiles": {"gold": 1}})


def test_seats_without_suns_are_left_out():
    players = [seat((13,), (1, 2, 5)), seat((), (3, 4, 6, 7)), seat((9,), (8, 10, 11))]
    auction = play(position(*players, center=12, track="gold"), "draw", "tile:ra")
    expect(auction, to_act="p3")
    expect(play(auction, "bid:9"), to_act="p1", best_bidder="p3")


@pytest.mark.parametrize("kind", [kind for kind in BOX if kind != "ra"])
def test_the_winner_takes_every_tile_but_disasters(kind):
    tiles = min(BOX[kind], 8)
    after = play(position(*seats(2), track=f"{kind}*{tiles}"), "invoke", "bid:7", "pass")
    lost = kind in DISASTERS
    expect(after, track={}, p1={"tiles": {}}, p2={"tiles": {} if lost else {kind: tiles}})
    assert plain(after)["gone"] == ({kind: tiles} if lost else {})


def test_the_winner_takes_a_mixed_lot_whole():
    lot = {"god": 1, "gold": 1, "pharaoh": 2, "flood": 1, "art": 1, "temple": 2}
    after = play(position(*seats(2, p2="god temple"), track=lot), "invoke", "bid:7", "pass")
    expect(after, p2={"tiles": {"god": 2, "gold": 1, "pharaoh": 2, "flood": 1, "art": 1, "temple": 3}})


def test_the_suns_are_swapped_and_the_won_one_waits():
    after = play(position(*seats(2), track="gold"), "invoke", "bid:7", "pass")
    expect(after, center_sun=7, p1={"suns_up": [9, 6, 5, 2], "suns_down": []}, p2={"suns_up": [8, 4, 3], "suns_down": [1]})
    second = play(after, "invoke")  # the sun 1 may not be bid this epoch
    expect(second, to_act="p1")
    assert play(second, "pass").legal_moves() == ["bid:3", "bid:4", "bid:8"]


def test_a_high_centre_sun_goes_to_a_low_bid():
    players = [seat((6, 5, 2), (1,)), seat((8, 7, 4, 3))]
    expect(
        play(position(*players, center=9), "invoke", "pass", "bid:2"),
        center_sun=2,
        p1={"suns_up": [6, 5], "suns_down": [9, 1]},
    )


def test_outbid_suns_stay_usable():
    after = play(position(*seats(3), track="gold"), "invoke", "bid:9", "bid:10", "bid:13")
    expect(after, center_sun=13, p2={"suns_up": [12, 9, 6, 3]}, p3={"suns_up": [11, 10, 7, 4]})


@pytest.mark.parametrize("bids", [("bid:12", "pass"), ("pass", "bid:11", "pass"), ("pass", "pass", "bid:2")])
@pytest.mark.parametrize("kind", START)
def test_the_next_turn_depends_on_the_ra_player_alone(kind, bids):
    after = play(position(*seats(3), track=TRACK[kind]), *START[kind], *bids)
    expect(after, phase="turn", to_act="p2")


def test_the_next_turn_skips_who_lost_their_last_sun():
    players = [seat((13, 8), (1, 5)), seat((12,), (3, 6, 9)), seat((11,), (4, 7, 10))]
    expect(play(position(*players, center=2), "invoke", "bid:12", "pass"), phase="turn", to_act="p3")


def test_the_ra_player_may_lose_their_last_sun_and_the_others_go_on():
    players = [seat((9,), (1, 2, 3)), seat((8, 4), (6, 7))]
    after = play(position(*players, center=5, track="gold"), "invoke", "pass", "bid:9")
    expect(after, to_act="p2", phase="turn", epoch=1)
    expect(play(after, "draw", "tile:nile"), to_act="p2")


def test_a_lone_player_may_lose_eight_tiles():
    start = position(seat((5,), (1, 2, 3)), seat((), (4, 6, 7, 8)), center=9, track="gold*5 nile*3")
    auction = play(start, "invoke")
    assert auction.legal_moves() == ["pass", "bid:5"]
    expect(play(auction, "pass"), track={}, to_act="p1", gone={"gold": 5, "nile": 3})
