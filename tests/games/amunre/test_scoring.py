"""Scoring, the change of age and the end: what a careful reader expects where two rules meet."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from egypt import Position
from tests.games.amunre.positions import (
    NAMES,
    ROW,
    Land,
    built,
    discard,
    done_until,
    golds,
    land,
    moves_of,
    play,
    position,
    province,
    seat,
    where,
)

# provinces that neither yield gold nor score by themselves
QUIET = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]
WEST = [name for name in QUIET if ROW[name].west]
EAST = [name for name in QUIET if not ROW[name].west]
LOUD = [name for name in ROW if name not in QUIET]


def scored(lands: dict[str, tuple[str, int, int, int, int]], players: int = 3) -> list[int]:
    start = position(
        players,
        phase="harvest",
        round=3,
        act=f"p{players}",
        lands=lands,
        hands=[*["-"] * (players - 1), "protection"],
        avoid=where(temples=1) + where(temples=2),
        tile=4,
    )
    return done_until(play(start, "done"), "reveal").scores()


def final_ranks(lands: dict[str, tuple[str, int, int, int, int]], scores: list[int]) -> list[int]:
    start = position(
        3,
        phase="harvest",
        age=2,
        round=3,
        act="p3",
        lands=lands,
        hands=["-", "-", "protection"],
        gold=[10, 10, 0],
        scores=scores,
        avoid=where(temples=1) + where(temples=2) + where(mine=4) + where(mine=8) + where(caravan=8),
    )
    return done_until(play(start, "done"), "over").ranks()


def own_three(*rows: tuple[str, int, int]) -> dict[str, tuple[str, int, int, int, int]]:
    """Three quiet provinces for p1 and for p2; the rows say what the first of each holds."""
    lands: dict[str, tuple[str, int, int, int, int]] = {}
    for (owner, pyramids, stones), names in zip(rows, ((WEST[0], WEST[1], WEST[2]), EAST[:3]), strict=True):
        lands |= dict.fromkeys(names, land(owner)) | {names[0]: land(owner, pyramids, stones)}
    return lands


def last_harvest(
    players: int,
    lands: dict[str, Land],
    *,
    age: int = 2,
    tile: int = 1,
    hands: Sequence[str] = (),
    gold: Sequence[int] = (),
    scores: Sequence[int] = (),
    discard: str = "-",
) -> Position:
    """The last player before the last income of an age; unnamed provinces are such as yield nothing if possible."""
    return position(
        players,
        phase="harvest",
        age=age,
        round=3,
        act=f"p{players}",
        lands=lands,
        hands=hands or [*["-"] * (players - 1), "protection"],
        gold=gold,
        scores=scores,
        discard=discard,
        avoid=LOUD,
        tile=tile,
    )


def gained(start: Position, phase: str, *moves: str) -> list[int]:
    """The points of a scoring, without those for the temples of provinces that were filled in."""
    data = start.as_dict()
    points = done_until(play(start, "done", *moves), phase).scores()
    for row in data["provinces"]:
        if row["owner"]:
            points[int(row["owner"][1]) - 1] -= data["tile"] * row["temples"]
    return points


def test_both_banks_score_apart() -> None:
    assert scored({WEST[0]: land("p1", 1), EAST[0]: land("p2", 1)}) == [1 + 5, 1 + 5, 0]
    assert scored({WEST[0]: land("p1", 1), EAST[0]: land("p1", 1)}) == [2 + 5 + 5, 0, 0]


def test_a_bank_goes_to_one_province_not_to_a_sum() -> None:
    lands = {WEST[0]: land("p1", 2), WEST[1]: land("p1", 2), WEST[2]: land("p2", 3)}
    assert scored(lands) == [4, 3 + 5, 0]


def test_stones_break_ties_of_pyramids_only() -> None:
    assert scored({WEST[0]: land("p1", 1, 2), WEST[1]: land("p2", 2, 0)}) == [1, 2 + 5, 0]
    lands = {WEST[0]: land("p1", 1, 1), WEST[1]: land("p2", 1, 1), WEST[2]: land("p3", 1, 1)}
    assert scored(lands) == [6, 6, 6]


def test_a_province_without_pyramids_makes_the_fewest_none() -> None:
    rival = {WEST[3]: land("p2", 9), EAST[0]: land("p2", 9)}
    lands = {WEST[0]: land("p1", 3), WEST[1]: land("p1", 3), WEST[2]: land("p1", 0)}
    assert scored(lands | rival)[0] == 6
    lands[WEST[2]] = land("p1", 1)
    assert scored(lands | rival)[0] == 7 + 3


def test_a_fulfilled_yellow_card_may_be_kept_and_others_scored() -> None:
    own = [name for name in NAMES if ROW[name].west and not ROW[name].upper and ROW[name].nile][:2]
    own.append(next(name for name in NAMES if ROW[name].west and not ROW[name].upper and name not in own))
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands={name: land("p1") for name in own},
        hands=["side+egypt", "-", "protection"],
        gold=[0] * 3,
    )
    asked = play(start, "done")
    before = asked.scores()[0]
    assert moves_of(asked, "score") == ["score:side", "score:egypt"]
    both = play(asked, "score:side", "score:egypt")
    assert both.scores()[0] == before + 6 and seat(both, "p1")["favors"] == 0
    kept = play(asked, "score:egypt")
    assert kept.scores()[0] == before + 3 and seat(kept, "p1")["hand"] == {"side": 1}


def test_no_kind_of_yellow_card_scores_twice() -> None:
    own = max((where(west=True, upper=True), where(west=True, upper=False)), key=len)[:3]
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands={name: land("p1") for name in own},
        hands=["side*2+egypt", "-", "protection"],
    )
    asked = play(start, "done")
    assert {"score:side", "score:egypt"} <= set(asked.legal_moves())
    assert moves_of(play(asked, "score:side"), "score") == ["score:egypt"]


def test_the_token_stays_in_the_new_kingdom() -> None:
    start = position(3, phase="harvest", round=3, act="p1", start="p2", hands=["protection"])
    table = done_until(play(start, "done"), "reveal")
    assert (table.as_dict()["age"], table.as_dict()["start_player"]) == (2, "p2")


def test_equal_points_pyramids_come_before_stones() -> None:
    # each has a bank and 6 for the gold; one pyramid more is one point more, made good by the score before
    lands = own_three(("p1", 3, 0), ("p2", 2, 2))
    assert final_ranks(lands, [40, 41, 0]) == [1, 2, 3]
    assert final_ranks(lands, [40, 42, 0]) == [2, 1, 3]


def test_favors_left_count_as_gold_before_the_ranking() -> None:
    lands = dict.fromkeys(WEST[:3], land("p3"))
    start = position(
        3,
        phase="harvest",
        age=2,
        round=3,
        act="p3",
        lands=lands,
        hands=["bribery*2+architect", "-", "protection"],
        gold=[8, 10, 0],
        avoid=where(temples=1) + where(temples=2),
    )
    before = done_until(play(start, "done"), "over")
    assert golds(before) == [8, 10, 0] and seat(before, "p1")["favors"] == 3  # counted once, as 11, 10, 1
    assert [points - other for points, other in zip(before.scores(), [6, 4, 2], strict=True)] == [0, 0, 0]


def test_the_last_harvest_counts_for_the_gold_ranking() -> None:
    """Section 9 before 10.3: p3 has least gold, and their farmers make them first."""
    start = last_harvest(3, {"buto": land("p3", 0, 0, ROW["buto"].fields)}, tile=4, gold=[12, 11, 0])
    assert gained(start, "over") == [4, 2, 6]
    assert golds(done_until(play(start, "done"), "over"))[2] >= 4 * ROW["buto"].fields


def test_a_yellow_card_kept_at_the_very_end_is_one_gold() -> None:
    """Rulings 11 and 23: p1 may forgo three points and break the tie in gold with p2 instead."""
    lands = {name: land("p1") for name in WEST if not ROW[name].upper}
    assert len(lands) == 3
    start = last_harvest(3, lands, hands=["egypt", "-", "protection"], gold=[10, 10, 0])
    asked = play(start, "done")
    assert asked.as_dict()["phase"] == "scoring" and {"score:egypt", "done"} <= set(asked.legal_moves())
    assert gained(start, "over", "score:egypt")[:2] == [6 + 3, 6]
    assert gained(start, "over", "done")[:2] == [6, 4]


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((7, 7, 7), [6, 6, 6]),
        ((9, 4, 1), [6, 4, 2]),
        ((4, 9, 9), [2, 6, 6]),
        ((20, 10, 10, 10, 5), [6, 4, 4, 4, 0]),
        ((5, 5, 5, 20, 30), [2, 2, 2, 4, 6]),
        ((20, 20, 10, 10, 5), [6, 6, 2, 2, 0]),
        ((8, 8, 8, 8, 8), [6] * 5),
    ],
)
def test_gold_ranks_of_three_and_of_five(gold: tuple[int, ...], points: list[int]) -> None:
    """Section 10.3: tied players share the better rank and use up those below."""
    players = len(gold)
    start = last_harvest(players, {name: land(f"p{players}") for name in QUIET[:3]}, gold=[*gold[:-1], gold[-1] - 1])
    assert gained(start, "over") == points


@pytest.mark.parametrize(
    ("rows", "scores", "ranks"),
    [
        # pyramids of all own provinces together: 2 + 1 against 2, made good by points
        (((2, 0, 1, 0), (2, 2, 0, 2)), [40, 41], [1, 2, 3]),
        # stones of all own provinces together: 1 + 1 + against 1
        (((2, 1, 0, 1), (2, 1, 0, 0)), [40, 40], [1, 2, 3]),
        # a shared win; the third is third
        (((2, 2, 0, 0), (2, 1, 0, 1)), [40, 40], [1, 1, 3]),
    ],
)
def test_the_win_is_decided_by_all_own_provinces(
    rows: tuple[tuple[int, ...], tuple[int, ...]], scores: list[int], ranks: list[int]
) -> None:
    """Section 10.3: most points, then pyramids in own provinces, then stones there, then shared."""
    lands: dict[str, Land] = {}
    for seat_name, names, (pyramids, stones, more, others) in zip(("p1", "p2"), (WEST, EAST), rows, strict=True):
        lands |= {names[0]: land(seat_name, pyramids, stones), names[1]: land(seat_name, more, others)}
    third = [name for name in QUIET if name not in lands]
    lands |= {third[0]: land("p1"), third[1]: land("p2")}
    start = last_harvest(3, lands, gold=[10, 10, 0], scores=[*scores, 0])
    end = done_until(play(start, "done"), "over")
    assert end.scores()[0] == end.scores()[1] and end.ranks() == ranks


def test_a_bank_shared_by_three_provinces_of_two_players() -> None:
    """Section 10.1d: the owner of two of the tied provinces gets five once, and so does the other."""
    lands: dict[str, Land] = {WEST[0]: land("p1", 2, 1), WEST[1]: land("p1", 2, 1), WEST[2]: land("p2", 2, 1)}
    assert gained(last_harvest(3, lands, age=1), "reveal") == [4 + 5, 2 + 5, 0]
    # one stone less in both of p1's provinces, and the bank is p2's alone; in one of them, and it is still shared
    for stones, points in (((0, 0), [4, 7, 0]), ((1, 0), [9, 7, 0])):
        lands |= {WEST[0]: land("p1", 2, stones[0]), WEST[1]: land("p1", 2, stones[1])}
        assert gained(last_harvest(3, lands, age=1), "reveal") == points


def test_symbols_of_the_brown_boxes_count_for_the_master_of_scribes() -> None:
    """Section 2, V7: seven symbols of both kinds, though the cards of the brown boxes were taken long ago."""
    symbols = {name: ROW[name].limit + ROW[name].favors for name in ROW}
    boxed = [name for name in ROW if ROW[name].favors]
    for total in (6, 7):
        three = next(
            (first, second, third)
            for first in boxed
            for second in ROW
            for third in ROW
            if len({first, second, third}) == 3 and symbols[first] + symbols[second] + symbols[third] == total
        )
        start = last_harvest(3, {name: land("p1") for name in three}, age=1, hands=["scribes", "-", "protection"])
        asked = play(start, "done")
        assert ("score:scribes" in asked.legal_moves()) == (total >= 7)


def test_farmers_come_back_to_the_supply_with_the_new_kingdom() -> None:
    """Section 10.2: the tokens of the Old Kingdom can be placed again; what was discarded stays discarded."""
    lands: dict[str, Land] = {
        "buto": land("p1", 1, 2, ROW["buto"].fields, 1),
        "mendes": land("p2", 0, 0, ROW["mendes"].fields, 1),
    }
    start = last_harvest(3, lands, age=1, discard="side+nile", gold=[5] * 3)
    new = done_until(play(start, "done"), "reveal")
    assert discard(new) == {"side": 1, "nile": 1} and new.as_dict()["age"] == 2
    third = next(name for name in new.as_dict()["to_come"] if name in QUIET and not ROW[name].favors and name != "mendes")
    table = play(new, *(f"province:{name}" for name in ("buto", "mendes", third)))
    assert built(table, "buto") == (1, 2) and province(table, "buto")["owner"] is None
    buyer = table.as_dict()["to_act"]
    end = play(table, "bid:buto+0", "bid:mendes+0", f"bid:{third}+0")
    while end.is_chance:
        end = play(end, end.outcomes()[0][0])
    while end.as_dict()["phase"] != "farmers":
        end = play(end, "favors:0")
    assert province(end, "buto")["owner"] == buyer == end.as_dict()["to_act"]
    assert [province(end, "buto")[key] for key in ("pyramids", "stones", "farmers", "free_farmers")] == [1, 2, 0, 0]
    assert moves_of(end, "farmers")[-1] == "farmers:buto+3"  # five gold, and the favor of Buto sold
