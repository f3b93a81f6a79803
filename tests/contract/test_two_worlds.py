"""The two-world test over every game and every viewer, and the leaks planted to prove that it finds them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from egypt import Game, Rng, Table, get_game
from tests.contract.cases import Case, Ply, every_case, random_game
from tests.contract.two_worlds import (
    WITNESSES,
    hidden_runs,
    observation_faults,
    order_faults,
    redealt,
    retold,
    search_report,
    secrecy_faults,
    telltales,
)
from tests.scale import SCALE, scaled, seeded
from tests.toy.build import load

pytestmark = pytest.mark.attack

SEEDS = (101, 202, 303)


def histories(case: Case, games: int, cuts: int, seed: int) -> Iterator[list[Ply]]:
    """Beginnings of random games; each ends with the position to look at."""
    rng = Rng(seed)
    for _ in range(games):
        plies = list(random_game(case.start(), rng))
        for _ in range(cuts):
            yield plies[: 1 + rng.below(len(plies))]


def some_histories(case: Case, games: int, cuts: int, seed: int) -> Iterator[list[Ply]]:
    """Of as many games, fewer of their beginnings if the suite is to be short."""
    return histories(case, max(games, scaled(games)), max(1, round(cuts * min(1.0, SCALE))), seeded(seed))


def worlds_of(history: list[Ply], viewer: int) -> list[Table]:
    position = history[-1].position
    return [Table(position, seed=1), *redealt(position, viewer, SEEDS), *retold(history, viewer, SEEDS)]


@every_case
def test_no_witness_tells_two_worlds_apart(case: Case) -> None:
    for history in some_histories(case, 2, cuts=4, seed=31):
        for viewer in range(case.players):
            worlds = worlds_of(history, viewer)
            assert telltales(worlds, viewer) == [], history[-1].position.to_text()


@every_case
def test_a_move_tells_a_seat_exactly_what_its_view_then_holds(case: Case) -> None:
    for history in some_histories(case, 3, cuts=6, seed=32):
        for viewer in range(case.players):
            worlds = [table.position for table in worlds_of(history, viewer)]
            assert observation_faults(worlds, viewer) == []


@every_case
def test_the_order_of_what_is_hidden_tells_nothing(case: Case) -> None:
    rng = Rng(seeded(37))
    for viewer in range(case.players):
        runs = []
        for _ in range(scaled(3)):
            runs += hidden_runs(list(random_game(case.start(), rng)), viewer)
        assert order_faults(runs) == []


def test_an_order_that_follows_the_hidden_cards_is_found() -> None:
    """A Scribe's victim that drops cards in the order of their names, though others see the backs alone."""
    told = [("drop:?beige", "drop:?green"), ("drop:?green", "drop:?beige"), ("drop:?green", "drop:?green")]
    assert len(order_faults(told)) == 1 and order_faults(told[1:]) == []


# -- planted leaks, for every game ---------------------------------------------------------------------------


def seed_from_the_truth(table: Table, viewer: int) -> str:
    """An adviser whose random numbers depend on the whole state and on what nature will draw."""
    return search_report(table, viewer, seed=sum(table.position.to_text().encode()) * 1000 + table.seed)


def next_draw(table: Table, viewer: int) -> str:
    """A referee that lets the next draw slip into the text of a view."""
    return f"{table.view(viewer)};next={Rng.stream(table.seed, 0, len(table.events)).below(1000)}"


@every_case
@pytest.mark.parametrize("leak", [seed_from_the_truth, next_draw])
def test_a_planted_leak_is_found_in_every_game_for_every_viewer(case: Case, leak: object) -> None:
    """In the first game, or in one of the next: there are games in which a seat has hardly a choice."""
    for viewer in range(case.players):
        found: set[str] = set()
        for history in histories(case, 4, cuts=12, seed=36):
            if not found:
                found.update(telltales(worlds_of(history, viewer), viewer, {**WITNESSES, "leak": leak}))
        assert found == {"leak"}


# -- planted leaks in a room ---------------------------------------------------------------------------------


def found_in(game: Game, players: int, games: int = 6) -> set[str]:
    """What gives a leaky game away: witnesses, or the words `observe` and `secrecy`."""
    found = set()
    for variant in game.variants:
        for history in histories(Case(game, players, variant), games, cuts=3, seed=34):
            for viewer in range(players):
                worlds = worlds_of(history, viewer)
                found.update(telltales(worlds, viewer))
                if observation_faults([table.position for table in worlds], viewer):
                    found.add("observe")
            if any(secrecy_faults(ply.position) for ply in history):
                found.add("secrecy")
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_honest_room_is_clean(players: int) -> None:
    assert found_in(get_game("jars"), players) == set()


@pytest.mark.parametrize(
    ("leak", "witnesses"),
    [
        ("peek", {"bytes", "text", "json", "board", "tensor", "features", "search", "observe"}),
        ("turn order", {"secrecy"}),
        ("tell", {"bytes"}),
        ("observe", {"observe"}),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_leak_planted_in_a_room_is_found(leak: str, witnesses: set[str], players: int) -> None:
    game = load("tests.toy.leaks").LeakyJars(leak)
    assert witnesses <= found_in(game, players)


def test_the_worlds_are_really_other_worlds() -> None:
    """A two-world test whose worlds are all the same finds nothing."""
    case = Case(get_game("jars"), 3, "standard")
    sampled = told = both = 0
    for history in histories(case, 20, cuts=3, seed=35):
        truth = history[-1].position
        sampled += any(table.position != truth for table in redealt(truth, 0, SEEDS))
        told += any(table.position != truth for table in retold(history, 0, SEEDS))
        both += 1
    assert sampled > both / 2 and told > both / 2
