"""Tricky situations of scoring, expert hands and secrets: what a careful reader expects where two rules meet."""

from __future__ import annotations

from egypt import Position, Rng
from tests.games.amunre.positions import (
    GAME,
    NAMES,
    ROW,
    done_until,
    field,
    golds,
    land,
    moves_of,
    offer,
    play,
    position,
    seat,
    where,
)

THREE = "thebes:-,dakhla:-,abydos:-"


# -- scoring -------------------------------------------------------------------------------------------------

QUIET = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]
WEST = [name for name in QUIET if ROW[name].west]
EAST = [name for name in QUIET if not ROW[name].west]


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


# -- expert --------------------------------------------------------------------------------------------------


def test_expert_cards_are_turned_up_from_the_start_player_on() -> None:
    rng = Rng(3)
    table = play(Position.start(GAME, 3, "expert"), "start:p2").settle(rng)
    chosen = []
    for number in range(3):
        chosen.append(table.acting(number).legal_moves()[0].partition(":")[2])
        table = table.after(f"choose:{chosen[-1]}", number)
    table = table.settle(rng)
    assert [lot["province"] for lot in table.as_dict()["auction"]] == [chosen[1], chosen[2], chosen[0]]
    assert table.as_dict()["to_act"] == "p2"
    assert [row["province_cards"] for row in table.as_dict()["seats"]] == [2, 2, 2]


# -- who knows what ------------------------------------------------------------------------------------------


def test_favors_drawn_in_any_phase_are_seen_by_who_draws_them() -> None:
    bought = play(position(3, lands={"thebes": land("p1")}), "favors:1")
    reward = play(offer(position(3, phase="offer"), "5", "theft", "theft"), "take:favor")
    for table in (bought, reward):
        assert [table.observed("favor:nile", viewer) for viewer in (0, 1, 2)] == [
            "favor:nile",
            "favor:?",
            "favor:?",
        ]


def test_an_architect_sold_is_no_longer_known() -> None:
    start = position(
        3, phase="bid", auction=THREE, hands=["architect*2", "architect"], known="p1+p2", gold=[0] * 3
    )
    table = play(start, "bid:thebes+1", "sell:architect")
    assert [row["known_architect"] for row in table.view(2).as_dict()["seats"]] == [False, True, False]


def test_all_start_with_an_architect_that_all_know() -> None:
    table = Position.start(GAME, 5).settle(Rng(1))
    for viewer in range(5):
        view = table.view(viewer)
        assert [row["known_architect"] for row in view.as_dict()["seats"]] == [True] * 5
        world = view.sample(Rng(2))
        assert [row["hand"] for row in world.as_dict()["seats"]] == [{"architect": 1}] * 5
        assert world.as_dict()["deck"] == 39 - 5


def test_offerings_already_turned_up_stay_in_every_sampled_world() -> None:
    start = position(3, phase="offer", hands=["adjustment", "adjustment"])
    table = start.after("offer:theft+adjustment", 0).after("offer:4", 1).after("offer:theft", 2)
    ((first, _),) = table.outcomes()
    shown = play(table, first)
    for number in range(20):
        world = shown.view(2).sample(Rng(number))
        world.validate()
        assert [row["gave"] for row in world.as_dict()["seats"]] == ["theft+adjustment", None, None]
        assert field(world.to_text(), "offers").split(",")[-1] == "p3:theft"
        assert not field(world.to_text(), "offers").startswith("p1")
