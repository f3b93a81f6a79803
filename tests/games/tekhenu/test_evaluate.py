"""The features as documented: their columns, what they count, and a turn under way that is thought through to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egypt import Position
from egypt.games.tekhenu import evaluate
from tests.games.tekhenu.scenes import GAME, go_on, maat, play, position


def row(start: Position, number: int = 1) -> dict[str, int]:
    return start.features()[1][number - 1]


# -- columns -------------------------------------------------------------------------------------------------------


def columns() -> dict[str, int]:
    """The enum of evaluate.pxd: names with their numbers."""
    header = Path(evaluate.__file__).with_name("evaluate.pxd").read_text()
    found: dict[str, int] = {}
    number = 0
    for name, value in re.findall(r"^    ([A-Z][A-Z0-9_]+)(?: = (\d+))?", header.partition("cdef enum:")[2], re.MULTILINE):
        number = int(value or number)
        found[name] = number
        number += 1
    return found


def test_columns_names_and_weights_are_in_the_same_order() -> None:
    names = evaluate.FEATURES
    found = columns()
    assert list(found.values()) == sorted(set(found.values()))
    assert found.pop("FEATURE_NB") == len(names) == len(set(names))
    assert GAME.feature_names == names
    plain = {name.lower(): number for name, number in found.items()}
    same = [name for name in names if name in plain]
    assert len(same) > 30
    assert all(names[plain[name]] == name for name in same)
    others = {"FIRST_BASIC": "papyrus", "GOLD_HELD": "gold", "FIRST_BONUS": "bonus_1", "FIRST_BLESSING": "bless_gain",
              "FIRST_TECHNOLOGY": "T01", "AUTO_POINTS": "auto_vp"}  # fmt: skip
    assert {column: names[found[column]] for column in others} == others


# -- what they count -----------------------------------------------------------------------------------------------


def test_goods_and_tracks() -> None:
    start = position(
        p1={
            "goods": {"papyrus": 7, "bread": 1, "gold": 3, "scribe": 4, "faith": 2},
            "happiness": 10,
            "population": 12,
            "production": (2, 5, 6, 3),
            "vp": 31,
        },
        dice="ra:white1 horus:grey1",
    )
    found = row(start)
    assert [found[name] for name in ("papyrus", "bread", "limestone", "granite")] == [7, 1, 0, 0]
    assert (found["gold"], found["gold_2"], found["scribes"], found["scribes_2"], found["faith"]) == (3, 1, 4, 2, 2)
    assert found["basics_5"] == 2
    assert (found["production"], found["production_high"], found["production_low"]) == (16, 2, 1)
    assert (found["happiness"], found["population"], found["room"]) == (10, 12, 2)
    assert (found["happiness_9"], found["happiness_13"], found["happiness_16"]) == (0, 3, 6)
    assert (found["one"], found["vp"]) == (1, 31)


def test_pieces_cards_and_the_board() -> None:
    """Two buildings at the temple and a pillar in the line of one of them: three points of the temple."""
    start = position(
        p1={"sites": "west1 south3", "pillars": "r1c5", "technologies": "T10", "blessings": "B09", "happiness": 0},
        dice="ra:white1 horus:grey1",
    )
    found = row(start)
    assert (found["sites"], found["shops"], found["pillars"], found["temple"]) == (2, 0, 1, 3)
    assert (found["technologies"], found["T10"], found["T11"]) == (1, 1, 0)
    assert (found["blessings"], found["bless_value"], found["bless_gain"]) == (1, 1, 0)
    other = row(start, 2)
    assert (other["sites"], other["technologies"], other["blessings"]) == (0, 0, 0)


def test_a_statue_brings_the_bonus_of_its_gods_space() -> None:
    start = position(
        horus="ra thoth osiris hathor bastet horus", p1={"gods": "thoth"}, dice="ra:white1 horus:grey1"
    )
    found = row(start)
    assert [found[f"bonus_{space}"] for space in range(1, 7)] == [0, 1, 0, 0, 0, 0]
    assert (found["statues"], found["statues_2"], found["god_statues"], found["people_statues"]) == (1, 1, 1, 0)


@pytest.mark.parametrize(("round_number", "stage"), [(1, 0), (2, 0), (3, 1), (9, 4), (16, 7)])
def test_stages_are_rotations(round_number: int, stage: int) -> None:
    start = position(round=round_number, dice="ra:white1 horus:grey1", p1={}, p2={})
    assert start.features()[0] == stage


def test_the_solo_game_has_stages_and_features_of_its_own() -> None:
    solo = position(variant="solo-normal", dice="ra:black1 horus:grey1")
    stage, rows = solo.features()
    assert stage == 8
    assert (rows[0]["auto_one"], rows[1]["auto_one"], rows[1]["one"]) == (0, 1, 0)
    assert rows[1]["auto_vp"] == solo.scores()[1]


# -- a turn under way ----------------------------------------------------------------------------------------------


def test_a_die_is_judged_by_what_is_done_with_it() -> None:
    """With a white 6 in hand, the limestone it will bring is there already, and the die on the scales."""
    start = position(dice="ra:white6 horus:grey1", p1={"production": (2, 2, 6, 2), "blessings": "B09"})
    taken = play(start, "take:ra+white6+pure")
    assert row(start)["limestone"] == row(start)["dice"] == 0
    assert row(taken)["limestone"] >= 5
    assert row(taken)["dice"] == 1
    assert taken.features()[1] == taken.features()[1]


def test_decrees_count_what_they_would_bring_now() -> None:
    with_temple = go_on(maat(2, 4, p1={"decrees": "D23"}), "edict")
    assert row(with_temple)["decrees"] == 1
    assert row(with_temple, 2)["decrees"] == 0
