"""Starting cards S01-S12 and destiny cards F01-F04 (rulebook p. 28)."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.positions import changes, play, player, position, seat

STACK = "starting-gain+destiny-gain+starting-gain*1+destiny-gain*1+settled"


def set_up(drafted, **owner):
    """Both have drafted; p1 is first and takes a destiny card now. p2 holds the two lowest cards left."""
    other = " ".join([card for card in ("S02", "S03", "S07", "S08") if card not in drafted.split()][:2])
    return position(
        round=0,
        step="destiny",
        stack=STACK,
        now="_",
        p1=seat(destiny="", drafted=drafted, **owner),
        p2=seat(destiny="", drafted=other),
    )


def gained(drafted, *moves, destiny="F02", **owner):
    """What p1 has gained by their cards; by default the destiny card is one gold."""
    start = set_up(drafted, **owner)
    after = play(start, f"destiny:{destiny}", "destiny:F04", *moves)
    assert player(after)["drafted"] == []
    assert player(after)["destiny"] == destiny
    return changes(start, after)


@pytest.mark.parametrize(
    ("card", "moves", "brought"),
    [
        ("S01", ("district:bread",), {"bread": 2, "production bread": 2}),
        ("S02", ("district:granite+limestone",), {"limestone": 1, "production limestone": 1, "production granite": 1}),
        ("S03", ("district:bread",), {"bread": 1, "production papyrus": 1, "production bread": 1}),
        ("S04", ("mix:papyrus*2+limestone*2+granite",), {"papyrus": 2, "limestone": 2, "granite": 1}),
        ("S05", ("card:T03", "card:T07", "offered:T07"), {}),
        ("S06", ("card:B03", "card:B07", "offered:B03"), {}),
        ("S07", (), {"scribe": 2, "gold": 1}),
        ("S08", (), {"papyrus": 1, "bread": 1, "limestone": 1, "granite": 1}),
        ("S09", ("mix:limestone*2+granite",), {"limestone": 2, "granite": 1}),
        ("S10", ("mix:papyrus+bread*2",), {"papyrus": 1, "bread": 2}),
        ("S11", (), {"population": 3, "happiness": 2}),
    ],
)
def test_starting_card(card, moves, brought):
    """Next to S12, which brings two gold."""
    expected = dict(brought)
    expected["gold"] = expected.get("gold", 0) + 2 + 1
    assert gained(f"{card} S12", *moves) == expected


def test_s12_brings_two_gold():
    assert gained("S08 S12")["gold"] == gained("S08 S07")["gold"] - 1 + 2


@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("S01", [f"district:{kind}" for kind in ("papyrus", "bread", "limestone", "granite")]),
        ("S02", ["district:limestone", "district:limestone+granite", "district:granite+limestone", "district:granite"]),
        ("S03", ["district:papyrus", "district:papyrus+bread", "district:bread+papyrus", "district:bread"]),
        ("S09", [f"mix:{mix}" for mix in ("granite*3", "limestone+granite*2", "limestone*2+granite", "limestone*3")]),
        ("S10", [f"mix:{mix}" for mix in ("bread*3", "papyrus+bread*2", "papyrus*2+bread", "papyrus*3")]),
    ],
)
def test_choices_of_a_starting_card(card, moves):
    asked = play(set_up(f"{card} S12"), "destiny:F02", "destiny:F04")
    assert asked.legal_moves() == moves


def test_s04_any_mix_of_five_but_no_gold():
    asked = play(set_up("S04 S12"), "destiny:F02", "destiny:F04")
    assert len(asked.legal_moves()) == 56  # five units of four kinds
    assert not [move for move in asked.legal_moves() if "gold" in move]


@pytest.mark.parametrize(("card", "shop"), [("S01", "granite5"), ("S02", "granite3"), ("S03", "bread3")])
def test_buildings_of_starting_cards_cost_no_happiness(card, shop):
    start = set_up(f"{card} S12")
    after = play(start, "destiny:F02", "destiny:F04", f"district:{shop[:-1]}")
    assert player(after)["shops"] == [shop]
    assert "happiness" not in changes(start, after)


@pytest.mark.parametrize("card", ["S01", "S02", "S03"])
def test_buildings_of_starting_cards_are_actions_of_osiris(card):
    """A statue of Osiris pays for them; only the automaton can have one so early."""
    kind = "bread" if card != "S02" else "granite"
    start = set_up(f"{card} S12", gods="osiris", goods="granite")
    after = play(start, "destiny:F02", "destiny:F04", f"district:{kind}")
    assert after.as_dict()["phase"] == "bonus"


@pytest.mark.parametrize(
    ("card", "deck", "drawn", "kept"), [("S05", "technologies", "T03 T07", "T03"), ("S06", "blessings", "B03 B07", "B07")]
)
def test_one_of_two_cards_is_kept(card, deck, drawn, kept):
    first, second = drawn.split()
    asked = play(set_up(f"{card} S12"), "destiny:F02", "destiny:F04", f"card:{second}", f"card:{first}")
    assert asked.legal_moves() == [f"offered:{first}", f"offered:{second}"]
    after = play(asked, f"offered:{kept}")
    assert player(after)[deck] == [kept]
    back = first if kept == second else second
    pile = next(part for part in after.to_text().split(";") if part.startswith(f"{deck}="))
    assert back in pile
    assert kept not in pile


# -- destiny cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "moves", "brought"),
    [
        ("F01", (), {"scribe": 1}),
        ("F02", (), {"gold": 1}),
        ("F03", ("raise:population",), {"population": 1}),
        ("F03", ("raise:happiness",), {"happiness": 1}),
        ("F04", (), {"faith": 1}),
    ],
)
def test_destiny_card(card, moves, brought):
    start = set_up("S08 S12")
    other = "F01" if card != "F01" else "F02"
    after = play(start, f"destiny:{card}", f"destiny:{other}", *moves)
    basics = {"papyrus": 1, "bread": 1, "limestone": 1, "granite": 1, "gold": 2}
    found = changes(start, after)
    for name, number in brought.items():
        basics[name] = basics.get(name, 0) + number
    assert found == basics


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [("F01", "F02", ["p2", "p1"]), ("F02", "F01", ["p1", "p2"]), ("F03", "F02", ["p1", "p2"]), ("F03", "F04", ["p2", "p1"])],
)
def test_ankh_decides_between_equal_balances(first, second, order):
    start = position(
        round=4,
        turn="p2",
        p1=seat(destiny=first, dice="grey2/tainted grey1/below grey1/below grey1/below"),
        p2=seat(destiny=second),
        wheel="osiris yellow2",
    )
    after = play(start, "take:osiris+yellow2+pure", "produce:papyrus+2")
    assert after.as_dict()["order"] == order
