"""The market, one situation each: prices, symbols, cards just bought, what pays for what."""

from __future__ import annotations

from tests.games.amunre.positions import (
    BOX,
    ROW,
    built,
    discard,
    favors_text,
    golds,
    land,
    moves_of,
    play,
    position,
    province,
    seat,
    where,
)

PLAIN = where(favors=0, gold=0)[:3]  # lots without favors and gold


def price(count: int) -> int:
    return count * (count + 1) // 2


def test_the_market_begins_with_the_start_player() -> None:
    start = position(3, phase="bid", act="p2", start="p2", auction=":-,".join(PLAIN) + ":-", gold=[0] * 3)
    table = play(start, *(f"bid:{name}+0" for name in PLAIN))
    # without gold and favors nobody has anything to decide before the offering
    assert table.as_dict()["phase"] == "offer"
    start = position(3, phase="bid", act="p2", start="p2", auction=":-,".join(PLAIN) + ":-")
    table = play(start, *(f"bid:{name}+0" for name in PLAIN))
    order = [table.as_dict()["to_act"]]
    while table.as_dict()["phase"] != "offer":
        table = play(table, table.legal_moves()[0])
        if table.as_dict()["turn"] != order[-1] and table.as_dict()["phase"] != "offer":
            order.append(table.as_dict()["turn"])
    assert order == ["p2", "p3", "p1"]


def test_symbols_in_the_brown_box_allow_no_purchase() -> None:
    """Thebes shows four symbols, two of them in the sand."""
    start = position(3, lands={"thebes": land("p1")}, gold=[30])
    assert moves_of(start, "favors") == ["favors:0", "favors:1", "favors:2"]


def test_free_farmers_take_no_field() -> None:
    fields = ROW["thebes"].fields
    start = position(3, phase="farmers", lands={"thebes": land("p1", 0, 0, fields - 1, 1)}, gold=[30])
    assert start.legal_moves() == ["farmers:thebes+0", "farmers:thebes+1"]


def test_farmers_of_all_provinces_have_one_price() -> None:
    lands = {"buto": land("p1"), "mendes": land("p1")}
    start = position(3, phase="farmers", round=2, lands=lands, gold=[10])
    table = play(start, "farmers:buto+2")
    assert moves_of(table, "farmers")[-1] == "farmers:mendes+2"
    assert golds(play(table, "farmers:mendes+2"))[0] == 0


def test_one_free_farmer_per_phase_in_any_own_province() -> None:
    lands = {"buto": land("p1"), "berenike": land("p1")}
    start = position(3, phase="build", round=2, lands=lands, hands=["free-farmer*2"], gold=[0])
    table = play(start, "stones:buto+0+free-farmer")
    assert not [move for move in table.legal_moves() if "free-farmer" in move]
    table = play(start, "stones:buto+0")
    assert "stones:berenike+0+free-farmer" in table.legal_moves()


def test_a_card_played_in_the_market_does_not_pay_for_it() -> None:
    start = position(3, phase="build", lands={"buto": land("p1", 0, 1)}, hands=["architect+nile"], gold=[0])
    assert start.legal_moves() == ["stones:buto+0", "stones:buto+1", "stones:buto+1+architect"]
    poor = position(3, phase="build", lands={"buto": land("p1", 0, 1)}, hands=["architect"], gold=[0])
    assert poor.legal_moves() == ["stones:buto+0", "stones:buto+1"]


def test_architect_on_old_stones_before_new_ones() -> None:
    start = position(3, phase="build", lands={"buto": land("p1", 1, 2)}, hands=["architect"], gold=[6])
    assert built(play(start, "stones:buto+3+architect"), "buto") == (3, 0)
    assert built(play(start, "stones:buto+0+architect"), "buto") == (2, 0)


def test_favors_just_bought_are_used_and_sold_in_the_same_turn() -> None:
    start = position(3, lands={"thebes": land("p1", 0, 2)}, gold=[3])
    table = play(start, "favors:2", "favor:architect", "favor:nile", "farmers:thebes+0")
    end = play(table, "stones:thebes+1+architect", "sell:nile")
    assert built(end, "thebes") == (1, 1) and golds(end)[0] == 0 and seat(end, "p1")["favors"] == 0


def test_the_market_draws_on_a_reshuffled_discard_pile() -> None:
    start = position(3, lands={"memphis": land("p1")}, deck="nile", gold=[20])
    assert moves_of(start, "favors")[-1] == f"favors:{ROW['memphis'].limit}"
    table = play(start, "favors:2", "favor:nile")
    assert table.is_chance and len(table.outcomes()) == len(BOX)
    assert discard(table) == {}


def test_no_more_favors_are_sold_than_deck_and_discard_pile_hold() -> None:
    """Section 2 and ruling 19: the limit of the province is higher, but two cards are all there are."""
    most = max(ROW, key=lambda name: ROW[name].limit)
    rest = dict(BOX) | {"nile": BOX["nile"] - 1, "egypt": BOX["egypt"] - 1}
    start = position(3, lands={most: land("p1")}, hands=["-", favors_text(rest)], discard="egypt", gold=[30])
    assert ROW[most].limit > 2 and moves_of(start, "favors")[-1] == "favors:2"
    end = play(start, "favors:2", "favor:nile", "favor:egypt")
    assert golds(end)[0] == 30 - price(2) and end.as_dict()["deck"] == 0 and discard(end) == {}


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
