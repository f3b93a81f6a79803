"""The overhead of the arena: games of random bots against bare playouts, and decisions over the pipes to child processes.

`ratio` compares whole games, dealt, played, written to a file and kept for the statistics, with bare playouts of the same
game on one process; both in CPU time. `pipe_decisions_per_s` is wall time: two engines of the house as children that search
one iteration a move, referee and protocol included, start-up excluded.

  python -m bench arena --game ra --players 2
"""

from __future__ import annotations

import shlex
import tempfile
import time
from pathlib import Path

from bench._report import announce, engine_command, parser, seconds, show, start
from bench.playouts import measure
from egypt import Position
from egypt.bots.arena.engines import EngineSpec
from egypt.bots.arena.record import read_run
from egypt.bots.arena.runner import Quiet, Run
from egypt.bots.arena.schedule import Config


def configuration(position: Position, engines: tuple[EngineSpec, ...], deals: int, seed: int) -> Config:
    return Config(
        game=position.game.name,
        players=position.players,
        variant=position.variant,
        format="round-robin",
        deals=deals,
        seed=seed,
        engines=engines,
        rules=position.game.rules_hash,
    )


def random_games(position: Position, seconds: float, seed: int) -> dict[str, float]:
    """Games a second of random bots in this process, written to a file."""
    engines, deals = tuple(EngineSpec(name, bot="random") for name in ("a", "b")), 2000
    while True:
        config = configuration(position, engines, deals, seed)
        with tempfile.TemporaryDirectory() as folder:
            run = Run(config, Path(folder) / "run.jsonl")
            began, began_wall = time.process_time(), time.perf_counter()
            run.play()
            run.close()
            games = len(run.results)
            spent, wall = time.process_time() - began, time.perf_counter() - began_wall
        if spent >= seconds:
            return {"games": games, "games_per_s": games / spent, "games_per_s_wall": games / wall}
        deals *= 4 if spent < seconds / 4 else 2


class FirstGame(Quiet):
    """Notes when the first game is over: both engines run by then."""

    def __init__(self) -> None:
        self.at = 0.0

    def played(self, batch: object) -> None:
        self.at = self.at or time.perf_counter()


def pipe_decisions(position: Position, seconds: float, seed: int) -> float:
    """Decisions a second of two child processes that search one iteration a move."""
    command = shlex.join(engine_command(position.game.name))
    engines, deals = tuple(EngineSpec(name, cmd=command, iterations=1) for name in ("a", "b")), 2
    while True:
        config = configuration(position, engines, deals, seed)
        first = FirstGame()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.jsonl"
            run = Run(config, path)
            run.play(watcher=first)
            spent = time.perf_counter() - first.at
            run.close()
            records = read_run(path).records
        if spent >= seconds:
            return sum(len(record.times) for record in records[1:]) / spent
        deals *= 2


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--seconds", type=seconds, default=2.0, help="how long to measure, three times")
    args = options.parse_args(argv)
    position = start(args)
    announce(3 * args.seconds, "playouts, games and pipes")
    bare = measure(position, args.seconds)["playouts_per_s"]
    played = random_games(position, args.seconds, args.seed)
    show(
        {
            "game": args.game,
            "players": args.players,
            "bare_playouts_per_s": bare,
            **played,
            "ratio": played["games_per_s"] / bare,
            "pipe_decisions_per_s": pipe_decisions(position, args.seconds, args.seed),
        },
        args.json,
    )
    return 0
