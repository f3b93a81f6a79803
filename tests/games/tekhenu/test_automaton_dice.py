"""The automaton: its pyramid, and which die it takes (rulebook pp. 22-23)."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from tests.games.tekhenu.scenes import (
    ACTION_TILES,
    GAME,
    GODS,
    automaton,
    before_automaton,
    field,
    maat,
    parts,
    play,
    seat,
    settle,
    step_of,
    through_maat,
)


def taken(start: Position) -> str:
    """The die that the automaton took last, and nothing of a lot that may follow."""
    return seat(start, 2).dice[-1].partition("/")[0]


def wheel(start: Position) -> dict[str, list[str]]:
    """The dice left, but for the one that every scene has for the player."""
    dice = {god: dice.split("+") for god, dice in parts(field(start, "wheel")).items()}
    dice["ra"].remove("brown1")
    return {god: faces for god, faces in dice.items() if faces}


# -- the pyramid -------------------------------------------------------------------------------------------------


def test_pyramid_is_laid_out_by_chance_tile_after_tile() -> None:
    start = Position.start(GAME, 2, "solo-low")
    rng = Rng(5)
    laid: list[str] = []
    while len(laid) < 10:
        if step_of(start) == "pyramid":
            left = [tile for tile in ACTION_TILES if tile not in laid]
            outcomes = start.outcomes()
            assert [text for text, _ in outcomes] == [f"pyramid:{tile}" for tile in left]
            assert [share for _, share in outcomes] == pytest.approx([1 / len(left)] * len(left))
            laid.append(left[rng.below(len(left))])
            start = play(start, f"pyramid:{laid[-1]}")
        elif start.is_chance:
            start = start.after(start.draw_code(rng))
        else:
            start = start.after(start.legal_moves()[0])
    assert field(start, "pyramid").split(",") == laid
    assert field(start, "marker") == "0"


def test_first_turn_goes_to_the_left_end_of_the_base() -> None:
    start = settle(Position.start(GAME, 2, "solo-low"), 7)
    rng = Rng(7)
    while field(start, "round") == "0":
        moves = start.legal_moves()
        start = start.after(start.draw_code(rng)) if start.is_chance else start.after(moves[rng.below(len(moves))])
    assert field(start, "marker") == "1"
    assert len(seat(start, 2).dice) == (0 if step_of(start) == "lot-die" else 1)


@pytest.mark.parametrize(("place", "right", "up"), [(0, 1, 4), (1, 2, 5), (2, 3, 6), (4, 5, 7), (5, 6, 8), (7, 8, 9)])
def test_deben_leads_to_the_right_or_up(place: int, right: int, up: int) -> None:
    start = before_automaton(marker=place + 1, dice="horus:grey1")
    assert start.outcomes() == [("deben:right", 0.5), ("deben:up", 0.5)]
    assert field(play(start, "deben:right"), "marker") == str(right + 1)
    assert field(play(start, "deben:up"), "marker") == str(up + 1)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_pyramid_is_built_anew_after_a_maat_phase(number: int) -> None:
    start = maat(2, number, "solo-low", marker=10)
    end = through_maat(start, "pyramid")
    assert (field(end, "pyramid"), field(end, "marker")) == ("-", "0")
    assert len(end.outcomes()) == 10
    end = through_maat(end, "destiny")
    assert sorted(field(end, "pyramid").split(",")) == sorted(ACTION_TILES)
    assert field(end, "marker") == "0"


# -- god tiles ---------------------------------------------------------------------------------------------------


def test_god_tile_takes_the_highest_die_of_the_sector() -> None:
    assert taken(automaton("bastet", dice="bastet:brown2 bastet:grey5 bastet:white4 horus:grey6")) == "grey5"


def test_god_tile_leaves_forbidden_dice() -> None:
    assert taken(automaton("ra", dice="ra:brown6 ra:black5 ra:grey2 ra:white1")) == "grey2"


def test_god_tile_prefers_a_pure_die() -> None:
    assert taken(automaton("bastet", dice="bastet:brown4 bastet:grey4 bastet:white4")) == "brown4"


def test_god_tile_draws_a_lot_among_equal_dice() -> None:
    lot = automaton("bastet", dice="bastet:brown4 bastet:yellow4 bastet:white4")
    assert lot.outcomes() == [("lot:bastet+yellow4", 0.5), ("lot:bastet+brown4", 0.5)]
    end = play(lot, "lot:bastet+yellow4")
    assert taken(end) == "yellow4"
    assert wheel(end) == {"bastet": ["brown4", "white4"]}


def test_dice_that_look_alike_share_their_chances() -> None:
    lot = automaton("bastet", dice="bastet:grey4 bastet:white4 bastet:white4 bastet:grey1")
    assert [text for text, _ in lot.outcomes()] == ["lot:bastet+white4", "lot:bastet+grey4"]
    assert [share for _, share in lot.outcomes()] == [pytest.approx(2 / 3), pytest.approx(1 / 3)]
    drawn = [lot.game.move_text(lot.draw_code(Rng(seed))) for seed in range(600)]
    assert 340 < drawn.count("lot:bastet+white4") < 460


def test_equal_dice_of_one_look_need_no_lot() -> None:
    end = automaton("bastet", dice="bastet:grey4 bastet:grey4 bastet:grey1")
    assert taken(end) == "grey4"
    assert wheel(end) == {"bastet": ["grey1", "grey4"]}


@pytest.mark.parametrize(
    ("god", "where"), [("hathor", "horus"), ("bastet", "horus"), ("ra", "horus"), ("osiris", "thoth"), ("thoth", "thoth")]
)
def test_god_tile_without_a_die_goes_on_counter_clockwise(god: str, where: str) -> None:
    end = automaton(god, dice="horus:grey3 thoth:grey3 hathor:brown6 ra:black6")
    assert where not in wheel(end)
    assert wheel(automaton("horus", dice="thoth:grey3 ra:black6")) == {"ra": ["black6"]}


def test_automaton_acts_for_the_sector_of_its_die() -> None:
    end = automaton("thoth", dice="bastet:grey1")  # Thoth's sector is empty
    assert seat(end, 2).happiness == 5
    assert "blessings" not in parts(field(end, "p2"))


# -- resource tiles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "colours"),
    [
        ("granite", ("black", "white", "brown", "yellow")),
        ("papyrus", ("yellow", "brown", "white", "black")),
        ("limestone", ("white", "black", "yellow", "brown")),
        ("bread", ("brown", "yellow", "black", "white")),
    ],
)
def test_resource_tile_wants_colours_in_its_order(tile: str, colours: tuple[str, ...]) -> None:
    where = {"white": "bastet", "yellow": "horus", "black": "horus", "brown": "bastet"}
    left = list(colours)
    while left:
        dice = " ".join(f"{where[colour]}:{colour}1" for colour in left) + " osiris:grey6"
        assert taken(automaton(tile, dice=dice)) == f"{left.pop(0)}1"
    assert taken(automaton(tile, dice="osiris:grey6 osiris:grey5")) == "grey6"


def test_resource_tile_takes_the_highest_die_of_all_sectors() -> None:
    assert taken(automaton("granite", dice="thoth:black4 osiris:black5 horus:black2 bastet:black1")) == "black5"


def test_resource_tile_leaves_forbidden_dice() -> None:
    assert taken(automaton("granite", dice="ra:black6 horus:black2")) == "black2"
    assert taken(automaton("granite", dice="ra:black6 horus:white2")) == "white2"


def test_resource_tile_does_not_care_for_purity() -> None:
    lot = automaton("granite", dice="horus:black4 thoth:black4")
    assert lot.outcomes() == [("lot:horus+black4", 0.5), ("lot:thoth+black4", 0.5)]


def test_resource_tile_prefers_gods_with_an_own_statue() -> None:
    dice = "horus:black4 thoth:black4 osiris:black4"
    assert wheel(automaton("granite", dice=dice, p2={"gods": "osiris"})) == {"horus": ["black4"], "thoth": ["black4"]}
    lot = automaton("granite", dice=dice, p1={"gods": "osiris"})
    assert len(lot.outcomes()) == 3


@pytest.mark.parametrize("high", ["horus", "thoth", "osiris"])
def test_resource_tile_prefers_the_higher_horus_space(high: str) -> None:
    others = [god for god in GODS if god != high]
    end = automaton(
        "granite",
        dice="horus:black4 thoth:black4 osiris:black4",
        horus=" ".join([*others, high]),
        p2={"gods": "horus thoth osiris"},
    )
    assert high not in wheel(end)


def test_a_statue_does_not_outweigh_a_higher_die() -> None:
    end = automaton("granite", dice="horus:black4 osiris:black3", p2={"gods": "osiris"})
    assert wheel(end) == {"osiris": ["black3"]}


def test_grey_dice_follow_the_same_rules() -> None:
    dice = "horus:grey4 thoth:grey4 osiris:grey3 ra:black6"
    assert len(automaton("granite", dice=dice).outcomes()) == 2
    assert wheel(automaton("granite", dice=dice, p2={"gods": "thoth"})) == {
        "horus": ["grey4"],
        "osiris": ["grey3"],
        "ra": ["black6"],
    }


# -- afterwards --------------------------------------------------------------------------------------------------


def test_die_is_laid_aside_and_weighs_nothing() -> None:
    end = automaton("bastet", dice="bastet:brown5")
    assert seat(end, 2).dice[-1] == "brown5/below"


def test_dice_return_to_the_bag_at_maat() -> None:
    start = maat(2, 1, "solo-low", spare="")
    end = through_maat(start, "destiny")
    assert (seat(end, 1).dice, seat(end, 2).dice) == ([], [])
    assert field(end, "bag") == "yellow*4+brown*4+white*4+black*4+grey*6"
