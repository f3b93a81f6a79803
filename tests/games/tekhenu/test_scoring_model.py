"""Maat phases, scorings and the end: the engine finds the points and the order of a second account (scoring_model.py)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from egypt import Position, Rng
from tests.games.tekhenu import scoring_model as model
from tests.games.tekhenu.scenes import field, maat, play, step_of

TABLES = 60  # of each seed


def weigh_faith(start: Position, table: model.Table, rng: Random) -> Position:
    for name in table.order:
        seat = table.seats[name]
        faith = rng.randint(-seat.goods["faith"], seat.goods["faith"])
        seat.balance = model.weigh(seat, faith)
        if step_of(start) == "faith" and start.as_dict()["to_act"] == name:  # who has none is not asked
            pan = "pure" if faith > 0 else "tainted"
            start = play(start, f"faith:{pan}+{abs(faith)}" if faith else "faith:none")
        else:
            assert seat.goods["faith"] == 0
    for seat in table.seats.values():
        model.lose(seat, model.penalty(seat.balance))
    return start


def pay_upkeep(start: Position, table: model.Table, order: list[str], rng: Random) -> Position:
    for name in order:
        seat = table.seats[name]
        ways = model.ways_to_pay_bread(seat)
        paid = rng.choice(ways)
        if len(ways) > 1:
            assert (step_of(start), start.as_dict()["to_act"], len(start.legal_moves())) == ("upkeep", name, len(ways))
            words = [f"{kind}*{number}" for kind, number in zip(("bread", "gold", "scribe"), paid, strict=True) if number]
            start = play(start, "pay:" + ("+".join(word.removesuffix("*1") for word in words) or "-"))
        model.pay_bread(seat, paid)
    return start


def differences(seed: int) -> list[str]:
    """What the engine counts in another way on a table by chance."""
    rng = Random(seed)
    table = model.deal(rng)
    start = maat(
        table.players,
        table.number,
        order=" ".join(table.order),
        **{name: seat.description() for name, seat in table.seats.items()},
    )
    now = weigh_faith(start, table, rng)
    order = model.new_order(table)
    while step_of(now) == "edict":  # nobody holds that decree, but all might
        now = play(now, "pass")
    if table.number % 2 == 0:
        for name in model.district_winners(table):
            table.seats[name].vp += 3
        for seat in table.seats.values():
            seat.vp += model.board_points(seat)
        now = pay_upkeep(now, table, order, rng)
    found = [] if field(now, "order") == "+".join(order) else [f"order {order}: {field(now, 'order')}"]
    if table.number == 4:
        now = now.settle(Rng(seed))
        ranks = model.finish(table, order)
        found += [] if now.ranks() == ranks else [f"ranks {ranks}: {now.ranks()}"]
    points = [seat.vp for seat in table.seats.values()]
    return found if now.scores() == points else [*found, f"points {points}: {now.scores()}"]


@pytest.mark.parametrize("first", range(0, 4 * TABLES, TABLES))
def test_points_and_order_of_a_second_account(first: int) -> None:
    found = {seed: found for seed in range(first, first + TABLES) if (found := differences(seed))}
    assert not found, found


# -- a wrong rule is noticed --------------------------------------------------------------------------------------

PLANTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "surplus weighs nothing": ("weigh", lambda right, seat, faith: right(seat, faith + seat.surplus)),
    "-3 costs nothing": ("penalty", lambda right, balance: right(balance + 1)),
    "T15 has no ankh": ("ankh", lambda right, seat: int(seat.destiny[1:]) - 1),
    "a statue at the temple is in no line": (
        "is_in_line",
        lambda right, piece, cell: piece not in ("row", "column") and right(piece, cell),
    ),
    "a triangle less": ("triangles", lambda right, space: right(space - 1)),
    "the last district does not score": ("district_winners", lambda right, table: right(table)[:-1]),
    "scribes pay for no decree": ("payments", lambda right, purse, price, basics, swap: right(purse, price, basics, False)),
    "D24 counts statues": ("temple_points", lambda right, seat, with_statues=True: right(seat)),
    "bread is always owed": ("bread_owed", lambda right, seat: sum(model.ROW_BREAD[: model.buildings(seat)])),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_wrong_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, wrong = PLANTS[name]
    right = getattr(model, function)
    monkeypatch.setattr(model, function, lambda *arguments, **named: wrong(right, *arguments, **named))

    def is_noticed(seed: int) -> bool:
        try:
            return bool(differences(seed))
        except AssertionError:
            return True

    assert any(is_noticed(seed) for seed in range(4 * TABLES))
