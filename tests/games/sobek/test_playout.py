"""The fused random game plays what the rules table would play."""

from __future__ import annotations

import math
from collections import Counter
from statistics import fmean, variance

import pytest

from egypt import Position, Rng
from tests.games.sobek.positions import GAME, field, position
from tests.toy.build import load

probe = load("tests.toy.probe")

EVERY_TABLE = [(players, variant) for variant in GAME.variants for players in (2, 3, 4)]
DECISIONS = ("starter", "turn", "set", "drop", "retrieve", "event", "lay", "lay-set")

# Half the box in one hand: so many sets that they are begun first.
HUGE_HAND = (
    "cattle1*5+cattle0*2+fish1*4+fish0*3+fish0g*2+wheat1*4+wheat0*3+wheat0g*2+amulet*4+scribe-fish+thief+courtesan"
)


def start_of(players: int, variant: str) -> Position:
    return Position.start(GAME, players, variant).settle(Rng(3))


def huge_hands() -> list[Position]:
    """A turn with a huge hand and sets on the table, the set begun in it, and the same at the end of a round."""
    turn = position(
        3,
        hands=[HUGE_HAND, "cattle0g", "-"],
        piles=["marble0+scribe-cattle+vizier", "ivory0", "-"],
        sets=["marble:marble2+marble0+amulet", "-", "-"],
        docks="ivory3,?,ebony2,ivory0,fish1,?,?",
    )
    end = position(3, hands=[HUGE_HAND], docks="-", deck=0, phase="lay", act="p1")
    positions = [turn, end]
    for stage in (turn, end):
        begun = [stage.after(move) for move in stage.legal_moves() if move.startswith("begin:")]
        assert begun
        positions += [begun[0], begun[len(begun) // 2], begun[-1]]
    return positions


def varied_positions() -> list[Position]:
    """Of each decision that random games lead to: the widest, and others as they come."""
    by_phase: dict[str, list[tuple[int, str, Position]]] = {}
    for players, variant in EVERY_TABLE:
        start = start_of(players, variant)
        for seed in range(250):
            _, reached = probe.play_on(start, seed % 125, seed, False)
            if not reached.is_over:
                text = reached.to_text()
                by_phase.setdefault(field(text, "phase"), []).append((len(reached.legal_codes()), text, reached))
    chosen = huge_hands()
    for found in by_phase.values():
        chosen += [row[2] for row in found[:4] + sorted(found, key=lambda row: row[:2])[-4:]]
    return chosen


def trace(reached: Position) -> str:
    """What a decision has changed; neither what anybody knows nor what nature delivers and turns over next."""
    parts = [part.partition("=") for part in reached.to_text().split(";")[1:]]
    hidden = ("docks", "tokens", "barred", "knows", "either", "shown")
    return ";".join(key + value for key, _, value in parts if not key.startswith(hidden))


@pytest.mark.parametrize(("players", "variant"), EVERY_TABLE)
def test_fused_and_generic_games_are_alike(players: int, variant: str) -> None:
    """Each seat's points and the number of decisions, in the mean and in the spread."""
    start = start_of(players, variant)
    fused = probe.games_from(start, 12000, 1, True)
    generic = probe.games_from(start, 12000, 2, False)
    for one, other in zip(zip(*fused, strict=True), zip(*generic, strict=True), strict=True):
        error = math.sqrt((variance(one) + variance(other)) / 12000)
        assert abs(fmean(one) - fmean(other)) <= 4 * error
        assert variance(one) / variance(other) == pytest.approx(1, abs=0.1)


def test_every_kind_of_decision_is_looked_at() -> None:
    assert {field(reached.to_text(), "phase") for reached in varied_positions()} == set(DECISIONS)


def test_each_legal_move_is_equally_likely() -> None:
    """From one position, one decision by either way: the same results equally often (chi-square on two samples)."""
    for number, start in enumerate(varied_positions()):
        games = max(1000, 20 * len(start.legal_codes()))
        fused, generic = (
            Counter(trace(probe.play_on(start, 1, number << 32 | seed << 1 | way, way)[1]) for seed in range(games))
            for way in (True, False)
        )
        rare = {result for result in fused | generic if fused[result] + generic[result] < 10}
        pairs = [(fused[result], generic[result]) for result in (fused | generic).keys() - rare]
        pairs.append((sum(fused[result] for result in rare), sum(generic[result] for result in rare)))
        distance = sum((one - other) ** 2 / (one + other) for one, other in pairs if one + other)
        freedom = len(pairs)
        assert distance < freedom + 4.5 * math.sqrt(2 * freedom) + 6, start.to_text()


@pytest.mark.parametrize(("players", "variant"), EVERY_TABLE)
def test_a_playout_may_stop_anywhere(players: int, variant: str) -> None:
    """After exactly so many decisions, in a state and with views that hold together, from which play goes on."""
    start = start_of(players, variant)
    for seed in range(400):
        limit = seed % 130
        played, reached = probe.play_on(start, limit, seed, True)
        assert played == limit or (reached.is_over and played < limit)
        reached.validate()
        assert not reached.is_chance
        assert Position.from_text(reached.to_text(), GAME).to_text() == reached.to_text()
        for seat in range(players):
            reached.view(seat).validate()
        probe.play_on(reached, 5, seed, False)[1].validate()


def test_a_playout_may_start_anywhere() -> None:
    for seed, start in enumerate(varied_positions()):
        for limit in (0, 1, 2, 3, 10, 1000):
            played, reached = probe.play_on(start, limit, seed, True)
            assert played == limit or reached.is_over
            reached.validate()
