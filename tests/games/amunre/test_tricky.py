"""Tricky situations, written from the rulebook and not from the rules: cards that meet, chains of bids, ties, ends.

Sections are those of the rules sheet, numbers of rulings those of the README of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from egypt import Position, Rng
from tests.games.amunre.positions import (
    BOX,
    GAME,
    ROW,
    Land,
    built,
    done_until,
    favors_text,
    field,
    golds,
    land,
    moves_of,
    names_text,
    offer,
    play,
    position,
    province,
    seat,
)

THREE = "thebes:-,dakhla:-,abydos:-"
FIVE = "thebes:-,dakhla:-,abydos:-,buto:-,mendes:-"
# provinces that neither yield gold nor score by themselves
QUIET = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]
WEST = [name for name in QUIET if ROW[name].west]
EAST = [name for name in QUIET if not ROW[name].west]
LOUD = [name for name in ROW if name not in QUIET]


def price(count: int) -> int:
    return count * (count + 1) // 2


def values(table: Position, name: str) -> list[int]:
    """The spaces of a province on which the player to act may put their pawn, without further cards."""
    bids = [move.split("+") for move in table.legal_moves() if move.startswith(f"bid:{name}+")]
    return sorted({int(parts[1]) for parts in bids})


# -- auction -------------------------------------------------------------------------------------------------


def test_two_players_bribe_their_way_back_into_the_same_province() -> None:
    """Section 6, rule 4, and section 2: the limit of one card of a kind is each player's own."""
    start = position(3, phase="bid", auction=THREE, hands=["bribery", "bribery"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:thebes+3")
    table = play(table, "bid:thebes+6+bribery", "bid:thebes+10+bribery")
    assert table.as_dict()["discard"] == {"bribery": 2}
    for name in ("p3", "p1"):  # both were outbid in Thebes last, and neither has a card left
        assert table.as_dict()["to_act"] == name and values(table, "thebes") == []
        table = play(table, "bid:dakhla+0" if name == "p3" else "bid:abydos+0")
    assert golds(table) == [40, 30, 52]


def test_after_a_bribery_the_way_back_is_free_only_from_elsewhere() -> None:
    """Section 6, rule 4: outbid again in the same province one is barred again; outbid elsewhere one returns."""
    start = position(3, phase="bid", auction=THREE, hands=["bribery*2"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0", "bid:thebes+3+bribery")
    table = play(table, "bid:abydos+1", "bid:thebes+6")
    assert table.as_dict()["to_act"] == "p1" and values(table, "thebes") == []
    table = play(table, "bid:abydos+3")  # outbids p2, who may now return to Thebes, but not to Abydos
    assert table.as_dict()["to_act"] == "p2"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 10
    table = play(table, "bid:thebes+10")  # p3 was in Abydos, then Thebes: barred from Thebes only
    assert values(table, "thebes") == [] and values(table, "abydos")[0] == 6
    table = play(table, "bid:abydos+6")
    assert table.as_dict()["to_act"] == "p1"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 15
    assert all("bribery" not in move for move in table.legal_moves())


def test_a_shield_comes_along_when_its_owner_bribes_back() -> None:
    """Section 6, Protection: it guards the pawn wherever it stands, also back in the first province."""
    start = position(3, phase="bid", auction=THREE, hands=["protection+bribery"], gold=[40] * 3)
    table = play(start, "bid:thebes+0+protection")
    assert values(table, "thebes")[0] == 3
    table = play(table, "bid:thebes+3", "bid:abydos+0")
    assert all("protection" not in move for move in table.legal_moves())
    table = play(table, "bid:thebes+6+bribery", "bid:abydos+1")  # p2 goes to Abydos, p3 is outbid there
    assert table.as_dict()["to_act"] == "p3" and values(table, "thebes")[0] == 15


def test_a_shielded_player_must_skip_the_space_of_another_shield() -> None:
    """Ruling 10: two shields in one auction, and the one lends its owner no right against the other."""
    hands = ["protection", "protection"]
    start = position(3, phase="bid", auction=THREE, hands=hands, gold=[40] * 3)
    table = play(start, "bid:thebes+1+protection")
    assert values(table, "thebes")[0] == 6
    table = play(table, "bid:thebes+6+protection")
    assert values(table, "thebes")[0] == 15  # for p3
    table = play(table, "bid:dakhla+0")
    assert values(table, "dakhla")[0] == 1 and values(table, "thebes") == []  # for p1


@pytest.mark.parametrize(("bid", "left"), [(0, [3, 6, 10, 15, 21, 28, 36]), (15, [28, 36]), (21, [36]), (36, [])])
def test_what_a_shield_leaves_of_the_track(bid: int, left: list[int]) -> None:
    """Section 6, rule 2, and ruling 5: two spaces above the pawn, and none beyond the last."""
    start = position(3, phase="bid", auction=THREE, hands=["protection"], gold=[40] * 3)
    assert values(play(start, f"bid:thebes+{bid}+protection"), "thebes") == left


def test_gold_raised_for_a_bid_that_was_outbid_buys_the_next_one() -> None:
    """Ruling 6 and section 6, rule 3: the card is gone, its gold is not, and nothing was paid yet."""
    start = position(3, phase="bid", auction=THREE, hands=["nile"], gold=[5, 30, 30])
    table = play(start, "bid:thebes+6", "sell:nile", "bid:thebes+10", "bid:thebes+15")
    assert golds(table) == [6, 30, 30]
    assert values(table, "dakhla") == [0, 1, 3, 6]
    end = play(table, "bid:dakhla+6", "bid:abydos+0")
    assert golds(end) == [6 - 6 + 12, 30, 30 - 15]


def test_standing_bidders_are_passed_over_as_often_as_it_takes() -> None:
    """Section 6, turns: among five only the one without a bid is asked, and the auction ends with the last lot."""
    start = position(5, phase="bid", auction=FIVE, act="p4", start="p4", gold=[40] * 5)
    table = play(start, "bid:thebes+0", "bid:dakhla+0", "bid:abydos+0", "bid:buto+0")
    asked = []
    for move in ("bid:thebes+1", "bid:dakhla+1", "bid:thebes+3", "bid:abydos+1", "bid:buto+1", "bid:abydos+3"):
        asked.append(table.as_dict()["to_act"])
        table = play(table, move)
    # p3 outbids p4 in Thebes, p4 p5 in Dakhla, p5 p3 in Thebes, p3 p1 in Abydos, p1 p2 in Buto, p2 p3 in Abydos
    assert asked == ["p3", "p4", "p5", "p3", "p1", "p2"] and table.as_dict()["to_act"] == "p3"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 6
    end = play(table, "bid:mendes+0")
    assert end.as_dict()["phase"] != "bid"
    owners = {name: province(end, name)["owner"] for name in ("thebes", "dakhla", "abydos", "buto", "mendes")}
    assert owners == {"thebes": "p5", "dakhla": "p4", "abydos": "p2", "buto": "p1", "mendes": "p3"}


def test_the_largest_offering_opens_the_next_auction() -> None:
    """Section 8.7 and 6: the token moves to the largest offering and its owner bids first, clockwise from there."""
    start = position(4, phase="offer", start="p2")
    table = done_until(offer(start, "2", "1", "theft", "7"), "bid")
    assert table.as_dict()["round"] == 2
    order = []
    for lot in table.as_dict()["auction"]:
        order.append(table.as_dict()["to_act"])
        table = play(table, f"bid:{lot['province']}+0")
    assert order == ["p4", "p1", "p2", "p3"]


# -- market --------------------------------------------------------------------------------------------------


def test_no_more_favors_are_sold_than_deck_and_discard_pile_hold() -> None:
    """Section 2 and ruling 19: the limit of the province is higher, but two cards are all there are."""
    most = max(ROW, key=lambda name: ROW[name].limit)
    rest = dict(BOX) | {"nile": BOX["nile"] - 1, "egypt": BOX["egypt"] - 1}
    start = position(3, lands={most: land("p1")}, hands=["-", favors_text(rest)], discard="egypt", gold=[30])
    assert ROW[most].limit > 2 and moves_of(start, "favors")[-1] == "favors:2"
    end = play(start, "favors:2", "favor:nile", "favor:egypt")
    assert golds(end)[0] == 30 - price(2) and end.as_dict()["deck"] == 0 and end.as_dict()["discard"] == {}


def test_a_favor_about_to_be_bought_does_not_pay_for_itself() -> None:
    """Section 7.1: pay, then draw; with nothing in hand there is nothing to sell."""
    start = position(3, lands={"thebes": land("p1")}, gold=[0])
    assert start.legal_moves() == ["favors:0"]
    start = position(3, lands={"thebes": land("p1")}, gold=[0], hands=["nile"])
    assert moves_of(start, "favors") == ["favors:0", "favors:1"]


def test_farmers_beyond_the_scale_beside_a_free_one() -> None:
    """Section 3 and 7.2: eleven farmers or so in two provinces are one purchase; the free one does not count."""
    fields = [ROW[name].fields for name in ("buto", "mendes")]
    cost = price(sum(fields))
    assert sum(fields) > 7  # beyond the printed scale
    lands = {"buto": land("p1"), "mendes": land("p1")}
    start = position(3, phase="farmers", round=2, lands=lands, hands=["free-farmer"], gold=[cost])
    table = play(start, f"farmers:buto+{fields[0]}", f"farmers:mendes+{fields[1]}")
    end = play(table, "stones:buto+0+free-farmer")
    row = province(end, "buto")
    assert golds(end)[0] == 0 and (row["farmers"], row["free_farmers"]) == (fields[0], 1)
    # one gold less, and the card that would have been played is sold for the last farmer
    poor = position(3, phase="farmers", round=2, lands=lands, hands=["free-farmer"], gold=[cost - 1])
    table = play(poor, f"farmers:buto+{fields[0]}", f"farmers:mendes+{fields[1]}")
    assert not [move for move in table.legal_moves() if "free-farmer" in move and not move.startswith("sell")]
    short = position(3, phase="farmers", round=2, lands=lands, hands=["free-farmer"], gold=[cost - 2])
    assert moves_of(play(short, f"farmers:buto+{fields[0]}"), "farmers")[-1] == f"farmers:mendes+{fields[1] - 1}"


def test_ten_stones_over_three_provinces_are_one_purchase() -> None:
    """Section 3 and 7.3: 55 gold, whatever the split; old stones complete pyramids, one of them to a double."""
    lands = {"buto": land("p1", 0, 2), "mendes": land("p1", 1, 1), "thebes": land("p1")}
    start = position(3, phase="build", round=3, lands=lands, gold=[55])
    end = play(start, "stones:buto+1", "stones:mendes+5", "stones:thebes+4")
    assert golds(end)[0] == 0
    assert [built(end, name) for name in lands] == [(1, 0), (3, 0), (1, 1)]
    table = play(start, "stones:buto+1", "stones:mendes+5")
    assert moves_of(table, "stones")[-1] == "stones:thebes+4"


def test_a_free_farmer_just_bought_goes_where_no_field_is() -> None:
    """Section 7: new cards are usable at once; section 9: the farmer yields, beside the mine."""
    bare = next(name for name in ROW if ROW[name].fields == 0)
    start = position(3, lands={bare: land("p1")}, gold=[1])
    table = play(start, "favors:1", "favor:free-farmer")
    while table.as_dict()["phase"] == "farmers":
        table = play(table, f"farmers:{bare}+0")
    end = play(table, f"stones:{bare}+0+free-farmer")
    row = province(end, bare)
    assert (row["farmers"], row["free_farmers"], golds(end)[0]) == (0, 1, 0)


# -- offering ------------------------------------------------------------------------------------------------


def given(table: Position) -> list[tuple[str, int]]:
    found = []
    while table.as_dict()["phase"] == "reward":
        found.append((table.as_dict()["to_act"], table.as_dict()["rewards"]))
        table = play(table, "done")
    return [*found, (table.as_dict()["start_player"], 0)]


@pytest.mark.parametrize(
    ("start", "offerings", "expected"),
    [
        ("p3", ("4", "4", "theft", "4"), [("p4", 3), ("p1", 2), ("p2", 1), ("p4", 0)]),
        ("p2", ("6", "theft", "theft", "6"), [("p4", 3), ("p1", 2), ("p4", 0)]),
        ("p4", ("5", "5", "5", "5"), [("p4", 3), ("p1", 2), ("p2", 1), ("p3", 1), ("p4", 0)]),
    ],
)
def test_ties_for_the_largest_go_round_the_table(
    start: str, offerings: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    """Ruling 8 and section 8.6: earlier means earlier from the old Start Player, past the last seat."""
    hands = ["nile", "nile", "egypt", "egypt"]
    assert given(offer(position(4, phase="offer", start=start, hands=hands), *offerings)) == expected


@pytest.mark.parametrize(
    ("offerings", "adjustments", "tile"),
    [
        (("9+adjustment", "9", "theft+adjustment"), ("up", "up"), 3),  # 15 + 6 = 21
        (("9+adjustment", "9", "theft+adjustment"), ("down", "up"), 3),  # 15
        (("9+adjustment", "9", "theft+adjustment"), ("down", "down"), 2),  # 9
        (("1+adjustment", "5", "theft+adjustment"), ("down", "down"), 1),  # 3 - 6
        (("12+adjustment", "8", "theft+adjustment"), ("up", "up"), 4),  # 17 + 6 = 23
        (("theft+adjustment", "theft", "theft+adjustment"), ("up", "up"), 1),  # -9 + 6
    ],
)
def test_two_adjustments_move_the_tile_together(offerings: tuple[str, ...], adjustments: tuple[str, ...], tile: int) -> None:
    """Section 8.2-4 and ruling 9: thefts and adjustments are counted before the tile is looked up, once."""
    start = position(3, phase="offer", hands=["adjustment", "-", "adjustment"])
    table = offer(start, *offerings)
    assert table.as_dict()["to_act"] == "p1"
    table = play(table, *(f"adjust:{way}" for way in adjustments))
    assert table.as_dict()["tile"] == tile
    takes = [20 + 3 if text.startswith("theft") else 20 - int(text.split("+")[0]) for text in offerings]
    assert golds(table) == takes


def test_an_adjustment_is_one_card_even_of_two() -> None:
    """Section 2: no two copies of a card in one phase; the other one stays in hand."""
    start = position(3, phase="offer", hands=["adjustment*2"])
    table = play(offer(start, "4+adjustment", "1", "1"), "adjust:up")
    assert table.as_dict()["phase"] == "reward" and seat(table, "p1")["hand"] == {"adjustment": 1}
    assert table.as_dict()["tile"] == 2  # 6 + 3


def test_the_gold_of_a_theft_cannot_be_offered() -> None:
    """Section 8.1 and 8.5: it comes from the bank after the reveal, so who has nothing can only steal."""
    start = position(3, phase="offer", gold=[0, 1, 1])
    assert start.acting(0).legal_moves() == ["offer:theft"]
    assert golds(offer(start, "theft", "1", "1"))[0] == 3


def test_rewards_build_in_two_provinces_and_use_no_architect() -> None:
    """Section 8.6: stones may be split, a third one builds at once, and a drawn Architect has to wait."""
    lands = {"buto": land("p1", 1, 2), "mendes": land("p1", 0, 1)}
    start = position(3, phase="offer", round=2, lands=lands, gold=[9] * 3)
    table = play(offer(start, "5", "theft", "theft"), "take:favor", "favor:architect", "take:stone+buto")
    assert built(table, "buto") == (2, 0)
    end = play(table, "take:stone+mendes")
    assert built(end, "mendes") == (0, 2) and seat(end, "p1")["hand"] == {"architect": 1}


def test_the_first_may_leave_no_favor_for_the_second() -> None:
    """Section 8.6 and ruling 19: rewards are taken in order, and what is gone is gone."""
    rest = dict(BOX) | {"nile": BOX["nile"] - 1}
    start = position(3, phase="offer", hands=["-", "-", favors_text(rest)], gold=[9, 9, 0])
    table = offer(start, "5", "4", "theft")
    table = play(table, "take:favor", "favor:nile")
    assert not moves_of(table, "take:favor")
    table = play(table, "done")
    assert table.as_dict()["to_act"] == "p2" and "take:favor" not in table.legal_moves()
    assert moves_of(table, "take")


def test_rewards_may_fill_the_last_field_and_no_more() -> None:
    """Section 8.6: farmers only on free fields of own provinces, however many rewards are left."""
    fields = ROW["buto"].fields
    start = position(3, phase="offer", lands={"buto": land("p1", 0, 0, fields - 1)}, gold=[9] * 3)
    table = play(offer(start, "5", "theft", "theft"), "take:farmer+buto")
    assert table.as_dict()["rewards"] == 2
    assert not [move for move in table.legal_moves() if move.startswith("take:farmer")]
    assert "take:stone+buto" in table.legal_moves()


# -- harvest -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [1, 2, 3, 4])
def test_a_big_harvest_beside_a_caravan(tile: int) -> None:
    """Section 9: one gold more for each farmer, free ones too, none for camels; a Treasury there takes all."""
    name = next(name for name in ROW if ROW[name].caravan and ROW[name].fields >= 1)
    camel = ROW[name].caravan if tile <= 2 else 0
    lands = {name: land("p1", 0, 0, 1, 1)}
    start = position(3, phase="harvest", lands=lands, hands=["big-harvest+treasury"], gold=[0], tile=tile)
    assert golds(play(start, "done"))[0] == 2 * tile + camel
    assert golds(done_until(play(start, f"big-harvest:{name}"), "reveal"))[0] == 2 * (tile + 1) + camel
    assert golds(play(start, f"treasury:{name}", f"big-harvest:{name}"))[0] == 8


def test_income_comes_from_every_own_province_and_from_no_other() -> None:
    """Section 9: mine, caravan and farmers of three provinces, two of them without farmers."""
    mine = next(name for name in ROW if ROW[name].mine)
    caravan = next(name for name in ROW if ROW[name].caravan)
    lands = {
        mine: land("p1"),
        caravan: land("p1"),
        "buto": land("p1", 3, 2, 2),
        "mendes": land("p2", 0, 0, 4),
        **{name: land("p2") for name in EAST[1:2]},
    }
    start = position(3, phase="harvest", round=3, lands=lands, hands=["protection"], gold=[1, 0, 0], tile=2, avoid=LOUD)
    end = play(start, "done")
    assert golds(end)[0] == 1 + ROW[mine].mine + ROW[caravan].caravan + 2 * 2
    assert golds(done_until(end, "reveal"))[1] == 4 * 2


# -- scoring and the change of age ---------------------------------------------------------------------------


def last_harvest(
    players: int,
    lands: dict[str, Land],
    *,
    age: int = 2,
    tile: int = 1,
    hands: Sequence[str] = (),
    gold: Sequence[int] = (),
    scores: Sequence[int] = (),
    discard: str = "-",
) -> Position:
    """The last player before the last income of an age; unnamed provinces are such as yield nothing if possible."""
    return position(
        players,
        phase="harvest",
        age=age,
        round=3,
        act=f"p{players}",
        lands=lands,
        hands=hands or [*["-"] * (players - 1), "protection"],
        gold=gold,
        scores=scores,
        discard=discard,
        avoid=LOUD,
        tile=tile,
    )


def gained(start: Position, phase: str, *moves: str) -> list[int]:
    """The points of a scoring, without those for the temples of provinces that were filled in."""
    data = start.as_dict()
    points = done_until(play(start, "done", *moves), phase).scores()
    for row in data["provinces"]:
        if row["owner"]:
            points[int(row["owner"][1]) - 1] -= data["tile"] * row["temples"]
    return points


def test_the_last_harvest_counts_for_the_gold_ranking() -> None:
    """Section 9 before 10.3: p3 has least gold, and their farmers make them first."""
    start = last_harvest(3, {"buto": land("p3", 0, 0, ROW["buto"].fields)}, tile=4, gold=[12, 11, 0])
    assert gained(start, "over") == [4, 2, 6]
    assert golds(done_until(play(start, "done"), "over"))[2] >= 4 * ROW["buto"].fields


def test_a_yellow_card_kept_at_the_very_end_is_one_gold() -> None:
    """Rulings 11 and 23: p1 may forgo three points and break the tie in gold with p2 instead."""
    lands = {name: land("p1") for name in WEST if not ROW[name].upper}
    assert len(lands) == 3
    start = last_harvest(3, lands, hands=["egypt", "-", "protection"], gold=[10, 10, 0])
    asked = play(start, "done")
    assert asked.as_dict()["phase"] == "scoring" and {"score:egypt", "done"} <= set(asked.legal_moves())
    assert gained(start, "over", "score:egypt")[:2] == [6 + 3, 6]
    assert gained(start, "over", "done")[:2] == [6, 4]


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((7, 7, 7), [6, 6, 6]),
        ((9, 4, 1), [6, 4, 2]),
        ((4, 9, 9), [2, 6, 6]),
        ((20, 10, 10, 10, 5), [6, 4, 4, 4, 0]),
        ((5, 5, 5, 20, 30), [2, 2, 2, 4, 6]),
        ((20, 20, 10, 10, 5), [6, 6, 2, 2, 0]),
        ((8, 8, 8, 8, 8), [6] * 5),
    ],
)
def test_gold_ranks_of_three_and_of_five(gold: tuple[int, ...], points: list[int]) -> None:
    """Section 10.3: tied players share the better rank and use up those below."""
    players = len(gold)
    start = last_harvest(players, {name: land(f"p{players}") for name in QUIET[:3]}, gold=[*gold[:-1], gold[-1] - 1])
    assert gained(start, "over") == points


@pytest.mark.parametrize(
    ("rows", "scores", "ranks"),
    [
        # pyramids of all own provinces together: 2 + 1 against 2, made good by points
        (((2, 0, 1, 0), (2, 2, 0, 2)), [40, 41], [1, 2, 3]),
        # stones of all own provinces together: 1 + 1 + against 1
        (((2, 1, 0, 1), (2, 1, 0, 0)), [40, 40], [1, 2, 3]),
        # a shared win; the third is third
        (((2, 2, 0, 0), (2, 1, 0, 1)), [40, 40], [1, 1, 3]),
    ],
)
def test_the_win_is_decided_by_all_own_provinces(
    rows: tuple[tuple[int, ...], tuple[int, ...]], scores: list[int], ranks: list[int]
) -> None:
    """Section 10.3: most points, then pyramids in own provinces, then stones there, then shared."""
    lands: dict[str, Land] = {}
    for seat_name, names, (pyramids, stones, more, others) in zip(("p1", "p2"), (WEST, EAST), rows, strict=True):
        lands |= {names[0]: land(seat_name, pyramids, stones), names[1]: land(seat_name, more, others)}
    third = [name for name in QUIET if name not in lands]
    lands |= {third[0]: land("p1"), third[1]: land("p2")}
    start = last_harvest(3, lands, gold=[10, 10, 0], scores=[*scores, 0])
    end = done_until(play(start, "done"), "over")
    assert end.scores()[0] == end.scores()[1] and end.ranks() == ranks


def test_a_bank_shared_by_three_provinces_of_two_players() -> None:
    """Section 10.1d: the owner of two of the tied provinces gets five once, and so does the other."""
    lands: dict[str, Land] = {WEST[0]: land("p1", 2, 1), WEST[1]: land("p1", 2, 1), WEST[2]: land("p2", 2, 1)}
    assert gained(last_harvest(3, lands, age=1), "reveal") == [4 + 5, 2 + 5, 0]
    # one stone less in both of p1's provinces, and the bank is p2's alone; in one of them, and it is still shared
    for stones, points in (((0, 0), [4, 7, 0]), ((1, 0), [9, 7, 0])):
        lands |= {WEST[0]: land("p1", 2, stones[0]), WEST[1]: land("p1", 2, stones[1])}
        assert gained(last_harvest(3, lands, age=1), "reveal") == points


def test_symbols_of_the_brown_boxes_count_for_the_master_of_scribes() -> None:
    """Section 2, V7: seven symbols of both kinds, though the cards of the brown boxes were taken long ago."""
    symbols = {name: ROW[name].limit + ROW[name].favors for name in ROW}
    boxed = [name for name in ROW if ROW[name].favors]
    for total in (6, 7):
        three = next(
            (first, second, third)
            for first in boxed
            for second in ROW
            for third in ROW
            if len({first, second, third}) == 3 and symbols[first] + symbols[second] + symbols[third] == total
        )
        start = last_harvest(3, {name: land("p1") for name in three}, age=1, hands=["scribes", "-", "protection"])
        asked = play(start, "done")
        assert ("score:scribes" in asked.legal_moves()) == (total >= 7)


def test_farmers_come_back_to_the_supply_with_the_new_kingdom() -> None:
    """Section 10.2: the tokens of the Old Kingdom can be placed again; what was discarded stays discarded."""
    lands: dict[str, Land] = {
        "buto": land("p1", 1, 2, ROW["buto"].fields, 1),
        "mendes": land("p2", 0, 0, ROW["mendes"].fields, 1),
    }
    start = last_harvest(3, lands, age=1, discard="side+nile", gold=[5] * 3)
    new = done_until(play(start, "done"), "reveal")
    assert new.as_dict()["discard"] == {"side": 1, "nile": 1} and new.as_dict()["age"] == 2
    third = next(name for name in new.as_dict()["to_come"] if name in QUIET and not ROW[name].favors and name != "mendes")
    table = play(new, *(f"province:{name}" for name in ("buto", "mendes", third)))
    assert built(table, "buto") == (1, 2) and province(table, "buto")["owner"] is None
    buyer = table.as_dict()["to_act"]
    end = play(table, "bid:buto+0", "bid:mendes+0", f"bid:{third}+0")
    while end.is_chance:
        end = play(end, end.outcomes()[0][0])
    while end.as_dict()["phase"] != "farmers":
        end = play(end, "favors:0")
    assert province(end, "buto")["owner"] == buyer == end.as_dict()["to_act"]
    assert [province(end, "buto")[key] for key in ("pyramids", "stones", "farmers", "free_farmers")] == [1, 2, 0, 0]
    assert moves_of(end, "farmers")[-1] == "farmers:buto+3"  # five gold, and the favor of Buto sold


# -- expert --------------------------------------------------------------------------------------------------


def test_expert_bonuses_are_laid_out_from_the_start_player_on() -> None:
    """Section 11 and ruling 15: with too few favors the province of the last in turn order goes short."""
    rest = dict(BOX) | {"nile": BOX["nile"] - 1, "egypt": BOX["egypt"] - 2}
    others = [name for name in ROW if not ROW[name].favors]
    hands = [["thebes", *others[0:2]], ["buto", *others[2:4]], ["dakhla", *others[4:6]]]
    cards = [names_text(hand) for hand in hands]
    start = position(3, phase="choose", variant="expert", start="p2", cards=cards, hands=[favors_text(rest)])
    table = start.after("choose:thebes", 0).after("choose:buto", 1).after("choose:dakhla", 2)
    table = table.settle(Rng(1))
    assert [lot["province"] for lot in table.as_dict()["auction"]] == ["buto", "dakhla", "thebes"]
    end = play(table, "bid:buto+0", "bid:dakhla+0", "bid:thebes+0")
    while end.is_chance:
        end = play(end, end.outcomes()[0][0])
    assert [seat(end, name)["favors"] for name in ("p2", "p3")] == [1, 1]
    assert seat(end, "p1")["favors"] == sum(rest.values()) + 1  # Thebes should have given two


def test_an_expert_card_gives_no_right_to_its_province() -> None:
    """Section 11: all else as in the standard game; the province goes to whoever bids for it."""
    rng = Rng(4)
    table = Position.start(GAME, 3, "expert").settle(rng)
    chosen = []
    for number in range(3):
        chosen.append(table.acting(number).legal_moves()[0].partition(":")[2])
        table = table.after(f"choose:{chosen[-1]}", number)
    table = table.settle(rng)
    for _ in range(3):
        mine = int(table.as_dict()["to_act"][1]) - 1
        table = play(table, f"bid:{chosen[(mine + 1) % 3]}+0")
    assert [province(table, chosen[(number + 1) % 3])["owner"] for number in range(3)] == ["p1", "p2", "p3"]
    assert field(table.to_text(), "seen").count("+") == 2
