"""How often a short search finds the move of a long one: tells threads and settings apart with far less noise than games.

Positions are from quick self-play, one of each game. `found` is how often the short search chose the long one's move,
`visits` the share of the long one's visits that its choice had, which forgives a choice between equals; `chance_lost` and
`points_lost` are what the choice costs as the long search sees it. Both sides take settings of the search.

  python -m bench agreement --game sobek --players 2 --iterations 2000 --threads 2
  python -m bench agreement --game ra --settings exploration=0.3 --long-settings exploration=0.1,threads=2
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench._report import parser, positive, progress, show, start
from egypt import Game, Limits, Result, Rng, Search, Table, View
from egypt.bots import bot_settings, read_bot_settings
from egypt.bots.ismcts import IsmctsBot

QUICK = 40  # iterations a move of the games the positions come from
MOST_PLIES = 60  # decisions of such a game before the position; fewer by chance
NOT_SETTINGS = ("iterations", "movetime", "seed", "weights")  # they have options of their own
FEWEST_MOVES = 4  # there must be something to choose from


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


def losses(view: View, long: Result, choice: str) -> tuple[float, float]:
    """Chances and points that a choice costs its seat, as the long search sees it; none if it sees no loss."""
    seat, best = view.viewer, long.lines[0]
    chosen = next((line for line in long.lines if line.move == choice), long.lines[-1])
    return max(0.0, best.chances[seat] - chosen.chances[seat]), max(0.0, best.points[seat] - chosen.points[seat])


def read_settings(text: str) -> dict[str, Any]:
    """`threads=2,exploration=0.4`: settings of a search, as those of the bot `ismcts`. Raises EgyptError."""
    known = {key: parameter for key, parameter in bot_settings(IsmctsBot).items() if key not in NOT_SETTINGS}
    return read_bot_settings("settings", text, known)


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--positions", type=positive, default=160, help="positions, one of each game")
    options.add_argument("--iterations", type=positive, default=2_000, help="of the short search")
    options.add_argument("--threads", type=positive, default=1, help="of the short search")
    options.add_argument("--settings", default="", help="of the short search, e.g. exploration=0.4,playout=0")
    options.add_argument("--long", type=positive, default=60_000, help="iterations of the long search")
    options.add_argument("--long-settings", default="", help="of the long search")
    options.add_argument("--repeat", type=positive, default=8, help="short searches of each position")
    args = options.parse_args(argv)
    game = start(args).game
    settings = {"threads": args.threads, "hash_mb": 16, "exact": False, "reuse": "never", **read_settings(args.settings)}
    short = [Search(game, seed=args.seed + 1 + i, **settings) for i in range(args.repeat)]
    long = Search(game, seed=args.seed, **{"hash_mb": 256, "exact": False, **read_settings(args.long_settings)})
    found, visits, lost = [], [], []
    views = midgame_positions(game, args.players, args.positions, args.seed)
    for view in progress(views, args.positions, "positions"):
        long.forget()
        judge = long.run(view, Limits(iterations=args.long))
        shares = {line.move: line.visits / judge.iterations for line in judge.lines}
        for search in short:
            choice = search.run(view, Limits(iterations=args.iterations)).chosen()
            found.append(choice == judge.best)
            visits.append(shares.get(choice, 0.0))
            lost.append(losses(view, judge, choice))
    show(
        {
            "game": args.game,
            "players": args.players,
            "iterations": args.iterations,
            "threads": settings["threads"],
            "settings": args.settings,
            "long": args.long,
            "long_settings": args.long_settings,
            "searches": len(found),
            "found": float(np.mean(found)),
            "visits": float(np.mean(visits)),
            "chance_lost": float(np.mean([chance for chance, _ in lost])),
            "points_lost": float(np.mean([points for _, points in lost])),
        },
        args.json,
    )
    return 0
