"""The program `egypt-play`: a server of tables for this machine, and a browser that opens on one."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from egypt.extras import MissingExtra, needs
from egypt.protocol.command_line import add_common
from egypt.protocol.web.addresses import MAX_PORT
from egypt.protocol.web.advisers import LEVEL_ITERATIONS
from egypt.protocol.web.messages import MAX_PAUSE
from egypt.protocol.web.records import ReadByRules

OWN = "egypt-engine"
DEFAULT_PORT = 8737
MAX_ENGINE_NAME = 100


def main(arguments: Sequence[str] | None = None, reader: ReadByRules | None = None) -> int:
    """Run the program until Ctrl-C; returns its exit code. `reader` reads games that were recorded elsewhere."""
    options = _read_arguments(arguments)
    try:
        with needs("play"):
            return _serve(options, reader)
    except MissingExtra as problem:
        print(f"egypt-play: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="egypt-play", description="Opens a board in the browser and plays against you. Ctrl-C ends it; games are kept."
    )
    parser.add_argument("--game", metavar="NAME", help="begin a game at once, for example sobek; else the lobby opens")
    parser.add_argument(
        "--review",
        metavar="FILE",
        type=Path,
        help="look at a recorded game of egypt-arena or egypt-play instead; --game N names one of several",
    )
    parser.add_argument(
        "--review-iterations",
        metavar="N",
        type=int,
        help="of each search of a review (default: 4000); a deeper review takes longer",
    )
    parser.add_argument("--players", metavar="N", type=int, help="seats at the table (default: 3, or what the game allows)")
    parser.add_argument(
        "--seat", metavar="N", type=int, default=1, help="your seat, 1 is the first; 0: only engines play (default: 1)"
    )
    parser.add_argument(
        "--level", type=int, choices=LEVEL_ITERATIONS, default=3, help="strength of the engines (default: 3)"
    )
    parser.add_argument(
        "--engine",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help="another EGI program that may sit at a table; can be repeated",
    )
    parser.add_argument(
        "--rules",
        metavar="FILE",
        action="append",
        default=[],
        help="numbers of your own in place of a game's data file, as in egypt-engine; once per game",
    )
    parser.add_argument(
        "--mixed-rules", action="store_true", help="let programs of --engine play by other rules than the table's"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0, or ::, lets others in your network join"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}; 0: any that is free")
    parser.add_argument(
        "--records",
        metavar="FOLDER",
        type=Path,
        default=_data_folder(),
        help="where games are kept (default: %(default)s); needed where there is no home directory",
    )
    parser.add_argument("--pause", metavar="MS", type=int, default=600, help="least time of an engine's move (default: 600)")
    parser.add_argument("--terminal", action="store_true", help="play here, without a browser; needs --game")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_common(parser)
    return parser


def _read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.records is None:
        parser.error("there is no home directory to keep games in: --records FOLDER names another place")
    if options.review_iterations is not None and not 1 <= options.review_iterations <= 10**9:
        parser.error(f"--review-iterations {options.review_iterations}: from 1 to 1000000000")
    for name, value, most in (("port", options.port, MAX_PORT), ("pause", options.pause, MAX_PAUSE)):
        if not 0 <= value <= most:
            parser.error(f"--{name} {value}: from 0 to {most}")
    if options.review is not None and options.game is not None:
        if not (options.game.isascii() and options.game.isdigit()):
            parser.error(f"--game {options.game}: with --review it is the number of a game")
        options.game = int(options.game)
    return options


def _data_folder() -> Path | None:
    """None if this user has no home."""
    try:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    except RuntimeError:
        return None
    return Path(base) / "egypt-play"


def _serve(options: argparse.Namespace, reader: ReadByRules | None) -> int:
    from egypt.protocol.client import OWN_ENGINE, EngineFailure, Refused

    try:
        rules = [word for file in options.rules for word in ("--rules", file)]
        programs = {OWN: [*OWN_ENGINE, *rules]}
        for name, command in map(_program, options.engine):
            if name in programs:
                raise ValueError(f"--engine {name}: there are two of that name")
            programs[name] = command
        if options.terminal:
            return _play_here(options, programs)
        from egypt.protocol.web.serve import serve

        return serve(options, programs, partial(reader, options.rules) if reader else None)
    except Refused as problem:
        print(f"egypt-play: {problem.text}", file=sys.stderr)
        return 2
    except OSError as problem:
        _give_up_output()
        where = f"{problem.filename}: " if problem.filename else ""
        print(f"egypt-play: {where}{problem.strerror or problem}", file=sys.stderr)
        return 2
    except (EngineFailure, ValueError) as problem:
        print(f"egypt-play: {problem}", file=sys.stderr)
        return 2


def _give_up_output() -> None:
    """What could not be written is not tried again at the end of the program, which would complain once more."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _play_here(options: argparse.Namespace, programs: dict[str, list[str]]) -> int:
    import asyncio

    from rich.console import Console

    from egypt.protocol.web.terminal import play

    if options.game is None:
        raise ValueError("--terminal needs --game")
    if sys.stdout is not None:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]      # a board of question marks is one, too
    return asyncio.run(play(options, programs, Console(highlight=False)))


def _program(text: str) -> tuple[str, list[str]]:
    name, _, command = text.partition("=")
    try:
        words = shlex.split(command)
    except ValueError as problem:  # a quotation mark without its partner
        raise ValueError(f"--engine {text!r:.300}: {problem}") from None
    if not (name and words and words[0]) or not name.isprintable() or len(name) > MAX_ENGINE_NAME:
        raise ValueError(f"--engine {text!r:.300}: expected NAME=COMMAND, a name of at most {MAX_ENGINE_NAME} characters")
    return name, words


if __name__ == "__main__":
    sys.exit(main())
