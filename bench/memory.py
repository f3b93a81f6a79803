"""A search goes on when its tree is full: a small tree, used many times over, against a search that ends when it is full.

Both have a tree of 1 MB. B ends when its tree is full; A has --times as many iterations of it as B needed, so it takes the
places of what was visited least for most of its time. If that lost what matters, A would lose games.

  python -m bench memory --deals 50
  python -m bench memory --game amunre --deals 100 --times 16
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from bench._report import parser, players_of, positive, process_count, progress, show
from bench.strength import play_match, summary
from egypt import Game, Limits, Result, Search, View, game_names, get_game
from egypt.bots.base import Bot

FULL = 900  # permille; a full tree keeps some places free
FIRST_GUESS = 256  # iterations
GROWTH = 1.4
MOST = 60_000  # iterations; late in a game a tree need not become full at all


class EndsWhenFull(Bot):
    """Searches until its tree of 1 MB is full. How many iterations that takes is found by trying, so it repeats exactly."""

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._guess = FIRST_GUESS

    def search(self, view: View, iterations: int) -> Result:
        return Search(self.game, hash_mb=1, seed=self.seed).run(view, Limits(iterations=iterations))

    def until_full(self, view: View) -> tuple[int, Result]:
        """The iterations that fill the tree, within a factor of GROWTH; and what they found."""
        iterations = self._guess
        result = self.search(view, iterations)
        while result.hashfull < FULL and iterations < MOST and not result.exact:
            iterations = int(iterations * GROWTH)
            result = self.search(view, iterations)
        self._guess = max(FIRST_GUESS, int(iterations / GROWTH**2))
        return iterations, result

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        return legal[0] if len(legal) == 1 else self.until_full(view)[1].chosen()


class GoesOn(EndsWhenFull):
    """Searches `times` as long as it takes to fill its tree of 1 MB, in that tree."""

    def __init__(self, game: Game, *, seed: int = 0, times: int = 8) -> None:
        super().__init__(game, seed=seed)
        self._times = times

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        if len(legal) == 1:
            return legal[0]
        iterations, result = self.until_full(view)
        return (result if result.hashfull < FULL else self.search(view, iterations * self._times)).chosen()


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__, needs_game=False, players=2)
    options.add_argument("--times", type=positive, default=8, help="iterations of A for each iteration that fills the tree")
    options.add_argument("--deals", type=positive, default=50, help="deals, each with A on every seat")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    args = options.parse_args(argv)
    for name in [args.game] if args.game else game_names():
        players = players_of(args, get_game(name))
        show(match(args, name, players), args.json)
    return 0


def match(args: argparse.Namespace, game: str, players: int) -> dict[str, Any]:
    a, b = f"bench.memory:GoesOn:times={args.times}", "bench.memory:EndsWhenFull"
    row = argparse.Namespace(**{**vars(args), "game": game, "players": players, "a": a, "b": b})
    began = time.perf_counter()
    played = play_match(game, players, None, players, a, b, args.deals, args.seed, args.processes)
    deals = list(progress(played, args.deals, f"deals of {game}"))
    return summary(row, deals, time.perf_counter() - began)
