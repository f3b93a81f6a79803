"""What a process tells a seat over a whole game, whatever the other seats hold and whatever it thought about for them."""

from __future__ import annotations

import pytest

from egypt import get_game
from tests.contract.cases import Case, every_case
from tests.contract.side_by_side import OneMemory, first_difference
from tests.scale import scaled, seeded

pytestmark = pytest.mark.attack


@every_case
def test_thinking_and_pondering_for_a_seat_depends_on_its_own_views_alone(case: Case) -> None:
    for number in range(scaled(1)):
        viewer = (number + len(case.variant)) % case.players
        assert first_difference(case, viewer, seed=seeded(41) + number) is None


@pytest.mark.parametrize("family", ["single", "multiple"])
def test_so_do_guesses_from_elsewhere_in_the_tree(family: str) -> None:
    case = Case(get_game("jars"), 4, "standard")
    for seed in range(20):
        assert first_difference(case, seed % 4, seed, family=family, history=0.5) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_memory_for_all_seats_is_found_to_leak(players: int) -> None:
    case = Case(get_game("jars"), players, "standard")
    games = [first_difference(case, seed % players, seed, OneMemory) for seed in range(60)]
    assert sum(game is not None for game in games) >= 2
