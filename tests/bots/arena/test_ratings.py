"""Ratings and intervals: right with ties, right with shut-outs, never infinite."""

from __future__ import annotations

import math

import numpy as np
import pytest

from egypt.bots.arena.faults import Fault, Kind
from egypt.bots.arena.ratings import ELO, fit, rate
from egypt.bots.arena.record import FINISHED, FORFEIT, GameRecord
from egypt.bots.arena.results import Batch, Results
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.statistics import cross_table, engine_lines, mean_interval, seat_lines
from egypt.bots.arena.summary import Summary
from tests.bots.arena.helpers import config_of


def results(config: Config, ranks: list[tuple[int, ...]], scores: list[tuple[int, ...]] | None = None) -> Results:
    """A run whose games ended as given, in the order of their numbers."""
    points = scores or [tuple(-10 * rank for rank in ranking) for ranking in ranks]
    return Results(config, [Batch(np.arange(len(ranks)), np.array(points), np.array(ranks))])


def three(deals: int = 1) -> Config:
    return config_of("name=a,bot=random", "name=b,bot=random", "name=c,bot=random", players=3, deals=deals)


def by_engine(config: Config, deals: int, **ranks: int) -> list[tuple[int, ...]]:
    """The same ranks of the engines in every seating of every deal."""
    return [tuple(ranks[config.names[engine]] for engine in seating) for _ in range(deals) for seating in config.seatings]


def elos(config: Config, ranks: list[tuple[int, ...]]) -> list[float]:
    return [elo.value or 0.0 for elo in rate(results(config, ranks))[0]]


@pytest.mark.parametrize("deals", [1, 3, 200])
def test_tied_winners_are_above_the_third(deals: int) -> None:
    config = three(deals)
    a, b, c = elos(config, by_engine(config, deals, a=1, b=1, c=3))
    assert a == pytest.approx(b, abs=1e-6) and a > c + 100 and math.isfinite(a)


def test_one_game_with_tied_winners() -> None:
    """The very game after which another rating system puts the third place on top."""
    a, b, c = elos(three(), [(1, 1, 3)])
    assert a == pytest.approx(b) and c < a


def test_the_whole_ranking_counts() -> None:
    config = three()
    a, b, c = elos(config, by_engine(config, 1, a=1, b=2, c=3))
    assert a > b + 50 and b > c + 50


def test_all_tied_is_all_equal() -> None:
    config = three(5)
    assert elos(config, by_engine(config, 5, a=1, b=1, c=1)) == pytest.approx([0, 0, 0], abs=1e-9)


@pytest.mark.parametrize("games", [1, 10, 1000, 10**6])
def test_a_shut_out_is_finite_and_grows_with_the_games(games: int) -> None:
    first, second = fit(np.array([[0, games], [0, 0]], dtype=float))
    assert math.isfinite(first) and first == pytest.approx(-second)
    assert 0 < first - second < 400 * math.log10(4 * games + 4)


def test_many_games_outweigh_the_prior() -> None:
    """75 % is 400 log10(3) = 191 points."""
    first, second = fit(np.array([[0, 30_000], [10_000, 0]], dtype=float))
    assert first - second == pytest.approx(400 * math.log10(3), abs=0.1)
    assert pytest.approx(173.7, abs=0.1) == ELO


def test_engines_that_never_met() -> None:
    ratings = fit(np.array([[0, 5, 0], [3, 0, 0], [0, 0, 0]], dtype=float))
    assert np.isfinite(ratings).all() and abs(ratings.sum()) < 1e-9


def test_a_random_table_is_recovered() -> None:
    """Fifty thousand simulated meetings give back the ratings they were drawn from."""
    rng = np.random.default_rng(4)
    truth = np.array([150.0, 40.0, -30.0, -160.0])
    wins = np.zeros((4, 4))
    for i in range(4):
        for j in range(i):
            won = rng.binomial(50_000, 1 / (1 + 10 ** ((truth[j] - truth[i]) / 400)))
            wins[i, j], wins[j, i] = won, 50_000 - won
    assert np.abs(fit(wins) - truth).max() < 3


def test_a_forfeit_says_nothing_about_the_others() -> None:
    config = three()
    fault = {n: (Fault(config.seatings[n].index(2), Kind.CRASH, ""),) for n in range(6)}
    ranks = np.array(by_engine(config, 1, a=1, b=1, c=3))
    run = Results(config, [Batch(np.arange(6), np.zeros((6, 3), dtype=np.int64), ranks, fault)])
    meetings = cross_table(run)
    assert meetings[0][1] is None
    assert meetings[0][2] is not None and meetings[0][2].score == 1.0 and meetings[0][2].margin is None
    assert engine_lines(run)[0].points.value is None and engine_lines(run)[0].share.value == pytest.approx(0.5)


# -- means and intervals -----------------------------------------------------------------------------------------------


def test_shares_ranks_points_and_margins() -> None:
    config = config_of("name=a,bot=random", "name=b,bot=random", deals=2)
    run = results(config, [(1, 2), (1, 1), (2, 1), (1, 2)], [(30, 20), (25, 25), (10, 40), (12, 8)])
    a, b = engine_lines(run)  # a sits on p1, p2, p1, p2
    assert (a.games, b.games) == (4, 4)
    assert (a.share.value, b.share.value) == (pytest.approx(1.5 / 4), pytest.approx(2.5 / 4))
    assert a.rank.value == pytest.approx((1 + 1 + 2 + 2) / 4)
    assert a.points.value == pytest.approx((30 + 25 + 10 + 8) / 4)
    assert a.margin.value == pytest.approx((10 + 0 - 30 - 4) / 4) and b.margin.value == pytest.approx(24 / 4)
    first, second = seat_lines(run)
    assert first.share.value == pytest.approx(2.5 / 4) and second.points.value == pytest.approx(93 / 4)


def test_copies_of_an_engine_are_no_rivals() -> None:
    config = config_of("name=a,bot=random", "name=b,bot=random", players=3, deals=1)
    seats = config.seatings[0]
    assert seats == (0, 0, 1)
    margins = results(config, [(1, 2, 3)], [(30, 20, 4)]).margins
    assert margins.tolist() == [[26, 16, 4 - 25]]


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    hits = 0
    for trial in range(300):
        estimate = mean_interval(rng.binomial(1, 0.3, 120).astype(float), seed=trial)
        hits += estimate.low is not None and estimate.high is not None and estimate.low <= 0.3 <= estimate.high
    assert 0.90 <= hits / 300 <= 0.985


def test_deals_are_the_unit_not_games() -> None:
    """Ten games that all ended alike because they share a deal are one observation, not ten."""
    config = config_of("name=a,bot=random", "name=b,bot=random", players=4, deals=30)
    rng = np.random.default_rng(2)
    luck = rng.integers(0, 2, 30)
    ranks = [
        tuple(1 if (engine == 0) == bool(luck[deal]) else 3 for engine in seating)
        for deal in range(30)
        for seating in config.seatings
    ]
    share = engine_lines(results(config, ranks))[0].share
    assert share.low is not None and share.high is not None
    assert share.high - share.low == pytest.approx(2 * 1.96 * 0.25 / math.sqrt(30), rel=0.25)


def test_very_many_deals_give_the_same_interval_in_groups() -> None:
    values = np.random.default_rng(3).normal(0, 1, 40_000)
    estimate = mean_interval(values)
    assert estimate.low is not None and estimate.high is not None
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 / 200, rel=0.1)


def test_one_deal_and_no_deal() -> None:
    config = three()
    one = Summary(results(config, [(1, 2, 3)]))
    assert one.standings[0].elo.low is None and one.lead is None
    none = Summary(Results(config, []))
    assert [standing.line.share.value for standing in none.standings] == [None, None, None]


def test_numbers_are_finite_whatever_the_result() -> None:
    """Shut-outs in every direction, one deal to many: no infinity, no nan, anywhere."""
    config = three(4)
    for ranks in ({"a": 1, "b": 2, "c": 2}, {"a": 1, "b": 1, "c": 1}, {"a": 3, "b": 1, "c": 1}):
        summary = Summary(results(config, by_engine(config, 4, **ranks)))
        for standing in summary.standings:
            line = standing.line
            for estimate in (standing.elo, line.share, line.rank, line.points, line.margin):
                assert estimate.value is not None and math.isfinite(estimate.value)
                assert estimate.low is None  # all deals ended alike: nothing is known about their spread


def test_the_lead_of_a_match() -> None:
    config = config_of("name=a,bot=random", "name=b,bot=random", deals=60)
    rng = np.random.default_rng(5)
    ranks = [(1, 2) if (rng.random() < 0.75) == (config.seatings[n % 2][0] == 0) else (2, 1) for n in range(120)]
    lead = Summary(results(config, ranks)).lead
    assert lead is not None and lead.elo.value is not None and lead.elo.low is not None and lead.elo.high is not None
    assert lead.elo.low < 400 * math.log10(3) < lead.elo.high and lead.likelihood > 0.99


def test_two_deals_are_little_evidence() -> None:
    """However clear they are; and twenty are not certainty."""
    config = config_of("name=a,bot=random", "name=b,bot=random", deals=20)
    won = [(1, 2) if config.seatings[n % 2][0] == 0 else (2, 1) for n in range(40)]
    few, many = Summary(results(config, won[:4])), Summary(results(config, won))
    assert few.lead is not None and few.lead.likelihood == pytest.approx(0.921, abs=0.001)
    assert few.verdicts[0].endswith("likelihood of superiority 92.1%")
    assert many.verdicts[0].endswith("likelihood of superiority over 99.9%")
    lost = Summary(results(config, [ranks[::-1] for ranks in won]))
    assert lost.verdicts[0].endswith("likelihood of superiority under 0.1%")
    tied = Summary(results(config, [(1, 1)] * 40))
    assert tied.lead is not None and tied.lead.likelihood == 0.5


def test_records_become_rows() -> None:
    config = config_of("name=a,bot=random", "name=b,bot=random", deals=1)
    fault = Fault(0, Kind.STALL, "x")
    records = [
        GameRecord(1, 0, 5, ("b", "a"), FORFEIT, (0, 0), (2, 1), "", (), (fault,)),
        GameRecord(0, 0, 5, ("a", "b"), FINISHED, (3, 4), (2, 1), "x y", (0.0, 0.0)),
    ]
    run = Results(config, [Batch.of(records, 2)])
    assert run.numbers.tolist() == [0, 1] and run.finished.tolist() == [True, False]
    assert run.forfeits.tolist() == [[False, False], [True, False]]
    assert run.fault_counts()["b"][Kind.STALL] == 1
