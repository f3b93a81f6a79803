"""Many games at once are the games of the referee, move for move, and give each seat what its view gives."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

import numpy as np
import pytest

import egypt.rl
from egypt import EgyptError, Game, IllegalMoveError, Rng, Table, get_game
from egypt.rl.batch import REWARDS, Games
from tests import PATIENCE
from tests.contract.cases import Case, all_cases, every_case, every_game
from tests.scale import scaled

STEPS = 60


@every_case
def test_every_game_is_the_referees(case: Case) -> None:
    env = egypt.rl.vector_env(case.game, case.players, case.variant, count=3, seed=5)
    tables = [Table.deal(case.game, case.players, seed, case.variant) for seed in env.games.seeds()]
    for _ in range(STEPS):
        for number, table in enumerate(tables):
            view = table.view(table.actor)
            assert env.position(number) == table.position and env.view(number) == view
            assert env.actors[number] == table.actor
            assert env.observations[number].tobytes() == view.tensor().tobytes()
            assert env.masks[number].tobytes() == bytes(view.action_mask())
        actions = env.random_actions().copy()
        env.step(actions)
        for number, table in enumerate(tables):
            table.play(case.game.action_code(int(actions[number])))
            if table.is_over:
                assert env.dones[number]
                tables[number] = Table.deal(case.game, case.players, env.games.seeds()[number], case.variant)


@every_case
def test_no_legal_move_lacks_a_number_or_shares_one(case: Case) -> None:
    """As many bytes of the mask are set as the rules list moves. EGYPT_TEST_SCALE=50 looks at a million decisions."""
    env = egypt.rl.vector_env(case.game, case.players, case.variant, count=64, seed=7)
    for _ in range(1 + scaled(20_000 // len(all_cases())) // 64):
        assert env.masks.sum(1, dtype=np.int32).tolist() == env.games.legal_counts()
        env.step(env.random_actions())


@every_game
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_are_those_of_the_final_position(game: Game, reward: str) -> None:
    players = game.min_players
    rewards = np.zeros((1, players), np.float32)
    games = Games(
        game,
        players,
        None,
        1,
        reward,
        False,
        np.zeros((1, game.tensor_size(players)), np.float32),
        np.zeros((1, game.action_count()), np.int8),
        np.zeros(1, np.int8),
        rewards,
        np.zeros(1, np.int8),
    )
    actions = np.zeros(1, np.int32)
    for seed in range(3):
        games.deal_one(0, seed)
        while not games.position(0).is_over:
            assert not rewards.any()
            games.step(games.random_actions(actions))
        scores, ranks = games.position(0).scores(), games.position(0).ranks()
        wanted = {
            "win": [(rank == 1) / ranks.count(1) for rank in ranks],
            "points": scores,
            "margin": [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)],
        }[reward]
        assert rewards[0].tolist() == pytest.approx(wanted)
        games.step(actions)  # a game that is over stays so
        assert games.position(0).is_over and not rewards.any()
        with pytest.raises(IllegalMoveError, match="over"):
            games.step_one(0, 0)


@every_game
def test_an_illegal_action_changes_no_game(game: Game) -> None:
    env = egypt.rl.vector_env(game, count=4, seed=3)
    before = [env.position(number) for number in range(4)]
    actions = env.random_actions().copy()
    for wrong in (-1, env.masks.shape[1], int(np.flatnonzero(env.masks[2] == 0)[0])):
        actions[2] = wrong
        with pytest.raises(IllegalMoveError, match=f"game 2: action '{wrong}'"):
            env.step(actions)
        assert [env.position(number) for number in range(4)] == before
        with pytest.raises(IllegalMoveError):
            env.games.step_one(2, wrong)


def test_the_same_seed_gives_the_same_games() -> None:
    def course(seed: int) -> bytes:
        env = egypt.rl.vector_env("jars", 3, count=5, seed=seed)
        told = b""
        for _ in range(40):
            env.step(env.random_actions())
            told += env.observations.tobytes() + env.rewards.tobytes()
        return told

    assert course(1) == course(1) != course(2)


def test_what_cannot_be_is_refused() -> None:
    game = get_game("jars")
    for settings in ({"count": 0}, {"reward": "fame"}, {"players": 17}, {"variant": "odd"}):
        with pytest.raises(EgyptError):
            egypt.rl.vector_env(game, **settings)  # type: ignore[arg-type]
    env = egypt.rl.vector_env(game, count=3)
    with pytest.raises(EgyptError, match="32-bit"):
        env.games.step(np.zeros(3, np.int64))
    with pytest.raises(EgyptError, match="32-bit"):
        env.step(np.zeros(2, np.int32))
    before = [env.position(number).to_text() for number in range(3)]
    legal = env.random_actions()
    for actions in (legal.astype(np.int64) + 2**32, legal + 0.5, legal * np.nan, [2**70] * 3, ["draw"] * 3):
        with pytest.raises(IllegalMoveError):
            env.step(actions)
    assert before == [env.position(number).to_text() for number in range(3)]
    env.step(legal.astype(np.float64))  # what a cast does not change is played
    with pytest.raises(EgyptError, match="game: 3 must be"):
        env.view(3)
    with pytest.raises(EgyptError, match="never set up"):
        Games.__new__(Games).reset(1)


@every_game
def test_random_actions_reach_all_legal_ones(game: Game) -> None:
    """At the first decision of equal deals; a sampler that left one out would bend every random baseline."""
    env = egypt.rl.vector_env(game, count=1, seed=9)
    for _ in range(int(Rng(4).below(5))):
        env.step(env.random_actions())
    legal = set(np.flatnonzero(env.masks[0]).tolist())
    drawn = {int(env.random_actions()[0]) for _ in range(60 * len(legal))}
    assert drawn == legal


def test_who_comes_while_another_thread_steps_is_told_so() -> None:
    """The step runs without the GIL: what it has in hand must not be looked at meanwhile."""
    env = egypt.rl.vector_env("ra", count=2048, seed=2)
    stop, refusals = threading.Event(), []

    def step() -> None:
        while not stop.is_set():
            with suppress(EgyptError):
                env.step(env.random_actions())

    thread = threading.Thread(target=step)
    thread.start()
    deadline = time.monotonic() + PATIENCE
    calls = [lambda: env.games.view(3), env.games.seeds, lambda: env.reset(1), env.random_actions, env.games.legal_counts]
    for call in calls:
        for _ in iter(lambda: time.monotonic() < deadline, False):
            try:
                call()
            except EgyptError as problem:
                refusals.append(str(problem))
                break
    stop.set()
    thread.join()
    assert refusals == ["these games are being stepped in another thread: one call at a time"] * len(calls)
    env.step(env.random_actions())
