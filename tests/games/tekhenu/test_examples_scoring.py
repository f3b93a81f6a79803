"""Worked examples 35-41 and 48: scoring, decrees, set-up, the end. Printed examples of the rulebook are marked."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from tests.games.tekhenu.scenes import GAME, field, gained, maat, play, seat, settle, step_of, through_maat
from tests.games.tekhenu.test_examples_maat import decree_points


def scored(number: int, **what: object) -> list[int]:
    """VP won by p1 and p2 at the first scoring."""
    start = maat(2, 2, **what)
    end = through_maat(start, "destiny")
    return [seat(end, player).vp - seat(start, player).vp for player in (1, 2)][:number]


FIVE_BREAD = {"bread": 5}


def test_example_35_majority_in_a_district() -> None:
    p1 = {"shops": "papyrus3 papyrus5"}
    p2 = {"shops": "papyrus2 papyrus6", "goods": FIVE_BREAD}
    assert scored(2, p1={**p1, "goods": FIVE_BREAD}, p2=p2) == [0, 3]
    statue = 1
    with_statue = {**p1, "people": "workshops", "goods": FIVE_BREAD}
    assert scored(2, p1=with_statue, p2=p2) == [3 + 3 + statue, 0]  # and alone in the bread district


def test_example_36_sum_of_a_scoring() -> None:
    start = maat(
        2,
        2,
        p1={
            "shops": "bread1 bread2 bread3",
            "sites": "west1 west2",
            "pillars": "r2c3",
            "gods": "ra thoth osiris",
            "happiness": 14,
            "population": 14,
            "production": (6, 2, 2, 2),
            "goods": {"bread": 1},
        },
    )
    asked = through_maat(start, "upkeep")
    while step_of(asked) == "upkeep" and asked.actor != 0:
        asked = play(asked, asked.legal_moves()[0])
    assert gained(start, asked) == {"vp": 23}
    assert gained(start, through_maat(start, "destiny")) == {"vp": 20, "bread": -1}


def test_example_37_triangles_and_treasury() -> None:
    p1 = {"population": 17, "happiness": 2, "goods": {"gold": 3, "bread": 4}}
    assert decree_points("D04", **p1) == 12
    assert decree_points("D08", **p1) == 10
    assert decree_points("D04 D08", **p1) == 12 + 7


def test_example_38_treasury_has_a_limit() -> None:
    assert decree_points("D08", goods={"gold": 9, "limestone": 5}) == 20
    assert decree_points("D08", goods={"gold": 7, "limestone": 5}) == 19


def test_example_39_pips_of_pure_dice() -> None:
    dice = "white3/pure white4/pure grey5/tainted black6/below"
    assert decree_points("D22", dice=dice) == 4


def test_example_40_symbols() -> None:
    assert decree_points("D02 D05 D12 D13") == 12


def draw_set_up(players: int, starting: list[str], *outcomes: str) -> Position:
    """Set-up as far as the draft, which p1 begins: these starting cards are laid open, and these outcomes do not come."""
    start = Position.start(GAME, players)
    wanted = ["drafter:p1", *(f"starting:{card}" for card in starting)]
    rng = Rng(1)
    while start.is_chance or step_of(start) == "keep":
        if not start.is_chance:
            start = start.after(start.legal_moves()[0])
            continue
        possible = [text for text, _ in start.outcomes()]
        choice = next((text for text in wanted if text in possible), None)
        while choice is None:
            drawn = GAME.move_text(start.draw_code(rng))
            choice = drawn if drawn not in outcomes else None
        start = start.after(choice)
    return start


def test_example_41_turn_order_by_initiative() -> None:
    start = draw_set_up(3, ["S01", "S02", "S04", "S05", "S07", "S08", "S12"])
    end = play(start, "draft:S07", "draft:S05", "draft:S12", "draft:S01", "draft:S04", "draft:S02")
    assert field(end, "order") == "p3+p1+p2"
    assert (step_of(end), end.actor) == ("destiny", 2)


@pytest.mark.parametrize(
    ("scribes", "order", "ranks"),
    [((2, 1), "p2 p1", [1, 2]), ((1, 2), "p1 p2", [2, 1]), ((2, 2), "p1 p2", [1, 2]), ((2, 2), "p2 p1", [2, 1])],
)
def test_example_48_ties_at_the_end(scribes: tuple[int, int], order: str, ranks: list[int]) -> None:
    for_being_first = 3
    names = order.split()
    balance = {names[0]: "grey1/tainted", names[1]: "grey2/tainted"}  # keeps the turn order
    start = maat(
        2,
        4,
        order=order,
        **{
            f"p{number}": {
                "vp": 92 - (for_being_first if names[0] == f"p{number}" else 0),
                "goods": {"scribe": scribes[number - 1]},
                "dice": balance[f"p{number}"],
            }
            for number in (1, 2)
        },
    )
    end = through_maat(settle(start))
    assert end.scores() == [92, 92]
    assert end.ranks() == ranks
