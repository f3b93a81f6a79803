"""What each level wins against the one below: the measured table behind the option `Level`.

One player of a level sits among players of the level below; every deal is played once for every seat, as in `strength`. The
highest level has no limits of its own; here it searches --top iterations a move.

  python -m bench levels --deals 100
  python -m bench levels --game ra --deals 400 --from 3 --to 5
"""

from __future__ import annotations

import argparse
import os
import time

from bench._report import parser, players_of, positive, process_count, progress, show
from bench.strength import play_match, summary
from egypt import EgyptError, game_names, get_game
from egypt.search.levels import LEVELS

HIGHEST = max(LEVELS) + 1
GOAL = {2: 0.60, 3: 0.42}  # by the number of players: what a level is to win against the one below


def player(level: int, top: int) -> str:
    """The spec of a bot of that level."""
    return f"ismcts:iterations={top}" if level == HIGHEST else f"ismcts:level={level},iterations={top},hash_mb=8"


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__, needs_game=False, players=2)
    options.add_argument("--from", dest="first", type=positive, default=2, help="the lowest level that is measured")
    options.add_argument("--to", dest="last", type=positive, default=HIGHEST, help="the highest level that is measured")
    options.add_argument("--top", type=positive, default=20_000, help="iterations of the highest level")
    options.add_argument("--deals", type=positive, default=100, help="deals, each with one player on every seat")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    args = options.parse_args(argv)
    if not 2 <= args.first <= args.last <= HIGHEST:
        raise EgyptError(f"--from {args.first} --to {args.last}: levels to measure are 2 to {HIGHEST}")
    for name in [args.game] if args.game else game_names():
        game = get_game(name)
        players = players_of(args, game)
        for level in range(args.first, args.last + 1):
            show_level(args, name, players, level)
    return 0


def show_level(args: argparse.Namespace, game: str, players: int, level: int) -> None:
    a, b = player(level, args.top), player(level - 1, args.top)
    row = argparse.Namespace(**{**vars(args), "game": game, "players": players, "a": a, "b": b})
    began = time.perf_counter()
    played = play_match(game, players, None, players, a, b, args.deals, args.seed, args.processes)
    deals = list(progress(played, args.deals, f"deals of {game}, level {level}"))
    result = {**summary(row, deals, time.perf_counter() - began), "level": level, "goal": GOAL.get(players)}
    if args.json:
        show(result, True)
        return
    low, high = result["ci"]
    goal = f"  goal {result['goal']:.2f}" if result["goal"] else ""
    print(
        f"{game:8} {players}p  level {level:2} against {level - 1}  {result['games']:5} games  {result['win_share']:.3f} "
        f"[{low:.3f}, {high:.3f}]{goal}",
        flush=True,
    )
