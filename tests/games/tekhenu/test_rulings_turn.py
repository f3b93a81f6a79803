"""The rulings of README.md, 1-8 and 21-23: dice, statues, markers and payment in a turn."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.tekhenu.scenes import field, gained, maat, moves_of, play, position, seat, step_of, through_maat
from tests.games.tekhenu.test_examples_scoring import draw_set_up

HATHOR_AT_TWO = "thoth hathor osiris bastet ra horus"  # papyrus or bread for a statue of hers

# -- values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p1", "moves"),
    [
        ({"goods": {"scribe": 1}}, ("produce:limestone+5",)),
        ({"blessings": "B09"}, ("bless:B09", "produce:limestone+5")),
        ({"blessings": "B10"}, ("bless:B10", "produce:limestone+5")),
        ({"technologies": "T13"}, ("shift:5",)),
    ],
)
def test_ruling_01_the_die_keeps_its_face(p1: dict[str, object], moves: tuple[str, ...]) -> None:
    start = position(dice="ra:white3", p1={"production": (2, 2, 6, 2), **p1})
    end = play(start, "take:ra+white3+pure", *moves)
    assert gained(start, end)["limestone"] == 5 + ("technologies" in p1)
    assert seat(end, 1).dice == ["white3/pure"]


def test_ruling_01_a_recoloured_die_keeps_its_face() -> None:
    start = position(dice="ra:white3", p1={"production": (6, 2, 2, 2), "blessings": "B11"})
    end = play(start, "take:ra+white3+pure", "bless:B11+yellow4")
    assert gained(start, end) == {"papyrus": 4}
    assert seat(end, 1).dice == ["white3/tainted"]


def test_blessings_stack_on_a_forbidden_die() -> None:
    start = position(dice="ra:brown2", p1={"production": (2, 2, 6, 2), "blessings": "B09 B11"})
    taken = play(start, "take:ra+brown2", "bless:B09")
    assert all(move.startswith("bless:B11") for move in taken.legal_moves())
    end = play(taken, "bless:B11+white2", "produce:limestone+6")
    assert gained(start, end) == {"limestone": 6}
    assert seat(end, 1).dice == ["brown2/pure"]


def low_die(face: int, *moves: str, **p1: object) -> int:
    start = position(dice=f"ra:white{face}", p1={"technologies": "T11", "production": (2, 2, 6, 2), **p1})
    return gained(start, play(start, f"take:ra+white{face}+pure", *moves)).get("vp", 0)


def test_ruling_02_a_low_die_is_one_with_scribes_and_blessings() -> None:
    assert low_die(1) == 2
    assert low_die(2) == 0
    assert low_die(2, "produce:limestone+1", goods={"scribe": 1}) == 2
    assert low_die(1, "produce:limestone+2", goods={"scribe": 1}) == 0
    assert low_die(5, "bless:B09", "produce:limestone+1", blessings="B09") == 2


def test_ruling_02_a_low_die_is_what_a_technology_makes_of_it_for_the_action() -> None:
    assert low_die(2, "shift:1", technologies="T11 T13") == 2
    assert low_die(1, "shift:3", technologies="T11 T13") == 0


def test_ruling_02_a_shift_belongs_to_one_action() -> None:
    """Thoth is shifted away from 1, the extra action of Bastet is not."""
    start = position(
        dice="thoth:brown1",
        p1={"technologies": "T11 T14", "blessings": "B17", "goods": {"papyrus": 4, "scribe": 1}, "population": 9},
    )
    begun = play(start, "take:thoth+brown1+tainted", "bless:B17", "use:thoth+1", "shift:3")
    cards = play(begun, moves_of(begun, "cards")[0])
    assert gained(start, cards).get("vp", 0) == 0
    assert gained(start, play(cards, "extra:bastet+1", "shift:1"))["vp"] == 2


def test_ruling_02_each_production_of_a_repeated_one_has_its_own_shift() -> None:
    start = position(dice="bastet:brown3", p1={"blessings": "B21", "technologies": "T11 T13", "production": (2, 6, 2, 2)})
    begun = play(start, "take:bastet+brown3+pure", "shift:1", "bless:B21")
    assert moves_of(begun, "shift") == [f"shift:{value}" for value in range(1, 6)]
    assert gained(start, play(begun, "shift:5")) == {"bread": 1 + 1 + 5 + 1, "vp": 2}
    assert gained(start, play(begun, "shift:1")) == {"bread": 2 * (1 + 1), "vp": 4}


def test_ruling_02_every_action_with_the_die_counts() -> None:
    start = position(
        dice="bastet:grey1",
        p1={
            "technologies": "T11",
            "blessings": "B17",
            "goods": {"papyrus": 2, "scribe": 1},
            "happiness": 2,
            "population": 9,
        },
    )
    end = play(start, "take:bastet+grey1+tainted", "bless:B17", "use:bastet+1", "cards:1a")
    assert gained(start, end)["vp"] == 4


def test_ruling_02_extra_actions_have_the_value_of_the_die() -> None:
    start = position(
        dice="bastet:grey3", p1={"blessings": "B17", "goods": {"papyrus": 9, "scribe": 2}, "happiness": 2, "population": 9}
    )
    asked = play(start, "take:bastet+grey3+tainted", "bless:B17", "use:bastet+5")
    assert {len(move.split("+")) for move in moves_of(asked, "cards")} == {3}  # three cards


def test_ruling_02_actions_without_a_die_are_no_low_dice() -> None:
    start = position(
        sun="bastet",  # Ra is dark
        dice="ra:grey1",
        slots="P08 P09 P10",
        p1={"technologies": "T11", "goods": {"limestone": 1, "granite": 2}, "happiness": 3},
    )
    end = play(start, "take:ra+grey1+tainted", "cell:r3c3", "turn:0", "cards:1a")
    assert gained(start, end)["vp"] == 1 + 2  # the slot, and one action with the die


def test_ruling_02_actions_without_a_die_are_not_shifted() -> None:
    """T14 moves the die to another slot; the building of the tile stays in its row."""
    start = position(
        sun="osiris",  # Ra is shaded
        dice="ra:grey4",
        slots="P08 P09 P15",
        p1={"technologies": "T14", "goods": {"limestone": 2, "granite": 2}, "happiness": 3},
    )
    asked = play(start, "take:ra+grey4+tainted", "shift:2", "cell:r3c3", "turn:0")
    assert step_of(asked) == "district"
    assert seat(play(asked, "district:bread"), 1).shops == ["bread3"]


def test_ruling_23_gold_for_a_blessing_does_not_pay_for_itself() -> None:
    """Unlike T04, T20 and T21, T24 does not say that what it brings may come first."""
    p1 = {"blessings": "B17", "technologies": "T10 T24", "happiness": 4}
    start = position(dice="horus:yellow3", p1=p1)
    assert not moves_of(play(start, "take:horus+yellow3+pure"), "bless")
    start = position(dice="horus:yellow3", p1={**p1, "goods": {"gold": 1}})
    paid = play(start, "take:horus+yellow3+pure", "bless:B17")
    assert seat(play(paid, "pay:gold") if step_of(paid) == "pay" else paid, 1).goods == {"gold": 1}


# -- Anubis ------------------------------------------------------------------------------------------------------


def test_ruling_03_an_anubis_die_is_neither_pure_nor_tainted() -> None:
    start = position(dice="ra:white3", p1={"goods": {"scribe": 2}, "technologies": "T18"})
    assert "vp" not in gained(start, play(start, "anubis", "take:ra+white3", "produce:bread+3"))
    start = position(
        dice="bastet:white3", p1={"goods": {"scribe": 3, "papyrus": 2}, "technologies": "T19", "production": (2, 2, 6, 2)}
    )
    anubis = play(start, "anubis", "take:bastet+white3")
    assert not moves_of(anubis, "work-and-use")
    assert moves_of(play(start, "take:bastet+white3+tainted"), "work-and-use")


def test_ruling_03_surplus_of_an_anubis_action_weighs() -> None:
    start = position(dice="ra:brown5", p1={"goods": {"scribe": 2}})
    assert gained(start, play(start, "anubis", "take:ra+brown5", "produce:granite+5")) == {
        "scribe": -2,
        "granite": 2,
        "surplus": 3,
    }


# -- statues -----------------------------------------------------------------------------------------------------

GOLD_FOR_THOTH = "horus bastet osiris thoth ra hathor"


def test_ruling_04_every_way_to_act_counts_for_statues() -> None:
    p2 = {"gods": "thoth"}
    pillar = position(
        sun="bastet",
        horus=GOLD_FOR_THOTH,
        dice="ra:grey1",
        slots="P08 P09 P10",
        p1={"goods": {"limestone": 1, "granite": 2}, "happiness": 3, "technologies": "T03"},
        p2=p2,
    )
    end = play(pillar, "take:ra+grey1+tainted", "cell:r3c3", "turn:0", "cards:1a")
    assert gained(pillar, end, 2) == {"gold": 1}
    assert gained(pillar, end)["vp"] == 1 + 2
    anubis = position(horus=GOLD_FOR_THOTH, dice="ra:grey1", p1={"goods": {"scribe": 2}, "technologies": "T03"}, p2=p2)
    end = play(anubis, "anubis", "take:ra+grey1", "use:thoth+1", "cards:1a")
    assert gained(anubis, end, 2) == {"gold": 1}
    assert gained(anubis, end)["vp"] == 2
    extra = position(
        horus=GOLD_FOR_THOTH,
        dice="bastet:brown1",
        p1={"goods": {"scribe": 1}, "technologies": "T03", "blessings": "B17"},
        p2=p2,
    )
    end = play(extra, "take:bastet+brown1+pure", "bless:B17", "extra:thoth+1", "cards:1a")
    assert gained(extra, end, 2) == {"gold": 1}
    assert gained(extra, end)["vp"] == 2
    edict = maat(2, 4, horus=GOLD_FOR_THOTH, p1={"decrees": "D23", "technologies": "T03"}, p2=p2)
    end = through_maat(play(through_maat(edict, "edict"), "use:thoth+1", "cards:1a"), "reveal")
    assert gained(edict, end, 2).get("gold") == 1


def test_ruling_04_starting_cards_let_their_owners_do_an_action_of_osiris() -> None:
    start = draw_set_up(2, ["S01", "S05", "S07", "S08", "S12"], "card:T01", "card:T02")
    start = play(start, "draft:S05", "draft:S08", "draft:S12", "draft:S01")
    while step_of(start) == "destiny":
        start = play(start, start.legal_moves()[0])
    built = False
    while field(start, "round") == "0":
        if start.is_chance:
            wanted = [text for text, _ in start.outcomes() if text in ("card:T01", "card:T02")]
            start = play(start, wanted[0]) if wanted else start.after(start.outcomes()[0][0])
        elif step_of(start) == "keep-offer":
            start = play(start, "offered:T01")
        else:
            built = built or step_of(start) == "district"
            start = play(start, start.legal_moves()[0])
    assert built
    assert seat(start, 1).technologies == ["T01"]
    assert (seat(start, 1).vp, seat(start, 1).happiness) == (12, 2)


@pytest.mark.parametrize(("order", "seats"), [("p1 p2 p3 p4", [1, 2, 3]), ("p4 p1 p3 p2", [2, 1, 3])])
def test_ruling_05_bonuses_in_turn_order_after_the_action(order: str, seats: list[int]) -> None:
    start = position(
        4,
        order=order,
        horus=HATHOR_AT_TWO,
        dice="hathor:grey2 ra:white1",
        p1={"goods": {"bread": 2}},
        p2={"gods": "hathor"},
        p3={"gods": "hathor"},
        p4={"gods": "hathor"},
    )
    asked = play(start, "take:hathor+grey2+tainted", "site:west1")
    assert (seat(asked, 1).sites, seat(asked, 1).population) == (["west1"], 7)
    for expected in seats:
        assert (step_of(asked), asked.actor) == ("bonus", expected)
        asked = play(asked, "choose:bread")
    assert step_of(asked) == "turn"


def test_ruling_05_own_bonus_with_two_players_comes_last() -> None:
    start = position(horus=HATHOR_AT_TWO, dice="hathor:grey2", p1={"goods": {"bread": 2}, "gods": "hathor"})
    asked = play(start, "take:hathor+grey2+tainted", "site:west1")
    assert (step_of(asked), asked.actor, seat(asked, 1).sites) == ("bonus", 0, ["west1"])


@pytest.mark.parametrize(("gods", "gold"), [("", 1), ("thoth", None)])
def test_ruling_06_a_second_statue_for_a_god_brings_nothing(gods: str, gold: int | None) -> None:
    start = position(3, horus=GOLD_FOR_THOTH, dice="horus:grey4", p1={"goods": {"granite": 3}, "gods": gods})
    end = play(start, "take:horus+grey4+tainted", "statue:4")
    assert seat(end, 1).gods == {"thoth": 1 + bool(gods)}
    assert gained(start, end).get("gold") == gold
    horus = position(2, horus=GOLD_FOR_THOTH, dice="horus:grey1", p1={"goods": {"granite": 2}})
    assert gained(horus, play(horus, "take:horus+grey1+tainted", "statue:1")) == {"granite": -2}


# -- markers -----------------------------------------------------------------------------------------------------


def test_ruling_07_happiness_never_passes_the_population() -> None:
    start = position(dice="ra:white1", p1={"blessings": "B07", "happiness": 5})
    assert {"bless:B07+population", "bless:B07+happiness"} <= set(start.legal_moves())
    assert gained(start, play(start, "bless:B07+happiness")) == {}
    start = position(dice="ra:white1", p1={"blessings": "B07", "happiness": 4})
    assert gained(start, play(start, "bless:B07+happiness")) == {"happiness": 1}
    assert gained(start, play(start, "bless:B07+population")) == {"population": 3}
    destiny = play(through_maat(maat(p1={"happiness": 5}), "destiny"), "destiny:F03")
    assert sorted(destiny.legal_moves()) == ["raise:happiness", "raise:population"]
    assert gained(destiny, play(destiny, "raise:happiness")) == {}


def test_ruling_08_balances_end_at_ten() -> None:
    start = maat(
        2,
        order="p1 p2",
        p1={"dice": "grey6/tainted grey4/tainted", "destiny": "F01"},
        p2={"dice": "black6/tainted black6/tainted black2/tainted", "destiny": "F02"},
    )
    end = through_maat(start, "destiny")
    assert field(end, "order") == "p2+p1"
    assert (seat(end, 1).vp, seat(end, 2).vp) == (7, 7)


# -- taking dice -------------------------------------------------------------------------------------------------


def test_ruling_21_no_action_at_all() -> None:
    start = position(dice="ra:grey3 horus:grey2 thoth:grey1 thoth:grey2", spare="", p1={"happiness": 0})
    assert len(start.legal_moves()) == 4
    end = play(start, "take:ra+grey3+tainted")
    assert (seat(end, 1).dice, step_of(end), end.actor) == (["grey3/tainted"], "turn", 1)
    choice = position(dice="ra:grey3 horus:yellow2", spare="", p1={"happiness": 0})
    assert choice.legal_moves() == ["take:horus+yellow2+pure"]


@pytest.mark.parametrize(("pan", "vp"), [("pure", 1), ("tainted", None)])
def test_ruling_22_a_forbidden_die_declared_pure(pan: str, vp: int | None) -> None:
    start = position(dice="ra:black3", p1={"technologies": "T08 T18", "production": (2, 2, 2, 6)})
    end = play(start, f"take:ra+black3+{pan}")
    assert gained(start, end).get("vp") == vp
    assert seat(end, 1).dice == [f"black3/{pan}"]


# -- substitutes -------------------------------------------------------------------------------------------------


def test_ruling_23_scribes_as_gold_bring_a_point_once() -> None:
    start = position(
        dice="bastet:grey3", p1={"technologies": "T10", "goods": {"scribe": 3}, "happiness": 2, "population": 9}
    )
    end = play(start, "take:bastet+grey3+tainted", "use:bastet+5")
    assert gained(start, end) == {"scribe": -3, "happiness": 5, "vp": 1}


def test_ruling_23_gold_as_scribe_brings_a_point() -> None:
    start = position(dice="ra:white3", p1={"technologies": "T10", "goods": {"gold": 1}, "production": (2, 2, 6, 2)})
    end = play(start, "take:ra+white3+pure", "produce:limestone+4")
    assert gained(start, end) == {"gold": -1, "limestone": 4, "vp": 1}


def offered_with(goods: dict[str, int]) -> Position:
    p1 = {"technologies": "T10 T24", "blessings": "B17", "goods": goods | RICH, "happiness": 4}
    return play(position(dice="ra:grey3", p1=p1), "take:ra+grey3+tainted")


RICH = {"papyrus": 4, "bread": 4, "limestone": 4, "granite": 4}


def test_ruling_23_the_gold_of_a_blessing_comes_when_its_price_is_paid() -> None:
    """With T10 gold would serve as the scribe that B17 costs."""
    asked = offered_with({"scribe": 1})
    played = play(asked, "bless:B17")
    assert step_of(played) == "use"
    assert gained(asked, played) == {"scribe": -1, "gold": 1}
    assert "bless:B17" not in offered_with({}).legal_moves()


@pytest.mark.parametrize(("paid", "left"), [("scribe", {"gold": 2}), ("gold", {"gold": 1, "scribe": 1})])
def test_ruling_23_the_price_of_a_blessing_may_be_paid_with_gold_that_was_there_before(
    paid: str, left: dict[str, int]
) -> None:
    asked = play(offered_with({"scribe": 1, "gold": 1}), "bless:B17")
    assert asked.legal_moves() == ["pay:scribe", "pay:gold"]
    assert seat(play(asked, f"pay:{paid}")).goods == RICH | left


def test_ruling_23_stones_replace_each_other_for_a_point() -> None:
    start = position(dice="horus:grey1", p1={"technologies": "T22", "goods": {"limestone": 2}})
    end = play(start, "take:horus+grey1+tainted", "statue:1")
    assert gained(start, end) == {"limestone": -2, "vp": 1}
    honest = position(dice="horus:grey1", p1={"technologies": "T22", "goods": {"granite": 2}})
    assert gained(honest, play(honest, "take:horus+grey1+tainted", "statue:1")) == {"granite": -2}
