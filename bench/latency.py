"""How fast the program answers: the handshake, `isready`, `stop`, and how far it overshoots a `movetime`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

from bench._report import parser, show, start
from protocol.client import Client


def main(argv: list[str]) -> int:
    options = parser(__doc__)
    options.add_argument("--repeat", type=int, default=100, help="measurements behind each median")
    options.add_argument("--starts", type=int, default=10, help="starts behind the median of start_ms")
    options.add_argument("--movetime", type=int, default=100, help="milliseconds")
    args = options.parse_args(argv)
    position = start(args)
    command = [sys.executable, "-m", "protocol", "--game", args.game]
    row: dict[str, object] = {"game": args.game, "players": args.players, "repeat": args.repeat}
    row["start_ms"] = _median(args.starts, lambda: _start(command))
    with Client(command) as engine:
        engine.position_view(position.view(position.actor).to_text())
        row["isready_ms"] = _median(args.repeat, lambda: _timed(engine.is_ready))
        engine.go_start(infinite=True)
        row["isready_searching_ms"] = _median(args.repeat, lambda: _timed(engine.is_ready, pause=0.01))
        engine.stop()
        row["stop_ms"] = _median(args.repeat, lambda: _stop(engine))
        row["movetime_overshoot_ms"] = _median(
            args.repeat, lambda: _timed(lambda: engine.go(movetime=args.movetime)) - args.movetime)
    show(row, args.json)
    return 0


def _median(repeat: int, measure: Callable[[], float]) -> float:
    return round(median(measure() for _ in range(repeat)), 4)


def _timed(act: Callable[[], object], pause: float = 0.0) -> float:
    """Milliseconds that `act` takes, after a pause."""
    time.sleep(pause)
    begin = time.perf_counter()
    act()
    return (time.perf_counter() - begin) * 1000


def _start(command: list[str]) -> float:
    """Milliseconds from starting the program to `egiok`."""
    begin = time.perf_counter()
    with Client(command):
        return (time.perf_counter() - begin) * 1000


def _stop(engine: Client) -> float:
    """Milliseconds from `stop` to `bestmove`, in the middle of a search."""
    engine.go_start(infinite=True)
    return _timed(engine.stop, pause=0.02)
