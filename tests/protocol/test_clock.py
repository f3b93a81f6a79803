"""How long to think."""

from hypothesis import given
from hypothesis import strategies as st

from egypt.protocol.clock import LEAST, budget

TIMES = st.integers(0, 10**9)


@given(TIMES, TIMES, st.integers(0, 1000))
def test_a_budget_never_spends_most_of_the_clock(clock: int, increment: int, overhead: int) -> None:
    allowed = budget(clock, increment, overhead)
    assert LEAST <= allowed.target <= allowed.most <= max(LEAST, (clock - overhead) / 2)


@given(st.integers(60_000, 10**7), st.integers(0, 1000), st.booleans())
def test_a_whole_game_does_not_run_out_of_time(clock: int, increment: int, hard: bool) -> None:
    left = float(clock)
    for _ in range(100 if hard else 200):
        allowed = budget(left, increment)
        spent = allowed.most if hard else allowed.target
        assert spent <= left
        left += increment - spent
    assert left > 0


def test_more_time_and_more_increment_mean_more_thought() -> None:
    assert budget(60_000).target > budget(30_000).target > budget(30_000 // 2).target
    assert budget(60_000, 1000).target > budget(60_000).target


def test_a_hard_decision_may_take_longer() -> None:
    assert budget(60_000).most == 3 * budget(60_000).target


def test_what_the_way_to_the_arbiter_costs_is_not_spent() -> None:
    assert budget(1000, 0, 100) == budget(900)
