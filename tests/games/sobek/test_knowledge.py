"""Who knows what after several events that each say a little."""

from __future__ import annotations

from collections import Counter

import pytest

from egypt import IllegalMoveError, Position, Rng, View
from tests.games.sobek.positions import GAME, cards, field, known, play, position, samples, with_tokens


def test_the_only_card_of_a_back_is_followed_through_a_theft() -> None:
    start = position(3, hands=["thief", "fish1+ivory0g"], docks="ivory3,ivory0")
    start = play(start, "thief:p2+beige", "stolen:fish1")
    assert known(start, 3, "hand1") == "fish1" and known(start, 3, "hand2") == "?green"
    assert known(start, 3, "either") == "-"


def test_of_two_possible_stolen_cards_the_one_played_settles_the_other() -> None:
    start = position(3, hands=["thief", "wheat1*2+wheat0+merchant"], docks="ivory3,ivory0")
    start = play(start, "thief:p2+beige", "stolen:wheat0")
    assert known(start, 3, "either") == "hand1|hand2:wheat1*2+wheat0"
    start = play(start, "set:wheat+1+1+merchant")
    assert known(start, 3, "hand1") == "wheat0" and known(start, 3, "either") == "-"


def test_a_robbed_player_keeps_track_of_their_card() -> None:
    start = position(3, hands=["thief", "fish0g+wheat0g", "scribe-fish"], docks="ivory3,ivory0,ebony0")
    start = play(start, "thief:p2+green", "stolen:fish0g", "take:0", "scribe-fish")
    assert known(start, 2, "hand1") == "fish0g" and known(start, 3, "hand1") == "?green"


def test_a_vizier_sorts_out_what_a_scribe_left_in_doubt() -> None:
    hand = "ivory3+fish1+fish0+wheat1+wheat0+cattle1+cattle0"
    start = position(3, hands=["scribe-fish", hand, "vizier"], docks="ebony2,ebony0,marble2")
    start = play(start, "scribe-fish", "drop:fish1", "take:0", "vizier:p2", "see:fish1")
    start = play(start, "retrieve:fish1")
    rest = "ivory3+cattle1+cattle0+fish0+wheat1+wheat0"
    assert cards(known(start, 3, "hand2")) == cards(rest) + Counter({"ebony2": 1})
    assert known(start, 3, "either") == "-" and known(start, 2, "hand3") == "fish1"
    assert "hand3" in known(start, 1, "either") and known(start, 1, "hand3") == "?beige"


def test_a_pile_once_looked_through_stays_known_when_it_is_embalmed() -> None:
    start = position(
        3,
        hands=["vizier", "wheat1*3"],
        piles=["-", "thief+merchant+queen+fish1"],
        docks="ebony2,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "vizier:p2", "see:queen", "see:thief", "see:merchant", "retrieve:queen")
    start = play(start, "set:wheat+1+1+1", "event:embalming")
    assert known(start, 1, "hand2") == "fish1+thief+merchant" and known(start, 1, "pile2") == "-"
    assert known(start, 3, "hand2") == "fish1+?orange*2"


def test_a_doubt_between_a_pile_and_another_hand_follows_the_embalmed_cards() -> None:
    start = position(
        3,
        hands=["vizier", "wheat1*3"],
        piles=["-", "cattle1+fish1"],
        docks="ebony2,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "vizier:p2", "retrieve:fish1", "set:wheat+1+1+1", "event:embalming")
    assert known(start, 3, "either") == "hand1|hand2:cattle1+fish1"
    assert known(start, 1, "hand2") == "cattle1" and known(start, 2, "hand1") == "fish1"


def test_a_skipped_character_is_known_to_the_owner_and_to_a_vizier_not_to_the_third() -> None:
    start = position(3, hands=["-", "vizier"], docks="?,?,fish1,fish0")
    start = play(start, "take:2", "draw:thief", "draw:queen", "vizier:p1", "see:queen", "see:thief")
    start = play(start, "retrieve:thief")
    assert known(start, 2, "pile1") == "queen" and known(start, 1, "hand2") == "thief"
    assert known(start, 3, "pile1") == "?orange" and known(start, 3, "hand2") == "?orange"


def test_a_card_known_to_all_that_leaves_by_kind_does_not_uncover_its_hidden_twin() -> None:
    start = position(hands=["wheat1*4"], shown_hands=["wheat1*3"], left=0,
                     used="ruse+embalming+flood*2+guild-snake")  # fmt: skip
    end = play(start, "set:wheat+1+1+1")
    assert known(end, 2, "hand1") == "?beige"


def test_a_bar_from_a_courtesan_is_lifted_by_the_queens_cards() -> None:
    start = position(hands=["courtesan+queen+wheat0g"], sets=["fish:fish1*3"], docks="ivory0,ivory0,ebony0")
    start = play(start, "courtesan", "take:0", "queen", "draw:fish0", "draw:amulet", "draw:thief")
    found = samples(start, 2, "hand1")
    assert found["fish0"] and found["amulet"] and found["thief"] and not found["fish0g"]


def test_a_bar_is_lifted_by_a_stolen_card() -> None:
    start = position(
        3,
        hands=["courtesan+thief+ivory0g", "fish0g"],
        sets=["cattle:cattle1*3"],
        docks="ivory0,ebony0,ebony0",
        avoid="cattle0g",
    )
    start = play(start, "courtesan")
    assert not samples(start, 3, "hand1")["cattle0g"] and samples(start, 3, "hand2")["cattle0g"]
    start = play(start, "take:0", "take:0", "thief:p2+green", "stolen:fish0g")
    assert samples(start, 3, "hand1")["cattle0g"]


def test_a_bar_is_lifted_by_embalmed_cards_that_others_have_not_seen() -> None:
    start = position(
        hands=["courtesan+wheat1*3"],
        sets=["cattle:cattle1*3"],
        piles=["vizier+fish1"],
        docks="ivory0,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "courtesan", "take:0", "set:wheat+1+1+1", "event:embalming")
    found = samples(start, 2, "hand1")
    assert found["vizier"] and found["scribe-cattle"] and found["fish1"] == 200


def test_a_character_that_the_high_priest_kept_stays_possible() -> None:
    start = position(hands=["priest-ebony"], piles=["fish1+thief"])
    start = play(start, "priest-ebony:fish+1")
    assert samples(start, 2, "pile1")["thief"] and known(start, 2, "pile1") == "?orange"


def test_players_who_have_not_looked_at_the_tokens_learn_the_used_ones_alone() -> None:
    start = position(3, hands=["wheat1*3", "fish1*3"], docks="ivory3,ivory0,ebony2")
    start = play(start, "set:wheat+1+1+1", *["token:guild-ankh", "token:guild-snake", "token:guild-scorpion"])
    start = play(start, "token:ruse", "token:curse", "event:ruse")
    start = play(start, "set:fish+1+1+1", "sight:guild-ankh+guild-snake+guild-scorpion+curse", "event:curse+p3")
    assert known(start, 3, "tokens") == "?3" and field(start.to_text(), "looked") == "p1+p2"
    assert known(start, 3, "used") == "curse+ruse"


def test_illegal_moves_change_nothing() -> None:
    start = position(hands=["wheat1*2+amulet"], docks="fish1,fish0")
    before = start.to_text()
    for move in ("take:2", "set:wheat+1+1", "set:fish+1+amulet+amulet", "thief", "event:flood", "done"):
        with pytest.raises(IllegalMoveError):
            start.after(move)
    assert start.to_text() == before


def test_a_bar_ends_when_a_shown_card_of_its_kind_may_have_left_unseen() -> None:
    start = position(
        3,
        hands=["-", "-", "vizier+ebony2+ebony0g+priest-ebony"],
        shown_hands=[None, None, "-"],
        piles=["ebony2+fish1"],
        barred="pile1:ebony2+ebony0+ebony0g",
        turn="p3",
        act="p3",
        docks="ivory0,ivory0,marble0",
        left=0,
        used="ruse+embalming+flood*2+guild-snake",
    )
    start = play(start, "vizier:p1", "retrieve:fish1", "take:0", "take:0", "set:ebony+2+0g+priest-ebony")
    # for p2 the ebony on the table may be the one they had seen in the pile, or another one
    assert samples(start, 2, "pile1")["ebony2"]


def test_a_card_of_a_group_is_not_dealt_where_its_kind_is_barred() -> None:
    start = position(3, hands=["-", "cattle1+wheat0g", "wheat1*2"], shown_hands=[None, "-", "-"], docks="ivory0,ebony0")
    text = start.view(0).to_text().replace("either=-", "either=hand2|hand3:fish1")
    view = View.from_text(text.replace("barred=-", "barred=hand2:fish1"), GAME)
    for seed in range(60):
        world = view.sample(Rng(seed))
        world.validate()
        assert "fish1" in field(world.to_text(), "hand3") and "fish1" not in field(world.to_text(), "hand2")


def test_a_doubt_that_a_vizier_settles_leaves_no_empty_group():
    """p1 knew a fish to lie in p2's hand or pile and sees it in the pile; more of the pile is still to be turned over."""
    before = (
        "sobek/1;viewer=all;players=2;variant=standard;round=1;phase=look;act=chance;turn=p1;starter=p1;docks=marble2,fish0,wheat1;"
        "deck=0;draws=2+0;target=p2;back=-;begun=-;lay=-;flood=0+0;left=2;drawn=2;looked=p1+p2;"
        "used=guild-snake+prosperity+curse;tokens=flood+ruse;discard=queen+vizier+scribe-cattle;barred=-;p1=2,2,1;"
        "sets1=cattle:cattle1*2+cattle0;lying1=-;shown-hand1=ivory0+marble0+cattle1+wheat1;"
        "shown-pile1=ivory3+ivory0+ebony2+cattle1+fish1+wheat1+wheat0*2+amulet*3;p2=0,0,0;"
        "sets2=ebony:ebony2*2+ebony0,marble:marble2+marble0g+amulet;lying2=-;shown-hand2=ebony2;"
        "shown-pile2=ivory3*2+marble2+marble0+fish1+fish0*2+wheat1+amulet;hand1=ivory0+marble0+cattle1+fish0g*2+wheat1;"
        "pile1=ivory3+ivory0+ebony2+cattle1+fish1+wheat1+wheat0*2+amulet*3+courtesan;hand2=ebony2+marble0+cattle1+wheat0g+thief;"
        "pile2=ivory3*2+marble2+marble0+fish1*2+fish0*2+wheat1+amulet+merchant;knows=-;either=p1:hand2|pile2:fish1;blind=-;floor=ivory0g"
    )
    after = Position.from_text(before, GAME).after("see:fish1")
    after.validate()
    assert "either=-;" in after.to_text()
    assert Position.from_text(after.to_text(), GAME) == after
