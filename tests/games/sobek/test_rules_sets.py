"""Vertical sets: what a careful opponent would ask at the table."""

from __future__ import annotations

from tests.games.sobek.positions import moves_of, plain, play, position, seat


def test_a_second_play_of_a_family_joins_the_first_set() -> None:
    start = position(hands=["marble2+marble0+amulet"], sets=["marble:marble2*2+marble0"], left=0,
                     used="ruse+embalming+flood*2+guild-snake")  # fmt: skip
    end = play(start, "set:marble+2+0+amulet")
    assert [row["score"] for row in seat(end, 1)["sets"]] == [6 * 6]


def test_three_amulets_added_to_a_set_trigger_an_event() -> None:
    start = position(hands=["amulet*3"], sets=["ivory:ivory3*3"])
    end = play(start, "set:ivory+amulet+amulet+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 9 * 6 and plain(end)["phase"] == "tokens"


def test_characters_and_amulets_are_a_set_without_any_good() -> None:
    start = position(hands=["vizier+scribe-cattle+amulet"], docks="fish1", left=0, used="ruse+flood*2+embalming+guild-ankh")
    end = play(start, "set:cattle+vizier+scribe-cattle+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 0 and end.actor == 1


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
    assert seat(end, 1)["sets"][0]["score"] == (3 + 2) * 6
