"""Moves of Amun-Re in words, from the plain data of a position or view before the move.

A sentence also says what follows for certain: favors that must be sold for a bid, who is outbid, who passes over, what is
paid at the end of an auction, the tile that the offerings bring, incomes. Where it can be compared with what is known after
the move, it names the phase that begins; before the move, what can no longer be done after it, because this room has it done
first. Points are told by the ledger.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from egypt.core.saying import Saying, Story, listing, number, several
from egypt.games.amunre.scales import adjust_space, bid_space, offer_space, price, price_space
from egypt.games.amunre.tables import COMPONENTS
from egypt.games.amunre.words import FAVOR_NAMES, province_name

STONES_PER_PYRAMID = COMPONENTS.game["stones_per_pyramid"]
HIDDEN = "?"
# The part of the game that a phase belongs to; a sale belongs to the phase that it interrupts.
PARTS = {
    "start": "",
    "deal": "",
    "choose": "",
    "reveal": "",
    "bid": "auction",
    "bonus": "auction",
    "favors": "market",
    "draw": "market",
    "farmers": "market",
    "build": "market",
    "offer": "offering",
    "unveil": "offering",
    "adjust": "offering",
    "reward": "rewarding",
    "reward-draw": "rewarding",
    "harvest": "harvest",
    "scoring": "scoring of cards",
    "over": "",
}
YELLOW_CARDS = ("scribes", "farmers", "side", "nile", "egypt")  # in the order in which they are scored
RANKS = ("the largest offering", "the second largest offering", "an offering")


def say_move(table: dict[str, Any], actor: str, move: str, after: dict[str, Any] | None = None) -> Saying:
    """The sentence of a move or draw, and the ids of what it touches; with what is known after it, also what it led to."""
    kind, _, argument = move.partition(":")
    story = _Story(table)
    TELLERS[kind](story, actor, argument.split("+"))
    if after:
        _tell_course(story, kind, argument.partition("+")[0], after)
    elif barred := _barred(table, actor, kind, argument.split("+")):
        story.tell(f"{listing(barred)} cannot follow")
    return story.saying()


class _Story(Story):
    """What is told so far, and what the move has changed on the way: the map, the tile, the Start Player."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.seats: list[str] = [seat["seat"] for seat in self.table["seats"]]
        self.seat = {seat["seat"]: seat for seat in self.table["seats"]}
        self.province = {row["province"]: dict(row) for row in self.table["provinces"]}
        self.tile: int = self.table["tile"] or 0
        self.turn: str = self.table["turn"]
        self.start: str = self.table["start_player"]

    def hand_cards(self, seat: str, kinds: list[str]) -> list[str]:
        """The ids of cards in a hand, if it is known."""
        ids = {card["kind"]: card["id"] for card in self.seat[seat]["hand"] or ()}
        return [ids[kind] for kind in kinds if kind in ids]

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def in_turn_order(self) -> list[str]:
        first = self.seats.index(self.start)
        return self.seats[first:] + self.seats[:first]


def _gold(amount: int) -> str:
    return f"{amount} gold" if amount else "nothing"


def _card(kind: str) -> str:
    """`an Architect`; without an article where the name is a pair."""
    name = FAVOR_NAMES[kind]
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _must_sell(story: _Story, seat: str, cost: int, what: str) -> bool:
    """Tell of favors that have to be sold because the gold does not suffice; whether there are any."""
    missing = cost - story.seat[seat]["gold"]
    if missing <= 0:
        return False
    story.tell(f"{seat} must sell {several(missing, 'favor')} for {what}", f"hand:{seat}", f"gold:{seat}")
    return True


# -- the course of the game --------------------------------------------------------------------------------------------


def _tell_course(story: _Story, kind: str, what: str, after: dict[str, Any]) -> None:
    """What has been paid, whether favors ran out, who could buy nothing, and which part of the game has begun."""
    table = story.table
    for old, new in zip(table["seats"], after["seats"], strict=True):
        paid = old["gold"] - new["gold"]
        if kind in ("farmers", "stones") and paid > 0:
            story.tell(f"{new['seat']} pays {paid} gold", f"gold:{new['seat']}")
    discarded, left = (sum(card["count"] for card in data["discard"]) for data in (table, after))
    if after["deck"] > table["deck"] or left < discarded:
        story.tell("the deck is too short, so the discard pile is shuffled under it", "deck", "discard")
    _tell_market(story, kind, what, after)
    _tell_cards(story, after)
    if after["to_act"] == "over":
        story.tell("the richest score, and the game ends", *(f"score:{seat}" for seat in story.seats))
    elif after["age"] > table["age"]:
        story.tell(
            "pawns and farmers leave the map, stones and pyramids stay, and the New Kingdom begins",
            *(row["id"] for row in table["provinces"] if row["owner"]),
        )
    elif after["round"] > table["round"]:
        story.tell(f"round {after['round']} begins", "province-cards")
    part = _part(after)
    if part and part != _part(table):
        story.tell(f"the {part} begins", f"seat:{after['turn']}")


def _tell_market(story: _Story, kind: str, what: str, after: dict[str, Any]) -> None:
    """Turns of the market that end, or pass, because nothing can be bought."""
    table, order, parts = story.table, story.in_turn_order(), (_part(story.table), _part(after))
    if "market" not in parts and parts != ("auction", "offering"):
        return
    turn = order.index(table["turn"]) if parts[0] == "market" else -1
    following = order.index(after["turn"]) if parts[1] == "market" else len(order)
    if following == turn:
        return
    if parts[0] == "market":
        seat, mine = table["turn"], [row["province"] for row in table["provinces"] if row["owner"] == table["turn"]]
        if kind in ("favors", "favor", "farmers") or (kind == "stones" and what != mine[-1]):
            story.tell(f"{seat} can buy nothing more", f"gold:{seat}")
    for seat in order[turn + 1 : following]:
        story.tell(f"{seat} can buy nothing and passes", f"seat:{seat}")


def _tell_cards(story: _Story, after: dict[str, Any]) -> None:
    """Who is passed over when cards are scored: seats that hold no favors, or fulfil nothing that a card asks for."""
    table, ends = story.table, after["to_act"] == "over" or after["age"] > story.table["age"]
    if not ends and after["phase"] != "scoring":
        return
    start = story.seats.index(after["start_player"])
    order = story.seats[start:] + story.seats[:start]
    first = order.index(table["turn"]) + 1 if table["phase"] == "scoring" else 0
    following = len(order) if ends else order.index(after["turn"])
    if passed := order[first:following]:
        story.tell(f"{listing(passed)} can score no card", *(f"hand:{seat}" for seat in passed))


def _part(table: dict[str, Any]) -> str:
    return PARTS[table["resume"] if table["phase"] == "sell" else table["phase"]]


# -- the order of the room ---------------------------------------------------------------------------------------------


def _barred(table: dict[str, Any], actor: str, kind: str, words: list[str]) -> list[str]:
    """What the seat may want to do and can no longer do after this move: every end is reached in one order of moves only."""
    mine = [row for row in table["provinces"] if row["owner"] == actor]
    hand = [card["kind"] for seat in table["seats"] if seat["seat"] == actor for card in seat["hand"] or ()]
    if kind == "take" and words[0] != "favor" and table["rewards"] > 1:
        return _barred_rewards(table, mine, *words)
    if kind == "score":
        return [FAVOR_NAMES[card] for card in YELLOW_CARDS[: YELLOW_CARDS.index(words[0])] if card in hand]
    if kind == "big-harvest" and "treasury" in hand and table["treasury"] is None:
        return [_card("treasury")]
    if kind == "stones" and "architect" in hand and "architect" not in words[2:] and words[0] != mine[-1]["province"]:
        (row,) = (row for row in mine if row["province"] == words[0])
        if int(words[1]) and row["stones"] + int(words[1]) >= STONES_PER_PYRAMID:
            return [_card("architect")]
    return []


def _barred_rewards(table: dict[str, Any], mine: list[dict[str, Any]], what: str, name: str) -> list[str]:
    """Favors come before farmers, farmers before stones, and each province by province."""
    before = mine[: [row["province"] for row in mine].index(name)]
    farmers = [row for row in (before if what == "farmer" else mine) if row["farmers"] < row["fields"]]
    barred = ["favors"] if table["deck"] or table["discard"] else []
    if farmers:
        barred.append(f"farmers for {listing([province_name(row['province']) for row in farmers])}")
    if what == "stone" and before:
        barred.append(f"stones for {listing([province_name(row['province']) for row in before])}")
    return barred


# -- provinces come up -------------------------------------------------------------------------------------------------


def _start(story: _Story, actor: str, words: list[str]) -> None:
    story.tell(f"{words[0]} begins the game with the Start Player token", f"seat:{words[0]}")


def _deal_card(story: _Story, actor: str, words: list[str]) -> None:
    which = "a province card" if words[0] == HIDDEN else f"the province card {province_name(words[0])}"
    story.tell(f"{story.turn} is dealt {which}", f"cards:{story.turn}")


def _choose(story: _Story, actor: str, words: list[str]) -> None:
    which = "a province card" if words[0] == HIDDEN else f"the province card {province_name(words[0])}"
    cards = {row["province"]: row["id"] for row in story.seat[actor]["province_hand"] or ()}
    story.tell(f"{actor} puts up {which} in secret", f"cards:{actor}", *(cards[name] for name in words if name in cards))


def _reveal(story: _Story, actor: str, words: list[str]) -> None:
    """Stones of the brown box are placed at once; favors lie there face down."""
    name, bonus = words[0], story.province[words[0]]["bonus"]
    if story.table["variant"] == "expert":
        story.tell(f"{story.turn} has put up {province_name(name)}", f"province:{name}", f"cards:{story.turn}")
    else:
        story.tell(f"{province_name(name)} comes up for auction", f"province:{name}", "province-cards")
    if bonus["stones"]:
        story.tell(
            f"{several(bonus['stones'], 'stone')} lie there" if bonus["stones"] > 1 else "one stone lies there",
            f"stones:{name}",
        )
        _pyramids(story, name, bonus["stones"])
    if len(story.table["auction"]) + 1 == len(story.seats):
        story.tell(f"{story.start} bids first", f"seat:{story.start}")


def _pyramids(story: _Story, name: str, stones: int) -> None:
    """Tell of pyramids that new stones complete."""
    made = (story.province[name]["stones"] + stones) // STONES_PER_PYRAMID
    if made:
        story.tell(f"{several(made, 'pyramid')} {'is' if made == 1 else 'are'} completed there", f"pyramids:{name}")


# -- auction -----------------------------------------------------------------------------------------------------------


def _bid(story: _Story, actor: str, words: list[str]) -> None:
    name, gold, cards = words[0], int(words[1]), words[2:]
    with_cards = f" with {listing([FAVOR_NAMES[card] for card in cards])}" if cards else ""
    touches = bid_space(name, gold), f"lot:{name}", f"seat:{actor}", *story.hand_cards(actor, cards)
    story.tell(f"{actor} bids {_gold(gold)} for {province_name(name)}{with_cards}", *touches)
    lots = {lot["province"]: (lot["bidder"], lot["bid"]) for lot in story.table["auction"]}
    rival = lots[name][0]
    if rival:
        story.tell(f"{rival} is outbid", f"seat:{rival}")
    lots[name] = (actor, gold)
    if not _must_sell(story, actor, gold, "this bid"):
        _after_bid(story, actor, lots)


def _after_bid(story: _Story, actor: str, lots: dict[str, tuple[str, int]]) -> None:
    """On to the next seat without a standing bid; with a bid for every province all pay."""
    bidders = {bidder for bidder, _ in lots.values() if bidder}
    if len(bidders) == len(story.seats):
        story.tell("every province has a bid, so the auction ends")
        for name, (bidder, gold) in lots.items():
            bonus = story.province[name]["bonus"]["gold"]
            gift = f" and gets {bonus} gold there" if bonus else ""
            story.tell(f"{bidder} pays {_gold(gold)} for {province_name(name)}{gift}", f"province:{name}", f"gold:{bidder}")
        return
    passed, seat = [], story.left_of(actor)
    while seat in bidders:
        passed.append(seat)
        seat = story.left_of(seat)
    if passed:
        has = "has a standing bid and passes" if len(passed) == 1 else "have standing bids and pass"
        story.tell(f"{listing(passed)} {has}", *(f"seat:{one}" for one in passed))


def _sell(story: _Story, actor: str, words: list[str]) -> None:
    """For a bid or a purchase, in the open; for an offering, in secret. Others hear of that when all have chosen."""
    if story.table["phase"] == "offer" or words[0] == HIDDEN:
        which = "a favor" if words[0] == HIDDEN else _card(words[0])
        touches = f"hand:{actor}", *story.hand_cards(actor, words)
        story.tell(f"{actor} sets aside {which} in secret, to be sold for the offering", *touches)
        return
    touches = f"hand:{actor}", "discard", *story.hand_cards(actor, words)
    use = "" if story.table["resume"] == "bid" else ", which pays for what is bought"
    story.tell(f"{actor} sells {_card(words[0])} for 1 gold{use}", *touches)
    if story.table["debt"] == 1 and story.table["resume"] == "bid":
        _after_bid(story, actor, {lot["province"]: (lot["bidder"], lot["bid"]) for lot in story.table["auction"]})


# -- market ------------------------------------------------------------------------------------------------------------


def _buy_favors(story: _Story, actor: str, words: list[str]) -> None:
    count = int(words[0])
    cost = f" for {price(count)} gold" if count else ""
    story.tell(f"{actor} buys {several(count, 'favor')}{cost}", price_space(count), f"hand:{actor}", f"gold:{actor}")
    _must_sell(story, actor, price(count), "them" if count > 1 else "it")


def _buy_farmers(story: _Story, actor: str, words: list[str]) -> None:
    name, count = words[0], int(words[1])
    touches = price_space(story.table["bought"] + count), f"farmers:{name}", f"gold:{actor}"
    story.tell(f"{actor} buys {several(count, 'farmer')} for {province_name(name)}", *touches)
    _must_sell(story, actor, price(story.table["bought"] + count), "the farmers of this turn")


def _build(story: _Story, actor: str, words: list[str]) -> None:
    name, stones, cards = words[0], int(words[1]), words[2:]
    touches = price_space(story.table["bought"] + stones), f"stones:{name}", f"gold:{actor}"
    story.tell(f"{actor} buys {several(stones, 'stone')} for {province_name(name)}", *touches)
    if cards:
        played = f"hand:{actor}", "discard", *story.hand_cards(actor, cards)
        story.tell(f"{actor} plays {listing([_card(card) for card in cards])} there", *played)
    if "architect" in cards:
        story.tell("a stone comes without price", f"stones:{name}")
    if "free-farmer" in cards:
        story.tell("a farmer comes without price", f"farmers:{name}")
    owed = price(story.table["bought"] + stones) + story.table["debt"]
    _must_sell(story, actor, owed, "what is bought in this turn")
    _pyramids(story, name, stones + ("architect" in cards))


def _draw_favor(story: _Story, actor: str, words: list[str]) -> None:
    why = {"bonus": " as a bonus", "reward-draw": " as a reward"}.get(story.table["phase"], "")
    which = "a favor" if words[0] == HIDDEN else _card(words[0])
    story.tell(f"{story.turn} draws {which}{why}", "deck", f"hand:{story.turn}")
    if story.table["phase"] == "reward-draw" and story.table["rewards"] == 1:
        _end_reward(story, story.turn, with_favor=True)


# -- offering ----------------------------------------------------------------------------------------------------------


def _offering(words: list[str]) -> tuple[int, str]:
    """The gold of an offering, and the offering in words."""
    gold = 0 if words[0] == "theft" else int(words[0])
    what = f"{gold} gold" if gold else "Theft"
    return gold, what + (" with an Offering Adjustment" if words[1:] else "")


def _offer(story: _Story, actor: str, words: list[str]) -> None:
    if words[0] == HIDDEN:
        story.tell(f"{actor} lays down an offering in secret", f"seat:{actor}")
        return
    gold, what = _offering(words)
    touches = offer_space(gold), f"gold:{actor}" if gold else f"seat:{actor}", *story.hand_cards(actor, words[1:])
    story.tell(f"{actor} lays down {what} in secret", *touches)
    _must_sell(story, actor, gold, "it")


def _unveil(story: _Story, actor: str, words: list[str]) -> None:
    seat, (gold, what) = words[0], _offering(words[1:])
    story.tell(f"{seat} turns up {what}", f"seat:{seat}", "offering")
    missing = gold - story.seat[seat]["gold"]
    if missing > 0:
        are = "is" if missing == 1 else "are"
        story.tell(f"{several(missing, 'favor')} sold for it {are} still to be shown", f"hand:{seat}")
        return
    gave = {one: story.seat[one]["gave"] for one in story.seats}
    gave[seat] = {"gold": gold, "theft": not gold, "adjustment": len(words) > 2}
    total = story.table["total"] + (gold or -COMPONENTS.game["theft"])
    waiting = {one for one in story.seats if story.seat[one]["to_adjust"]} | ({seat} if len(words) > 2 else set())
    _after_offering(story, seat, gave, total, waiting)


def _show_sold(story: _Story, actor: str, words: list[str]) -> None:
    seat = story.turn
    story.tell(f"{seat} shows {_card(words[0])}, sold for the offering", f"hand:{seat}", "discard")
    if story.table["debt"] == 1:
        gave = {one: story.seat[one]["gave"] for one in story.seats}
        waiting = {one for one in story.seats if story.seat[one]["to_adjust"]}
        _after_offering(story, seat, gave, story.table["total"], waiting)


def _after_offering(story: _Story, seat: str, gave: dict[str, dict[str, Any]], total: int, waiting: set[str]) -> None:
    """After the last one, those with an Offering Adjustment announce; without any the tile is known."""
    if story.left_of(seat) == story.start and not waiting:
        _place_tile(story, gave, total)


def _adjust(story: _Story, actor: str, words: list[str]) -> None:
    step = COMPONENTS.game["adjustment"] if words[0] == "up" else -COMPONENTS.game["adjustment"]
    more = "more" if step > 0 else "less"
    story.tell(f"{actor} makes the offerings {abs(step)} {more}", adjust_space(words[0]), "offering", f"seat:{actor}")
    if {one for one in story.seats if story.seat[one]["to_adjust"]} == {actor}:
        _place_tile(story, {one: story.seat[one]["gave"] for one in story.seats}, story.table["total"] + step)


def _place_tile(story: _Story, gave: dict[str, dict[str, Any]], total: int) -> None:
    """The total decides the tile; thieves take their gold, and the largest offering is rewarded first."""
    story.tile = max([number for number, tile in enumerate(COMPONENTS.tiles, 1) if total >= tile.total], default=1)
    value = COMPONENTS.tiles[story.tile - 1].value
    story.tell(f"the offerings total {total or 'nothing'}, so the tile of {value} lies in the delta", "offering", "tile")
    thieves = [seat for seat in story.in_turn_order() if gave[seat]["theft"]]
    if thieves:
        takes = "takes" if len(thieves) == 1 else "each take"
        story.tell(f"{listing(thieves)} {takes} {COMPONENTS.game['theft']} gold", *(f"gold:{seat}" for seat in thieves))
    givers = [seat for seat in story.in_turn_order() if not gave[seat]["theft"]]
    if givers:
        first = max(givers, key=lambda seat: gave[seat]["gold"])
        story.tell(f"{first} has {RANKS[0]} and is rewarded first", f"seat:{first}")
    else:
        story.tell("no player is rewarded, and the Start Player token stays")
        _incomes(story, story.start)


def _end_reward(story: _Story, actor: str, with_favor: bool = False) -> None:
    """The next offering is rewarded; after the last one the largest brings the token, and the harvest begins."""
    gave = {seat: story.seat[seat]["gave"] for seat in story.in_turn_order()}
    givers = [seat for seat in gave if not gave[seat]["theft"]]
    if any(seat not in (actor, *story.table["rewarded"]) for seat in givers):
        return
    first = max(givers, key=lambda seat: gave[seat]["gold"])
    if first != story.start:
        story.tell(f"{first} gets the Start Player token", f"seat:{first}")
        story.start = first
    _incomes(story, first, [actor] if with_favor else [])


def _take(story: _Story, actor: str, words: list[str]) -> None:
    what = words[0]
    if what == "favor":
        story.tell(f"{actor} takes a favor as a reward", "deck", f"hand:{actor}")
    else:
        where = province_name(words[1])
        story.tell(f"{actor} takes a {what} for {where} as a reward", f"{what}s:{words[1]}", f"seat:{actor}")
        if what == "stone":
            _pyramids(story, words[1], 1)
        story.province[words[1]][f"{what}s"] += 1
        if story.table["rewards"] == 1:
            _end_reward(story, actor)


# -- harvest and scoring -----------------------------------------------------------------------------------------------


def _income(story: _Story, seat: str, treasury: str | None) -> int:
    tile = COMPONENTS.tiles[story.tile - 1]
    return sum(
        COMPONENTS.game["treasury"]
        if name == treasury
        else (row["farmers"] + row["free_farmers"]) * tile.value + row["mine"] + (row["caravan"] if tile.camel else 0)
        for name, row in story.province.items()
        if row["owner"] == seat
    )


def _incomes(story: _Story, seat: str, with_favor: Collection[str] = ()) -> None:
    """From a seat on, all without favors collect without being asked; after the last one the round ends."""
    while not story.seat[seat]["favors"] and seat not in with_favor:
        story.tell(f"{seat} has no favor to play and collects {_gold(_income(story, seat, None))}", f"gold:{seat}")
        seat = story.left_of(seat)
        if seat == story.start:
            _end_round(story)
            return


def _end_round(story: _Story) -> None:
    if story.table["round"] < COMPONENTS.game["rounds"]:
        story.tell("the round ends")
    else:
        kingdom = "Old" if story.table["age"] == 1 else "New"
        story.tell(f"the {kingdom} Kingdom is scored", *(f"score:{seat}" for seat in story.seats))


def _collect(story: _Story, actor: str, treasury: str | None, more: int = 0) -> None:
    story.tell(f"{actor} collects {_gold(_income(story, actor, treasury) + more)}", f"gold:{actor}")
    if story.left_of(actor) != story.start:
        _incomes(story, story.left_of(actor))
    else:
        _end_round(story)


def _treasury(story: _Story, actor: str, words: list[str]) -> None:
    name, gold = province_name(words[0]), COMPONENTS.game["treasury"]
    touches = f"province:{words[0]}", "discard", *story.hand_cards(actor, ["treasury"])
    story.tell(f"{actor} plays a Treasury, so that {name} yields {gold} gold alone", *touches)
    if story.seat[actor]["favors"] == 1:
        _collect(story, actor, words[0])


def _big_harvest(story: _Story, actor: str, words: list[str]) -> None:
    row, treasury = story.province[words[0]], story.table["treasury"]
    more = 0 if words[0] == treasury else COMPONENTS.game["big_harvest"] * (row["farmers"] + row["free_farmers"])
    touches = f"province:{words[0]}", "discard", *story.hand_cards(actor, ["big-harvest"])
    story.tell(f"{actor} plays a Big Harvest in {province_name(words[0])}", *touches)
    if words[0] == treasury:
        story.tell("the Treasury stands for the whole province")
    _collect(story, actor, treasury, more)


def _done(story: _Story, actor: str, words: list[str]) -> None:
    match story.table["phase"]:
        case "reward":
            story.tell(f"{actor} takes no further reward", f"seat:{actor}")
            _end_reward(story, actor)
        case "harvest":
            story.tell(f"{actor} plays no further card before the income", f"hand:{actor}")
            _collect(story, actor, story.table["treasury"])
        case _:
            story.tell(f"{actor} scores no further card", f"hand:{actor}")


def _score(story: _Story, actor: str, words: list[str]) -> None:
    name, points = FAVOR_NAMES[words[0]], number(COMPONENTS.score["yellow_card"])
    touches = f"hand:{actor}", f"score:{actor}", "discard", *story.hand_cards(actor, words)
    story.tell(f"{actor} plays {name} and scores {points}", *touches)


TELLERS = {
    "start": _start,
    "card": _deal_card,
    "choose": _choose,
    "province": _reveal,
    "bid": _bid,
    "sell": _sell,
    "favors": _buy_favors,
    "farmers": _buy_farmers,
    "stones": _build,
    "favor": _draw_favor,
    "offer": _offer,
    "unveil": _unveil,
    "sold": _show_sold,
    "adjust": _adjust,
    "take": _take,
    "treasury": _treasury,
    "big-harvest": _big_harvest,
    "done": _done,
    "score": _score,
}
