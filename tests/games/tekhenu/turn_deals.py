"""Positions of Tekhenu with rich hands: random games up to a turn, then cards and goods dealt anew to the player on turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine import Position, Rng
from tests.games.tekhenu.positions import GAME
from tests.games.tekhenu.turn_table import GOODS, attributes_of, fields_of, words_of


class Cards(NamedTuple):
    """What is dealt to a hand: never the one, always the other (if nobody else has it)."""

    without: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()


ANY = Cards()


def written(fields: dict[str, str]) -> str:
    return ";".join(["tekhenu/1", *(f"{key}={value}" for key, value in fields.items())])


def with_attributes(attributes: dict[str, str]) -> str:
    return ",".join(f"{key}:{value}" for key, value in attributes.items() if value not in ("-", "")) or "-"


SEAT_KEYS = (
    "vp", "population", "happiness", "production", "goods", "sites", "shops", "pillars", "gods", "people", "blessings",
    "technologies", "decrees", "hidden", "under", "drafted", "destiny", "rewards", "dice", "surplus", "balance",
)  # fmt: skip


def turn_starts(rng: random.Random) -> Iterator[str]:
    """Starts of turns in random games, a few of each game."""
    while True:
        nature = Rng(rng.randrange(1 << 32))
        where = Position.start(GAME, rng.choice((2, 2, 3, 4)), "standard").settle(nature)
        wanted = set(rng.sample(range(64), 16))
        turns = 0
        while not where.is_over:
            text = where.to_text()
            if ";step=turn;stack=end-turn;" in text and ";now=flags" not in text:
                turns += 1
                if turns in wanted and goes_straight_on(text):
                    yield text
            where = where.play(rng.choice(where.legal_moves())).settle(nature)


def goes_straight_on(text: str) -> bool:
    """Another turn follows at once: the wheel is not turned."""
    fields = fields_of(text)
    return int(fields["round"]) % 2 == 1 or int(fields["place"]) + 1 < int(fields["players"])


def deal_hand(fields: dict[str, str], row: dict[str, str], rng: random.Random, cards: Cards) -> None:
    """Some blessings and technologies for the player's hand, from the decks, the discard piles and what is there."""
    for deck, most in (("blessings", 5), ("technologies", 5)):
        piles = (deck, f"discard-{deck}")
        mine = [*words_of(row.get(deck, "-")), *(card for pile in piles for card in words_of(fields[pile]))]
        mine = sorted(card for card in mine if card not in cards.without)
        chosen = set(rng.sample(mine, min(rng.randint(0, most), max(0, len(mine) - 6)))) | (cards.always & set(mine))
        back = set(words_of(row.get(deck, "-"))) - chosen
        row[deck] = "+".join(sorted(chosen)) or "-"
        fields[deck] = "+".join(sorted((set(words_of(fields[deck])) | back) - chosen)) or "-"
        fields[piles[1]] = "+".join(sorted(set(words_of(fields[piles[1]])) - chosen)) or "-"


def deal_goods(fields: dict[str, str], row: dict[str, str], rng: random.Random) -> None:
    most = (4, 4, 4, 4, 2, 3, 1)
    rich = rng.random()
    numbers = [rng.randint(0, round(number * rich)) if rng.random() < 0.8 else 0 for number in most]
    row["goods"] = "+".join(f"{kind}*{n}" if n > 1 else kind for kind, n in zip(GOODS, numbers, strict=True) if n) or "-"
    low, high = (13, 21) if "4" in fields["open"] else (9, 12) if "3" in fields["open"] else (2, 8)
    population = rng.randint(low, high)
    happiness = min(population, rng.choice((rng.randint(0, 21), rng.randint(0, 6))))
    row["population"], row["happiness"] = str(population), str(happiness)
    reached = [reward for needed, reward in ((16, "gold"), (19, "scribe"), (21, "action")) if happiness >= needed]
    row["rewards"] = "+".join(reached) or "-"
    row["production"] = "+".join(str(rng.randint(2, 6)) for _ in range(4))


def rich_positions(rng: random.Random, cards: Cards = ANY) -> Iterator[str]:
    for text in turn_starts(rng):
        fields = fields_of(text)
        seat = fields["seat"]
        row = attributes_of(fields[seat])
        deal_hand(fields, row, rng, cards)
        deal_goods(fields, row, rng)
        fields[seat] = with_attributes({key: row.get(key, "-") for key in SEAT_KEYS})
        now = {"held": row["blessings"], "population": row["population"], "happiness": row["happiness"]}
        fields["now"] = with_attributes({key: value for key, value in now.items() if value != "0"})
        yield Position.from_text(written(fields), GAME).to_text()
