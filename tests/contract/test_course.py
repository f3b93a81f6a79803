"""The course of a game: it ends, its moves are in order, nature is fair, and the same seed gives the same
game.
"""

from __future__ import annotations

import math
from collections import Counter

import pytest

from egypt import CHANCE, OVER, IllegalMoveError, NotationError, Position, Rng, Table
from egypt.core.game import CAPACITY
from tests.contract.cases import MOST_PLIES, Case, chosen_cases, every_case, random_game, random_plies, random_positions
from tests.scale import scaled, seeded
from tests.toy.build import load

probe = load("tests.toy.probe")

LEARNED_BITS = 29  # by these bits engine/search/history.pxd tells the moves of a seat apart


@every_case
def test_random_games_end_with_scores_and_ranks(case: Case) -> None:
    rng = Rng(seeded(1))
    for _ in range(scaled(20)):
        *_, last = random_game(case.start(), rng)
        assert last.position.is_over, f"not over after {MOST_PLIES} plies"
        points, ranks = last.position.scores(), last.position.ranks()
        assert len(points) == len(ranks) == case.players
        assert min(ranks) == 1
        for seat, rank in enumerate(ranks):  # tied seats share the better rank
            assert rank == 1 + sum(other < rank for other in ranks), (ranks, seat)
        assert last.position.legal_codes() == [] and last.position.outcomes() == [] and last.position.pending == []


@every_case
def test_every_position_is_valid_and_its_moves_are_in_order(case: Case) -> None:
    for ply in random_plies(case, 4, seed=2):
        position = ply.position
        position.validate()
        assert position.actor in (*range(case.players), CHANCE, OVER)
        assert (position.players, position.variant) == (case.players, case.variant)
        codes = position.legal_codes()
        assert len(codes) <= CAPACITY["moves"]
        assert codes == sorted(set(codes)) and 0 not in codes
        assert max(codes, default=0) < 1 << LEARNED_BITS
        assert bool(codes) == (position.actor >= 0)
        for code in codes:
            position.after(code).validate()


@every_case
def test_a_move_is_one_token_and_reads_back(case: Case) -> None:
    text_of: dict[int, str] = {}
    for ply in random_plies(case, 4, seed=3):
        for code in [*ply.position.legal_codes(), ply.code]:
            if code:
                text = case.game.move_text(code)
                assert text_of.setdefault(code, text) == text  # the same move has the same text everywhere
                assert text and not set(text) & set(" ,;\t\n") and text.isprintable()
                assert case.game.move_code(text) == code
        assert ply.position.legal_moves() == [case.game.move_text(code) for code in ply.position.legal_codes()]
    assert len(set(text_of.values())) == len(text_of)


@every_case
def test_what_is_no_move_or_not_legal_is_refused_by_name(case: Case) -> None:
    position = case.start().settle(Rng(seeded(4)))
    for text in ("", "nonsense", "?", ":", "take:", "1", "p1", "lay:9999999999999999999999", "\N{SNOWMAN}", "a" * 5000):
        with pytest.raises(NotationError) as problem:
            position.after(text)
        assert text[:40] in str(problem.value)
    legal = set(position.legal_codes())
    for ply in random_game(case.start(), Rng(seeded(5))):
        if ply.code and ply.code not in legal:
            with pytest.raises(IllegalMoveError) as problem:
                position.after(ply.code)
            assert case.game.move_text(ply.code) in str(problem.value)
            break
    else:
        raise AssertionError("a whole game consists of the first position's moves")


@every_case
def test_outcomes_have_exact_probabilities_and_draws_agree(case: Case) -> None:
    rng = Rng(seeded(6))
    tested = 0
    for number, ply in enumerate(random_plies(case, 3, seed=6)):
        position = ply.position
        if not position.is_chance:
            continue
        texts = [text for text, _ in position.outcomes()]
        chances = {case.game.move_code(text): chance for text, chance in position.outcomes()}
        assert list(chances) == sorted(chances) and len(chances) == len(texts) <= CAPACITY["moves"]
        assert all(chance > 0 for chance in chances.values())
        assert math.isclose(sum(chances.values()), 1.0, abs_tol=1e-9)
        assert ply.code in chances
        if tested < scaled(6) and len(chances) > 1 and number % 3 == 0:
            tested += 1
            assert_drawn_as_enumerated(position, chances, rng)
        for code in chances:
            position.after(code).validate()


def assert_drawn_as_enumerated(position: Position, chances: dict[int, float], rng: Rng, draws: int = 4000) -> None:
    """Chi-square: what is sampled has the enumerated probabilities."""
    drawn = Counter(position.draw_code(rng) for _ in range(draws))
    assert set(drawn) <= set(chances)
    chi_square = sum((drawn[code] - draws * chance) ** 2 / (draws * chance) for code, chance in chances.items())
    freedom = len(chances) - 1
    # Wilson and Hilferty: five sigma above the mean is far beyond luck (the seeds of the suite are fixed anyway).
    limit = freedom * (1 - 2 / (9 * freedom) + 5 * math.sqrt(2 / (9 * freedom))) ** 3
    assert chi_square < limit, (chi_square, limit, position.to_text())


@pytest.mark.parametrize("case", [case for case in chosen_cases() if probe.has_playout(case.game)], ids=str)
def test_a_playout_is_play_by_apply(case: Case) -> None:
    """A room's own playout reads the same random numbers as listing and applying moves does, and ends in the same bytes."""
    settled = [position for position in random_positions(case, 2, seed=44, keep=0.3) if not position.is_over]
    for seed, position in enumerate([case.start()] * scaled(100) + settled):
        for limit in (0, 1, 7, MOST_PLIES):
            decisions, rng, state = probe.play_on(position, limit, seed, by_apply=False)
            assert (decisions, rng, state) == probe.play_on(position, limit, seed, by_apply=True), position.to_text()
            assert decisions <= limit


@every_case
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    def played(seed: int) -> list[str]:
        return [f"{ply.position} {ply.code}" for ply in random_game(case.start(), Rng(seeded(seed)))]

    assert played(7) == played(7)
    assert played(7) != played(8)


def play_at_table(case: Case, seed: int) -> Table:
    table, rng = Table.deal(case.game, case.players, seed, case.variant), Rng(seed)
    while not table.position.is_over:
        pending = table.position.pending
        seat = pending[rng.below(len(pending))]
        codes = table.position.acting(seat).legal_codes()
        table.play(codes[rng.below(len(codes))], seat)
    return table


@every_case
def test_undo_and_replay_are_the_identity(case: Case) -> None:
    for seed in range(seeded(0), seeded(0) + scaled(2)):
        table = play_at_table(case, seed)
        final, events = table.position, [(event.actor, event.code) for event in table.events]

        # Back to the deal, and forward again from the seed alone: nature draws the same.
        moves = [(event.actor, event.code) for event in table.events if event.actor != CHANCE]
        befores = [event.before for event in table.events if event.actor != CHANCE]
        for (actor, _), before in zip(reversed(moves), reversed(befores), strict=True):
            table.undo()
            assert table.position.acting(actor) == before
        with pytest.raises(IllegalMoveError):
            table.undo()
        assert table.position == Table.deal(case.game, case.players, seed, case.variant).position
        for actor, code in moves:
            table.play(code, actor)
        assert table.position == final and [(event.actor, event.code) for event in table.events] == events

        # The same from the start with all draws known, under another seed.
        again = Table(case.start(), seed=seed + 999)
        for actor, code in events:
            again.play_only(code, actor if actor >= 0 else None)
        assert again.position == final


@every_case
def test_a_failed_play_changes_nothing(case: Case) -> None:
    table = Table.deal(case.game, case.players, seeded(1), case.variant)
    before, events = table.position, list(table.events)
    for move in ("nonsense", ""):
        with pytest.raises(NotationError):
            table.play(move)
    with pytest.raises(IllegalMoveError):
        table.play(before.legal_moves()[0], seat=case.players)  # there is no such seat
    assert table.position is before and table.events == events
