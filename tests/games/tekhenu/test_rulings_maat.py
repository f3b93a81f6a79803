"""The rulings of README.md, 16-20 and 25-33: decrees, the end of tracks and temple, the automaton."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import (
    CELLS,
    automaton,
    before_automaton,
    field,
    gained,
    maat,
    moves_of,
    parts,
    play,
    position,
    seat,
    settle,
    step_of,
    through_maat,
)
from tests.games.tekhenu.test_examples_maat import decree_points

# -- decrees -----------------------------------------------------------------------------------------------------


def test_ruling_16_symbols_of_all_decrees_held() -> None:
    assert decree_points("D02 D04 D09 D12 D16 D22") == 24
    assert decree_points("D02 D04 D09 D12 D16") == 20


THREE_PILLARS = {"pillars": "r1c1 r2c3 r4c4"}


def test_ruling_17_a_decree_scored_twice() -> None:
    assert decree_points("D03 D13", goods={"gold": 2}, **THREE_PILLARS) == 18
    assert decree_points("D03 D13", goods={"gold": 1}, **THREE_PILLARS) == 9
    assert decree_points("D03 D13", goods={"gold": 1, "bread": 9}, **THREE_PILLARS) == 9


def test_ruling_17_repeating_counts_as_one_of_three() -> None:
    p1 = {"goods": {"gold": 2}, "happiness": 9, "population": 9, "shops": "granite1", **THREE_PILLARS}
    assert [decree_points(decree, **p1) for decree in ("D05", "D09", "D13")] == [4, 3, 9]
    assert decree_points("D03 D05 D09 D13", **p1) == 9 + 9 + 4
    p1["technologies"] = "T01 T02 T03 T04"
    assert decree_points("D01 D03", **p1) == 12  # both bear a scroll


def test_ruling_17_triangles_are_paid_again() -> None:
    p1 = {"population": 9, "happiness": 2}
    assert decree_points("D03 D04", goods={"gold": 2, "bread": 2}, **p1) == 8
    assert decree_points("D03 D04", goods={"gold": 2, "bread": 1}, **p1) == 4
    assert decree_points("D03 D04", goods={"gold": 3, "bread": 1}, **p1) == 8


def test_ruling_17_the_free_action_is_not_repeated() -> None:
    start = maat(2, 4, p1={"decrees": "D03 D23", "goods": {"gold": 2}})
    asked = through_maat(start, "edict")
    played = through_maat(play(asked, "use:bastet+1"))
    assert played.scores()[0] == through_maat(asked).scores()[0]


def test_ruling_17_scribes_as_gold_pay_for_a_second_time() -> None:
    """T10 says so without a word on when; otherwise scribes are no gold."""
    assert decree_points("D03 D13", goods={"scribe": 2}, **THREE_PILLARS) == 9
    swap = {"technologies": "T10", **THREE_PILLARS}
    assert decree_points("D03 D13", goods={"scribe": 1}, **swap) == 9
    assert decree_points("D03 D13", goods={"scribe": 2}, **swap) == 18
    assert decree_points("D03 D13", goods={"scribe": 1, "gold": 1}, **swap) == 18


def test_ruling_17_scribes_left_count_before_they_are_spent() -> None:
    """D07 is counted first; scored once more, it finds what is left then, so gold pays as far as it goes."""
    swap = {"technologies": "T10"}
    assert decree_points("D03 D07", goods={"scribe": 2}, **swap) == 6
    assert decree_points("D03 D07", goods={"scribe": 4}, **swap) == 12 + 6
    assert decree_points("D03 D07", goods={"scribe": 4, "gold": 1}, **swap) == 12 + 9
    assert decree_points("D03 D07", goods={"scribe": 4, "gold": 2}, **swap) == 12 + 12


def test_ruling_20_scribes_as_gold_pay_for_triangles() -> None:
    """Where the treasury counts gold and bread, scribes go first."""
    reached = {"population": 13, "technologies": "T10"}
    assert decree_points("D04", population=13, goods={"scribe": 2}) == 0
    assert [decree_points("D04", goods={"scribe": scribes}, **reached) for scribes in range(4)] == [0, 4, 8, 8]
    assert decree_points("D04 D08", goods={"scribe": 1, "gold": 1, "bread": 1}, **reached) == 8 + 2
    assert decree_points("D04 D08", goods={"scribe": 2, "gold": 1, "bread": 1}, **reached) == 8 + 3
    assert decree_points("D03 D04", goods={"scribe": 5, "gold": 1}, **reached) == 8 + 8


@pytest.mark.parametrize(("gold", "ranks"), [(0, [2, 1]), (1, [2, 1]), (2, [1, 2])])
def test_scribes_spent_on_decrees_decide_no_tie(gold: int, ranks: list[int]) -> None:
    """Equal points, p1 with two scribes and p2 with one, who comes first in turn order. Where gold pays, no scribe does."""
    p1 = {"decrees": "D03 D13", "technologies": "T10", "goods": {"scribe": 2, "gold": gold}, **THREE_PILLARS}
    end = through_maat(maat(2, 4, p1={**p1, "dice": "black6/pure"}, p2={"vp": 25, "goods": {"scribe": 1}}))
    assert end.scores() == [10 + 18, 25 + 3]
    assert end.ranks() == ranks


def test_ruling_18_temple_once_more() -> None:
    p1 = {"sites": "west1 west2", "people": "row", "pillars": "r1c1 r3c3 r5c5", "goods": {"bread": 1}}
    assert decree_points("D24", **p1) == 2 + 1 + 1


def test_ruling_19_free_action_before_the_last_scoring() -> None:
    start = maat(2, 4, p1={"decrees": "D23"}, p2={"decrees": "D01"}, order="p2 p1")
    asked = through_maat(start, "edict")
    assert asked.actor == 1  # they might hold it, as far as the others know
    assert asked.legal_moves() == ["pass"]
    asked = play(asked, "pass")
    assert asked.actor == 0
    built = play(asked, "use:hathor+6", "site:west1")
    assert seat(built, 1).sites == ["west1"]
    in_the_row = {"papyrus": 1, "limestone": 1, "faith": 1, "granite": 1, "bread": 1}
    assert gained(asked, built) == {"population": 6, **in_the_row}  # no bread paid
    assert through_maat(built).scores()[0] == through_maat(asked).scores()[0] + 1


def test_ruling_19_only_resources_are_spared() -> None:
    asked = through_maat(maat(2, 4, p1={"decrees": "D23"}), "edict")
    end = play(asked, "use:osiris+1", "district:bread")
    assert gained(asked, end)["happiness"] == -1
    statue = play(asked, "use:horus+1", "statue:row")
    assert seat(statue, 1).people == ["row"]
    sad = through_maat(maat(2, 4, p1={"decrees": "D23", "happiness": 0}), "edict")
    assert not [move for move in sad.legal_moves() if "osiris" in move]


def test_ruling_19_cards_are_replaced_for_nothing_too() -> None:
    """Papyrus for new cards is a cost of the action, like that for the cards taken; still once for each section."""
    asked = play(through_maat(maat(2, 4, p1={"decrees": "D23", "happiness": 5, "population": 8}), "edict"), "use:thoth+6")
    then = settle(play(asked, "refresh:2"))
    assert moves_of(then, "refresh") == ["refresh:1"]
    end = play(then, "cards:2a+2b+2c")
    assert gained(asked, end) == {}
    assert len(seat(end, 1).blessings) == 2


def test_ruling_19_free_action_uses_its_symbol_and_its_place() -> None:
    p1 = {"decrees": "D05 D09 D13 D22 D23", "happiness": 9, "population": 9, "shops": "granite1", **THREE_PILLARS}
    p1["dice"] = "white6/pure white6/pure white6/pure"
    asked = through_maat(maat(2, 4, p1=p1), "edict")
    passed = through_maat(asked).scores()[0]
    played = through_maat(play(asked, "use:bastet+1")).scores()[0]
    assert passed - played == (9 + 9 + 4) - (9 + 4)  # D22 has the symbol of D23, and D09 no place


def test_ruling_20_triangles_are_paid_before_the_treasury_counts() -> None:
    assert decree_points("D04 D08", population=9, goods={"bread": 1}) == 4
    assert decree_points("D04 D08", population=9, goods={"bread": 2}) == 4 + 1


# -- the temple and the track ------------------------------------------------------------------------------------


def test_ruling_25_no_room_in_the_temple() -> None:
    cells = list(CELLS)
    owners = {f"p{number + 1}": " ".join(cells[8 * number : 8 * number + 8]) for number in range(4)}
    rich = {"limestone": 9, "granite": 9}
    slots = "- P08 P09"
    full = position(4, dice="ra:white6 ra:grey6 ra:grey2", spare="", slots=slots, **seats_with(owners, {"goods": rich}))
    assert full.legal_moves() == ["take:ra+white6+pure"]
    owners["p4"] = ""
    one_left = position(
        4, dice="ra:white6 ra:grey6 ra:grey2", slots="P07 P08 P09", **seats_with(owners, {"goods": rich, "pillars": ""})
    )
    assert "take:ra+grey6+tainted" in one_left.legal_moves()


def seats_with(owners: dict[str, str], p1: dict[str, object]) -> dict[str, dict[str, object]]:
    """p1 gets the pillars of p4, so that some are left."""
    return {
        "p1": {**p1, "pillars": owners["p4"]},
        "p2": {"pillars": owners["p1"]},
        "p3": {"pillars": owners["p2"]},
        "p4": {"pillars": owners["p3"]},
    }


def test_ruling_26_faith_in_turn_order() -> None:
    start = maat(2, order="p2 p1", p1={"goods": {"faith": 2}}, p2={"goods": {"faith": 1}})
    assert start.actor == 1
    assert start.legal_moves() == ["faith:tainted+1", "faith:none", "faith:pure+1"]
    then = play(start, "faith:pure+1")
    assert then.actor == 0
    assert seat(then, 2).balance == 1
    assert then.view(0).to_text().count("balance:1") == 1
    assert len(then.legal_moves()) == 5


def test_ruling_27_rewards_of_the_track_once() -> None:
    start = position(dice="bastet:grey6", p1={"happiness": 15, "population": 21, "goods": {"papyrus": 2}})
    asked = play(start, "take:bastet+grey6+tainted")
    assert gained(start, asked) == {"papyrus": -2, "happiness": 6, "gold": 1, "scribe": 1}
    assert (step_of(asked), asked.actor) == ("free-action", 0)
    assert seat(asked, 1).dice == ["grey6/tainted"]
    end = play(asked, "produce:bread+2")
    assert gained(asked, end) == {"bread": 2}
    assert seat(end, 1).dice == ["grey6/tainted"]
    start = position(dice="ra:white1", p1={"happiness": 18, "population": 21, "blessings": "B07", "rewards": "gold"})
    asked = play(start, "bless:B07+happiness")
    assert gained(start, asked) == {"happiness": 3, "scribe": 1}
    p1 = {"happiness": 18, "population": 21, "blessings": "B07", "rewards": "gold scribe action"}
    again = position(dice="ra:white1", p1=p1)
    assert gained(again, play(again, "bless:B07+happiness")) == {"happiness": 3}


def test_ruling_27_the_action_at_the_end_of_the_track_follows_the_statues() -> None:
    """With the gold of the track, the papyrus that a statue of Bastet brings pays for a second festival."""
    start = position(
        dice="bastet:grey6",
        horus="ra bastet thoth osiris horus hathor",
        p1={"happiness": 15, "population": 21, "goods": {"papyrus": 2}, "gods": "bastet"},
    )
    asked = play(start, "take:bastet+grey6+tainted")
    assert step_of(asked) == "bonus"
    assert seat(asked, 1).happiness == 21
    free = play(asked, "choose:papyrus")
    assert step_of(free) == "free-action"
    assert "use:bastet+6" in free.legal_moves()
    assert "use:bastet+6" not in play(asked, "choose:bread").legal_moves()


# -- the automaton -----------------------------------------------------------------------------------------------


def test_ruling_28_bonuses_though_nothing_is_built() -> None:
    built = {"gods": "horus hathor bastet thoth osiris", "people": "row"}
    horus = "ra hathor bastet thoth osiris horus"
    start = before_automaton("horus", dice="horus:grey1", horus=horus, p2=built)
    end = play(start, "deben:right")
    assert gained(start, end, 2) == {"scribe": 1, "vp": 1}
    assert (seat(end, 2).people, len(seat(end, 2).gods)) == (["row"], 5)


def test_ruling_29_fewer_cards_than_wanted() -> None:
    end = automaton("thoth", dice="thoth:grey6", empty="1a 1c")
    assert (len(seat(end, 2).blessings), seat(end, 2).technologies) == (1, [])


def test_ruling_30_districts_that_a_statue_wins() -> None:
    gods = "horus ra hathor bastet thoth osiris"
    what = {"horus": gods, "dice": "horus:grey1"}
    # Papyrus is its own already, so the statue wins only bread there, but limestone and granite on the other side.
    end = automaton("horus", p1={"gods": gods}, p2={"shops": "papyrus1"}, **what)
    assert seat(end, 2).people == ["quarries"]
    # A district that is its own already is not won: there is nothing to win here, so it turns to the temple.
    strong = "bread1 bread2 limestone1 limestone2 granite1 granite2"
    lot = automaton("horus", p1={"gods": "horus", "shops": strong}, p2={"shops": "papyrus1"}, **what)
    assert [text for text, _ in lot.outcomes()] == ["lot:row", "lot:column"]


def test_ruling_31_the_automaton_opens_the_market() -> None:
    lot = automaton("hathor", dice="hathor:grey2")
    end = settle(play(lot, "lot:west1"))
    assert seat(end, 2).population == 9
    assert len([slot for slot in parts(field(end, "market")) if slot[0] == "3"]) == 4


def test_ruling_31_gold_beside_the_second_row_is_discarded() -> None:
    built = automaton("osiris", dice="osiris:grey2 osiris:black2")
    assert (seat(built, 2).shops, seat(built, 2).goods) == (["granite2"], {})
    end = play(built, "take:osiris+grey2+tainted", "district:bread")
    assert seat(end, 1).shops == ["bread2"]
    assert "gold" not in seat(end, 1).goods


@pytest.mark.parametrize(
    ("scribes", "dice", "ranks"), [((2, 1), "", [1, 2]), ((0, 2), "", [2, 1]), ((0, 0), "", [1, 2]), ((0, 0), "6", [2, 1])]
)
def test_ruling_32_ties_with_the_automaton(scribes: tuple[int, int], dice: str, ranks: list[int]) -> None:
    for_scribes, for_being_first = scribes[1] // 2, 3
    start = maat(
        2,
        4,
        "solo-low",
        p1={
            "vp": 80 - (0 if dice else for_being_first) + (2 if dice else 0),
            "goods": {kind: number for kind, number in (("scribe", scribes[0]), ("faith", 1)) if number},
            "dice": f"grey{dice}/tainted" if dice else "",
        },
        p2={
            "vp": 80 - (for_being_first if dice else 0) - for_scribes,
            "goods": {"scribe": scribes[1]} if scribes[1] else {},
        },
    )
    end = through_maat(start)
    assert end.scores() == [80, 80]
    assert end.ranks() == ranks


def test_ruling_33_lowest_happiness_may_be_the_automatons() -> None:
    def final(decrees: str) -> int:
        p1 = {"happiness": 8, "population": 8, "decrees": decrees, "goods": {"faith": 1}}
        return through_maat(maat(2, 4, "solo-low", p1=p1, p2={"happiness": 3})).scores()[0]

    assert final("D06") - final("") == 5
