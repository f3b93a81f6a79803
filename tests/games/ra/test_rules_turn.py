"""Set-up, the three actions of a turn, Ra tiles, Gods, and how an epoch ends."""

from itertools import permutations

import pytest

from egypt.core.errors import IllegalMoveError
from egypt.core.position import Position, Rng
from tests.games.ra.positions import (
    BOX,
    CIVILIZATIONS,
    DISASTERS,
    GAME,
    MONUMENTS,
    RA_LIMIT,
    SUN_SETS,
    expect,
    plain,
    play,
    position,
    seat,
    seats,
    tiles_of,
)

TAKEABLE = [kind for kind in BOX if kind not in ("ra", "god")]

# -- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deal_of_sun_sets_is_possible_and_the_first_set_starts(players):
    for order in list(permutations(range(players)))[:: 7 if players == 5 else 1]:
        dealt = play(Position.start(GAME, players), *(f"suns:{row + 1}" for row in order[:-1]))
        data = plain(dealt)
        assert [tuple(player["suns_up"]) for player in data["seats"]] == [SUN_SETS[players][row] for row in order]
        assert all(player["suns_down"] == [] for player in data["seats"])
        assert dealt.actor == order.index(0)
        assert data["phase"] == "turn"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sun_sets_are_dealt_evenly(players):
    deal = Position.start(GAME, players)
    for left in range(players, 1, -1):
        assert [chance for _, chance in deal.outcomes()] == pytest.approx([1 / left] * left)
        deal = deal.after(deal.outcomes()[-1][0])
    assert not deal.is_chance


@pytest.mark.parametrize("players", [1, 6])
def test_no_game_for_one_or_six(players):
    with pytest.raises(ValueError, match=str(players)):
        Position.start(GAME, players)


# -- the turn ------------------------------------------------------------------------------------------------


def test_first_actions():
    assert position(*seats(2)).legal_moves() == ["draw", "invoke"]


@pytest.mark.parametrize("kind", [kind for kind in BOX if kind != "ra"])
def test_a_drawn_tile_joins_the_track_and_ends_the_turn(kind):
    start = position(*seats(3))
    draw = start.after("draw")
    assert draw.is_chance
    after = play(draw, f"tile:{kind}")
    expect(after, track={kind: 1}, to_act="p2", phase="turn", gone={}, ra_tiles=0)
    assert plain(after)["bag"].get(kind, 0) == BOX[kind] - 1


def test_draws_are_uniform_over_the_tiles_of_the_bag():
    draw = position(*seats(2, p1="gold*5 god*2"), track="unrest nile*3").after("draw")
    left = {**BOX, "gold": 0, "god": 6, "unrest": 3, "nile": 22}
    total = sum(left.values())
    assert dict(draw.outcomes()) == pytest.approx({f"tile:{k}": n / total for k, n in left.items() if n})


def test_sampled_draws_follow_the_bag():
    draw = position(
        *seats(2),
        bag={"ra": 30, "gold": 5, "earthquake": 2, "art": 3, "temple": 5},
        gone={**BOX, "ra": 0, "gold": 0, "earthquake": 0, "art": 2, "temple": 0},
    ).after("draw")
    rng, seen = Rng(7), {}
    for _ in range(9000):
        name = GAME.move_text(draw.draw_code(rng))
        seen[name] = seen.get(name, 0) + 1
    expected = {"tile:ra": 6000, "tile:gold": 1000, "tile:art": 600, "tile:temple": 1000, "tile:earthquake": 400}
    assert seen.keys() == expected.keys()
    for name, number in expected.items():
        assert abs(seen[name] - number) < 5 * number**0.5


def test_an_empty_kind_is_never_drawn():
    draw = position(*seats(2, p1="gold*5")).after("draw")
    with pytest.raises(IllegalMoveError, match="tile:gold"):
        draw.after("tile:gold")


@pytest.mark.parametrize("tiles", range(8))
def test_a_track_with_room_allows_draw_and_invoke(tiles):
    assert position(*seats(2), track=f"nile*{tiles}").legal_moves() == ["draw", "invoke"]


def test_the_eighth_tile_fills_the_track():
    after = play(position(*seats(2), track="nile*7"), "draw", "tile:flood")
    assert after.legal_moves() == ["invoke"]


def test_play_is_clockwise():
    after = position(*seats(4))
    for name in ("p2", "p3", "p4", "p1", "p2"):
        after = play(after, "draw", "tile:nile")
        expect(after, to_act=name)


def test_a_lone_player_has_every_turn():
    start = position(seat((5, 3), (1, 2)), seat((), (4, 6, 7, 8)), center=9)
    expect(play(start, "draw", "tile:nile"), to_act="p1", phase="turn")
    expect(play(start, "draw", "tile:nile", "draw", "tile:flood"), to_act="p1", phase="turn")


# -- Ra tiles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ra", range(5))
def test_a_ra_tile_moves_the_boat_and_starts_an_auction(ra):
    auction = play(position(*seats(2), ra=ra, track="gold"), "draw", "tile:ra")
    expect(auction, ra_tiles=ra + 1, phase="auction", auction="drawn", turn="p1", to_act="p2", track={"gold": 1})
    assert plain(auction)["gone"] == {"ra": ra + 1}


def test_a_ra_tile_on_an_empty_track_auctions_the_sun_alone():
    after = play(position(*seats(2)), "draw", "tile:ra", "bid:8", "pass")
    expect(after, center_sun=8, to_act="p2", p2={"suns_up": [7, 4, 3], "suns_down": [1], "tiles": {}})


def test_the_last_ra_tile_loses_the_track():
    end = play(position(*seats(2), ra=5, track="gold nile temple"), "draw", "tile:ra")
    expect(end, phase="turn", epoch=2, track={}, p1={"tiles": {}}, p2={"tiles": {}})
    assert plain(end)["gone"] == {"ra": 6, "gold": 1, "nile": 1, "temple": 1}


# -- Gods ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TAKEABLE)
def test_a_god_takes_any_tile_but_a_god(kind):
    start = position(*seats(2, p1="god"), track=f"god {kind}")
    assert start.legal_moves() == ["draw", "invoke", f"god:{kind}"]
    after = play(start, f"god:{kind}")
    expect(after, to_act="p2", phase="turn", track={"god": 1}, p1={"tiles": {} if kind in DISASTERS else {kind: 1}})
    assert plain(after)["gone"]["god"] == 1


def test_a_god_takes_one_of_several_equal_tiles():
    expect(
        play(position(*seats(2, p1="god"), track="nile*3 drought*2"), "god:nile"),
        track={"nile": 2, "drought": 2},
        p1={"tiles": {"nile": 1}},
    )
    expect(
        play(position(*seats(2, p1="god"), track="nile*3 drought*2"), "god:drought"),
        track={"nile": 3, "drought": 1},
        p1={"tiles": {}},
    )


def test_no_god_action_without_a_god_or_without_a_tile():
    assert position(*seats(2, p2="god"), track="gold").legal_moves() == ["draw", "invoke"]
    assert position(*seats(2, p1="god")).legal_moves() == ["draw", "invoke"]


def test_the_god_action_stops_by_itself_when_nothing_is_left_to_take():
    expect(play(position(*seats(2, p1="god*3"), track="god gold"), "god:gold"), to_act="p2", phase="turn")


def test_gods_are_not_used_in_an_auction_or_by_others():
    auction = play(position(*seats(2, p1="god", p2="god"), track="gold"), "invoke")
    assert auction.legal_moves() == ["pass", "bid:3", "bid:4", "bid:7", "bid:8"]
    assert play(auction, "pass").legal_moves() == ["bid:2", "bid:5", "bid:6", "bid:9"]


def test_a_player_without_suns_uses_no_god():
    start = position(seat((9,), (1, 2, 3)), seat((), (4, 6, 7, 8), "god"), center=5, track="gold")
    expect(play(start, "draw", "tile:nile"), to_act="p1")


def test_a_god_may_take_a_disaster_with_a_choice_and_the_turn_goes_on():
    start = position(*seats(2, p1="god*2 art religion writing"), track="unrest gold")
    choice = play(start, "god:unrest")
    expect(choice, to_act="p1", phase="unrest", to_lose=2, auction=None)
    after = play(choice, "lose:art", "lose:writing")
    expect(after, to_act="p1", phase="god")
    assert after.legal_moves() == ["stop", "god:gold"]
    expect(play(after, "god:gold"), to_act="p2", phase="turn", p1={"tiles": {"gold": 1, "religion": 1}})


# -- the end of an epoch -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in BOX if kind != "ra" and kind not in DISASTERS])
def test_what_stays_between_epochs(kind):
    end = play(position(*seats(2, p1=f"{kind}*2", p2=f"{kind}"), ra=5), "draw", "tile:ra")
    kept = kind in ("pharaoh", "nile", *MONUMENTS)
    assert tiles_of(end, "p1") == ({kind: 2} if kept else {})
    assert tiles_of(end, "p2") == ({kind: 1} if kept else {})
    assert plain(end)["gone"].get(kind, 0) == (0 if kept else 3)


@pytest.mark.parametrize("epoch", [1, 2])
def test_a_new_epoch_turns_all_suns_up_and_the_boat_back(epoch):
    start = position(seat((5, 9), (1, 2)), seat((4,), (3, 6, 8)), center=7, ra=5, epoch=epoch, turn="p2")
    expect(
        play(start, "draw", "tile:ra"),
        epoch=epoch + 1,
        ra_tiles=0,
        center_sun=7,
        to_act="p1",
        phase="turn",
        p1={"suns_up": [9, 5, 2, 1], "suns_down": []},
        p2={"suns_up": [8, 6, 4, 3], "suns_down": []},
    )


def test_the_third_epoch_ends_the_game_by_ra_tiles():
    end = play(position(*seats(2), epoch=3, ra=5, track="gold"), "draw", "tile:ra")
    expect(end, phase="over", to_act="over", track={}, epoch=3, ra_tiles=6)
    assert end.is_over
    assert end.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="over"):
        end.after("draw")


def test_the_third_epoch_ends_the_game_by_suns_with_tiles_still_counting():
    start = position(seat((5,), (1, 2, 3), "art"), seat((), (4, 6, 7, 8), "art"), center=9, track="gold", epoch=3)
    end = play(start, "invoke", "bid:5")
    assert end.is_over
    assert end.scores() == [8, 15]  # gold 3, suns 15 against 25
    expect(end, p1={"tiles": {"gold": 1, "art": 1}})


def test_the_last_sun_lost_in_an_auction_that_nobody_wins_does_not_end_the_epoch():
    start = position(seat((5,), (1, 2, 3)), seat((), (4, 6, 7, 8)), center=9, track="nile*8")
    expect(play(start, "invoke", "pass"), epoch=1, to_act="p1", phase="turn", track={}, p1={"suns_up": [5]})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bag_outlasts_the_game(players):
    """All tiles but Ra tiles drawn, every Ra tile of earlier epochs too: there is still one to draw."""
    everything = {kind: number for kind, number in BOX.items() if kind != "ra"}
    gone = {**everything, "ra": 3 * RA_LIMIT[players] - 1}
    start = position(*seats(players), epoch=3, ra=RA_LIMIT[players] - 1, gone=gone)
    draw = start.after("draw")
    assert draw.outcomes() == [("tile:ra", 1.0)]
    assert play(draw, "tile:ra").is_over


def test_kinds_are_complete():
    assert {"ra", "god", "gold", "pharaoh", "nile", "flood", *CIVILIZATIONS, *MONUMENTS, *DISASTERS} == set(BOX)
