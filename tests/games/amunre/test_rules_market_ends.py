"""A market turn reaches every legal end exactly once.

The ends are found a second time by a brute force that knows nothing of the engine's order: it buys and places
one item at a time, slips Architect and Free Farmer in wherever the rulebook allows it, and sells any favor at
any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from egypt import Position
from tests.games.amunre.positions import FAVORS, GAME, NAMES, ROW, Land, counts, land, position

Bag = tuple[int, ...]  # favors by kind
ARCHITECT, FREE_FARMER = FAVORS.index("architect"), FAVORS.index("free-farmer")


# -- by the engine -------------------------------------------------------------------------------------------


def ends_by_engine(start: Position, seat: int, draws: list[str]) -> dict[str, list[list[str]]]:
    """Every end of the turn with all ways to it; nature deals the given favors in order."""
    ends: dict[str, list[list[str]]] = {}

    def walk(now: Position, way: list[str], dealt: int) -> None:
        if now.is_chance:
            walk(now.after(f"favor:{draws[dealt]}"), way, dealt + 1)
        elif now.pending != [seat]:
            ends.setdefault(end_text(now, seat), []).append(way)
        else:
            for move in now.legal_moves():
                walk(now.after(move), [*way, move], dealt)

    walk(start, [], 0)
    return ends


def pays_for_favors_with_favors(way: list[str]) -> bool:
    """Cards were sold for cards, and then some of the same hand for something else or played.

    Which of them went first is not put in one order: the cards drawn in between are not told from those held before.
    """
    return len(way) > 1 and way[1].startswith("sell:")


def end_text(now: Position, seat: int) -> str:
    data = now.as_dict()
    mine = [
        (row["province"], row["pyramids"], row["stones"], row["farmers"], row["free_farmers"])
        for row in data["provinces"]
        if row["owner"] == f"p{seat + 1}"
    ]
    hand, discard = counts(data["seats"][seat]["hand"]), counts(data["discard"])
    bags = ([hand.get(name, 0) for name in FAVORS], [discard.get(name, 0) for name in FAVORS])
    return repr((data["seats"][seat]["gold"], *bags, mine))


# -- by brute force ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A market turn under way."""

    gold: int
    hand: Bag
    lands: tuple[tuple[str, Land], ...]
    discard: Bag = (0,) * len(FAVORS)
    sold: int = 0
    step: int = 0  # 0 favors, 1 farmers, 2 stones
    bought: int = 0  # in this step
    spent: int = 0
    architect: bool = False
    free_farmer: bool = False


def plus(bag: Bag, kind: int, more: int = 1) -> Bag:
    return tuple(count + more * (number == kind) for number, count in enumerate(bag))


def drop(turn: Turn, kind: int) -> Turn:
    """A favor is sold or played."""
    return replace(turn, hand=plus(turn.hand, kind, -1), discard=plus(turn.discard, kind))


def changed(
    turn: Turn, index: int, pyramids: int = 0, stones: int = 0, farmers: int = 0, free: int = 0
) -> tuple[tuple[str, Land], ...]:
    lands = list(turn.lands)
    name, (owner, *numbers) = lands[index]
    numbers = [number + more for number, more in zip(numbers, (pyramids, stones, farmers, free), strict=True)]
    if numbers[1] >= 3:
        numbers[0], numbers[1] = numbers[0] + 1, numbers[1] - 3
    lands[index] = (name, (owner, *numbers))  # type: ignore[assignment]
    return tuple(lands)


def next_turns(turn: Turn, limit: int, draws: list[str]) -> Iterator[Turn]:
    for kind, count in enumerate(turn.hand):
        if count:
            yield replace(drop(turn, kind), gold=turn.gold + 1, sold=turn.sold + 1)
    if turn.step < 2:
        yield replace(turn, step=turn.step + 1, bought=0)
    for count in range(1, limit + 1) if turn.step == 0 and turn.bought == 0 else ():
        price, hand = count * (count + 1) // 2, turn.hand  # favors are paid before they are drawn
        for name in draws[:count]:
            hand = plus(hand, FAVORS.index(name))
        if turn.gold >= price:
            yield replace(turn, gold=turn.gold - price, hand=hand, bought=count, spent=turn.spent + price)
    price = turn.bought + 1  # the next item of a kind costs its number
    paid = replace(turn, gold=turn.gold - price, bought=price, spent=turn.spent + price)
    if paid.gold >= 0:
        for index, (name, row) in enumerate(turn.lands):
            if turn.step == 1 and row[3] < ROW[name].fields:
                yield replace(paid, lands=changed(turn, index, farmers=1))
            if turn.step == 2:
                yield replace(paid, lands=changed(turn, index, stones=1))
    for index, (_, row) in enumerate(turn.lands):
        if row[2] == 2 and turn.hand[ARCHITECT] and not turn.architect:
            yield replace(drop(turn, ARCHITECT), lands=changed(turn, index, pyramids=1, stones=-2), architect=True)
        if turn.hand[FREE_FARMER] and not turn.free_farmer:
            yield replace(drop(turn, FREE_FARMER), lands=changed(turn, index, free=1), free_farmer=True)


def ends_by_brute_force(gold: int, hand: Bag, lands: dict[str, Land], limit: int, draws: list[str]) -> set[str]:
    """All ends at which no favor was sold for nothing."""
    ends = set()
    dearest = limit * (limit + 1) // 2
    seen = {Turn(gold, hand, tuple(lands.items()))}
    open_turns = list(seen)
    while open_turns:
        turn = open_turns.pop()
        if turn.sold == max(0, turn.spent - gold):
            lands_text = [(name, *row[1:]) for name, row in turn.lands]
            ends.add(repr((turn.gold, list(turn.hand), list(turn.discard), lands_text)))
        for after in next_turns(turn, limit, draws):
            # More than the next item costs need not be sold in advance.
            if after not in seen and after.sold <= max(0, after.spent + max(after.bought + 1, dearest) - gold):
                seen.add(after)
                open_turns.append(after)
    return ends


# -- both ----------------------------------------------------------------------------------------------------

DRAWS = ["architect", "free-farmer", "nile", "egypt"]


@pytest.mark.parametrize(
    ("gold", "hand", "own"),
    [
        (7, "-", {"thebes": land("p2", 0, 2)}),
        (6, "architect", {"thebes": land("p2", 0, 2)}),
        (4, "architect+free-farmer", {"thebes": land("p2", 0, 1), "buto": land("p2", 0, 2)}),
        (3, "architect*2+free-farmer+nile", {"mendes": land("p2", 1, 2, 2), "buto": land("p2", 0, 2)}),
        (0, "architect+free-farmer*2", {"thebes": land("p2", 0, 2), "berenike": land("p2", 0, 1)}),
        (6, "architect", {"buto": land("p2", 0, 2), "mendes": land("p2", 0, 1, 3), "berenike": land("p2", 0, 0)}),
        (10, "architect", {"berenike": land("p2", 0, 2), "buto": land("p2", 0, 0, 4), "mendes": land("p2", 0, 2, 4)}),
    ],
    ids=str,
)
def test_every_end_of_a_turn_is_reached_exactly_once(gold: int, hand: str, own: dict[str, Land]) -> None:
    rounds = len(own)
    lands = {name: own[name] for name in NAMES if name in own}
    limit = max(ROW[name].limit for name in lands)
    fertile = any(ROW[name].fields > row[3] for name, row in lands.items())
    phase = "favors" if limit and gold + (hand != "-") else "farmers" if fertile and gold else "build"
    start = position(
        3,
        phase=phase,
        act="p2",
        round=rounds,
        lands=lands,
        hands=["-", hand],
        gold=[0, gold, 0],
        cursor=0
        if phase == "favors"
        else NAMES.index(next(n for n in lands if phase == "build" or ROW[n].fields > lands[n][3])),
    )
    bag = tuple((counts(start.as_dict()["seats"][1]["hand"]) or {}).get(name, 0) for name in FAVORS)
    reached = ends_by_engine(start, 1, DRAWS)
    legal = ends_by_brute_force(gold, bag, lands, limit, DRAWS)
    assert set(reached) == legal
    several = [ways for ways in reached.values() if len(ways) > 1]
    assert all(pays_for_favors_with_favors(way) for ways in several for way in ways), several[:1]
    assert gold == 0 or not several
    assert len(legal) > 10


def test_the_brute_force_finds_a_missing_end() -> None:
    """Without the Architect's card the same turn has fewer ends: the comparison can fail."""
    lands = {"thebes": land("p2", 0, 2)}
    with_card = tuple(int(name == "architect") for name in FAVORS)
    assert ends_by_brute_force(3, with_card, lands, 2, DRAWS) - ends_by_brute_force(3, (0,) * 12, lands, 2, DRAWS)


def test_branching_stays_small() -> None:
    """Under 64 moves at the 99th percentile, in random play of all tables."""
    from tests.contract.cases import Case, random_positions

    for players in (3, 4, 5):
        for variant in GAME.variants:
            counts = sorted(
                len(now.legal_codes())
                for now in random_positions(Case(GAME, players, variant), 10, seed=61)
                if now.actor >= 0
            )
            assert counts[int(0.99 * len(counts))] < 64
