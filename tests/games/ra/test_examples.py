"""The worked examples of the rules, one by one: exact legal moves and every stated result."""

import pytest

from tests.games.ra.positions import expect, plain, play, position, seat, seats, tiles_of

LAST_RA = ("draw", "tile:ra")


def points_of(*players, **description):
    """What the end of the epoch brings each seat: the next Ra tile ends it."""
    limit = {2: 6, 3: 8, 4: 9, 5: 10}[len(players)]
    start = position(*players, ra=limit - 1, **description)
    end = play(start, *LAST_RA)
    return [after - before for before, after in zip(start.scores(), end.scores(), strict=True)]


@pytest.mark.parametrize(("tiles", "points"), [("flood nile*3", 4), ("flood*2", 2), ("nile*4", 0)])
def test_example_01_river(tiles, points):
    assert points_of(*seats(2, p1=f"art {tiles}", p2="art")) == [points, 0]


@pytest.mark.parametrize(("pharaohs", "points"), [((3, 2, 2, 3), [5, -2, -2, 5]), ((2, 2, 2), [0, 0, 0])])
def test_example_02_pharaohs(pharaohs, points):
    held = {f"p{n}": f"art pharaoh*{number}" for n, number in enumerate(pharaohs, 1)}
    assert points_of(*seats(len(pharaohs), **held)) == points


def test_example_03_civilization():
    assert points_of(*seats(2, p1="astronomy*3 agriculture*2 writing*2")) == [5, -5]


@pytest.mark.parametrize(("epoch", "points"), [(1, 0), (2, 0), (3, 19)])
def test_example_04_monuments(epoch, points):
    held = "art pyramid*4 temple*3 fortress*2 sphinx"
    assert points_of(*seats(2, p1=held, p2="art"), epoch=epoch) == [points, 0]


def test_example_05_sun_totals():
    players = [
        seat((12, 4, 1), tiles="art"),
        seat((13, 7, 5), tiles="art"),
        seat((10, 8, 3), tiles="art"),
        seat((9, 6), (2,), tiles="art"),
    ]
    assert [sum(player["up"] + player["down"]) for player in players] == [17, 25, 21, 17]
    assert points_of(*players, center=11, epoch=3, turn="p2") == [-5, 5, 0, -5]


def test_example_06_forced_bid():
    choice = play(position(*seats(3), track="gold"), "invoke", "pass", "pass")
    assert choice.legal_moves() == ["bid:2", "bid:5", "bid:8", "bid:13"]
    expect(
        play(choice, "bid:2"),
        to_act="p2",
        phase="turn",
        center_sun=2,
        track={},
        p1={"suns_up": [13, 8, 5], "suns_down": [1], "tiles": {"gold": 1}},
    )


def test_example_07_ra_drawn_all_pass():
    after = play(position(*seats(3), track="gold nile"), "draw", "tile:ra", "pass", "pass", "pass")
    expect(after, to_act="p2", phase="turn", track={"gold": 1, "nile": 1}, center_sun=1, ra_tiles=1)


def test_example_08_full_track_all_pass():
    start = position(*seats(2), track="nile*8")
    assert start.legal_moves() == ["invoke"]
    auction = play(start, "invoke", "pass")
    assert auction.legal_moves() == ["pass", "bid:2", "bid:5", "bid:6", "bid:9"]
    after = play(auction, "pass")
    expect(after, to_act="p2", phase="turn", track={}, center_sun=1, p1={"tiles": {}}, p2={"tiles": {}})
    assert plain(after)["gone"] == {"nile": 8}


def test_example_09_rising_bids():
    third = play(position(*seats(3), track="pharaoh gold"), "invoke", "bid:6")
    expect(third, to_act="p3")
    assert third.legal_moves() == ["pass", "bid:7", "bid:10", "bid:11"]
    caller = play(third, "bid:7")
    expect(caller, to_act="p1")
    assert caller.legal_moves() == ["pass", "bid:8", "bid:13"]
    expect(
        play(caller, "pass"),
        to_act="p2",
        phase="turn",
        center_sun=7,
        track={},
        p2={"suns_up": [12, 9, 6, 3], "suns_down": [], "tiles": {}},
        p3={"suns_up": [11, 10, 4], "suns_down": [1], "tiles": {"gold": 1, "pharaoh": 1}},
    )


@pytest.mark.parametrize(
    ("held", "track", "left"),
    [("flood nile*2", "nile drought", {"nile": 2}), ("flood*3 nile*2", "drought", {"flood": 1, "nile": 2})],
)
def test_example_10_drought(held, track, left):
    after = play(position(*seats(2, p1=held), track=track), "invoke", "pass", "bid:2")
    assert tiles_of(after, "p1") == left


def test_example_11_funeral_hits_new_tiles():
    after = play(position(*seats(2, p1="pharaoh"), track="pharaoh funeral"), "invoke", "pass", "bid:2")
    assert tiles_of(after, "p1") == {}


def test_example_12_unrest_choice():
    start = position(*seats(2, p2="writing*2 religion"), track="unrest art")
    choice = play(start, "invoke", "bid:4", "pass")
    expect(choice, to_act="p2", phase="unrest", to_lose=2)
    assert choice.legal_moves() == ["lose:art", "lose:religion", "lose:writing"]
    second = play(choice, "lose:writing")
    assert second.legal_moves() == ["lose:art", "lose:religion", "lose:writing"]
    expect(play(second, "lose:writing"), to_act="p2", phase="turn", p2={"tiles": {"art": 1, "religion": 1}})


def test_example_13_double_unrest_without_choice():
    start = position(*seats(2, p1="art writing religion"), track="unrest*2")
    expect(play(start, "invoke", "pass", "bid:2"), to_act="p2", phase="turn", p1={"tiles": {}})


def test_example_14_last_ra_tile():
    start = position(*seats(3, p1="gold art nile*2 pharaoh"), track="gold*2", ra=7)
    end = play(start, *LAST_RA)
    assert end.scores() == [18, 3, 3]
    expect(
        end, to_act="p1", phase="turn", epoch=2, ra_tiles=0, center_sun=1, track={}, p1={"tiles": {"pharaoh": 1, "nile": 2}}
    )


def last_sun(track="gold", p1="", **more):
    """Seat p1 alone has a usable sun, a single one."""
    return position(seat((5,), (1, 2, 3), p1), seat((), (4, 6, 7, 8)), center=9, track=track, **more)


def test_example_15_last_sun():
    auction = play(last_sun(), "invoke")
    expect(auction, to_act="p1")
    assert auction.legal_moves() == ["bid:5"]
    end = play(auction, "bid:5")
    assert end.scores() == [8, 5]
    expect(
        end,
        to_act="p1",
        phase="turn",
        epoch=2,
        center_sun=5,
        track={},
        p1={"suns_up": [9, 3, 2, 1], "suns_down": [], "tiles": {}},
        p2={"suns_up": [8, 7, 6, 4], "suns_down": []},
    )


def test_example_16_lone_player_draws_ra():
    auction = play(last_sun(ra=1), "draw", "tile:ra")
    assert auction.legal_moves() == ["pass", "bid:5"]
    expect(play(auction, "pass"), to_act="p1", phase="turn", track={"gold": 1}, ra_tiles=2, epoch=1)


@pytest.mark.parametrize("lost", [("art", "writing"), ("art", "religion"), ("writing", "religion")])
def test_example_17_disaster_on_the_last_auction(lost):
    choice = play(last_sun("unrest art", "writing religion"), "invoke", "bid:5")
    expect(choice, to_act="p1", phase="unrest", epoch=1)
    assert choice.legal_moves() == ["lose:art", "lose:religion", "lose:writing"]
    end = play(choice, *(f"lose:{name}" for name in lost))
    expect(end, epoch=2, phase="turn")
    assert end.scores() == [10, 5]


def test_example_18_floor_on_the_net():
    players = [seat((9, 6, 5, 2), tiles="gold*2", score=1), seat((8, 7, 4, 3), score=1)]
    assert play(position(*players, ra=5), *LAST_RA).scores() == [2, 0]


def test_example_19_gods():
    start = position(*seats(2, p1="god*2 art"), track="god gold unrest")
    assert start.legal_moves() == ["draw", "invoke", "god:gold", "god:unrest"]
    second = play(start, "god:gold")
    expect(second, to_act="p1", phase="god", p1={"tiles": {"god": 1, "gold": 1, "art": 1}})
    assert second.legal_moves() == ["stop", "god:unrest"]
    expect(play(second, "god:unrest"), to_act="p2", phase="turn", track={"god": 1}, p1={"tiles": {"gold": 1}})
    expect(play(second, "stop"), to_act="p2", phase="turn", track={"god": 1, "unrest": 1})


def test_example_20_god_on_a_full_track():
    start = position(*seats(2, p1="god"), track="gold nile*7")
    assert start.legal_moves() == ["invoke", "god:gold", "god:nile"]
    after = play(start, "god:gold")
    expect(after, to_act="p2", phase="turn", track={"nile": 7}, p1={"tiles": {"gold": 1}})
    assert after.legal_moves() == ["draw", "invoke"]


def test_example_21_start_player_after_a_swap():
    start = position(seat((13,), (1, 5, 8)), seat((12,), (3, 6, 9)), seat((), (4, 7, 10, 11)), center=2, track="gold")
    first = play(start, "invoke", "pass", "bid:13")
    expect(first, to_act="p2", center_sun=13, p1={"suns_up": [], "suns_down": [8, 5, 2, 1]})
    auction = play(first, "invoke")
    assert auction.legal_moves() == ["bid:12"]
    expect(play(auction, "bid:12"), to_act="p2", phase="turn", epoch=2, center_sun=12, p2={"suns_up": [13, 9, 6, 3]})


def test_example_22_skipping():
    start = position(seat((13, 8), (1, 5)), seat((), (3, 6, 9, 12)), seat((11,), (4, 7, 10)), center=2)
    third = play(start, "draw", "tile:nile")
    expect(third, to_act="p3", phase="turn")
    auction = play(third, "draw", "tile:ra")
    expect(auction, to_act="p1", phase="auction")
    last = play(auction, "pass")
    expect(last, to_act="p3", phase="auction")
    expect(play(last, "pass"), to_act="p1", phase="turn")


def test_example_23_tie_break():
    players = [seat((9, 6, 5, 2), tiles="art", score=42), seat((8, 7, 4, 3), tiles="art", score=42)]
    end = play(position(*players, epoch=3, ra=5), *LAST_RA)
    assert end.is_over
    assert end.scores() == [42, 42]
    assert end.ranks() == [1, 2]


def test_example_24_epoch_3_sheet():
    first = "pharaoh*4 nile*5 flood god art writing religion sphinx*3 temple"
    second = "pharaoh*2 nile*3 gold*2 fortress obelisk palace pyramid sphinx statues step-pyramid"
    assert points_of(*seats(2, p1=first, p2=second), epoch=3) == [25, 9]
