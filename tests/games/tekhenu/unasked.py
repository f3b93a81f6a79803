"""Blessings for any time that the engine plays without asking, and whether that player needed them.

They are played unasked where nothing else is left to choose. That is right if what the player has begun cannot be finished
in another way. Whether it can is asked of the same turn with these blessings taken out of the hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from egypt import Position, Rng
from tests.games.tekhenu.positions import GAME
from tests.games.tekhenu.turn_deals import Cards, rich_positions, with_attributes, written
from tests.games.tekhenu.turn_table import TWINS, attributes_of, fields_of, words_of

ANY_TIME = {"B07", "B08"}


class Unasked(NamedTuple):
    """A blessing played without asking in a turn that began at `start`, after the last of `moves`."""

    start: str
    moves: tuple[str, ...]  # of the player and of nature
    phase: str
    played: str


def walk(start: str, rng: random.Random) -> Iterator[Unasked]:
    """One turn played at random, by a player who plays other blessings wherever they may."""
    where, nature, moves = Position.from_text(start, GAME), Rng(rng.randrange(1 << 32)), []
    actor = where.actor
    hand = ANY_TIME & set(words_of(attributes_of(fields_of(start)[f"p{actor + 1}"]).get("blessings", "-")))
    while not where.is_over and (where.is_chance or where.actor == actor):
        if where.is_chance:
            move = GAME.move_text(where.draw_code(nature))
        else:
            legal = where.legal_moves()
            move = rng.choice([one for one in legal if is_another(one)] or legal)
        moves.append(move)
        for who, decided, moment in where.moments(move):
            if who == f"p{actor + 1}" and card_of(decided) in hand:
                yield Unasked(start, tuple(moves), moment["phase"], decided)
        where = where.after(move)


def card_of(move: str) -> str:
    verb, _, words = move.partition(":")
    return words[:3] if verb == "bless" else ""


def is_another(move: str) -> bool:
    return card_of(move) not in ("", *ANY_TIME)


def without_any_time(text: str) -> str:
    """The same turn of a player who has none of these blessings: they lie on the discard pile."""
    fields = fields_of(text)
    row, now = attributes_of(fields[fields["seat"]]), attributes_of(fields["now"])
    gone = ANY_TIME & set(words_of(row["blessings"]))
    row["blessings"] = now["held"] = "+".join(sorted(set(words_of(row["blessings"])) - gone)) or "-"
    fields[fields["seat"]], fields["now"] = with_attributes(row), with_attributes(now)
    fields["discard-blessings"] = "+".join(sorted({*words_of(fields["discard-blessings"]), *gone}))
    return written(fields)


def could_do_without(found: Unasked) -> bool:
    """Whether the same die, blessings and actions are possible without it; further blessings may be played as well."""
    played = [move for move in found.moves if is_another(move)]
    others = [move for move in found.moves if move not in played]
    return reaches(Position.from_text(without_any_time(found.start), GAME), others, Counter(map(plain, played)))


def plain(move: str) -> str:
    card = card_of(move)
    return move.replace(card, TWINS.get(card, card))


def reaches(where: Position, moves: list[str], wanted: Counter[str]) -> bool:
    legal = [text for text, _ in where.outcomes()] if where.is_chance else where.legal_moves()
    if not moves and not wanted:
        return True
    if not where.is_chance and any(
        reaches(where.after(move), moves, wanted - Counter([plain(move)])) for move in legal if is_another(move)
    ):
        return True
    return bool(moves) and moves[0] in legal and reaches(where.after(moves[0]), moves[1:], wanted)


def found_in(seed: int, positions: int, cards: Cards) -> Iterator[Unasked]:
    rng = random.Random(seed)
    for _, text in zip(range(positions), rich_positions(rng, cards), strict=False):
        yield from walk(text, rng)
