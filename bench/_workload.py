"""What a profile looks at: one kernel of the engine, run over and over in a process of its own.

`python -m bench._workload <mode> <kernel as JSON> <amount>`:

  timed   says "ready", then works for `amount` seconds: for a profiler that looks on from outside
  once    does `amount` iterations or playouts: for a profiler that counts instructions
  lines   works for about `amount` seconds on a trace build and prints the lines that ran, as JSON
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from egypt import Limits, Search, Table, get_game, use_rules
from egypt.search.playouts import time_playouts

Work = Callable[[int], object]  # runs the given number of iterations or playouts


@dataclass(frozen=True, slots=True)
class Kernel:
    """Which kernel, on which start position."""

    game: str
    players: int
    seed: int
    what: str  # "search" or "playouts"
    iterations: int  # of one search; then the tree is emptied and the next one begins
    playout: int | None  # decisions after the leaf; None for the game's own setting
    rules: tuple[str, ...] = ()  # files with numbers of the user's own

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    def batch(self) -> int:
        """An amount of work that takes milliseconds."""
        return self.iterations if self.what == "search" else 1000

    def prepare(self) -> Work:
        """Everything that should not be measured."""
        for file in self.rules:
            use_rules(file)
        position = Table.deal(get_game(self.game), self.players, self.seed).position
        if self.what == "playouts":
            return lambda amount: time_playouts(position, self.seed, amount)
        search = Search(position.game, seed=self.seed, playout=self.playout)
        view = position.view(position.actor)
        return lambda amount: search.run(view, Limits(iterations=amount))


def run_timed(kernel: Kernel, seconds: float) -> None:
    work = kernel.prepare()
    work(kernel.batch())
    print("ready", flush=True)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        work(kernel.batch())


def main(argv: list[str]) -> int:
    mode, kernel, amount = argv[0], Kernel(**json.loads(argv[1])), float(argv[2])
    if mode == "timed":
        run_timed(kernel, amount)
    elif mode == "once":
        kernel.prepare()(int(amount))
    else:
        from bench._lines import record

        print(json.dumps(record(kernel.prepare(), amount)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
