"""Every move that a player of Tekhenu can ever make, in words. The place in this list is the number of the action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from egypt.core.fields import write_counts
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import BASICS, GODS
from egypt.games.tekhenu.tables import COMPONENTS

VALUES = range(1, 7)
MOST_FAITH = 50  # that a player can have (validate.pyx)
MOST_FOR_A_VALUE = 5  # scribes for the value of a die, from 1 to 6
FEWEST_LISTED = 9  # payments of up to this number of scribes are always listed, whatever the cards ask


def list_actions() -> list[str]:
    return [
        "done",
        "pass",
        "anubis",
        *[f"anubis:{card.name}" for card in COMPONENTS.blessings if card.effect == "anubis"],
        *takes(),
        *blessings(),
        *[f"use:{god}+{value}" for god in GODS for value in VALUES],
        *[f"produce:{kind}+{value}" for kind in BASICS for value in VALUES],
        *[f"work-and-use:{god}+{value}" for god in GODS for value in VALUES],
        *[f"extra:{god}+{value}" for god in GODS for value in VALUES],
        *[f"shift:{value}" for value in VALUES],
        *[f"statue:{place}" for place in (*VALUES, *words.PEOPLE)],
        *[f"cell:{cell}" for cell in words.CELLS],
        *[f"turn:{quarters}" for quarters in range(4)],
        *[f"site:{site}" for site in words.SITES],
        *[f"refresh:{section}" for section in range(1, 5)],
        *card_choices(),
        *districts(),
        *payments(),
        *[f"choose:{kind}" for kind in BASICS],
        "raise:population",
        "raise:happiness",
        "faith:none",
        *[f"faith:{pan}+{faith}" for pan in ("pure", "tainted") for faith in range(1, MOST_FAITH + 1)],
        *[f"keep:{card}" for card in words.DECREES],
        *[f"draft:{card}" for card in words.STARTING],
        *[f"destiny:{card}" for card in words.DESTINY],
        *[f"offered:{card}" for card in words.BLESSINGS + words.TECHNOLOGIES],
        *mixes(),
    ]


def takes() -> Iterator[str]:
    """A die of the wheel, and the pan; none below the scales, or for a die that will be recoloured."""
    for god, face, pan in product(GODS, words.FACES, ("+pure", "+tainted", "")):
        yield f"take:{god}+{face}{pan}"


def blessings() -> Iterator[str]:
    for card in COMPONENTS.blessings:
        if card.effect == "raise-either":
            yield from (f"bless:{card.name}+population", f"bless:{card.name}+happiness")
        elif card.effect == "recolour":
            yield from (f"bless:{card.name}+{face}{pan}" for face, pan in product(words.FACES, ("", "+pure", "+tainted")))
        else:
            yield f"bless:{card.name}"


def card_choices() -> Iterator[str]:
    """Thoth: one to four places of one section."""
    for section in range(0, len(words.SLOTS), 4):
        for number in range(1, 5):
            yield from ("cards:" + "+".join(slots) for slots in combinations(words.SLOTS[section : section + 4], number))


def districts() -> Iterator[str]:
    """District, resource gained, production raised besides; what repeats the word before it is left out at the end."""
    for district, kind, raised in product(BASICS, repeat=3):
        parts = [district, kind, raised]
        while len(parts) > 1 and parts[-1] == parts[-2]:
            parts.pop()
        yield "district:" + "+".join(parts)


def payments() -> Iterator[str]:
    """At once only one kind of goods is due, or both stones; gold and scribes may stand in for them."""
    numbers, lists = COMPONENTS.numbers, COMPONENTS.lists
    papyrus = max(numbers["bastet.papyrus"], numbers["market.refresh_papyrus"], *lists["thoth.papyrus"])
    bread = max(sum(lists["player.building_bread"]), *COMPONENTS.temple.site_bread)
    stones = max(*lists["player.statue_granite"], *[tile.limestone + tile.granite for tile in COMPONENTS.tiles])
    asked = [card.scribes for card in COMPONENTS.blessings] + [card.scribes for card in COMPONENTS.technologies]
    scribes = max(FEWEST_LISTED, MOST_FOR_A_VALUE + max(asked), numbers["game.anubis_scribes"])
    due = [(("papyrus",), papyrus), (("bread",), bread), (("limestone", "granite"), stones), ((), scribes)]
    paid = {
        tuple(zip((*kinds, "gold", "scribe"), numbers, strict=True)): None
        for kinds, most in due
        for numbers in numbers_up_to(most, len(kinds) + 2)
    }
    return iter({f"pay:{write_counts(dict(counts))}": None for counts in paid})


def numbers_up_to(most: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """All tuples of `kinds` numbers that add up to at most `most`."""
    return (numbers for numbers in product(range(most + 1), repeat=kinds) if sum(numbers) <= most)


def mixes() -> Iterator[str]:
    """What a starting card may bring: its units, made up from the kinds it allows."""
    found: dict[str, None] = {}
    for card in COMPONENTS.starting:
        if card.effect == "mix":
            for numbers in product(range(card.units + 1), repeat=len(BASICS)):
                counts = dict(zip(BASICS, numbers, strict=True))
                if sum(numbers) == card.units and all(kind in card.kinds for kind, number in counts.items() if number):
                    found[f"mix:{write_counts(counts)}"] = None
    return iter(found)
