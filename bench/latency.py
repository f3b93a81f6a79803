"""How fast the program answers: the handshake, `isready`, `stop`, and how well it keeps a `movetime`.

A start is measured as of an installed program, whose modules are compiled to bytecode, whatever this environment says.
The times are kept at positions from all through random games. A search that ends early is not late: the end of a game may
be solved at once.

  python -m bench latency --game sobek --repeat 1000 --movetime 20
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from statistics import median
from tempfile import TemporaryDirectory

from bench._report import engine_command, integer, parser, positive, progress, show, start
from egypt import Rng, Table, get_game
from egypt.protocol.client import Client
from egypt.protocol.ranges import MAX_MILLISECONDS

PAUSE = 0.005  # seconds before each `isready`


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--repeat", type=positive, default=100, help="measurements behind each median")
    options.add_argument("--starts", type=positive, default=10, help="starts behind the median of start_ms")
    options.add_argument("--movetime", type=integer(1, MAX_MILLISECONDS), default=100, help="milliseconds")
    args = options.parse_args(argv)
    position = start(args)
    command = engine_command(args.game)
    row: dict[str, object] = {"game": args.game, "players": args.players, "repeat": args.repeat}
    row["start_ms"] = _start_ms(command, args.starts)
    view = position.view(position.actor).to_text()
    row["isready_ms"], row["isready_searching_ms"] = _pings(command, view, args.repeat)
    with Client(command) as engine:
        engine.position_view(view)
        row["stop_ms"] = _median(args.repeat, lambda: _stop(engine))
    with Client(command) as engine:
        late = sorted(
            _timed_search(engine, view, args.movetime)
            for view in progress(islice(_views(args), args.repeat), args.repeat, "searches")
        )
    row["movetime"] = args.movetime
    row["movetime_overshoot_ms"] = round(median(late), 4)
    row["movetime_overshoot_p99_ms"] = round(late[len(late) * 99 // 100], 4)
    row["movetime_overshoot_most_ms"] = round(late[-1], 4)
    row["within_20_ms"] = sum(ms <= 20 for ms in late) / len(late)
    show(row, args.json)
    return 0


def _views(args: argparse.Namespace) -> Iterator[str]:
    """Views of seats with a choice, all through random games."""
    game, rng = get_game(args.game), Rng(args.seed)
    for deal in count(args.seed):
        table = Table.deal(game, args.players, deal)
        while not table.position.is_over:
            legal = table.position.legal_codes()
            if len(legal) > 1 and rng.below(4) == 0:
                yield table.view(table.position.actor).to_text()
            table.play(legal[rng.below(len(legal))])


def _timed_search(engine: Client, view: str, movetime: int) -> float:
    """Milliseconds beyond the movetime that the program takes to answer; less than none if it needs less."""
    engine.new_game()
    engine.position_view(view)
    return _timed(lambda: engine.go(movetime=movetime)) - movetime


def _median(repeat: int, measure: Callable[[], float]) -> float:
    return round(median(measure() for _ in progress(range(repeat), repeat, "measurements")), 4)


def _timed(act: Callable[[], object], pause: float = 0.0) -> float:
    """Milliseconds that `act` takes, after a pause."""
    time.sleep(pause)
    begin = time.perf_counter()
    act()
    return (time.perf_counter() - begin) * 1000


def _pings(command: list[str], view: str, repeat: int) -> tuple[float, float]:
    """Milliseconds from `isready` to `readyok`, idle and while searching; bare pipes, to measure the program alone."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None and process.stdout is not None
        write, read = process.stdin.write, process.stdout.read

        def ping() -> None:
            write(b"isready\n")
            answer = b""
            while not answer.endswith(b"readyok\n"):  # info lines may come before it
                answer += read(4096)

        write(f"position view {view}\n".encode())
        ping()
        idle = _median(repeat, lambda: _timed(ping, PAUSE))
        write(b"go infinite\n")
        searching = _median(repeat, lambda: _timed(ping, PAUSE))
        write(b"quit\n")
    return idle, searching


def _start_ms(command: list[str], starts: int) -> float:
    """Milliseconds from starting the program to `egiok`; the first start, which writes the bytecode, does not count."""
    with TemporaryDirectory() as bytecode:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        _start(command, env)
        return _median(starts, lambda: _start(command, env))


def _start(command: list[str], env: dict[str, str]) -> float:
    begin = time.perf_counter()
    with Client(command, env=env):
        return (time.perf_counter() - begin) * 1000


def _stop(engine: Client) -> float:
    """Milliseconds from `stop` to `bestmove`, in the middle of a search."""
    engine.go_start(infinite=True)
    return _timed(engine.stop, pause=0.02)
