"""What Sobek says of its moves: what follows for certain is said, and it is what happens."""

from __future__ import annotations

import re

import pytest

from egypt import Position, Rng, Table, public_data
from egypt.core.table import Event
from tests.contract.cases import random_game
from tests.games.sobek.positions import GAME, play, position, round_end, with_tokens
from tests.games.sobek.told_things import PHRASES, held, in_all
from tests.games.sums import differences_in_turn, phrases_never_missed, random_events
from tests.scale import scaled, seeded


def sentence(start: Position, move: str) -> str:
    said: str = start.say(move).sentence
    return said


def heard(start: Position, move: str, viewer: int) -> str:
    """What a seat (from 1) hears of a move that it perceives in its own way."""
    said: str = start.view(viewer - 1).say(start.observed(move, viewer - 1)).sentence
    return said


def test_taking_a_card() -> None:
    start = position(docks="wheat1,?,ebony2,fish0,fish1")
    assert sentence(start, "take:0") == "p1 takes the first card, wheat with one scarab"
    assert start.say("take:2").sentence == (
        "p1 takes the third card, ebony with two scarabs; wheat with one scarab and a face-down character go to the "
        "corruption pile of p1"
    )
    assert start.say("take:2").touches == ("dock:0", "dock:1", "dock:2", "hand:p1", "pile:p1")
    last = position(docks="ivory3", deck=6)
    assert sentence(last, "take:0").endswith("the docks are empty, and six cards are delivered next")
    assert sentence(position(docks="ivory3", deck=0), "take:0").endswith("docks and deck are empty, and the round is over")


def test_a_character_is_named_to_those_who_see_it() -> None:
    start = play(position(3, docks="?,wheat1,fish1"), "take:1")
    assert heard(start, "draw:thief", 1) == "the character that p1 has skipped is the Thief"
    assert heard(start, "draw:thief", 2) == "the character that p1 has skipped stays unseen"


def test_sets() -> None:
    start = position(hands=["fish1*2+fish0+fish0g+thief+amulet"], docks="ivory0,ebony0")
    assert sentence(start, "set:fish+1+1+0g+thief+amulet") == (
        "p1 plays a set of fish with two cards with one scarab, one card with a green back, the Thief and one amulet; "
        "an event happens"
    )
    more = position(
        hands=["fish1+amulet*2"],
        sets=["fish:fish1*2+fish0"],
        **with_tokens("-", 0, "flood*2+curse+ruse+embalming"),
        curses=[1],
    )
    assert sentence(more, "set:fish+1+amulet+amulet") == (
        "p1 extends the set of fish with one card with one scarab and two amulets; there is no event token left"
    )


def test_the_cards_of_a_set_can_be_pointed_at() -> None:
    start = position(hands=["fish1*2+fish0+thief+amulet"], docks="ivory0,ebony0")
    hand = start.as_dict()["seats"][0]["hand"]["cards"]
    assert [card["copies"] for card in hand if card["count"] == 2] == [[{"id": "hand:p1:fish1:2"}]]
    assert start.say("set:fish+1+1+thief").touches == (
        "hand:p1",
        "set:p1:fish",
        "hand:p1:fish1",
        "hand:p1:fish1:2",
        "hand:p1:thief",
        "events",
    )
    assert "hand:p1:fish1:2" not in start.say("set:fish+1+0+amulet").touches, "one of two"
    shown = start.view(1).say("set:fish+1+1+thief").touches
    assert "hand:p1:fish1" in shown and "hand:p1:thief" not in shown, "others know what came from the docks, no more"


def test_characters() -> None:
    start = position(3, hands=["thief+scribe-fish+vizier", "wheat1*4+fish1*4", "ivory3"], piles=["-", "wheat0*2"])
    assert sentence(start, "thief:p2+beige") == "p1 plays the Thief and steals a card with a beige back from p2"
    assert sentence(start, "scribe-fish") == "p1 plays the Scribe of fish; p2 must drop two cards"
    assert sentence(start, "vizier:p2") == "p1 plays the Vizier and looks through the corruption pile of p2, two cards"
    stolen = play(start, "thief:p2+beige")
    assert heard(stolen, "stolen:wheat1", 1) == "p1 has stolen wheat with one scarab from p2"
    assert heard(stolen, "stolen:wheat1", 3) == "p1 has stolen a card with a beige back from p2"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("flood", "p1 chooses Flood and takes another turn"),
        ("curse+p2", "p1 chooses Curse for p2, whose corruption grows by two cards"),
        ("prosperity+wheat", "p1 chooses Prosperity for the set of wheat, which counts two scarabs more"),
        (
            "guild-ankh+p2",
            "p1 chooses the Guild of the ankh; the marker of p1 goes forward to 39; the marker of p2 goes back to 41",
        ),
    ],
)
def test_events(event: str, said: str) -> None:
    start = position(
        hands=["wheat1*3"], totals=[38, 44], left=5, drawn=5, looked="p1+p2", tokens="guild-ankh+prosperity+flood+curse*2"
    )
    assert sentence(play(start, "set:wheat+1+1+1"), f"event:{event}") == said


@pytest.mark.parametrize("variant", GAME.variants)
def test_what_is_said_to_follow_happens(variant: str) -> None:
    """In random games: deliveries, drops, markers, hands that are laid aside, the end of a round."""
    for seed in range(12):
        for ply in random_game(Position.start(GAME, 2 + seed % 3, variant), Rng(seed)):
            if not ply.code:
                break
            said = ply.position.say(ply.code).sentence
            before, after = ply.position.as_dict(), ply.position.after(ply.code).as_dict()
            if ply.position.actor >= 0:
                assert ("the docks are empty" in said) == (
                    bool(before["docks"]["cards"])
                    and before["deck"]["count"] > 0
                    and (not after["docks"]["cards"] or after["phase"] == "delivery")
                ), said
                assert ("the corruption piles are compared" in said) == (
                    before["phase"] in ("lay", "lay-set") and after["phase"] == "penalty"
                ), said
                assert ("must drop" in said) == (before["phase"] != "drop" and after["phase"] == "drop"), said
            for row in after["seats"]:
                for way in ("forward to", "back to"):
                    if f"the marker of {row['seat']} goes {way} " in said:
                        goal = said.partition(f"the marker of {row['seat']} goes {way} ")[2].partition(";")[0]
                        assert int(goal) == row["score"], said


@pytest.mark.parametrize(("total", "over"), [(101, True), (100, False)])
def test_an_early_end_is_told(total: int, over: bool) -> None:
    start = round_end(totals=[total, 5], piles=["-", "fish1"], round=2)
    said = Event(1, start.actor, start, GAME.move_code("pay:p2")).saying(0)
    assert said.sentence.endswith("the game ends early, because a player has more than 100 points") == over
    assert start.after("pay:p2").is_over == over


@pytest.mark.parametrize(("cattle", "taken"), [("cattle1*3", "nine points"), ("cattle1+cattle0*2", "nothing")])
def test_what_a_penalty_takes_is_told(cattle: str, taken: str) -> None:
    sets = f"ebony:ebony2*2+ebony0,cattle:{cattle}" if taken != "nothing" else f"cattle:{cattle}"
    start = round_end(totals=[38], sets=[sets], lying=["wheat:wheat1*2+wheat0"], piles=["fish1"])
    said = Event(1, start.actor, start, GAME.move_code("pay:p1")).saying(0).sentence
    assert said.startswith("p1 is the most corrupt and pays a penalty; the sets of the round are counted; ")
    assert f"; the penalty takes {taken} from p1" in said


# -- cards, curses and event tokens, kind by kind ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", GAME.variants)
def test_cards_that_are_told_add_up_to_those_that_change(players: int, variant: str) -> None:
    events = random_events(GAME, players, variant, map(seeded, range(scaled(12))))
    assert differences_in_turn(events, held, PHRASES, players, in_all) == []


def test_a_clause_about_cards_that_is_left_out_is_missed() -> None:
    assert phrases_never_missed(random_events(GAME, 3, "standard", range(40)), held, PHRASES) == set()


def test_a_pile_with_unseen_characters_is_taken_when_they_are_known() -> None:
    asked = ""
    for event in random_events(GAME, 2, "alternate", range(40)):
        said = event.saying().sentence
        if event.before.as_dict()["phase"] == "unwrap" != event.after.as_dict()["phase"]:
            break
        asked = said if "chooses Embalming" in said else asked
    assert re.fullmatch(r"p\d chooses Embalming and looks at the \w+ cards of the own corruption pile first", asked)
    assert re.fullmatch(r"p\d finds .*; p\d takes \w+ cards from the own corruption pile", said)


def told(start: Position, move: str) -> str:
    return Event(1, start.actor, start, GAME.move_code(move)).saying().sentence


def test_a_hand_too_small_for_a_set_is_told_with_the_last_card() -> None:
    start = position(3, docks="ivory3", deck=0, hands=["-", "fish1*2", "fish0*3"], act="p1")
    assert "too few cards" not in sentence(start, "take:0")
    assert told(start, "take:0").endswith(
        "the round is over; p1 has too few cards for a set, and one card becomes corruption; "
        "p2 has too few cards for a set, and two cards become corruption"
    )


# -- why scores change -------------------------------------------------------------------------------------------------


def test_the_sets_of_a_round_and_the_penalty_are_told() -> None:
    start = round_end(
        totals=[38], sets=["ebony:ebony2*2+ebony0,cattle:cattle1*3"], lying=["wheat:wheat1*2+wheat0"], piles=["fish1"]
    )
    items = [(item.seat, item.item, item.text, item.score) for item in start.score_items("pay:p1")]
    assert items == [
        (0, "set", "set of ebony, cards times scarabs", 12),
        (0, "set", "set of cattle, cards times scarabs", 9),
        (0, "lying-set", "horizontal set of wheat, scarabs", 2),
        (0, "penalty", "penalty of the most corrupt", -9),
    ]


def test_a_ruse_is_told() -> None:
    start = position(
        hands=["wheat1*3"], piles=["fish1*2+cattle1"], **with_tokens("ruse", 1, "flood*2+curse+embalming"), curses=[0, 1]
    )
    items = play(start, "set:wheat+1+1+1").score_items("event:ruse")
    assert [(item.item, item.score) for item in items] == [("ruse", 3)]


def test_onlookers_hear_of_no_card_that_two_seats_know_differently() -> None:
    """p1 has seen two cards of a kind in p2's hand, p3 one: who sees the least says how many there are, and where."""
    table, rng, differ = Table.deal(GAME, 3, 41), Rng(41), 0
    while not table.is_over:
        moves = table.legal_moves()
        moves = [move for move in moves if "thief" in move] or moves
        table.play(moves[rng.below(len(moves))])
        for seat in public_data(table.position)["seats"]:
            for card in [*(seat["hand"]["cards"] or ()), *(seat["pile"]["cards"] or ())]:
                if card["count"] is None:
                    differ += 1
                    assert card.get("copies") is None
    assert differ > 0
