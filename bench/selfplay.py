"""One player on all seats: how high winners score, what the seats are worth, how long a game lasts.

A check against reality: people report what winners score at their tables.

  python -m bench selfplay --game amunre --players 5 --bot ismcts:iterations=500 --games 1000
"""

from __future__ import annotations

import os
import time

import numpy as np

from bench._report import parser, players_of, positive, process_count, progress, show, workers
from egypt import Table, get_game
from egypt.bots import make_bot

Played = tuple[list[int], list[int], int]  # scores, ranks, decisions


def play(game_name: str, players: int, variant: str | None, spec: str, seed: int) -> Played:
    """One game. One bot plays all seats, with the seed of its spec (0 unless it says `seed=`): it sees the view of each seat
    alone, but draws from one stream."""
    game = get_game(game_name)
    bot = make_bot(spec, game)
    table = Table.deal(game, players, seed, variant)
    decisions = 0
    while not table.position.is_over:
        seat = table.position.actor
        table.play(bot.choose(table.view(seat)), seat)
        decisions += 1
    bot.close()
    return table.position.scores(), table.position.ranks(), decisions


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--bot", default="ismcts:iterations=500", help="the player of all seats")
    options.add_argument("--variant", default=None, help="variant of the game (default: its first)")
    options.add_argument("--games", type=positive, default=100, help="games")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    args = options.parse_args(argv)
    game = get_game(args.game)
    args.players = players_of(args, game)
    make_bot(args.bot, game).close()  # a bad spec fails here, with its own message
    began = time.perf_counter()
    with workers(args.processes) as pool:
        played = pool.map(
            play,
            *([part] * args.games for part in (args.game, args.players, args.variant, args.bot)),
            range(args.seed, args.seed + args.games),
            chunksize=4,
        )
        games = list(progress(played, args.games, "games"))
    scores = np.array([scores for scores, _, _ in games])
    wins = np.array([[(rank == 1) / ranks.count(1) for rank in ranks] for _, ranks, _ in games])
    winners = scores.max(axis=1)
    show(
        {
            "game": args.game,
            "players": args.players,
            "bot": args.bot,
            "games": len(games),
            "winner_mean": float(winners.mean()),
            "winner_sd": float(winners.std()),
            "winner_lowest": int(winners.min()),
            "winner_highest": int(winners.max()),
            "all_mean": float(scores.mean()),
            "lead_mean": float((winners - np.sort(scores, axis=1)[:, -2]).mean()),
            "wins_by_seat": [round(float(share), 3) for share in wins.mean(axis=0)],
            "decisions": float(np.mean([decisions for _, _, decisions in games])),
            "seconds": round(time.perf_counter() - began, 1),
        },
        args.json,
    )
    return 0
