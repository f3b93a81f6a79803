"""Settings of the environments: how observations are scaled, what an illegal action does, and whether a network fits."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import egypt.rl
from egypt import EgyptError, Game, IllegalMoveError, game_names, get_game
from egypt.core.tensor import OBSERVATIONS
from egypt.rl.batch import ILLEGAL
from egypt.rl.spaces import fingerprint
from tests import PATIENCE, ROOT
from tests.contract.cases import every_game

MAKERS = [egypt.rl.aec_env, egypt.rl.parallel_env, egypt.rl.gym_env]

# -- observations ------------------------------------------------------------------------------------------------


@every_game
def test_environments_give_what_the_view_gives(game: Game) -> None:
    for maker in MAKERS:
        env = maker(game.name, observation="unit")
        env.reset(seed=3)
        box = env.single.observation_space()["observation"]
        assert box.low.min() == 0 and box.high.max() == 1
        for seat in range(env.single.players):
            seen = env.single.observe(seat)["observation"]
            assert seen.tobytes() == env.single.position().view(seat).tensor(observation="unit").tobytes()
            assert box.contains(seen)
    many = egypt.rl.vector_env(game, count=3, observation="unit")
    for _ in range(50):
        many.step(many.random_actions())
        for number in range(3):
            assert many.observations[number].tobytes() == many.view(number).tensor(observation="unit").tobytes()


def test_what_is_no_observation_is_refused() -> None:
    for maker in [*MAKERS, egypt.rl.vector_env]:
        with pytest.raises(EgyptError, match="observation 'tall': choose one of counts, unit"):
            maker("jars", observation="tall")


# -- illegal actions -----------------------------------------------------------------------------------------------


def step_with(env: Any, action: Any) -> dict[str, Any]:
    """The info of the agent that acted."""
    if isinstance(env, egypt.rl.SimultaneousEnv):
        actor = env.possible_agents[env.single.actor]
        info: dict[str, Any] = env.step({actor: action})[4][actor]
        return info
    if isinstance(env, egypt.rl.TurnEnv):
        actor = env.agent_selection
        env.step(action)
        return env.infos[actor]
    info = env.step(action)[4]
    return {key: value for key, value in info.items() if key != "seat"}


@pytest.mark.parametrize("maker", MAKERS)
def test_an_illegal_action_is_refused_or_replaced(maker: Any) -> None:
    assert ILLEGAL == ("raise", "random")
    for wrong in (9, -1, 10**30, None, 0.5):
        env = maker("ra", 2, illegal="raise")
        env.reset(seed=1)
        before, is_wrong = env.single.position(), wrong not in env.single.legal_actions()
        assert is_wrong
        with pytest.raises(IllegalMoveError):
            step_with(env, wrong)
        assert env.single.position() == before
        assert step_with(env, env.single.legal_actions()[0]) == {}
        env = maker("ra", 2, illegal="random")
        env.reset(seed=1)
        if maker is not egypt.rl.aec_env or wrong is not None:  # there, None is what an agent that is done plays
            assert step_with(env, wrong) == {"replaced": True} and env.single.position() != before
        assert step_with(env, env.single.legal_actions()[0]) == {"replaced": False}
    with pytest.raises(EgyptError, match="illegal 'jail': choose one of raise, random"):
        maker("ra", 2, illegal="jail")


def test_what_replaces_an_illegal_action_is_any_legal_one_and_repeats_with_the_seed() -> None:
    def played(seed: int) -> list[int]:
        env = egypt.rl.vector_env("ra", 3, count=64, seed=seed, illegal="random")
        for _ in range(20):
            env.step(env.random_actions())
        wrong = env.random_actions().copy()
        wrong[::2] = -1
        before = [env.position(number) for number in range(64)]
        infos = env.step(wrong)[4]
        assert infos["replaced"].tolist() == [number % 2 == 0 for number in range(64)]
        return [hash(env.position(number)) for number in range(64) if env.position(number) != before[number]]

    assert len(played(1)) == 64 and played(1) == played(1) != played(2)
    after = set()
    for seed in range(40):
        env = egypt.rl.vector_env("ra", 2, count=1, seed=3, illegal="random")
        env.games.deal_one(0, 1)
        env.random_actions()
        for _ in range(seed):
            env.random_actions()  # draws from the same stream
        env.step([-1])
        after.add(env.position(0).to_text().partition("bag=")[0])
    assert len(after) > 1


def test_a_bot_that_plays_what_is_not_legal_is_never_replaced() -> None:
    env = egypt.rl.gym_env("jars", 2, illegal="random", opponents="tests.rl.test_settings:Cheat")
    env.reset(seed=1)
    with pytest.raises(IllegalMoveError):
        for _ in range(9):
            env.step(env.single.legal_actions()[0])


def test_pettingzoos_wrapper_ends_the_game() -> None:
    env = TerminateIllegalWrapper(egypt.rl.aec_env("jars"), illegal_reward=-1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1, "player_1": 0} and all(env.terminations.values())


# -- names and stored networks ---------------------------------------------------------------------------------------


def test_names_carry_a_version() -> None:
    for name in game_names():
        key = egypt.rl.environment_id(name)
        assert key == f"egypt/{name.capitalize()}-v0" and key in gymnasium.registry
        env = pettingzoo.make("aec", key, reward="margin")
        assert isinstance(env, egypt.rl.TurnEnv) and env.metadata["name"] == f"egypt_{name}_v0"
        assert isinstance(pettingzoo.make("parallel", key, max_cycles=3), egypt.rl.SimultaneousEnv)
    assert egypt.rl.environment_id("two_words") == "egypt/TwoWords-v0"


class Described:
    """What a fingerprint is made of, of a game of one's own."""

    def __init__(self, game: Game, **changes: Any) -> None:
        layout = game.layout_of(3)
        self.name = changes.get("name", game.name)
        self.moves = changes.get("moves", [game.action_move(action) for action in range(game.action_count())])
        self.names = changes.get("names", layout.names)
        self.largest = changes.get("largest", layout.largest)

    def action_count(self, *_table: Any) -> int:
        return len(self.moves)

    def action_move(self, action: int) -> str:
        return self.moves[action]

    def layout_of(self, *_table: Any) -> Any:
        return self


def test_a_fingerprint_changes_with_actions_and_with_the_tensor() -> None:
    game = get_game("ra")
    same = Described(game)
    moves, names, largest = same.moves, same.names, same.largest
    was = fingerprint(same, 3, None, "counts")  # type: ignore[arg-type]
    assert was == fingerprint(game, 3, None, "counts") == egypt.rl.aec_env("ra", 3).fingerprint
    seen = {was}
    for change in (
        {"moves": moves[:-1]},
        {"moves": [*moves, "sing"]},
        {"moves": [moves[1], moves[0], *moves[2:]]},
        {"names": names[:-1]},
        {"names": (names[1], names[0], *names[2:])},
        {"names": (*names[:-1], "moon")},
        {"name": "rb"},
    ):
        seen.add(fingerprint(Described(game, **change), 3, None, "counts"))  # type: ignore[arg-type]
    assert len(seen) == 8
    other = Described(game, largest=(*largest[:-1], largest[-1] + 1))
    assert fingerprint(other, 3, None, "counts") == was  # type: ignore[arg-type]
    assert fingerprint(other, 3, None, "unit") != fingerprint(game, 3, None, "unit") != was  # type: ignore[arg-type]


@every_game
def test_one_network_fits_all_environments_of_a_table_and_no_others(game: Game) -> None:
    players = game.max_players
    makers = [*MAKERS, egypt.rl.vector_env]
    assert len({maker(game.name, players).fingerprint for maker in makers}) == 1
    assert len({maker(game.name, players).single.size for maker in MAKERS}) == 1
    tables = {maker(game.name, number).fingerprint for maker in makers for number in range(game.min_players, players + 1)}
    assert len(tables) == players - game.min_players + 1
    assert egypt.rl.aec_env(game.name, players, observation="unit").fingerprint not in tables


@pytest.mark.program
def test_a_fingerprint_is_equal_between_processes() -> None:
    program = "import egypt.rl; print(*(egypt.rl.vector_env(g, observation=o).fingerprint for g in {} for o in {}))"
    names = [name for name in game_names()]
    told = {
        subprocess.run(
            [sys.executable, "-c", program.format(names, OBSERVATIONS)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=ROOT,
            check=True,
        ).stdout
        for _ in range(2)
    }
    here = [egypt.rl.vector_env(name, observation=observation).fingerprint for name in names for observation in OBSERVATIONS]
    assert told == {" ".join(here) + "\n"}


class Cheat(egypt.rl.opponents.Bot):
    """Plays a move that is an action of the game and is not legal."""

    def choose(self, view: Any) -> str:
        legal = view.legal_actions()
        wrong = next(action for action in range(view.game.action_count()) if action not in legal)
        return str(view.game.action_move(wrong))
