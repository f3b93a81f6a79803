"""Many games at once as a vector environment of Gymnasium, and with others on the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import egypt.rl
from egypt import EgyptError, Game, Table
from egypt.bots import Bot, make_bot
from tests.contract.cases import every_game

STEPS = 80
SOLO = {"players": 2, "variant": "solo-low"}


def course(env: egypt.rl.VectorEnv, steps: int = STEPS) -> list[Any]:
    """All that a learner is given who plays at random, copied."""
    told: list[Any] = []
    for _ in range(steps):
        seen, rewards, terminations, truncations, _ = env.step(env.random_actions())
        told.append((seen["observation"].tobytes(), seen["action_mask"].tobytes(), rewards.tolist(), terminations.tolist()))
        assert not truncations.any()
    return told


@every_game
def test_it_is_a_vector_environment_of_gymnasium(game: Game) -> None:
    env = egypt.rl.vector_env(game, count=3, seed=5)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.num_envs == 3
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    single = egypt.rl.gym_env(game.name, opponents="random")
    assert env.single_observation_space == single.observation_space and env.single_action_space == single.action_space
    seen, infos = env.reset(seed=5)
    assert env.observation_space.contains(seen) and infos["seat"].tolist() == [env.view(n).actor for n in range(3)]
    actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    assert env.action_space.contains(actions)
    seen, rewards, terminations, truncations, infos = env.step(actions)
    assert env.observation_space.contains(seen)
    assert rewards.shape == (3, env.players) and terminations.dtype == truncations.dtype == np.bool_
    env.close()
    assert env.closed


def test_the_same_arrays_come_again() -> None:
    env = egypt.rl.vector_env("jars", 3, count=4)
    seen, _ = env.reset()
    for _ in range(20):
        after, rewards, terminations, _, infos = env.step(env.random_actions())
        assert after is seen and after["observation"] is env.observations and after["action_mask"] is env.masks
        assert rewards is env.rewards and infos["seat"] is env.actors
        assert np.shares_memory(terminations, env.dones) and terminations.tolist() == [bool(done) for done in env.dones]


def test_a_reset_with_a_seed_repeats_and_without_one_goes_on() -> None:
    env = egypt.rl.vector_env("jars", 3, count=4, seed=8)
    first = course(env)
    env.reset(seed=8)
    assert course(env) == first
    env.reset(seed=8)
    seeds = env.games.seeds()
    env.reset()
    assert not set(seeds) & set(env.games.seeds())
    assert course(env) != first


@every_game
def test_opponents_in_the_core_play_at_random(game: Game) -> None:
    """Every decision that is shown is the learner's, of every seat in turn, and a game is the referee's until it ends."""
    env = egypt.rl.vector_env(game, game.max_players, count=8, seed=3, reward="points", opponents="random", seat=None)
    assert env.learners == [number % game.max_players for number in range(8)]
    ended = 0
    for _ in range(160):
        assert env.actors.tolist() == env.learners
        seen, rewards, terminations, _, _ = env.step(env.random_actions())
        assert rewards.shape == (8,) and not rewards[~terminations].any()
        ended += int(terminations.sum())
        for number in range(8):
            view = env.position(number).view(env.learners[number])
            assert seen["observation"][number].tobytes() == view.tensor().tobytes()
            assert seen["action_mask"][number].tobytes() == bytes(view.action_mask())
    assert ended or game.name != "jars"


@every_game
def test_the_reward_is_that_of_the_learners_seat(game: Game) -> None:
    """Random play by all is the same whoever plays it; over many games every seat comes to its mean."""
    players = game.max_players
    all_seats = egypt.rl.vector_env(game, players, count=200, seed=1, reward="margin")
    sums, games = np.zeros(players), 0
    while games < 500:
        _, rewards, terminations, _, _ = all_seats.step(all_seats.random_actions())
        sums, games = sums + rewards.sum(0), games + int(terminations.sum())
    mean = sums / games
    one = egypt.rl.vector_env(game, players, count=200, seed=2, reward="margin", opponents="random", seat=players - 1)
    told: list[float] = []
    while len(told) < 500:
        _, rewards, terminations, _, _ = one.step(one.random_actions())
        told += rewards[terminations].tolist()
    error = 5 * (np.std(told) + 0.01) / len(told) ** 0.5 * 2**0.5
    assert np.mean(told) == pytest.approx(mean[players - 1], abs=error)


class Scribe(Bot):
    """Plays the last legal move, and keeps what it was shown: whose turn, and when a game began."""

    made: list[Scribe] = []  # noqa: RUF012 - the test looks into it

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self.shown: list[Any] = []
        self.closed = False
        Scribe.made.append(self)

    def new_game(self) -> None:
        self.shown.append("new")

    def choose(self, view: Any) -> str:
        assert view.actor == view.viewer
        self.shown.append(view.viewer)
        return str(view.game.move_text(view.legal_codes()[-1]))

    def close(self) -> None:
        self.closed = True


@every_game
def test_other_opponents_play_as_against_one_learner(game: Game) -> None:
    """Game by game, what a referee with these bots on the other seats would hold."""
    Scribe.made.clear()
    players = game.max_players
    env = egypt.rl.vector_env(
        game, players, count=2, seed=4, reward="margin", opponents="tests.rl.test_vector:Scribe", seat=None
    )
    assert (len(Scribe.made) == 2 * (players - 1) and len({bot.seed for bot in Scribe.made}) > 1) or players == 2
    tables = [Table.deal(game, players, seed) for seed in env.games.seeds()]
    scribe = Scribe(game)

    def answer(table: Table, learner: int) -> None:
        while not table.is_over and table.actor != learner:
            table.play(scribe.choose(table.view(table.actor)))

    ended = 0
    for _ in range(300):
        for number, table in enumerate(tables):
            answer(table, number)
            assert env.actors[number] == number and env.position(number) == table.position
        actions = env.random_actions().copy()
        _, rewards, terminations, _, _ = env.step(actions)
        for number, table in enumerate(tables):
            table.play(game.action_code(int(actions[number])))
            answer(table, number)
            assert terminations[number] == table.is_over
            if table.is_over:
                scores = table.scores()
                assert rewards[number] == scores[number] - max(scores[:number] + scores[number + 1 :])
                tables[number] = Table.deal(game, players, env.games.seeds()[number])
                ended += 1
            else:
                assert rewards[number] == 0
    env.close()
    mine = Scribe.made[:-1]
    assert all(bot.closed for bot in mine)
    assert ended and sum(bot.shown.count("new") for bot in mine) == (players - 1) * (ended + 2)


def test_the_same_seed_gives_the_same_games_against_bots() -> None:
    settings: dict[str, Any] = {"players": 3, "count": 3, "seed": 6}
    for opponents in ("random", "greedy", ["random", "greedy"]):
        first = course(egypt.rl.vector_env("jars", opponents=opponents, **settings), 30)
        assert course(egypt.rl.vector_env("jars", opponents=opponents, **settings), 30) == first


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec("egypt/Jars-v0", num_envs=3, players=3)
    assert isinstance(env, egypt.rl.VectorEnv) and env.num_envs == 3
    assert env.seating is not None and env.seating.specs == ["greedy", "greedy"] == egypt.rl.gym_env("jars", 3).seating.specs
    seen, _ = env.reset(seed=1)
    env.step(seen["action_mask"].argmax(1))
    env.close()


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_wrappers_of_gymnasium_count_episodes(mode: str) -> None:
    env = gymnasium.make_vec("egypt/Ra-v0", num_envs=4, vectorization_mode=mode, opponents="random", reward="win")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    returns: list[float] = []
    while len(returns) < 8:
        actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, _, _, _, infos = env.step(np.array(actions))
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) <= {0.0, 0.5, 1.0}
    env.close()


def test_nobody_sits_on_the_automatons_seat() -> None:
    env = egypt.rl.vector_env("tekhenu", count=4, opponents=[], seat=None, **SOLO)  # type: ignore[arg-type]
    assert env.learners == [0, 0, 0, 0]
    for _ in range(40):
        env.step(env.random_actions())
        assert not env.actors.any()
    with pytest.raises(EgyptError, match="the automaton sits on 1"):
        egypt.rl.vector_env("tekhenu", opponents=[], seat=1, **SOLO)  # type: ignore[arg-type]


def test_opponents_that_cannot_be_are_refused() -> None:
    for settings in ({"opponents": ["random"] * 3}, {"opponents": "nobody"}, {"opponents": "random", "seat": 2}):
        with pytest.raises(EgyptError):
            egypt.rl.vector_env("jars", 2, count=2, **settings)  # type: ignore[arg-type]


def test_a_bot_of_the_arena_wins_more_against_random_play() -> None:
    """Opponents in the core are as weak as the bot `random`."""
    env = egypt.rl.vector_env("ra", 2, count=20, seed=1, opponents="random")
    bot = make_bot("greedy:seed=1", env.game)
    told: list[float] = []
    while len(told) < 40:
        actions = [env.game.action_index(bot.choose(env.view(number))) for number in range(20)]
        _, rewards, terminations, _, _ = env.step(actions)
        told += rewards[terminations].tolist()
    assert np.mean(told) > 0.8
