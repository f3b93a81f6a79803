"""The rulings of README.md, one test each: where the rulebook is silent, garbled or often misread."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from tests.games.amunre.positions import (
    BOX,
    GAME,
    ROW,
    built,
    discard,
    done_until,
    favors_text,
    golds,
    land,
    moves_of,
    offer,
    play,
    position,
    province,
    seat,
    where,
)

AUCTION = "thebes:-,dakhla:-,abydos:-"


def test_ruling_01_temples_score_at_scorings_only() -> None:
    start = position(3, phase="harvest", lands={"damanhur": land("p1")}, hands=["nile"], gold=[0])
    assert play(start, "done").scores() == [0, 0, 0]


def test_ruling_02_a_bonus_stone_lies_in_its_province() -> None:
    start = position(3, phase="reveal", act="chance")
    after = play(start, "province:abydos")
    assert built(after, "abydos") == (0, 1)


def test_ruling_03_purses_of_the_printed_offering() -> None:
    """Charles has 1 gold and no favor: they cannot offer 2. (test_opening replays the example with gold that suffices.)"""
    poor = position(4, phase="offer", gold=[4, 1, 5, 3], hands=["nile", "-", "adjustment+nile"])
    assert poor.acting(1).legal_moves() == ["offer:theft", "offer:1"]
    assert "offer:5" in poor.acting(0).legal_moves() and "offer:6+adjustment" in poor.acting(2).legal_moves()


def test_ruling_04_no_pyramid_on_a_bank() -> None:
    west = where(west=True, temples=0)
    lands = {west[0]: land("p1", 0, 2), west[1]: land("p2", 0, 1)}
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands=lands,
        hands=["-", "-", "protection"],
        gold=[0] * 3,
        avoid=where(temples=1) + where(temples=2),
    )
    assert done_until(play(start, "done"), "reveal").scores() == [0, 0, 0]


def test_ruling_05_nothing_above_the_last_space() -> None:
    start = position(3, phase="bid", auction=AUCTION, gold=[300] * 3)
    highest = max(int(move.partition("+")[2]) for move in start.legal_moves())
    assert highest == 36
    assert not [move for move in play(start, "bid:thebes+36").legal_moves() if "thebes" in move]


def test_ruling_06_favors_are_sold_for_a_bid_at_once() -> None:
    start = position(3, phase="bid", auction=AUCTION, gold=[1, 9, 9], hands=["nile+egypt+treasury"])
    asked = play(start, "bid:thebes+3")
    assert asked.as_dict()["debt"] == 2 and asked.legal_moves() == ["sell:treasury", "sell:nile"]
    sold = play(asked, "sell:treasury", "sell:egypt")
    assert golds(sold)[0] == 3 and discard(sold) == {"treasury": 1, "egypt": 1}
    # Outbid, they keep the gold; the cards are gone.
    outbid = play(sold, "bid:thebes+6", "bid:abydos+0")
    assert golds(outbid)[0] == 3 and seat(outbid, "p1")["favors"] == 1


def test_ruling_07_everybody_steals() -> None:
    end = offer(position(4, phase="offer", start="p2", hands=["architect"] * 4), *["theft"] * 4)
    assert (end.as_dict()["tile"], end.as_dict()["start_player"]) == (1, "p2")
    assert golds(end) == [23] * 4


def test_ruling_08_ranks_are_strict() -> None:
    end = offer(position(4, phase="offer", start="p3"), "4", "4", "4", "4")
    served = []
    while end.as_dict()["phase"] == "reward":
        served.append((end.as_dict()["to_act"], end.as_dict()["rewards"]))
        end = play(end, "done")
    assert served == [("p3", 3), ("p4", 2), ("p1", 1), ("p2", 1)]


def test_ruling_09_adjustment_with_theft() -> None:
    start = position(3, phase="offer", hands=["adjustment", "-", "adjustment"], start="p2")
    asked = offer(start, "theft+adjustment", "9", "6+adjustment")
    assert asked.as_dict()["to_act"] == "p3"  # in turn order from the Start Player
    asked = play(asked, "adjust:up")
    assert asked.as_dict()["to_act"] == "p1" and asked.legal_moves() == ["adjust:down", "adjust:up"]
    assert play(asked, "adjust:down").as_dict()["tile"] == 2  # 12 + 3 - 3


def test_ruling_10_two_protections_in_one_auction() -> None:
    start = position(3, phase="bid", auction=AUCTION, hands=["protection", "protection"])
    after = play(start, "bid:thebes+0+protection", "bid:dakhla+0+protection")
    assert after.as_dict()["shielded"] == ["p1", "p2"]
    bids = after.legal_moves()
    assert "bid:thebes+1" not in bids and "bid:dakhla+1" not in bids and "bid:thebes+3" in bids


def test_ruling_10_but_only_one_each() -> None:
    start = position(4, phase="bid", auction=AUCTION + ",buto:-", hands=["protection*2"])
    after = play(start, "bid:thebes+0+protection", "bid:thebes+3", "bid:dakhla+0", "bid:dakhla+1")
    assert after.as_dict()["to_act"] == "p1" and not [move for move in after.legal_moves() if "protection" in move]


def test_ruling_11_yellow_cards_in_turn_order_without_interaction() -> None:
    west, east = where(west=True), where(west=False)
    lands = {name: land("p1") for name in west[:3]} | {name: land("p2") for name in east[:3]}
    start = position(3, phase="harvest", round=3, act="p3", lands=lands, hands=["side", "side", "protection"], gold=[0] * 3)
    one = play(start, "done")
    before = one.scores()
    two = play(one, "score:side")
    assert two.as_dict()["to_act"] == "p2" and "score:side" in two.legal_moves()
    after = play(two, "score:side").scores()
    assert [after[number] - before[number] for number in (0, 1)] == [3, 3]


def crowded(phase: str, tokens: int, **fields: object) -> Position:
    """`tokens` of the 48 farmers are on the map: all fields are taken but one in Buto, the others stand beside them.

    Free Farmers come back with every shuffle of the discard pile, so the tokens can indeed run out.
    """
    names = ["buto", "thebes", *(name for name in ROW if name not in ("buto", "thebes"))]
    beside = tokens - (sum(row.fields for row in ROW.values()) - 1)
    lands = {}
    for number, name in enumerate(names):
        free = min(3, max(0, beside - 3 * number))
        lands[name] = land(f"p{1 + number // 3}", 0, 0, ROW[name].fields - (name == "buto"), free)
    return position(5, phase=phase, round=3, lands=lands, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("tokens", [47, 48])
def test_ruling_12_farmer_tokens_run_out(tokens: int) -> None:
    left = tokens < 48
    asked = crowded("favors", tokens, hands=["free-farmer"], gold=[20] * 5)
    market = play(asked, "favors:0")
    assert ("farmers:buto+1" in market.legal_moves()) == left
    building = play(market, "farmers:buto+0") if left else market
    assert building.as_dict()["phase"] == "build"
    assert any("free-farmer" in move for move in building.legal_moves()) == left
    rewarded = offer(crowded("offer", tokens), "5", *["theft"] * 4)
    assert ("take:farmer+buto" in rewarded.legal_moves()) == left
    assert "take:stone+buto" in rewarded.legal_moves()


def test_ruling_12_stones_never_run_out() -> None:
    start = position(3, phase="build", lands={"buto": land("p1")}, gold=[210], start="p2")
    assert built(play(start, "stones:buto+20"), "buto") == (6, 2)


def test_ruling_13_the_order_of_harvests_changes_nothing() -> None:
    def incomes(first: str) -> list[int]:
        lands = {"buto": land("p1", 0, 0, 4), "mendes": land("p2", 0, 0, 2), "thebes": land("p3", 0, 0, 1)}
        start = position(
            3, phase="harvest", act=first, start=first, lands=lands, hands=["nile", "nile", "egypt"], gold=[0] * 3
        )
        return golds(play(start, "done", "done", "done"))

    assert incomes("p1") == incomes("p2") == incomes("p3") == [8, 4, 2]


def test_ruling_14_bribery_only_where_it_is_needed() -> None:
    start = position(4, phase="bid", auction=AUCTION + ",buto:-", hands=["bribery"])
    assert not [move for move in start.legal_moves() if "bribery" in move]
    after = play(start, "bid:thebes+0", "bid:thebes+1", "bid:dakhla+0", "bid:dakhla+1")
    with_card = [move for move in after.legal_moves() if "bribery" in move]
    assert with_card and all(move.startswith("bid:thebes") for move in with_card)
    assert with_card[0] == "bid:thebes+3+bribery"  # the other rules still bind


def short_of_favors(deck: str, discard: str) -> Position:
    """Thebes, Buto and Dakhla come up: four favors are laid out."""
    rest = dict(BOX)
    for text in (deck, discard):
        for name in text.split("+"):
            rest[name] -= 1
    return position(3, phase="reveal", act="chance", hands=["-", "-", favors_text(rest)], deck=deck, gold=[20, 20, 0])


def bonuses(table: Position) -> list[list[str]]:
    """Which favors each draw of the bonuses could be."""
    found = []
    while table.is_chance:
        outcomes = [outcome for outcome, _ in table.outcomes()]
        found.append(outcomes)
        table = play(table, outcomes[0])
    return found


def test_ruling_15_the_discard_pile_is_shuffled_under_a_short_deck() -> None:
    start = short_of_favors("nile", "egypt+side+treasury")
    bidding = play(start, "province:buto", "province:thebes", "province:dakhla")
    end = play(bidding, "bid:thebes+0", "bid:dakhla+0", "bid:buto+0")
    drawn = bonuses(end)
    assert drawn[0] == ["favor:nile"]  # Buto came up first: it has the last card of the old deck
    assert drawn[1] == ["favor:treasury", "favor:side", "favor:egypt"] and len(drawn) == 4


def test_ruling_15_what_is_discarded_later_is_not_among_them() -> None:
    start = short_of_favors("nile", "egypt+side")
    bidding = play(start, "province:buto", "province:thebes", "province:dakhla")
    # p3 has no gold and sells a favor to bid: three cards are there for four bonuses, the fourth is missing
    end = play(bidding, "bid:thebes+0", "bid:dakhla+0", "bid:buto+1", "sell:protection")
    assert len(bonuses(end)) == 3


# -- further rulings of this house ---------------------------------------------------------------------------


def test_ruling_16_no_favor_is_sold_for_nothing() -> None:
    """A sale is offered only where its gold is spent at once; what is left counts as gold at the end."""
    start = position(3, phase="bid", auction=AUCTION, hands=["nile*2"], gold=[20])
    assert not moves_of(start, "sell")
    for phase in ("favors", "harvest", "offer"):
        assert not moves_of(position(3, phase=phase, lands={"thebes": land("p1")}, hands=["nile*2"]), "sell")


def test_ruling_17_favors_sold_for_an_offering_are_sealed_with_it() -> None:
    """They are chosen before the others' offerings are seen, and nobody sees them before the reveal."""
    start = position(3, phase="offer", gold=[2, 5, 0], hands=["nile*2+adjustment+side", "-", "egypt"], start="p2")
    asked = start.after("offer:4+adjustment", 0)
    assert asked.acting(0).legal_moves() == ["sell:side", "sell:nile"]  # not the card in the offering
    asked = asked.after("sell:side", 0).after("sell:nile", 0)
    assert asked.view(1) == start.view(1) and asked.pending == [1, 2]
    assert seat(asked, "p1")["sale"] == {"side": 1, "nile": 1} and golds(asked)[0] == 2
    shown = asked.after("offer:5", 1).after("offer:1", 2).after("sell:egypt", 2)
    assert shown.is_chance
    shown = play(shown, "unveil:p2+5", "unveil:p3+1", "sold:egypt", "unveil:p1+4+adjustment")
    assert shown.outcomes() == [("sold:side", 0.5), ("sold:nile", 0.5)]
    shown = play(shown, "sold:nile", "sold:side")
    assert shown.as_dict()["phase"] == "adjust" and golds(shown) == [0, 0, 0]
    assert seat(shown, "p1")["hand"] == {"nile": 1}
    assert [seat(shown, name)["gave"] for name in ("p1", "p2", "p3")] == ["4+adjustment", "5", "1"]


def test_ruling_17_a_seller_is_asked_after_all_have_offered() -> None:
    """So whether another seat sells favors tells nothing to one that has not offered yet."""
    start = position(3, phase="offer", gold=[0, 5, 5], hands=["nile+egypt"])
    asked = play(start, "offer:1")
    assert asked.actor == 1 and asked.pending == [0, 1, 2]
    asked = play(asked, "offer:5", "offer:theft")
    assert asked.actor == 0 and asked.legal_moves() == ["sell:nile", "sell:egypt"]
    assert asked.observed("sell:nile", 1) == "sell:?"


def test_ruling_18_an_offering_of_nothing_is_a_theft() -> None:
    start = position(3, phase="offer", gold=[0, 1, 1])
    assert start.acting(0).legal_moves() == ["offer:theft"]


def test_ruling_19_an_empty_deck_gives_nothing() -> None:
    everything = {name: count for name, count in BOX.items() if name != "nile"}
    start = position(
        3,
        lands={"thebes": land("p1"), "buto": land("p2")},
        hands=["-", favors_text(everything)],
        deck="nile*2",
        gold=[20, 0, 0],
    )
    assert moves_of(start, "favors")[-1] == "favors:2"
    after = play(start, "favors:2", "favor:nile", "favor:nile", "farmers:thebes+0", "stones:thebes+0")
    assert after.as_dict()["deck"] == 0
    asked = offer(done_until(after, "offer"), "5", "theft", "theft")
    assert "take:favor" not in asked.legal_moves()


def test_ruling_20_fewer_rewards_than_allowed() -> None:
    asked = offer(position(3, phase="offer"), "5", "theft", "theft")
    assert "done" in asked.legal_moves()
    assert play(asked, "done").as_dict()["phase"] != "reward"


def test_ruling_21_who_has_favors_is_asked_before_the_income() -> None:
    """So that nobody learns from the question who holds a Treasury."""
    start = position(3, phase="harvest", lands={"thebes": land("p1")}, hands=["nile"])
    assert start.legal_moves() == ["done"]


def test_the_new_kingdom_keeps_what_it_should() -> None:
    lands = {"buto": land("p1", 2, 1, 3, 1), "thebes": land("p2", 1, 2, 2)}
    start = position(
        3, phase="harvest", round=3, act="p3", start="p1", lands=lands, hands=["bribery", "-", "protection"], gold=[7, 8, 9]
    )
    after = done_until(play(start, "done"), "reveal")
    data = after.as_dict()
    assert (data["age"], data["round"], data["start_player"], data["tile"]) == (2, 1, "p1", 2)
    assert built(after, "buto") == (2, 1) and built(after, "thebes") == (1, 2)
    assert all(row["owner"] is None and row["farmers"] == row["free_farmers"] == 0 for row in data["provinces"])
    assert seat(after, "p1")["hand"] == {"bribery": 1} and golds(after)[:2] == [7, 8]
    assert len(data["to_come"]) == 9 and province(after, "buto")["province"] in data["to_come"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_provinces_to_come(players: int) -> None:
    """Any of the 15 in the Old Kingdom, the same 3 per player in the New."""
    rng = Rng(players)
    table = Position.start(GAME, players).settle(rng)
    old: set[str] = set()
    while table.as_dict()["age"] == 1:
        old |= {row["province"] for row in table.as_dict()["provinces"] if row["owner"]}
        codes = table.legal_codes()
        table = table.settle(rng) if table.is_chance else table.after(codes[rng.below(len(codes))])
    data = table.as_dict()
    assert set(data["to_come"]) | {lot["province"] for lot in data["auction"]} == old and len(old) == 3 * players


def test_ruling_22_no_protection_on_a_turn_on_which_one_must_pass() -> None:
    """A seat with a standing bid is not even asked."""
    start = position(3, phase="bid", auction=AUCTION, hands=["protection"])
    after = play(start, "bid:thebes+3", "bid:dakhla+0", "bid:dakhla+1")
    assert after.actor == 1  # p1 was passed over with the card in hand
    assert any("protection" in move for move in start.legal_moves())


def test_ruling_23_favors_left_are_counted_once() -> None:
    """As gold in the ranking, as favors in the position."""

    def end(hand: str) -> Position:
        start = position(
            3, phase="harvest", age=2, round=3, act="p3", start="p1", hands=[hand, "-", "protection"], gold=[9, 10, 0]
        )
        return done_until(play(start, "done"), "over")

    without, two_more = end("-"), end("bribery*2")
    assert golds(without) == golds(two_more) and seat(two_more, "p1")["favors"] == 2
    gains = [more - less for more, less in zip(two_more.scores(), without.scores(), strict=True)]
    assert gains[0] - gains[1] in (2, 4)  # p1 has overtaken p2
