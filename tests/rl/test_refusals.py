"""What learners ask of the environments by mistake: refused by name, and nothing is rounded, played or passed over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import egypt.rl
from egypt import EgyptError, IllegalMoveError

SOLO = {"players": 2, "variant": "solo-low"}
MAKERS = [egypt.rl.aec_env, egypt.rl.parallel_env, egypt.rl.gym_env]


def an_action(env: Any) -> Any:
    """A legal one of the seat to act, as the environment wants it."""
    legal = env.single.legal_actions()[0] if not env.single.is_over else 0
    return {f"player_{max(0, env.single.actor)}": legal} if isinstance(env, egypt.rl.SimultaneousEnv) else legal


@pytest.mark.parametrize("maker", MAKERS)
def test_there_is_nothing_to_play_before_the_first_deal(maker: Any) -> None:
    env = maker("jars", 2)
    with pytest.raises(EgyptError, match=r"there is no game yet: reset\(\) deals one"):
        env.step(an_action(env))


@pytest.mark.parametrize("settings", [{}, {"max_cycles": 3}])
@pytest.mark.parametrize("maker", MAKERS[:2])
def test_there_is_nothing_to_play_after_the_end(maker: Any, settings: dict[str, int]) -> None:
    env = maker("jars", 3, **settings)
    env.reset(seed=1)
    while env.agents:
        is_done = maker is egypt.rl.aec_env and (env.last()[2] or env.last()[3])
        env.step(None if is_done else an_action(env))
    with pytest.raises(EgyptError, match=r"the game has ended: reset\(\) deals the next one"):
        env.step(an_action(env))
    env.reset(seed=1)
    env.step(an_action(env))


@pytest.mark.parametrize("action", [None, 0.5, 1.0, "0", [0], True, -1, 10**30, np.array([0]), np.bool_(True)])
@pytest.mark.parametrize("maker", [egypt.rl.aec_env, egypt.rl.gym_env])
def test_an_action_is_an_integer(maker: Any, action: Any) -> None:
    env = maker("ra", 2)
    env.reset(seed=1)
    before = env.single.position()
    with pytest.raises(IllegalMoveError):
        env.step(action)
    assert env.single.position() == before
    env.step(np.int64(env.single.legal_actions()[0]))
    assert env.single.position() != before


@pytest.mark.parametrize("maker", MAKERS)
def test_tables_that_there_are_not(maker: Any) -> None:
    for players in (0, 99, 2.5, "2", 10**30):
        with pytest.raises(EgyptError):
            maker("ra", players)
    with pytest.raises(EgyptError, match="'None' is not a game"):
        maker(None)


def test_numbers_of_environments() -> None:
    for value in (0, -1, 1.5, "3", True):
        with pytest.raises(EgyptError, match="max_cycles: "):
            egypt.rl.aec_env("ra", max_cycles=value)
        with pytest.raises(EgyptError, match="count: "):
            egypt.rl.vector_env("ra", count=value)
    for value in (-1, 2, 0.5, True, "0"):
        with pytest.raises(EgyptError, match="seat: "):
            egypt.rl.gym_env("ra", 2, seat=value)
    with pytest.raises(EgyptError, match=r"seed: 1\.5"):
        egypt.rl.vector_env("ra", count=2, seed=1.5)
    with pytest.raises(EgyptError, match=r"seed: 1\.5"):
        egypt.rl.aec_env("ra").reset(seed=1.5)
    with pytest.raises(EgyptError, match="'player_9' is none of player_0, player_1"):
        egypt.rl.aec_env("ra", 2).observe("player_9")


def test_no_learner_sits_on_the_automatons_seat() -> None:
    env = egypt.rl.gym_env("tekhenu", seat=None, opponents=[], **SOLO)
    for number in range(3):
        observation, info = env.reset(seed=5 if number == 0 else None)
        assert info == {"seat": 0} and observation["action_mask"].any()
    with pytest.raises(EgyptError, match="the automaton sits on 1"):
        egypt.rl.gym_env("tekhenu", seat=1, **SOLO)


@pytest.mark.parametrize("game", ["ra", "sobek"])
def test_a_mask_that_was_written_over_makes_nothing_legal(game: str) -> None:
    env = egypt.rl.vector_env(game, count=2, seed=1)
    legal = env.masks.copy()
    env.masks[:] = 1
    forbidden = int(np.flatnonzero(legal[0] == 0)[0])
    before = env.position(0)
    with pytest.raises(IllegalMoveError, match="game 0"):
        env.step(np.array([forbidden, int(np.flatnonzero(legal[1])[0])]))
    assert env.position(0) == before
