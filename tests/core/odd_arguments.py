"""Calls every public method of the package's objects with arguments that make no sense. A program of its own, since what it
looks for would end it: `python -m tests.core.odd_arguments <game>`.

Exceptions are fine, whichever they are; only a crash or an endless call is not. The last line printed names the call.
"""

from __future__ import annotations

import faulthandler
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise, product
from typing import Any

import tests.toy  # noqa: F401 - the toy game is one of those looked at
from egypt import Game, Limits, Position, Rng, Search, Table, View, get_game
from egypt.bots.arena.random_games import RandomGames
from egypt.core.actions import ActionTable
from egypt.core.learning import fill_tensors, mask_actions
from egypt.core.tensor import TensorLayout
from egypt.core.weights import GameWeights
from egypt.search.endgame import Endgame
from egypt.search.greedy import GreedyChooser
from egypt.search.settings import BY_NAME

FAR = 2**31 - 1
ODD: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    7,
    FAR,
    -FAR,
    2**32 - 1,
    2**63,
    10**30,
    0.5,
    math.nan,
    math.inf,
    True,
    "",
    "x",
    "draw",
    "\0",
    "é" * 99,
    b"",
    b"\0" * 8,
    (),
    [],
    {},
    {"players": None},
    object(),
    Rng,
    Limits(iterations=1),
)
CODES = 3000  # random numbers that are given out as moves


def bare(kind: type) -> Any:
    """An object that was never set up, if one can be had at all."""
    try:
        return kind.__new__(kind)
    except (TypeError, ValueError):
        return None


def subjects(game: Game) -> list[Any]:
    """Objects of all kinds, sound ones and such as were never set up."""
    table = Table.deal(game, game.min_players, 3)
    end = Table.deal(game, game.max_players, 4)
    for _ in range(40):
        if not end.position.is_over:
            end.play(end.position.legal_codes()[-1])
    sound = [
        game,
        Game("odd", "Odd"),
        Rng(1),
        table,
        end,
        Position.start(game, game.max_players),
        table.position,
        end.position,
        table.view(0),
        end.view(1),
        end.position.sample(Rng(2)),
        GreedyChooser(game, 1),
        Search(game, hash_mb=1),
        RandomGames(game, game.min_players, game.variants[0], 1, [b"[]"]),
        game.weights,
    ]
    kinds = (type(game), Game, Rng, Position, View, Search, GreedyChooser, RandomGames, Endgame, GameWeights)
    return [*sound, *filter(None, map(bare, kinds))]


def methods(subject: Any) -> Iterator[tuple[str, Callable[..., object]]]:
    for name in dir(type(subject)):
        if name == "run" or (name.startswith("_") and name not in ("__init__", "__eq__", "__repr__", "__reduce__")):
            continue
        try:
            member = getattr(subject, name)
        except Exception:  # a property of an object that was never set up
            continue
        if callable(member):
            yield f"{type(subject).__name__}.{name}", member


def functions(game: Game, view: View) -> Iterator[tuple[str, Callable[..., object]]]:
    """What is no method of an object that is there already; a sound argument where only then the odd one is looked at."""
    search, few = Search(game, hash_mb=1), Limits(iterations=3)
    kinds = (Search, GreedyChooser, Rng, RandomGames, Endgame, GameWeights, Table, Limits)
    for kind in kinds:
        yield kind.__name__, kind
        yield f"{kind.__name__} of {game.name}", partial(kind, game)
    for function in (mask_actions, fill_tensors, ActionTable, TensorLayout):
        yield function.__name__, function
    yield "mask", partial(mask_actions, view)
    yield "tensors", partial(fill_tensors, game)
    yield "tensors of a view", partial(fill_tensors, game, [view])
    yield "run", search.run
    yield "run a view", partial(search.run, view)
    yield "run a little", partial(search.run, view, few)
    yield "run and tell", partial(search.run, view, few, lambda result: None)
    for name in ("threads", "hash_mb", "seed", "weights", *BY_NAME):
        yield f"Search {name}", lambda value, name=name: Search(game, **{name: value})


def numbers() -> Iterator[int]:
    rng = Rng(9)
    for bits in (0, 8, 16, 24):
        yield from (rng.next() >> 32 + bits for _ in range(CODES // 4))


def call(what: str, function: Callable[..., object], *arguments: object) -> None:
    print(f"{what}{arguments!r:.200}", file=sys.stderr, flush=True)
    with suppress(Exception):
        function(*arguments)


def call_all(what: str, function: Callable[..., object], most: int) -> None:
    several = [*product(ODD, ODD[:8]), *pairwise(ODD), *zip(ODD, ODD[1:], ODD[2:], strict=False)]
    for arguments in [(), *((odd,) for odd in ODD), *several]:
        takes_long = what.endswith((".evaluate", ".explain", ".features")) and arguments[:1] == (FAR,)  # that many worlds
        if len(arguments) <= most and not takes_long:
            call(what, function, *arguments)


def look_at(name: str) -> None:
    game = get_game(name)
    things = subjects(game)
    for subject in things:
        for what, method in methods(subject):
            call_all(what, method, 3)
    for what, function in functions(game, Table.deal(game, game.min_players, 3).view(0)):
        call_all(what, function, 2 if "Search" not in what else 1)
    for number in numbers():
        call("move_text", game.move_text, number)
        for position in (thing for thing in things if isinstance(thing, Position)):
            call("observed", position.observed, number, 0)
            call("after", position.after, number)


if __name__ == "__main__":
    faulthandler.enable()
    look_at(sys.argv[1])
    print("survived")
