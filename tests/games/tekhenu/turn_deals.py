"""Positions of Tekhenu with rich hands: random games up to a turn, then cards and goods dealt anew to the player on turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from egypt import Position, Rng
from tests.games.tekhenu.positions import GAME
from tests.games.tekhenu.turn_table import GODS, GOODS, attributes_of, counted, fields_of, words_of

FOR_A_DIE = frozenset(f"B{number:02}" for number in range(7, 23))  # all but those that only bring something at once


class Cards(NamedTuple):
    """What is dealt to a hand: never the one, always the other (if nobody else has it).

    A poor hand has two to four of `FOR_A_DIE` and hardly anything to pay with, so that what one action brings is what
    the next one needs. Rich hands hide whether that is seen.
    """

    without: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()
    poor: bool = False


ANY = Cards()
POOR = Cards(poor=True)


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
            where = where.after(rng.choice(where.legal_moves())).settle(nature)


def goes_straight_on(text: str) -> bool:
    """Another turn follows at once: the wheel is not turned."""
    fields = fields_of(text)
    return int(fields["round"]) % 2 == 1 or int(fields["place"]) + 1 < int(fields["players"])


def deal_hand(fields: dict[str, str], row: dict[str, str], rng: random.Random, cards: Cards) -> None:
    """Some blessings and technologies for the player's hand, from the decks, the discard piles and what is there."""
    for deck, least, most in (("blessings", 2, 4), ("technologies", 0, 2)) if cards.poor else (
        ("blessings", 0, 5), ("technologies", 0, 5)):  # fmt: skip
        piles = (deck, f"discard-{deck}")
        mine = [*words_of(row.get(deck, "-")), *(card for pile in piles for card in words_of(fields[pile]))]
        mine = sorted(card for card in mine if card not in cards.without)
        pool = [card for card in mine if card in FOR_A_DIE or card[0] == "T"] if cards.poor else mine
        number = min(rng.randint(least, most), max(0, len(mine) - 6), len(pool))
        chosen = set(rng.sample(pool, number)) | (cards.always & set(mine))
        back = set(words_of(row.get(deck, "-"))) - chosen
        row[deck] = "+".join(sorted(chosen)) or "-"
        fields[deck] = "+".join(sorted((set(words_of(fields[deck])) | back) - chosen)) or "-"
        fields[piles[1]] = "+".join(sorted(set(words_of(fields[piles[1]])) - chosen)) or "-"


def deal_goods(fields: dict[str, str], row: dict[str, str], rng: random.Random, cards: Cards) -> None:
    most = (3, 3, 3, 3, 1, 2, 0) if cards.poor else (4, 4, 4, 4, 2, 3, 1)
    rich = rng.random()
    some = 0.4 if cards.poor else 0.8
    numbers = [rng.randint(0, round(number * rich)) if rng.random() < some else 0 for number in most]
    row["goods"] = "+".join(f"{kind}*{n}" if n > 1 else kind for kind, n in zip(GOODS, numbers, strict=True) if n) or "-"
    low, high = (13, 21) if "4" in fields["open"] else (9, 12) if "3" in fields["open"] else (2, 8)
    population = rng.randint(low, high)
    happiness = min(population, rng.choice((rng.randint(0, 21), rng.randint(0, 6))))
    row["population"], row["happiness"] = str(population), str(happiness)
    reached = [reward for needed, reward in ((16, "gold"), (19, "scribe"), (21, "action")) if happiness >= needed]
    row["rewards"] = "+".join(reached) or "-"
    row["production"] = "+".join(str(rng.randint(2, 6)) for _ in range(4))


def deal_tiles(fields: dict[str, str], rng: random.Random) -> None:
    """Other tiles for Ra, often ones that bring an action."""
    slots = [tile for tile in fields["slots"].split(",") if tile != "-"]
    pool = sorted([*slots, *words_of(fields["tiles"])])
    if len(slots) < 3:
        return
    actions = [tile for tile in pool if tile in ("P03", "P10", "P11", "P12", "P13", "P14", "P15")]
    chosen = rng.sample(pool, 3)
    if actions and rng.random() < 0.5 and (tile := rng.choice(actions)) not in chosen:
        chosen[rng.randrange(3)] = tile
    fields["slots"] = ",".join(chosen)
    fields["tiles"] = "+".join(tile for tile in pool if tile not in chosen) or "-"


def deal_statues(fields: dict[str, str], rows: dict[str, dict[str, str]], rng: random.Random) -> None:
    """A few more statues of gods, where there is room for them."""
    most = {2: 1, 3: 2, 4: 3}[len(rows)]
    for _ in range(rng.randint(0, 4)):
        god = rng.choice(GODS)
        row = rows[rng.choice(sorted(rows))]
        built = {name: counted(other.get("gods", "-"), GODS) for name, other in rows.items()}
        mine = list(counted(row.get("gods", "-"), GODS))
        place = GODS.index(god)
        if sum(gods[place] for gods in built.values()) < most and sum(mine) + len(words_of(row.get("people", "-"))) < 6:
            mine[place] += 1
            row["gods"] = "+".join(name if n == 1 else f"{name}*{n}" for name, n in zip(GODS, mine, strict=True) if n)


def thin_decks(fields: dict[str, str], rng: random.Random) -> None:
    """Sometimes a deck is nearly empty, so that its discard pile is shuffled within the turn."""
    for deck in ("blessings", "technologies"):
        if rng.random() < 0.1:
            cards = words_of(fields[deck])
            kept = rng.sample(cards, min(len(cards), rng.randint(0, 2)))
            fields[deck] = "+".join(sorted(kept)) or "-"
            gone = set(words_of(fields[f"discard-{deck}"])) | (set(cards) - set(kept))
            fields[f"discard-{deck}"] = "+".join(sorted(gone)) or "-"


def rich_positions(rng: random.Random, cards: Cards = ANY) -> Iterator[str]:
    for text in turn_starts(rng):
        fields = fields_of(text)
        seat = fields["seat"]
        rows = {name: attributes_of(fields[name]) for name in ("p1", "p2", "p3", "p4") if name in fields}
        row = rows[seat]
        deal_hand(fields, row, rng, cards)
        deal_goods(fields, row, rng, cards)
        deal_tiles(fields, rng)
        deal_statues(fields, rows, rng)
        thin_decks(fields, rng)
        for name, changed in rows.items():
            fields[name] = with_attributes({key: changed.get(key, "-") for key in SEAT_KEYS})
        now = {"held": row["blessings"], "population": row["population"], "happiness": row["happiness"]}
        fields["now"] = with_attributes({key: value for key, value in now.items() if value != "0"})
        yield Position.from_text(written(fields), GAME).to_text()
