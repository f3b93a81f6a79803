"""Sobek a second time, in plain Python over position texts: what a turn allows, and what the end of a round brings.

Numbers of the box and the table of the track are written down a second time; nothing of the engine's rules is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from egypt import Position
from tests.games.sobek.positions import field

VALUES = {"ivory": 3, "ebony": 2, "marble": 2, "cattle": 1, "fish": 1, "wheat": 1}
CHARACTERS = {
    "queen": "ivory",
    "priest-ebony": "ebony",
    "priest-marble": "marble",
    "vizier": "cattle",
    "scribe-cattle": "cattle",
    "scribe-fish": "fish",
    "thief": "fish",
    "merchant": "wheat",
    "courtesan": "wheat",
}
BLOCKS = ("ASRC", "RCAS", "SACR", "CRSA")  # the symbols after each number of the track


def bag(text: str) -> Counter[str]:
    cards: Counter[str] = Counter()
    for part in [] if text == "-" else text.split("+"):
        name, _, number = part.partition("*")
        cards[name] += int(number or 1)
    return cards


def sets_of(text: str) -> dict[str, Counter[str]]:
    found = [] if text == "-" else [part.partition(":") for part in text.split(",")]
    return {family: bag(cards) for family, _, cards in found}


def scarabs(card: str) -> int:
    return next((value for family, value in VALUES.items() if card == f"{family}{value}"), 0)


def kinds_of(family: str) -> list[str]:
    """Goods, then characters, as a move names them."""
    goods = [f"{family}{VALUES[family]}", f"{family}0", f"{family}0g"]
    return goods + [name for name, its in CHARACTERS.items() if its == family]


def back(card: str) -> str:
    return "orange" if card in CHARACTERS else "green" if card.endswith("0g") else "beige"


# -- what a turn allows --------------------------------------------------------------------------------------------


def plays(hand: Counter[str], family: str, least: int, most: int, only_amulets: bool) -> Iterator[str]:
    """All choices of `least` to `most` cards that may lie in a set of the family, as a move writes them."""
    kinds = [*kinds_of(family), "amulet"]
    for numbers in product(*(range(hand[kind] + 1) for kind in kinds)):
        if least <= sum(numbers) <= most and (only_amulets or sum(numbers[:-1])):
            words = [kind.removeprefix(family) for kind, number in zip(kinds, numbers, strict=True) for _ in range(number)]
            yield "+".join([family, *words])


def cleanings(pile: Counter[str]) -> Iterator[str]:
    """A High Priest: all goods of a family go, each of its characters may."""
    for family in VALUES:
        goods = [kind.removeprefix(family) for kind in kinds_of(family)[:3] for _ in range(pile[kind])]
        characters = [kind for kind in kinds_of(family)[3:] if pile[kind]]
        for number in range(len(characters) + 1):
            for going in combinations(characters, number):
                yield "+".join([family, *goods, *going])


class Turn:
    """The table as the player to act finds it."""

    def __init__(self, where: Position) -> None:
        text = where.to_text()
        seats = [f"p{number + 1}" for number in range(where.players)]
        self.me = field(text, "act")
        self.hands = {seat: bag(field(text, f"hand{seat[1]}")) for seat in seats}
        self.piles = {seat: bag(field(text, f"pile{seat[1]}")) for seat in seats}
        self.sets = sets_of(field(text, f"sets{self.me[1]}"))
        self.docks = [card for card in field(text, "docks").split(",") if card not in ("_", "-")]

    def moves(self) -> set[str]:
        hand = self.hands[self.me]
        found = {f"take:{place}" for place in range(min(4, len(self.docks)))}
        for family in VALUES:
            found |= {f"set:{cards}" for cards in plays(hand, family, 3, hand.total(), family in self.sets)}
        for character in CHARACTERS:
            if hand[character]:
                powers = {f"{character}:{power}" for power in self.powers(character)}
                found |= powers or {character}
        return found

    def powers(self, character: str) -> Iterator[str]:
        """What the power can work on; nothing for those that ask nothing."""
        others = [seat for seat in self.hands if seat != self.me]
        if character == "thief":
            yield from {f"{seat}+{back(card)}" for seat in others for card in self.hands[seat]}
        elif character == "vizier":
            yield from (seat for seat, pile in self.piles.items() if pile)
        elif character == "merchant":  # of equal neighbours the first
            yield from (str(place) for place, card in enumerate(self.docks) if place == 0 or self.docks[place - 1] != card)
        elif character == "courtesan":
            rest = self.hands[self.me] - Counter([character])
            for family in self.sets:
                yield from plays(rest, family, 1, 2, True)
        elif character.startswith("priest") and self.piles[self.me]:
            yield from cleanings(self.piles[self.me])


# -- the end of a round --------------------------------------------------------------------------------------------


def symbol(space: int) -> str:
    place = space % 5
    return BLOCKS[space // 5 % 4][place - 1] if place else "#"


def step_back(space: int) -> int:
    return max((lower for lower in range(space) if symbol(lower % 100) == symbol(space % 100)), default=space)


def points_of_set(cards: Counter[str], lying: bool) -> int:
    number = cards.total() - cards["prosperity"]
    total = sum(scarabs(card) * count for card, count in cards.items()) + 2 * cards["prosperity"]
    return total if lying else total * number


def end_of_round(where: Position) -> tuple[str, list[int]]:
    """Who pays, and the totals after that."""
    text = where.to_text()
    brought, totals, corruption = [], [], []
    for seat in range(1, where.players + 1):
        points, _, curses = map(int, field(text, f"p{seat}").split(","))
        standing = sum(points_of_set(cards, False) for cards in sets_of(field(text, f"sets{seat}")).values())
        lying = sum(points_of_set(cards, True) for cards in sets_of(field(text, f"lying{seat}")).values())
        brought.append(standing + lying)
        totals.append(points + brought[-1])
        cards = bag(field(text, f"pile{seat}")) + bag(field(text, f"hand{seat}"))
        corruption.append((cards.total() + 2 * curses, sum(scarabs(card) * count for card, count in cards.items())))
    payers = [seat for seat, found in enumerate(corruption) if found == max(corruption) and found[0]]
    for seat in payers:
        for _ in range(brought[seat] // 10):
            totals[seat] = step_back(totals[seat])
    return "pay:" + ("+".join(f"p{seat + 1}" for seat in payers) or "nobody"), totals
