"""Every move that a player of Sobek can ever make, in words. The place in this list is the number of the action.

A set is one action: all sets that the cards of the box allow are listed, family by family. That makes the list long, and
spares a learner a language of half-chosen sets, which the rules do not have; a mask leaves few of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from egypt.core.fields import seat_name
from egypt.games.sobek.components import BACKS, FAMILY_NB, MOST_PLAYERS
from egypt.games.sobek.tables import COMPONENTS
from egypt.games.sobek.words import FAMILIES, KINDS, TOKENS

GOODS_OF_A_FAMILY = 3  # kinds: with scarabs, without, with a green back
AMULET = GOODS_OF_A_FAMILY * FAMILY_NB
SEATS = tuple(seat_name(seat) for seat in range(MOST_PLAYERS))
AIMED_AT_SEATS = ("curse", *(row.name for row in COMPONENTS.tokens if row.symbol))


def list_actions() -> list[str]:
    amulets = COMPONENTS.kinds[AMULET].count
    docks = range(COMPONENTS.sizes.docks)
    return [
        *[f"take:{dock}" for dock in range(COMPONENTS.sizes.reach)],
        "pass",
        "done",
        *[f"starter:{seat}" for seat in SEATS],
        *[f"event:{token}" for token in TOKENS],
        *[f"event:{token}+{seat}" for token in AIMED_AT_SEATS for seat in SEATS],
        *[f"event:prosperity+{name}" for name in FAMILIES],
        *[f"drop:{kind}" for kind in KINDS],
        *[f"retrieve:{kind}" for kind in KINDS],
        *[name for row in COMPONENTS.kinds if row.power for name in character(row.name, row.power, docks)],
        *[f"begin:{'+'.join([name, *[KINDS[AMULET]] * number])}" for name in FAMILIES for number in range(amulets + 1)],
        *[f"{verb}:{cards}" for verb in ("set", "lay") for family in range(FAMILY_NB) for cards in sets(family)],
    ]


def character(name: str, power: str, docks: range) -> Iterator[str]:
    """A character without a target, and with each that it can have."""
    yield name
    if power == "thief":
        yield from (f"{name}:{seat}+{back}" for seat in SEATS for back in BACKS)
    elif power == "vizier":
        yield from (f"{name}:{seat}" for seat in SEATS)
    elif power == "merchant":
        yield from (f"{name}:{dock}" for dock in docks)
    elif power == "priest":
        for family in range(FAMILY_NB):
            others = [mate for mate in mates(family) if mate != name]
            yield from (f"{name}:" + "+".join([FAMILIES[family], *cards]) for cards in choices(family, others))
    elif power == "courtesan":
        for family in range(FAMILY_NB):
            yield from (f"{name}:" + "+".join([FAMILIES[family], *cards]) for cards in one_or_two(family, name))


def in_family(family: int) -> list[tuple[str, int]]:
    """The goods of a family as they are written within it, and how many there are."""
    value = str(COMPONENTS.families[family].value)
    rows = COMPONENTS.kinds[GOODS_OF_A_FAMILY * family : GOODS_OF_A_FAMILY * (family + 1)]
    return [(word, row.count) for word, row in zip((value, "0", "0g"), rows, strict=True)]


def mates(family: int) -> list[str]:
    """The characters of a family."""
    return [row.name for row in COMPONENTS.kinds if row.power and row.family == family]


def choices(family: int, characters: list[str]) -> Iterator[list[str]]:
    """All ways to choose from the goods of a family and from some characters."""
    goods = in_family(family)
    for numbers in product(*[range(count + 1) for _, count in goods]):
        cards = [word for (word, _), number in zip(goods, numbers, strict=True) for _ in range(number)]
        for number in range(len(characters) + 1):
            yield from ([*cards, *chosen] for chosen in combinations(characters, number))


def sets(family: int) -> Iterator[str]:
    for cards in choices(family, mates(family)):
        for amulets in range(COMPONENTS.kinds[AMULET].count + 1):
            if len(cards) + amulets >= COMPONENTS.sizes.set_minimum:
                yield "+".join([FAMILIES[family], *cards, *[KINDS[AMULET]] * amulets])


def one_or_two(family: int, courtesan: str) -> Iterator[list[str]]:
    """What a Courtesan adds to a set: cards in the order of their kinds."""
    words = [*in_family(family), (KINDS[AMULET], COMPONENTS.kinds[AMULET].count)]
    words += [(mate, 1) for mate in mates(family) if mate != courtesan]
    for number, (word, count) in enumerate(words):
        yield [word]
        for other, (second, _) in enumerate(words[number:]):
            if other or count > 1:
                yield [word, second]
