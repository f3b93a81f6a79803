"""A match between two players: the same deals, rotated seats, win share with a 95 % interval.

One A sits among B's. Every deal is played once for every seat of A, so that luck of the deal and of the
seat cancels. Ties split the win; the interval comes from a bootstrap over deals. Without --a and --b the standing
table of matches is played, or its rows for one --game or number of --players: the search against its first and second
version at equal time, against greedy, and every doubling of its iterations against the half.

  python -m bench strength --game ra --players 3 --a ismcts:iterations=1000 --b greedy --deals 100
  python -m bench strength --deals 150
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench._report import parser, players_of, positive, process_count, progress, show, workers
from egypt import EgyptError, Table, game_names, get_game
from egypt.bots import make_bot
from egypt.bots.arena.statistics import mean_interval
from egypt.bots.automaton import AUTOMATON, automaton_seats
from egypt.bots.ismcts_v1 import WEIGHTS
from egypt.bots.ismcts_v2 import WEIGHTS as SECOND_WEIGHTS
from egypt.bots.match import play_game

Game = tuple[float, float]  # A's share of the win, A's points minus the mean of the others


def play_deal(game_name: str, players: int, variant: str | None, seats: int, a: str, b: str, seed: int) -> list[Game]:
    """One deal, A once in each of the first `seats` that are free. An automaton, if there is one, is moved by nature.

    Every bot of every game has the seed of its spec (0 unless it says `seed=`), so that recorded figures repeat: games
    differ by their deals. The arena gives each seat of each game a seed of its own."""
    game = get_game(game_name)
    games = []
    free = [seat for seat in range(players) if seat not in automaton_seats(game, players, variant)]
    for seat in free[:seats]:
        bots = [make_bot(a if place == seat else b, game) for place in range(players)]
        position = play_game(bots, Table.deal(game, players, seed, variant)).position
        for bot in bots:
            bot.close()
        ranks, scores = position.ranks(), position.scores()
        share = (ranks[seat] == 1) / ranks.count(1)
        games.append((share, scores[seat] - (sum(scores) - scores[seat]) / (players - 1)))
    return games


def play_match(
    game: str, players: int, variant: str | None, seats: int, a: str, b: str, deals: int, seed: int, processes: int
) -> Iterator[list[Game]]:
    """The results of all deals, as they come in."""
    if processes <= 1:
        yield from (play_deal(game, players, variant, seats, a, b, seed + deal) for deal in range(deals))
        return
    with workers(processes) as pool:
        yield from pool.map(
            play_deal,
            *([part] * deals for part in (game, players, variant, seats, a, b)),
            range(seed, seed + deals),
            chunksize=max(1, min(8, deals // (4 * processes))),
        )


def interval(per_deal: list[float], seed: int) -> list[float | None]:
    """95 % of bootstrap means over deals."""
    estimate = mean_interval(per_deal, seed)
    return [None if end is None else round(end, 4) for end in (estimate.low, estimate.high)]


def share_interval(per_deal: list[float], seed: int) -> list[float]:
    """The same for shares of wins. Where all deals end alike a bootstrap is blind; Wilson's interval still bounds them."""
    low, high = interval(per_deal, seed)
    if low is not None and high is not None:
        return [low, high]
    share, deals, z = per_deal[0], len(per_deal), 1.96
    centre = (share + z**2 / (2 * deals)) / (1 + z**2 / deals)
    reach = z * (share * (1 - share) / deals + z**2 / (4 * deals**2)) ** 0.5 / (1 + z**2 / deals)
    return [round(max(0.0, centre - reach), 4), round(min(1.0, centre + reach), 4)]


def summary(args: argparse.Namespace, deals: list[list[Game]], seconds: float) -> dict[str, Any]:
    shares = [sum(share for share, _ in deal) / len(deal) for deal in deals]
    margins = [sum(margin for _, margin in deal) / len(deal) for deal in deals]
    return {
        "game": args.game,
        "players": args.players,
        "a": args.a,
        "b": args.b,
        "deals": len(deals),
        "games": sum(len(deal) for deal in deals),
        "win_share": round(float(np.mean(shares)), 4),
        "ci": share_interval(shares, args.seed),
        "fair": round(1 / args.players, 4),
        "points_margin": round(float(np.mean(margins)), 3),
        "margin_ci": interval(margins, args.seed),
        "seconds": round(seconds, 1),
    }


def standing_matches(movetime: int) -> Iterator[tuple[str, int, str, str]]:
    """Game, players, A and B of every row of the standing table: all games against the second version, and those that the
    first version knew against it and more."""
    for game in map(get_game, game_names()):
        if (SECOND_WEIGHTS / f"{game.name}.json").exists():
            for players in range(max(2, game.min_players), 4):
                yield game.name, players, f"ismcts:movetime={movetime}", f"ismcts-v2:movetime={movetime}"
    games = [get_game(name) for name in game_names() if (WEIGHTS / f"{name}.json").exists()]
    for game in games:
        for players in (2, 3):
            yield game.name, players, f"ismcts:movetime={movetime}", f"ismcts-v1:movetime={movetime}"
        yield game.name, 3, "ismcts:iterations=10000", "greedy"
    for game in games:
        for power in range(6):
            yield game.name, 2, f"ismcts:iterations={500 << power}", f"ismcts:iterations={250 << power}"


def standing_table(args: argparse.Namespace) -> int:
    """Play the standing matches; a row is shown as soon as it is done. Raises EgyptError if there is none."""
    rows = [row for row in standing_matches(args.movetime) if args.game in (None, row[0]) and args.players in (None, row[1])]
    if not rows:
        raise EgyptError(
            f"the standing table has no row for --game {args.game} --players {args.players}: "
            "--a and --b name a match of your own"
        )
    for game, players, a, b in rows:
        row = argparse.Namespace(**{**vars(args), "game": game, "players": players, "a": a, "b": b})
        began = time.perf_counter()
        played = play_match(game, players, None, players, a, b, args.deals, args.seed, args.processes)
        deals = list(progress(played, args.deals, f"deals of {game}, {a} against {b}"))
        result = summary(row, deals, time.perf_counter() - began)
        if args.json:
            show(result, True)
        else:
            low, high = result["ci"]
            print(
                f"{game:6} {players}p  {a:24} {b:24} {result['games']:5} games  {result['win_share']:.3f} "
                f"[{low:.3f}, {high:.3f}]  margin {result['points_margin']:+.2f}",
                flush=True,
            )
    return 0


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__, needs_game=False, players=2)
    options.add_argument("--a", help="the player under test, e.g. ismcts:iterations=1000")
    options.add_argument("--b", help="the players of all other seats; none where an automaton has them")
    options.add_argument("--movetime", type=positive, default=10, help="milliseconds a move in the standing table")
    options.add_argument("--variant", help="variant of the game (default: its first)")
    options.add_argument("--seats", type=positive, metavar="N", help="A sits in turn on the first N seats (default: on all)")
    options.add_argument("--deals", type=positive, default=100, help="deals, each with A on every seat")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    args = options.parse_args(argv)
    if args.a is None and args.b is None:
        for name in ("variant", "seats"):
            if getattr(args, name) is not None:
                raise EgyptError(f"--{name} is for a match of your own, with --a and --b")
        return standing_table(args)
    if args.game is None:
        raise EgyptError("--game is missing")
    game = get_game(args.game)
    args.players = players_of(args, game)
    free = args.players - len(automaton_seats(game, args.players, args.variant))
    solo = "random" if free == 1 else None  # sits on the automaton's seat and is never asked
    if args.a is None or (args.b or solo) is None:
        raise EgyptError(f"--{'a' if args.a is None else 'b'} is missing: a match has two sides")
    args.seats = args.seats or free
    if args.seats > free:
        raise EgyptError(f"--seats: {args.seats} are more than the {free} of the table")
    for spec in (args.a, solo or args.b):
        make_bot(spec, game).close()  # a bad spec fails here, with its own message
    began = time.perf_counter()
    played = play_match(
        args.game, args.players, args.variant, args.seats, args.a, solo or args.b, args.deals, args.seed, args.processes
    )
    deals = list(progress(played, args.deals, "deals"))
    args.b = AUTOMATON if solo else args.b
    show(summary(args, deals, time.perf_counter() - began), args.json)
    return 0
