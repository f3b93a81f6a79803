"""What all reports share: common options, a fixed starting position, JSON or a small table."""

from __future__ import annotations

import argparse
import json
from typing import Any, NoReturn

from egypt import EgyptError, Position, Table, get_game


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, like everything else here."""

    def error(self, message: str) -> NoReturn:
        raise EgyptError(message)


def positive(text: str) -> int:
    """An integer from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is less than 1")
    return number


def natural(text: str) -> int:
    """An integer from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"'{text}' is less than 0")
    return number


def parser(description: str | None, needs_game: bool = True) -> argparse.ArgumentParser:
    """A parser with the options every report has."""
    parser = Parser(
        prog="python -m bench", description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=needs_game, help="name of a registered game")
    parser.add_argument(
        "--players", type=positive, default=None, help="number of seats (default: 3, or what the game allows)")
    parser.add_argument("--seed", type=natural, default=1)
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    return parser


def start(args: argparse.Namespace) -> Position:
    """The dealt starting position that the options ask for."""
    game = get_game(args.game)
    if args.players is None:
        args.players = min(max(3, game.min_players), game.max_players)
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
