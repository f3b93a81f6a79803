"""The registry: lists its subfolders, holds no names.

A room is a subfolder whose `__init__.py` exports GAME. A game that lives elsewhere registers itself when its module is
imported; the environment variable EGYPT_GAMES names such modules, comma-joined, so that every program of the house finds
them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import RLock

from egypt.core.data import DATA_FILE, GAME_KEY, DataError, OwnRules, chosen_rules, parse_data, rules_in_use
from egypt.core.errors import EgyptError, NotationError, UnknownGameError
from egypt.core.game import Game
from egypt.core.integers import shown
from egypt.core.position import Position, View

GUESTS = "EGYPT_GAMES"
_guests: dict[str, Game] = {}
_loading = RLock()


def register(game: Game) -> Game:
    """Make a game from outside this folder known under its name; returns it."""
    if not isinstance(game, Game):
        raise TypeError(f"game: {shown(game)} must be of type Game")
    _guests[game.name] = game
    return game


def _invite_guests() -> None:
    for module in filter(None, os.environ.get(GUESTS, "").split(",")):
        try:
            import_module(module)
        except Exception as problem:  # whatever somebody's module raises
            raise EgyptError(f"{GUESTS}: cannot import '{module}': {type(problem).__name__}: {problem}") from problem


def game_names() -> list[str]:
    """All registered names, sorted. Raises EgyptError if a module that EGYPT_GAMES names cannot be imported."""
    _invite_guests()
    rooms = [module.name for module in iter_modules(__path__) if module.ispkg]
    return sorted({*rooms, *_guests})


def get_game(name: str, rules: str | os.PathLike[str] | OwnRules | None = None) -> Game:
    """The game of that name; imports its room on first use. Raises UnknownGameError.

    `rules` is a file of your own that replaces numbers of the room's data file (`rules_template` writes one to begin with).
    A process plays one set of rules per game, so give it with the first use. Raises DataError, naming file and entry.
    """
    names = game_names()
    if name not in names:
        raise UnknownGameError(f"'{name}' is not a game here; there are {', '.join(names)}")
    if rules is not None:
        return _with_rules(name, rules if isinstance(rules, OwnRules) else OwnRules.read(rules))
    if name in _guests:
        return _guests[name]
    with _loading:
        game: Game = import_module(f"{__name__}.{name}").GAME
    return game


def use_rules(rules: str | os.PathLike[str]) -> Game:
    """The game for which a file of your own says it is, loaded with these rules; see get_game."""
    own = OwnRules.read(rules)
    if own.game not in (names := game_names()):
        raise DataError(f"{own.file}: '{GAME_KEY}': '{own.game}' is not a game here; there are {', '.join(names)}")
    return get_game(own.game, own)


def _with_rules(name: str, own: OwnRules) -> Game:
    if own.game != name:
        raise DataError(f"{own.file}: '{GAME_KEY}' is '{own.game}', not '{name}'")
    data_file = _data_file(name)
    with _loading:
        if f"{__name__}.{name}" not in sys.modules:
            with chosen_rules(data_file, own):
                get_game(name)
    game = get_game(name)
    try:
        rules_hash = own.overlay(*parse_data(data_file.read_text(encoding="utf-8")))[1]
    except DataError as problem:
        raise problem.in_file(own.file) from None
    if rules_hash != game.rules_hash:
        raise EgyptError(
            f"{own.file}: {name} is in use with rules {game.rules_hash} already; a process plays one set of rules per game, "
            "chosen with its first use"
        )
    return game


def rules_template(name: str) -> str:
    """The numbers of a game with how sure each is, as a file of rules that changes nothing yet."""
    text = _data_file(name).read_text(encoding="utf-8")
    return (
        f"# Your own rules: change numbers and leave out what stays as it is. A list is replaced as a whole.\n"
        f'{GAME_KEY} = "{name}"\n\n{text}'
    )


def _data_file(name: str) -> Path:
    """Raises EgyptError if the game keeps its numbers elsewhere."""
    if name not in (names := game_names()):
        raise UnknownGameError(f"'{name}' is not a game here; there are {', '.join(names)}")
    path = _place_of_data(name)
    if not path.exists():
        raise EgyptError(f"{name} has no file of numbers that could be replaced")
    return path


def _place_of_data(name: str) -> Path:
    """Where a room keeps its numbers if it has a file of them; a game need not."""
    return Path(next(iter(__path__)), name, DATA_FILE)


def own_rules(name: str) -> OwnRules | None:
    """The user's rules with which a game was loaded; None for its own."""
    return rules_in_use(_place_of_data(name))


def unpickle_game(name: str, rules: OwnRules | None, rules_hash: str) -> Game:
    """A game that came from another process: by name and rules. Raises EgyptError if it is in use with others here."""
    game = get_game(name, rules)
    if game.rules_hash != rules_hash:
        raise EgyptError(f"{name} by rules {rules_hash or '-'}, but here it is in use with rules {game.rules_hash or '-'}")
    return game


def games() -> list[Game]:
    """All registered games, in the order of their names."""
    return [get_game(name) for name in game_names()]


def read(text: str) -> Position | View:
    """A position or a view from its text, of any game: its first word names the game, `viewer` tells which it is.

    Raises UnknownGameError, NotationError or StateError, naming the offending token.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a position or a view is read, not {shown(text)}")
    head, *fields = text.strip().split(";")
    name = head.partition("/")[0]
    if "/" not in head:
        raise NotationError(f"'{head[:40]}' is not the beginning of a position text, <game>/<version>;viewer=…")
    kind = Position if "viewer=all" in fields else View
    return kind.from_text(text.strip(), get_game(name))
