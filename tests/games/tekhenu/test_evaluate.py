"""The features as documented: their columns, what they count, and a turn under way that is played out statically."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egypt import Position, Rng, Table
from egypt.games.tekhenu import evaluate
from tests.games.tekhenu.scenes import GAME, maat, play, position, through_maat


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
    start = position(horus="ra thoth osiris hathor bastet horus", p1={"gods": "thoth"}, dice="ra:white1 horus:grey1")
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
    with_temple = through_maat(maat(2, 4, p1={"decrees": "D23"}), "edict")
    assert row(with_temple)["decrees"] == 1
    assert row(with_temple, 2)["decrees"] == 0


# -- where the game is, and how it would end: columns for a network alone -----------------------------------------------


TURNS = ("turn_to_come", "turns_left", "turns_to_maat", "turns_to_scoring")


def told(start: Position, *names: str) -> list[tuple[int, ...]]:
    return [tuple(seat[name] for name in names) for seat in start.features()[1]]


@pytest.mark.parametrize(
    ("round_number", "expected"),
    [
        (1, [(1, 16, 4, 8), (1, 16, 4, 8)]),
        (4, [(1, 13, 1, 5), (1, 13, 1, 5)]),
        (5, [(1, 12, 4, 4), (1, 12, 4, 4)]),
        (16, [(1, 1, 1, 1), (1, 1, 1, 1)]),
    ],
)
def test_turns_to_come(round_number: int, expected: list[tuple[int, ...]]) -> None:
    start = position(round=round_number, dice="ra:white1 horus:grey1")
    assert told(start, *TURNS) == expected


def test_a_turn_that_is_over_is_not_to_come() -> None:
    """A die in hand is played out statically to the end of the turn."""
    taken = play(position(dice="ra:white6 horus:grey1 horus:grey2", p1={"production": (2, 2, 6, 2)}), "take:ra+white6+pure")
    assert told(taken, "turn_to_come", "turns_left") == [(0, 15), (1, 16)]


def test_scales_cost_nothing_any_more_when_they_have_been_weighed() -> None:
    before = maat(2, 1, p1={"surplus": 3}, p2={"surplus": 6})
    penalties = [seat["penalty"] for seat in before.features()[1]]
    assert 0 < penalties[0] < penalties[1] and told(before, *TURNS) == [(0, 12, 0, 4)] * 2
    after = through_maat(before, "destiny")
    assert [seat["vp"] for seat in before.features()[1]] == [
        seat["vp"] + penalty for seat, penalty in zip(after.features()[1], penalties, strict=True)
    ]
    assert told(after, "penalty", "turns_to_maat", "turns_to_scoring") == [(0, 4, 4)] * 2


def test_who_would_come_first_on_the_scales() -> None:
    """Faith brings a seat nearer to the balance."""
    assert told(maat(2, 1, p1={"surplus": 5}, p2={"surplus": 3}), "next_place") == [(0,), (1,)]
    faithful = {"surplus": 5, "goods": {"faith": 9}}
    assert told(maat(2, 1, p1=faithful, p2={"surplus": 3}), "next_place") == [(1,), (0,)]


def test_what_is_scored_now_and_what_has_just_been() -> None:
    what = {"sites": "west1 west2 west3 south2 south3", "pillars": "r1c5", "happiness": 0, "goods": {"bread": 1}}
    before, other = maat(2, 2, p1=what), maat(2, 1, p1=what)
    assert row(before)["scoring_board"] >= 3 and row(other)["scoring_board"] == 0
    after = through_maat(before, "upkeep")
    assert row(after)["scored_board"] == row(before)["scoring_board"] and row(after)["scoring_board"] == 0
    assert row(after)["upkeep_due"] == row(before)["upkeep_due"] > 0


def test_the_lead_in_the_last_upkeep_is_that_of_the_end() -> None:
    """If all pay what they can; a decree that counts resources sees what was paid, which is a point or three."""
    rng, exact, seen = Rng(5), 0, 0
    for seed in range(24):
        table, lead = Table.deal(GAME, 2 + seed % 3, seed), []
        while not table.is_over:
            moves, now = table.legal_moves(), table.position.as_dict()
            if now["round"] == 16 and now["phase"] == "upkeep":
                lead = lead or [seat["final_lead_last"] for seat in table.position.features()[1]]
                table.play(moves[-1])  # bread and gold, as much as is owed
                continue
            table.play(moves[rng.below(len(moves))])
        if lead:
            scores = table.scores()
            true = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
            true = [max(-60, min(60, ahead)) for ahead in true]
            assert all(abs(one - other) <= 3 for one, other in zip(lead, true, strict=True)), (lead, true)
            exact += lead == true
            seen += 1
    assert exact >= 0.8 * seen > 10
