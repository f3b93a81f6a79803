"""What Ra says of its moves: what follows for certain is said, and it is what happens."""

import pytest

from egypt import Rng
from tests.contract.cases import Case, random_game
from tests.games.ra.positions import BOX, CIVILIZATIONS, GAME, MONUMENTS, plain, position, seat
from tests.games.ra.told_things import PHRASES, held
from tests.games.sums import differences_in_turn, phrases_never_missed, random_events
from tests.scale import scaled, seeded


def sentence(start, move):
    return start.say(move).sentence


def auction(*players, **more):
    return position(*players, phase="auction", auction="drawn", **more)


TWO = (seat((9, 6, 5, 2)), seat((8, 7, 4, 3)))


def test_a_turn():
    start = position(seat((9, 6, 5, 2), tiles="god"), TWO[1], track="flood art")
    assert sentence(start, "draw") == "p1 draws a tile from the bag"
    assert sentence(start, "invoke") == "p1 invokes Ra; p1 must bid if no other player does"
    assert sentence(start, "god:art") == "p1 uses a God to take an art tile from the track"
    full = position(*TWO, track="flood*8")
    assert sentence(full, "invoke") == "p1 invokes Ra; the track is full, so its tiles leave the game if all pass"


def test_a_drawn_tile():
    three = (seat((13, 8, 5, 2)), seat((), (12, 9, 6, 3)), seat((11, 10, 7, 4)))
    drawing = position(*three, phase="draw", act="chance", ra=6)
    assert sentence(drawing, "tile:art") == (
        "p1 has drawn an art tile, which goes on the track; p2 has no usable sun and no turn"
    )
    assert sentence(drawing, "tile:ra") == "p1 has drawn the seventh Ra tile of the epoch; an auction begins"
    last = position(*TWO, phase="draw", act="chance", ra=5, track="nile")
    assert sentence(last, "tile:ra") == (
        "p1 has drawn the sixth Ra tile of the epoch; the boat arrives, and the epoch ends; "
        "the tiles on the track leave the game; all suns can be used again"
    )
    end = position(*TWO, phase="draw", act="chance", ra=5, epoch=3)
    assert sentence(end, "tile:ra").endswith("the boat arrives, and the game ends")


def test_the_deal():
    start = Case(GAME, 3, "standard").start()
    assert sentence(start, "suns:2") == "p1 is dealt the suns 12, 9, 6 and 3"
    assert sentence(start.after("suns:2"), "suns:1") == (
        "p2 is dealt the suns 13, 8, 5 and 2; p3 is dealt the suns 11, 10, 7 and 4"
    )


def test_a_bid_says_who_cannot_outbid_it_and_who_wins_what():
    three = (seat((12, 9, 6, 3)), seat((8, 5, 2), (4,)), seat((13,), (11, 10, 7)))
    start = auction(*three, turn="p1", act="p2", track="gold*2 flood", ra=1)
    assert sentence(start, "bid:8") == "p2 bids sun 8"
    assert sentence(start.after("bid:8"), "bid:13") == (
        "p3 bids sun 13; p1 cannot outbid this; p3 wins two gold tiles, a flood tile and sun 1 for sun 13"
    )
    assert sentence(start.after("pass"), "pass") == "p3 passes"
    all_passed = start.after("pass").after("pass")
    assert sentence(all_passed, "pass") == "p1 passes; there is no bid, so the tiles stay on the track"


def test_disasters_without_a_choice_are_told_with_the_bid():
    tiles = "pharaoh*3 flood nile*2 art"
    start = auction(seat((9, 6, 5, 2), tiles=tiles), TWO[1], turn="p2", act="p1", track="funeral drought unrest", ra=1)
    assert sentence(start, "bid:9") == (
        "p1 bids sun 9; p2 cannot outbid this; p1 wins sun 1 for sun 9; the funeral costs p1 two pharaoh tiles; "
        "the drought costs p1 a flood tile and a Nile tile; the unrest costs p1 an art tile"
    )


def test_disasters_with_a_choice_are_told_tile_by_tile():
    start = auction(
        seat((9, 6, 5, 2), tiles="art*3 religion fortress"), TWO[1], turn="p2", act="p1", track="unrest earthquake", ra=1
    )
    assert sentence(start, "bid:9").endswith("the unrest makes p1 give up two civilization tiles")
    choice = start.after("bid:9")
    assert sentence(choice, "lose:art") == "p1 gives up an art tile"
    assert sentence(choice.after("lose:art"), "lose:religion") == (
        "p1 gives up a religion tile; the earthquake costs p1 a fortress tile"
    )
    assert sentence(choice, "lose:religion") == (
        "p1 gives up a religion tile; the unrest costs p1 an art tile; the earthquake costs p1 a fortress tile"
    )


CLAIMS = ("epoch ends", "game ends", " wins ", " costs ", "makes p")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_said_is_what_happens(players):
    rng, heard = Rng(31), set()
    for _ in range(40):
        for ply in random_game(Case(GAME, players, "standard").start(), rng):
            if not ply.code:
                continue
            told = ply.position.say(ply.code).sentence
            before, after = plain(ply.position), plain(ply.position.after(ply.code))
            heard |= {claim for claim in CLAIMS if claim in told}
            assert ("epoch ends" in told) == (after["epoch"] != before["epoch"]), told
            assert ("game ends" in told) == (after["phase"] == "over"), told
            assert (" wins " in told) == (after["center_sun"] != before["center_sun"]), told
            if "ends" not in told:
                assert (" give up " in told) == (
                    after["phase"] in ("unrest", "earthquake") and after["phase"] != before["phase"]
                ), told
                assert lost_as_told(told) == lost(before, after), told
    assert heard == set(CLAIMS)


def lost_as_told(told):
    """Tiles that a sentence says a player loses, in all."""
    total = 0
    numbers = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
    for clause in told.split("; "):
        if " costs p" in clause or " gives up " in clause:
            total += sum(numbers.get(word, 0) for word in clause.split())
        elif "uses a God to take" in clause:
            total += 1
    return total


def lost(before, after):
    """Tiles that left the players, but for disasters, which they never had, and tiles nobody bid for."""
    gone = {kind: after["gone"].get(kind, 0) - before["gone"].get(kind, 0) for kind in BOX}
    if not any(after["track"].values()) and before["center_sun"] == after["center_sun"] and before["phase"] == "auction":
        return 0
    return sum(gone[kind] for kind in (*CIVILIZATIONS, *MONUMENTS, "pharaoh", "nile", "flood", "god"))


# -- tiles and suns, kind by kind --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tiles_and_suns_that_are_told_add_up_to_those_that_change(players):
    events = random_events(GAME, players, "standard", map(seeded, range(scaled(8))), "draw")
    assert differences_in_turn(events, held, PHRASES, players) == []


def test_a_clause_about_tiles_or_suns_that_is_left_out_is_missed():
    assert phrases_never_missed(random_events(GAME, 3, "standard", range(40), "draw"), held, PHRASES) == set()
