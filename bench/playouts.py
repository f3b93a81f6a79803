"""Random playouts on one thread: games and moves a second, and the cost of a view.

Times are CPU times of the thread, in batches; the rate is that of the median batch, `best_…` that of the
fastest one. Draws of nature are inside and not counted as moves."""

from __future__ import annotations

from statistics import median

from bench._report import announce, parser, seconds, show, start
from egypt import Position
from egypt.search.playouts import time_playouts, time_views

BATCH_SECONDS = 0.02


def measure(position: Position, seconds: float, generic: bool = False) -> dict[str, float]:
    """Rates of random playouts from a position."""
    batch = 16
    while time_playouts(position, 1, batch, generic)[1] < BATCH_SECONDS:
        batch *= 2
    spent, moves, playouts = 0.0, 0, 0
    rates: list[float] = []
    while spent < seconds:
        batch_moves, batch_seconds, _ = time_playouts(position, 2 + len(rates), batch, generic)
        spent += batch_seconds
        moves += batch_moves
        playouts += batch
        rates.append(batch_moves / batch_seconds)
    moves_per_playout = moves / playouts
    rate = median(rates)
    return {
        "playouts_per_s": rate / moves_per_playout,
        "moves_per_s": rate,
        "moves_per_playout": moves_per_playout,
        "ns_per_move": 1e9 / rate,
        "best_playouts_per_s": max(rates) / moves_per_playout,
    }


def measure_views(position: Position, rounds: int = 200_000) -> float:
    """Microseconds to copy a state, compose a view and sample it: the median of nine runs."""
    return median(time_views(position, 1, rounds // 9)[0] / (rounds // 9) for _ in range(9)) * 1e6


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--seconds", type=seconds, default=3.0, help="how long to measure")
    options.add_argument("--generic", action="store_true", help="ignore the game's own playout entry")
    args = options.parse_args(argv)
    position = start(args)
    announce(args.seconds, "playouts")
    row = {"game": args.game, "players": args.players, **measure(position, args.seconds, args.generic)}
    row["state_bytes"] = position.game.state_bytes
    row["view_us"] = measure_views(position)
    show(row, args.json)
    return 0
