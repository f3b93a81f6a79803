"""Decrees D01-D24: the points each adds to the end of a game that has been played but for its last turn (rulebook p. 28)."""

from __future__ import annotations

import pytest

from egypt import Rng
from egypt.games.tekhenu.tables import COMPONENTS
from tests.games.tekhenu.positions import changes, play, player, position, seat

LAST_TURN = ("take:osiris+yellow2+pure", "produce:papyrus+2")
FOUR = "grey1/below grey1/below grey1/below grey1/below"
TEMPLE = {"r1c1": "P01", "r3c1": "P02", "r5c5": "P03"}

# An owner with something of everything.
OWNER = {
    "goods": "gold*3 bread*4 scribe*3",
    "population": 17,
    "happiness": 14,
    "sites": "west1 west2",
    "shops": "papyrus1 bread1 limestone1",
    "pillars": "r1c1 r3c1 r5c5",
    "gods": "ra thoth",
    "people": "row",
    "cards": "T01 T02",
    "dice": "white3/pure white4/pure black6/tainted black1/below",
    "rewards": "",
}


def last_turn(secret, players=2, others=None, turn="p2", **owner):
    temple = TEMPLE if "pillars" not in owner else {}
    given = {"p2": seat(happiness=6, population=6, secret="", dice=FOUR if turn != "p2" else None)} | (others or {})
    return position(
        players,
        round=16,
        turn=turn,
        temple=temple,
        wheel="osiris yellow2",
        p1=seat(secret=secret, **(OWNER | owner)),
        **given,
    )


def to_the_end(where):
    """Play on: nobody uses faith or an edict or pays for bread."""
    rng = Rng(1)
    while not (where := where.settle(rng)).is_over:
        (move,) = [move for move in where.legal_moves() if move in ("pass", "pay:-", "faith:none")]
        where = play(where, move)
    return where


def points(secret, **more):
    return player(to_the_end(play(last_turn(secret, **more), *LAST_TURN)))["vp"]


def worth(secret, **more):
    """What these decrees add."""
    return points(secret, **more) - points("", **more)


@pytest.mark.parametrize(
    ("card", "added"),
    [
        ("D01", 2 * 3),
        ("D02", 1 * 4),
        ("D03", 0),  # nothing else to repeat
        ("D04", 3 * 4),
        ("D05", 2 * 4),
        ("D06", 14 - 6),
        ("D07", 3 * 3),
        ("D08", 3 * 2 + 4),
        ("D09", 1 * 3),
        ("D10", 2 * 3),
        ("D11", 3 * 2),
        ("D12", 2 * 3),
        ("D13", 3 * 3),
        ("D14", 3 * 2 + 2 * 2),
        ("D15", 3 * 2 + 2 * 2),
        ("D16", 2 * 4),
        ("D17", 3 * 2 + 3 * 2),
        ("D18", 3 * 3),
        ("D19", 1 * 5),
        ("D21", 5 * 1),
        ("D22", 4),  # half of 3 + 4, rounded up
        ("D23", 0),  # not played
        ("D24", 2 + 1 + 1),  # two buildings; a pillar in line with one of them, a pillar in line with the statue
    ],
)
def test_one_decree(card, added):
    assert worth(card) == added


@pytest.mark.parametrize(
    ("card", "owner", "added"),
    [
        ("D01", {"cards": "T01 T02 T03"}, 9),
        ("D04", {"population": 21, "goods": "gold"}, 4),  # five triangles, but one resource
        ("D04", {"population": 8, "happiness": 8}, 0),
        ("D05", {"happiness": 9}, 4),
        ("D05", {"happiness": 8}, 0),
        ("D07", {"goods": ""}, 0),
        ("D08", {"goods": "gold*9 limestone*5"}, 20),  # 23, but 20 at most
        ("D09", {"shops": "granite1 granite2 limestone2"}, 9),
        ("D10", {"shops": "granite1 granite2 limestone2"}, 0),
        ("D16", {"gods": "ra*1"}, 4),
        ("D19", {"people": "row workshops"}, 10),
        ("D19", {"people": ""}, 0),
        ("D21", {"sites": "", "shops": ""}, 0),
        ("D22", {"dice": "white3/pure white5/pure black6/tainted black1/below"}, 4),
        ("D22", {"dice": FOUR}, 0),
    ],
)
def test_one_decree_of_another_owner(card, owner, added):
    assert worth(card, **owner) == added


def test_d06_counts_from_the_lowest_of_all():
    others = {"p2": seat(happiness=6, population=6, secret=""), "p3": seat(happiness=1, dice=None, secret="")}
    assert worth("D06", players=3, others=others, turn="p3") == 13


@pytest.mark.parametrize(("dice", "added"), [("white1/pure", 10), ("white2/pure", 5), ("white6/pure", 0)])
def test_d20_places_in_turn_order(dice, added):
    """With three players; p2 ends at 2 (and has the lower ankh), p3 at 3."""
    rest = "black1/below black1/below black1/below"
    others = {
        "p2": seat(secret="", destiny="F01", dice="white2/pure brown1/below brown1/below brown1/below"),
        "p3": seat(secret="", destiny="F03", dice="white1/pure grey1/below grey1/below"),
    }
    owner = {"dice": f"{dice} {rest}", "destiny": "F02"}
    if added == 5:
        others["p2"]["dice"] = "white1/pure brown1/below brown1/below brown1/below"
    assert worth("D20", players=3, others=others, turn="p3", **owner) == added


# -- symbols -----------------------------------------------------------------------------------------------------

# Assumed; a correction in data.toml is to be made here, too.
SYMBOLS = {
    "scroll": ("D01", "D02", "D03", "D08"),
    "ankh": ("D04", "D05", "D06", "D07"),
    "scarab": ("D09", "D10", "D11", "D21"),
    "lotus": ("D12", "D13", "D14", "D15"),
    "eye": ("D16", "D17", "D18", "D19"),
    "feather": ("D20", "D22", "D23", "D24"),
}


def test_symbols():
    assert {card: symbol for symbol, cards in SYMBOLS.items() for card in cards} == {
        row.name: row.symbol for row in COMPONENTS.decrees
    }


@pytest.mark.parametrize("cards", [cards for symbol, cards in SYMBOLS.items() if symbol != "feather"])
def test_only_the_best_of_a_symbol_is_scored(cards):
    """D02 and D03 live on others and bring nothing more here than any single card of their symbol."""
    best = max(worth(card) for card in cards)
    assert worth(" ".join(cards)) == best


# -- several decrees ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret", "added"),
    [
        ("D05 D12 D13", 8 + 9),  # one of each symbol: the better lotus
        ("D01 D05 D13 D16", 9 + 8 + 8),  # three at most
        ("D02 D05 D12 D13", 12 + 8 + 9),  # three symbols among four cards
        ("D03 D13", 9 + 9),
        ("D03 D13 D18", 9 + 9 + 9),
        ("D04 D08", 12 + 3 * 2 + 1),  # three bread for the triangles, then what is left
    ],
)
def test_several_decrees(secret, added):
    assert worth(secret) == added


def test_d03_costs_two_gold():
    assert worth("D03 D13", goods="gold") == 9
    assert worth("D03 D13", goods="gold*2") == 18


def test_d03_pays_for_triangles_again():
    """Three triangles cost three of seven resources, two gold go to D03: only two triangles can be paid again."""
    assert worth("D03 D04") == 12 + 8


def test_d04_may_leave_triangles_for_the_treasury():
    """A gold is worth two in the treasury and four on a triangle; beyond the limit of the treasury it is worth nothing."""
    assert worth("D04 D08", goods="gold*2", population=17) == 8
    assert worth("D04 D08", goods="gold*13", population=17) == 12 + 20


# -- D23 ---------------------------------------------------------------------------------------------------------


def test_d23_an_action_without_its_cost():
    start = last_turn("D23", goods="")
    asked = play(start, *LAST_TURN)
    assert asked.as_dict()["phase"] == "edict"
    after = play(asked, "use:horus+1", "statue:column")
    assert player(after)["people"] == ["row", "column"]
    scored_before = to_the_end(play(asked, "pass"))
    # The fourth statue brings 4 more, its piece at the temple 1, and two pillars in column 1 find nothing.
    assert player(to_the_end(after))["vp"] - player(scored_before)["vp"] == 5


def test_d23_leaves_two_places_and_takes_its_symbol():
    plain = {"goods": "", "happiness": 14}
    for secret, added in (("D23 D05 D13 D16", 9 + 8), ("D23 D24", 0)):
        asked = play(last_turn(secret, **plain), *LAST_TURN)
        without = play(last_turn("D23", **plain), *LAST_TURN)
        ends = [player(to_the_end(play(where, "produce:bread+2")))["vp"] for where in (asked, without)]
        assert ends[0] - ends[1] == added


def test_d23_osiris_still_costs_happiness():
    start = last_turn("D23", goods="")
    after = play(start, *LAST_TURN, "use:osiris+5", "district:granite")
    assert changes(start, after)["happiness"] == -1


def test_who_might_hold_d23_is_asked_and_others_learn_nothing():
    asked = play(last_turn("D01", population=8, happiness=8), *LAST_TURN)
    assert asked.as_dict()["phase"] == "edict"
    assert asked.legal_moves() == ["pass"]
