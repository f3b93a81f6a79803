"""How long to think."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.clock import budget

TIMES = st.integers(0, 10**9)


@given(TIMES, TIMES)
def test_a_budget_never_spends_most_of_the_clock(clock: int, increment: int) -> None:
    assert 1.0 <= budget(clock, increment) <= max(1.0, clock / 2)


@given(st.integers(60_000, 10**7), st.integers(0, 1000))
def test_a_whole_game_does_not_run_out_of_time(clock: int, increment: int) -> None:
    left = float(clock)
    for _ in range(200):
        spent = budget(left, increment)
        assert spent <= left
        left += increment - spent
    assert left > 0


def test_more_time_and_more_increment_mean_more_thought() -> None:
    assert budget(60_000) > budget(30_000) > budget(30_000 // 2)
    assert budget(60_000, 1000) > budget(60_000)
