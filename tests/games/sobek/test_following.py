"""Worlds in which an event can happen, also where hardly any world allows it."""

from __future__ import annotations

import pytest

from egypt import CHANCE, EgyptError, IllegalMoveError, Position, Rng
from tests.games.sobek.positions import GAME, field, play, position, round_end, with_tokens

HIDDEN = {"shown_hands": [None, "-"], "shown_piles": [None, "-"]}  # nobody has seen the cards of p2


def follow(before: Position, move: str, viewer: int = 0) -> None:
    """The view (of a seat from 0) after a move as it perceives it is the view of the position after the move."""
    perceived = before.observed(move, viewer)
    after = before.view(viewer).after(before.actor, perceived)
    assert after == before.after(move).view(viewer)
    world = before.view(viewer).sample_for(Rng(1), before.actor, GAME.move_code(perceived))
    world.validate()
    assert world.view(viewer) == before.view(viewer)


@pytest.mark.parametrize(
    ("hand", "pile", "move"),
    [
        ("ivory3*3+ivory0+ivory0g+queen+amulet*2", "-", "set:ivory+3+3+3+0+0g+queen+amulet+amulet"),
        ("priest-ebony", "fish1*3+fish0+scribe-fish+thief+wheat1", "priest-ebony:fish+1+1+1+0+thief"),
        ("courtesan+marble2+priest-marble", "-", "courtesan:marble+2+priest-marble"),
        ("courtesan+fish1*3", "-", "courtesan"),
        ("merchant", "-", "merchant:1"),
    ],
)
def test_cards_that_nobody_had_seen(hand: str, pile: str, move: str) -> None:
    sets = ["-", "marble:marble2*2+marble0"] if "courtesan" in move else []
    start = position(
        hands=["-", hand], piles=["-", pile], sets=sets, docks="ebony2,cattle1,wheat0", turn="p2", act="p2", **HIDDEN
    )
    follow(start, move)


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_merchant_at_the_second_of_equal_neighbours(viewer: int) -> None:
    """The first is listed for both, and a referee passes on the one that was named."""
    start = position(hands=["-", "merchant"], docks="ebony2,cattle1,cattle1", turn="p2", act="p2")
    assert "merchant:2" not in start.legal_moves()
    follow(start, "merchant:2", viewer)


def test_what_a_vizier_finds_comes_in_order() -> None:
    pile = "ivory3*2+cattle1+amulet*2+thief+courtesan"
    now = play(position(3, hands=["vizier"], piles=["-", pile], shown_piles=[None, "-"]), "vizier:p2")
    while now.is_chance:
        ((move, _),) = now.outcomes()
        for viewer in range(3):
            follow(now, move, viewer)
        now = play(now, move)
    for viewer in range(3):
        follow(now, "retrieve:thief", viewer)


def test_a_stolen_card_and_a_token() -> None:
    start = position(hands=["thief", "ivory3+ebony2+marble2+cattle1+fish1"], **HIDDEN)
    follow(play(start, "thief:p2+beige"), "stolen:marble2")
    tokens = position(
        hands=["-", "wheat1*3"],
        turn="p2",
        act="p2",
        **{**with_tokens("flood+ruse", 2, "prosperity+curse*2"), "looked": "p2"},
        curses=[2, 0],
    )
    follow(play(tokens, "set:wheat+1+1+1"), "event:ruse")


def test_who_pays_tells_about_hidden_scarabs() -> None:
    """Equal piles: that p2 alone pays needs at least four scarabs on two cards that p1 has not seen."""
    start = round_end(piles=["ivory3+fish0", "ivory3+ebony2"], **HIDDEN)
    follow(start, "pay:p2")


@pytest.mark.parametrize(
    ("actor", "move"),
    [
        (1, "set:ivory+3+3+3"),  # one of them lies in the viewer's hand
        (1, "set:wheat+1+1+1"),  # three cards, but one is known to be something else
        (1, "take:4"),
        (1, "event:flood"),
        (0, "take:0"),
        (CHANCE, "dock:fish1"),
        (1, "queen"),
        (1, "courtesan:fish+1"),
    ],
)
def test_what_cannot_have_happened_is_refused(actor: int, move: str) -> None:
    start = position(
        hands=["ivory3+queen", "fish1+wheat1*2"],
        shown_hands=[None, "fish1"],
        docks="ebony2,cattle1,wheat0,fish0,fish0",
        turn="p2",
        act="p2",
    )
    view = start.view(0)
    with pytest.raises(EgyptError):
        view.after(actor, move)
    assert field(view.to_text(), "hand2") == "fish1+?beige*2"


def test_a_card_is_drawn_from_what_is_left() -> None:
    """All cards with scarabs of ivory are in the viewer's hand but one: it can be delivered once."""
    start = position(
        hands=["ivory3*2", "amulet"],
        shown_hands=[None, "-"],
        docks="_,_,_,_,_,_,_,cattle1,wheat0",
        phase="delivery",
        act="chance",
        turn="p1",
    )
    follow(start, "dock:ivory3")
    view = start.view(0).after(CHANCE, "dock:ivory3")
    with pytest.raises(IllegalMoveError, match="cannot have happened"):
        view.after(CHANCE, "dock:ivory3")


@pytest.mark.parametrize(
    ("piles", "payers"),
    [
        (["ivory3+ebony2*3+marble2+cattle1*3", "ivory3*2+ebony2+marble2*2+fish1*3"], "p2"),
        (
            ["ebony2*2+marble2+cattle1*4+ivory0", "ivory3*2+ebony2*2+fish1*2+ivory0+ebony0", "ivory3+marble2*2+wheat1*5"],
            "p2+p3",
        ),
    ],
)
def test_who_pays_where_hardly_any_world_says_so(piles: list[str], payers: str) -> None:
    """Eight cards each; p1, whose pile has many scarabs, sees none of the others: one world in hundreds of thousands."""
    rest = ["wheat0*3+fish0*3+cattle0*2", "marble0*3+amulet*5"]
    piles = [*piles, *rest][:4]
    start = round_end(4, piles=piles, shown_piles=[None, "-", "-", "-"])
    follow(start, f"pay:{payers}")


def test_piles_that_cannot_have_the_scarabs_are_refused() -> None:
    start = round_end(piles=["ivory3*2+ebony2*2", "ivory3+ebony2*2+marble2"], **HIDDEN)
    with pytest.raises(IllegalMoveError, match="cannot have happened"):
        start.view(0).after(CHANCE, "pay:p2")


def test_a_set_that_is_begun_tells_that_a_hand_is_huge() -> None:
    """Five amulets and whole families: no other twenty-one cards have so many sets."""
    hand = "ivory3*3+ivory0*2+ivory0g+ebony2*4+ebony0*2+marble2*2+marble0+amulet*5+queen"
    start = position(hands=["-", hand], shown_hands=[None, "-"], turn="p2", act="p2")
    begin = next(move for move in start.legal_moves() if move.startswith("begin:"))
    follow(start, begin)
    follow(start.after(begin), next(move for move in start.after(begin).legal_moves()))


def test_cards_come_from_the_narrowest_place_that_is_known() -> None:
    """p1 knows cards to lie in the hand or the pile of p2: the set shows which ones lay in the hand."""
    start = position(
        hands=["-", "ivory3*3+ebony2*3"],
        piles=["-", "marble2*3"],
        shown_hands=[None, "-"],
        shown_piles=[None, "-"],
        either="p1:hand2|pile2:ivory3*3",
        turn="p2",
        act="p2",
    )
    follow(start, "set:ivory+3+3+3")
