"""What all reports share: common options, a fixed starting position, JSON or a small table."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, ClassVar, NoReturn, TypeVar

from egypt import EgyptError, Game, Position, Table, get_game, use_rules
from egypt.protocol.client import OWN_ENGINE

T = TypeVar("T")
MOST = 2**31 - 1  # what the core counts in
MOST_PROCESSES = 1024
MOST_SECONDS = 1e6
PROGRESS_SECONDS = 2.0  # between two lines of progress, and before the first


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, like everything else here."""

    def error(self, message: str) -> NoReturn:
        raise EgyptError(message)


def integer(low: int, high: int | None = None) -> Callable[[str], int]:
    """What reads integers of that range."""

    def read(text: str) -> int:
        number = int(text)
        if number < low:
            raise argparse.ArgumentTypeError(f"'{text}' is less than {low}")
        if high is not None and number > high:
            raise argparse.ArgumentTypeError(f"'{text}' is more than {high}")
        return number

    read.__name__ = "integer"  # argparse says so where a text is none
    return read


positive, natural, process_count = integer(1, MOST), integer(0), integer(1, MOST_PROCESSES)


def several(text: str) -> list[int]:
    """`16,256`: integers from 1 on."""
    return [positive(part) for part in text.split(",")]


def seconds(text: str) -> float:
    """How long a measurement lasts."""
    number = float(text)
    if not 0 < number <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"'{text}' must be more than 0 and at most {MOST_SECONDS:,.0f}")
    return number


def ridge(text: str) -> float:
    """What the values before count for in a fit."""
    number = float(text)
    if not 0 <= number <= MOST:
        raise argparse.ArgumentTypeError(f"'{text}' is not between 0 and {MOST}")
    return number


class Help(argparse.RawDescriptionHelpFormatter, argparse.ArgumentDefaultsHelpFormatter):
    """Keeps the description as it is written, and shows the default of every option that has one."""

    def _get_help_string(self, action: argparse.Action) -> str:
        text = action.help or ""
        shown = super()._get_help_string(action) if action.default not in (None, False) else text
        return (shown or text).strip()


def parser(module: str, description: str | None, needs_game: bool = True, players: int = 3) -> argparse.ArgumentParser:
    """A parser with the options every report has; `players` sit at its table unless told otherwise."""
    parser = Parser(prog=f"python -m {module.replace('.', ' ')}", description=description, formatter_class=Help)
    parser.add_argument("--game", required=needs_game, help="name of a registered game")
    parser.add_argument(
        "--players", type=positive, default=None, help=f"number of seats (default: {players}, or what the game allows)"
    )
    parser.add_argument("--seed", type=natural, default=1, help="of deals and searches")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    parser.add_argument("--rules", metavar="FILE", action=UseRules, help="numbers of your own in place of a game's")
    parser.set_defaults(usual_players=players)
    return parser


def players_of(args: argparse.Namespace, game: Game) -> int:
    """How many play: what `--players` says, else what the report usually has, as far as the game allows it. Raises
    StateError if there is no such table, of the `--variant` if there is one."""
    players = int(args.players or min(max(args.usual_players, game.min_players), game.max_players))
    game.check_table(players, getattr(args, "variant", None))
    return players


class UseRules(argparse.Action):
    """Loads a game with numbers of the user's own, here and in the processes that a report starts."""

    chosen: ClassVar[list[str]] = []  # files, for processes in whichever folder

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        use_rules(values)
        self.chosen.append(os.path.abspath(values))


def workers(processes: int) -> ProcessPoolExecutor:
    """Processes that play by the rules of this one."""
    return ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_take_rules, initargs=(tuple(UseRules.chosen),)
    )


def engine_command(game: str) -> list[str]:
    """How to start the engine as a program that plays by the rules of this process."""
    rules = [word for file in UseRules.chosen for word in ("--rules", file)]
    return [*OWN_ENGINE, "--game", game, *rules]


def _take_rules(files: Sequence[str]) -> None:
    for file in files:
        use_rules(file)


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Pass items on, and say on standard error how many there were and how long the rest will take, from two seconds on."""
    began = shown = time.monotonic()
    for done, item in enumerate(items, 1):
        now = time.monotonic()
        if now - shown >= PROGRESS_SECONDS and done < total:
            shown = now
            left = (now - began) / done * (total - done)
            print(f"bench: {done}/{total} {what}, {left:,.0f} s left", file=sys.stderr, flush=True)
        yield item


def announce(seconds: float, what: str) -> None:
    """Say beforehand how long a measurement takes that must not be disturbed, if it takes long."""
    if seconds >= PROGRESS_SECONDS:
        print(f"bench: {what}, about {seconds:,.0f} s left", file=sys.stderr, flush=True)


def start(args: argparse.Namespace) -> Position:
    """The dealt starting position that the options ask for."""
    game = get_game(args.game)
    args.players = players_of(args, game)
    return Table.deal(game, args.players, args.seed).position


def show(row: dict[str, Any], as_json: bool) -> None:
    """Print one result."""
    if as_json:
        print_json(row)
        return
    width = max(len(key) for key in row)
    for key, value in row.items():
        print(f"{key:<{width}}  {_human(value)}")


def print_json(row: dict[str, Any]) -> None:
    """Print one result as one line of JSON."""
    print(json.dumps(row), flush=True)


def _human(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)
