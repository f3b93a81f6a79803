"""Moves of Jars in words, from the plain data of a position or view before the move."""

from __future__ import annotations

from typing import Any

from egypt.core.saying import Saying, listing, number, several

PRICE = 2
HAND_SIZE = 3


def say_move(table: dict[str, Any], actor: str, move: str, after: dict[str, Any] | None = None) -> Saying:
    """The sentence of a move or draw, and the ids of what it touches; all that follows can be told beforehand."""
    verb, _, argument = move.partition(":")
    match verb:
        case "lay":
            return Saying(f"{actor} lays {_card(argument)} face down", (_held(actor, argument), f"laid:{actor}"))
        case "draw":
            return Saying(f"{actor} pays {several(PRICE, 'point')} to draw a card", ("deck", f"score:{actor}"))
        case "pass":
            return Saying(f"{actor} buys no card", ("deck",))
        case "card":
            return _say_card(table, argument)
        case _:
            return _say_reveal(table, [int(card) for card in argument.split("+")])


def _card(card: str) -> str:
    return "a card" if card == "?" else f"the {number(int(card))}"


def _held(seat: str, card: str) -> str:
    """A card that is not seen has no id of its own."""
    return f"hand:{seat}" if card == "?" else f"hand:{seat}:{card}"


def _say_card(table: dict[str, Any], card: str) -> Saying:
    """Who receives a card of the deck: in the deal the first seat without a full hand, later who has bought it."""
    bought = table["phase"] == "draw"
    if bought:
        seat = table["winner"]
    else:
        seat = next(seat["seat"] for seat in table["seats"] if _size(seat) < HAND_SIZE)
    what = "a card" if card == "?" else f"a {number(int(card))}"
    return Saying(f"{seat} {'draws' if bought else 'is dealt'} {what}", ("deck", _held(seat, card)))


def _size(seat: dict[str, Any]) -> int:
    hand = seat["hand"]
    return hand["unseen"] + sum(card["count"] for card in hand["cards"])


def _say_reveal(table: dict[str, Any], cards: list[int]) -> Saying:
    """The highest value that lies there once takes the sum of all."""
    seats = [seat["seat"] for seat in table["seats"]]
    shown = listing([f"{seat} has laid the {number(card)}" for seat, card in zip(seats, cards, strict=True)])
    single = [card for card in cards if cards.count(card) == 1]
    touches = tuple(f"laid:{seat}" for seat in seats)
    if not single:
        return Saying(
            f"the cards are turned over: {shown}; no value lies there only once, and no player takes them",
            (*touches, "gone"),
        )
    winner = seats[cards.index(max(single))]
    return Saying(
        f"the cards are turned over: {shown}; {winner} takes {several(sum(cards), 'point')}",
        (*touches, "gone", f"score:{winner}"),
    )
