"""The event tokens: what a careful opponent would ask at the table."""

from __future__ import annotations

import pytest

from tests.games.sobek.positions import field, plain, play, position, seat, settle, with_tokens


def test_floods_can_be_chained() -> None:
    start = position(
        hands=["wheat1*3+cattle1*3"], docks="ebony0,ivory0", **with_tokens("flood*2", 2, "ruse+embalming+guild-snake")
    )
    start = play(start, "set:wheat+1+1+1", "event:flood", "set:cattle+1+1+1", "event:flood")
    assert start.actor == 0 and plain(start)["extra_turn"]
    end = play(start, "take:0")
    assert end.actor == 1 and not plain(end)["extra_turn"]


def test_a_flood_turn_may_empty_the_docks_and_the_neighbour_goes_on() -> None:
    tokens = with_tokens("flood", 1, "ruse+embalming+flood+guild-snake")
    start = position(3, hands=["wheat1*3"], docks="ebony0", deck=9, **tokens)
    end = settle(play(start, "set:wheat+1+1+1", "event:flood", "take:0"))
    assert end.actor == 1 and len(plain(end)["docks"]) == 9


def test_a_flood_turn_may_end_the_round() -> None:
    tokens = with_tokens("flood", 1, "ruse+embalming+flood+guild-snake")
    start = position(hands=["wheat1*3", "fish1*3"], docks="ebony0", deck=0, avoid="wheat1+fish1", **tokens)
    end = play(start, "set:wheat+1+1+1", "event:flood", "take:0")
    assert plain(end)["phase"] == "lay" and end.actor == 1


def test_prosperity_lies_on_any_own_cheap_set_with_or_without_scarabs() -> None:
    start = position(
        hands=["ivory3*3"],
        sets=["marble:marble2*3,cattle:cattle1*3,fish:fish0*3", "wheat:wheat1*3"],
        **with_tokens("prosperity", 1, "ruse+embalming+flood*2"),
        docks="ebony0,ivory0",
    )
    start = play(start, "set:ivory+3+3+3")
    assert start.legal_moves() == ["event:prosperity+cattle", "event:prosperity+fish"]
    end = play(start, "event:prosperity+fish")
    assert [row["score"] for row in seat(end, 1)["sets"] if row["family"] == "fish"] == [2 * 3]


def test_embalming_and_ruse_with_an_empty_pile_may_be_picked_for_nothing() -> None:
    start = position(hands=["wheat1*3"], **with_tokens("embalming+ruse", 2, "flood*2+guild-snake"))
    start = play(start, "set:wheat+1+1+1")
    for token in ("event:embalming", "event:ruse"):
        end = play(start, token)
        assert end.scores() == [0, 0] and seat(end, 1)["hand"] == {} and end.actor == 1


def test_both_curses_may_weigh_on_one_player() -> None:
    start = position(
        3, hands=["wheat1*3"], curses=[0, 0, 1], **with_tokens("curse", 1, "curse+ruse+flood*2"), docks="ivory0"
    )
    end = play(start, "set:wheat+1+1+1", "event:curse+p3")
    assert [seat(end, number)["corruption"] for number in (1, 2, 3)] == [0, 0, 4]


@pytest.mark.parametrize(
    ("symbol", "mine", "theirs", "moved"),
    [
        ("ankh", 0, 1, [1, 1]),  # no ankh below 1
        ("snake", 0, 1, [2, 1]),
        ("ankh", 99, 101, [101, 99]),  # across the lap, both ways
        ("scorpion", 100, 100, [104, 96]),
        ("reed", 103, 103, [106, 97]),
    ],
)
def test_guild_at_the_ends_of_the_track(symbol: str, mine: int, theirs: int, moved: list[int]) -> None:
    start = position(
        hands=["wheat1*3"], totals=[mine, theirs], **with_tokens(f"guild-{symbol}", 1, "ruse+embalming+flood*2")
    )
    assert play(start, "set:wheat+1+1+1", f"event:guild-{symbol}+p2").scores() == moved


def test_guild_moves_one_opponent_alone() -> None:
    start = position(3, hands=["wheat1*3"], totals=[38, 44, 44], **with_tokens("guild-ankh", 1, "ruse+embalming+flood*2"))
    assert play(start, "set:wheat+1+1+1", "event:guild-ankh+p3").scores() == [39, 44, 41]


def test_points_by_a_guild_are_noted_as_gains() -> None:
    start = position(hands=["wheat1*3"], totals=[38, 44], **with_tokens("guild-ankh", 1, "ruse+embalming+flood*2"))
    end = play(start, "set:wheat+1+1+1", "event:guild-ankh+p2")
    assert field(end.to_text(), "p1") == "39,1,0" and field(end.to_text(), "p2") == "41,0,0"


def test_a_curse_is_given_to_an_opponent_never_kept() -> None:
    start = position(3, hands=["wheat1*3"], **with_tokens("curse", 1, "ruse+embalming+flood*2"))
    assert play(start, "set:wheat+1+1+1").legal_moves() == ["event:curse+p2", "event:curse+p3"]


def test_embalmed_cards_may_be_played_in_the_turn_of_a_flood() -> None:
    tokens = with_tokens("flood+embalming", 2, "ruse+flood+guild-ankh")
    start = position(hands=["wheat1*3+cattle1*3"], piles=["fish1*3"], docks="ivory0,ebony0", **tokens)
    start = play(start, "set:wheat+1+1+1", "event:flood", "set:cattle+1+1+1", "event:embalming")
    assert start.actor == 1 and seat(start, 1)["hand"] == {"fish1": 3} and seat(start, 1)["corruption"] == 0


def test_the_second_turn_of_a_flood_may_be_a_set_and_an_event() -> None:
    tokens = with_tokens("flood+ruse", 2, "embalming+flood+guild-ankh")
    start = position(hands=["wheat1*3+cattle1*3"], piles=["fish1"], docks="ivory0,ebony0", **tokens)
    end = play(start, "set:wheat+1+1+1", "event:flood", "set:cattle+1+1+1", "event:ruse")
    assert end.scores()[0] == 1 and end.actor == 1 and plain(end)["events"]["left"] == 0
