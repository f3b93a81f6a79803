"""One seat as an environment of Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import egypt.rl
from egypt import EgyptError, Game, IllegalMoveError
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


@every_game
def test_the_check_of_gymnasium_passes(game: Game) -> None:
    """It draws actions without looking at the mask, so those that are not legal must be replaced."""
    for settings in ({}, {"observation": "unit"}):
        env = egypt.rl.gym_env(game.name, game.max_players, opponents="random", illegal="random", **settings)
        check_env(env, skip_render_check=True)
    with pytest.raises(IllegalMoveError):
        check_env(egypt.rl.gym_env("sobek", opponents="random"), skip_render_check=True)


def test_max_cycles_truncates_after_the_learners_decisions() -> None:
    env = egypt.rl.gym_env("ra", 3, opponents="random", max_cycles=4, seat=1)
    for seed in (1, None):
        env.reset(seed=seed)
        for number in range(4):
            _, reward, termination, truncation, _ = env.step(env.single.legal_actions()[0])
            assert (reward, termination, truncation) == (0, False, number == 3)
    env = egypt.rl.gym_env("jars", 2, opponents="random", max_cycles=10_000)
    env.reset(seed=1)
    is_over = False
    while not is_over:
        _, _, is_over, truncation, _ = env.step(env.single.legal_actions()[0])
        assert not truncation
    with pytest.raises(EgyptError, match="max_cycles: 0"):
        egypt.rl.gym_env("ra", max_cycles=0)


@every_game
def test_masks_as_sb3_contrib_asks_for_them(game: Game) -> None:
    env = gymnasium.make(egypt.rl.environment_id(game.name), opponents="random", disable_env_checker=True)
    observation, _ = env.reset(seed=1)
    for _ in range(8):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_ and masks.tolist() == observation["action_mask"].astype(bool).tolist()
        observation, _, is_over, *_ = env.step(int(masks.argmax()))
        if is_over:
            observation, _ = env.reset()


def test_it_is_registered() -> None:
    env = gymnasium.make("egypt/Jars-v0", opponents="random", disable_env_checker=True)
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].any()
