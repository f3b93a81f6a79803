"""The search against the truth: late positions of random games that can be solved, and what the search's choice costs there.

A position counts if it can be solved and its moves differ. The loss is what the chosen move brings less than the best one
when everybody plays on perfectly: in points (none if it brings more) and in chances to win.

  python -m bench oracle --game ra --positions 500 --iterations 20000
  python -m bench oracle --game tekhenu --players 2 --variant solo-normal
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bench._report import parser, players_of, positive, progress, show
from egypt import EgyptError, Game, Limits, Result, Rng, Search, Table, View, get_game

MOST_GAMES = 500  # in which something unknown matters to the end, before we give up


def late_positions(
    game: Game, players: int, count: int, seed: int, variant: str | None = None
) -> Iterator[tuple[View, Result]]:
    """Views of random games, at most one of each, with their exact solutions. Raises EgyptError if there are none."""
    solver = Search(game, hash_mb=1, exact=True)
    rng, unsolvable = Rng(seed), 0
    while count:
        table = Table.deal(game, players, seed, variant)
        seed += 1
        views = []
        while not table.position.is_over:
            legal = table.position.legal_codes()
            if len(legal) > 1:
                views.append(table.view(table.position.actor))
            table.play(legal[rng.below(len(legal))])
        unsolvable = 0 if any(view.is_complete for view in views) else unsolvable + 1
        if unsolvable == MOST_GAMES:
            raise EgyptError(
                f"{game.name}, {table.position.variant}, {players} players: something unknown matters to the end"
            )
        solved = []
        for view in reversed(views[-40:]):
            result = solver.run(view, Limits(iterations=1))
            if not result.exact:
                break
            if len({(line.chances, line.points) for line in result.lines}) > 1:
                solved.append((view, result))
        if solved:
            count -= 1
            yield solved[rng.below(len(solved))]


def losses(view: View, solution: Result, iterations: int, seed: int) -> tuple[float, float]:
    """Points and chances that the search's choice costs its seat."""
    chosen = Search(view.game, hash_mb=16, seed=seed, exact=False).run(view, Limits(iterations=iterations)).best
    line = next(line for line in solution.lines if line.move == chosen)
    best, seat = solution.lines[0], view.viewer
    return max(0.0, best.points[seat] - line.points[seat]), max(0.0, best.chances[seat] - line.chances[seat])


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--positions", type=positive, default=500, help="positions")
    options.add_argument("--iterations", type=positive, default=20_000, help="of the search")
    options.add_argument("--variant", help="of the game (default: its first)")
    args = options.parse_args(argv)
    game = get_game(args.game)
    if not game.can_be_solved:
        raise EgyptError(f"--game: something unknown matters to the end of '{args.game}', no position of it can be solved")
    args.players = players_of(args, game)
    lost = np.array(
        [
            losses(view, solution, args.iterations, args.seed)
            for view, solution in progress(
                late_positions(game, args.players, args.positions, args.seed, args.variant), args.positions, "positions"
            )
        ]
    )
    show(
        {
            "game": args.game,
            "players": args.players,
            "positions": len(lost),
            "iterations": args.iterations,
            "best_found": float((lost.max(axis=1) < 1e-6).mean()),
            "points_lost": float(lost[:, 0].mean()),
            "points_lost_at_most": float(lost[:, 0].max()),
            "chance_lost": float(lost[:, 1].mean()),
        },
        args.json,
    )
    return 0
