"""What Amun-Re's sentences say of gold, cards and of what stands in the provinces."""

from __future__ import annotations

import re

from egypt.games.amunre.words import FAVOR_NAMES, province_name
from tests.games.sums import NUMBERS, Data, Phrases, Things, move, move_all, parts

KIND_OF = {name: kind for kind, name in FAVOR_NAMES.items()}
UNSEEN = "whose cards another seat does not see"


def held(data: Data) -> Things:
    things = Things()
    for seat in data["seats"]:
        things[seat["seat"], "gold"] = seat["gold"]
        things[seat["seat"], "favors"] = seat["favors"]
        things[seat["seat"], "province cards"] = seat["province_cards"]
        if seat["hand"] is None:
            things[seat["seat"], UNSEEN] = 1
            continue
        things.update({(seat["seat"], card["kind"]): card["count"] for card in seat["hand"]})
        things.update({(seat["seat"], f"card {province_name(card['province'])}"): 1 for card in seat["province_hand"]})
    for row in data["provinces"]:
        name = province_name(row["province"])
        for kind in ("farmers", "stones", "pyramids"):
            things[name, kind] = row[kind]
        things[name, "farmers"] += row["free_farmers"]
        if row["owner"]:
            things[name, row["owner"]] = 1
    things["deck", "cards"] = data["deck"]
    things.update({("discard", card["kind"]): card["count"] for card in data["discard"]})
    return things


def _move_card(things: Things, seat: str, card: str, units: int) -> None:
    """A favor of a hand: counted, and of its kind if the hand is seen."""
    things[seat, "favors"] += units
    if not things[seat, UNSEEN]:
        things[seat, _kind(card)] += units


def _kind(card: str) -> str:
    return KIND_OF[re.sub("^an? ", "", card)]


def _draw(things: Things, seat: str, card: str) -> None:
    move(things, "cards", 1, "deck")
    _move_card(things, seat, card, 1)


def _play(things: Things, seat: str, cards: str) -> None:
    for card in parts(cards):
        _move_card(things, seat, card, -1)
        move(things, _kind(card), 1, "", "discard")


def _sell(things: Things, seat: str, card: str) -> None:
    _play(things, seat, card)
    move(things, "gold", 1, "", seat)


def _pay(things: Things, seat: str, gold: str) -> None:
    move(things, "gold", NUMBERS[gold], seat)


def _pay_or_owe(things: Things, seat: str, gold: str) -> None:
    _pay(things, seat, gold)
    things.there = seat


def _sell_for_it(things: Things, units: str) -> None:
    """What is missing of a price or an offering; what has not been paid for yet needs nothing."""
    if things.there:
        move(things, "gold", NUMBERS[units], "", things.there)


def _pay_bid(things: Things, seat: str, gold: str, name: str, gift: str | None) -> None:
    _pay(things, seat, gold)
    move(things, "gold", NUMBERS[gift or "no"], "", seat)
    move(things, seat, 1, "", name)


def _get_gold(things: Things, seats: str, gold: str) -> None:
    for seat in parts(seats):
        move(things, "gold", NUMBERS[gold], "", seat)


def _come(things: Things, units: str, kind: str, name: str) -> None:
    move(things, f"{kind}s", NUMBERS[units], "", name)
    things.there = name


def _lie(things: Things, units: str) -> None:
    move(things, "stones", NUMBERS[units], "", things.there)


def _come_up(things: Things, name: str) -> None:
    things.there = name


def _complete(things: Things, units: str) -> None:
    move(things, "stones", 3 * NUMBERS[units], things.there)
    move(things, "pyramids", NUMBERS[units], "", things.there)


def _come_free(things: Things, kind: str) -> None:
    move(things, f"{kind}s", 1, "", things.there)


def _leave_map(things: Things) -> None:
    for place, _ in list(things):
        if not re.fullmatch(r"p\d|deck|discard", place):
            move_all(things, place, kinds=lambda kind: kind not in ("stones", "pyramids"))


def _move_province(things: Things, seat: str, name: str | None, units: int) -> None:
    things[seat, "province cards"] += units
    if not things[seat, UNSEEN]:
        things[seat, f"card {name}"] += units


def _deal(things: Things, seat: str, name: str | None) -> None:
    _move_province(things, seat, name, 1)


def _put_up(things: Things, seat: str, name: str) -> None:
    _move_province(things, seat, name, -1)
    things.there = name


def _shuffle(things: Things) -> None:
    units = sum(units for (place, _), units in things.items() if place == "discard")
    move_all(things, "discard")
    move(things, "cards", units, "", "deck")


PHRASES: Phrases = {
    r"(p\d) draws (.*?)(?: as a \w+)?": _draw,
    r"(p\d) bids .* for \w+ with (.*)": _play,
    r"(p\d) sells (.*) for 1 gold": _sell,
    r"(p\d) sells (.*) for 1 gold, which pays .*": _play,
    r"(p\d) pays (\d+) gold": _pay,
    r"(p\d) pays (\d+|nothing)(?: gold)? for (\w+)(?: and gets (\d+) gold there)?": _pay_bid,
    r"(p\d) buys \w+ favors? for (\d+) gold": _pay_or_owe,
    r"(p\d) turns up .* with an (Offering Adjustment)": _play,
    r"p\d must sell (\w+) favors? for (?:it|them)": _sell_for_it,
    r"(\w+) favors? sold for it (?:is|are) still to be shown": _sell_for_it,
    r"p\d (?:buys|takes) (\w+) (farmer|stone)s? for (\w+)(?: as a reward)?": _come,
    r"(p\d) plays (an? .*) there": _play,
    r"a (farmer|stone) comes without price": _come_free,
    r"(\w+) pyramids? (?:is|are) completed there": _complete,
    r"(\w+) comes up for auction": _come_up,
    r"(\w+) stones? (?:lies|lie) there": _lie,
    r"(p\d) turns up (\d+) gold.*": _pay_or_owe,
    r"(p\d.*?) (?:each )?takes? (\d+) gold": _get_gold,
    r"(p\d) (?:has no favor to play and )?collects (\d+) gold": _get_gold,
    r"(p\d) plays (a Treasury), .*": _play,
    r"(p\d) plays (a Big Harvest) in .*": _play,
    r"(p\d) plays (.*) and scores .*": _play,
    r"(p\d) shows (.*), sold for the offering": _play,
    r"the deck is too short, .*": _shuffle,
    r"pawns and farmers leave the map, .*": _leave_map,
    r"(p\d) is dealt (?:a province card|the province card (\w+))": _deal,
    r"(p\d) has put up (\w+)": _put_up,
}
