"""Steps a second of the environments for learners, with random legal actions: every step returns observation and mask.

Times are CPU times of the thread. `vector` steps many games at once in the core, `aec` is PettingZoo's interface for one
game, `core` is the same games played without observations, masks and environments: the ceiling. Needs the extra `rl`.

  python -m bench rl --game ra --players 3"""

from __future__ import annotations

import time
from statistics import median

from bench._report import announce, integer, parser, seconds, show, start
from bench.playouts import measure as measure_playouts

BATCHES = 9
MOST_AT_ONCE = 65_536


def vector_rate(game: str, players: int, count: int, seconds: float, seed: int) -> float:
    """Decisions a second of many games at once: the median of batches."""
    import egypt.rl

    env = egypt.rl.vector_env(game, players, count=count, seed=seed)
    rates = []
    for _ in range(BATCHES):
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < seconds / BATCHES:
            env.step(env.random_actions())
            steps += count
        rates.append(steps / (time.thread_time() - began))
    return median(rates)


def aec_rate(game: str, players: int, seconds: float, seed: int) -> float:
    """Decisions a second of PettingZoo's interface, observations and masks taken by `last`."""
    import numpy as np

    import egypt.rl

    env, rng = egypt.rl.aec_env(game, players), np.random.default_rng(seed)
    rates = []
    env.reset(seed=seed)
    for _ in range(BATCHES):
        steps, began = 0, time.thread_time()
        while time.thread_time() - began < seconds / BATCHES:
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset(seed=seed + steps)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        rates.append(steps / (time.thread_time() - began))
    return median(rates)


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--count", type=integer(1, MOST_AT_ONCE), default=256, help="games at once")
    options.add_argument("--seconds", type=seconds, default=3.0, help="how long to measure each")
    args = options.parse_args(argv)
    position = start(args)
    announce(3 * args.seconds, "environments")
    show(
        {
            "game": args.game,
            "players": args.players,
            "games_at_once": args.count,
            "actions": position.game.action_count(args.players),
            "tensor": position.game.tensor_size(args.players),
            "vector_steps_per_s": vector_rate(args.game, args.players, args.count, args.seconds, args.seed),
            "aec_steps_per_s": aec_rate(args.game, args.players, args.seconds, args.seed),
            "core_moves_per_s": measure_playouts(position, args.seconds)["moves_per_s"],
        },
        args.json,
    )
    return 0
