"""egypt-engine: exact rules, fair views and a strong search for board games about Egypt.

>>> from egypt import Limits, Search, Table, get_game
>>> ra = get_game("ra")
>>> table = Table.deal(ra, players=3, seed=7)
>>> result = Search(ra).run(table.view(table.position.actor), Limits(iterations=100))
>>> result.best in table.position.legal_moves()
True
"""

from egypt.core.errors import (
    EgyptError,
    IllegalMoveError,
    NotationError,
    StateError,
    UnknownGameError,
)
from egypt.core.game import CHANCE_ACTOR as CHANCE
from egypt.core.game import OVER_ACTOR as OVER
from egypt.core.game import Game
from egypt.core.position import Position, Rng, View
from egypt.core.table import Event, Table
from egypt.games import game_names, get_game, register
from egypt.search.searcher import Limits, Line, Result, Search

__version__ = "0.1.0"

__all__ = [
    "CHANCE", "OVER", "EgyptError", "Event", "Game", "IllegalMoveError", "Limits", "Line", "NotationError",
    "Position", "Result", "Rng", "Search", "StateError", "Table", "UnknownGameError", "View", "game_names",
    "get_game", "register",
]
