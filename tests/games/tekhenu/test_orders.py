"""The order within a turn is the player's, and whatever it is, the turn can be finished: the die is used, and extra actions
that were begun are done. Ra and Hathor are sunny, Horus and Bastet shaded, Thoth and Osiris dark.
"""

from __future__ import annotations

import pytest

from egypt import Position, StateError
from tests.games.tekhenu.scenes import (
    GAME,
    field,
    fields_of,
    gained,
    maat,
    moves_of,
    play,
    position,
    rewritten,
    seat,
    settle,
    step_of,
    through_maat,
)

EVERYTHING = {"papyrus": 9, "bread": 9, "limestone": 9, "granite": 9}


# -- the action that a die must do ---------------------------------------------------------------------------------


@pytest.mark.parametrize("bread", [0, 2])
def test_an_extra_action_must_not_cost_the_happiness_of_the_normal_one(bread: int) -> None:
    """B20 would leave no happiness for Osiris, and a grey die can do nothing else."""
    start = position(dice="osiris:grey4", p1={"blessings": "B20", "happiness": 1, "goods": {"bread": bread}})
    asked = play(start, "take:osiris+grey4+tainted")
    assert step_of(asked) == "district"
    assert seat(asked).blessings == ["B20"]


def test_with_happiness_for_both_the_extra_action_is_offered() -> None:
    start = position(dice="osiris:grey4", p1={"blessings": "B20", "happiness": 2, "goods": {"bread": 2}})
    assert "bless:B20" in play(start, "take:osiris+grey4+tainted").legal_moves()


def test_no_die_is_made_grey_while_the_blessing_that_it_needs_can_no_longer_be_played() -> None:
    """Without papyrus Thoth needs a low value: B10 gives it, but blessings for the die are played in ascending order."""
    start = position(dice="thoth:black4", p1={"blessings": "B10 B12", "happiness": 4})
    taken = play(start, "take:thoth+black4+pure")
    assert not moves_of(taken, "bless:B12+grey4")
    assert "bless:B12+grey4" in play(taken, "bless:B10").legal_moves()


def test_an_extra_action_first_must_leave_the_stones_of_the_normal_one() -> None:
    """Two granite for a statue and a tile of limestone and granite: only a space with gold beside it leaves enough."""
    start = position(
        dice="ra:grey3",
        slots="P12 P01 P14",
        p1={"blessings": "B17", "happiness": 1, "goods": {"limestone": 2, "granite": 2, "scribe": 1}},
    )
    asked = play(start, "take:ra+grey3+tainted", "bless:B17", "extra:horus+3")
    assert moves_of(asked, "statue") == ["statue:workshops", "statue:quarries", "statue:row", "statue:column"]
    end = settle(play(asked, "statue:row", "cell:r1c1", "turn:0"))
    assert seat(end).pillars == ["r1c1"]


def test_payment_of_an_extra_action_leaves_what_the_normal_one_costs() -> None:
    """The gold is needed for the tile, so the statue of a god is paid for with granite alone; one with gold is not."""
    start = position(
        dice="ra:grey1",
        slots="P01 P02 P07",
        p1={"blessings": "B17", "goods": {"limestone": 1, "granite": 2, "gold": 1, "scribe": 1}},
    )
    asked = play(start, "take:ra+grey1+tainted", "bless:B17", "extra:horus+1")
    assert step_of(play(asked, "statue:1")) == "cell"
    assert seat(play(asked, "statue:1")).goods == {"limestone": 1, "gold": 1}
    assert moves_of(play(asked, "statue:row"), "pay") == ["pay:granite+gold", "pay:granite*2"]


def test_work_before_prayer_plays_the_blessing_that_pays_for_the_prayer() -> None:
    start = position(
        sun="hathor",  # Ra is shaded
        dice="ra:white1",
        slots="P07 P08 P04",
        p1={"technologies": "T19", "blessings": "B01 B05", "goods": {"scribe": 1}},
    )
    asked = play(start, "take:ra+white1+tainted", "work-and-use:ra+1")
    assert asked.legal_moves() == ["bless:B01", "bless:B05"]


def test_whoever_can_do_nothing_takes_a_die_and_does_nothing() -> None:
    start = position(dice="hathor:grey6 bastet:grey2", spare="", p1={"happiness": 0}, p2={"goods": EVERYTHING})
    assert start.legal_moves() == ["take:hathor+grey6+tainted", "take:bastet+grey2+tainted"]
    assert gained(start, play(start, "take:bastet+grey2+tainted")) == {}


def test_whoever_finds_forbidden_dice_alone_and_cannot_call_on_anubis_takes_none() -> None:
    """Nobody has a second turn in this round or one in the next; the wheel is turned, which brings new dice."""
    end = play(position(dice="hathor:white6 ra:black2", spare="", p1={"happiness": 0}), "take:hathor+white6+pure")
    assert (step_of(end), field(end, "round"), field(end, "wheel")) == ("dice", "2", "ra:black2")
    assert seat(end, 2).dice == []


def test_whoever_can_call_on_anubis_must() -> None:
    """For scribes or by a blessing; then every die can produce."""
    start = position(
        dice="hathor:grey6 hathor:grey2",
        spare="",
        p1={"happiness": 0, "blessings": "B23", "goods": {"scribe": 2}},
        p2={"goods": EVERYTHING},
    )
    assert start.legal_moves() == ["anubis", "anubis:B23"]


def test_a_blessing_that_makes_a_die_useful_must_be_played() -> None:
    """Happiness lets Osiris build; population does not, unless a second blessing follows."""
    start = position(dice="osiris:grey2 osiris:grey3", spare="", p1={"happiness": 0, "blessings": "B07"})
    assert start.legal_moves() == ["bless:B07+happiness"]
    start = position(dice="osiris:grey2 osiris:grey3", spare="", p1={"happiness": 0, "blessings": "B07 B08"})
    assert start.legal_moves() == ["bless:B07+population", "bless:B07+happiness"]


# -- what one thing brings for another -----------------------------------------------------------------------------


def test_a_grey_die_that_only_the_extra_action_makes_payable_may_be_taken() -> None:
    """A pillar on a cell with bread pays for a site of Hathor."""
    rich = {"limestone": 6, "granite": 6, "scribe": 1}
    start = position(dice="hathor:grey6", p1={"blessings": "B17", "happiness": 4, "goods": rich})
    assert "take:hathor+grey6+tainted" in start.legal_moves()
    asked = play(start, "take:hathor+grey6+tainted")
    while step_of(asked) != "cell":
        asked = play(asked, asked.legal_moves()[0])
    cells = {move[5:] for move in moves_of(asked, "cell")}
    assert "r2c3" in cells
    assert "r1c1" not in cells  # papyrus buys no site
    poor = position(dice="hathor:grey6", p1={"blessings": "B17", "happiness": 4, "goods": {"scribe": 1}})
    assert "take:hathor+grey6+tainted" not in poor.legal_moves()


def test_gold_for_one_blessing_pays_for_another() -> None:
    """T24 pays for B19, T10 makes a scribe of the gold, and B17 costs one."""
    start = position(
        dice="horus:yellow3",
        p1={
            "blessings": "B17 B19",
            "technologies": "T10 T24",
            "goods": {"papyrus": 2},
            "happiness": 4,
            "production": (2, 2, 2, 2),
        },
    )
    taken = play(start, "take:horus+yellow3+pure")
    assert not moves_of(taken, "bless:B17")
    assert "bless:B17" in play(taken, "bless:B19").legal_moves()


def test_gold_for_production_blessings_pays_for_the_prayer() -> None:
    """B04 and B06 bring a gold each by T24: enough for a site that costs two bread."""
    start = position(dice="hathor:yellow5", p1={"blessings": "B04 B06", "technologies": "T19 T24", "goods": {"scribe": 2}})
    asked = play(start, "take:hathor+yellow5+tainted")
    assert "work-and-use:hathor+5" in asked.legal_moves()
    end = play(asked, "work-and-use:hathor+5", "site:west1")
    assert seat(end).sites == ["west1"]
    assert seat(end).blessings == []


def test_an_extra_action_that_can_never_be_done_is_not_begun() -> None:
    start = position(
        dice="horus:yellow3", p1={"blessings": "B17", "technologies": "T24", "goods": {"scribe": 1}, "happiness": 0}
    )
    asked = play(start, "take:horus+yellow3+pure")
    assert not moves_of(asked, "bless:B17")  # no happiness for Osiris, and one gold buys no tile of Ra


def test_an_extra_action_that_was_begun_is_done() -> None:
    """In either order; there is no way to leave it out."""
    start = position(dice="bastet:black2", p1={"blessings": "B17", "goods": EVERYTHING | {"scribe": 1}, "happiness": 2})
    asked = play(start, "take:bastet+black2+tainted", "bless:B17")
    assert "done" not in asked.legal_moves()
    produced = play(asked, "produce:granite+2")
    assert produced.legal_moves() == ["extra:hathor+2", "extra:thoth+2"]
    assert moves_of(play(produced, "extra:thoth+2"), "cards")


def test_what_the_production_pays_for_may_pay_for_another_extra_action() -> None:
    """Only the granite that the die produces pays for a tile, and only the papyrus on its cell for the festival."""
    start = position(
        sun="bastet",
        dice="horus:black3",
        slots="P17 P09 P24",
        p1={
            "blessings": "B17 B19",
            "population": 8,
            "happiness": 4,
            "production": (2, 2, 2, 4),
            "goods": {"limestone": 3, "scribe": 1},
            "shops": "papyrus1 bread1 limestone1 granite1 papyrus2 bread2 limestone2 granite2 papyrus6 bread6",
        },
    )
    asked = play(start, "take:horus+black3+pure", "bless:B17")
    assert asked.legal_moves() == ["bless:B19", "done"]
    laying = play(asked, "bless:B19")
    assert laying.legal_moves() == ["cell:r3c2", "cell:r3c3", "cell:r4c5", "cell:r5c4"]  # of two papyrus, or gold
    end = settle(play(laying, "cell:r3c2", "turn:0"))
    assert field(end, "seat") == "p2"
    assert gained(start, end)["happiness"] == 3 - 1 and "papyrus" not in gained(start, end)


def test_a_blessing_for_any_time_is_not_the_only_way_back_to_one_that_was_passed_over() -> None:
    """B19 wants a statue, for which only the card pays that an action of Thoth by B18 brings."""
    start = position(
        sun="bastet",
        dice="bastet:yellow1",
        market={"1b": "B14"},
        p1={"blessings": "B07 B18 B19", "population": 8, "happiness": 4, "goods": {"granite": 1, "scribe": 1}},
    )
    asked = play(start, "take:bastet+yellow1+tainted", "bless:B19")
    assert asked.legal_moves() == ["bless:B07+population", "bless:B07+happiness", "bless:B18"]
    assert "bless:B19" in play(start, "take:bastet+yellow1+tainted", "bless:B18").legal_moves()


def test_which_neighbour_acts_is_decided_when_they_act() -> None:
    """Thoth may replace cards for the sake of Bastet: if those that come are of no use, Osiris acts instead."""
    start = position(
        dice="thoth:black2", p1={"blessings": "B17", "happiness": 4, "population": 8, "goods": {"papyrus": 2, "scribe": 1}}
    )
    asked = play(start, "take:thoth+black2+pure", "bless:B17", "use:thoth+2")
    assert "refresh:1" in asked.legal_moves()
    seen = settle(play(asked, "refresh:1"))
    assert seat(seen).goods == {"papyrus": 1}
    assert step_of(play(seen, "cards:1c")) == "district"


def test_one_extra_action_for_each_blessing() -> None:
    """Two of the same neighbour, or one of each."""
    start = position(dice="thoth:black2", p1={"blessings": "B17 B18", "happiness": 4, "goods": {"papyrus": 2, "scribe": 2}})
    asked = play(start, "take:thoth+black2+pure", "bless:B17", "bless:B18", "produce:granite+2")
    assert asked.legal_moves() == ["extra:bastet+2", "extra:osiris+2"]
    once = play(asked, "extra:osiris+2", "district:bread")
    assert once.legal_moves() == ["extra:bastet+2", "extra:osiris+2"]
    assert field(once, "now").count("beside") == 1
    assert step_of(play(once, "extra:osiris+2")) == "district"


# -- blessings for any time ----------------------------------------------------------------------------------------


def test_happiness_after_seeing_the_new_cards() -> None:
    """Section 2 is replaced, and what comes there is worth a blessing that opens it."""
    start = position(dice="thoth:brown1", p1={"blessings": "B07", "goods": {"papyrus": 3}, "population": 8, "happiness": 4})
    asked = play(start, "take:thoth+brown1+tainted", "use:thoth+1")
    assert not moves_of(asked, "bless:B07+happiness")  # could have been played to the same effect before
    seen = settle(play(asked, "refresh:2"))
    assert {move[6] for move in moves_of(seen, "cards")} == {"1"}
    raised = play(seen, "bless:B07+happiness")
    assert {move[6] for move in moves_of(raised, "cards")} == {"1", "2"}
    assert seat(raised).happiness == 7


def test_a_blessing_just_taken_may_be_played_in_the_same_turn() -> None:
    start = position(
        dice="thoth:brown1", market={"1a": "B07"}, p1={"population": 8, "happiness": 4}, p2={"goods": {"gold": 1}}
    )
    asked = play(start, "take:thoth+brown1+tainted", "use:thoth+1", "cards:1a")
    assert asked.legal_moves() == ["bless:B07+population", "bless:B07+happiness", "done"]


def test_the_action_at_the_end_of_the_track_waits_until_the_cards_are_taken() -> None:
    start = position(
        dice="thoth:brown1",
        p1={"blessings": "B07", "goods": {"papyrus": 3}, "population": 21, "happiness": 18, "rewards": "gold"},
    )
    asked = play(start, "take:thoth+brown1+tainted", "done", "use:thoth+1", "bless:B07+happiness")
    assert step_of(asked) == "cards"
    assert step_of(play(asked, "cards:1a")) == "free-action"


def test_a_marker_that_has_moved_opens_the_window_for_the_die_again() -> None:
    start = position(
        dice="horus:yellow3", p1={"blessings": "B07 B19 B20", "happiness": 1, "goods": {"papyrus": 9}, "population": 9}
    )
    asked = play(start, "take:horus+yellow3+pure", "bless:B19")
    assert not moves_of(asked, "bless:B20")
    assert "bless:B20" in play(asked, "bless:B07+happiness").legal_moves()


def test_steps_of_happiness_that_are_lost_may_be_lost_before_the_population_grows() -> None:
    """The festival finds no room, and the blessing comes afterwards."""
    start = position(dice="bastet:brown5", p1={"blessings": "B07", "goods": {"papyrus": 2}, "population": 4, "happiness": 4})
    asked = play(start, "take:bastet+brown5+pure", "use:bastet+5")
    assert gained(start, play(asked, "bless:B07+population")) == {"papyrus": -2, "population": 3}


def test_a_blessing_without_effect_closes_no_window_for_the_next() -> None:
    start = position(
        dice="thoth:brown4", market={"1a": "B07", "1b": "B08"}, p1={"goods": {"papyrus": 2}, "population": 4, "happiness": 4}
    )
    asked = play(start, "take:thoth+brown4+tainted", "use:thoth+4", "cards:1a+1b", "bless:B07+happiness")
    assert "bless:B08+population" in asked.legal_moves()


def test_a_blessing_may_open_a_section_before_or_after_another_one_is_discarded() -> None:
    """The deck is empty, so what has been played before the section opens is shuffled with the discard pile."""
    full = position(dice="ra:white4", p1={"blessings": "B07 B09", "population": 8, "happiness": 4})
    assert not moves_of(play(full, "take:ra+white4+pure", "bless:B09"), "bless:B07")
    fields = fields_of(full.to_text())
    thin = rewritten(full.to_text(), blessings="-", **{"discard-blessings": fields["blessings"]})
    asked = play(Position.from_text(thin, GAME), "take:ra+white4+pure", "bless:B09")
    assert "card:B09" in [outcome for outcome, _ in play(asked, "bless:B07+population").outcomes()]
    early = play(Position.from_text(thin, GAME), "bless:B07+population")
    assert "card:B09" not in [outcome for outcome, _ in early.outcomes()]


def test_a_blessing_may_open_a_section_between_two_of_a_production() -> None:
    """The deck is empty: what was played before comes back, what is played afterwards does not, in whatever order."""
    full = position(dice="ra:white4", p1={"blessings": "B01 B02 B07", "population": 8, "happiness": 4})
    started = play(full, "take:ra+white4+pure")
    assert started.legal_moves() == ["bless:B01", "bless:B02", "done"]  # the deck suffices, so it makes no difference
    fields = fields_of(full.to_text())
    thin = rewritten(full.to_text(), blessings="-", **{"discard-blessings": fields["blessings"]})
    asked = play(Position.from_text(thin, GAME), "take:ra+white4+pure", "done", "produce:limestone+4")
    for first, second in (("B01", "B02"), ("B02", "B01")):
        opened = play(asked, f"bless:{first}", "bless:B07+population")
        outcomes = [outcome for outcome, _ in opened.outcomes()]
        assert f"card:{first}" in outcomes
        assert f"card:{second}" not in outcomes
        end = play(settle(opened), f"bless:{second}")
        assert seat(end).goods["limestone"] >= 4
        assert "B07" not in seat(end).blessings


def test_blessings_that_come_back_move_the_value_of_the_die_again() -> None:
    """B07 leads to the action at 21 with the die in hand; the deck is empty, so Thoth finds what was just played."""
    full = position(
        dice="bastet:brown1",
        p1={
            "blessings": "B07 B11 B12",
            "population": 21,
            "happiness": 20,
            "rewards": "gold scribe",
            "goods": {"papyrus": 9},
        },
    )
    thin = rewritten(full.to_text(), blessings="-", **{"discard-blessings": fields_of(full.to_text())["blessings"]})
    asked = play(
        Position.from_text(thin, GAME),
        "take:bastet+brown1+pure",
        "bless:B11+yellow2",
        "bless:B12+white3",
        "bless:B07+happiness",
        "use:thoth+6",
        "refresh:1",
        "card:B11",
        "card:B12",
        "card:T01",
        "cards:1a+1b+1c",
    )
    assert step_of(asked) == "modify"
    again = play(asked, "bless:B11+yellow4", "bless:B12+white5")
    assert Position.from_text(again.to_text(), GAME) == again
    with pytest.raises(StateError, match="now face:6"):
        Position.from_text(again.to_text().replace("face:5", "face:6"), GAME)


def test_blessings_for_any_time_are_for_turns() -> None:
    """Not for an action before the last scoring, however it could be used there."""
    start = maat(2, 4, p1={"decrees": "D23", "blessings": "B07", "happiness": 4, "population": 9})
    asked = play(through_maat(start, "edict"), "use:thoth+1")
    assert step_of(asked) == "cards"
    assert not moves_of(asked, "bless")


# -- cards are paid for when they are taken ------------------------------------------------------------------------


def at_the_market(**p1: object) -> Position:
    """Two cards are to be taken for two papyrus."""
    start = position(dice="thoth:brown4", p1={"goods": {"papyrus": 2}, "population": 8, "happiness": 4, **p1})
    return play(start, "take:thoth+brown4+tainted", "use:thoth+4")


def test_gold_for_a_blessing_pays_for_cards_after_others_were_replaced() -> None:
    seen = settle(play(at_the_market(blessings="B07", technologies="T24"), "refresh:2"))
    assert seen.legal_moves() == ["bless:B07+population", "bless:B07+happiness"]
    assert Position.from_text(seen.to_text(), GAME).legal_moves() == seen.legal_moves()
    end = play(seen, "bless:B07+happiness", "cards:2a+2c")
    assert seat(end).goods == {}
    assert len(seat(end).blessings) == 1


def test_gold_of_the_track_pays_for_cards_after_others_were_replaced() -> None:
    """Only happiness brings it, so that is not asked."""
    seen = settle(play(at_the_market(blessings="B07", population=20, happiness=14), "refresh:2"))
    assert (seat(seen).blessings, seat(seen).happiness, seat(seen).goods) == ([], 17, {"papyrus": 1, "gold": 1})


@pytest.mark.parametrize("p1", [{}, {"blessings": "B07"}, {"technologies": "T24", "blessings": "B01"}])
def test_nothing_is_replaced_with_the_papyrus_that_the_cards_cost(p1: dict[str, str]) -> None:
    assert not moves_of(at_the_market(**p1), "refresh")


def test_how_to_pay_is_asked_when_the_cards_are_chosen() -> None:
    asked = play(at_the_market(goods={"papyrus": 2, "gold": 1}), "cards:1a+1b")
    assert (step_of(asked), asked.legal_moves()) == ("pay", ["pay:papyrus+gold", "pay:papyrus*2"])
    end = play(asked, "pay:papyrus*2")
    assert (len(seat(end).blessings), seat(end).goods) == (2, {"gold": 1})


# -- no blessing is forced -----------------------------------------------------------------------------------------


def statue_by_tile(**p1: object) -> Position:
    start = position(
        sun="osiris",  # Ra is shaded
        dice="ra:grey1",
        slots="P07 P08 P12",
        p1={"blessings": "B14", "goods": {"limestone": 2, "granite": 1}, **p1},
    )
    return play(start, "take:ra+grey1+tainted", "cell:r2c2", "turn:0", "pay:limestone*2+granite")


def test_a_statue_by_a_tile_that_only_a_blessing_pays_for_may_be_lost() -> None:
    asked = statue_by_tile()
    assert (step_of(asked), asked.legal_moves()) == ("tile-horus", ["bless:B14", "done"])
    lost = play(asked, "done")
    assert (step_of(lost), seat(lost).blessings, seat(lost).people) == ("tile", ["B14"], [])
    assert Position.from_text(asked.to_text(), GAME).legal_moves() == asked.legal_moves()


def test_a_statue_by_a_tile_may_be_paid_for_by_a_blessing() -> None:
    built = play(statue_by_tile(), "bless:B14", "statue:row")
    assert (step_of(built), seat(built).blessings, seat(built).people) == ("tile", [], ["row"])


def test_a_statue_by_a_tile_that_can_be_paid_for_must_be_built() -> None:
    asked = statue_by_tile(goods={"limestone": 2, "granite": 3})
    assert "done" not in asked.legal_moves()
    assert moves_of(asked, "statue")
