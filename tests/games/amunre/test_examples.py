"""The worked examples, one by one (7-11 are in test_opening).

Numbers of provinces that are only assumed are taken from the data file, never asserted.
"""

from __future__ import annotations

import pytest

from egypt import IllegalMoveError, Position, Rng
from tests.games.amunre.positions import (
    GAME,
    ROW,
    built,
    discard,
    done_until,
    golds,
    land,
    moves_of,
    offer,
    play,
    position,
    province,
    seat,
    seats,
    where,
)

FIRST_AUCTION = "thebes:-,dakhla:-,abydos:-"


def test_example_01_auction_of_three() -> None:
    start = position(3, phase="bid", auction=FIRST_AUCTION, lands={"abydos": land(stones=1)})
    end = play(start, "bid:dakhla+10", "bid:thebes+3", "bid:thebes+6", "bid:abydos+0")
    assert end.as_dict()["phase"] == "bonus"  # p1 was not asked again: the bid stood
    end = play(end, "favor:treasury", "favor:nile", "favor:egypt")
    assert golds(end) == [22, 20, 14]
    assert [seat(end, name)["hand"] for name in ("p1", "p2", "p3")] == [{"egypt": 1}, {}, {"treasury": 1, "nile": 1}]
    assert [province(end, name)["owner"] for name in ("dakhla", "abydos", "thebes")] == ["p1", "p2", "p3"]
    assert built(end, "abydos") == (0, 1)


def test_example_02_no_return_without_bribery() -> None:
    bids = ("bid:dakhla+10", "bid:thebes+3", "bid:thebes+6")
    without = play(position(3, phase="bid", auction=FIRST_AUCTION), *bids)
    assert not [move for move in without.legal_moves() if move.startswith("bid:thebes")]
    with_card = play(position(3, phase="bid", auction=FIRST_AUCTION, hands=["-", "bribery"]), *bids)
    assert "bid:thebes+10" not in with_card.legal_moves()
    after = play(with_card, "bid:thebes+10+bribery")
    assert discard(after) == {"bribery": 1} and seat(after, "p3")["outbid_from"] == "thebes"


def test_example_03_market_of_charles() -> None:
    start = position(3, round=2, lands={"thebes": land("p1"), "edfu": land("p1")}, gold=[20])
    assert moves_of(start, "favors") == ["favors:0", "favors:1", "favors:2"]
    farmers = play(start, "favors:1", "favor:nile")
    in_edfu = 4 - min(3, ROW["thebes"].fields)
    end = play(farmers, f"farmers:edfu+{in_edfu}", f"farmers:thebes+{4 - in_edfu}", "stones:edfu+0", "stones:thebes+3")
    assert golds(end)[0] == 20 - 17 and built(end, "thebes") == (1, 0)


def test_example_04_offering_with_a_tie() -> None:
    end = offer(position(3, phase="offer"), "6", "6", "theft")
    assert end.as_dict()["tile"] == 2 and end.as_dict()["to_act"] == "p1" and end.as_dict()["rewards"] == 3
    assert golds(end) == [14, 14, 23]
    end = play(end, *["take:favor", "favor:nile", "take:favor", "favor:nile", "take:favor", "favor:egypt"])
    assert end.as_dict()["to_act"] == "p2" and end.as_dict()["rewards"] == 2
    end = play(end, "done")
    assert end.as_dict()["phase"] == "harvest" and end.as_dict()["start_player"] == "p1"
    assert end.as_dict()["to_act"] == "p1"  # p3, a thief, got no reward


@pytest.mark.parametrize(
    ("given", "tile"),
    [((1, 1), 1), ((1, 2), 2), ((4, 6), 2), ((6, 6), 2), ((6, 7), 3), ((11, 11), 3), ((11, 12), 4), ((12, 13), 4)],
)
def test_example_05_tiles(given: tuple[int, int], tile: int) -> None:
    """Two seats give so much; the third takes part with a Theft that an adjustment makes good."""
    start = position(3, phase="offer", gold=[30, 30, 0], hands=["-", "-", "adjustment"])
    end = play(offer(start, str(given[0]), str(given[1]), "theft+adjustment"), "adjust:up")
    assert end.as_dict()["tile"] == tile


def test_example_05_far_below_zero() -> None:
    end = offer(position(5, phase="offer"), *["theft"] * 5)
    assert end.as_dict()["tile"] == 1


@pytest.mark.parametrize(("count", "cost"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45)])
def test_example_06_prices(count: int, cost: int) -> None:
    start = position(3, phase="build", lands={"buto": land("p1")}, gold=[cost], start="p2")
    assert moves_of(start, "stones")[-1] == f"stones:buto+{count}"
    assert golds(play(start, f"stones:buto+{count}"))[0] == 0
    assert moves_of(position(3, phase="build", lands={"buto": land("p1")}, gold=[cost - 1]), "stones")[-1] == (
        f"stones:buto+{count - 1}"
    )


def test_example_06_kinds_are_priced_apart() -> None:
    start = position(3, lands={"thebes": land("p1")}, gold=[19])
    one_each = play(start, "favors:1", "favor:nile", "farmers:thebes+1", "stones:thebes+1")
    assert golds(one_each)[0] == 19 - 3
    lands = {"thebes": land("p1"), "buto": land("p1")}
    many = play(
        position(3, round=2, lands=lands, gold=[19]),
        "favors:2",
        "favor:nile",
        "favor:egypt",
        "farmers:buto+1",
        "farmers:thebes+3",
        "stones:buto+0",
        "stones:thebes+3",
    )
    assert golds(many)[0] == 0


def test_example_12_two_thieves() -> None:
    end = offer(position(4, phase="offer"), "9", "4", "theft", "theft")
    assert end.as_dict()["tile"] == 2 and golds(end) == [11, 16, 23, 23]
    assert (end.as_dict()["to_act"], end.as_dict()["rewards"]) == ("p1", 3)
    end = play(end, "done")
    assert (end.as_dict()["to_act"], end.as_dict()["rewards"]) == ("p2", 2)
    assert play(end, "done").as_dict()["phase"] != "reward"


def test_example_13_the_limit_is_that_of_one_province() -> None:
    lands = {"memphis": land("p1"), "amarna": land("p1"), "avaris": land("p1"), "buto": land("p2"), "mendes": land("p2")}
    start = position(3, round=3, lands=lands, avoid=[name for name, row in ROW.items() if row.limit])
    highest = max(ROW[name].limit for name in ("memphis", "amarna", "avaris"))
    assert ROW["memphis"].limit == highest == 3
    assert moves_of(start, "favors")[-1] == "favors:3"


def test_example_13_no_symbol_no_favors() -> None:
    lands = {"thebes": land("p1"), "buto": land("p2"), "mendes": land("p2")}
    start = position(
        3, phase="build", round=2, lands=lands, gold=[0], start="p1", cursor=list(ROW).index("thebes"), hands=["nile"]
    )
    asked = play(start, "stones:thebes+0")
    assert (asked.as_dict()["to_act"], asked.as_dict()["phase"]) == ("p2", "farmers")  # they were not asked for favors


@pytest.mark.parametrize("tile", [1, 2, 3, 4])
def test_example_14_caravans_and_mines(tile: int) -> None:
    lands = {"sawu": land("p1"), "abu": land("p2"), "berenike": land("p3")}
    start = position(3, phase="harvest", lands=lands, hands=["nile"], gold=[0, 0, 0], tile=tile)
    end = play(start, "done")
    assert golds(end) == [7 if tile <= 2 else 0, 4, 8]


@pytest.mark.parametrize(("pyramids", "each", "fewest"), [((2, 2, 3), 7, 6), ((4, 2, 0), 6, 0)])
def test_example_15_pyramids(pyramids: tuple[int, int, int], each: int, fewest: int) -> None:
    own = where(temples=0)[:3]
    rival = [name for name in where(temples=0) if name not in own]
    lands = {name: land("p1", number) for name, number in zip(own, pyramids, strict=True)}
    lands |= {name: land("-", 9) for name in rival[:2]}
    strong = [next(n for n in rival if ROW[n].west), next(n for n in rival if not ROW[n].west)]
    lands |= {name: land("p2", 9) for name in strong}  # so that nobody else scores for a bank
    end = next_age(lands)
    assert end.scores()[0] == each + fewest


def next_age(lands: dict[str, tuple[str, int, int, int, int]], players: int = 3, **fields: object) -> Position:
    """The map is scored: the last seat of the last harvest of the Old Kingdom takes its income, then nobody plays a card."""
    last = f"p{players}"
    hands = [*["-"] * (players - 1), "protection"]
    settings: dict[str, object] = {"hands": hands, "gold": [0] * players, "avoid": where(temples=1) + where(temples=2)}
    start = position(players, phase="harvest", round=3, act=last, lands=lands, **{**settings, **fields})  # type: ignore[arg-type]
    return done_until(play(start, "done"), "reveal")


def test_example_16_protection() -> None:
    start = position(3, phase="bid", auction=FIRST_AUCTION, hands=["protection"], gold=[40, 40, 40])
    after = play(start, "bid:thebes+3+protection")
    assert next(move for move in after.legal_moves() if move.startswith("bid:thebes")) == "bid:thebes+10"
    # Outbid, p1 moves on: the shield goes with the pawn.
    again = play(after, "bid:thebes+10", "bid:thebes+15", "bid:dakhla+1")
    assert next(move for move in again.legal_moves() if move.startswith("bid:dakhla")) == "bid:dakhla+6"


def test_example_17_the_top_of_the_track() -> None:
    def above(space: int, **cards: str) -> list[str]:
        start = position(
            3, phase="bid", act="p2", auction=f"thebes:p1:{space},dakhla:-,abydos:-", gold=[40, 99, 99], **cards
        )
        return [move for move in start.legal_moves() if move.startswith("bid:thebes")]

    assert above(28, shielded="p1") == []
    assert above(28) == ["bid:thebes+36"]
    assert above(36) == []


def test_example_18_return_after_being_outbid_elsewhere() -> None:
    start = position(4, phase="bid", auction="thebes:-,dakhla:-,abydos:-,buto:-", gold=[40] * 4)
    after = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0", "bid:abydos+1")
    assert seat(after, "p1")["outbid_from"] == "thebes"
    after = play(after, "bid:dakhla+0", "bid:dakhla+1")
    assert after.as_dict()["to_act"] == "p1" and seat(after, "p1")["outbid_from"] == "dakhla"
    bids = after.legal_moves()
    assert "bid:thebes+3" in bids and not [move for move in bids if move.startswith("bid:dakhla")]


def test_example_19_no_raise_and_always_a_bid() -> None:
    start = position(3, phase="bid", auction=FIRST_AUCTION, gold=[0, 0, 0])
    assert start.legal_moves() == ["bid:dakhla+0", "bid:abydos+0", "bid:thebes+0"]
    after = play(start, "bid:thebes+0", "bid:abydos+0")
    assert after.legal_moves() == ["bid:dakhla+0"]  # p1, the highest bidder on Thebes, is not asked: they must pass
    assert after.as_dict()["to_act"] == "p3"


def test_example_20_bids_are_covered() -> None:
    poor = position(3, phase="bid", auction=FIRST_AUCTION, gold=[5, 0, 0])
    assert "bid:thebes+6" not in poor.legal_moves()
    with_card = position(3, phase="bid", auction=FIRST_AUCTION, gold=[5, 0, 0], hands=["nile"])
    asked = play(with_card, "bid:thebes+6")
    assert asked.as_dict()["phase"] == "sell" and asked.legal_moves() == ["sell:nile"]
    sold = play(asked, "sell:nile")
    assert golds(sold)[0] == 6 and sold.as_dict()["to_act"] == "p2"
    assert golds(play(sold, "bid:dakhla+0", "bid:abydos+0"))[0] == 0


@pytest.mark.parametrize(("name", "before"), [("abydos", 2), ("memphis", 2)])
def test_example_21_a_bonus_stone_completes_a_pyramid(name: str, before: int) -> None:
    start = position(3, phase="reveal", act="chance", age=2, lands={name: land(stones=before)}, kingdom=[name])
    after = play(start, f"province:{name}")
    total = before + ROW[name].stones
    assert built(after, name) == (total // 3, total % 3)
    assert name != "abydos" or built(after, name) == (1, 0)


def test_example_22_architect_between_stones() -> None:
    start = position(3, phase="build", lands={"buto": land("p1")}, hands=["architect"], gold=[10])
    assert built(play(start, "stones:buto+4"), "buto") == (1, 1)
    after = play(start, "stones:buto+4+architect")
    assert built(after, "buto") == (1, 2) and seat(after, "p1")["hand"] == {}


def test_example_23_one_architect_per_phase() -> None:
    lands = {"buto": land("p1", 0, 2), "thebes": land("p1", 0, 2)}
    start = position(3, phase="build", round=2, lands=lands, hands=["architect*2"], gold=[0])
    after = play(start, "stones:buto+0+architect")
    assert after.legal_moves() == ["stones:thebes+0", "stones:thebes+1"]
    assert seat(after, "p1")["hand"] == {"architect": 1}


def test_example_24_reward_stone_completes_a_pyramid() -> None:
    start = offer(position(3, phase="offer", lands={"buto": land("p1", 0, 2)}), "5", "theft", "theft")
    after = play(start, "take:stone+buto")
    assert built(after, "buto") == (1, 0) and after.as_dict()["phase"] == "reward"


def test_example_25_reward_farmer_needs_a_field() -> None:
    full = {"buto": land("p1", 0, 0, ROW["buto"].fields)}
    start = offer(position(3, phase="offer", lands=full), "5", "theft", "theft")
    assert start.legal_moves() == ["done", "take:favor", "take:stone+buto"]


def test_example_26_free_farmer_without_a_field() -> None:
    start = position(3, phase="build", lands={"berenike": land("p1")}, hands=["free-farmer"], gold=[0])
    after = play(start, "stones:berenike+0+free-farmer")
    assert province(after, "berenike")["free_farmers"] == 1
    lands = {"berenike": land("p1", 0, 0, 0, 1)}
    harvest = position(3, phase="harvest", lands=lands, hands=["big-harvest+treasury+nile"], gold=[0])
    assert ROW["berenike"].mine == 8
    assert golds(play(harvest, "done"))[0] == 8 + 2
    assert golds(play(harvest, "big-harvest:berenike"))[0] == 8 + 3
    assert golds(play(harvest, "treasury:berenike", "done"))[0] == 8
    assert golds(play(harvest, "treasury:berenike", "big-harvest:berenike"))[0] == 8


@pytest.mark.parametrize(("stones", "bonus"), [((1, 0), (5, 0)), ((1, 1), (5, 5)), ((0, 1), (0, 5))])
def test_example_27_most_pyramids_of_a_bank(stones: tuple[int, int], bonus: tuple[int, int]) -> None:
    west = where(west=True, temples=0)
    lands = {west[0]: land("p1", 2, stones[0]), west[1]: land("p2", 2, stones[1])}
    points = next_age(lands).scores()
    assert (points[0] - 2, points[1] - 2, points[2]) == (*bonus, 0)


def test_example_27_once_per_bank() -> None:
    west = where(west=True, temples=0)
    lands = {west[0]: land("p1", 2, 1), west[1]: land("p1", 2, 1)}
    assert next_age(lands).scores() == [4 + 5, 0, 0]


@pytest.mark.parametrize("tile", [1, 4])
def test_example_28_temples(tile: int) -> None:
    lands = {"damanhur": land("p1"), "edfu": land("p1")}
    temples = ROW["damanhur"].temples + ROW["edfu"].temples
    assert temples == 3
    assert next_age(lands, tile=tile).scores() == [temples * tile, 0, 0]


def yellow_moves(own: list[str], hand: str, **lands: tuple[str, int, int, int, int]) -> list[str]:
    """What can be scored with that hand in these three provinces, which may be overridden one by one."""
    where_ = {name: land("p1") for name in own} | lands
    start = position(3, phase="harvest", round=3, act="p3", lands=where_, hands=[hand, "-", "protection"], gold=[0] * 3)
    asked = play(start, "done")
    if asked.as_dict()["phase"] != "scoring" or asked.as_dict()["to_act"] != "p1":
        return []
    return moves_of(asked, "score")


@pytest.mark.parametrize(
    ("card", "inside", "outside"),
    [
        ("side", {"west": True}, {"west": False}),
        ("nile", {"nile": False}, {"nile": True}),
        ("nile", {"nile": True}, {"nile": False}),
        ("egypt", {"upper": True}, {"upper": False}),
        ("side", {"west": False}, {"west": True}),
        ("egypt", {"upper": False}, {"upper": True}),
    ],
)
def test_example_29_geography(card: str, inside: dict[str, bool], outside: dict[str, bool]) -> None:
    own = where(**inside)[:3]
    assert yellow_moves(own, card) == [f"score:{card}"]
    assert yellow_moves([*own[:2], where(**outside)[0]], card) == []


def test_example_30_master_of_farmers() -> None:
    fertile = sorted(ROW, key=lambda name: -ROW[name].fields)[:3]
    lands = {fertile[0]: land("p1", 0, 0, 5, 1), fertile[1]: land("p1", 0, 0, 3)}
    assert yellow_moves(fertile, "farmers", **lands) == ["score:farmers"]
    lands[fertile[0]] = land("p1", 0, 0, 5)
    assert yellow_moves(fertile, "farmers", **lands) == []


def test_example_30_master_of_scribes() -> None:
    symbols = {name: ROW[name].limit + ROW[name].favors for name in ROW}
    assert symbols["thebes"] == 4 and ROW["memphis"].limit == 3
    assert yellow_moves(["thebes", "memphis", "mendes"], "scribes") == ["score:scribes"]
    few = sorted(symbols, key=lambda name: symbols[name])[:3]
    assert sum(symbols[name] for name in few) < 7 and yellow_moves(few, "scribes") == []


def test_example_31_one_of_a_kind_per_scoring() -> None:
    own = where(west=True, temples=0)[:3]
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands={name: land("p1") for name in own},
        hands=["side*2", "-", "protection"],
        gold=[0] * 3,
    )
    asked = play(start, "done")
    assert "score:side" in asked.legal_moves()
    after = done_until(play(asked, "score:side"), "reveal")
    assert seat(after, "p1")["hand"] == {"side": 1} and after.scores()[0] == 3 + map_points(own, 2)


def map_points(own: list[str], tile: int) -> int:
    return tile * sum(ROW[name].temples for name in own)


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((30, 30, 12, 5), [6, 6, 2, 0]),
        ((30, 12, 12, 5), [6, 4, 4, 0]),
        ((9, 9, 9, 1), [6, 6, 6, 0]),
        ((30, 20, 5, 5), [6, 4, 2, 2]),
    ],
)
def test_example_32_final_gold(gold: tuple[int, ...], points: list[int]) -> None:
    assert final(gold, [0] * 4) == points


# Provinces that yield nothing at harvest and nothing at a scoring.
BARREN = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]


def final(gold: tuple[int, ...], scores: list[int]) -> list[int]:
    """Final scores of a game that ends with that gold, without what temples are worth; favors count as gold."""
    players = len(gold)
    last = f"p{players}"
    lands = {name: land(last) for name in BARREN[:3]}
    hands = [*["-"] * (players - 1), "protection"]
    start = position(
        players,
        phase="harvest",
        age=2,
        round=3,
        act=last,
        lands=lands,
        hands=hands,
        gold=[*gold[:-1], gold[-1] - 1],
        scores=scores,
        tile=4,
    )
    temples = [
        sum(row["temples"] for row in start.as_dict()["provinces"] if row["owner"] == f"p{number + 1}")
        for number in range(players)
    ]
    end = done_until(play(start, "done"), "over")
    assert golds(end) == [*gold[:-1], gold[-1] - 1] and seat(end, last)["favors"] == 1
    return [points - 4 * number for points, number in zip(end.scores(), temples, strict=True)]


@pytest.mark.parametrize(("stones", "ranks"), [((2, 1), [1, 2, 3]), ((1, 1), [1, 1, 3])])
def test_example_33_ties(stones: tuple[int, int], ranks: list[int]) -> None:
    west = [name for name in BARREN if ROW[name].west]
    east = [name for name in BARREN if not ROW[name].west]
    lands = {west[0]: land("p1", 5, stones[0]), east[0]: land("p2", 5, stones[1])}
    lands |= {name: land(f"p{1 + number // 2}") for number, name in enumerate([*west, *east][2:8]) if name not in lands}
    start = position(
        3,
        phase="harvest",
        age=2,
        round=3,
        act="p3",
        lands=lands,
        hands=["-", "-", "nile"],
        gold=[10, 10, 0],
        scores=[40, 40, 0],
        avoid=where(temples=1) + where(temples=2),
    )
    end = done_until(play(start, "done"), "over")
    assert end.scores()[0] == end.scores()[1] and end.ranks() == ranks


def test_example_34_all_steal() -> None:
    end = offer(position(5, phase="offer", start="p3", hands=["nile"] * 2), *["theft"] * 5)
    assert end.as_dict()["tile"] == 1 and end.as_dict()["start_player"] == "p3"
    assert end.as_dict()["phase"] == "harvest" and golds(end)[0] == 23


def test_example_35_expert_game_of_four() -> None:
    rng = Rng(5)
    table = Position.start(GAME, 4, "expert").settle(rng)
    hands = [set(row["province_hand"]) for row in seats(table)]
    dealt = set().union(*hands)
    assert [len(hand) for hand in hands] == [3] * 4 and len(dealt) == 12
    asked = []
    while not table.is_over:
        data = table.as_dict()
        if data["phase"] == "choose":
            asked.append((data["age"], data["round"]))
            assert {row["province_cards"] for row in data["seats"]} == {4 - data["round"]}
        if data["age"] == 2:
            everything = set(data["to_come"]) | {row["province"] for row in data["provinces"] if row["owner"]}
            everything |= {lot["province"] for lot in data["auction"]}
            assert everything == dealt
        codes = table.legal_codes()
        table = table.settle(rng) if table.is_chance else table.after(codes[rng.below(len(codes))])
    assert set(asked) == {(1, 1), (1, 2), (2, 1), (2, 2)}  # round 3 is no choice


def test_an_illegal_bid_is_refused_by_name() -> None:
    start = position(3, phase="bid", auction=FIRST_AUCTION)
    with pytest.raises(IllegalMoveError, match=r"bid:thebes\+36"):
        start.after("bid:thebes+36")
