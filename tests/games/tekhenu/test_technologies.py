"""Technologies T01-T24, each by what it changes, next to the same turn without it (rulebook p. 31).

The sun stands over Horus and Ra: they are sunny, Hathor and Osiris shaded, Bastet and Thoth dark.
"""

from __future__ import annotations

import pytest

from tests.games.tekhenu.positions import changes, play, player, position, seat


def with_and_without(card, moves, wheel, *, slots="P22 P23 P24", temple=None, **owner):
    """What p1's turn changes for them, with the technology and without it."""
    found = []
    for cards in (card, ""):
        start = position(p1=seat(cards=cards, **owner), wheel=wheel, slots=slots, temple=temple)
        found.append(changes(start, play(start, *moves)))
    return found


def difference(card, moves, wheel, **more):
    """What the technology alone has changed."""
    with_it, without = with_and_without(card, moves, wheel, **more)
    keys = [*with_it, *(key for key in without if key not in with_it)]
    numbers = {key: with_it.get(key, 0) - without.get(key, 0) for key in keys}
    return {key: number for key, number in numbers.items() if number}


# -- gains with the actions of gods --------------------------------------------------------------------------------

OSIRIS = ("take:osiris+yellow2+pure", "use:osiris+2", "district:bread")
RA = ("take:ra+white4+pure", "use:ra+4", "cell:r2c2", "turn:0", "tile:P01")
THOTH = ("take:thoth+black2+pure", "use:thoth+2", "cards:1a", "card:B01")
HORUS = ("take:horus+white4+pure", "use:horus+4", "statue:4")
BASTET = ("take:bastet+black3+pure", "use:bastet+3")
HATHOR = ("take:hathor+brown2+pure", "use:hathor+2", "site:south1")


@pytest.mark.parametrize(
    ("card", "moves", "wheel", "owner", "gained"),
    [
        ("T01", OSIRIS, "osiris yellow2", {}, {"vp": 2}),
        ("T02", RA, "ra white4", {"goods": "limestone*2"}, {"vp": 2}),
        ("T03", THOTH, "thoth black2", {}, {"vp": 2}),
        ("T04", HORUS, "horus white4", {"goods": "granite*2"}, {"vp": 2, "granite": 1}),
        (
            "T06",
            BASTET,
            "bastet black3",
            {"goods": "papyrus*2", "population": 7},
            {"vp": 2, "population": 1, "happiness": 1},
        ),
        ("T20", THOTH, "thoth black2", {}, {"papyrus": 1}),
        ("T21", HATHOR, "hathor brown2", {"goods": "bread*2"}, {"bread": 1}),
    ],
)
def test_gain_with_a_god(card, moves, wheel, owner, gained):
    assert difference(card, moves, wheel, **owner) == gained


@pytest.mark.parametrize("card", ["T01", "T02", "T03", "T04", "T06", "T20", "T21"])
def test_no_gain_with_production(card):
    assert difference(card, ("take:osiris+yellow2+pure", "produce:papyrus+2"), "osiris yellow2") == {}


@pytest.mark.parametrize(
    ("card", "wheel", "move", "goods"),
    [
        ("T04", "horus white4", "use:horus+4", "granite"),
        ("T20", "thoth black4", "use:thoth+4", "papyrus"),
        ("T21", "hathor brown2", "use:hathor+2", "bread"),
    ],
)
def test_the_gain_can_be_spent_on_the_action(card, wheel, move, goods):
    sector, die = wheel.split()
    taken = play(position(p1=seat(cards=card, goods=goods), wheel=wheel), f"take:{sector}+{die}+pure")
    assert move in taken.legal_moves()
    lacking = play(position(p1=seat(goods=goods), wheel=wheel), f"take:{sector}+{die}+pure")
    assert lacking.as_dict()["to_act"] == "p2" or move not in lacking.legal_moves()


def test_t05_pillars_in_line_bring_five():
    owner = {"goods": "bread*2", "pillars": "r1c1 r4c1"}
    temple = {"r1c1": "P01", "r4c1": "P02"}
    with_it, without = with_and_without("T05", HATHOR, "hathor brown2", temple=temple, **owner)
    assert (with_it["vp"], without["vp"]) == (10, 6)
    del with_it["vp"], without["vp"]
    assert with_it == without


def test_t06_happiness_follows_population():
    start = position(p1=seat(cards="T06", goods="papyrus*2", population=5, happiness=5), wheel="bastet black1")
    after = play(start, "take:bastet+black1+pure", "use:bastet+1")
    assert changes(start, after) == {"vp": 2, "papyrus": -2, "population": 1, "happiness": 1, "scribe": 2}


# -- statues -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "granite"), [("T07", 1), ("", 0)])
def test_t07_granite_with_every_bonus(cards, granite):
    """Hathor lies on Horus space 4: one gold for the owner of her statue when p2 builds."""
    start = position(turn="p2", p1=seat(cards=cards, gods="hathor"), p2=seat(goods="bread*2"), wheel="hathor brown2")
    after = play(start, *HATHOR)
    assert changes(start, after) == {"gold": 1} | ({"granite": granite} if granite else {})


def test_t07_granite_with_a_bonus_of_choice():
    start = position(turn="p2", p1=seat(cards="T07", gods="bastet"), p2=seat(goods="papyrus*2"), wheel="bastet black3")
    after = play(start, *BASTET, "choose:bread")
    assert changes(start, after) == {"bread": 1, "granite": 1}


# -- dice ----------------------------------------------------------------------------------------------------------


def test_t08_forbidden_dice_on_either_pan():
    for pan in ("pure", "tainted"):
        start = position(p1=seat(cards="T08"), wheel="ra black2")
        after = play(start, f"take:ra+black2+{pan}")
        assert changes(start, after) == {"granite": 2}
        assert player(after)["dice"] == [{"die": "black2", "pan": pan}]
    assert not [move for move in position(wheel="ra black2").legal_moves() if "ra+black2" in move]


def test_t09_abilities_in_any_light():
    """Ra is sunny, the tile is dark; its ability is two gold."""
    moves = ("take:ra+white6+pure", "use:ra+6", "cell:r2c2", "turn:0", "tile:P01")
    owner = {"goods": "limestone granite*3"}
    assert difference("T09", moves, "ra white6", slots="P18 P23 P24", **owner) == {"gold": 2}


def test_t10_gold_pays_for_anubis():
    start = position(p1=seat(cards="T10", goods="gold*2"), wheel="ra brown2")
    after = play(start, "anubis", "take:ra+brown2", "produce:granite+2")
    assert changes(start, after) == {"vp": 1, "gold": -2, "granite": 2}
    assert "anubis" not in position(p1=seat(goods="gold*2")).legal_moves()


def test_t10_scribes_pay_for_a_statue():
    start = position(p1=seat(cards="T10", goods="scribe*2"), wheel="horus white4")
    after = play(start, "take:horus+white4+pure", "use:horus+4", "statue:4")
    assert changes(start, after) == {"vp": 1, "scribe": -2}


def test_t10_pays_once_in_a_turn():
    start = position(p1=seat(cards="T10", goods="gold*2 scribe*2"), wheel="horus white4")
    after = play(start, "anubis", "pay:gold*2", "take:horus+white4", "use:horus+4", "statue:4")
    assert changes(start, after) == {"vp": 1, "gold": -2, "scribe": -2}


def test_t10_pays_nothing_when_nothing_stands_in():
    start = position(p1=seat(cards="T10", goods="scribe*2"), wheel="osiris yellow2")
    after = play(start, "anubis", "take:osiris+yellow2", "produce:papyrus+2")
    assert changes(start, after) == {"scribe": -2, "papyrus": 2}


def test_t10_scribes_pay_for_bread_at_a_scoring():
    """Nobody's turn, so that it brings no point; two buildings owe one bread, and three points if it is not paid."""
    start = position(round=8, turn="p2", p1=seat(cards="T10", goods="scribe", shops="bread1 bread2"), wheel="osiris yellow2")
    asked = play(start, *LAST_TURN)
    assert asked.legal_moves() == ["pay:-", "pay:scribe"]
    paid, unpaid = play(asked, "pay:scribe"), play(asked, "pay:-")
    assert changes(unpaid, paid) == {"vp": 3, "scribe": -1}
    assert player(paid)["vp"] == player(asked)["vp"]


@pytest.mark.parametrize(("value", "points"), [(1, 2), (2, 0)])
def test_t11_low_dice(value, points):
    moves = (f"take:osiris+yellow{value}+pure", f"produce:papyrus+{value}")
    assert difference("T11", moves, f"osiris yellow{value}") == ({"vp": points} if points else {})


def test_t11_sees_the_value_after_scribes():
    moves = ("take:osiris+yellow2+pure", "produce:papyrus+1")
    assert difference("T11", moves, "osiris yellow2", goods="scribe") == {"vp": 2}


def test_t18_pure_dice():
    assert difference("T18", ("take:osiris+yellow2+pure", "produce:papyrus+2"), "osiris yellow2") == {"vp": 1}
    assert difference("T18", ("take:osiris+black2+tainted", "produce:granite+2"), "osiris black2") == {}
    assert (
        difference("T18", ("anubis", "take:osiris+yellow2", "produce:papyrus+2"), "osiris yellow2", goods="scribe*2") == {}
    )


def test_t18_counts_a_forbidden_die_taken_as_pure():
    start = position(p1=seat(cards="T08 T18"), wheel="ra black2")
    assert changes(start, play(start, "take:ra+black2+pure")) == {"granite": 2, "vp": 1}
    assert changes(start, play(start, "take:ra+black2+tainted")) == {"granite": 2}


def test_t23_anubis():
    moves = ("anubis", "take:osiris+yellow2", "produce:papyrus+2")
    assert difference("T23", moves, "osiris yellow2", goods="scribe*2") == {"vp": 3}


# -- production ----------------------------------------------------------------------------------------------------


def test_t12_points_for_surplus():
    assert difference("T12", ("take:osiris+yellow5+pure", "produce:papyrus+5"), "osiris yellow5") == {"vp": 3}
    assert difference("T12", ("take:osiris+yellow2+pure", "produce:papyrus+2"), "osiris yellow2") == {}


def test_t13_one_more_and_another_value():
    start = position(p1=seat(cards="T13", production=(6, 2, 2, 2)), wheel="osiris yellow3")
    asked = play(start, "take:osiris+yellow3+pure", "produce:papyrus+3")
    assert asked.legal_moves() == [f"shift:{value}" for value in (1, 2, 3, 4, 5)]
    assert changes(start, play(asked, "shift:5")) == {"papyrus": 6}
    assert changes(start, play(asked, "shift:1")) == {"papyrus": 2}
    assert changes(start, play(asked, "shift:3")) == {"papyrus": 4}


def test_t13_its_unit_is_never_surplus():
    start = position(p1=seat(cards="T13", production=(2, 3, 2, 2)), wheel="osiris brown5")
    after = play(start, "take:osiris+brown5+pure", "produce:bread+5", "shift:5")
    assert changes(start, after) == {"bread": 4, "surplus": 2}


def test_t14_another_value_for_a_god():
    start = position(p1=seat(cards="T14"), wheel="osiris yellow3")
    asked = play(start, "take:osiris+yellow3+pure", "use:osiris+3")
    assert asked.legal_moves() == [f"shift:{value}" for value in (1, 2, 3, 4, 5)]
    after = play(asked, "shift:5", "district:bread")
    assert changes(start, after) == {"happiness": -1, "bread": 2, "production bread": 2}
    produced = play(start, "take:osiris+yellow3+pure", "produce:papyrus+3")
    assert changes(start, produced) == {"papyrus": 2, "surplus": 1}


def test_t17_points_for_bread():
    assert difference("T17", ("take:osiris+brown2+pure", "produce:bread+2"), "osiris brown2") == {"vp": 2}
    assert difference("T17", ("take:osiris+yellow2+pure", "produce:papyrus+2"), "osiris yellow2") == {}


def test_t19_work_before_prayer():
    start = position(p1=seat(cards="T19", goods="scribe"), wheel="osiris black4")
    after = play(start, "take:osiris+black4+tainted", "work-and-use:osiris+4", "district:bread")
    assert changes(start, after) == {
        "scribe": -1,
        "granite": 2,
        "surplus": 2,
        "happiness": -1,
        "bread": 1,
        "gold": 1,
        "production bread": 1,
        "production granite": 1,
    }


@pytest.mark.parametrize(
    ("wheel", "move", "goods"),
    [
        ("osiris yellow4", "take:osiris+yellow4+pure", "scribe"),  # a pure die
        ("osiris black4", "take:osiris+black4+tainted", ""),  # no scribe
        ("osiris grey4", "take:osiris+grey4+tainted", "scribe"),  # grey produces nothing
    ],
)
def test_t19_needs_a_tainted_colour_and_a_scribe(wheel, move, goods):
    taken = play(position(p1=seat(cards="T19", goods=goods), wheel=wheel), move)
    assert not [move for move in taken.legal_moves() if move.startswith("work")]


# -- costs ---------------------------------------------------------------------------------------------------------


def test_t22_limestone_for_granite():
    start = position(p1=seat(cards="T22", goods="limestone*2"), wheel="horus white4")
    assert changes(start, play(start, *HORUS)) == {"vp": 1, "limestone": -2}
    own = position(p1=seat(cards="T22", goods="granite*2"), wheel="horus white4")
    assert changes(own, play(own, *HORUS)) == {"granite": -2}


def test_t22_granite_for_limestone():
    start = position(p1=seat(cards="T22", goods="granite*2"), wheel="ra white4")
    after = play(start, "take:ra+white4+pure", "use:ra+4", "cell:r2c2", "turn:0", "tile:P01")
    assert changes(start, after) == {"vp": 3, "granite": -2, "gold": 1}


def test_t24_gold_for_blessings():
    start = position(p1=seat(cards="B07 T24"))
    assert changes(start, play(start, "bless:B07+population")) == {"population": 3, "gold": 1}


# -- Maat ----------------------------------------------------------------------------------------------------------

LAST_TURN = ("take:osiris+yellow2+pure", "produce:papyrus+2")


def test_t15_faith_and_ankh():
    """The scales of p1 stand at -2, those of p2 at +2; p2 has the higher destiny card."""
    four = "grey2/tainted grey1/below grey1/below grey1/below"
    for cards, first in (("T15", "p1"), ("", "p2")):
        start = position(
            round=4,
            turn="p2",
            p1=seat(cards=cards, dice=four, destiny="F01"),
            p2=seat(destiny="F04"),
            wheel="osiris yellow2",
        )
        after = play(start, *LAST_TURN)
        if cards:
            assert changes(start, after) == {"faith": 2}
            after = play(after, "faith:none")
        assert after.as_dict()["order"][0] == first


@pytest.mark.parametrize(("die", "gained"), [("white1/below", {"vp": 2}), ("white2/pure", {}), ("white6/pure", {"gold": 1})])
def test_t16_the_first_and_the_last(die, gained):
    """Of three players p2 is at 1 and p3 at 3; p1 is first at 0, second at 2, last at 6."""
    rest = "grey1/below black1/below black1/below"
    start = position(
        3,
        round=4,
        turn="p3",
        p1=seat(cards="T16", dice=f"{die} {rest}"),
        p2=seat(dice="white1/pure brown1/below brown1/below black1/below"),
        p3=seat(dice="white1/pure brown1/below brown1/below"),
        wheel="osiris yellow2",
    )
    after = play(start, *LAST_TURN)
    own = {}
    while after.as_dict()["phase"] == "destiny":
        assert changes(start, after) == own
        others = (move for move in after.legal_moves() if move in ("destiny:F02", "destiny:F04"))
        own |= {} if after.actor else {"scribe": 1}
        after = play(after, next(others) if after.actor else "destiny:F01")
    assert changes(start, after) == own | gained


def test_t16_pays_nothing_for_the_buildings_of_the_same_phase():
    """The last in turn order owes bread at the first scoring and has none; the gold comes when the phase is over."""
    start = position(
        3,
        round=8,
        turn="p3",
        p1=seat(cards="T16", shops="bread1 bread2", dice="white6/pure grey1/below black1/below black1/below"),
        p2=seat(dice="white1/pure brown1/below brown1/below black1/below"),
        p3=seat(dice="white1/pure brown1/below brown1/below"),
        wheel="osiris yellow2",
    )
    after = play(start, *LAST_TURN)
    assert after.as_dict()["phase"] == "destiny"
    assert "gold" not in changes(start, after)


def test_t17_owes_no_bread():
    """Two buildings owe one bread at the first scoring."""
    for cards, asked in (("T17", False), ("", True)):
        start = position(
            round=8, turn="p2", p1=seat(cards=cards, goods="bread", shops="bread1 bread2"), wheel="osiris yellow2"
        )
        after = play(start, *LAST_TURN)
        assert (after.as_dict()["phase"] == "upkeep") == asked
        assert player(after)["goods"] == {"bread": 1}


# -- T08 with a blessing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["B11", "B12"])
@pytest.mark.parametrize("pan", ["pure", "tainted"])
def test_t08_lets_a_die_be_recoloured_into_a_forbidden_colour(card, pan):
    """Ra is sunny: black and brown are forbidden there, and T08 puts them on either pan."""
    start = position(p1=seat(cards=f"{card} T08 T18"), wheel="ra white3")
    asked = play(start, "take:ra+white3+pure")
    for colour in ("brown", "black"):
        for value in (2, 3, 4):
            assert f"bless:{card}+{colour}{value}+{pan}" in asked.legal_moves()
    after = play(asked, f"bless:{card}+black2+{pan}")
    assert changes(start, after) == {"granite": 2} | ({"vp": 1} if pan == "pure" else {})
    assert player(after)["dice"] == [{"die": "white3", "pan": pan}]


def test_without_t08_no_die_is_recoloured_into_a_forbidden_colour():
    asked = play(position(p1=seat(cards="B11"), wheel="ra white3"), "take:ra+white3+pure")
    assert not [move for move in asked.legal_moves() if "black" in move or "brown" in move]
