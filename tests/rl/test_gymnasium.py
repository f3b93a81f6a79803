"""One seat as an environment of Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import egypt.rl
from egypt import EgyptError, Game
from egypt.rl.single_game import NO_OP
from tests.contract.cases import every_game


def play(env: gymnasium.Env[dict[str, np.ndarray], int], seed: int | None, choice: int) -> list[object]:
    """All that a learner is given in a game in which it takes the first or the last legal action, always."""
    observation, info = env.reset(seed=seed)
    told: list[object] = [observation, info]
    is_over = False
    while not is_over:
        assert env.observation_space.contains(observation)
        action = int(np.flatnonzero(observation["action_mask"])[choice])
        observation, reward, is_over, _, info = env.step(action)
        told += [observation, reward, info]
    assert np.flatnonzero(observation["action_mask"]).tolist() == [NO_OP]
    return told


@every_game
def test_a_game_against_bots_ends_and_repeats(game: Game) -> None:
    env = egypt.rl.gym_env(game.name, opponents="random")
    first = play(env, 5, -1)
    assert data_equivalence(first, play(env, 5, -1))
    assert not data_equivalence(first, play(env, 6, -1))
    assert 0 <= float(first[-2]) <= 1  # type: ignore[arg-type]


def test_every_seat_can_be_the_learners() -> None:
    env = egypt.rl.gym_env("jars", 3, seat=None, opponents=["greedy", "random"])
    seats = [play(env, 1 if number == 0 else None, 0)[1] for number in range(4)]
    assert seats == [{"seat": 0}, {"seat": 1}, {"seat": 2}, {"seat": 0}]
    for seat in range(3):
        env = egypt.rl.gym_env("jars", 3, seat=seat, opponents="random", render_mode="ansi")
        observation, _ = env.reset(seed=2)
        named = dict(zip(env.single.game.tensor_names(3), observation["observation"], strict=True))
        assert named[f"viewer.p{seat + 1}"] == 1 and named["actor.seat0"] == 1
        assert env.render() == env.single.position().view(seat).board()


def test_what_cannot_be_is_refused() -> None:
    for settings in ({"seat": 2}, {"opponents": ["random", "random"]}, {"opponents": "nobody"}):
        with pytest.raises(EgyptError):
            egypt.rl.gym_env("jars", 2, **settings).reset(seed=1)


def test_it_is_registered() -> None:
    env = gymnasium.make("egypt/jars-v0", opponents="random", disable_env_checker=True)
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].any()
