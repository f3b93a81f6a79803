"""What Sobek's sentences say of cards and curses: what lies on the docks, in hands, corruption piles and sets."""

from __future__ import annotations

import re

from tests.games.sums import NUMBERS, Data, Phrases, Things, move, move_all, parts

SEATS = [f"p{seat}" for seat in range(1, 5)]
FAMILIES = "ivory|ebony|marble|cattle|fish|wheat"
TITLES = {
    "Queen": "queen",
    "High Priest": "priest",
    "Vizier": "vizier",
    "Scribe": "scribe",
    "Thief": "thief",
    "Merchant": "merchant",
    "Courtesan": "courtesan",
}
CHARACTER = rf"the ({'|'.join(TITLES)})(?: of ({FAMILIES}))?"
FACE_DOWN = "face-down"


def held(data: Data) -> Things:
    things = Things()
    for card in data["docks"]["cards"]:
        if not card["empty"]:
            things["docks", card["kind"] or FACE_DOWN] += 1
    things["deck", "cards"] = data["deck"]["count"]
    things.update({("discard", card["kind"]): card["count"] for card in data["discard"]["cards"]})
    things["events", "tokens"] = data["events"]["left"]
    for seat in data["seats"]:
        name = seat["seat"]
        for place in ("hand", "pile"):
            cards = seat[place]["cards"]
            things.update({(f"{place} of {name}", card["kind"] or card["component"]): card["count"] for card in cards})
        for row in seat["sets"]:
            place = _set(name, row["family"], row["lying"])
            things.update({(place, card["kind"]): card["count"] for card in row["cards"]})
            things[place, "prosperity"] = row["prosperity"]
        things[name, "curses"] = seat["curses"]
    return things


def in_all(things: Things) -> Things:
    """How many cards lie where, whatever they are: what a seat can add up that does not see all of them."""
    total = Things()
    for (place, _), units in things.items():
        total[place, "cards"] += units
    return total


def _set(seat: str, family: str, is_lying: bool = False) -> str:
    return f"{'lying ' * is_lying}set of {family} of {seat}"


def _cards(listing: str, family: str = "") -> list[tuple[str, int]]:
    """Kinds and how many, of `two cards with one scarab, the Thief and an amulet`; the family may be named elsewhere."""
    found = []
    for part in parts(listing):
        if character := re.fullmatch(CHARACTER, part):
            found.append(("-".join(filter(None, (TITLES[character[1]], character[2]))), 1))
        elif amulets := re.fullmatch(r"(\w+) amulets?", part):
            found.append(("amulet", NUMBERS[amulets[1]]))
        elif unknown := re.fullmatch(r"an? (face-down|unknown) character|a card with a beige back|unseen", part):
            found.append((unknown[1] or part, 1))
        elif goods := re.fullmatch(
            r"(?:(\w+) cards?|(\w+)) (?:with (\w+) scarabs?|without scarabs|with a (green) back)", part
        ):
            units, own_family, scarabs, is_green = goods.groups()
            kind = f"{own_family or family}{'0g' if is_green else NUMBERS[scarabs or 'nothing']}"
            found.append((kind, NUMBERS[units or "one"]))
    return found


def _move(things: Things, listing: str, source: str, goal: str, family: str = "") -> None:
    for kind, units in _cards(listing, family):
        move(things, kind, units, source, goal)


def _deliver(things: Things, card: str) -> None:
    move(things, "cards", 1, "deck")
    _move(things, card, "", "docks")


def _deal(things: Things, seat: str, card: str) -> None:
    _move(things, card, "", f"hand of {seat}")


def _draw(things: Things, seat: str, card: str) -> None:
    move(things, "cards", 1, "deck")
    _deal(things, seat, card)


def _take(things: Things, seat: str, card: str) -> None:
    """Who takes a character learns which afterwards."""
    _move(things, card, "docks", "" if FACE_DOWN in card else f"hand of {seat}")


def _skip(things: Things, cards: str, seat: str) -> None:
    for kind, units in _cards(cards):
        move(things, kind, units, "docks", "" if kind == FACE_DOWN else f"pile of {seat}")


def _identify(things: Things, seat: str, did: str, card: str) -> None:
    _move(things, card, "", f"{'hand' if did == 'taken' else 'pile'} of {seat}")


def _play_set(things: Things, seat: str, family: str, cards: str) -> None:
    _move(things, cards, f"hand of {seat}", _set(seat, family), family)


def _add_to_set(things: Things, seat: str, cards: str, family: str) -> None:
    _play_set(things, seat, family, cards)


def _lay(things: Things, seat: str, family: str, cards: str) -> None:
    _move(things, cards, f"hand of {seat}", _set(seat, family, True), family)


def _move_count(things: Things, units: str, source: str, goal: str) -> None:
    """All that lies there; a count that is not the one told makes a difference of its own."""
    lying = sum(count for (place, _), count in things.items() if place == source)
    things[source, "cards that are counted wrongly"] = lying - NUMBERS[units]
    move_all(things, source, goal)


def _lay_aside(things: Things, seat: str, units: str) -> None:
    _move_count(things, units, f"hand of {seat}", f"pile of {seat}")


def _lay_rest_aside(things: Things, units: str, seat: str) -> None:
    _lay_aside(things, seat, units)


def _play_character(things: Things, seat: str, title: str, family: str | None) -> None:
    move(things, "-".join(filter(None, (TITLES[title], family))), 1, f"hand of {seat}", "discard")


def _name(things: Things, family: str) -> None:
    things.there = family


def _purge(things: Things, cards: str, seat: str) -> None:
    _move(things, cards, f"pile of {seat}", "discard", things.there)


def _drop(things: Things, seat: str, card: str) -> None:
    _move(things, card, f"hand of {seat}", f"pile of {seat}")


def _retrieve(things: Things, seat: str, card: str, owner: str) -> None:
    _move(things, card, f"pile of {owner}", f"hand of {seat}")


def _steal(things: Things, seat: str, card: str, victim: str) -> None:
    _move(things, card, f"hand of {victim}", f"hand of {seat}")


def _use_token(things: Things) -> None:
    things["events", "tokens"] -= 1


def _curse(things: Things, seat: str) -> None:
    things[seat, "curses"] += 1


def _prosper(things: Things, seat: str, family: str) -> None:
    things[_set(seat, family), "prosperity"] += 1


def _embalm(things: Things, seat: str, units: str) -> None:
    _move_count(things, units, f"pile of {seat}", f"hand of {seat}")


def _new_round(things: Things, tokens: str, cards: str) -> None:
    things.clear()
    things["deck", "cards"] = NUMBERS[cards]
    things["events", "tokens"] = NUMBERS[tokens]


PHRASES: Phrases = {
    r"(.*) is laid on the \w+ dock": _deliver,
    r"(p\d) is dealt (.*)": _deal,
    r"(p\d) draws (.*) from the deck": _draw,
    r"(p\d) (?:plays the Merchant and )?takes the \w+ card, (.*)": _take,
    r"(.*) goe?s? to the corruption pile of (p\d)": _skip,
    r"the character that (p\d) has (\w+) (?:is|stays) (.*)": _identify,
    r"(p\d) (?:plays a|extends the) set of (\w+) with (.*)": _play_set,
    rf"(p\d) plays {CHARACTER}(?:,? .*)?": _play_character,
    r"(p\d) plays the Courtesan and adds (.*) to the set of (\w+)": _add_to_set,
    r"p\d plays the High Priest .* and names (\w+)": _name,
    r"(.*?)(?:, unseen so far,)? leaves? the corruption pile of (p\d)": _purge,
    r"(p\d) drops (.*) on the own corruption pile": _drop,
    r"(p\d) takes (.*) from the corruption pile of (p\d)": _retrieve,
    r"(p\d) has stolen (.*) from (p\d)": _steal,
    r"p\d chooses .*": _use_token,
    r"p\d chooses Curse for (p\d), .*": _curse,
    r"(p\d) chooses Prosperity for the set of (\w+), .*": _prosper,
    r"(p\d) (?:chooses Embalming and )?takes (\w+) cards? from the own corruption pile": _embalm,
    r"(p\d) lays a horizontal set of (\w+) with (.*)": _lay,
    r"the (\w+) cards? left in the hand of (p\d) goe?s? to the corruption pile": _lay_rest_aside,
    r"(p\d) has too few cards for a set, and (\w+) cards? becomes? corruption": _lay_aside,
    r"all cards and (\w+) event tokens are shuffled, and (\w+) cards lie in the deck": _new_round,
}
