"""Positions of Sobek from partial descriptions: what a test does not care about is filled in so that all 63
cards balance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from egypt import Position, Rng, View, get_game
from egypt.core.fields import parse_pairs, write_counts, write_fields
from egypt.games.sobek.tables import COMPONENTS

GAME = get_game("sobek")
KINDS = {row.name: row for row in COMPONENTS.kinds}
TOKENS = tuple(row.name for row in COMPONENTS.tokens)


def cards(text: str) -> Counter[str]:
    return Counter() if text == "-" else Counter(parse_pairs(text, list(KINDS), "cards"))


def text_of(bag: Counter[str]) -> str:
    return write_counts({name: bag[name] for name in KINDS})


def set_cards(text: str) -> Counter[str]:
    """The cards of a field such as `fish:fish1*2+amulet+prosperity`."""
    total: Counter[str] = Counter()
    for part in [] if text == "-" else text.split(","):
        total += Counter(parse_pairs(part.partition(":")[2], [*KINDS, "prosperity"], "sets"))
    del total["prosperity"]
    return total


def seen_by_all(bag: Counter[str]) -> Counter[str]:
    """By default the beige goods of hands and piles came from the docks, where all have seen them."""
    return Counter({name: count for name, count in bag.items() if KINDS[name].back == "beige"})


def in_order(tokens: str) -> str:
    """Tokens in the order of the notation."""
    counts = parse_pairs(tokens, TOKENS, "tokens")
    return write_counts({name: counts.get(name, 0) for name in TOKENS})


def _at(values: Sequence[Any], seat: int, default: Any) -> Any:
    return values[seat] if seat < len(values) and values[seat] is not None else default


class Box:
    """What of the box lies nowhere yet, and what has been thrown away to make the decks as small as they are."""

    def __init__(self, placed: Counter[str], discard: str, avoid: str) -> None:
        self.thrown = cards(discard)
        self._avoid = cards(avoid)
        self._free = Counter({name: row.count for name, row in KINDS.items()})
        self._free.subtract(placed)
        lacking = min(self._free, key=lambda name: self._free[name])
        assert self._free[lacking] >= 0, f"more than the box holds: {lacking}"

    def throw(self, is_green: bool, number: int) -> None:
        """To the discard pile, the kinds to avoid last."""
        assert number >= 0, f"too many cards placed, {is_green=}"
        for name in sorted(self._free, key=lambda name: (name in self._avoid, list(KINDS).index(name))):
            if (KINDS[name].back == "green") == is_green:
                thrown = min(number, self._free[name])
                self._free[name] -= thrown
                self.thrown[name] += thrown
                number -= thrown
        assert number == 0


def position(
    players: int = 2,
    *,
    hands: Sequence[str] = (),
    piles: Sequence[str] = (),
    sets: Sequence[str] = (),
    lying: Sequence[str] = (),
    docks: str = "fish1,fish0,wheat1,wheat0,cattle1",
    deck: int | None = None,
    discard: str = "-",
    totals: Sequence[int] = (),
    gains: Sequence[int] = (),
    curses: Sequence[int] = (),
    shown_hands: Sequence[str | None] = (),
    shown_piles: Sequence[str | None] = (),
    avoid: str = "-",
    **fields: Any,
) -> Position:
    """A position in which p1 is to take their turn; `fields` overrides fields of the text by name (`_` for `-`).

    Cards that must lie somewhere to make the deck as small as asked for go to the discard pile; kinds in
    `avoid` stay in the deck.
    """
    hand = [cards(_at(hands, seat, "-")) for seat in range(players)]
    pile = [cards(_at(piles, seat, "-")) for seat in range(players)]
    laid = [_at(texts, seat, "-") for texts in (sets, lying) for seat in range(players)]
    dock_names = [] if docks == "-" else docks.split(",")
    placed = sum([*hand, *pile, *map(set_cards, laid), cards(discard)], Counter())
    placed += Counter(name for name in dock_names if name in KINDS)
    box = Box(placed, discard, avoid)
    green = sum(count for name, count in placed.items() if KINDS[name].back == "green")
    left = (45 if players == 2 else 54) - (placed.total() - green) - dock_names.count("?")
    deck = left if deck is None else deck
    box.throw(True, 2 * players - green)
    box.throw(False, left - deck)
    # fmt: off
    values: dict[str, Any] = {
        "viewer": "all", "players": players, "variant": "standard", "round": 1, "phase": "turn", "act": "p1", "turn": "p1",
        "starter": "p1", "docks": docks, "deck": deck, "draws": "0+0", "target": "p1", "back": "green", "begun": "ivory+0",
        "lay": "0+0", "flood": "0+0", "left": 5, "drawn": 0, "looked": "-", "used": "-", "tokens": "-",
        "discard": text_of(box.thrown), "barred": "-",
    }
    # fmt: on
    for seat in range(players):
        number = seat + 1
        values[f"p{number}"] = ",".join(str(_at(numbers, seat, 0)) for numbers in (totals, gains, curses))
        values[f"sets{number}"], values[f"lying{number}"] = laid[seat], laid[players + seat]
        values[f"shown-hand{number}"] = _at(shown_hands, seat, text_of(seen_by_all(hand[seat])))
        values[f"shown-pile{number}"] = _at(shown_piles, seat, text_of(seen_by_all(pile[seat])))
    for seat in range(players):
        values[f"hand{seat + 1}"], values[f"pile{seat + 1}"] = text_of(hand[seat]), text_of(pile[seat])
    values |= {"knows": "-", "either": "-", "blind": "-", "floor": "ivory3"}
    assert set(fields) <= set(values), fields
    values |= {key: in_order(value) if key in ("tokens", "used") else value for key, value in fields.items()}
    return Position.from_text(write_fields("sobek/1", values), GAME)


def round_end(players: int = 2, **description: Any) -> Position:
    """The moment when the piles are compared."""
    settings: dict[str, Any] = {"phase": "penalty", "act": "chance", "docks": "-", "deck": 0, "lay": f"0+{players}"}
    return position(players, **{**settings, **description})


def with_tokens(tokens: str, number: int, used: str = "-") -> dict[str, Any]:
    """Fields of a position in which all have looked at the tokens left."""
    return {"left": number, "drawn": number, "looked": "p1+p2", "tokens": tokens, "used": used}


def play(start: Position, *moves: str) -> Position:
    """Apply moves and outcomes in order, each checked for legality, each result validated."""
    for move in moves:
        start = start.after(move)
        start.validate()
    return start


def settle(start: Position, seed: int = 0) -> Position:
    return start.settle(Rng(seed))


def counts(things: list[dict[str, Any]]) -> dict[str, int]:
    """Cards or tokens of the plain data by name; unknown cards by their backs, as `?beige`."""
    return {thing["kind"] or thing["component"].replace("back:", "?"): thing["count"] for thing in things}


def plain(start: Position | View) -> dict[str, Any]:
    """The plain data with cards counted by name, as tests say them."""
    data = start.as_dict()
    for row in data["seats"]:
        row["hand"], row["pile"] = counts(row["hand"]["cards"]), counts(row["pile"]["cards"])
        for laid in row["sets"]:
            laid["cards"] = counts(laid["cards"])
    data["docks"] = ["_" if card["empty"] else card["kind"] or "?" for card in data["docks"]["cards"]]
    data["discard"], data["deck"] = counts(data["discard"]["cards"]), data["deck"]["count"]
    return data


def seat(start: Position, number: int) -> dict[str, Any]:
    """The plain data of a seat, counted from 1."""
    data: dict[str, Any] = plain(start)["seats"][number - 1]
    return data


def moves_of(start: Position, verb: str) -> list[str]:
    return [move for move in start.legal_moves() if move == verb or move.startswith(verb + ":")]


def field(text: str, key: str) -> str:
    """One field of a position or view text."""
    return dict(part.split("=", 1) for part in text.split(";")[1:])[key]


def hand_size(start: Position, number: int) -> int:
    return sum(seat(start, number)["hand"].values())


def after_penalty(start: Position) -> tuple[str, Position]:
    """Who pays, and the position after the scoring."""
    ((outcome, probability),) = start.outcomes()
    assert probability == 1
    return outcome, start.after(outcome)


def known(start: Position, viewer: int, place: str) -> str:
    """What a viewer (counted from 1) knows of a place such as `hand2`."""
    return field(start.view(viewer - 1).to_text(), place)


def samples(start: Position, viewer: int, place: str, number: int = 200) -> Counter[str]:
    """All cards that samples of a viewer (counted from 1) put in a place."""
    found: Counter[str] = Counter()
    for seed in range(number):
        found += cards(field(start.view(viewer - 1).sample(Rng(seed)).to_text(), place))
    return found
