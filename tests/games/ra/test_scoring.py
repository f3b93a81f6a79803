"""Points at the end of an epoch, part by part, and the final ranking."""

import pytest

from tests.games.ra.positions import (
    BOX,
    CIVILIZATIONS,
    DISASTERS,
    MONUMENTS,
    RA_LIMIT,
    SUN_SETS,
    play,
    position,
    seat,
    seats,
)

SCORING_KINDS = [kind for kind in BOX if kind != "ra" and kind not in DISASTERS]


def points(*held, epoch=1):
    """What each seat gains with these tiles; every seat starts with 100, so that no floor is near.

    Sun totals are 22 each for two players, so that the last epoch adds nothing for suns.
    """
    players = [seat(suns, tiles=tiles, score=100) for suns, tiles in zip(SUN_SETS[len(held)], held, strict=True)]
    end = play(position(*players, ra=RA_LIMIT[len(held)] - 1, epoch=epoch), "draw", "tile:ra")
    return [score - 100 for score in end.scores()]


@pytest.mark.parametrize("kind", SCORING_KINDS)
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_a_single_tile(kind, epoch):
    """One more tile of each kind for a player who has one civilization tile, against one who has the same."""
    worth = {"god": 2, "gold": 3, "pharaoh": 5, "flood": 1}.get(kind, 0)
    if kind in MONUMENTS and epoch == 3:
        worth = 1
    other = -2 if kind == "pharaoh" else 0
    assert points(f"art {kind}", "art", epoch=epoch) == [worth, other]


@pytest.mark.parametrize("number", range(9))
def test_gods(number):
    assert points(f"art god*{number}", "art") == [2 * number, 0]


@pytest.mark.parametrize("number", range(6))
def test_gold(number):
    assert points(f"art gold*{number}", "art") == [3 * number, 0]


@pytest.mark.parametrize(
    ("floods", "niles", "expected"),
    [(0, 0, 0), (0, 1, 0), (0, 25, 0), (1, 0, 1), (1, 1, 2), (1, 25, 26), (2, 3, 5), (12, 0, 12), (12, 25, 37)],
)
def test_river(floods, niles, expected):
    assert points(f"art flood*{floods} nile*{niles}", "art") == [expected, 0]


@pytest.mark.parametrize("kinds", range(6))
@pytest.mark.parametrize("copies", [1, 4])
def test_civilization_by_kinds_and_never_by_copies(kinds, copies):
    held = " ".join(f"{name}*{copies}" for name in CIVILIZATIONS[:kinds])
    assert points(held, "art")[0] == [-5, 0, 0, 5, 10, 15][kinds]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((1, 0), [5, -2]),
        ((0, 0), [0, 0]),
        ((4, 4, 4), [0, 0, 0]),
        ((3, 2, 1), [5, 0, -2]),
        ((3, 3, 1), [5, 5, -2]),
        ((3, 1, 1), [5, -2, -2]),
        ((0, 0, 0, 1), [-2, -2, -2, 5]),
        ((2, 5, 3, 0, 0), [0, 5, 0, -2, -2]),
        ((1, 1, 1, 1, 1), [0, 0, 0, 0, 0]),
    ],
)
def test_pharaohs(numbers, expected):
    assert points(*(f"art pharaoh*{number}" for number in numbers)) == expected


@pytest.mark.parametrize("kinds", range(9))
def test_monument_variety(kinds):
    held = " ".join(MONUMENTS[:kinds])
    assert points(f"art {held}", "art", epoch=3)[0] == [0, 1, 2, 3, 4, 5, 6, 10, 15][kinds]


@pytest.mark.parametrize("name", MONUMENTS)
@pytest.mark.parametrize("copies", range(6))
def test_monument_copies(name, copies):
    variety = 1 if copies else 0
    assert points(f"art {name}*{copies}", "art", epoch=3)[0] == variety + [0, 0, 0, 5, 10, 15][copies]


def test_monument_copies_add_up_over_kinds():
    assert points("art sphinx*3 temple*3 palace*5", "art", epoch=3)[0] == 3 + 5 + 5 + 15
    everything = " ".join(f"{name}*5" for name in MONUMENTS)
    assert points(f"art {everything}", "art", epoch=3)[0] == 15 + 8 * 15


@pytest.mark.parametrize("epoch", [1, 2])
def test_monuments_and_suns_wait_for_the_last_epoch(epoch):
    players = [seat((9, 8, 7, 6), tiles="art temple*5", score=50), seat((5, 4, 3, 2), tiles="art", score=50)]
    assert play(position(*players, epoch=epoch, ra=5), "draw", "tile:ra").scores() == [50, 50]


@pytest.mark.parametrize(
    ("suns", "center", "expected"),
    [
        (((9, 8, 7, 6), (5, 4, 3, 2)), 1, [5, -5]),
        (((9, 6, 5, 2), (8, 7, 4, 3)), 1, [0, 0]),
        (((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)), 1, [-5, 0, 5]),
        (((12, 11, 4, 2), (10, 9, 7, 3), (13, 8, 6, 1)), 5, [5, 5, -5]),
    ],
)
def test_suns(suns, center, expected):
    """Face up or face down makes no difference, and the centre is nobody's."""
    players = [seat(own[:2], own[2:], "art", 50) for own in suns]
    end = play(position(*players, center=center, epoch=3, ra=RA_LIMIT[len(suns)] - 1), "draw", "tile:ra")
    assert [score - 50 for score in end.scores()] == expected


def test_all_parts_of_one_sheet():
    """Gods 4, gold 6, pharaohs 5, river 4, civilization 10, monuments 3 + 5: one sum."""
    held = "god*2 gold*2 pharaoh*3 flood nile*3 art*2 agriculture religion writing sphinx*3 temple palace"
    assert points(held, "pharaoh", epoch=3) == [37, -7]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (6, 0), (7, 0), (8, 1)])
def test_no_score_falls_below_zero(before, after):
    players = [seat((9, 6, 5, 2), tiles="art pharaoh", score=10), seat((8, 7, 4, 3), score=before)]
    assert play(position(*players, ra=5), "draw", "tile:ra").scores() == [15, after]


def test_all_seats_are_scored_from_the_same_moment():
    """Nobody's pharaohs or tiles leave before the others are counted."""
    assert points("art flood nile", "art flood nile", "art flood nile") == [2, 2, 2]


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [((30, 20, 10), [1, 2, 3]), ((20, 20, 20), [1, 2, 3]), ((20, 30, 30), [3, 1, 2]), ((20, 10, 20), [1, 3, 2])],
)
def test_ranks_and_the_highest_sun(scores, ranks):
    """p1 owns 13, p2 12, p3 11; p3 alone gains 5 for suns and p1 alone loses 5."""
    players = [seat(suns, tiles="art", score=score) for suns, score in zip(SUN_SETS[3], scores, strict=True)]
    players[0]["score"] += 5
    players[2]["score"] -= 5
    end = play(position(*players, epoch=3, ra=7), "draw", "tile:ra")
    assert tuple(end.scores()) == scores
    assert end.ranks() == ranks


def test_only_the_highest_sun_breaks_a_tie_not_the_total():
    players = [seat((9, 2, 3, 1), tiles="art", score=55), seat((8, 7, 6, 5), tiles="art", score=45)]
    end = play(position(*players, center=4, epoch=3, ra=5), "draw", "tile:ra")
    assert end.scores() == [50, 50]
    assert end.ranks() == [1, 2]


def test_a_sun_in_the_centre_breaks_no_tie():
    players = [seat((8, 7, 2, 1), tiles="art", score=50), seat((6, 5, 4, 3), tiles="art", score=50)]
    end = play(position(*players, center=9, epoch=3, ra=5), "draw", "tile:ra")
    assert end.scores() == [50, 50]
    assert end.ranks() == [1, 2]


def test_a_face_down_sun_breaks_a_tie():
    players = [seat((8, 7), (2, 5), "art", 50), seat((6, 4), (9, 3), "art", 50)]
    end = play(position(*players, center=1, epoch=3, ra=5), "draw", "tile:ra")
    assert end.scores() == [50, 50]
    assert end.ranks() == [2, 1]


def test_points_of_a_running_game_are_the_points_so_far():
    assert position(*seats(3, p1="gold*5")).scores() == [10, 10, 10]
