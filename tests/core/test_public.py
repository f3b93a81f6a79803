"""What everybody at a table knows: what the views of all seats agree on, and nothing else.

tests/contract/test_public.py looks for leaks in whole games of every room.
"""

from __future__ import annotations

from egypt import (
    ONLOOKER,
    Position,
    Table,
    get_game,
    public_data,
    public_pending,
    public_position,
    public_saying,
    public_scores,
    public_text,
)

START = (
    "jars/1;viewer=all;players=3;variant=standard;phase=lay;round=1;turn=p1;winner=-;hands=115*,346,567;"
    "gone=-;laid=-,-,-;points=0,0,0"
)


def table() -> Table:
    return Table(Position.from_text(START, get_game("jars")), seed=1)


def hands(position: Position) -> list[tuple[list[str], int]]:
    """Of each seat the cards that everybody knows, and how many more there are."""
    rows = [seat["hand"] for seat in public_data(position)["seats"]]
    return [([card["component"] for card in row["cards"]], row["unseen"]) for row in rows]


def test_of_a_hand_everybody_knows_what_the_others_know() -> None:
    here = table()
    assert hands(here.position) == [(["card:5"], 2), ([], 3), ([], 3)]
    known = public_data(here.position)
    assert known["viewer"] == "public" and known["deck"] == {"id": "deck", "count": 7}
    assert known["pending"] == ["p1", "p2", "p3"]


def test_while_a_choice_is_open_nothing_has_happened() -> None:
    here = table()
    before = public_data(public_position(here))
    here.play("lay:4", 1)
    assert here.position.pending == [0, 2] and public_pending(public_position(here)) == [0, 1, 2]
    assert public_data(public_position(here)) == before and here.told(ONLOOKER) == []


def test_events_are_told_as_those_perceived_them_who_saw_the_least() -> None:
    here = table()
    for seat, move in ((1, "lay:4"), (0, "lay:1"), (2, "lay:7")):
        here.play(move, seat)
    here.play("draw")
    told = here.told(ONLOOKER)
    assert [public_text(event) for event in told] == [
        "p1 lay:?",
        "p2 lay:?",
        "p3 lay:?",
        "chance reveal:1+4+7",
        "p3 draw",
        "chance card:?",
    ]
    assert [public_saying(event).sentence for event in (told[1], told[5])] == ["p2 lays a card face down", "p3 draws a card"]
    assert [(item.seat, item.score) for event in told for item in public_scores(event)] == [(2, 12), (2, -2)]
    assert hands(here.position) == [(["card:5"], 1), ([], 2), ([], 3)]


def test_onlookers_do_not_hear_of_a_choice_before_it_is_over() -> None:
    table = Table.deal(get_game("tekhenu"), 3, seed=7)
    before, told = public_data(public_position(table)), len(table.told(ONLOOKER))
    for seat in (1, 0):
        table.play(table.position.acting(seat).legal_moves()[0], seat)
        assert public_data(public_position(table)) == before and len(table.told(ONLOOKER)) == told
    table.play(table.legal_moves()[0])
    assert [public_text(event) for event in table.told(ONLOOKER)[told : told + 3]] == [f"p{n} keep:?" for n in (1, 2, 3)]
