"""The ends of a Tekhenu turn: the engine reaches exactly those of a brute force over all orders (turn_model.py)."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.games.tekhenu import turn_gains, turn_gods, turn_model
from tests.games.tekhenu.turn_compare import Case, Verdict, compare, explain, verdicts
from tests.games.tekhenu.turn_deals import ANY, POOR, Cards
from tests.games.tekhenu.turn_table import GODS, Table
from tests.games.tekhenu.unasked import could_do_without, found_in
from tests.scale import part, seeded

POSITIONS = 25  # of each seed
STATES = 6_000  # larger positions are left to the long form
RECORDED_STATES = 40_000
UNASKED = 400  # positions


@pytest.mark.parametrize("seed", range(101, 105))
def test_all_orders_of_a_turn_reach_the_same_ends(seed: int) -> None:
    found = [verdict for verdict in islice(verdicts(seeded(seed), ANY, STATES), POSITIONS) if verdict]
    assert len(found) > POSITIONS // 2
    assert sum(verdict.ends for verdict in found) > 20 * POSITIONS
    different = [verdict for verdict in found if not verdict.agrees]
    assert not different, "\n".join(map(explain, different[:3]))


@pytest.mark.parametrize("seed", range(201, 203))
def test_few_goods_reach_the_same_ends(seed: int) -> None:
    """What one action brings is what the next one needs; with rich hands a lack of it is not seen."""
    found = [verdict for verdict in islice(verdicts(seeded(seed), POOR, STATES), 2 * POSITIONS) if verdict]
    assert len(found) > POSITIONS and sum(verdict.ends for verdict in found) > 20 * POSITIONS
    different = [verdict for verdict in found if not verdict.agrees]
    assert not different, "\n".join(map(explain, different[:3]))


@pytest.mark.parametrize("cards", ["B07 B18 B19", "B07 B09 B18", "B07 B01 B02 B03 B04 B17 B20"])
def test_no_blessing_for_any_time_is_played_unasked_that_was_not_needed(cards: str) -> None:
    found = [
        one for one in found_in(seeded(6), UNASKED, Cards(always=frozenset(cards.split()), poor=True)) if one.phase != "turn"
    ]
    needless = [one for one in found if could_do_without(one)]
    assert found and not needless, needless[:3]


RECORDED = (Path(__file__).parent / "turn_positions.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", RECORDED, ids=[f"line {number}" for number in range(1, len(RECORDED) + 1)])
def test_positions_in_which_the_ends_once_differed(line: str) -> None:
    god, die, text = line.split(" ")
    for seed in part(range(2), 1):
        case = Case.deal(text, random.Random(seed))
        case.sector, case.die = GODS.index(god), die
        found = compare(case, RECORDED_STATES)
        assert found.agrees, explain(found)


# -- a wrong rule is noticed --------------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]


def replaced(module: Any, name: str, wrong: Callable[..., Any]) -> Plant:
    """The function `name` of a module, for everybody who uses it, becomes `wrong(right, *arguments)`."""
    right = getattr(module, name)

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        def planted(*arguments: Any, **named: Any) -> Any:
            return wrong(right, *arguments, **named)

        for user in (turn_gains, turn_gods, turn_model):
            if getattr(user, name, None) is right:
                monkeypatch.setattr(user, name, planted)
        for step, function in turn_gods.STEPS.items():
            if function is right:
                monkeypatch.setitem(turn_gods.STEPS, step, planted)

    return plant


def without_technology(name: str) -> Plant:
    return replaced(turn_gods, "do_god", lambda right, world, table, *rest: right(world, forget(world, table, name), *rest))


def forget(world: turn_gains.World, table: Table, name: str) -> Table:
    return turn_gains.with_seat(table, world.who, technologies=world.me(table).technologies - {name})


def no_single_scribe(right: Any, world: Any, table: Table, number: int) -> Any:
    return right(world, table, number) if number != 1 else []


def past_population(right: Any, table: Table, who: int, steps: int) -> Table:
    return turn_gains.with_seat(table, who, happiness=table.seats[who].happiness + steps)


PLANTS: dict[str, tuple[Plant, str]] = {  # with cards to be dealt
    "one scribe is of no use": (replaced(turn_model, "pay_scribes", no_single_scribe), ""),
    "happiness passes population": (replaced(turn_gods, "raise_happiness", past_population), ""),
    "an exchange brings no point": (replaced(turn_gains, "exchange", lambda right, world, table, name: table), "T10 T22"),
    "statues pay nobody": (replaced(turn_gods, "bonus", lambda right, world, table, *rest: [("", table)]), ""),
    "the market stays empty": (replaced(turn_model, "refill_market", lambda right, world, table: table), ""),
    "edges do not count": (replaced(turn_gods, "matching_edges", lambda right, *rest: 0), ""),
    "buildings in line do not count": (replaced(turn_gods, "buildings_in_line", lambda right, *rest: 0), ""),
    "a pillar belongs to nobody": (replaced(turn_gods, "slide", lambda right, w, t, *rest: [("", t)]), ""),
    "nothing is discarded": (replaced(turn_gains, "discard", lambda right, table, card: table), "B01 B03"),
    "T20 brings nothing": (without_technology("T20"), "T20"),
    "T04 brings nothing": (without_technology("T04"), "T04"),
    "T06 brings nothing": (without_technology("T06"), "T06"),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_wrong_rule_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, cards = PLANTS[name]
    plant(monkeypatch)
    found = islice(verdicts(7, Cards(always=frozenset(cards.split())), STATES), 60)
    assert any(differs(verdict) for verdict in found)


def differs(verdict: Verdict | None) -> bool:
    return verdict is not None and not verdict.agrees
