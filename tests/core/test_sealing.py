"""Secret simultaneous choices, in the toy game, where all lay a card at once."""

from __future__ import annotations

from egypt import Table, get_game, still_sealed, telling_order
from egypt.core.sealing import choosing_seats

JARS = get_game("jars")


def test_a_choice_is_sealed_until_the_last_seat_has_chosen() -> None:
    position = Table.deal(JARS, 3, 1).position
    sealed, seats, is_open = [], [], False
    for _ in range(3):
        after = position.after(position.legal_moves()[0])
        seats.append(choosing_seats(position, is_open))
        is_open = still_sealed(position, after, is_open)
        sealed.append(is_open)
        position = after
    assert seats == [[0, 1, 2], [1, 2], [2]] and sealed == [True, True, False]


def test_a_seat_that_is_alone_chooses_in_the_open() -> None:
    table = Table.deal(get_game("ra"), 2, 1)
    assert choosing_seats(table.position, False) == []
    assert not still_sealed(table.position, table.position.after(table.legal_moves()[0]), False)


def test_a_seat_is_told_of_its_own_part_first() -> None:
    assert sorted([2, 0, 1, 3], key=lambda actor: telling_order(actor, 2)) == [2, 0, 1, 3]
    assert sorted([2, 0, 1], key=lambda actor: telling_order(actor, 1)) == [1, 0, 2]
