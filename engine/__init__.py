"""egypt-engine: exact rules, fair views and a strong search for board games about Egypt.

>>> import egypt
>>> ra = egypt.game("ra")
>>> table = ra.deal(players=3, seed=7)
>>> search = egypt.Search(ra)
>>> result = search.run(table.view(table.actor), egypt.Limits(iterations=100))
>>> result.best in table.legal_moves()
True
>>> egypt.read(table.position.to_text()) == table.position
True
"""

from egypt.core.errors import (
    EgyptError,
    IllegalMoveError,
    NotationError,
    StateError,
    UnknownGameError,
)
from egypt.core.explaining import Contribution, Explanation
from egypt.core.following import Follower
from egypt.core.game import CHANCE_ACTOR as CHANCE
from egypt.core.game import OVER_ACTOR as OVER
from egypt.core.game import Game
from egypt.core.position import Position, Rng, View
from egypt.core.saying import Saying, ScoreItem
from egypt.core.table import Event, Table
from egypt.games import game_names, games, get_game, read, register, rules_template, use_rules
from egypt.games import get_game as game
from egypt.search.searcher import Limits, Line, Result, Search

__version__ = "0.1.0"

# `egypt.games()` hides the package of that name, in which the rooms are. By its name `import egypt.games.ra` finds them.
games.__name__ = "egypt.games"

__all__ = [
    "CHANCE", "OVER", "Contribution", "EgyptError", "Event", "Explanation", "Follower", "Game", "IllegalMoveError", "Limits",
    "Line", "NotationError", "Position", "Result", "Rng", "Saying", "ScoreItem", "Search", "StateError", "Table",
    "UnknownGameError", "View", "game", "game_names", "games", "get_game", "read", "register", "rules_template", "use_rules",
]
