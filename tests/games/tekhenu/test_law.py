"""Where rules of several chapters meet: cards that help each other, markers at their ends, statues within actions."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import gained, go_on, maat, moves_of, play, position, seat, step_of

# -- cards that help each other -----------------------------------------------------------------------------------


def test_granite_of_a_technology_pays_for_the_statue_of_a_tile() -> None:
    """P12 is an action of Horus, and T04 brings its granite before the statue is paid for."""
    start = position(
        sun="hathor",  # Ra is shaded
        dice="ra:grey1",
        slots="P08 P09 P12",
        p1={"technologies": "T04", "goods": {"limestone": 2, "granite": 2}},
    )
    asked = play(start, "take:ra+grey1+tainted", "cell:r2c3", "turn:0")
    assert moves_of(asked, "statue")[:3] == ["statue:1", "statue:2", "statue:3"]
    end = play(asked, "statue:workshops")
    assert gained(start, end)["granite"] == -2  # one for the tile; one of T04 and one for the statue
    assert seat(end).people == ["workshops"]


def test_any_time_blessing_between_an_extra_action_and_the_normal_one() -> None:
    """The tile of the extra action makes room for happiness, which then opens a better section to Thoth."""
    start = position(
        sun="ra",
        dice="thoth:black1",
        slots="P08 P09 P01",
        p1={
            "blessings": "B07 B19",
            "goods": {"limestone": 2, "granite": 1},
            "population": 7,
            "happiness": 7,
        },
    )
    asked = play(start, "take:thoth+black1+pure", "bless:B19+ra", "extra:ra+1", "cell:r1c3", "turn:0")
    while asked.is_chance:
        asked = asked.play(asked.outcomes()[0][0])
    assert "bless:B07+happiness" in asked.legal_moves()
    asked = play(asked, "bless:B07+happiness")
    assert (seat(asked).population, seat(asked).happiness) == (9, 9)
    assert "cards:3a" in play(asked, "use:thoth+1").legal_moves()


def test_work_before_prayer_may_be_shifted_to_pay_for_the_prayer() -> None:
    """T13 shifts the production of T19, and what that brings counts for the action of the god."""
    start = position(
        sun="hathor",  # Ra is shaded
        dice="ra:white1",
        slots="P07 P08 P04",
        p1={"technologies": "T13 T19", "goods": {"scribe": 1}, "production": (2, 2, 3, 2)},
    )
    taken = play(start, "take:ra+white1+tainted")
    assert "work-and-use:ra+1" in taken.legal_moves()
    end = play(taken, "work-and-use:ra+1", "shift:3", "cell:r2c2", "turn:0")
    assert seat(end).pillars == ["r2c2"]
    assert seat(end).goods["limestone"] == 3 + 1 - 3


def test_work_before_prayer_may_be_blessed_to_pay_for_the_prayer() -> None:
    start = position(
        sun="hathor",
        dice="ra:white1",
        slots="P07 P08 P04",
        p1={"technologies": "T19", "blessings": "B05", "goods": {"scribe": 1}},
    )
    taken = play(start, "take:ra+white1+tainted")
    assert "work-and-use:ra+1" in taken.legal_moves()
    end = play(taken, "work-and-use:ra+1", "bless:B05", "cell:r2c2", "turn:0", "pay:limestone+gold*2")
    assert seat(end).pillars == ["r2c2"]


def test_a_grey_die_without_use_must_be_recoloured() -> None:
    """Whoever takes it for the sake of a blessing that recolours it has to play that blessing."""
    start = position(dice="horus:grey3", p1={"blessings": "B11"})  # no granite for a statue
    taken = play(start, "take:horus+grey3+tainted")
    assert "done" not in taken.legal_moves()
    end = play(taken, "bless:B11+yellow4")
    assert gained(start, end) == {"papyrus": 2, "surplus": 2}
    assert seat(end).dice == ["grey3/pure"]


def test_a_grey_die_with_use_need_not_be_recoloured() -> None:
    start = position(dice="horus:grey3", p1={"blessings": "B11", "goods": {"granite": 2}})
    assert "done" in play(start, "take:horus+grey3+tainted").legal_moves()
