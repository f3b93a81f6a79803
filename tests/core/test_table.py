"""The referee: draws by pool, undo, replay with known draws, and who is told what."""

from __future__ import annotations

import pytest

from egypt import CHANCE, IllegalMoveError, Position, Table, get_game

JARS = get_game("jars")


def draws(table: Table) -> list[str]:
    return [event.text() for event in table.events if event.actor == CHANCE and "card" in event.text()]


def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    assert draws(Table.deal(JARS, 3, seed=1)) == draws(Table.deal(JARS, 3, seed=1))
    assert len({tuple(draws(Table.deal(JARS, 3, seed))) for seed in range(20)}) > 15


def test_a_draw_depends_on_seed_pool_and_number_alone() -> None:
    """The card bought is the first draw of its pool, however many cards were dealt or revealed before."""
    text = (
        "jars/1;viewer=all;players=3;variant=standard;phase=draw;round={round};turn=chance;winner=p{winner};"
        "hands=114,345,567;gone=-;laid=-,-,-;points=9,9,9"
    )
    bought = set()
    for played, winner in ((1, 1), (2, 1), (2, 3)):
        table = Table(Position.from_text(text.format(round=played, winner=winner), JARS), seed=5)
        table.settle()
        bought.add(table.events[0].text())
    assert len(bought) == 1


def test_undo_takes_back_the_draws_of_nature_too() -> None:
    table = Table.deal(JARS, 2, seed=3)
    stages = []
    while not table.position.is_over:
        stages.append((table.position, len(table.events)))
        table.play(table.position.legal_moves()[0])
    for position, events in reversed(stages):
        table.undo()
        assert (table.position, len(table.events)) == (position, events)
    with pytest.raises(IllegalMoveError, match="nothing to undo"):
        table.undo()


def test_replay_takes_known_draws_and_draws_the_others_itself() -> None:
    table = Table.deal(JARS, 2, seed=3)
    while not table.position.is_over:
        table.play(table.position.legal_moves()[0])
    whole = [event.text().split()[1] for event in table.events]
    decisions = [event.text().split()[1] for event in table.events if event.actor != CHANCE]

    known = Table(Position.start(JARS, 2), seed=77)
    known.replay(whole)
    assert known.position == table.position

    from_seed = Table.deal(JARS, 2, seed=3)
    from_seed.replay(decisions)
    assert from_seed.position == table.position


def test_a_seat_is_told_what_it_may_know_whatever_the_order_of_choosing() -> None:
    table = Table.deal(JARS, 3, seed=7)
    for seat in (2, 0, 1):
        code = table.position.acting(seat).legal_codes()[0]
        event = table.play(code, seat)[0]
        assert event.actor == seat
        for other in range(3):
            assert event.text(other) == (event.text() if other == seat else f"p{seat + 1} lay:?")
    assert table.events[-1].text(0) == table.events[-1].text() != "chance reveal:?"


def test_each_seat_sees_only_its_own_cards_dealt() -> None:
    table = Table.deal(JARS, 3, seed=7)
    for number, event in enumerate(table.events):
        for seat in range(3):
            assert (event.text(seat) == "chance card:?") == (number // 3 != seat)


def test_a_seat_that_is_not_to_act_is_refused_by_name() -> None:
    table = Table.deal(JARS, 3, seed=7)
    table.play(table.position.legal_moves()[0], 0)
    with pytest.raises(IllegalMoveError, match="'p1' is not to act"):
        table.play("lay:1", 0)
    with pytest.raises(IllegalMoveError, match="'p1' is not to act"):
        table.position.acting(0)
