"""The rulebook read once more with fresh eyes: situations that no other file has. One test, one answer."""

from __future__ import annotations

import pytest

from egypt import IllegalMoveError, Rng
from tests.games.sobek.positions import field, moves_of, play, position, round_end, seat, settle, with_tokens
from tests.games.sobek.test_examples import after_penalty

# -- taking a card -------------------------------------------------------------------------------------------


def test_the_nearest_card_costs_no_corruption() -> None:
    end = play(position(docks="fish1,wheat1"), "take:0")
    assert seat(end, 1)["corruption"] == 0 and seat(end, 1)["hand"] == {"fish1": 1}


def test_skipped_amulets_and_characters_are_corruption_like_any_card() -> None:
    end = play(position(docks="amulet,?,amulet,fish1,wheat1"), "take:3", "draw:queen")
    assert seat(end, 1)["corruption"] == 3 and seat(end, 1)["pile"] == {"amulet": 2, "queen": 1}


def test_the_last_four_docks_may_be_emptied_by_one_take() -> None:
    start = play(position(3, docks="fish1,fish0,wheat1,wheat0", deck=9), "take:3")
    assert start.as_dict()["phase"] == "delivery" and seat(start, 1)["corruption"] == 3
    assert settle(start).actor == 1


# -- sets ----------------------------------------------------------------------------------------------------


def test_characters_and_amulets_are_a_set_without_any_good() -> None:
    start = position(hands=["vizier+scribe-cattle+amulet"], docks="fish1", left=0, used="ruse+flood*2+embalming+guild-ankh")
    end = play(start, "set:cattle+vizier+scribe-cattle+amulet")
    assert seat(end, 1)["sets"][0]["points"] == 0 and end.actor == 1


def test_one_character_and_two_amulets_are_a_set() -> None:
    assert "set:ivory+queen+amulet+amulet" in position(hands=["queen+amulet*2"]).legal_moves()


def test_a_set_may_be_smaller_than_the_cards_in_hand() -> None:
    sets = moves_of(position(hands=["wheat1*4"]), "set")
    assert sets == ["set:wheat+1+1+1", "set:wheat+1+1+1+1"]


def test_an_extension_keeps_the_prosperity_token_of_its_set() -> None:
    start = position(
        hands=["fish1+fish0+amulet"],
        sets=["fish:fish1*2+fish0+prosperity"],
        docks="ivory0",
        left=0,
        used="prosperity+ruse+flood*2+embalming",
    )
    end = play(start, "set:fish+1+0+amulet")
    assert seat(end, 1)["sets"][0]["points"] == (3 + 2) * 6


# -- characters ----------------------------------------------------------------------------------------------


def test_a_courtesan_may_add_a_character_which_keeps_its_power_to_itself() -> None:
    tokens = {"left": 4, "used": "prosperity"}
    start = position(hands=["courtesan+merchant"], sets=["wheat:wheat1*3+prosperity"], docks="fish1,fish0", **tokens)
    end = play(start, "courtesan:wheat+merchant")
    assert seat(end, 1)["sets"][0]["points"] == (3 + 2) * 4 and end.as_dict()["docks"] == ["fish1", "fish0"]


def test_a_stolen_character_cannot_be_played_in_the_same_turn() -> None:
    end = play(position(hands=["thief", "queen"]), "thief:p2+orange", "stolen:queen")
    assert seat(end, 1)["hand"] == {"queen": 1} and end.actor == 1


def test_a_high_priest_may_name_a_family_of_characters_alone() -> None:
    start = position(hands=["priest-ebony"], piles=["thief+wheat1"])
    assert [move for move in moves_of(start, "priest-ebony") if ":fish" in move] == [
        "priest-ebony:fish",
        "priest-ebony:fish+thief",
    ]
    assert seat(play(start, "priest-ebony:fish+thief"), 1)["pile"] == {"wheat1": 1}


def test_the_other_high_priest_may_lie_in_the_pile_and_go() -> None:
    start = position(hands=["priest-ebony"], piles=["priest-marble+marble2"])
    end = play(start, "priest-ebony:marble+2+priest-marble")
    assert seat(end, 1)["corruption"] == 0 and end.as_dict()["discard"]["priest-marble"] == 1


def test_the_queen_with_six_cards_in_the_deck_leaves_a_delivery_of_three() -> None:
    start = play(position(hands=["queen"], docks="fish1", deck=6, avoid="wheat1"), "queen")
    while start.is_chance:
        start = start.settle(Rng(1))
    end = settle(play(start, "take:0"))
    assert len(end.as_dict()["docks"]) == 3 and end.as_dict()["deck"] == 0


def test_a_scribe_counts_hands_after_it_was_played_and_spares_six() -> None:
    hands = ["scribe-fish", "wheat1*4+wheat0*2", "cattle1*5+cattle0+fish0"]
    end = play(position(3, hands=hands, docks="ivory0"), "scribe-fish")
    assert end.actor == 2 and sum(seat(end, 2)["hand"].values()) == 6
    assert play(end, "drop:cattle0").actor == 1


def test_a_vizier_may_take_an_amulet_or_a_character_that_others_skipped() -> None:
    start = play(position(hands=["vizier"], piles=["-", "amulet+queen"]), "vizier:p2", "see:queen")
    assert start.legal_moves() == ["retrieve:amulet", "retrieve:queen"]


# -- events --------------------------------------------------------------------------------------------------


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
    assert end.scores()[0] == 1 and end.actor == 1 and end.as_dict()["tokens_left"] == 0


# -- the end of a round --------------------------------------------------------------------------------------


def test_several_lying_sets_share_the_amulets() -> None:
    start = play(position(hands=["ebony2*2+fish1*2+amulet*2"], docks="ivory0", deck=0, turn="p2", act="p2"), "take:0")
    end = play(start, "lay:ebony+2+2+amulet", "lay:fish+1+1+amulet")
    assert [row["points"] for row in seat(end, 1)["sets"]] == [4, 2] and seat(end, 1)["corruption"] == 0


def test_a_hand_of_two_is_corruption_without_a_question() -> None:
    end = play(position(hands=["fish1", "wheat1*2"], docks="ivory0", deck=0), "take:0")
    assert end.as_dict()["phase"] == "penalty"
    assert [seat(end, number)["corruption"] for number in (1, 2)] == [2, 2]


def test_a_tie_of_corruption_is_broken_by_scarabs_of_leftovers_too() -> None:
    end = play(position(hands=["fish0", "ivory3*2"], docks="fish0", deck=0), "take:0")
    assert end.outcomes() == [("pay:p2", 1.0)]


def test_two_of_three_players_pay_when_both_size_and_scarabs_are_equal() -> None:
    start = round_end(3, piles=["fish1*2", "wheat1+cattle1", "fish0"])
    assert after_penalty(start)[0] == "pay:p1+p2"


def test_a_character_in_a_pile_has_no_scarabs_for_the_tie() -> None:
    assert after_penalty(round_end(piles=["queen+thief", "fish1+fish0"]))[0] == "pay:p2"


def test_the_penalty_counts_points_of_the_round_not_the_total() -> None:
    start = round_end(totals=[95], sets=["wheat:wheat1*3"], piles=["fish1"])
    assert after_penalty(start)[1].scores()[0] == 104


def test_the_game_does_not_end_early_after_the_first_round() -> None:
    end = after_penalty(round_end(totals=[150], piles=["fish1"]))[1]
    assert not end.is_over and end.as_dict()["round"] == 2


def test_with_two_players_above_the_limit_the_higher_total_wins() -> None:
    end = after_penalty(round_end(3, round=2, totals=[120, 130, 5], piles=["-", "-", "fish1"]))[1]
    assert end.is_over and end.ranks() == [2, 1, 3]


def test_the_next_round_uses_all_cards_again() -> None:
    end = settle(after_penalty(round_end(totals=[5], piles=["thief+fish1", "queen"]))[1])
    assert end.as_dict()["deck"] == 36 and end.as_dict()["discard"] == {} and field(end.to_text(), "used") == "-"


def test_only_one_action_is_taken_in_a_turn() -> None:
    end = play(position(hands=["thief+wheat1*3", "fish0g"], docks="ivory0,ebony0"), "take:0")
    assert end.actor == 1
    with pytest.raises(IllegalMoveError):
        end.after("set:wheat+1+1+1")
