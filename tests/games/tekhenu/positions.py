"""Positions of Tekhenu from partial descriptions: what a test does not care about is filled in so that the box balances.

`position(p1=seat(...), wheel="ra white4")` is a turn of p1; `play` plays moves, `changes` says what they have changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from egypt import Position, get_game
from egypt.core.fields import write_attributes, write_fields, write_list
from egypt.games.tekhenu import words
from egypt.games.tekhenu.cards import GODS
from egypt.games.tekhenu.components import DIE_COLOURS

GAME = get_game("tekhenu")
SEATS = ("p1", "p2", "p3", "p4")
# The dice of the box by size (1 = solo), written down a second time.
DICE = {1: (4, 4, 4, 4, 6), 2: (4, 4, 4, 4, 6), 3: (5, 5, 5, 5, 4), 4: (5, 5, 5, 5, 6)}
REFILL = {1: 2, 2: 2, 3: 3, 4: 4}
SECTION_DECKS = ("BBT", "BBTT", "BTTD", "BTDD")
ORDER_OF_GODS = ("thoth", "bastet", "osiris", "hathor", "ra", "horus")  # on Horus spaces 1-6, unless a test says otherwise


def counts(text: str) -> dict[str, int]:
    """`"gold*2 bread"` as numbers."""
    found: dict[str, int] = {}
    for word in text.split():
        name, _, number = word.partition("*")
        found[name] = found.get(name, 0) + int(number or 1)
    return found


def in_order(numbers: Mapping[str, int], names: Sequence[str]) -> str:
    assert set(numbers) <= set(names), numbers
    return "+".join(name if numbers[name] == 1 else f"{name}*{numbers[name]}" for name in names if numbers.get(name)) or "-"


def chosen(text: str, names: tuple[str, ...]) -> str:
    """Words in the order of the notation."""
    wanted = text.split()
    assert set(wanted) <= set(names), (wanted, names)
    return "+".join(name for name in names if name in wanted) or "-"


def seat(
    vp: int = 10,
    population: int = 5,
    happiness: int = 2,
    goods: str = "",
    production: Sequence[int] = (2, 2, 2, 2),
    sites: str = "",
    shops: str = "",
    pillars: str = "",
    gods: str = "",
    people: str = "",
    cards: str = "",
    secret: str | None = None,
    rewards: str = "",
    dice: str | None = None,
    surplus: int = 0,
    destiny: str | None = None,
    drafted: str = "",
) -> dict[str, Any]:
    """One player. `cards` are open ones (blessings, technologies, decrees), `secret` are decrees; `destiny=""` is none."""
    return dict(locals())


def position_text(
    players: int = 2,
    *,
    variant: str = "standard",
    round: int = 1,
    order: str = "",
    turn: str = "p1",
    wheel: str = "",
    sun: str = "horus",
    horus: Sequence[str] = ORDER_OF_GODS,
    slots: str = "P22 P23 P24",
    temple: Mapping[str, str] | None = None,
    market: Mapping[str, str] | None = None,
    gone: str = "",
    p1: dict[str, Any] | None = None,
    p2: dict[str, Any] | None = None,
    p3: dict[str, Any] | None = None,
    p4: dict[str, Any] | None = None,
    **fields: Any,
) -> str:
    """The text of a position, as a turn of `turn`; `fields` overrides its fields by name (`_` for `-`).

    `wheel` is `"ra white4 black2, horus grey1"`; `temple` maps cells to tiles; `gone` are discarded cards.
    """
    solo = variant.startswith("solo")
    size = 1 if solo else players
    people = [given or seat() for given in (p1, p2, p3, p4)[:players]]
    names = order.split() or list(SEATS[:players])
    place = names.index(turn)
    values: dict[str, Any] = {
        "viewer": "all",
        "players": players,
        "variant": variant,
        "round": round,
        "order": "+".join(names),
        "seat": turn,
        "place": place,
        "act": turn,
        "pending": "-",
        "step": "turn",
        "stack": "end-turn",
    }
    values["now"] = _now(people[SEATS.index(turn)])
    dice, laid, bag = _dice(size, people, names[:place], round, wheel)
    values |= {"sun": sun, "wheel": laid, "bag": bag, "horus": write_list(list(horus))}
    values |= _board(slots.split(), dict(temple or {}))
    values |= _cards(size, people, dict(market or {}), gone.split())
    values |= {"starting": "-", "pyramid": "-", "marker": 0, "edict": "-"}
    hands = {}
    for name, player, scales in zip(SEATS, people, dice, strict=False):
        automaton = solo and name == "p2"
        values[name], hands[name] = _seat(player, scales, name, automaton)
    values["hands"] = write_attributes(hands)
    values["under"] = write_attributes(values.pop("bottoms"))
    values["deck"] = values.pop("decree-deck")
    for key, value in fields.items():
        key = key.replace("_", "-")
        assert key in values, f"no field '{key}'"
        values[key] = "-" if value == "_" else value
    return write_fields("tekhenu/1", values)


def _now(acting: dict[str, Any]) -> str:
    """What the turn remembers of the one who acts, when it begins."""
    return write_attributes(
        {
            "held": chosen(" ".join(card for card in acting["cards"].split() if card[0] == "B"), words.BLESSINGS),
            "population": str(acting["population"] or "-"),
            "happiness": str(acting["happiness"] or "-"),
        }
    )


def position(players: int = 2, **what: Any) -> Position:
    return Position.from_text(position_text(players, **what), GAME)


def _dice(size: int, people: list[dict[str, Any]], before: list[str], round: int, wheel: str) -> tuple[list[str], str, str]:
    """Dice on the scales, on the wheel and in the bag: those asked for, then whatever is left of the box."""
    left = Counter(dict(zip(DIE_COLOURS, DICE[size], strict=True)))
    asked: dict[str, list[str]] = {god: [] for god in GODS}
    for part in filter(None, wheel.split(",")):
        god, *found = part.split()
        asked[god] += found
    scales = [player["dice"].split() if player["dice"] is not None else None for player in people]
    for found in (*asked.values(), *scales):
        for die in found or []:
            left[die.partition("/")[0][:-1]] -= 1
    assert min(left.values()) >= 0, f"more dice than the box holds: {left}"
    rest = [colour for colour in reversed(DIE_COLOURS) for _ in range(left[colour])]
    cycle = max(0, round - 1) % 4
    texts = []
    for name, found in zip(SEATS, scales, strict=False):
        number = cycle + (name in before)
        if found is None:
            found = [f"{rest.pop(0)}1/below" for _ in range(number)]
        assert len(found) == number, f"{name} must have {number} dice in round {round}"
        texts.append("+".join(found) or "-")
    refilled = 2 * REFILL[size] if cycle >= 2 else 0
    taken = len(people) * cycle + len(before)
    missing = 18 + refilled - taken - sum(map(len, asked.values()))
    for number in range(missing):
        asked[GODS[number % 6]].append(f"{rest.pop(0)}{number % 6 + 1}")
    laid = {god: "+".join(sorted(found, key=words.FACES.index)) or "-" for god, found in asked.items()}
    return texts, write_attributes(laid), in_order(Counter(rest), DIE_COLOURS)


def _board(slots: list[str], temple: dict[str, str]) -> dict[str, str]:
    placed = [tile.partition("/")[0] for tile in temple.values()] + slots
    cells = {cell: temple[cell] if "/" in temple[cell] else f"{temple[cell]}/0" for cell in words.CELLS if cell in temple}
    return {
        "slots": write_list(slots),
        "temple": write_attributes(cells),
        "tiles": "+".join(tile for tile in words.TILES if tile not in placed) or "-",
    }


def _cards(size: int, people: list[dict[str, Any]], market: dict[str, str], gone: list[str]) -> dict[str, Any]:
    """Decks, market and discard piles; the market is filled with the last cards that nobody has."""
    box = [card for card in words.CARDS if size > 2 or card not in ("T16", "D20")]
    away = set(gone) | set(market.values())
    for player in people:
        away |= set(player["cards"].split()) | set((player["secret"] or "").split())
    free = [card for card in box if card not in away]

    def draw(deck: str) -> str:
        card = next(card for card in reversed(free) if card[0] == deck)
        free.remove(card)
        return card

    most = max(player["population"] for player in people)
    opened = [1, 2] + [section for section, needed in ((3, 9), (4, 13)) if most >= needed]
    for section in opened:
        for place, deck in zip("abcd", SECTION_DECKS[section - 1], strict=False):
            if f"{section}{place}" not in market:
                market[f"{section}{place}"] = draw(deck)
    bottoms = {}
    for name, player in zip(SEATS, people, strict=False):
        if player["secret"] is None:
            player["secret"] = draw("D")
        bottoms[name] = draw("D")
    decree_deck = [card for card in free if card[0] == "D"]
    shown = {card for player in people for card in player["cards"].split()} | set(market.values()) | set(gone)
    unseen = [card for card in box if card[0] == "D" and card not in shown]
    return {
        "market": write_attributes({slot: market[slot] for slot in words.SLOTS if slot in market}),
        "open": "+".join(map(str, opened)),
        "blessings": "+".join(card for card in free if card[0] == "B") or "-",
        "technologies": "+".join(card for card in free if card[0] == "T") or "-",
        "decrees": len(decree_deck),
        "shuffles": 0,
        "discard-blessings": chosen(" ".join(card for card in gone if card[0] == "B"), words.BLESSINGS),
        "discard-technologies": chosen(" ".join(card for card in gone if card[0] == "T"), words.TECHNOLOGIES),
        "discard-decrees": chosen(" ".join(card for card in gone if card[0] == "D"), words.DECREES),
        "unseen": write_attributes({"0": "+".join(unseen) or "-"}),
        "bottoms": bottoms,
        "decree-deck": "+".join(decree_deck) or "-",
    }


def _seat(player: dict[str, Any], scales: str, name: str, automaton: bool) -> tuple[str, str]:
    cards = player["cards"].split()
    secret = player["secret"].split()
    attributes = {
        "vp": str(player["vp"]),
        "population": str(player["population"]),
        "happiness": str(player["happiness"]),
        "production": "+".join(map(str, player["production"])),
        "goods": in_order(counts(player["goods"]), words.GOODS),
        "sites": chosen(player["sites"], words.SITES),
        "shops": chosen(player["shops"], words.SHOPS),
        "pillars": chosen(player["pillars"], words.CELLS),
        "gods": in_order(counts(player["gods"]), GODS),
        "people": chosen(player["people"], words.PEOPLE),
        "blessings": chosen(" ".join(card for card in cards if card[0] == "B"), words.BLESSINGS),
        "technologies": chosen(" ".join(card for card in cards if card[0] == "T"), words.TECHNOLOGIES),
        "decrees": chosen(" ".join(card for card in cards if card[0] == "D"), words.DECREES),
        "hidden": f"{len(secret)}+0+0+0" if secret else "-",
        "under": "-" if automaton else "deck",
        "drafted": chosen(player["drafted"], words.STARTING),
        "destiny": f"F0{name[1]}" if player["destiny"] is None else player["destiny"] or "-",
        "rewards": chosen(player["rewards"], ("gold", "scribe", "action")),
        "dice": scales,
        "surplus": str(player["surplus"] or "-"),
    }
    held = chosen(" ".join([*secret, *(card for card in cards if card[0] == "D")]), words.DECREES)
    return write_attributes(attributes), held


# -- playing and looking -----------------------------------------------------------------------------------------


def play(start: Position, *moves: str) -> Position:
    """The position after these moves and draws, each checked legal and each position checked valid."""
    for move in moves:
        start = start.after(move)
        start.validate()
    return start


def player(where: Position, name: str = "p1") -> dict[str, Any]:
    """A seat's plain data, with words for cards, dice and places, as the rules are written."""
    row = next(row for row in where.as_dict()["seats"] if row["seat"] == name)
    cards = {key: [card["card"] for card in row[key]] for key in ("blessings", "technologies", "decrees", "drafted")}
    dice = [{"die": f"{die['colour']}{die['value']}", "pan": die["pan"]} for die in row["dice"]]
    places = {key: [place["at"].partition(":")[2] for place in row[key]] for key in ("sites", "shops", "pillars", "people")}
    destiny = row["destiny"] and row["destiny"]["card"]
    return {**row, **cards, **places, "dice": dice, "destiny": destiny, "vp": row["score"]}


NUMBERS = ("vp", "population", "happiness", "surplus")


def changes(before: Position, after: Position, name: str = "p1") -> dict[str, int]:
    """How the numbers of a player have changed: points, markers, surplus, goods and production (`production bread`)."""
    was, now = player(before, name), player(after, name)
    found = {key: now[key] - was[key] for key in NUMBERS}
    for kind in words.GOODS:
        found[kind] = now["goods"].get(kind, 0) - was["goods"].get(kind, 0)
    for kind in words.GOODS[:4]:
        found[f"production {kind}"] = now["production"][kind] - was["production"][kind]
    return {key: number for key, number in found.items() if number}
