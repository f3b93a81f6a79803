"""The tests of PettingZoo itself, over the four games and the toy."""

from __future__ import annotations

import io
import sys
import warnings
from contextlib import redirect_stdout
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

import egypt.rl
from egypt import Game, Table
from egypt.rl.single_game import NO_OP
from tests.contract.cases import every_game


@pytest.fixture(autouse=True)
def quiet() -> None:
    """PettingZoo warns of observations that are dictionaries, as its own board games have them."""
    warnings.simplefilter("ignore", UserWarning)


@every_game
def test_the_turn_environment_passes_the_api_test(game: Game) -> None:
    with redirect_stdout(io.StringIO()):
        api_test(egypt.rl.aec_env(game.name, players=game.max_players), num_cycles=40)
        api_test(egypt.rl.simultaneous_env(game.name), num_cycles=10)


@every_game
def test_the_parallel_environment_passes_the_api_test(game: Game) -> None:
    with redirect_stdout(io.StringIO()):
        parallel_api_test(egypt.rl.parallel_env(game.name), num_cycles=60)


@every_game
def test_seeds_repeat(game: Game) -> None:
    seed_test(partial(egypt.rl.aec_env, game.name), num_cycles=40)
    parallel_seed_test(partial(egypt.rl.parallel_env, game.name), num_cycles=20)


@every_game
def test_cycles_can_be_limited(game: Game) -> None:
    """PettingZoo's test counts that every agent acts once a cycle, so it is for the environment in which all do."""
    max_cycles_test(
        SimpleNamespace(
            parallel_env=partial(egypt.rl.parallel_env, game.name), env=partial(egypt.rl.simultaneous_env, game.name)
        )
    )
    env = egypt.rl.aec_env(game.name, max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 1000, 3))  # it takes five seconds, whatever the clock is
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(times)))
    said = io.StringIO()
    with redirect_stdout(said):
        performance_benchmark(egypt.rl.aec_env("jars"))
    assert "turns per second" in said.getvalue()


@every_game
def test_a_game_is_the_referees_and_ends_with_its_rewards(game: Game) -> None:
    env = egypt.rl.aec_env(game.name, reward="points")
    table = Table.deal(game, len(env.possible_agents), 77)
    rng = np.random.default_rng(1)
    env.reset(seed=77)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        if termination:
            env.step(None)
            assert reward == table.scores()[env.possible_agents.index(agent)]
            continue
        assert env.possible_agents.index(agent) == table.actor and reward == 0
        assert observation["observation"].tobytes() == table.view(table.actor).tensor().tobytes()
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        env.step(action)
        table.play(game.action_code(int(action)))
    assert table.is_over and env.agents == []


@every_game
def test_who_waits_has_one_action_which_does_nothing(game: Game) -> None:
    """A distribution over nothing has no sample: TorchRL and others fail on a mask without a legal action."""
    env, turns = egypt.rl.parallel_env(game.name, game.max_players), egypt.rl.aec_env(game.name, game.max_players)
    observations, _ = env.reset(seed=4)
    turns.reset(seed=4)
    rng = np.random.default_rng(4)
    while env.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
        seat, truth = env.single.actor, env.single.position()
        actor = env.possible_agents[seat]
        assert observations[actor]["action_mask"].tobytes() == bytes(truth.view(seat).action_mask())
        for agent in set(env.agents) - {actor}:
            assert np.flatnonzero(observations[agent]["action_mask"]).tolist() == [NO_OP]
            assert np.flatnonzero(turns.observe(agent)["action_mask"]).tolist() == [NO_OP]
        observations, _, _, _, infos = env.step(actions)
        turns.step(actions[actor])
        assert infos[actor] == {"replaced": False} and env.single.position() == turns.single.position()
    for seen in observations.values():
        assert np.flatnonzero(seen["action_mask"]).tolist() == [NO_OP]


def test_every_game_is_in_the_registries() -> None:
    assert egypt.rl.register_all() == []  # importing egypt.rl has done it
