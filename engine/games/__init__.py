"""The registry: lists its subfolders, holds no names.

A room is a subfolder whose `__init__.py` exports GAME. A game that lives elsewhere registers itself when its module is
imported; the environment variable EGYPT_GAMES names such modules, comma-joined, so that every program of the house finds
them.
"""

from __future__ import annotations

import os
from importlib import import_module
from pkgutil import iter_modules

from egypt.core.errors import NotationError, UnknownGameError
from egypt.core.game import Game
from egypt.core.position import Position, View

_guests: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game from outside this folder known under its name; returns it."""
    _guests[game.name] = game
    return game


def _invite_guests() -> None:
    for module in filter(None, os.environ.get("EGYPT_GAMES", "").split(",")):
        import_module(module)


def game_names() -> list[str]:
    """All registered names, sorted."""
    _invite_guests()
    rooms = [module.name for module in iter_modules(__path__) if module.ispkg]
    return sorted({*rooms, *_guests})


def get_game(name: str) -> Game:
    """The game of that name; imports its room on first use. Raises UnknownGameError."""
    names = game_names()
    if name not in names:
        raise UnknownGameError(f"'{name}' is not a game here; there are {', '.join(names)}")
    if name in _guests:
        return _guests[name]
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


def games() -> list[Game]:
    """All registered games, in the order of their names."""
    return [get_game(name) for name in game_names()]


def read(text: str) -> Position | View:
    """A position or a view from its text, of any game: its first word names the game, `viewer` tells which it is.

    Raises UnknownGameError, NotationError or StateError, naming the offending token.
    """
    head, *fields = text.strip().split(";")
    name = head.partition("/")[0]
    if "/" not in head:
        raise NotationError(f"'{head[:40]}' is not the beginning of a position text, <game>/<version>;viewer=…")
    kind = Position if "viewer=all" in fields else View
    return kind.from_text(text.strip(), get_game(name))
