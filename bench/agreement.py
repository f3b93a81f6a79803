"""How often a short search finds the move of a long one: tells threads and settings apart with far less noise than games.

Positions are from quick self-play, one of each game. `found` is how often the short search chose the long one's move,
`visits` the share of the long one's visits that its choice had, which forgives a choice between equals.

  python -m bench agreement --game sobek --players 2 --iterations 2000 --threads 2
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bench._report import parser, positive, show, start
from egypt import Game, Limits, Rng, Search, Table, View

QUICK = 40              # iterations a move of the games the positions come from
MOST_PLIES = 60         # decisions of such a game before the position; fewer by chance
FEWEST_MOVES = 4        # there must be something to choose from


def midgame_positions(game: Game, players: int, count: int, seed: int) -> Iterator[View]:
    player = Search(game, hash_mb=4, seed=seed, exact=False)
    while count:
        seed += 1
        plies = Rng.stream(seed, 0, 0).below(MOST_PLIES)
        table = Table.deal(game, players, seed)
        while not table.position.is_over:
            view, legal = table.view(table.position.actor), table.position.legal_codes()
            if plies <= 0 and len(legal) >= FEWEST_MOVES:
                count -= 1
                yield view
                break
            if len(legal) == 1:
                table.play(legal[0])
                continue
            table.play(player.run(view, Limits(iterations=QUICK)).chosen())
            plies -= 1


def shares(view: View, iterations: int, seed: int) -> dict[str, float]:
    """What part of a long search's visits each move had, the best move first."""
    result = Search(view.game, hash_mb=256, seed=seed, exact=False).run(view, Limits(iterations=iterations))
    return {line.move: line.visits / result.iterations for line in result.lines}


def main(argv: list[str]) -> int:
    options = parser(__doc__)
    options.add_argument("--positions", type=positive, default=160)
    options.add_argument("--iterations", type=positive, default=2_000, help="of the short search")
    options.add_argument("--threads", type=positive, default=1, help="of the short search")
    options.add_argument("--long", type=positive, default=60_000, help="iterations of the long search")
    options.add_argument("--repeat", type=positive, default=8, help="short searches of each position")
    args = options.parse_args(argv)
    game = start(args).game
    short = [
        Search(game, threads=args.threads, hash_mb=16, seed=args.seed + 1 + i, exact=False, reuse="never")
        for i in range(args.repeat)]
    found, visits = [], []
    for view in midgame_positions(game, args.players, args.positions, args.seed):
        long = shares(view, args.long, args.seed)
        for search in short:
            choice = search.run(view, Limits(iterations=args.iterations)).chosen()
            found.append(choice == next(iter(long)))
            visits.append(long.get(choice, 0.0))
    show(
        {
            "game": args.game, "players": args.players, "iterations": args.iterations, "threads": args.threads,
            "long": args.long, "searches": len(found), "found": float(np.mean(found)), "visits": float(np.mean(visits)),
        },
        args.json,
    )
    return 0
